//! `mine`: a suite of problems is made from games, kept in a journal game by game until all are done.

mod best_move;
mod cages;
mod collection;
mod endgames;
mod file;
mod finder;
mod games;
mod hard;
mod mates;
mod mined_game;
mod mining;
mod options;
mod problem;
mod problem_search;
mod source;
pub mod view;

use std::path::{Path, PathBuf};
use std::time::Instant;

use file::MinedSuite;
pub use mined_game::MinedGame;
pub use mining::{MineTotals, Source, mine};
pub use options::MineOptions;
use options::MinePlan;
pub use problem::{HardKind, KeyNature, MenBand, Problem, ProblemClass, ProblemKind};
use view::{MineAnswer, MinedEvent};

use crate::control::quantity::MOST_NODES;
use crate::engine::Options;
use crate::engine::limit_words::{GivenLimits, LimitKind, LimitSet};
use crate::store::MadeOf;
use crate::store::journal::WorkJournal;
use crate::store::made_of::{checksum_of, fingerprint};
use crate::workshop::suite::LeftOut;
use crate::workshop::tool::arguments::{Seed, WordFault, limit, number, path, texts};
use crate::workshop::tool::files::beside;
use crate::workshop::tool::{
    Tool, ToolContext, ToolDesk, ToolDone, ToolResult, ToolText, ToolWork, tool_text,
};

/// Games that are played if nothing is said.
const GAMES: u32 = 100;

/// How often an endgame or a cage is placed if nothing is said.
const PLACEMENTS: u32 = 10_000;

/// The largest number of games and of problems.
const MOST: u64 = 1_000_000;

const LONGEST: u16 = 250;

#[derive(clap::Args, Clone, Debug)]
pub struct Mine {
    /// tactics, quiet, hard, hard-endgames, endgames or cages (mates if none); games to play, or FILE.pgn, FILE.qpr; nodes for each move
    #[arg(value_name = "KIND, N | FILE, NODES")]
    words: Vec<String>,
    /// The suite to be made, or added to
    #[arg(long, value_name = "FILE", value_parser = path)]
    to: PathBuf,
    /// Lengths of the mates in moves: 2-8, or 4 (1-8)
    #[arg(long, value_name = "N-N", value_parser = range)]
    mates: Option<MateRange>,
    /// The most of one class: length of mate, nature of the move, number of men, material
    #[arg(long, value_name = "N", value_parser = number::<usize>(1..=MOST))]
    each: Option<usize>,
    /// The most in all
    #[arg(long, value_name = "N", value_parser = number::<usize>(1..=MOST))]
    total: Option<usize>,
    /// Nodes for the proof of each mate (1M)
    #[arg(long, value_name = "NODES", value_parser = number::<u64>(1..=MOST_NODES))]
    proof: Option<u64>,
    #[command(flatten)]
    seed: Seed,
}

/// The least and the largest number of moves.
#[derive(Clone, Copy, Debug)]
pub struct MateRange(u16, u16);

/// Reads numbers of moves: `4`, `2-8`.
fn range(text: &str) -> Result<MateRange, String> {
    let (low, high) = text.split_once('-').unwrap_or((text, text));
    let number = |text: &str| text.parse::<u16>().ok().filter(|n| (1..=LONGEST).contains(n));
    match (number(low), number(high)) {
        (Some(low), Some(high)) if low <= high => Ok(MateRange(low, high)),
        _ => Err(format!("it is a number of moves, as 4, or a range, as 2-8, from 1 to {LONGEST}")),
    }
}

/// What the words say that are no options.
#[derive(Default)]
struct MineWords<'a> {
    games: Option<&'a str>,
    count: Option<(u32, &'a str)>,
    kind: Option<ProblemKind>,
    nodes: GivenLimits,
}

impl<'a> MineWords<'a> {
    fn read(words: &'a [String]) -> Result<MineWords<'a>, WordFault> {
        let mut read = MineWords::default();
        let words = texts(words);
        let mut words = words.iter();
        while let Some(&word) = words.next() {
            if limit(word, &mut words, &LimitSet::NODES, &mut read.nodes)? {
                continue;
            }
            let kind = ProblemKind::ALL.into_iter().find(|kind| kind.name() == word);
            // Mates need no word: that of their option says how long they are.
            let kind = kind.filter(|kind| *kind != ProblemKind::Mates);
            let twice = if is_game_file(word) {
                read.games.replace(word).is_some()
            } else if let Some(kind) = kind {
                read.kind.replace(kind).is_some()
            } else {
                let count = number::<u32>(1..=MOST)(word);
                let count = count.map_err(|fault| (word.to_owned(), format!("{word}: {fault}")))?;
                read.count.replace((count, word)).is_some()
            };
            if twice {
                return Err((
                    word.to_owned(),
                    format!("two of one kind are given, {word} is the second"),
                ));
            }
        }
        Ok(read)
    }
}

/// Whether a word names games in PGN, or records of self-play.
fn is_game_file(text: &str) -> bool {
    let text = text.to_ascii_lowercase();
    text.ends_with(".pgn") || text.ends_with(".qpr")
}

impl Tool for Mine {
    const TEXT: ToolText = tool_text!("mine", "[KIND] [N | FILE] [NODES] --to FILE [--mates N-N] [OPTIONS] [--force]":
        "make a suite of mates, tactics, quiet moves, hard problems, endgames or cages, mostly from games",
        details: "Kept is what has one first move and nothing like it there already: a mate, proved to be the shortest; with tactics, the only move \
                  that wins, and quiet, a good one that neither takes, checks nor promotes, both the same with NODES, 8 and 64 times as \
                  many, and not what one ply finds; with hard, one that searches of NODES miss, with the extensions and without any, and searches \
                  of 64 times as many agree on, hard-endgames where each side has one piece at most; with endgames, the only move that keeps the result with three or four men, by our own \
                  tables, in N placements or in games; with cages, long mates of a king that is driven about locked men, proved by nets and \
                  the prover, in N placements. A suite that is there and was made here is added to. NODES are 4k, for tactics and \
                  quiet 10k, for hard 2k. The same seed gives the same suite. Ctrl-C writes what was found; the same command goes on.",
        examples: &[("mine 300 --to mates.epd --mates 2-8 --each 40", "from three hundred games"),
            ("mine games.pgn --to mates.epd 20k", "twenty thousand nodes for each of its positions"),
            ("mine tactics games.qpr --to tactics.epd --total 300", "from games of selfplay"),
            ("mine cages 100000 --to long.epd --mates 16-120 --proof 200k", "long mates, at random"),
            ("mine hard games.qpr --to hard.epd --each 300", "moves that short searches miss"),
            ("mine endgames 50000 --to endgames.epd --each 8", "eight of each material at most")]);

    fn check(&self) -> Result<(), WordFault> {
        self.plan().map(drop)
    }

    fn begin(self, desk: &ToolDesk<'_>) -> ToolResult<ToolWork> {
        let plan = self.plan()?;
        let options = desk.options.clone();
        let made_of = options.made_of("", MadeOf::work("mine")).and("command", plan.command());
        Ok(ToolWork::resuming(made_of, move |context, made_of| {
            plan.run(&options, made_of, context)
        }))
    }
}

impl Mine {
    /// Returns what the arguments say, unless two of them contradict each other.
    fn plan(&self) -> Result<MinePlan, WordFault> {
        use ProblemKind::Tactics;
        let contradiction = |word: &str, first: &str, second: &str| {
            let why = format!("{first} and {second} contradict each other: give one of them");
            Err((word.to_owned(), why))
        };
        let words = MineWords::read(&self.words)?;
        if let (Some((_, word)), Some(games)) = (words.count, words.games) {
            return contradiction(word, &format!("{word} games to play"), games);
        }
        let kind = words.kind.unwrap_or_default();
        let nodes = words.nodes.text(LimitKind::Nodes);
        // What would be passed over in silence is refused.
        let needless = [
            ("--mates", self.mates.is_some() && !kind.is_mates()),
            ("--proof", self.proof.is_some() && !kind.is_mates() && kind != Tactics),
            (nodes.unwrap_or_default(), nodes.is_some() && kind.is_placed()),
        ];
        if let Some((word, _)) = needless.into_iter().find(|(_, needless)| *needless) {
            return contradiction(word, word, kind.name());
        }
        let mut options = MineOptions::of(kind);
        if let Some(nodes) = words.nodes.limits.nodes {
            options.nodes = nodes;
        }
        if let Some(MateRange(least, most)) = self.mates {
            (options.least, options.most) = (least, most);
        }
        options.proof_nodes = self.proof.unwrap_or(options.proof_nodes);
        (options.each, options.total, options.seed) = (self.each, self.total, self.seed.seed);
        let usual = if kind.is_placed() { PLACEMENTS } else { GAMES };
        let count = words.count.map_or(usual, |(count, _)| count);
        let games = words.games.map(path).transpose();
        let games = games.map_err(|why| (words.games.unwrap_or_default().to_owned(), why))?;
        Ok(MinePlan { games, count, to: self.to.clone(), options })
    }
}

impl MinePlan {
    /// Makes the suite. Resumes from the journal beside it, if there is one.
    fn run(&self, options: &Options, made_of: MadeOf, context: &ToolContext<'_>) -> ToolResult {
        let begun = Instant::now();
        context.files.claim(&self.to, file::is_mined)?;
        let mut left_out = LeftOut::default();
        let source = source::source(self, context, &mut left_out)?;
        let header = file::header(self);
        let (old, known) = file::old(&self.to, &header, &mut left_out)?;
        let journal_path = beside(&self.to, ".journal");
        let made_of = made_of.and("suite", format_args!("{:016x}", fingerprint(old.as_bytes())));
        let (mut journal, found) = self.resume(&journal_path, made_of, context)?;
        context.begin("mine", source.len());
        context.done(found.len());
        let mut suite = MinedSuite { old, header, records: Vec::new() };
        found.iter().flat_map(|game| &game.problems).for_each(|problem| suite.add(problem));
        let mut games = found.len();
        let mut tell = |game: &MinedGame| {
            for problem in &game.problems {
                suite.add(problem);
                context.tell(MinedEvent { problem: problem.clone(), found: suite.records.len() });
            }
            games += 1;
            context.done(games);
            Ok(journal.add(&game.to_line())?)
        };
        let how = (options, &self.options);
        let totals = mine(&source, (&known, found), how, context.stop, &mut tell)?;
        let placed = matches!(source, Source::Placed(_));
        if !suite.records.is_empty() {
            let unfinished = totals.stopped.then(|| totals.how_far(source.len(), placed));
            context.files.write(&self.to, suite.text(unfinished).as_bytes())?;
        }
        if !totals.stopped {
            journal.remove()?;
        }
        let answer = MineAnswer {
            path: self.to.clone(),
            kind: self.options.kind,
            placed,
            known: known.len(),
            kept: totals.stopped.then_some(journal_path),
            totals,
            elapsed: begun.elapsed(),
        };
        ToolDone::measured(answer, None, left_out.bad_records())
    }

    /// Opens the journal, and returns its games. An unreadable line and all lines after it are searched again.
    fn resume(
        &self,
        journal: &Path,
        made_of: MadeOf,
        context: &ToolContext<'_>,
    ) -> ToolResult<(WorkJournal, Vec<MinedGame>)> {
        let games = self.games.as_deref().map(checksum_of).transpose()?;
        let (journal, lines) =
            WorkJournal::open(context.files, journal, &made_of.and_if("games", games))?;
        let found = lines.iter().map_while(|line| MinedGame::from_line(self.options.kind, line));
        Ok((journal, found.collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workshop::tool::read_line;

    #[test]
    fn words_options_and_what_is_usual() {
        let mine = |line: &str| read_line::<Mine>(line).unwrap().plan().unwrap();
        let error = |line: &str| read_line::<Mine>(line).unwrap_err().message;
        let plain = mine("--to x.epd");
        assert_eq!((plain.games, plain.count, plain.options), (None, 100, MineOptions::default()));
        let all = mine("300 --to x.epd 10k --seed 5 --mates 2-6 --each 40 --proof 1M").options;
        assert_eq!((all.nodes, all.seed, all.least, all.most), (10_000, 5, 2, 6));
        assert_eq!((all.each, all.proof_nodes), (Some(40), 1_000_000));
        assert_eq!(mine("games.pgn --to x.epd").games, Some("games.pgn".into()));
        assert!(error("300").contains("missing: --to"), "{}", error("300"));
        assert!(error("300 games.pgn --to x.epd").contains("contradict each other"));
        assert!(error("--to x.epd --mates 8-2").contains("or a range"));
        assert!(error("--to x.epd fast").contains("fast"));
        let tactics = mine("tactics games.qpr --to x.epd --total 300 --each 90 --proof 2M").options;
        assert_eq!((tactics.kind, tactics.nodes), (ProblemKind::Tactics, 10_000));
        assert_eq!((tactics.total, tactics.proof_nodes), (Some(300), 2_000_000));
        assert_eq!(mine("--to x.epd 20k quiet").options.nodes, 20_000);
        assert_eq!(mine("1 --to a.epd 1k").options, mine("1 --to a.epd nodes 1k").options);
        let endgames = mine("endgames --to x.epd --each 8");
        assert_eq!((endgames.count, endgames.options.kind), (10_000, ProblemKind::Endgames));
        assert!(error("quiet tactics --to x.epd").contains("the second"));
        for line in ["quiet --mates 2", "quiet --proof 1k", "endgames 1k", "tactics --mates 2"] {
            let told = error(&format!("{line} --to x.epd"));
            assert!(told.contains("contradict each other"), "{line}: {told}");
        }
    }
}
