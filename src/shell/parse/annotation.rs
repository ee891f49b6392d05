//! Arguments of `annotate`.

use super::error::{Fault, ParseError};
use super::limits;
use super::reader::{Reader, expand, shorten};
use super::suites;
use super::words::Word;
use crate::chess::Color;
use crate::control::Limits;
use crate::control::quantity::{self, MOST_NODES};
use crate::shell::annotation::AnnotateRequest;
use crate::shell::command::Command;
use crate::shell::suites::StreamRequest;
use crate::workshop::annotate::AnnotateOptions;
use crate::workshop::stream::StreamWork;

/// What `annotate` takes behind its file.
pub const ANNOTATE_OPTIONS: [&str; 10] = [
    "--to", "--html", "--svg", "--game", "--side", "--margin", "--proof", "--proofs", "--jobs",
    "--force",
];

/// `annotate [FILE|-] [LIMITS] [--to FILE] [--html FILE] …`.
pub fn annotate(reader: &mut Reader<'_>) -> Result<Command, ParseError> {
    if reader.words.peek().is_some_and(|word| word.text == suites::DASH) {
        reader.take();
        return lines(reader);
    }
    let mut request = AnnotateRequest {
        path: None,
        game: None,
        options: AnnotateOptions::default(),
        to: None,
        html: None,
        svg: None,
        proofs: None,
    };
    let mut limits = Limits::default();
    while let Some(word) = reader.take() {
        match word.text {
            "--to" | "-o" => request.to = Some(reader.path()?),
            "--html" => request.html = Some(reader.path()?),
            "--svg" => request.svg = Some(reader.path()?),
            "--proofs" => request.proofs = Some(reader.path()?),
            "--game" => {
                let most = u64::from(u32::MAX);
                request.game = Some(reader.number("the number of a game", 1, most)? as usize);
            }
            "--side" => request.options.side = side(reader)?,
            "--margin" => request.options.margin = margin(reader)?,
            "--proof" => {
                request.options.proof_nodes =
                    reader.number("the nodes of a proof", 0, MOST_NODES)?;
            }
            "--jobs" => {
                let jobs = reader.number("the number of jobs", 1, suites::MOST_JOBS)?;
                request.options.jobs = jobs as usize;
            }
            text if is_limit(text) => limits::one(reader, word, &mut limits)?,
            text if text.starts_with("--") || request.path.is_some() => {
                return Err(reader.unexpected(word));
            }
            text => request.path = Some(expand(text)),
        }
    }
    if limits != Limits::default() {
        request.options.limits = limits;
    }
    Ok(Command::AnnotateGames(Box::new(request)))
}

/// `annotate - [NODES] [SIZE] [--side SIDE] [--margin N] [--proof NODES]`: the dash is read already.
fn lines(reader: &mut Reader<'_>) -> Result<Command, ParseError> {
    let mut wanted = AnnotateOptions::default();
    let (nodes, memory) = suites::stream(reader, &mut |reader, word| {
        match word.text {
            "--side" => wanted.side = side(reader)?,
            "--margin" => wanted.margin = margin(reader)?,
            "--proof" => {
                wanted.proof_nodes = reader.number("the nodes of a proof", 0, MOST_NODES)?;
            }
            // What is done with files has no place here.
            text if ANNOTATE_OPTIONS.contains(&text) => return Err(reader.unexpected(word)),
            _ => return Ok(false),
        }
        Ok(true)
    })?;
    let work = StreamWork::Annotate(Box::new(wanted));
    Ok(Command::Stream(StreamRequest { work, nodes, memory }))
}

/// A limit that every position of a game can have: `100k`, `2s`, `d12`, `nodes 5000`.
fn is_limit(text: &str) -> bool {
    matches!(text, "nodes" | "time" | "movetime" | "depth")
        || quantity::duration(text).is_some()
        || quantity::depth(text).is_some()
        || quantity::count(text).is_some()
}

fn side(reader: &mut Reader<'_>) -> Result<Option<Color>, ParseError> {
    let word = reader.require("a side")?;
    match word.text {
        "white" | "w" => Ok(Some(Color::White)),
        "black" | "b" => Ok(Some(Color::Black)),
        "both" => Ok(None),
        _ => Err(reader.unexpected(word)),
    }
}

/// Percent of a point: `5`, `7.5%`.
fn margin(reader: &mut Reader<'_>) -> Result<f64, ParseError> {
    let word: Word<'_> = reader.require("a share of a point")?;
    let percent = word.text.trim_end_matches('%').parse::<f64>().ok();
    percent
        .filter(|percent| (0.1..=50.0).contains(percent))
        .map(|percent| percent / 100.0)
        .ok_or_else(|| ParseError::at(word.span(), Fault::NoMargin { word: shorten(word.text) }))
}
