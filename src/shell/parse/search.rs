//! Arguments of the commands that look ahead, and of those that show how.

use super::error::ParseError;
use super::limits;
use super::reader::{ON_OFF, Reader, square};
use crate::engine::limit_words::{GivenLimits, LimitKind};
use crate::shell::command::{Command, EvalView, Exchanges, Go, PvUse, RunMode};

/// Subtrees of `resolve` deeper than this are folded, unless it is said otherwise.
const FOLD: u64 = 8;

/// Lines of `resolve`, unless it is said otherwise.
const LINES: u64 = 200;

pub fn eval(reader: &mut Reader<'_>) -> Result<Command, ParseError> {
    let views = [("terms", EvalView::Terms), ("pieces", EvalView::Pieces), ("raw", EvalView::Raw)];
    let view = reader.choice(&views)?.unwrap_or(EvalView::Full);
    reader.only(Command::Eval(view))
}

pub fn resolve(reader: &mut Reader<'_>) -> Result<Command, ParseError> {
    let (mut after, mut fold, mut lines) = (None, FOLD, LINES);
    while let Some(word) = reader.take() {
        match word.flag() {
            "fold" => fold = reader.number("the depth of folding", 1, 1000)?,
            "lines" | "nodes" => lines = reader.number("the number of lines", 1, 1_000_000)?,
            _ if after.is_none() => after = Some(reader.legal_move(word)?),
            _ => return Err(reader.unexpected(word)),
        }
    }
    Ok(Command::Resolve { after, fold: fold as usize, lines: lines as usize })
}

/// `see [MOVE|SQUARE]`. A square that a pawn can go to is a square all the same: an exchange needs a capture.
pub fn see(reader: &mut Reader<'_>) -> Result<Command, ParseError> {
    let Some(word) = reader.take() else { return Ok(Command::See(Exchanges::All)) };
    let exchanges = match square(word.text) {
        Some(on) => Exchanges::On(on),
        None => Exchanges::Of(reader.legal_move(word)?),
    };
    reader.only(Command::See(exchanges))
}

pub fn go(reader: &mut Reader<'_>) -> Result<Command, ParseError> {
    search(reader, None)
}

pub fn top(reader: &mut Reader<'_>) -> Result<Command, ParseError> {
    let lines = line_count(reader)?;
    search(reader, Some(lines))
}

fn search(reader: &mut Reader<'_>, lines: Option<usize>) -> Result<Command, ParseError> {
    let (mut go, mut given) = (Go { lines, ..Go::default() }, GivenLimits::default());
    while let Some(word) = reader.take() {
        match LimitKind::of_person(word.text) {
            Some(LimitKind::Lines) => go.lines = Some(line_count(reader)?),
            None if word.text == "&" => {
                go.mode = RunMode::Background;
                reader.finish()?;
            }
            _ => limits::one(reader, word, &mut given)?,
        }
    }
    Ok(Command::Go(Go { limits: given.limits, ..go }))
}

fn line_count(reader: &mut Reader<'_>) -> Result<usize, ParseError> {
    let lines = LimitKind::Lines;
    reader.number(lines.what(), 1, lines.most()).map(|lines| lines as usize)
}

pub fn analyze(reader: &mut Reader<'_>) -> Result<Command, ParseError> {
    let on = reader.choice(&ON_OFF)?.unwrap_or(true);
    reader.only(Command::Analyze(on))
}

pub fn threat(reader: &mut Reader<'_>) -> Result<Command, ParseError> {
    let mut given = GivenLimits::default();
    while let Some(word) = reader.take() {
        match LimitKind::of_person(word.text) {
            Some(LimitKind::Only | LimitKind::Except) => return Err(reader.unexpected(word)),
            _ => limits::one(reader, word, &mut given)?,
        }
    }
    Ok(Command::Threat(given.limits))
}

pub fn pv(reader: &mut Reader<'_>) -> Result<Command, ParseError> {
    let Some(word) = reader.take() else { return Ok(Command::Pv(PvUse::Show)) };
    let mut count = |otherwise| reader.number_or("the number of moves", 1, 1000, otherwise);
    let pv = match word.text {
        "show" => PvUse::Show,
        "play" => PvUse::Play(count(1)? as usize),
        "board" => PvUse::Board(count(u64::MAX)? as usize),
        _ => return Err(reader.unexpected(word)),
    };
    reader.only(Command::Pv(pv))
}

/// `explain [MOVE]`.
pub fn explain(reader: &mut Reader<'_>) -> Result<Command, ParseError> {
    let word = reader.take();
    let mv = word.map(|word| reader.legal_move(word)).transpose()?;
    reader.only(Command::Explain(mv))
}
