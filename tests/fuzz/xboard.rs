//! Sessions over xboard's protocol. In three of four every `go` must be answered by one legal move; the others send anything.

use std::path::Path;

use anyhow::Result;
use quarterply::chess::notation::parse_uci;
use quarterply::chess::{Position, parse_move};

use super::board::{self, Board};
use super::chance::Chance;
use super::hostile;
use super::outcome::{Fault, Outcome, panicked, unclean};
use super::program::{Program, Wait, command};
use super::session::{Dialect, Step};
use super::world::World;

const BATCH: usize = 20;

const WORDS: &[&str] = &[
    "protover",
    "new",
    "variant",
    "random",
    "force",
    "go",
    "playother",
    "white",
    "black",
    "level",
    "st",
    "sd",
    "nps",
    "time",
    "otim",
    "usermove",
    "?",
    "ping",
    "draw",
    "result",
    "setboard",
    "edit",
    "hint",
    "bk",
    "undo",
    "remove",
    "hard",
    "easy",
    "post",
    "nopost",
    "analyze",
    "name",
    "rating",
    "ics",
    "computer",
    "pause",
    "resume",
    "memory",
    "cores",
    "egtpath",
    "option",
    "exclude",
    "include",
    "setscore",
    ".",
    "accepted",
    "rejected",
    "rem",
    "xyzzy",
    "show",
    "eval",
    "moves",
    "get",
    "history",
];

/// Commands that begin a search or change the side to move: excluded where moves are counted.
const PLAYS: &[&str] = &[
    "go",
    "playother",
    "new",
    "analy",
    "white",
    "black",
    "?",
    "edit",
    "move",
    "ping",
    "hard",
    "draw",
    "result",
    "resign",
];

pub(crate) struct Xboard;

impl Xboard {
    fn noise(chance: &mut Chance, board: &mut Board) -> Vec<u8> {
        let number = hostile::number(chance);
        let square = |chance: &mut Chance| board::near_move(chance);
        let word = chance.pick(WORDS);
        let argument = match word {
            "usermove" => match chance.below(3) {
                0 => square(chance),
                _ => board.play_uci(chance).unwrap_or_default(),
            },
            "setboard" if chance.percent(60) => board.fen(chance),
            "setboard" => board::near_fen(chance),
            "level" => chance.pick(&[
                "40 0:01 0".to_owned(),
                "0 0:01 1".to_owned(),
                format!("{number} {number} {number}"),
                "0 1 0".to_owned(),
            ]),
            "st" | "sd" | "time" | "otim" => {
                chance.pick(&["1".to_owned(), "2".to_owned(), "100".to_owned(), number])
            }
            "memory" | "cores" => chance.pick(&["1", "2", "x", "-1"]).to_owned(),
            "option" => chance.pick(&[
                "MultiPV=3".to_owned(),
                "Clear Hash".to_owned(),
                format!("Strength={number}"),
                "Profile=slow".to_owned(),
                "=".to_owned(),
                "BookFile=fifo".to_owned(),
                "EvalFile=s.qps".to_owned(),
                "EvalFile=null".to_owned(),
            ]),
            "variant" => chance.pick(&["normal", "fischerandom", "atomic"]).to_owned(),
            "edit" => {
                chance.pick(&["", "\n#\nKe1\nPa2\nc\nke8\n.", "\nKe1\nxx\n.", "\n."]).to_owned()
            }
            "exclude" | "include" => {
                let named = square(chance);
                chance.pick(&["all".to_owned(), "best".to_owned(), named])
            }
            "result" => chance.pick(&["1-0 {x}", "* {}", "x"]).to_owned(),
            "new" | "force" | "go" | "undo" | "?" | "." | "hint" | "bk" => String::new(),
            _ => chance.pick(&[String::new(), number, "x y".to_owned()]),
        };
        let mut line = format!("{word} {argument}").trim_end_matches(' ').as_bytes().to_vec();
        match chance.below(100) {
            0..12 => hostile::damage(chance, &mut line, WORDS),
            12..15 => line = hostile::noise(chance),
            15 if chance.percent(15) => line = hostile::long_line(chance),
            _ => {}
        }
        line
    }

    fn is_countable(line: &[u8]) -> bool {
        let text = String::from_utf8_lossy(line).to_lowercase();
        !PLAYS.iter().any(|word| text.contains(word))
    }
}

impl Dialect for Xboard {
    fn name(&self) -> &'static str {
        "xboard"
    }

    fn steps(&self, chance: &mut Chance, lines: usize) -> Vec<Step> {
        let wild = chance.percent(25);
        let mut board = Board::new();
        let mut steps = Vec::new();
        let mut count = 0;
        while count < lines {
            if wild || chance.percent(70) {
                let text = Xboard::noise(chance, &mut board);
                let safe = text.split(|&byte| byte == b'\n').all(hostile::is_safe);
                if safe && (wild || Xboard::is_countable(&text)) {
                    count += 1 + text.iter().filter(|&&byte| byte == b'\n').count();
                    steps.push(Step { text, calm: !wild, ..Step::default() });
                }
                continue;
            }
            let fen = board.fen(chance);
            if is_over(board.position()) {
                continue;
            }
            let played = if chance.percent(40) { board.play_uci(chance) } else { None };
            if is_over(board.position()) {
                continue;
            }
            let played = played.map(|mv| format!("\nusermove {mv}")).unwrap_or_default();
            let (level, end) = match chance.below(6) {
                0 => ("st 60", "?\n"),
                1 => ("sd 1", ""),
                2 => ("level 0 0:01 0\ntime 10\notim 10", ""),
                3 => ("sd 3", ""),
                4 => ("sd 2", "?\n"),
                _ => ("sd 2", ""),
            };
            let text = format!("force\nsetboard {fen}{played}\n{level}\ngo\n{end}");
            count += text.lines().count();
            let answer = Some(board.position().to_fen());
            steps.push(Step {
                text: text.trim_end().as_bytes().to_vec(),
                calm: true,
                answer,
                alone: !end.is_empty(),
            });
        }
        steps
    }

    fn run(&self, world: &World, room: &Path, steps: &[Step]) -> Result<Outcome> {
        let mut outcome = Outcome::default();
        let mut program = Program::start(command(&world.binary, room, ["--xboard"]))?;
        program.interrupting = false;
        program.say(b"xboard\nprotover 2\nmemory 1\ncores 1\nnew\nforce\nping 1\n".to_vec());
        let mut ended = program.wait_for(b"pong 1\n");
        let mut heard = Vec::new();
        let mut plays = false;
        for (number, steps) in steps.chunks(BATCH).enumerate() {
            if ended != Wait::Answered {
                break;
            }
            for (place, step) in steps.iter().enumerate() {
                let from = program.out.len();
                let tag = 1_000_000 + number * BATCH + place;
                // The engine goes on playing after an answer, and what follows is not a game.
                let mut bytes = if plays { b"force\n".to_vec() } else { Vec::new() };
                plays = step.answer.is_some();
                bytes.extend(&step.text);
                outcome.trials += 1 + step.text.iter().filter(|&&byte| byte == b'\n').count();
                let last = place + 1 == steps.len();
                if !step.calm && !last {
                    bytes.push(b'\n');
                    program.say(bytes);
                    continue;
                }
                let end = if step.calm { "\n" } else { "\n.\nresume\nexit\n?\nforce\n" };
                bytes.extend(format!("{end}ping {tag}\n").as_bytes());
                program.say(bytes);
                // Steps without an answer of their own are sent together.
                if step.answer.is_none() && !last {
                    continue;
                }
                ended = program.wait_for(format!("pong {tag}\n").as_bytes());
                if ended != Wait::Answered {
                    break;
                }
                if let Some(fen) = &step.answer {
                    heard.push((step, fen, program.out[from.min(program.out.len())..].to_vec()));
                }
            }
        }
        outcome.measure(&program);
        outcome.refused = refusals(&program.out);
        outcome.blame(panicked(&program.err).or_else(|| panicked(&program.out)));
        outcome.blame(heard.iter().find_map(|(step, fen, out)| wrong_answer(step, fen, out)));
        if !outcome.quit(&mut program, ended)? {
            return Ok(outcome);
        }
        if !program.err.is_empty() {
            let text = String::from_utf8_lossy(&program.err).into_owned();
            outcome.blame(Some(Fault::new("something on standard error", text)));
        }
        outcome.blame(unclean(&program.out));
        Ok(outcome)
    }
}

fn refusals(out: &[u8]) -> usize {
    let text = String::from_utf8_lossy(out);
    text.lines()
        .filter(|line| line.starts_with("Error (") || line.starts_with("Illegal move"))
        .count()
}

/// Returns whether a game ends at a position, so that no move is due.
fn is_over(position: &Position) -> bool {
    !position.has_legal_move() || position.is_insufficient()
}

/// Returns the fault unless exactly one legal move was made.
fn wrong_answer(step: &Step, fen: &str, out: &[u8]) -> Option<Fault> {
    let (said, text) = (String::from_utf8_lossy(&step.text), String::from_utf8_lossy(out));
    let position = Position::from_fen(fen).ok()?;
    let moves: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("move ")).collect();
    // A game that is drawn or lost already may be ended instead.
    let result = text.lines().any(|line| {
        line.starts_with("1-0")
            || line.starts_with("0-1")
            || line.starts_with("1/2-1/2")
            || line == "resign"
    });
    match moves[..] {
        [] if result => None,
        [mv] if parse_uci(&position, mv).is_ok() || parse_move(&position, mv).is_ok() => None,
        [] => Some(Fault::new("no move", format!("{said}\n{text}"))),
        _ => Some(Fault::new("an illegal move, or too many", format!("{said}\n{fen}\n{text}"))),
    }
}
