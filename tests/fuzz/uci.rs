//! Sessions over UCI. In three of four every `go` must be answered by one legal `bestmove`; the others send anything.

use std::path::Path;

use anyhow::Result;
use quarterply::chess::Position;
use quarterply::chess::notation::parse_uci;

use super::board::{self, Board};
use super::chance::Chance;
use super::hostile;
use super::outcome::{Fault, Outcome, panicked, unclean};
use super::program::{Program, Wait, command};
use super::session::{Dialect, Step};
use super::world::World;

const BATCH: usize = 20;

const WORDS: &[&str] = &[
    "uci",
    "isready",
    "ucinewgame",
    "setoption",
    "position",
    "go",
    "perft",
    "stop",
    "ponderhit",
    "debug",
    "wait",
    "d",
    "show",
    "eval",
    "help",
    "register",
    "copyprotection",
    "name",
    "value",
    "startpos",
    "fen",
    "moves",
    "infinite",
    "ponder",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "searchmoves",
    "0000",
    "on",
    "off",
    "true",
    "false",
    "MultiPV",
    "UCI_Chess960",
    "Ponder",
    "Threads",
    "UCI_Elo",
    "UCI_LimitStrength",
    "UCI_ShowWDL",
    "UCI_ShowCurrLine",
    "Strength",
    "Skill Level",
    "Profile",
    "plain",
    "slow",
    "OwnBook",
    "BookFile",
    "Move Overhead",
    "Prove Mates",
    "Clear Hash",
    "SyzygyPath",
    "Evaluation",
    "EvalFile",
    "t.qpn",
    "m.epd",
    "fifo",
    "null",
    "dir",
    "Skill Level",
    "nosuch",
];

const LIMITS: &[&str] = &[
    "depth 1",
    "depth 2",
    "depth 3",
    "nodes 1",
    "nodes 50",
    "nodes 400",
    "movetime 0",
    "movetime 1",
    "movetime 4",
    "mate 1",
    "wtime 50 btime 50",
    "wtime 0 btime 0",
    "wtime -5 btime 40 winc 1 binc 1",
    "wtime 60 btime 60 movestogo 1",
    "depth 2 nodes 100",
    "depth 4 movetime 5",
];

pub(crate) struct Uci;

impl Uci {
    fn noise(chance: &mut Chance, board: &mut Board, wild: bool) -> Vec<u8> {
        let number = hostile::number(chance);
        let mut line = match chance.below(12) {
            0 => format!("setoption name {} value {number}", chance.pick(WORDS)).into_bytes(),
            1 => format!("setoption name {} value {}", chance.pick(WORDS), chance.pick(WORDS))
                .into_bytes(),
            2 => format!("position fen {}", board::near_fen(chance)).into_bytes(),
            3 => format!(
                "position startpos moves {} {}",
                board::near_move(chance),
                board::near_move(chance)
            )
            .into_bytes(),
            4 => format!("position fen {} moves {}", board.fen(chance), board::near_move(chance))
                .into_bytes(),
            5 if wild => format!("go {} {number}", chance.pick(WORDS)).into_bytes(),
            6 if wild => b"go infinite".to_vec(),
            7 if wild => b"go ponder wtime 50 btime 50".to_vec(),
            8 => chance
                .pick(&[
                    "ucinewgame",
                    "uci",
                    "stop",
                    "ponderhit",
                    "debug on",
                    "debug off",
                    "d",
                    "eval",
                    "isready",
                ])
                .into(),
            9 => hostile::noise(chance),
            10 if chance.percent(3) => hostile::long_line(chance),
            _ => {
                let count = chance.range(1, 5);
                let words: Vec<&str> = (0..count).map(|_| chance.pick(WORDS)).collect();
                words.join(" ").into_bytes()
            }
        };
        if chance.percent(20) {
            hostile::damage(chance, &mut line, WORDS);
        }
        line
    }

    /// Returns whether noise is allowed where answers are counted: it begins no search, and gets no similar answer.
    fn is_countable(line: &[u8]) -> bool {
        let text = String::from_utf8_lossy(line).to_lowercase();
        !["go", "isready", "perft", "wait"].iter().any(|word| text.contains(word))
    }
}

/// The line that the program reads from bytes, unless it quits or speaks another protocol.
fn line_of(line: Vec<u8>) -> Option<Vec<u8>> {
    let line: Vec<u8> = line.into_iter().filter(|&byte| byte != b'\n').collect();
    let tame = if line.starts_with(b"uci") { &line[3..] } else { &line[..] };
    hostile::is_safe(tame).then_some(line)
}

impl Dialect for Uci {
    fn name(&self) -> &'static str {
        "uci"
    }

    fn steps(&self, chance: &mut Chance, lines: usize) -> Vec<Step> {
        let wild = chance.percent(25);
        let mut board = Board::new();
        let mut steps = Vec::new();
        let mut count = 0;
        while count < lines {
            if wild || chance.percent(55) {
                let noise = Uci::noise(chance, &mut board, wild);
                let fits = |line: &Vec<u8>| wild || Uci::is_countable(line);
                if let Some(text) = line_of(noise).filter(fits) {
                    steps.push(Step { text, calm: !wild, ..Step::default() });
                    count += 1;
                }
                continue;
            }
            let fen = board.fen(chance);
            let moves: Vec<String> =
                (0..chance.below(4)).map_while(|_| board.play_uci(chance)).collect();
            let position = if moves.is_empty() {
                format!("position fen {fen}")
            } else {
                format!("position fen {fen} moves {}", moves.join(" "))
            };
            let answer = Some(board.position().to_fen());
            let (go, alone) = match chance.below(10) {
                0 => ("go infinite\nstop".to_owned(), true),
                1 => ("go ponder wtime 50 btime 50\nponderhit".to_owned(), true),
                2 => ("go ponder movetime 5\nisready\nstop".to_owned(), true),
                3 => (format!("go {}\nstop", chance.pick(LIMITS)), true),
                4 => (format!("go searchmoves {} depth 2", board.legal_uci(chance)), false),
                _ => (format!("go {}", chance.pick(LIMITS)), false),
            };
            let alone = alone || chance.percent(10);
            // Earlier lines may have set a strength, a book or several lines; every move must be legal all the same.
            let text = format!("{position}\n{go}").into_bytes();
            count += text.iter().filter(|&&byte| byte == b'\n').count() + 1;
            steps.push(Step { text, calm: true, answer, alone });
        }
        steps
    }

    fn run(&self, world: &World, room: &Path, steps: &[Step]) -> Result<Outcome> {
        let mut outcome = Outcome::default();
        let mut program = Program::start(command(&world.binary, room, ["--uci"]))?;
        program.interrupting = false;
        program.say(
            b"uci\nsetoption name Hash value 1\nsetoption name Threads value 1\nisready\n".to_vec(),
        );
        let mut ended = program.wait_for(b"readyok\n");
        let mut batch: Vec<&Step> = Vec::new();
        for (number, step) in steps.iter().enumerate() {
            if ended != Wait::Answered {
                break;
            }
            batch.push(step);
            let last = batch.len() == BATCH || number + 1 == steps.len() || step.alone;
            if !last && !steps[number + 1].alone {
                continue;
            }
            ended = say(&mut program, &batch);
            outcome.trials += lines(&batch);
            batch.clear();
        }
        outcome.measure(&program);
        outcome.refused = count(&program.out, b"info string");
        outcome.blame(panicked(&program.err).or_else(|| panicked(&program.out)));
        outcome.blame(unanswered(&program.out, steps));
        if !outcome.quit(&mut program, ended)? {
            return Ok(outcome);
        }
        outcome.blame(ill_formed(&program));
        Ok(outcome)
    }
}

fn lines(batch: &[&Step]) -> usize {
    batch.iter().map(|step| step.text.iter().filter(|&&byte| byte == b'\n').count() + 1).sum()
}

/// Sends steps, and waits until everything is answered.
fn say(program: &mut Program, batch: &[&Step]) -> Wait {
    let from = program.out.len();
    let mut bytes = Vec::new();
    for step in batch {
        bytes.extend(&step.text);
        bytes.push(b'\n');
    }
    let wild = batch.iter().any(|step| !step.calm);
    if wild {
        bytes.extend(b"stop\n");
    }
    bytes.extend(b"isready\n");
    let asked = count(&bytes, b"isready\n");
    let answers = batch.iter().filter(|step| step.answer.is_some()).count();
    program.say(bytes);
    program.wait(|out| {
        let new = &out[from.min(out.len())..];
        // In wild sessions damage may add or remove a query.
        let ready = if wild { 1 } else { asked };
        let done = count(new, b"readyok\n") >= ready && count(new, b"bestmove ") >= answers;
        done.then_some(out.len())
    })
}

/// Returns how many lines begin so.
fn count(bytes: &[u8], text: &[u8]) -> usize {
    bytes.split_inclusive(|&byte| byte == b'\n').filter(|line| line.starts_with(text)).count()
}

/// Returns the first `go` that was not answered by one legal move.
fn unanswered(out: &[u8], steps: &[Step]) -> Option<Fault> {
    if steps.iter().any(|step| !step.calm) {
        return None;
    }
    let out = String::from_utf8_lossy(out);
    let mut answers = out.lines().filter(|line| line.starts_with("bestmove"));
    for step in steps {
        let Some(fen) = &step.answer else { continue };
        let said = String::from_utf8_lossy(&step.text);
        let Some(line) = answers.next() else {
            return Some(Fault::new("no bestmove", said));
        };
        let word = line.split(' ').nth(1).unwrap_or_default();
        let Ok(position) = Position::from_fen(fen) else { continue };
        let legal = if position.has_legal_move() {
            parse_uci(&position, word).is_ok()
        } else {
            matches!(word, "0000" | "(none)")
        };
        if !legal {
            return Some(Fault::new("an illegal bestmove", format!("{said}\n{fen}\n{line}")));
        }
    }
    answers.next().map(|line| Fault::new("a bestmove too many", line))
}

/// Returns the first line that is not valid UCI.
fn ill_formed(program: &Program) -> Option<Fault> {
    if !program.err.is_empty() {
        let text = String::from_utf8_lossy(&program.err).into_owned();
        return Some(Fault::new("something on standard error", text));
    }
    let text = String::from_utf8_lossy(&program.out);
    let is_wrong = |line: &&str| {
        let mut words = line.split(' ');
        match words.next() {
            Some("bestmove") => {
                let rest: Vec<&str> = words.collect();
                !(rest.len() == 1 || rest.len() == 3 && rest[1] == "ponder")
            }
            Some("info") => !matches!(
                words.next(),
                Some(
                    "string"
                        | "depth"
                        | "currmove"
                        | "nodes"
                        | "multipv"
                        | "score"
                        | "time"
                        | "hashfull"
                        | "refutation"
                        | "currline"
                )
            ),
            _ => false,
        }
    };
    if let Some(line) = text.lines().find(is_wrong) {
        return Some(Fault::new("an ill-formed line", line));
    }
    unclean(&program.out)
}
