//! Judges sentences of `why`. A number of points is true if a search with ten times the nodes finds two thirds of it; a mate,
//! if that search sees it or is all but sure to win; lines and exchanges are checked by shakmaty's rules. Searches are made
//! after the moves, not at the root restricted to them, and the exchange is tried with all legal captures.

use quarterply::chess::{Game, Move, Position, notation::uci};
use quarterply::commands::search::judge::reason::{HangingPiece, Reason, TermFall};
use quarterply::control::Limits;
use quarterply::engine::{Engine, Job, Options};
use quarterply::eval::ClassicalEvaluator;
use quarterply::units::{Score, expected_score};
use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, Position as _, Role};

/// Minimum share of the stated points that the judge must find.
const SHARE: f64 = 2.0 / 3.0;

/// Points of a side that wins, if no mate is announced.
const WON: f64 = 0.95;

/// Centipawns that two counts of an exchange may differ by.
const ROUNDING: i32 = 60;

/// Minimum loss of a hanging piece, in centipawns.
const HANGS: i32 = 100;

/// Minimum share of the stated fall of a term.
const TERM_SHARE: f64 = 0.5;

pub(crate) struct SentenceJudge {
    engine: Engine,
    before: Position,
    mv: Move,
    nodes: u64,
}

impl SentenceJudge {
    pub(crate) fn new(before: Position, mv: Move, nodes: u64) -> SentenceJudge {
        let mut engine = Engine::with(Options::default().without_lookup());
        for (name, value) in [("Hash", "64"), ("Persist", "false"), ("Prove Mates", "false")] {
            engine.set_option(name, value).expect("an option");
        }
        SentenceJudge { engine, before, mv, nodes }
    }

    /// Whether the move itself is all but sure to win.
    pub(crate) fn still_wins(&mut self) -> bool {
        self.worth(&self.before.clone(), self.mv) >= WON
    }

    /// Returns what is wrong with a sentence.
    pub(crate) fn fault(&mut self, reason: &Reason) -> Option<String> {
        let (from, line, _) = reason.shown();
        let end = played(&from, line);
        let before = self.before;
        match reason {
            Reason::OnlyLegal(_) => {
                (board(&before).legal_moves().len() != 1).then(|| "there are others".to_owned())
            }
            Reason::Mates(shown) | Reason::Misses(shown) => {
                mate_fault(shown.evidence.name(), line, &end)
                    .or_else(|| self.win_fault(&before, line[0]))
            }
            Reason::Only(_, points) => {
                let others = Limits { excluded_moves: vec![self.mv], ..Limits::nodes(self.nodes) };
                let other = expected_score(self.search(&before, others).0);
                points_fault(self.worth(&before, self.mv) - other, *points)
            }
            Reason::Worse(better, points) => {
                let better = self.worth(&before, better.line[0]);
                points_fault(better - self.worth(&before, self.mv), *points)
            }
            Reason::Threatens(threat, points) => {
                let had = self.best(&before);
                let fault = mate_fault(threat.evidence.name(), line, &end);
                if threat.evidence.points() == 1.0 {
                    let announced = self.search(&before, Limits::nodes(self.nodes)).0.is_win();
                    let had = announced.then(|| "it had a mate without that".to_owned());
                    return fault.or(had).or_else(|| self.win_fault(&from, line[0]));
                }
                fault.or_else(|| points_fault(self.worth(&from, line[0]) - had, *points))
            }
            Reason::Allows(mate) => {
                let lost = self.search(&before, Limits::nodes(self.nodes)).0.is_loss();
                let lost = lost.then(|| "it was mated anyway".to_owned());
                mate_fault(mate.evidence.name(), line, &end)
                    .or(lost)
                    .or_else(|| self.win_fault(&from, line[0]))
            }
            Reason::Hangs(hanging) => self.hanging_fault(hanging),
            Reason::GivesUp(fall) => self.term_fault(fall),
        }
    }

    fn search(&mut self, position: &Position, limits: Limits) -> (Score, Vec<Move>) {
        let job = Job::new(Game::new(*position), limits);
        let found = self.engine.start(job).join().expect("no crash");
        let line = found.iteration.lines.first().expect("a legal move");
        (line.score, line.pv.clone())
    }

    fn best(&mut self, position: &Position) -> f64 {
        expected_score(self.search(position, Limits::nodes(self.nodes)).0)
    }

    /// Returns the points that the side which plays the move can expect, and what follows.
    fn after(&mut self, position: &Position, mv: Move) -> (f64, Vec<Move>) {
        let next = position.play(mv);
        if !next.has_legal_move() {
            return (if next.in_check() { 1.0 } else { 0.5 }, vec![mv]);
        }
        let (score, line) = self.search(&next, Limits::nodes(self.nodes));
        (1.0 - expected_score(score), [&[mv][..], &line].concat())
    }

    fn worth(&mut self, position: &Position, mv: Move) -> f64 {
        self.after(position, mv).0
    }

    fn win_fault(&mut self, position: &Position, mv: Move) -> Option<String> {
        let worth = self.worth(position, mv);
        (worth < WON).then(|| format!("it is worth {:.0} %", 100.0 * worth))
    }

    fn hanging_fault(&mut self, hanging: &HangingPiece) -> Option<String> {
        let HangingPiece { after, square, centipawns, line, .. } = hanging;
        let reply = line[0];
        let taken = value_on(&board(&self.before), square_of(self.mv.to()));
        let exchange = gain(&board(after), shakmaty_move(&board(after), reply)) - taken;
        if exchange < centipawns - ROUNDING {
            return Some(format!("the exchange is worth {exchange}, not {centipawns}"));
        }
        let origin = if *square == self.mv.to() { self.mv.from() } else { *square };
        let was =
            board(&self.before).swap_turn().map_or(0, |passed| loss_on(&passed, square_of(origin)));
        if !hanging.hung_before && was >= HANGS {
            return Some(format!("it hung before the move, for {was}"));
        }
        let before = self.before;
        let lost = self.best(&before) - (1.0 - self.worth(after, reply));
        points_fault(lost, super::MARGIN)
    }

    fn term_fault(&mut self, fall: &TermFall) -> Option<String> {
        let before = self.before;
        let values = fall.lines.each_ref().map(|line| {
            let line = self.after(&before, line[0]).1;
            term(&quiet_end(&before, &line), fall.term, &before)
        });
        let (said, is) = (fall.values[0] - fall.values[1], values[0] - values[1]);
        let held = f64::from(is) >= TERM_SHARE * f64::from(said);
        (!held).then(|| format!("{} falls from {} to {}", fall.term, values[0], values[1]))
    }
}

fn points_fault(found: f64, said: f64) -> Option<String> {
    let held = found >= SHARE * said;
    (!held).then(|| format!("it is {:.0} %, not {:.0} %", 100.0 * found, 100.0 * said))
}

/// Returns what is wrong with a line that is said to be a proved mate.
fn mate_fault(evidence: &str, line: &[Move], end: &Chess) -> Option<String> {
    let holds = evidence != "proof" || (end.is_checkmate() && line.len() % 2 == 1);
    (!holds).then(|| "the line does not mate".to_owned())
}

fn board(position: &Position) -> Chess {
    let fen: Fen = position.to_fen().parse().expect("a FEN");
    fen.into_position(CastlingMode::Standard).expect("a position")
}

fn shakmaty_move(board: &Chess, mv: Move) -> shakmaty::Move {
    let mv: UciMove = uci(mv, false).parse().expect("a move");
    mv.to_move(board).expect("a legal move")
}

fn square_of(square: quarterply::chess::Square) -> shakmaty::Square {
    square.to_string().parse().expect("a square")
}

/// Plays a line by shakmaty's rules.
fn played(from: &Position, line: &[Move]) -> Chess {
    let mut position = board(from);
    for &mv in line {
        let mv = shakmaty_move(&position, mv);
        position.play_unchecked(mv);
    }
    position
}

fn value(role: Role) -> i32 {
    match role {
        Role::Pawn => 100,
        Role::Knight => 320,
        Role::Bishop => 330,
        Role::Rook => 500,
        Role::Queen => 950,
        Role::King => 10_000,
    }
}

fn value_on(board: &Chess, square: shakmaty::Square) -> i32 {
    board.board().role_at(square).map_or(0, value)
}

/// Returns what a capture gains if both sides go on with legal captures on its square, or stop.
fn gain(board: &Chess, mv: shakmaty::Move) -> i32 {
    let taken = mv.capture().map_or(0, value);
    let promoted = mv.promotion().map_or(0, |role| value(role) - value(Role::Pawn));
    let mut next = board.clone();
    next.play_unchecked(mv);
    taken + promoted - loss_on(&next, mv.to())
}

/// Returns the most that the side to move gains by captures on a square.
fn loss_on(board: &Chess, square: shakmaty::Square) -> i32 {
    let captures =
        board.legal_moves().into_iter().filter(|mv| mv.is_capture() && mv.to() == square);
    captures.map(|mv| gain(board, mv)).max().unwrap_or(0).max(0)
}

fn quiet_end(before: &Position, line: &[Move]) -> Position {
    let positions = line.iter().scan(*before, |position, &mv| {
        *position = position.play(mv);
        Some(*position)
    });
    positions.filter(|position| !position.in_check()).last().unwrap_or(*before)
}

/// Returns a term of the evaluation in centipawns, view of the side to move in `before`.
fn term(position: &Position, name: &str, before: &Position) -> i32 {
    let report = ClassicalEvaluator::new().report(position);
    let phase = report.phase.clamp(0, 24);
    let term = report.terms.iter().find(|term| term.name == name).expect("a term");
    let white = (term.balance().mg() * phase + term.balance().eg() * (24 - phase)) / 24;
    if before.turn() == quarterply::chess::Color::White { white } else { -white }
}
