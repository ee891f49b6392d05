//! Known results of endings hold in a search, whatever it has learned before.
//!
//! Positions are random, of either colour and on either wing. Each is searched to depth 14 or 20,000 nodes by an engine without
//! tables that has searched others before, and every iteration counts. With up to four pieces our own tables judge the moves.
//! `QUARTERPLY_ENDINGS=500` in the environment sets the number of each kind.

use quarterply::chess::{Game, Move, Position, SplitMix, uci};
use quarterply::control::{Limits, StopFlag};
use quarterply::engine::{Engine, Event, Job};
use quarterply::oracle::{EndgameValue, Endgames};
use quarterply::units::Score;

/// Default number of positions of each kind.
const POSITIONS: usize = 100;

const DEPTH: u32 = 14;
const NODES: u64 = 20_000;

/// The pieces of both sides, and the known result.
struct Kind {
    strong: &'static str,
    weak: &'static str,
    order: Order,
    known: Known,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    Anywhere,
    /// Pawns on a rook's file, bishops that do not rule its corner, the weaker king beside it or in it.
    WrongCorner,
    /// All bishops on squares of one colour.
    OneColour,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    /// Always drawn, with exactly that value.
    Drawn,
    /// Drawn by the tables, and evaluated near zero.
    Drawish,
    /// Won by the tables.
    Won,
}

const fn kind(strong: &'static str, weak: &'static str, order: Order, known: Known) -> Kind {
    Kind { strong, weak, order, known }
}

const KINDS: [Kind; 20] = [
    kind("BP", "", Order::WrongCorner, Known::Drawn),
    kind("BPP", "", Order::WrongCorner, Known::Drawn),
    kind("BPPP", "", Order::WrongCorner, Known::Drawn),
    kind("BBP", "", Order::WrongCorner, Known::Drawn),
    kind("BBBPP", "", Order::WrongCorner, Known::Drawn),
    kind("P", "", Order::WrongCorner, Known::Drawn),
    kind("PP", "", Order::WrongCorner, Known::Drawn),
    kind("PPP", "", Order::WrongCorner, Known::Drawn),
    kind("BB", "", Order::OneColour, Known::Drawn),
    kind("BB", "BB", Order::OneColour, Known::Drawn),
    kind("BBB", "BB", Order::OneColour, Known::Drawn),
    kind("NN", "", Order::Anywhere, Known::Drawish),
    kind("R", "B", Order::Anywhere, Known::Drawish),
    kind("R", "N", Order::Anywhere, Known::Drawish),
    kind("B", "P", Order::Anywhere, Known::Drawish),
    kind("N", "P", Order::Anywhere, Known::Drawish),
    kind("P", "", Order::Anywhere, Known::Drawish),
    kind("P", "", Order::Anywhere, Known::Won),
    kind("R", "", Order::Anywhere, Known::Won),
    kind("BN", "", Order::Anywhere, Known::Won),
];

/// A position of a kind; `None` if two pieces share a square or it is illegal.
fn place(random: &mut SplitMix, kind: &Kind) -> Option<Position> {
    let mut board = [[' '; 8]; 8];
    let (strong_is_white, mirrored) = (random.below(2) == 0, random.below(2) == 0);
    let shade = random.below(2);
    let mut put = |letter: char, (file, rank): (usize, usize), is_strong: bool| {
        let (file, rank) = if mirrored { (7 - file, rank) } else { (file, rank) };
        let rank = if strong_is_white { rank } else { 7 - rank };
        let is_white = is_strong == strong_is_white;
        let is_pawn = letter == 'P';
        let square = &mut board[7 - rank][file];
        let letter = if is_white { letter } else { letter.to_ascii_lowercase() };
        let is_free = *square == ' ' && !(is_pawn && matches!(rank, 0 | 7));
        *square = letter;
        is_free.then_some(())
    };
    put('K', (random.below(8), random.below(8)), true)?;
    let weak_king = match kind.order {
        Order::WrongCorner => (random.below(2), 6 + random.below(2)),
        _ => (random.below(8), random.below(8)),
    };
    put('K', weak_king, false)?;
    for (men, is_strong) in [(kind.strong, true), (kind.weak, false)] {
        for letter in men.chars() {
            let square = match (letter, kind.order) {
                ('P', Order::WrongCorner) => (0, 1 + random.below(6)),
                _ => (random.below(8), random.below(8)),
            };
            // As the board is written, a1 is dark and the corner a8 light.
            let is_light = (square.0 + square.1) % 2 == 1;
            let fits = match (letter, kind.order) {
                ('B', Order::WrongCorner) => !is_light,
                ('B', Order::OneColour) => is_light == (shade == 1),
                _ => true,
            };
            if !fits {
                return None;
            }
            put(letter, square, is_strong)?;
        }
    }
    let ranks = board.map(|rank| {
        let mut text = String::new();
        for square in rank {
            match (square, text.pop()) {
                (' ', Some(digit @ '1'..='7')) => text.push((digit as u8 + 1) as char),
                (' ', before) => text.extend(before.into_iter().chain(['1'])),
                (letter, before) => text.extend(before.into_iter().chain([letter])),
            }
        }
        text
    });
    let turn = ["w", "b"][random.below(2)];
    let position: Position = format!("{} {turn} - - 0 1", ranks.join("/")).parse().ok()?;
    position.has_legal_move().then_some(position)
}

/// The best move of each iteration and its score; nothing where a mate is announced.
fn iterations(engine: &mut Engine, position: &Position) -> Vec<(u32, Move, Score)> {
    let limits = Limits { nodes: Some(NODES), ..Limits::depth(DEPTH) };
    let handle = engine.start(Job::new(Game::new(*position), limits));
    let mut found = Vec::new();
    while let Ok(event) = handle.events().recv() {
        if let Event::Iteration(iteration) = &event {
            let line = &iteration.lines[0];
            found.push((iteration.depth, line.pv[0], line.score));
        }
        if event.is_last() {
            break;
        }
    }
    found
}

/// Compares the iterations of a search with the known result; the tables judge positions of up to four pieces.
struct Judge {
    tables: Endgames,
    /// Iterations before [`SURE`] whose move loses a drawish ending, and the number of all.
    slips: usize,
    looks: usize,
}

/// From this depth on no move may lose a drawish ending, nor give away a win.
const SURE: u32 = 9;

/// Maximum score of a drawish ending from depth [`SURE`] on, in centipawns: before, a pawn may promote beyond the horizon.
const DRAWISH: i32 = 200;

impl Judge {
    /// `None` with more than four pieces.
    fn value(&self, position: &Position) -> Option<EndgameValue> {
        self.tables.probe(position, &StopFlag::new()).unwrap()
    }

    /// Whether the position is of its kind.
    fn admits(&self, kind: &Kind, position: &Position) -> bool {
        let Some(value) = self.value(position) else { return true };
        let is_draw = value == EndgameValue::Draw;
        assert!(is_draw || kind.known != Known::Drawn, "not drawn: {position}");
        is_draw != (kind.known == Known::Won)
    }

    fn look(&mut self, kind: &Kind, position: &Position, found: (u32, Move, Score)) {
        let (depth, mv, score) = found;
        let case =
            format!("{} v {}: {position} depth {depth}: {mv:?} {score}", kind.strong, kind.weak);
        let after = position.play(mv);
        let value = after.has_legal_move().then(|| self.value(&after)).flatten();
        match kind.known {
            Known::Drawn => {
                assert_eq!(score, Score::DRAW, "{case}");
                assert!(!matches!(value, Some(EndgameValue::Mates(_))), "{case}");
            }
            Known::Drawish => {
                assert!(depth < SURE || score.raw().abs() <= DRAWISH, "{case}");
                let loses = matches!(value, Some(EndgameValue::Mates(_)));
                assert!(!loses || depth < SURE, "{case}");
                self.slips += usize::from(loses);
                self.looks += 1;
            }
            Known::Won => {
                let is_strong = position.color(position.turn()).len() > 1;
                let sign = if is_strong { 1 } else { -1 };
                assert!(score.raw() * sign > 500, "{case}");
                assert!(!is_strong || depth < SURE || value != Some(EndgameValue::Draw), "{case}");
            }
        }
    }
}

#[test]
fn what_is_known_of_endings_stays_known() {
    let count = std::env::var("QUARTERPLY_ENDINGS").map_or(POSITIONS, |text| text.parse().unwrap());
    let mut judge = Judge { tables: Endgames::default(), slips: 0, looks: 0 };
    let mut engine = Engine::new();
    engine.set_option("OwnTables", "off").unwrap();
    engine.set_option("Hash", "16").unwrap();
    let mut random = SplitMix::new(7);
    for kind in &KINDS {
        let mut tried = 0;
        while tried < count {
            let placed = place(&mut random, kind);
            let Some(position) = placed.filter(|position| judge.admits(kind, position)) else {
                continue;
            };
            tried += 1;
            for found in iterations(&mut engine, &position) {
                judge.look(kind, &position, found);
            }
        }
    }
    // A shallow search may miss a fork.
    assert!(
        judge.looks > 0 && judge.slips * 100 <= judge.looks,
        "{} of {}",
        judge.slips,
        judge.looks
    );
}

/// Drawn endings that were scored as won: captures and promotions in the corner, or corrections, led to +2 to +12.
#[test]
fn a_drawn_corner_is_told_as_drawn_and_never_left() {
    let mut engine = Engine::new();
    engine.set_option("OwnTables", "off").unwrap();
    for (fen, only) in [
        ("1k6/8/P7/8/P7/8/1K6/6B1 b - - 0 1", Some("b8a8")),
        ("6k1/8/7P/8/7P/8/6K1/1B6 b - - 0 1", Some("g8h8")),
        ("1k6/8/P7/8/8/1K6/8/6B1 b - - 16 11", Some("b8a8")),
        ("k7/8/8/P7/1K6/8/3B4/8 w - - 0 1", None),
        ("7k/8/7P/7P/6K1/7P/4B3/8 w - - 0 1", None),
        ("8/8/8/3b4/p3k3/p7/8/K7 b - - 0 1", None),
        ("7k/8/6KP/8/4B3/5B2/8/8 w - - 0 1", None),
        ("1b6/8/5b2/8/8/6kp/8/7K w - - 0 1", Some("h1g1")),
    ] {
        let position: Position = fen.parse().unwrap();
        let found = iterations(&mut engine, &position);
        assert!(found.len() >= 13, "{fen}");
        for (depth, mv, score) in found {
            assert_eq!(score, Score::DRAW, "{fen} depth {depth}");
            assert!(only.is_none_or(|only| uci(mv, false) == only), "{fen} {depth}");
        }
    }
}
