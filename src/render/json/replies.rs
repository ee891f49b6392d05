//! Every answer as an object.

use serde_json::{Value, json};

use super::parts::{self, count, exact, joined, key, quarters};
use super::{book, evaluation, inspect, learning, mates, proof, record, tables};
use crate::chess::game::{Claim, Ending, Status};
use crate::chess::{Color, Position};
use crate::engine::bench::BenchResult;
use crate::engine::strength::Elo;
use crate::ink::movetext;
use crate::render::explain;
use crate::search::ScoredLine;
use crate::search::explain::Explanation;
use crate::search::trace::{ResolveMove, ResolveNode, Skip};
use crate::shell::opponent::{OpponentReply, PlayEnd};
use crate::shell::reply::{
    BoardReply, Changed, ExchangesReply, ExtensionsReply, HelpReply, HistoryReply, InfoReply,
    MovesReply, PerftReply, PvReply, SavedContent, SavedReply, Setting, StatusReply,
};
use crate::shell::{CommandSpec, Reply};

/// The type of an answer's line and what is in it; nothing for an answer that says nothing.
pub(super) fn value(reply: &Reply, chess960: bool) -> Option<(&'static str, Value)> {
    Some(match reply {
        Reply::Done => return None,
        // Each record has had its line.
        Reply::Tool(answer) if answer.records().is_some() => return None,
        Reply::Tool(answer) => answer.line(),
        Reply::Changed(changed) => ("position", self::changed(changed)),
        Reply::Board(reply) => ("board", board(reply, chess960)),
        Reply::Fen(position) => ("fen", json!({ "fen": position.to_fen() })),
        Reply::Key(reply) => {
            ("key", json!({ "key": key(reply.position), "pawn_key": key(reply.pawns) }))
        }
        Reply::Moves(reply) => ("moves", moves(reply, chess960)),
        Reply::History(reply) => ("history", history(reply, chess960)),
        Reply::Pgn(text) => ("pgn", json!({ "text": text })),
        Reply::Eval(reply) => ("eval", evaluation::value(&reply.position, &reply.report)),
        Reply::Inspected(reply) => inspect::value(reply, chess960),
        Reply::Resolve(reply) => {
            let tree = node(&reply.position, &reply.tree, chess960);
            ("resolve", json!({ "fen": reply.position.to_fen(), "tree": tree }))
        }
        Reply::Exchanges(reply) => ("see", exchanges(reply, chess960)),
        Reply::SearchEnded => return None,
        Reply::Opponent(reply) => ("opponent", opponent(reply)),
        Reply::DrawAnswer(accepts) => ("draw", json!({ "accepted": accepts })),
        Reply::PlayEnded(end) => ("play_ended", play_ended(*end)),
        Reply::Hint(reply) => {
            ("hint", json!({ "move": parts::mv(&reply.position, reply.mv, chess960) }))
        }
        Reply::Status(reply) => ("status", under_way(reply, chess960)),
        Reply::Ready(fault) => ("ready", json!({ "message": fault })),
        Reply::ProofExport(export) => {
            ("export", json!({ "path": export.path.display().to_string() }))
        }
        Reply::Pv(reply) => ("pv", pv(reply, chess960)),
        Reply::Explained(reply) => {
            let mut value = explanation(&reply.position, &reply.explanation, chess960);
            let root = &reply.position;
            value["again"] = searched(root, &reply.explanation.best, chess960);
            let said = reply.said.as_ref();
            value["said"] = json!(said.map(|line| searched(root, line, chess960)));
            value["params_changed"] = json!(reply.params_changed);
            ("explain", value)
        }
        Reply::Verdict(reply) => ("proof", mates::verdict(reply, chess960)),
        Reply::ProofSaved(reply) => ("proof-saved", mates::saved(reply)),
        Reply::ProofTree(tree) => ("proof-tree", proof::tree(tree, chess960)),
        Reply::ProofLine(line) => ("proof-line", proof::line(line, chess960)),
        Reply::Verified(reply) => ("proof-verified", mates::verified(reply)),
        Reply::SetPlay(reply) => ("set-play", mates::set_play(reply, chess960)),
        Reply::Tries(reply) => ("tries", mates::tries(reply, chess960)),
        Reply::Problem(reply) => ("problem", mates::problem(reply, chess960)),
        Reply::Extensions(reply) => ("extensions", extensions(reply)),
        Reply::Settings(list) => {
            ("settings", json!({ "settings": list.iter().map(setting).collect::<Value>() }))
        }
        Reply::SettingChanged { setting, before } => {
            let mut value = self::setting(setting);
            value["before"] = json!(before);
            ("set", value)
        }
        Reply::Perft(reply) => ("perft", perft(reply, chess960)),
        Reply::Bench(reply) => ("bench", bench(reply)),
        Reply::Book(reply) => book::value(reply, chess960),
        Reply::Tables(reply) => tables::value(reply, chess960),
        Reply::Network(reply) => ("network", learning::network(reply)),
        Reply::Info(reply) => ("about", info(reply)),
        Reply::Saved(reply) => ("saved", saved(reply)),
        Reply::Games(reply) => ("games", record::games(reply)),
        Reply::Variations(reply) => ("variations", record::variations(reply, chess960)),
        Reply::Tags(tags) => ("tags", record::tags(tags)),
        Reply::Words(reply) => ("words", record::words(reply)),
        Reply::Loaded { path, record: number, records, title, changed, viewed } => {
            let mut value = self::changed(changed);
            if let Some(title) = title {
                value["game"] = crate::ink::json::title(title);
            }
            value["path"] = json!(path.display().to_string());
            value["record"] = json!(number);
            value["records"] = json!(records);
            if let Some(viewed) = viewed {
                value["board"] = board(viewed, chess960);
            }
            ("loaded", value)
        }
        Reply::Restored { path, settings, changed } => {
            let mut value = self::changed(changed);
            value["path"] = json!(path.display().to_string());
            value["settings"] = json!(settings);
            ("restored", value)
        }
        Reply::Help(reply) => ("help", help(reply)),
        Reply::Text(text) => ("text", json!({ "text": text })),
        Reply::Aliases(aliases) => {
            let aliases =
                aliases.iter().map(|(word, text)| json!({ "word": word, "command": text }));
            ("aliases", json!({ "aliases": aliases.collect::<Value>() }))
        }
        Reply::Log(path) => {
            ("log", json!({ "path": path.as_ref().map(|path| path.display().to_string()) }))
        }
        Reply::Took(elapsed) => ("took", json!({ "time_ms": elapsed.as_millis() as u64 })),
        Reply::Asserted { found } => ("assert", json!({ "ok": true, "found": found })),
    })
}

fn moves(reply: &MovesReply, chess960: bool) -> Value {
    let groups = reply.groups.iter().map(|(group, moves)| {
        let moves = moves.iter().map(|&mv| parts::mv(&reply.position, mv, chess960));
        json!({ "group": group.name(), "moves": moves.collect::<Value>() })
    });
    json!({ "groups": groups.collect::<Value>() })
}

fn exchanges(reply: &ExchangesReply, chess960: bool) -> Value {
    let exchanges = reply.exchanges.iter().map(|(mv, exchange)| {
        let mut value = parts::mv(&reply.position, *mv, chess960);
        value["cp"] = json!(exchange.value);
        value["captures"] = json!(exchange.captures.len());
        value["played"] = json!(exchange.played);
        value
    });
    json!({ "exchanges": exchanges.collect::<Value>() })
}

fn pv(reply: &PvReply, chess960: bool) -> Value {
    let lines = reply.lines.iter().map(|line| searched(&reply.root, line, chess960));
    json!({ "depth": reply.depth, "lines": lines.collect::<Value>() })
}

fn bench(reply: &BenchResult) -> Value {
    json!({
        "positions": reply.positions,
        "depth": reply.depth,
        "nodes": count(reply.nodes),
        "time_ms": reply.elapsed.as_millis() as u64,
        "stopped": reply.stopped,
    })
}

fn changed(changed: &Changed) -> Value {
    let notes: Vec<String> = changed.notes.iter().map(ToString::to_string).collect();
    json!({
        "fen": changed.position.to_fen(),
        "status": status(changed.status),
        "notes": notes,
    })
}

fn status(status: Status) -> &'static str {
    match status {
        Status::Ongoing => "open",
        Status::Claimable(Claim::ThreefoldRepetition) => "claim-repetition",
        Status::Claimable(Claim::FiftyMoves) => "claim-fifty-moves",
        Status::Over(Ending::Checkmate { .. }) => "checkmate",
        Status::Over(Ending::Stalemate) => "stalemate",
        Status::Over(Ending::InsufficientMaterial) => "insufficient-material",
        Status::Over(Ending::FivefoldRepetition) => "repetition",
        Status::Over(Ending::SeventyFiveMoves) => "seventy-five-moves",
    }
}

pub(super) fn play_ended(end: PlayEnd) -> Value {
    let reason = match end {
        PlayEnd::Resigned(_) => "resignation",
        PlayEnd::Agreed => "agreement",
        PlayEnd::FlagFell { .. } => "time",
    };
    json!({ "result": end.result().to_string(), "reason": reason })
}

fn opponent(reply: &OpponentReply) -> Value {
    let clock = |color| reply.clocks[color].map(|left| left.as_millis() as u64);
    json!({
        "side": reply.side.map(|side| side.name().to_lowercase()),
        "white_ms": clock(Color::White),
        "black_ms": clock(Color::Black),
        "ponders": reply.ponders,
        "elo": reply.strength.map(Elo::points),
        "analysis_ended": reply.analysis_ended,
    })
}

fn under_way(reply: &StatusReply, chess960: bool) -> Value {
    let search = reply.search.as_ref().map(|(root, iteration)| {
        let mut value = json!({ "fen": root.to_fen() });
        if let Some(iteration) = iteration {
            value["depth"] = json!(iteration.depth);
            value["nodes"] = count(iteration.progress.nodes);
            if let Some(best) = iteration.lines.first() {
                value["score"] = parts::score(best.score, best.bound, root.turn());
                value["pv"] = json!(movetext::coordinates(root, &best.pv, chess960));
            }
        }
        value
    });
    json!({ "search": search, "others": reply.others, "follows": reply.follows })
}

fn board(reply: &BoardReply, chess960: bool) -> Value {
    let position = &reply.position;
    let checkers: Vec<String> =
        position.checkers().into_iter().map(|square| square.to_string()).collect();
    let mut operations = serde_json::Map::new();
    for (opcode, operand) in &reply.operations {
        operations.insert(opcode.clone(), json!(operand));
    }
    json!({
        "fen": position.to_fen(),
        "turn": position.turn().name().to_lowercase(),
        "move": position.fullmoves(),
        "halfmoves": position.halfmoves(),
        "key": key(position.key()),
        "checkers": checkers,
        "last": reply.last.map(|last| parts::step(&last.before, last.step, chess960)),
        "opening": book::opening(reply.opening.as_ref()),
        "seen": reply.seen,
        "status": status(reply.status),
        "flipped": reply.flipped,
        "operations": operations,
    })
}

fn saved(reply: &SavedReply) -> Value {
    let path = reply.path.display().to_string();
    let (content, name, number) = match reply.content {
        SavedContent::Session { moves } => ("session", "moves", Some(moves)),
        SavedContent::Game { moves } => ("game", "moves", Some(moves)),
        SavedContent::Position => ("position", "", None),
        SavedContent::Picture => ("picture", "", None),
        SavedContent::Added { games } => ("added", "games", Some(games)),
        SavedContent::AlreadyLast { games } => ("already-last", "games", Some(games)),
    };
    let mut value = json!({ "path": path, "content": content });
    if let Some(number) = number {
        value[name] = json!(number);
    }
    value
}

fn history(reply: &HistoryReply, chess960: bool) -> Value {
    let mut position = reply.start;
    let mut steps = Vec::new();
    for &made in &reply.steps {
        steps.push(parts::step(&position, made, chess960));
        position = made.apply(&position);
    }
    let pgn = record::movetext(&reply.tree);
    json!({ "start": reply.start.to_fen(), "ply": reply.ply, "steps": steps, "pgn": pgn })
}

fn node(position: &Position, tree: &ResolveNode, chess960: bool) -> Value {
    let turn = position.turn();
    let moves = tree.moves.iter().map(|entry| match entry {
        ResolveMove::Tried(child) => {
            let Some(mv) = child.mv else { return node(position, child, chess960) };
            let below = node(&position.play(mv), child, chess960);
            joined(parts::mv(position, mv, chess960), below)
        }
        ResolveMove::Skipped(mv, reason) => {
            let mut value = parts::mv(position, *mv, chess960);
            value["skipped"] = json!(skip(*reason));
            value
        }
    });
    json!({
        "value": exact(tree.value, turn),
        "stand_pat": tree.stand_pat.map(|score| exact(score, turn)),
        "in_check": tree.in_check,
        "cut": tree.cut,
        "nodes": count(tree.nodes),
        "left_out": count(tree.left_out),
        "moves": moves.collect::<Value>(),
    })
}

fn skip(skip: Skip) -> Value {
    match skip {
        Skip::Loses(cp) => json!({ "reason": "exchange", "cp": cp }),
        Skip::LosesQuietly(cp) => json!({ "reason": "quiet-loss", "cp": cp }),
        Skip::Neutral => json!({ "reason": "neutral" }),
        Skip::Delta { hope, alpha } => {
            json!({ "reason": "delta", "hope": hope.raw(), "alpha": alpha.raw() })
        }
        Skip::LateEvasion => json!({ "reason": "late-evasion" }),
    }
}

fn searched(root: &Position, line: &ScoredLine, chess960: bool) -> Value {
    parts::line(root, (line.score, line.bound), &line.pv, chess960)
}

fn explanation(root: &Position, explanation: &Explanation, chess960: bool) -> Value {
    let mut position = *root;
    let mut line = Vec::new();
    for made in &explanation.line {
        if !position.is_legal(made.mv) {
            break;
        }
        let mut value = parts::mv(&position, made.mv, chess960);
        let fired = made
            .fired
            .iter()
            .map(|&(rule, weight)| json!({ "rule": rule.name(), "quarters": quarters(weight) }));
        value["ply"] = json!(made.ply);
        value["node"] = json!(made.node.name());
        value["quarters_left"] = quarters(made.depth);
        value["fired"] = fired.collect();
        value["extension"] = quarters(made.extension);
        value["reduction"] = quarters(made.reduction);
        value["kept_on"] = json!(made.kept_on.map(explain::keep_on));
        value["score"] = parts::score(made.score, made.bound, position.turn());
        line.push(value);
        position = position.play(made.mv);
    }
    let legal = explanation.moves.iter().filter(|other| root.is_legal(other.mv));
    let moves = legal.map(|other| {
        let mut value = parts::mv(root, other.mv, chess960);
        value["score"] = parts::score(other.score, other.bound, root.turn());
        value["nodes"] = count(other.nodes);
        value["seldepth"] = json!(other.seldepth);
        value["quarters_added"] = json!(other.added / 16);
        value
    });
    let prunes = explanation
        .prunes
        .iter()
        .map(|&(kind, times)| json!({ "kind": explain::prune(kind), "times": count(times) }));
    let extensions = explanation.extensions.iter().map(|&(rule, times, added)| {
        json!({ "rule": rule.name(), "times": count(times), "quarters": added / 16 })
    });
    let found_by = explanation.found_by.iter().map(|without| {
        let score = parts::score(without.score, without.bound, root.turn());
        json!({ "rule": without.rule.name(), "without": score, "missed": without.missed })
    });
    let mut value = parts::mv(root, explanation.mv, chess960);
    value["depth"] = json!(explanation.depth);
    value["score"] = parts::score(explanation.score, explanation.bound, root.turn());
    value["line"] = json!(line);
    value["moves"] = moves.collect();
    value["prunes"] = prunes.collect();
    value["extensions"] = extensions.collect();
    value["found_at"] = json!(explanation.found_at);
    value["found_by"] = found_by.collect();
    value
}

fn extensions(reply: &ExtensionsReply) -> Value {
    let rows = reply.rows.iter().map(|row| {
        json!({
            "rule": row.rule.name(),
            "quarters": row.weights.map(quarters),
            "default": row.defaults.map(quarters),
            "summary": row.rule.summary(),
            "fired": row.used.map(|used| count(used.fired)),
            "nodes": row.used.map(|used| count(used.nodes)),
            "measured": row.measured.map(|measured| json!({
                "rungs": measured.rungs,
                "nodes": count(measured.nodes.0),
                "of_nodes": count(measured.nodes.1),
                "games": measured.match_played.games,
                "elo": measured.match_played.elo,
                "elo_error": measured.match_played.elo_error,
            })),
        })
    });
    json!({
        "profile": reply.profile,
        "rules": rows.collect::<Value>(),
        "last": reply.last.as_ref().map(|(root, ledger)| {
            let mut value = parts::rules(ledger);
            value["fen"] = json!(root.to_fen());
            value
        }),
    })
}

fn setting(setting: &Setting) -> Value {
    json!({
        "name": setting.name,
        "value": setting.value,
        "default": setting.default,
        "unit": setting.unit,
        "range": setting.range,
        "summary": setting.summary,
    })
}

fn perft(reply: &PerftReply, chess960: bool) -> Value {
    let result = &reply.result;
    let divide = result.divide.iter().filter(|_| reply.divide).map(|&(mv, nodes)| {
        let mut value = parts::mv(&reply.position, mv, chess960);
        value["nodes"] = count(nodes);
        value
    });
    json!({
        "depth": reply.depth,
        "nodes": count(result.nodes),
        "time_ms": result.elapsed.as_millis() as u64,
        "stopped": result.stopped,
        "expected": reply.expected.map(count),
        "divide": divide.collect::<Value>(),
    })
}

fn info(reply: &InfoReply) -> Value {
    json!({
        "version": reply.version,
        "cpu": reply.cpu,
        "checked": reply.checked,
        "threads": reply.threads,
        "hash": reply.hash,
        "hashfull": reply.hashfull,
        "profile": reply.profile,
        "history": reply.history.as_ref().map(|path| path.display().to_string()),
        "lag_ms": reply.lag.map(|lag| lag.as_millis() as u64),
        "license": env!("CARGO_PKG_LICENSE"),
    })
}

fn help(reply: &HelpReply) -> Value {
    let commands: Vec<&CommandSpec> = match reply {
        HelpReply::Short(commands) | HelpReply::Overview(commands) => commands.iter().collect(),
        HelpReply::Group(group, commands) => {
            commands.iter().filter(|command| command.group == *group).collect()
        }
        HelpReply::Command(command) => vec![*command],
        HelpReply::Schema => {
            let schema = serde_json::from_str::<Value>(super::SCHEMA);
            return json!({ "schema": schema.unwrap_or_default() });
        }
        HelpReply::Topic(topic) => {
            return json!({ "topic": topic.name, "summary": topic.summary, "text": topic.text });
        }
    };
    let commands = commands.into_iter().map(|command| {
        json!({
            "name": command.name,
            "aliases": command.aliases,
            "arguments": command.arguments,
            "group": command.group.name(),
            "summary": command.summary,
            "details": command.details,
        })
    });
    json!({ "commands": commands.collect::<Value>() })
}
