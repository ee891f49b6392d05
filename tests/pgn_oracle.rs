//! Compares PGN with another parser, pgn-reader on shakmaty: both read the main lines of the same games, with comments, glyphs
//! and variations, and reach the same positions.

use std::ops::ControlFlow;

use pgn_reader::{RawTag, Reader, SanPlus, Visitor};
use quarterply::chess::game_tree::Annotation;
use quarterply::chess::pgn::{PgnGame, PgnReader};
use quarterply::chess::{GameResult, Position, Step};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position as _};

/// The end of a main line, by the other parser.
struct EndOfGame;

impl Visitor for EndOfGame {
    type Tags = Chess;
    type Movetext = (Chess, usize);
    type Output = (Chess, usize);

    fn begin_tags(&mut self) -> ControlFlow<Self::Output, Chess> {
        ControlFlow::Continue(Chess::default())
    }

    fn tag(
        &mut self,
        start: &mut Chess,
        name: &[u8],
        value: RawTag<'_>,
    ) -> ControlFlow<Self::Output> {
        if name == b"FEN" {
            let fen = Fen::from_ascii(value.as_bytes()).unwrap();
            *start = fen.into_position(CastlingMode::Standard).unwrap();
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, start: Chess) -> ControlFlow<Self::Output, Self::Movetext> {
        ControlFlow::Continue((start, 0))
    }

    fn san(
        &mut self,
        (position, plies): &mut Self::Movetext,
        san: SanPlus,
    ) -> ControlFlow<Self::Output> {
        let mv = san.san.to_move(position).unwrap();
        position.play_unchecked(mv);
        *plies += 1;
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, end: Self::Movetext) -> Self::Output {
        end
    }
}

struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }
}

/// A random game with some variations.
fn game(random: &mut Random, start: Position) -> PgnGame {
    let mut game = PgnGame { result: GameResult::Draw, ..PgnGame::default() };
    game.tree = quarterply::chess::game_tree::GameTree::new(start);
    for _ in 0..20 + random.below(120) {
        let moves = game.tree.game().position().legal_moves();
        if moves.is_empty() {
            break;
        }
        let (here, mv) = (game.tree.current(), moves[random.below(moves.len())].mv);
        game.tree.step(Step::Move(mv)).unwrap();
        let node = game.tree.current();
        if random.below(6) == 0 {
            let after = vec!["a word (1. e4) 1-0".to_owned()];
            game.tree.annotate(node, Annotation { nags: vec![2], after, ..Annotation::default() });
        }
        if random.below(9) == 0 {
            game.tree.goto_node(here);
            game.tree.step(Step::Move(moves[random.below(moves.len())].mv)).unwrap();
            game.tree.goto_node(node);
        }
    }
    game
}

#[test]
fn main_lines_end_where_another_reader_says() {
    let mut random = Random(5);
    let starts = [
        Position::start(),
        Position::from_fen("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1")
            .unwrap(),
    ];
    let games: Vec<PgnGame> = (0..300).map(|n| game(&mut random, starts[n % 2])).collect();
    let text: String = games.iter().map(|game| format!("{game}\n")).collect();
    let mut theirs = Reader::new(text.as_bytes());
    let mut ours = PgnReader::new(text.as_bytes());
    let mut plies = 0;
    for number in 0..games.len() {
        let record = ours.record().unwrap().expect("as many games");
        let mut end = None;
        let reading = record.each_step(number % 3 == 0, |position, step| {
            end = Some(step.apply(position));
            true
        });
        assert_eq!(reading.faults().count(), 0, "{record:?}");
        let patient = record.read();
        assert_eq!((reading.plies, reading.result), (patient.game.game().ply(), GameResult::Draw));
        let (their_end, their_plies) =
            theirs.read_game(&mut EndOfGame).unwrap().expect("as many games");
        assert_eq!(reading.plies, their_plies);
        let fen = Fen::from_position(&their_end, EnPassantMode::Legal).to_string();
        assert_eq!(end.map(|end| end.to_fen()), Some(fen));
        assert_eq!(patient.game.game().position(), &end.unwrap());
        plies += their_plies;
    }
    assert!(ours.record().unwrap().is_none() && plies > 10_000, "{plies}");
}

/// The fast and the tolerant parser report the same damage.
#[test]
fn nothing_damaged_is_quick_and_silent() {
    const GOOD: &str = "[White \"A\"]\n[Result \"1-0\"]\n\n1. e4 e5 {a} 2. Nf3 $1 (2. f4 exf4) 2... Nc6 3. Bb5 a6 4. O-O Nf6 1-0\n";
    let mut random = Random(11);
    let junk: [&[u8]; 14] = [
        b"{", b"}", b"(", b")", b";", b"\n\n", b"[", b"\xff", b"\0", b"Ke9", b"$", b"1-0", b"e8=Q",
        b" Qh5 ",
    ];
    let (mut faults, mut quick) = (0, 0);
    for _ in 0..1_000 {
        let mut bytes = GOOD.as_bytes().to_vec();
        for _ in 0..=random.below(2) {
            let at = random.below(bytes.len());
            let end = (at + random.below(6)).min(bytes.len());
            bytes.splice(at..end, junk[random.below(junk.len())].iter().copied());
        }
        let mut reader = PgnReader::new(&bytes[..]);
        while let Some(record) = reader.record().unwrap() {
            let mut steps = Vec::new();
            let reading = record.each_step(true, |_, step| {
                steps.push(step);
                true
            });
            let patient = record.read();
            let told = |fault: &Option<quarterply::chess::pgn::PgnError>| {
                fault.as_ref().map(ToString::to_string)
            };
            assert_eq!(told(&reading.fault), told(&patient.fault), "{record:?}");
            assert_eq!(reading.doubts.len(), patient.doubts.len(), "{record:?}");
            let mut tree = patient.game.tree;
            tree.goto_main_end();
            assert_eq!(steps, tree.game().played(), "{record:?}");
            faults += usize::from(patient.fault.is_some());
            quick += usize::from(patient.fault.is_none());
        }
    }
    assert!(faults > 300 && quick > 100, "{faults} damaged, {quick} not");
}
