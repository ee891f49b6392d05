//! Measures reading PGN in megabytes per second on one core, ours and pgn-reader's alternating:
//! `cargo bench --bench pgn -- FILE.pgn`, or without a file on 20 MB of generated games. Both play every move of every main line;
//! ours also reports damage.

use std::hint::black_box;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use pgn_reader::{Reader, SanPlus, Visitor};
use quarterply::chess::pgn::{PgnGame, PgnReader};
use quarterply::chess::{GameResult, Step};
use shakmaty::{Chess, Position as _};

const ROUNDS: usize = 5;

struct Plies;

impl Visitor for Plies {
    type Tags = ();
    type Movetext = (Chess, usize);
    type Output = usize;

    fn begin_tags(&mut self) -> ControlFlow<usize, ()> {
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<usize, Self::Movetext> {
        ControlFlow::Continue((Chess::default(), 0))
    }

    fn san(&mut self, (position, plies): &mut Self::Movetext, san: SanPlus) -> ControlFlow<usize> {
        match san.san.to_move(position) {
            Ok(mv) => {
                position.play_unchecked(mv);
                *plies += 1;
                ControlFlow::Continue(())
            }
            Err(_) => ControlFlow::Break(*plies),
        }
    }

    fn end_game(&mut self, (_, plies): Self::Movetext) -> usize {
        plies
    }
}

fn theirs(text: &[u8]) -> usize {
    let mut reader = Reader::new(text);
    let mut plies = 0;
    while let Some(game) = reader.read_game(&mut Plies).expect("in memory") {
        plies += game;
    }
    plies
}

fn ours(text: &[u8]) -> usize {
    let mut reader = PgnReader::new(text);
    let mut plies = 0;
    while let Some(record) = reader.record().expect("in memory") {
        plies += record.each_step(false, |_, _| true).plies;
    }
    plies
}

/// Games of random moves.
fn made_up(bytes: usize) -> Vec<u8> {
    let mut state = 1_u64;
    let mut random = |below: usize| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    let mut text = Vec::new();
    while text.len() < bytes {
        let mut game = PgnGame { result: GameResult::Draw, ..PgnGame::default() };
        game.set_tag("White", "Somebody, A");
        game.set_tag("Black", "Somebody else, B");
        for _ in 0..80 {
            let moves = game.tree.game().position().legal_moves();
            if moves.is_empty() {
                break;
            }
            let mv = moves[random(moves.len())].mv;
            game.tree.step(Step::Move(mv)).expect("legal");
        }
        text.extend_from_slice(format!("{game}\n").as_bytes());
    }
    text
}

fn main() {
    let file = std::env::args().skip(1).find(|argument| !argument.starts_with("--"));
    let text = match &file {
        Some(path) => std::fs::read(path).unwrap_or_else(|error| panic!("{path}: {error}")),
        None => made_up(20_000_000),
    };
    let mut times: [Vec<Duration>; 2] = Default::default();
    let mut plies = [0; 2];
    for _ in 0..ROUNDS {
        for (place, read) in [ours, theirs].into_iter().enumerate() {
            let start = Instant::now();
            plies[place] = black_box(read(black_box(&text)));
            times[place].push(start.elapsed());
        }
    }
    let speed = |times: &mut Vec<Duration>| {
        times.sort();
        text.len() as f64 / 1e6 / times[times.len() / 2].as_secs_f64()
    };
    let [ours, theirs] = &mut times;
    let (ours, theirs) = (speed(ours), speed(theirs));
    let mut out = io::stdout().lock();
    writeln!(
        out,
        "{:.0} MB: ours {ours:.0} MB/s ({} plies), pgn-reader with shakmaty {theirs:.0} MB/s ({} plies)",
        text.len() as f64 / 1e6,
        plies[0],
        plies[1]
    )
    .expect("somebody reads");
}
