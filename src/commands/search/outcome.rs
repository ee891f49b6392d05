//! The result of a search: the best move, its score, its line with every extension marked, and what it cost; in a pipe the ledger, too.

use super::ledger;
use crate::chess::{Position, notation};
use crate::ink::number::{rate_with_unit, short, time_with_unit};
use crate::ink::spoken::{sentence, verdict};
use crate::ink::{Line, Page, Role, Settings};
use crate::search::{EndReason, Finished, ScoredLine};
use crate::units::{Bound, ScoreKind};

pub fn view(root: &Position, finished: &Finished, settings: &Settings) -> Page {
    if settings.spoken.is_on() {
        spoken(root, finished, settings)
    } else if settings.is_pretty() {
        pretty(root, finished, settings)
    } else {
        plain(root, finished, settings)
    }
}

pub const fn reason(reason: EndReason) -> &'static str {
    match reason {
        EndReason::Depth => "depth reached",
        EndReason::Nodes => "node limit",
        EndReason::Time => "time is up",
        EndReason::Stopped => "stopped",
        EndReason::Mate => "mate found",
        EndReason::NoMove => "no legal move",
        EndReason::Book => "from the book",
        EndReason::Tables => "from endgame tables",
    }
}

fn pretty(root: &Position, finished: &Finished, settings: &Settings) -> Page {
    let mut page = Page::new();
    page.space();
    let Some(best) = finished.best else {
        page.push(Line::of(Role::Strong, " no legal move: ").with(Role::Plain, ended(root)));
        return page;
    };
    page.push(Line::new());
    let turn = root.turn();
    let iteration = &finished.iteration;
    let mut facts = vec![
        Line::of(Role::Dim, " best  ")
            .with(Role::Accent, notation::san(root, best))
            .with(Role::Dim, format!("  {}", notation::uci(best, settings.chess960))),
    ];
    if let Some(found) = iteration.lines.first() {
        let score = settings.bounded(found.score, found.bound, turn);
        facts.push(score.with(Role::Dim, format!(" {}'s view", settings.view_name(turn))));
    }
    page.facts(facts, settings, 7);
    for (place, found) in iteration.lines.iter().enumerate() {
        page.wrapped(line(root, finished, place, found, settings), settings, 7);
    }
    page.facts(effort(finished), settings, 7);
    page
}

/// What the search cost, and why it ended.
fn effort(finished: &Finished) -> Vec<Line> {
    let iteration = &finished.iteration;
    let progress = &iteration.progress;
    let (depth, deepest) = (iteration.depth, iteration.seldepth.max(iteration.depth));
    let mut facts = vec![format!(" depth {depth}/{deepest}")];
    facts.push(format!("{} nodes", short(progress.nodes)));
    facts.extend(rate_with_unit(progress.nodes, progress.elapsed));
    facts.push(time_with_unit(progress.elapsed));
    let prover = &progress.prover;
    if prover.nodes > 0 {
        let time = time_with_unit(prover.elapsed);
        facts.push(format!("prover {} nodes {time}", short(prover.nodes)));
    }
    facts.push(reason(finished.reason).to_owned());
    facts.into_iter().map(|fact| Line::of(Role::Dim, fact)).collect()
}

/// Draws the moves of one line; the best one has marks of extensions.
fn line(
    root: &Position,
    finished: &Finished,
    place: usize,
    found: &ScoredLine,
    settings: &Settings,
) -> Line {
    let marks = if place == 0 { &finished.ledger.line[..] } else { &[] };
    let moves = ledger::marked_line(root, &found.pv, marks, settings);
    if finished.iteration.lines.len() == 1 {
        return Line::of(Role::Dim, " line  ").and(moves);
    }
    let score = settings.bounded(found.score, found.bound, root.turn());
    Line::plain("   ")
        .and(ordinal(place))
        .with(Role::Plain, " ")
        .and(score)
        .with(Role::Plain, "  ")
        .and(moves)
}

/// Formats the result as sentences, one per line of the search.
fn spoken(root: &Position, finished: &Finished, settings: &Settings) -> Page {
    let Some(best) = finished.best else {
        return Page::of(Line::plain(sentence(&format!("no legal move: {}", ended(root)))));
    };
    let page = spoken_lines(root, &finished.iteration.lines, settings);
    let first = finished.iteration.lines.first().and_then(|line| line.pv.first());
    if first == Some(&best) {
        return page;
    }
    // From a book, or with limited strength.
    let best = settings.spoken.mv(root, best);
    Page::of(Line::plain(sentence(&format!("best is {best}, {}", reason(finished.reason)))))
}

pub(super) fn spoken_lines(root: &Position, lines: &[ScoredLine], settings: &Settings) -> Page {
    let mut page = Page::new();
    for (place, found) in lines.iter().enumerate() {
        let verdict = verdict(found.score, found.bound, root.turn());
        let moves = settings.spoken.line(root, &found.pv);
        let text = match place {
            0 => sentence(&format!("{verdict}; best is {moves}")),
            _ => format!("{}: {}", place + 1, sentence(&format!("{verdict} after {moves}"))),
        };
        page.wrapped(Line::plain(text), settings, 2);
    }
    page
}

fn ended(root: &Position) -> &'static str {
    if root.in_check() { "checkmate" } else { "stalemate" }
}

/// Prints the last lines of a search in a pipe: scripts depend on their words and order.
fn plain(root: &Position, finished: &Finished, settings: &Settings) -> Page {
    let mut page = Page::new();
    let iteration = &finished.iteration;
    let Some(best) = finished.best else {
        page.push(Line::plain(format!("best none reason {}", ended(root))));
        return page;
    };
    let mut text = {
        let coordinates = notation::uci(best, settings.chess960);
        format!("best {coordinates} san {}", notation::san(root, best))
    };
    if let Some(found) = iteration.lines.first() {
        text.push_str(&format!(" {}", plain_score(found, root, settings)));
    }
    text.push_str(&format!(
        " depth {} seldepth {} nodes {} time_ms {}",
        iteration.depth,
        iteration.seldepth,
        iteration.progress.nodes,
        iteration.progress.elapsed.as_millis()
    ));
    let prover = &iteration.progress.prover;
    if prover.nodes > 0 {
        let millis = prover.elapsed.as_millis();
        text.push_str(&format!(" prover_nodes {} prover_ms {millis}", prover.nodes));
    }
    if let Some(found) = iteration.lines.first()
        && !finished.ledger.line.is_empty()
    {
        let moves = ledger::marked_line(root, &found.pv, &finished.ledger.line, settings);
        page.push(Line::plain("extended ").and(moves));
    }
    ledger::plain(&finished.ledger, &mut page);
    page.push(Line::plain(text));
    page
}

/// Formats the number in front of one of several lines: `2) `.
pub(super) fn ordinal(place: usize) -> Line {
    Line::of(Role::Dim, format!("{}) ", place + 1))
}

/// Formats a score for programs: `cp 47`, `mate -3`, in the configured view.
pub fn plain_score(found: &ScoredLine, root: &Position, settings: &Settings) -> String {
    let white = found.score.for_white(root.turn()).score();
    let (score, turned) = match settings.view {
        crate::ink::View::White => (white, white != found.score),
        crate::ink::View::SideToMove => (found.score, false),
    };
    let bound = match (found.bound, turned) {
        (Bound::Exact, _) => "",
        (Bound::Lower, false) | (Bound::Upper, true) => " lowerbound",
        (Bound::Upper, false) | (Bound::Lower, true) => " upperbound",
    };
    match score.kind() {
        ScoreKind::Centipawns(cp) => format!("cp {cp}{bound}"),
        ScoreKind::Mates(moves) => format!("mate {moves}{bound}"),
        ScoreKind::Mated(moves) => format!("mate -{moves}{bound}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::parse_move;
    use crate::ink::Spoken;
    use crate::search::Iteration;
    use crate::search::trace::Ledger;
    use crate::units::Score;

    fn finished(lines: &[(i32, &str)], reason: EndReason) -> Finished {
        let line = |&(cp, moves): &(i32, &str)| {
            let mut position = Position::start();
            let pv = moves.split(' ').map(|word| {
                let mv = parse_move(&position, word).unwrap();
                position = position.play(mv);
                mv
            });
            ScoredLine { score: Score::cp(cp), bound: Bound::Exact, pv: pv.collect() }
        };
        let lines: Vec<ScoredLine> = lines.iter().map(line).collect();
        let best = lines.first().map(|line| line.pv[0]);
        let iteration = Iteration { lines, ..Iteration::default() };
        Finished { best, iteration, reason, ledger: Ledger::default() }
    }

    fn said(finished: &Finished, spoken: Spoken) -> Vec<String> {
        let settings = Settings { spoken, ..Settings::default() };
        let page = view(&Position::start(), finished, &settings);
        page.lines().iter().map(|line| line.text()).collect()
    }

    #[test]
    fn a_result_is_a_sentence_where_it_is_spoken() {
        let found = finished(&[(45, "Nf3 d5"), (0, "e4")], EndReason::Depth);
        let first = "White is better by 0.45; best is knight f3, then pawn d5.";
        assert_eq!(said(&found, Spoken::Words), [first, "2: The position is even after pawn e4."]);
        let san = &said(&found, Spoken::San)[0];
        assert_eq!(san, "White is better by 0.45; best is Nf3, then d5.");
        let plain = said(&found, Spoken::Off).pop();
        assert!(plain.is_some_and(|text| text.starts_with("best g1f3 san Nf3 cp 45 ")));
    }

    #[test]
    fn a_result_without_a_line_is_a_sentence_too() {
        let mut found = finished(&[(45, "Nf3 d5")], EndReason::Book);
        found.iteration.lines.clear();
        assert_eq!(said(&found, Spoken::Words), ["Best is knight f3, from the book."]);
        found.best = None;
        assert_eq!(said(&found, Spoken::Words), ["No legal move: stalemate."]);
    }
}
