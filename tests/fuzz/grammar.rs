//! Lines of the prompt, generated from the table of commands: a new command is covered automatically.
//!
//! Expensive commands get small limits; other arguments come from the table's words and examples.

use quarterply::commands::{COMMANDS, CommandSpec, Completer, topics};
use quarterply::shell::session::setting_names;

use super::board::{self, Board};
use super::chance::Chance;
use super::hostile;

/// Names of files that may be in the folder, or be created there.
pub(crate) const FILES: &[&str] = &[
    "g.pgn",
    "m.epd",
    "s.qps",
    "t.qpn",
    "b.bin",
    "book.txt",
    "proof.jsonl",
    "lines.txt",
    "new.pgn",
    "new.qps",
    "new.epd",
    "new.svg",
    "new.html",
    "new.qpn",
    "nosuch/x",
    "dir",
    "fifo",
    "zero",
    "null",
    "\"two words.pgn\"",
    "\"\"",
    ".",
    "-",
];

/// Expensive commands, generated less often.
const HEAVY: &[&str] =
    &["solve", "sound", "annotate", "label", "compare", "suite", "tb", "perft", "book", "why"];

/// Commands that end the session, use too many resources, or start other programs.
const LEFT_OUT: &[&str] = &["quit", "uci", "xboard", "bench", "auto", "second"];

/// Commands after which something runs beside the following lines.
const BESIDE: &[&str] = &["play", "analyze", "watch", "wait", "ponder", "now"];

/// State of the generator.
pub(crate) struct Grammar {
    /// The board that the lines were about.
    pub board: Board,
    /// Whether searches in the background and games against the engine are begun.
    pub beside: bool,
    words: Vec<&'static str>,
    settings: Vec<String>,
}

impl Grammar {
    /// Creates a writer at the first position of a game.
    pub(crate) fn new(beside: bool) -> Grammar {
        let mut words: Vec<&'static str> = COMMANDS.iter().map(|spec| spec.name).collect();
        for spec in COMMANDS.iter() {
            if let Completer::Words(list) | Completer::Explained(_, list) = spec.completer {
                words.extend(list);
            }
        }
        words.extend(FILES);
        words.extend([
            "startpos", "moves", "infinite", "depth", "nodes", "mate", "inf", "only", "except",
            "lines", "game", "problem", "for", "white", "black", "==", "!=", "<", "in", "on",
            "off", "default", "--force", "--keep", "KRK", "d2", "5ms",
        ]);
        words.retain(|word| !LEFT_OUT.contains(word));
        let settings = setting_names().into_iter().map(|(name, _)| name).collect();
        Grammar { board: Board::new(), beside, words, settings }
    }

    /// Returns a line, or a few that belong together, without the last line end.
    pub(crate) fn line(&mut self, chance: &mut Chance) -> Vec<u8> {
        loop {
            let line = self.any_line(chance);
            let quiet = self.beside || !has_background(&line);
            if quiet && line.split(|&byte| byte == b'\n').all(hostile::is_safe) {
                return line;
            }
        }
    }

    fn any_line(&mut self, chance: &mut Chance) -> Vec<u8> {
        let mut line = match chance.below(1000) {
            0..470 => self.command(chance).into_bytes(),
            470..540 => self.board.fen(chance).into_bytes(),
            540..580 => board::near_fen(chance).into_bytes(),
            580..760 => {
                let count = chance.pick(&[1, 1, 1, 2, 3, 6]);
                self.board.play(chance, count).into_bytes()
            }
            760..800 => board::near_move(chance).into_bytes(),
            800..840 => board::movetext(chance).into_bytes(),
            840..870 => self.board.game(chance).into_bytes(),
            870..910 => {
                let count = chance.range(1, 6);
                let words: Vec<&str> = (0..count).map(|_| chance.pick(&self.words)).collect();
                words.join(" ").into_bytes()
            }
            910..950 => hostile::noise(chance),
            950..952 => return hostile::long_line(chance),
            952..956 => return self.nested(chance).into_bytes(),
            956..960 => return board::side_lines(chance).into_bytes(),
            960..975 => {
                self.board.reset();
                b"new".to_vec()
            }
            _ => {
                let (first, second) = (self.command(chance), self.command(chance));
                let between = chance.pick(&[";", ";;", "; ;"]);
                format!("{first} {between} {second}").into_bytes()
            }
        };
        if chance.percent(18) {
            hostile::damage(chance, &mut line, &self.words);
        }
        line
    }

    /// Returns a command within a command, up to thousands of times.
    fn nested(&mut self, chance: &mut Chance) -> String {
        let outer = chance.pick(&["time ", "picture new.svg ", "time picture new.svg "]);
        let depth = chance.pick(&[2, 8, 15, 16, 17, 40, 400, 4_000]);
        outer.repeat(depth) + &self.command(chance)
    }

    /// Returns a command with suitable or unsuitable arguments.
    fn command(&mut self, chance: &mut Chance) -> String {
        loop {
            let spec = &COMMANDS[chance.below(COMMANDS.len())];
            let left_out = LEFT_OUT.contains(&spec.name)
                || HEAVY.contains(&spec.name) && chance.percent(75)
                || BESIDE.contains(&spec.name) && !self.beside;
            if left_out {
                continue;
            }
            let name = match spec.aliases {
                [] => spec.name,
                aliases if chance.percent(20) => aliases[chance.below(aliases.len())],
                _ => spec.name,
            };
            let arguments = self.arguments(chance, spec);
            return format!("{name} {arguments}").trim_end().to_owned();
        }
    }

    fn limit(chance: &mut Chance) -> String {
        let limits = [
            "1ms",
            "3ms",
            "5ms",
            "d1",
            "d2",
            "d3",
            "depth 2",
            "nodes 50",
            "nodes 100",
            "1k",
            "nodes 500",
            "movetime 2",
            "wtime 50 btime 50",
            "2k",
            "10ms",
            "mate 1",
        ];
        chance.pick(&limits).to_owned()
    }

    fn file(chance: &mut Chance) -> String {
        chance.pick(FILES).to_owned()
    }

    fn arguments(&mut self, chance: &mut Chance, spec: &CommandSpec) -> String {
        if chance.percent(12) {
            return self.general(chance, spec);
        }
        let limit = Grammar::limit(chance);
        let (file, goal) = (Grammar::file(chance), Grammar::file(chance));
        let number = hostile::number(chance);
        let small = hostile::small(chance);
        let legal = self.board.legal(chance);
        let choices: Vec<String> = match spec.name {
            "go" if self.beside => vec![
                limit.clone(),
                format!("{limit} &"),
                "inf &".to_owned(),
                format!("only {legal} {limit}"),
                format!("lines {small} {limit}"),
            ],
            "go" => vec![
                limit.clone(),
                format!("only {legal} {limit}"),
                format!("except {legal} {limit}"),
                format!("lines {small} {limit}"),
                format!("mate {small} {limit}"),
                format!("{limit} {limit}"),
            ],
            "top" => vec![format!("{small} {limit}"), limit],
            "compare" => vec![
                "nodes 50 --profiles plain,slow".to_owned(),
                "nodes 10".to_owned(),
                format!("--profiles {number} nodes 10"),
            ],
            "proof" => vec![
                format!("{} 20ms", chance.range(1, 3)),
                "5ms".to_owned(),
                "1k".to_owned(),
                format!("all {} 2k", chance.range(1, 2)),
                "shortest 1k".to_owned(),
                "resume 1k".to_owned(),
                format!("set {} 1k", chance.range(1, 2)),
                format!("tree ply {small}"),
                format!("line {legal}"),
                "verify".to_owned(),
                format!("save {goal}"),
                format!("load {file}"),
                format!("export {goal}"),
                format!("{small} 1k 1MiB"),
                format!("play {small}"),
            ],
            "tries" => {
                vec!["1 2k".to_owned(), "2 2k".to_owned(), format!("refutations {small} 1k")]
            }
            "solve" => vec![
                "m.epd 1k".to_owned(),
                format!("{file} 1k --misses {goal}"),
                format!("{file} 1k --jobs 2"),
                format!("m.epd 1k --proofs dir --from {file}"),
            ],
            "suite" => {
                vec![format!("{file} nodes 50"), "m.epd nodes 50 --profiles plain,slow".to_owned()]
            }
            "perft" => vec![
                chance.range(0, 3).to_string(),
                "2 divide".to_owned(),
                format!("2 expect {number}"),
                format!("--suite {file} --depth 2"),
            ],
            "set" => {
                let name = chance.pick(&self.settings);
                let value = match chance.below(4) {
                    0 => "default".to_owned(),
                    1 => chance.pick(&["on", "off", "true", "false"]).to_owned(),
                    2 => small,
                    _ => number,
                };
                match name.as_str() {
                    "go.default" | "proof.default" => {
                        vec![format!("{name} 2ms"), format!("{name} 1k"), format!("{name} x")]
                    }
                    "Debug Log File" | "EvalFile" | "BookFile" | "BookEdits" => {
                        vec![format!("{name} {file}"), format!("{name} default")]
                    }
                    _ => vec![
                        format!("{name} {value}"),
                        format!("{name}={value}"),
                        format!("name {name} value {value}"),
                        name,
                    ],
                }
            }
            "get" => vec![String::new(), chance.pick(&self.settings), number],
            "hash" => vec!["1".to_owned(), "2".to_owned(), "4M".to_owned(), "0".to_owned(), number],
            "threads" => vec!["1".to_owned(), "2".to_owned(), "0".to_owned(), number],
            "profile" => {
                vec!["quarterply".to_owned(), "slow".to_owned(), "plain".to_owned(), number]
            }
            "load" | "games" => vec![
                "g.pgn".to_owned(),
                format!("g.pgn {small}"),
                file.clone(),
                format!("{file} {number}"),
                "g.pgn player Anna".to_owned(),
                "g.pgn position".to_owned(),
                format!("g.pgn moves 1..{small}"),
                "m.epd 1".to_owned(),
                "t.qpn".to_owned(),
            ],
            "save" => vec![
                goal.clone(),
                format!("{goal} --force"),
                "new.qps".to_owned(),
                "new.pgn".to_owned(),
            ],
            "pgn" => vec![String::new(), "new.pgn".to_owned(), goal],
            "picture" => vec![
                "new.svg".to_owned(),
                format!("{goal} eval"),
                format!(
                    "new.svg {}",
                    chance.pick(&["show", "moves", "go d1", "help", "picture new.svg"])
                ),
            ],
            "restore" => vec!["s.qps".to_owned(), file],
            "source" => vec!["lines.txt".to_owned(), file],
            "fen" | "position" => {
                let fen = if chance.percent(70) {
                    self.board.fen(chance)
                } else {
                    board::near_fen(chance)
                };
                let prefix = if spec.name == "position" { "fen " } else { "" };
                vec![
                    format!("{prefix}{fen}"),
                    format!("{prefix}{fen} moves {}", board::near_move(chance)),
                    "startpos moves e2e4 e7e5".to_owned(),
                    String::new(),
                ]
            }
            "undo" | "redo" => vec![String::new(), String::new(), small, number],
            "goto" => vec![
                "start".to_owned(),
                "end".to_owned(),
                format!("{small}w"),
                format!("{small}b"),
                number,
            ],
            "moves" | "see" | "resolve" | "explain" => {
                vec![String::new(), legal, number, format!("lines {small}")]
            }
            "pv" => vec![
                String::new(),
                "play".to_owned(),
                format!("play {small}"),
                format!("board {small}"),
                number,
            ],
            "new" => {
                vec![String::new(), "960".to_owned(), format!("960 {number}"), "324".to_owned()]
            }
            "assert" => vec![
                format!(
                    "{} {} {number}",
                    chance.pick(&["best", "mate", "score", "depth", "fen", "turn", "legal"]),
                    chance.pick(&["==", "!=", "<", "in", "~"])
                ),
                "turn == white".to_owned(),
            ],
            "help" => vec![
                String::new(),
                chance.pick(&self.words).to_owned(),
                topics::names().nth(chance.below(6)).unwrap_or("all").to_owned(),
            ],
            "variation" => vec![
                String::new(),
                small,
                "next".to_owned(),
                "previous".to_owned(),
                "promote".to_owned(),
                "delete".to_owned(),
                number,
            ],
            "tag" => vec![
                String::new(),
                "White Anna".to_owned(),
                "Result 1-0".to_owned(),
                format!("{number} x"),
                "FEN x".to_owned(),
                "White \u{1b}[2J\u{202e}x".to_owned(),
            ],
            "comment" => vec![
                String::new(),
                "a } b { c".to_owned(),
                "[%clk 1:0:0]".to_owned(),
                "\u{1b}[31m \u{9b}x".to_owned(),
                "delete".to_owned(),
                number,
            ],
            "nag" => vec![
                String::new(),
                "!".to_owned(),
                format!("${number}"),
                "$14 $2".to_owned(),
                "delete".to_owned(),
            ],
            "annotate" => vec![
                "nodes 50".to_owned(),
                format!("nodes 20 --html {goal}"),
                format!("{file} nodes 20"),
                format!("g.pgn nodes 20 --to {goal} --force"),
                format!("nodes 20 --game {number}"),
                format!("nodes 10 --margin {number} --svg new.svg"),
            ],
            "label" => vec![format!("{file} 10"), "x".to_owned()],
            "network" => vec![String::new(), file],
            "book" => vec![
                "0".to_owned(),
                "on".to_owned(),
                "off".to_owned(),
                format!("add {legal} {small}"),
                format!("weight {legal} {number}"),
                format!("remove {legal}"),
                format!("save {goal}"),
            ],
            "play" => vec![
                "white 2ms".to_owned(),
                "black d1".to_owned(),
                "d2".to_owned(),
                "0.1+0.01".to_owned(),
                format!("white {number}"),
                "50".to_owned(),
                format!("{number}+{number}"),
            ],
            "level" => vec![
                String::new(),
                "1+0".to_owned(),
                "40/5+1".to_owned(),
                "d1".to_owned(),
                format!("{number}+{number}"),
                number,
            ],
            "alias" => vec![
                String::new(),
                "zz show".to_owned(),
                "zz yy".to_owned(),
                "yy zz".to_owned(),
                "zz".to_owned(),
                format!("zz go {limit}"),
            ],
            "log" => vec![
                String::new(),
                "off".to_owned(),
                "new.log".to_owned(),
                "y_%.log".to_owned(),
                file,
            ],
            "time" => {
                let inner = chance.pick(&["show", "fen", "go d1", "perft 2", "undo", "time fen"]);
                vec![inner.to_owned()]
            }
            _ => return self.general(chance, spec),
        };
        chance.pick(&choices)
    }

    /// Returns arguments that the table of commands suggests: its words, its examples with small numbers, a number, a move.
    fn general(&mut self, chance: &mut Chance, spec: &CommandSpec) -> String {
        match chance.below(8) {
            0 | 1 => String::new(),
            2 if !HEAVY.contains(&spec.name) => hostile::number(chance),
            3 => self.board.legal(chance),
            4 => Grammar::file(chance),
            5 if !spec.examples.is_empty() => {
                let (example, ..) = spec.examples[chance.below(spec.examples.len())];
                let arguments = example.split_once(' ').map_or("", |(_, arguments)| arguments);
                with_small_numbers(arguments, chance)
            }
            _ => match spec.completer {
                Completer::Words(words) | Completer::Explained(_, words) if !words.is_empty() => {
                    let count = chance.range(1, 3);
                    let some: Vec<String> = (0..count)
                        .map(|_| format!("{} {}", chance.pick(words), hostile::small(chance)))
                        .collect();
                    some.join(" ")
                }
                Completer::Settings => chance.pick(&self.settings),
                Completer::Commands => chance.pick(&self.words).to_owned(),
                Completer::Limits => Grammar::limit(chance),
                _ => chance.pick(&self.words).to_owned(),
            },
        }
    }
}

/// Returns an example with every number made small, and without the letters behind them that make it large again.
fn with_small_numbers(example: &str, chance: &mut Chance) -> String {
    let mut made = String::new();
    let mut letters = example.chars().peekable();
    while let Some(letter) = letters.next() {
        if !letter.is_ascii_digit() {
            made.push(letter);
            continue;
        }
        while letters.next_if(char::is_ascii_digit).is_some() {}
        letters.next_if(|letter| "kMGs".contains(*letter));
        made += &hostile::small(chance);
    }
    made
}

/// Returns whether a line may leave something running behind it.
fn has_background(line: &[u8]) -> bool {
    let text = String::from_utf8_lossy(line).to_lowercase();
    text.contains('&')
        || [
            "play", "analy", "force", "ponder", "now", "source", "restore", "terminal", "isatty",
            "tty", "pager",
        ]
        .iter()
        .any(|word| text.contains(word))
        || text.split_whitespace().any(|word| word == "a")
}
