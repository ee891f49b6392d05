//! Compares mates with an exhaustive solver on cozy-chess: every verdict of `proof` in two and three moves, the length of every
//! mate, and the answers of `go mate` over UCI.
//!
//! Positions are random, half of them by placing pieces and half by playing games to mate and going back. There are equal numbers
//! with a mate in two, in three, and in neither. `QUARTERPLY_MATES=2000` in the environment sets the number.

use cozy_chess::{Board, BoardBuilder, Color, GameStatus, Move, Piece, Square};
use quarterply::chess::{Position, SplitMix};
use serde_json::Value;

use super::program::{Run, out, program};

/// The longest mate asked for, in moves.
const LONGEST: u8 = 3;

/// Default number of positions.
const POSITIONS: usize = 60;

/// Tries every move of both sides. Replies that refuted a move are tried first where they are legal again.
struct Exhaustive {
    refutation: Option<Move>,
}

fn moves(board: &Board) -> Vec<Move> {
    let mut all = Vec::new();
    board.generate_moves(|some| {
        all.extend(some);
        false
    });
    all
}

fn after(board: &Board, mv: Move) -> Board {
    let mut after = board.clone();
    after.play_unchecked(mv);
    after
}

impl Exhaustive {
    /// Whether the side to move mates in at most `length` moves.
    fn mates(&mut self, board: &Board, length: u8) -> bool {
        moves(board).into_iter().any(|mv| self.is_mated(&after(board, mv), length - 1))
    }

    /// Whether the side to move is mated, or will be in at most `length` moves of the other side, whatever it plays.
    fn is_mated(&mut self, board: &Board, length: u8) -> bool {
        if length == 0 {
            return !board.checkers().is_empty() && board.status() == GameStatus::Won;
        }
        let mut replies = moves(board);
        if replies.is_empty() {
            return !board.checkers().is_empty();
        }
        if let Some(place) = replies.iter().position(|reply| Some(*reply) == self.refutation) {
            replies.swap(0, place);
        }
        let refutes = replies.into_iter().find(|&reply| !self.mates(&after(board, reply), length));
        self.refutation = refutes.or(self.refutation);
        refutes.is_none()
    }

    /// The length of the shortest mate of the side to move; `None` beyond [`LONGEST`].
    fn shortest(&mut self, board: &Board) -> Option<u8> {
        (1..=LONGEST).find(|&length| self.mates(board, length))
    }
}

/// Kings, a few attackers and a few defenders on random squares.
fn placed(random: &mut SplitMix) -> Option<Board> {
    let mut builder = BoardBuilder::empty();
    let attacker = if random.below(2) == 0 { Color::White } else { Color::Black };
    let mut men = vec![(Piece::King, Color::White), (Piece::King, Color::Black)];
    let strong =
        [Piece::Queen, Piece::Rook, Piece::Rook, Piece::Bishop, Piece::Knight, Piece::Pawn];
    men.extend((0..2 + random.below(3)).map(|_| (strong[random.below(6)], attacker)));
    men.extend((0..random.below(4)).map(|_| (strong[random.below(6)], !attacker)));
    for man in men {
        *builder.square_mut(Square::index(random.below(64))) = Some(man);
    }
    builder.side_to_move = attacker;
    builder.build().ok()
}

/// A position some plies before the end of a random game that ends in mate.
fn played(random: &mut SplitMix) -> Option<Board> {
    let mut line = vec![Board::default()];
    while let board = &line[line.len() - 1]
        && board.status() == GameStatus::Ongoing
        && line.len() < 300
    {
        let moves = moves(board);
        line.push(after(board, moves[random.below(moves.len())]));
    }
    let back = [4, 4, 6, 6, 2][random.below(5)];
    let at = line.len().checked_sub(back)?;
    (line.last()?.status() == GameStatus::Won).then(|| line[at].clone())
}

/// Positions with their shortest mates, a third of each kind: in two, in three, in neither.
fn positions(count: usize) -> Vec<(String, Option<u8>)> {
    let (mut random, mut solver) = (SplitMix::new(3), Exhaustive { refutation: None });
    let mut found: Vec<(String, Option<u8>)> = Vec::new();
    let most = count.div_ceil(3);
    let mut number = 0;
    while found.len() < count {
        number += 1;
        let board = if number % 2 == 0 { placed(&mut random) } else { played(&mut random) };
        let Some(board) = board else { continue };
        // Counters at zero: the rules of games and of problems then agree on so short a mate.
        let fields = board.to_string();
        let fen = format!("{} 0 1", fields.split(' ').take(4).collect::<Vec<_>>().join(" "));
        let Ok(position) = Position::from_fen(&fen) else { continue };
        let fen = position.to_fen();
        if !position.has_legal_move() || position.is_insufficient() {
            continue;
        }
        let mate = solver.shortest(&board);
        let kind = found.iter().filter(|(_, length)| *length == mate).count();
        if mate != Some(1) && kind < most && found.iter().all(|(other, _)| *other != fen) {
            found.push((fen, mate));
        }
    }
    found
}

fn output(arguments: &[&str], input: &str) -> String {
    out(&program().args(arguments).given(input))
}

fn wanted() -> usize {
    std::env::var("QUARTERPLY_MATES").map_or(POSITIONS, |count| count.parse().unwrap())
}

#[test]
fn verdicts_and_lengths_are_those_of_a_solver_that_tries_everything() {
    let positions = positions(wanted());
    let mut script = String::new();
    for (fen, mate) in &positions {
        let side = if fen.contains(" w ") { "white" } else { "black" };
        script += &format!("fen {fen}\nproof 2 for {side}\nproof 3 for {side}\n");
        if mate.is_some() {
            script += &format!("proof shortest for {side}\nproof verify\n");
        }
    }
    let objects: Vec<Value> = output(&["--json"], &script)
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap())
        .filter(|object| {
            ["proof", "proof-verified", "error"].map(Value::from).contains(&object["type"])
        })
        .collect();
    let mut objects = objects.iter();
    for (fen, mate) in &positions {
        for asked in 2..=LONGEST {
            let told = objects.next().unwrap();
            assert_eq!(told["fen"], fen.as_str());
            if let Some(length) = mate.filter(|length| *length <= asked) {
                assert_eq!(told["status"], "proven", "{fen}: mate in {length}: {told}");
                let (found, none) = (told["mate"].as_u64(), told["no_mate_in"].as_u64());
                assert!(found >= Some(length.into()) && found <= Some(asked.into()), "{told}");
                assert!(none < Some(length.into()), "{fen}: mate in {length}: {told}");
                assert!(told["shortest"] == false || found == Some(length.into()), "{told}");
            } else {
                assert_eq!(told["status"], "refuted", "{fen}: no mate in {asked}: {told}");
                assert_eq!(told["no_mate_in"], asked, "{told}");
            }
        }
        if let Some(length) = mate {
            let (told, verified) = (objects.next().unwrap(), objects.next().unwrap());
            assert_eq!(
                (&told["mate"], &told["shortest"]),
                (&(*length).into(), &true.into()),
                "{told}"
            );
            assert_eq!(
                (&verified["ok"], &verified["mate"]),
                (&true.into(), &(*length).into()),
                "{fen}"
            );
        }
    }
    assert_eq!(objects.next(), None);
}

#[test]
fn mates_over_uci_are_those_of_a_solver_that_tries_everything() {
    let positions = positions(wanted());
    let mut script = "uci\n".to_owned();
    for (fen, mate) in &positions {
        // Without a mate a long search would follow.
        let limit = if mate.is_some() { "" } else { " nodes 3000" };
        script += &format!("ucinewgame\nposition fen {fen}\ngo mate 3{limit}\nwait\n");
    }
    let text = output(&[], &script);
    let mut answers = text.split_inclusive("bestmove ");
    let mut solver = Exhaustive { refutation: None };
    let mut next = answers.next().unwrap();
    for (fen, mate) in &positions {
        let told = next.rsplit("score mate ").next().filter(|_| next.contains("score mate "));
        let told: Option<i32> = told.map(|rest| rest.split(' ').next().unwrap().parse().unwrap());
        next = answers.next().unwrap();
        let answer = next.split_whitespace().next().unwrap();
        let board: Board = fen.parse().unwrap();
        let mv = cozy_chess::util::parse_uci_move(&board, answer).unwrap();
        match mate {
            Some(length) => {
                assert_eq!(told, Some(i32::from(*length)), "{fen}: {answer}");
                assert!(solver.is_mated(&after(&board, mv), length - 1), "{fen}: {answer}");
            }
            // The search after the solvers may find a longer mate.
            None => assert!(told.is_none_or(|moves| !(1..=3).contains(&moves)), "{fen}: {told:?}"),
        }
    }
}
