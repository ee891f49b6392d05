//! Arguments of `annotate`.

use super::error::{Fault, ParseError};
use super::limits;
use super::reader::{Reader, expand};
use crate::control::Limits;
use crate::control::quantity::{self, MOST_NODES};
use crate::shell::annotation::AnnotateRequest;
use crate::shell::command::Command;
use crate::workshop::annotate::AnnotateOptions;
use crate::workshop::stream::{margin, side};
use crate::workshop::tool::arguments::MOST_JOBS;

/// What `annotate` takes behind its file.
pub const ANNOTATE_OPTIONS: [&str; 10] = [
    "--to", "--html", "--svg", "--game", "--side", "--margin", "--proof", "--proofs", "--jobs",
    "--force",
];

/// `annotate [FILE] [LIMITS] [--to FILE] [--html FILE] …`.
pub fn annotate(reader: &mut Reader<'_>) -> Result<Command, ParseError> {
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
            "--side" => request.options.side = value(reader, "a side", side)?.0,
            "--margin" => request.options.margin = value(reader, "a share of a point", margin)?,
            "--proof" => {
                request.options.proof_nodes =
                    reader.number("the nodes of a proof", 0, MOST_NODES)?;
            }
            "--jobs" => {
                let jobs = reader.number("the number of jobs", 1, MOST_JOBS)?;
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

/// A limit that every position of a game can have: `100k`, `2s`, `d12`, `nodes 5000`.
fn is_limit(text: &str) -> bool {
    matches!(text, "nodes" | "time" | "movetime" | "depth")
        || quantity::duration(text).is_some()
        || quantity::depth(text).is_some()
        || quantity::count(text).is_some()
}

/// Reads a value as the option of a tool does.
fn value<T>(
    reader: &mut Reader<'_>,
    what: &'static str,
    read: fn(&str) -> Result<T, String>,
) -> Result<T, ParseError> {
    let word = reader.require(what)?;
    let command = reader.command;
    read(word.text)
        .map_err(|message| ParseError::at(word.span(), Fault::Usage { message, command }))
}
