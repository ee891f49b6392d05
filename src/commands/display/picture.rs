//! `picture`: draws the output of a command into an SVG file.

use super::show::show;
use crate::commands::prelude::*;
use crate::commands::tools::time::inner;
use crate::ink::Theme;
use crate::shell::command::Request;
use crate::shell::session::PictureRequest;
use crate::store::written::never;

pub(super) const ROW: CommandSpec = row!(Display Safe "picture", "FILE.svg [light | dark] [--force] [COMMAND]":
    "draw what a command shows as a picture of its own, an SVG file; of the board if none is named",
    details: "In the colours of the terminal's background unless another is named. Anything that answers can be drawn: a board, \
              an evaluation, a tree, a search with its table; after a command without an answer, a move say, it is the board. A file that this session did not write is replaced with --force only.",
    examples: &[("picture board.svg", "the board", "drawn board.svg · a picture"),
        ("picture tree.svg light proof tree", "a proof, for a white page", "drawn tree.svg · a picture"),
        ("picture search.svg go d14", "a search, iteration by iteration", "")],
    completer: Completer::Files,
    terms: needs(Concurrent),
    read: read);

fn read(reader: &mut Reader<'_>) -> Parsed {
    const NAME: &str = "the name of a file that ends in .svg";
    let word = reader.require(NAME)?;
    let path = expand(word.text);
    if !path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("svg")) {
        return Err(ParseError::bad(word, "is no name of a picture: it must end in .svg"));
    }
    let mut paper = None;
    while let Some(word) = reader.words.peek() {
        match word.text {
            "light" => paper = Some(Theme::Light),
            "dark" => paper = Some(Theme::Dark),
            _ => break,
        }
        reader.take();
    }
    let title = reader.words.clone().rest().text;
    let title = if title.is_empty() { "the board" } else { title }.to_owned();
    let of = match reader.words.peek() {
        None => {
            reader.finish()?;
            Request::new(Box::new(show), needs(Concurrent))
        }
        Some(_) => inner(reader)?,
    };
    let files = reader.words.take_files();
    let mut picture = PictureRequest { path, files, paper, title };
    reader.terms = of.terms.in_turn();
    Ok(Box::new(move |session| {
        // Claimed first, so that an invalid name fails before the command runs.
        let files = session.files.written.of_command(picture.files.clone());
        files.claim(&picture.path, never)?;
        picture.title = format!("{}: {}", picture.title, session.position().to_fen());
        Ok(Effect::Picture(Box::new(of), picture))
    }))
}
