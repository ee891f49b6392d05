//! `learn`: weights of the classical evaluation that learn from games as they are played, kept in a file of their own.

mod fit;
mod lesson;
mod sample;
pub mod td_leaf;
pub mod view;

use std::path::PathBuf;

pub use fit::SCALE;
use lesson::weights_path;
pub use lesson::{LearnGames, LessonPlan};
use td_leaf::TdLeafOptions;
use view::WeightsAnswer;

use crate::control::{Limits, quantity};
use crate::engine::limit_words::{GivenLimits, LimitSet};
use crate::engine::self_player::player_options;
use crate::store::learned_weights::LearnedWeights;
use crate::tools::selfplay::arguments::GameOpenings;
use crate::tools::tool::arguments::{Jobs, Seed, WordFault, limit, number, path, texts};
use crate::tools::tool::{
    Tool, ToolDesk, ToolDone, ToolError, ToolResult, ToolText, ToolWork, tool_text,
};

/// Games that are played to learn from, and nodes of a search, if no numbers are given.
const GAMES: u32 = 100;
const USUAL_NODES: u64 = 1_000;

#[derive(clap::Args, Clone, Debug)]
pub struct Learn {
    /// How many games to play (100) or files of games, and what ends each search: nodes 1k (if none is given), soft 2k, d8
    #[arg(value_name = "[GAMES|FILE…] [LIMITS]")]
    words: Vec<String>,
    /// The weights, which the next run continues from; the option WeightsFile names the usual file
    #[arg(long, value_name = "FILE.qpw", value_parser = path)]
    to: Option<PathBuf>,
    /// How much a change n plies later counts: this, to the power of n
    #[arg(long, value_name = "PERCENT", default_value = "70", value_parser = number::<u32>(0..=100))]
    lambda: u32,
    /// How many centipawns a weight goes for a game misjudged altogether
    #[arg(long, value_name = "CP", default_value = "5", value_parser = number::<u32>(1..=1_000))]
    rate: u32,
    #[command(flatten)]
    openings: GameOpenings,
    #[command(flatten)]
    seed: Seed,
    #[command(flatten)]
    jobs: Jobs,
}

impl Tool for Learn {
    const TEXT: ToolText = tool_text!("learn", "[GAMES|FILE…] [LIMITS] [--to FILE.qpw] [--lambda PERCENT] [OPTIONS] [--force] | show [FILE] | undo [FILE]":
        "learn weights of the evaluation from games by TD-leaf; the tuned ones stay as they are",
        details: "Plays games against itself with the weights as they are, or reads FILEs (.qpr of selfplay, .pgn). Each position is \
                  searched, and what the evaluation says at the end of the principal variation learns from what it says later and from the \
                  result. The weights are written after every few games, with what they learned from. `learn undo` takes the last \
                  lesson back, `learn show` lists them all. `load FILE.qpw` evaluates by them, `set Evaluation classical` by the tuned ones again. \
                  With `set Learn true` games played here are learned from, too.",
        examples: &[("learn 200 --to mine.qpw --jobs 2", "from two hundred games against itself"),
            ("learn club.pgn --to mine.qpw", "and from those of a file"),
            ("learn undo mine.qpw", "the second lesson is taken back")]);

    fn check(&self) -> Result<(), WordFault> {
        self.wanted().map(drop)
    }

    fn begin(self, desk: &ToolDesk<'_>) -> ToolResult<ToolWork> {
        let options = desk.options.clone();
        match self.wanted()? {
            LearnWords::Learn { games, limits } => self.plan(desk, games, limits)?.work(),
            LearnWords::Show(path) => {
                let path = weights_path(&options, path.as_ref())?;
                Ok(ToolWork::new(move |_| {
                    let weights = LearnedWeights::load(&path)?;
                    Ok(WeightsAnswer::new(path, &weights, &options, false).into())
                }))
            }
            LearnWords::Undo(path) => {
                let path = weights_path(&options, path.as_ref())?;
                Ok(ToolWork::new(move |context| {
                    let mut weights = LearnedWeights::load(&path)?;
                    let lesson = weights.undo().ok_or_else(|| {
                        let message = "there is no lesson left that can be taken back; `learn show` lists all";
                        ToolError::content(&path, message)
                    })?;
                    weights.save(context.files, &path)?;
                    let changed = vec![path.clone()];
                    let answer = WeightsAnswer {
                        undone: Some((&lesson).into()),
                        ..WeightsAnswer::new(path, &weights, &options, true)
                    };
                    Ok(ToolDone { changed, ..answer.into() })
                }))
            }
        }
    }
}

impl Learn {
    fn wanted(&self) -> Result<LearnWords, WordFault> {
        LearnWords::read(&texts(&self.words))
    }

    fn plan(
        &self,
        desk: &ToolDesk<'_>,
        games: LearnGames,
        limits: Limits,
    ) -> ToolResult<LessonPlan> {
        let (lambda, rate) = (f64::from(self.lambda) / 100.0, f64::from(self.rate));
        Ok(LessonPlan {
            games,
            path: weights_path(desk.options, self.to.as_ref())?,
            how: TdLeafOptions { lambda, rate, limits, jobs: self.jobs.jobs },
            openings: self.openings.openings.clone(),
            seed: self.seed.seed,
            options: player_options(desk.options)?,
        })
    }
}

#[derive(Clone, Debug)]
enum LearnWords {
    Show(Option<PathBuf>),
    Undo(Option<PathBuf>),
    Learn { games: LearnGames, limits: Limits },
}

impl LearnWords {
    fn read(words: &[&str]) -> Result<LearnWords, WordFault> {
        let named = |text: &&str| path(text).map_err(|why| ((*text).to_owned(), why));
        if let [verb @ ("show" | "undo"), files @ ..] = words {
            if let [_, more, ..] = files {
                return Err(((*more).to_owned(), "one file at most is wanted there".to_owned()));
            }
            let path = files.first().map(named).transpose()?;
            return Ok(if *verb == "show" {
                LearnWords::Show(path)
            } else {
                LearnWords::Undo(path)
            });
        }
        let (mut given, mut played, mut files) = (GivenLimits::default(), None, Vec::new());
        let mut words = words.iter();
        while let Some(word) = words.next() {
            if limit(word, &mut words, &LimitSet::REPEATABLE, &mut given)? {
                continue;
            }
            if !quantity::is_whole(word) {
                files.push(named(word)?);
                continue;
            }
            let games = number::<u32>(1..=u64::from(u32::MAX) - 1)(word);
            if played
                .replace(games.map_err(|fault| ((*word).to_owned(), fault.to_string()))?)
                .is_some()
            {
                let why = "the number of games is given twice";
                return Err(((*word).to_owned(), why.to_owned()));
            }
        }
        let mut limits = given.limits;
        if limits.nodes.or(limits.soft_nodes).is_none() && limits.depth.is_none() {
            limits.nodes = Some(USUAL_NODES);
        }
        let games = match files.is_empty() {
            true => LearnGames::Played(played.unwrap_or(GAMES)),
            false => LearnGames::Of(files),
        };
        Ok(LearnWords::Learn { games, limits })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::tool::read_line;

    #[test]
    fn games_to_learn_from() {
        let wanted = |line: &str| read_line::<Learn>(line).unwrap().wanted().unwrap();
        let words = |line: &str| match wanted(line) {
            LearnWords::Learn { games, limits } => (games, limits),
            other => panic!("{other:?}"),
        };
        assert_eq!(words(""), (LearnGames::Played(100), Limits::nodes(1_000)));
        assert_eq!(words("4 2k"), words("4 nodes 2k"));
        let files = LearnGames::Of(vec!["a.qpr".into(), "b.pgn".into()]);
        assert_eq!(words("a.qpr b.pgn d8"), (files, Limits::depth(8)));
        let shown = wanted("show my.qpw");
        assert!(matches!(shown, LearnWords::Show(Some(path)) if path.ends_with("my.qpw")));
        assert!(matches!(wanted("undo"), LearnWords::Undo(None)));
        for (line, named) in [
            ("4 1s", "\"1s\" is no limit here"),
            ("4 5", "given twice"),
            ("show a b", "one file"),
            ("--rate 0", "from 1 to 1000"),
            ("2 --fast", "--fast"),
        ] {
            let error = read_line::<Learn>(line).unwrap_err().message;
            assert!(error.contains(named), "{line}: {error}");
        }
    }
}
