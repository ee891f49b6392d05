//! `check`: recomputes incrementally updated state and compares it.

use crate::chess::{LegalMove, Position, parse_move, san, uci};
use crate::commands::prelude::*;
use crate::engine::{Engine, EvalReport};
use crate::ink::json::Count;
use crate::ink::number::counted;
use crate::settings::named;

pub(in crate::commands) const ROW: CommandSpec = row!(Tools Safe "check":
    "recompute all incremental state, over the whole game, and compare",
    details: "For every position of the game, and after every legal move there: sets, keys, checks and pins as the FEN gives them, \
              legal moves, notation both ways, the evaluation and its mirror image. Fails, with status 4, if anything differs.",
    terms: needs(Concurrent),
    answers: &[LineSchema::of::<CheckAnswer>()],
    read: |_| Ok(Box::new(check)));

fn check(session: &mut Session) -> Acted {
    let mut check = PositionCheck::new(&session.engine);
    let game = session.timeline.game();
    let before = game.steps().map(|(before, _)| before);
    let positions: Vec<Position> = before.chain([*game.position()]).collect();
    session.start_task(move |context| {
        context.begin("check", positions.len());
        for (done, position) in positions.iter().enumerate() {
            if context.stop.is_stopped() {
                break;
            }
            check.position(position);
            if done % REPORT_EVERY == 0 {
                context.done(done);
            }
        }
        let stopped = check.positions < positions.len() as u64;
        let answer = CheckAnswer { positions: Count(check.positions), stopped, rows: check.rows };
        match answer.rows.iter().filter(|row| row.fault.is_some()).count() {
            0 => Ok(answer.into()),
            differ => {
                let all = CheckKind::ALL.len();
                let message = format!("{differ} of {all} comparisons do not hold");
                Err(CommandError::failed(message, answer))
            }
        }
    })
}

/// Positions between two reports of progress.
const REPORT_EVERY: usize = 100;

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct CheckAnswer {
    pub positions: Count,
    pub stopped: bool,
    pub rows: Vec<CheckRow>,
}

/// What was compared, how often, and the first difference that was found.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "check"))]
pub struct CheckRow {
    pub what: &'static str,
    pub compared: Count,
    /// Where the first difference is, as a FEN and what differs.
    pub fault: Option<String>,
}

impl Answer for CheckAnswer {
    const TYPE: &str = "check";

    fn page(&self, settings: &Settings) -> Page {
        let mut table = TextTable::new(&[Align::Right, Align::Left, Align::Left]);
        for row in &self.rows {
            let compared = settings.count(row.compared.0);
            let (verdict, what) = match &row.fault {
                None => (Line::of(Role::Good, "agree"), Line::plain(row.what)),
                Some(fault) => {
                    let what = Line::plain(format!("{}: ", row.what)).with(Role::Bad, fault);
                    (Line::of(Role::Bad, "differ"), what)
                }
            };
            table.row(vec![Line::plain(compared), verdict, what]);
        }
        let mut page = table.page(settings.width);
        let positions = counted(self.positions.0 as usize, "position");
        let ended = if self.stopped { ", stopped" } else { "" };
        page.push(Line::of(Role::Dim, format!("{positions}{ended}")));
        page
    }
}

named! {
    /// A comparison, by its row in the table.
    #[derive(Clone, Copy)]
    enum CheckKind {
        SetUp = "board, sets, keys, checks and pins, from the FEN",
        Played = "the same after every legal move",
        Legal = "legal moves, counted and one by one",
        Checks = "checks that a move is said to give",
        Notation = "moves written and read, SAN and coordinates",
        Mirrored = "evaluation against that of the mirrored position",
    }
}

struct PositionCheck {
    evaluate: Box<dyn FnMut(&Position) -> EvalReport + Send>,
    rows: Vec<CheckRow>,
    positions: u64,
}

impl PositionCheck {
    fn new(engine: &Engine) -> PositionCheck {
        let row = |kind: CheckKind| CheckRow { what: kind.name(), compared: Count(0), fault: None };
        let evaluate = Box::new(engine.evaluations());
        PositionCheck { evaluate, rows: CheckKind::ALL.map(row).to_vec(), positions: 0 }
    }

    fn compare(&mut self, which: CheckKind, holds: bool, position: &Position, what: &str) {
        let row = &mut self.rows[which as usize];
        row.compared.0 += 1;
        if !holds && row.fault.is_none() {
            row.fault = Some(format!("{}: {what}", position.to_fen()));
        }
    }

    fn position(&mut self, position: &Position) {
        self.positions += 1;
        let set_up = matches_its_fen(position);
        self.compare(CheckKind::SetUp, set_up, position, "differs from what its FEN sets up");
        let legal = position.legal_moves();
        let counted = legal.len() as u64 == position.legal_count();
        self.compare(CheckKind::Legal, counted, position, "as many moves are generated as counted");
        for &LegalMove { mv, check } in &legal {
            let written = uci(mv, position.is_chess960());
            let child = position.play(mv);
            self.compare(CheckKind::Played, matches_its_fen(&child), position, &written);
            self.compare(CheckKind::Legal, position.is_legal(mv), position, &written);
            self.compare(CheckKind::Checks, check.any() == child.in_check(), position, &written);
            let read = [san(position, mv), written.clone()];
            let same = read.iter().all(|text| parse_move(position, text) == Ok(mv));
            self.compare(CheckKind::Notation, same, position, &written);
        }
        let report = (self.evaluate)(position);
        let mirrored = (self.evaluate)(&position.mirrored());
        let same = mirrored.score.score() == -report.score.score();
        let fault = "worth something else with colours changed";
        self.compare(CheckKind::Mirrored, same, position, fault);
    }
}

/// Returns whether a position reached by moves equals the one set up from its FEN, including derived state: keys, sets, checks
/// and pins.
fn matches_its_fen(position: &Position) -> bool {
    Position::from_fen(&position.to_fen()) == Ok(*position)
}
