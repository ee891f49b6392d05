//! Suites: each position as it is done, and what came of the whole.

use super::movetext;
use super::record;
use crate::chess::{Color, Move, Position, notation};
use crate::ink::number::{counted, percent, short, time_with_unit};
use crate::ink::settings::Settings;
use crate::ink::style::Role;
use crate::ink::table::{Align, Table};
use crate::ink::text::{Line, Page};
use crate::shell::suites::{MineReply, SolveReply, StreamTotals, SuiteReply};
use crate::units::{Bound, Score};
use crate::workshop::mine::Problem;
use crate::workshop::solve::{MateTally, SolveTotals};
use crate::workshop::stream::{Label, StreamAnswer, StreamGame, StreamOutcome};
use crate::workshop::suite::{Answer, Goal, LeftOut, SuiteItem, SuiteRow, SuiteTotals, Without};

/// `suite`: the whole of it, and one row for each rule switched off if that was asked for.
pub fn suite(reply: &SuiteReply, settings: &Settings) -> Page {
    let mut page = Page::new();
    let path = reply.path.display().to_string();
    let mut title = Line::of(Role::Dim, "suite ").with(Role::Plain, path);
    if reply.runs.iter().any(|(_, totals)| totals.stopped) {
        title.push(Role::Caution, "  stopped before the end");
    }
    page.push_wrapped(title, settings.width, 2);
    let wide = !settings.narrower_than(56);
    let mut table =
        Table::new(&[&[Align::Left][..], &[Align::Right].repeat(4)].concat()).indented(1);
    let heads = ["extensions", "solved", "nodes", "time", "share"];
    table.head(&heads[..if wide { 5 } else { 3 }]);
    for run in &reply.runs {
        let mut row = suite_row(run, reply.runs.first(), settings);
        row.truncate(if wide { 5 } else { 3 });
        table.row(row);
    }
    page.append(table.page(None));
    skipped(&mut page, &reply.left_out, settings);
    page
}

/// Records that were left out without being wrong; those that are wrong are told as the reason of a failure.
fn skipped(page: &mut Page, left_out: &LeftOut, settings: &Settings) {
    if left_out.skipped > 0 && left_out.bad.is_empty() {
        page.push_wrapped(Line::of(Role::Dim, left_out.to_string()), settings.width, 2);
    }
}

fn suite_row(
    (without, totals): &(Without, SuiteTotals),
    first: Option<&(Without, SuiteTotals)>,
    settings: &Settings,
) -> Vec<Line> {
    let name = match without {
        Without::Nothing => Line::plain("as set"),
        Without::Rule(rule) => Line::of(Role::Dim, "without ").with(Role::Extension, rule.name()),
        Without::AnyExtension => Line::of(Role::Dim, "without any"),
    };
    let mut solved = format!("{}/{}", totals.solved, totals.positions);
    if let Some((_, first)) = first.filter(|_| *without != Without::Nothing) {
        solved.push_str(&format!(" ({:+})", totals.solved as i64 - first.solved as i64));
    }
    let nodes = totals.nodes;
    vec![
        name,
        Line::of(Role::Strong, solved),
        Line::plain(if settings.is_pretty() { short(nodes) } else { nodes.to_string() }),
        Line::plain(time_with_unit(totals.elapsed)),
        Line::plain(percent(totals.solved as u64, totals.positions as u64)),
    ]
}

/// Lengths of mates that share a row of the table: each by itself as long as they are short.
const BANDS: [(u32, u32); 12] = [
    (1, 1),
    (2, 2),
    (3, 3),
    (4, 4),
    (5, 5),
    (6, 7),
    (8, 10),
    (11, 15),
    (16, 20),
    (21, 30),
    (31, 50),
    (51, u32::MAX),
];

/// `solve`: the mates by their length, then the whole of it.
pub fn solve(reply: &SolveReply, settings: &Settings) -> Page {
    let totals = &reply.totals;
    let mut page = Page::new();
    if !totals.mates.is_empty() {
        page.append(mates(totals, settings));
    }
    let all = &totals.all;
    let missed = all.positions - all.solved;
    let of_all =
        if all.positions < reply.size { format!(" of {}", reply.size) } else { String::new() };
    let solved = Line::of(
        if missed == 0 { Role::Good } else { Role::Plain },
        format!("{} solved", all.solved),
    );
    let mut facts = vec![
        Line::of(Role::Strong, counted(all.positions, "position")).with(Role::Plain, of_all),
        solved,
    ];
    if missed > 0 {
        facts.push(Line::of(Role::Bad, format!("{missed} missed")));
    }
    if all.stopped {
        facts.push(Line::of(Role::Caution, "stopped before the end"));
    }
    facts.push(Line::plain(time_with_unit(all.elapsed)));
    page.push_facts(facts, settings.signs().dot, settings.width, 2);
    if let Some(misses) = reply.misses.as_ref().filter(|misses| misses.missed + misses.untried > 0)
    {
        let untried = match misses.untried {
            0 => String::new(),
            untried => format!(" and {untried} not tried"),
        };
        let text = format!("{} missed{untried}: {}", misses.missed, misses.path.display());
        let line = Line::of(Role::Dim, "for --from  ").with(Role::Plain, text);
        page.push_wrapped(line, settings.width, 2);
    }
    if let Some((folder, saved)) = &reply.proofs {
        let text = format!("{} in {}", counted(*saved, "proof"), folder.display());
        let line = Line::of(Role::Dim, "saved  ").with(Role::Plain, text);
        page.push_wrapped(line, settings.width, 2);
    }
    skipped(&mut page, &reply.left_out, settings);
    page
}

/// The table of mates. What was found was verified: there is no other way to find one.
fn mates(totals: &SolveTotals, settings: &Settings) -> Page {
    let wide = !settings.narrower_than(56);
    let columns = if wide { 7 } else { 4 };
    let mut table =
        Table::new(&[&[Align::Left][..], &[Align::Right].repeat(6)].concat()[..columns])
            .indented(1);
    let heads = ["mates", "tried", "verified", "best", "shortest", "nodes", "time each"];
    table.head(&heads[..columns]);
    let mut sum = MateTally::default();
    for (from, to) in BANDS {
        let mut band = MateTally::default();
        totals.mates.range(from..=to).for_each(|(_, tally)| band += *tally);
        if band.tried == 0 {
            continue;
        }
        let name = match (from, to) {
            (from, to) if from == to => format!("#{from}"),
            (from, u32::MAX) => format!("#{from}{}", settings.signs().dash),
            (from, to) => format!("#{from}{}{to}", settings.signs().dash),
        };
        table.row(mate_row(name, &band, columns, settings));
        sum += band;
    }
    table.row(mate_row("all".to_owned(), &sum, columns, settings));
    table.page(None)
}

fn mate_row(name: String, tally: &MateTally, columns: usize, settings: &Settings) -> Vec<Line> {
    let each = tally.time / tally.tried.max(1) as u32;
    let nodes = if settings.is_pretty() { short(tally.nodes) } else { tally.nodes.to_string() };
    let mut row = vec![
        Line::of(Role::Mate, name),
        Line::plain(tally.tried.to_string()),
        Line::plain(tally.found.to_string()),
        Line::of(Role::Strong, tally.best.to_string()),
        Line::plain(tally.shortest.to_string()),
        Line::plain(nodes),
        Line::plain(time_with_unit(each)),
    ];
    row.truncate(columns);
    row
}

/// `mine`: how many problems of each class.
pub fn mine(reply: &MineReply, settings: &Settings) -> Page {
    let totals = &reply.totals;
    let kept = totals.kept.values().sum::<usize>();
    let mut facts = vec![
        Line::of(Role::Strong, counted(kept, "problem")),
        Line::plain(format!(
            "{}, {}",
            counted(totals.games, if reply.placed { "placement" } else { "game" }),
            counted(totals.asked, "position")
        )),
        Line::plain(time_with_unit(reply.elapsed)),
    ];
    if totals.stopped {
        facts.push(Line::of(Role::Caution, "stopped before the end"));
    }
    let mut page = Page::new();
    page.push_facts(facts, settings.signs().dot, settings.width, 2);
    let classes = totals.kept.iter().map(|(class, count)| {
        let role = if class.mate().is_some() { Role::Mate } else { Role::Strong };
        Line::of(role, class.to_string()).with(Role::Plain, format!(" {count}"))
    });
    if kept > 0 {
        page.push_facts(classes.collect::<Vec<Line>>(), settings.signs().dot, settings.width, 2);
        let added = if reply.known > 0 {
            format!(", behind {} that were there", reply.known)
        } else {
            String::new()
        };
        let place = format!("{}{added}", reply.path.display());
        page.push_wrapped(Line::of(Role::Dim, "in ").with(Role::Plain, place), settings.width, 2);
    }
    page
}

/// A problem as it is found: into a pipe its record, at a terminal nothing, since the bar tells.
pub fn mined(problem: &Problem, settings: &Settings) -> Page {
    if settings.is_pretty() {
        Page::new()
    } else {
        Page::of(Line::plain(problem.record().to_string()))
    }
}

/// A position of a suite that is done: at a terminal those missed, into a pipe all of them, in columns parted by tabs.
pub fn item(item: &SuiteItem, row: &SuiteRow, settings: &Settings) -> Page {
    let position = &item.position;
    let played = match row.answer.best() {
        Some(mv) => movetext::san(position, mv),
        None => Line::plain(settings.signs().dash),
    };
    let score = score(&row.answer, position, settings);
    let goal = goal(&item.goal, position);
    if !settings.is_pretty() {
        let word = if row.solved { "ok" } else { "miss" };
        let (played, score, millis) = (played.text(), score.text(), row.elapsed.as_millis());
        let (number, id) = (item.number, &item.id);
        let known = known(&row.answer).map(|known| format!("\t{known}")).unwrap_or_default();
        let fields =
            format!("{number}\t{word}\t{goal}\t{played}\t{score}\t{millis}ms\t{id}{known}");
        return Page::of(Line::plain(fields));
    }
    if row.solved {
        return Page::new();
    }
    let name = if item.id.is_empty() { format!("line {}", item.line) } else { item.id.clone() };
    let mut line =
        Line::of(Role::Bad, " miss  ").with(Role::Plain, name).with(Role::Dim, format!("  {goal}"));
    if row.answer.best().is_some() {
        line = line.with(Role::Dim, ", played ").and(played).with(Role::Plain, "  ").and(score);
    }
    if let Some(known) = known(&row.answer) {
        line = line.with(Role::Dim, format!("  {known}"));
    }
    let mut page = Page::new();
    page.push_wrapped(line, settings.width, 7);
    page
}

/// A line of standard input, answered: in columns parted by tabs, its number and a word first.
pub fn answered(answer: &StreamAnswer, settings: &Settings) -> Page {
    let line = answer.line;
    let fields = match &answer.outcome {
        Ok(StreamOutcome::Skipped) => format!("{line}\tskipped"),
        // In a pipe the row of a suite; a terminal shows those missed alone.
        Ok(StreamOutcome::Solved(done)) => return item(&done.0, &done.1, settings),
        Ok(StreamOutcome::Labelled(label)) => {
            format!("{line}\tlabel\t{}", labelled(label, settings))
        }
        Ok(StreamOutcome::Annotated(done)) => {
            format!("{line}\tannotated\t{}", annotated(done, settings))
        }
        Err(message) => format!("{line}\terror\t{message}"),
    };
    Page::of(Line::plain(fields))
}

/// The accuracy of White and of Black, nodes, the moves that give something away with their glyphs, and what is odd.
fn annotated(done: &StreamGame, settings: &Settings) -> String {
    let StreamGame { game, doubts } = done;
    let accuracy =
        |side| game.sides[side].accuracy.map_or("-".to_owned(), |percent| format!("{percent:.1}"));
    let marked = game.moves.iter().filter_map(|review| {
        let played = movetext::step(&review.before, review.step, settings).text();
        Some(played + &record::glyph(review.judgement?.nag()))
    });
    let marked: Vec<String> = marked.collect();
    let marked = if marked.is_empty() { "-".to_owned() } else { marked.join(" ") };
    let [white, black] = Color::ALL.map(accuracy);
    let mut fields = vec![white, black, game.nodes.to_string(), marked];
    fields.extend(doubts.iter().cloned());
    fields.join("\t")
}

fn labelled(label: &Label, settings: &Settings) -> String {
    let Label { position, id, best, score, bound, depth, nodes } = label;
    let played = best.map_or("-".to_owned(), |mv| notation::san(position, mv));
    let bound = match bound {
        Bound::Exact => "exact",
        Bound::Lower => "lower",
        Bound::Upper => "upper",
    };
    let score = settings.score(*score, position.turn()).text();
    format!("{played}\t{score}\t{bound}\td{depth}\t{nodes}\t{id}")
}

/// `solve -`, `label -`, `annotate -`: at a terminal how many there were; a pipe has an answer for each line and no more.
pub fn streamed(totals: StreamTotals, settings: &Settings) -> Page {
    if !settings.is_pretty() {
        return Page::new();
    }
    let mut facts = vec![Line::plain(counted(totals.lines, "line"))];
    if totals.bad > 0 {
        facts.push(Line::of(Role::Bad, format!("{} cannot be read", totals.bad)));
    }
    let mut page = Page::new();
    page.push_facts(facts, settings.signs().dot, settings.width, 2);
    page
}

/// What an answer says of the position: a score or moves to mate, in the view that scores are shown in.
fn score(answer: &Answer, position: &Position, settings: &Settings) -> Line {
    match answer {
        Answer::Search { score, .. } => settings.score(*score, position.turn()),
        Answer::Prover(_) => match answer.mate() {
            Some(moves) => settings.score(mate_score(moves), position.turn()),
            None => Line::of(Role::Dim, settings.signs().dash),
        },
    }
}

/// Returns the score of a mate in `moves`, negative if the side to move is mated.
fn mate_score(moves: i32) -> Score {
    let plies = 2 * moves.unsigned_abs() as usize;
    if moves > 0 { Score::mates_at(plies - 1) } else { Score::mated_at(plies) }
}

/// How much is proved.
fn known(answer: &Answer) -> Option<String> {
    let Answer::Prover(outcome) = answer else { return None };
    let none = match outcome.refuted {
        0 => String::new(),
        moves => format!("no mate in {moves}"),
    };
    Some(match (&outcome.proof, outcome.is_shortest()) {
        (Some(_), true) => "verified, shortest".to_owned(),
        (Some(_), false) if none.is_empty() => "verified".to_owned(),
        (Some(_), false) => format!("verified, {none}"),
        (None, _) if none.is_empty() => "nothing proved".to_owned(),
        (None, _) => none,
    })
}

/// What solves a position, as EPD writes it: `bm Nf3 e4`, `am Qxb2`, `dm 3`.
pub fn goal(goal: &Goal, position: &Position) -> String {
    let moves = |word: &str, moves: &[Move]| {
        let sans: Vec<String> = moves.iter().map(|&mv| notation::san(position, mv)).collect();
        (!sans.is_empty()).then(|| format!("{word} {}", sans.join(" ")))
    };
    let mate = goal.mate.map(|moves| format!("dm {moves}"));
    let parts = [moves("bm", &goal.best), moves("am", &goal.avoid), mate];
    parts.into_iter().flatten().collect::<Vec<String>>().join(", ")
}
