//! Arguments of the commands of the lab.

use std::path::{Path, PathBuf};

use super::error::{Fault, ParseError};
use super::reader::{Reader, shorten, within};
use super::words::Word;
use crate::control::quantity::{self, MOST_NODES};
use crate::shell::command::Command;
use crate::shell::lab::{CompareRequest, LabRequest};
use crate::workshop::lab::profile_names;

/// Nodes for each trial if nothing is said.
const NODES: u64 = 100_000;

/// More threads than this nobody has.
const MOST_JOBS: u64 = 1024;

/// `lab FILE [NODES] [--profiles A,B|all] [--ablate] [--jobs N] [--to FILE.csv] [--from] [--plot FILE.svg]`.
pub fn lab(reader: &mut Reader<'_>) -> Result<Command, ParseError> {
    let path = reader.path()?;
    let mut request = LabRequest {
        table: beside(&path),
        path,
        profiles: profile_names(),
        ablate: false,
        nodes: NODES,
        jobs: 1,
        plot: None,
    };
    while let Some(word) = reader.take() {
        match word.flag() {
            "profiles" => request.profiles = profiles(reader.require("names of profiles")?)?,
            "ablate" => request.ablate = true,
            "jobs" => {
                request.jobs = reader.number("the number of jobs", 1, MOST_JOBS)? as usize;
            }
            "to" => request.table = reader.path()?,
            // It goes on by itself: the word is for those who are used to it.
            "from" => {}
            "plot" => request.plot = Some(reader.path()?),
            "nodes" => request.nodes = reader.number("the number of nodes", 1, MOST_NODES)?,
            _ => request.nodes = nodes(reader, word)?,
        }
    }
    Ok(Command::Lab(Box::new(request)))
}

/// `compare [NODES] [--profiles A,B|all]`.
pub fn compare(reader: &mut Reader<'_>) -> Result<Command, ParseError> {
    let mut request = CompareRequest { profiles: profile_names(), nodes: NODES };
    while let Some(word) = reader.take() {
        match word.flag() {
            "profiles" => request.profiles = profiles(reader.require("names of profiles")?)?,
            "nodes" => request.nodes = reader.number("the number of nodes", 1, MOST_NODES)?,
            _ => request.nodes = nodes(reader, word)?,
        }
    }
    Ok(Command::Compare(request))
}

/// A number of nodes: `100k`, `5M`.
fn nodes(reader: &Reader<'_>, word: Word<'_>) -> Result<u64, ParseError> {
    match quantity::count(word.text) {
        Some(_) => within(word, "the number of nodes", 1, MOST_NODES),
        None => Err(reader.unexpected(word)),
    }
}

/// Names of profiles between commas, or all of them.
fn profiles(word: Word<'_>) -> Result<Vec<&'static str>, ParseError> {
    let known = profile_names();
    if word.text == "all" {
        return Ok(known);
    }
    let mut named = Vec::new();
    for name in word.text.split(',') {
        let fault =
            |known: &[&str]| Fault::NoProfile { word: shorten(name), known: known.join(", ") };
        let found = known.iter().find(|known| **known == name);
        let profile = *found.ok_or_else(|| ParseError::at(word.span(), fault(&known)))?;
        if named.contains(&profile) {
            let (what, first) = ("a profile", profile.to_owned());
            let fault = Fault::Twice { what, second: first.clone(), first };
            return Err(ParseError::at(word.span(), fault));
        }
        named.push(profile);
    }
    Ok(named)
}

/// Where the trials of a suite go unless somebody says otherwise: `wac.epd` to `wac.lab.csv`.
fn beside(path: &Path) -> PathBuf {
    path.with_extension("lab.csv")
}
