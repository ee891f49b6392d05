//! The workshop: self-play, training and tuning, for the program's developers. Output is plain text.
//!
//! A tool is a folder with its arguments, work and tests. [`desk`] is the environment of all tools, [`players`] has their search
//! options, [`records`] and [`positions`] are the files passed from one tool to the next. Results are in the `README.md` of this
//! folder.

// Nothing in a program is reachable from outside.
#![allow(unreachable_pub)]

mod arguments;
mod book;
mod data;
mod desk;
mod files;
mod judge;
mod learn;
mod piles;
mod players;
mod positions;
mod records;
mod selfplay;
mod spsa;
mod state;
mod train;

use clap::{Parser, Subcommand};

use desk::Desk;
use quarterply::store::written::NamedFiles;

#[derive(Parser, Debug)]
#[command(name = "workshop", version, about = "Games, networks, weights and books of Quarterply")]
struct Arguments {
    #[command(subcommand)]
    tool: Tool,
    /// Replace files whatever they hold
    #[arg(long, global = true)]
    force: bool,
}

#[derive(Subcommand, Debug)]
enum Tool {
    /// Play settings against each other, or games to learn from
    Selfplay(selfplay::SelfPlay),
    /// Take positions to learn from out of games or of search trees, shuffled, each once
    Data(data::Data),
    /// Learn a network from positions; the same seed gives the same bytes
    Train(train::Train),
    /// Measure how far an evaluation is from the scores of positions
    Judge(judge::Judge),
    /// Learn weights of the classical evaluation from games by TD-leaf
    Learn(learn::Learn),
    /// Tune numbers of the search by games and by positions to be solved
    Spsa(spsa::Spsa),
    /// Make a Polyglot book of games in PGN, however many
    Book(book::BookBuild),
}

fn main() -> anyhow::Result<()> {
    let Arguments { tool, force } = Arguments::parse();
    let is_option = |word: &String| word.starts_with('-');
    let words: Vec<String> = std::env::args().skip(1).skip_while(is_option).skip(1).collect();
    let desk = Desk::new(NamedFiles::of(words.iter().map(String::as_str), force));
    desk.stop_on_ctrl_c()?;
    match tool {
        Tool::Selfplay(tool) => tool.run(&desk),
        Tool::Data(tool) => tool.run(&desk),
        Tool::Train(tool) => tool.run(&desk),
        Tool::Judge(tool) => tool.run(&desk),
        Tool::Learn(tool) => tool.run(&desk),
        Tool::Spsa(tool) => tool.run(&desk),
        Tool::Book(tool) => tool.run(&desk),
    }
}
