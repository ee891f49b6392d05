//! The program's door: until the prompt is built it speaks UCI, whatever the first line is.

use std::io::{self, BufRead, BufReader};
use std::process::ExitCode;

use quarterply::chess::{Game, Position};
use quarterply::engine::Engine;
use quarterply::front::uci;

fn main() -> io::Result<ExitCode> {
    let mut input = BufReader::new(io::stdin());
    let mut first = String::new();
    input.read_line(&mut first)?;
    let game = Game::new(Position::start());
    Ok(uci::run(first.trim(), input, io::stdout(), Engine::new(), game).into())
}
