//! Arguments of the commands about networks.

use std::path::PathBuf;

use super::error::{Fault, ParseError};
use super::reader::{Reader, expand, shorten, within};
use super::said::Said;
use super::selfplay::{MOST_JOBS, move_limit, openings as openings_choice, quick_limit};
use crate::control::Limits;
use crate::eval::network::NetworkRole;
use crate::shell::command::Command;
use crate::shell::learning::{LearnGames, LearnRequest, Learning, TrainRequest, WeightsUse};
use crate::shell::selfplay::OpeningChoice;
use crate::store::network::EXTENSION;
use crate::workshop::learn::td_leaf::{LAMBDA, TdLeafOptions};
use crate::workshop::train::TrainOptions;

/// Games that are played to learn from, nodes of a search and centipawns a game, if nothing is said of them.
const GAMES: u32 = 100;
const USUAL_NODES: u64 = 1_000;
const RATE: f64 = 5.0;

fn done(learning: Learning) -> Result<Command, ParseError> {
    Ok(Command::Learning(Box::new(learning)))
}

/// `load FILE.qpn` or `load FILE.qpw`, once the name is read.
pub fn load(reader: &mut Reader<'_>, path: PathBuf) -> Result<Command, ParseError> {
    reader.finish()?;
    done(Learning::Load(path))
}

/// `network [FILE]`.
pub fn network(reader: &mut Reader<'_>) -> Result<Command, ParseError> {
    let path = reader.take().map(|word| expand(word.text));
    reader.finish()?;
    done(Learning::Show(path))
}

/// `learn [GAMES|FILE …] [LIMITS] [--to FILE] …`, `learn show [FILE]`, `learn undo [FILE]`.
pub fn learn(reader: &mut Reader<'_>) -> Result<Command, ParseError> {
    let mut words = reader.words.clone();
    let first = words.next().map(|word| word.text);
    if let Some("show" | "undo") = first {
        reader.take();
        let path = reader.take().map(|word| expand(word.text));
        reader.finish()?;
        let usage =
            if first == Some("show") { WeightsUse::Show(path) } else { WeightsUse::Undo(path) };
        return done(Learning::Weights(usage));
    }
    let how = TdLeafOptions { lambda: LAMBDA, rate: RATE, limits: Limits::default(), jobs: 1 };
    let (games, openings) = (LearnGames::Played(GAMES), OpeningChoice::Book);
    let mut request = LearnRequest { games, to: None, how, openings, seed: 1 };
    let (mut said, mut files) = (Said::default(), Vec::new());
    while let Some(word) = reader.take() {
        match word.text {
            "--to" => {
                said.once("the file of the weights", word)?;
                request.to = Some(reader.path()?);
            }
            "--lambda" => {
                const WHAT: &str = "lambda, in per cent";
                said.once(WHAT, word)?;
                request.how.lambda = reader.number(WHAT, 0, 100)? as f64 / 100.0;
            }
            "--rate" => {
                const WHAT: &str = "the rate, in centipawns";
                said.once(WHAT, word)?;
                request.how.rate = reader.number(WHAT, 1, 1_000)? as f64;
            }
            "--openings" => {
                said.once("where games begin", word)?;
                let word = reader.require("book, random or the name of an EPD file")?;
                request.openings = openings_choice(word)?;
            }
            "--seed" => {
                said.once("the seed", word)?;
                request.seed = reader.number("the seed", 0, u64::MAX)?;
            }
            "--jobs" => {
                said.once("the number of jobs", word)?;
                request.how.jobs = reader.number("the number of jobs", 1, MOST_JOBS)? as usize;
            }
            _ if move_limit(reader, word, &mut request.how.limits, &mut said)? => {}
            _ if quick_limit(word, &mut request.how.limits, &mut said)? => {}
            text if text.starts_with("--") => return Err(reader.unexpected(word)),
            text if text.bytes().all(|byte| byte.is_ascii_digit()) => {
                said.once("the number of games", word)?;
                let games = within(word, "the number of games", 1, u64::from(u32::MAX) - 1)?;
                request.games = LearnGames::Played(games as u32);
            }
            text => files.push(expand(text)),
        }
    }
    let limits = &mut request.how.limits;
    if limits.nodes.or(limits.soft_nodes).is_none() && limits.depth.is_none() {
        limits.nodes = Some(USUAL_NODES);
    }
    if !files.is_empty() {
        request.games = LearnGames::Of(files);
    }
    done(Learning::Weights(WeightsUse::Learn(Box::new(request))))
}

/// `train FILE [--to FILE] [--residual] [--width N] [--epochs N] …`.
pub fn train(reader: &mut Reader<'_>) -> Result<Command, ParseError> {
    let mut line = format!("{} {}", reader.command, reader.words.clone().rest().text);
    let from = reader.path()?;
    let (mut to, mut begin, mut generation) = (None, None, 1);
    let mut options = TrainOptions::default();
    let mut said = Said::default();
    while let Some(word) = reader.take() {
        match word.text {
            "--to" => {
                said.once("the file to be made", word)?;
                to = Some(reader.path()?);
            }
            // It goes on by itself: the word is for those who are used to it, and no part of the line that is kept.
            "--resume" => line = line.replacen(" --resume", "", 1),
            "--from" => {
                said.once("the network to begin with", word)?;
                begin = Some(reader.path()?);
            }
            "--residual" => options.role = NetworkRole::Residual,
            "--generation" => {
                said.once("the generation", word)?;
                generation = reader.number("the generation", 0, 1_000_000)? as u32;
            }
            _ => option(reader, word, &mut options, &mut said)?,
        }
    }
    let to = to.unwrap_or_else(|| from.with_extension(EXTENSION));
    let request = TrainRequest { from, to, begin, options, generation, line };
    done(Learning::Train(Box::new(request)))
}

/// One thing that changes how it is learned.
fn option(
    reader: &mut Reader<'_>,
    word: super::words::Word<'_>,
    options: &mut TrainOptions,
    said: &mut Said,
) -> Result<(), ParseError> {
    match word.text {
        "--width" => {
            said.once("the width", word)?;
            let width = reader.require("the width")?;
            let known =
                [32, 64, 128].into_iter().find(|known: &usize| width.text == known.to_string());
            options.width = known.ok_or_else(|| {
                let right = "a network has 32, 64 or 128 neurons a side";
                let fault = Fault::NotSo { word: shorten(width.text), right };
                ParseError::at(width.span(), fault)
            })?;
        }
        "--epochs" => {
            said.once("the epochs", word)?;
            options.epochs = reader.number("the epochs", 1, 100_000)? as u32;
        }
        "--batch" => {
            said.once("the positions of a batch", word)?;
            options.batch = reader.number("the positions of a batch", 16, 1 << 20)? as usize;
        }
        "--rate" => {
            said.once("the rate", word)?;
            // In millionths: a whole number leaves no doubt about what was meant.
            options.rate = reader.number("the rate, in millionths", 1, 1_000_000)? as f64 / 1e6;
        }
        "--decay" => {
            const WHAT: &str = "the decay, in thousandths";
            said.once(WHAT, word)?;
            options.decay = reader.number(WHAT, 0, 1_000_000)? as f64 / 1e3;
        }
        "--result" => {
            const WHAT: &str = "the share of the result, in per cent";
            said.once(WHAT, word)?;
            options.result_share = reader.number(WHAT, 0, 100)? as f64 / 100.0;
        }
        "--seed" => {
            said.once("the seed", word)?;
            options.seed = reader.number("the seed", 0, u64::MAX)?;
        }
        _ => return Err(reader.unexpected(word)),
    }
    Ok(())
}
