//! `network`: where a network comes from, and what it is like; `load` of one.

use std::path::PathBuf;

use crate::chess::Piece;
use crate::commands::prelude::*;
use crate::eval::network::NetworkRole;
use crate::eval::network::shape::INPUTS;
use crate::ink::json::FilePath;
use crate::ink::number::counted;
use crate::store::{NetworkOrigin, SavedNetwork, built_in_network};
use crate::tools::tool::ToolError;

pub(super) const ROW: CommandSpec = row!(Settings Keeps "network", "[FILE] [neuron N]":
    "show a network's architecture, training data and provenance; the weights of a neuron",
    details: "Of the one that is loaded, or else of the one built in, if no file is named. `load FILE.qpn` evaluates by a network, `set Evaluation classical` \
              by hand again. A neuron is drawn as twelve boards, one a piece as the side that it sees sees it, in hundredths of its largest weight.",
    examples: &[("network gen1.qpn", "where that one comes from", ""),
        ("picture weights.svg network neuron 5", "a picture of weights", "")],
    completer: Completer::Files,
    terms: free(Beside),
    answers: &[LineSchema::of::<NetworkAnswer>()],
    read: read);

fn read(reader: &mut Reader<'_>) -> Result<Command, ParseError> {
    let (mut path, mut neuron) = (None, None);
    while let Some(word) = reader.take() {
        match word.text {
            "neuron" => {
                let number = reader.number("the number of a neuron", 1, u64::from(u16::MAX))?;
                neuron = Some(number as usize);
            }
            text if path.is_none() && neuron.is_none() => {
                path = Some(expand(text));
            }
            _ => return Err(reader.unexpected(word)),
        }
    }
    Ok(With((path, neuron), show).into())
}

/// Evaluates by the network in this file from here on.
pub(in crate::commands) fn load(
    session: &mut Session,
    path: PathBuf,
) -> Result<Effect, CommandError> {
    session.engine.set_option("EvalFile", &path.to_string_lossy())?;
    session.engine.set_option("Evaluation", "network")?;
    show(session, (Some(path), None))
}

/// What is known of a network, or of the one that is loaded; a neuron's weights.
fn show(
    session: &mut Session,
    (path, neuron): (Option<PathBuf>, Option<usize>),
) -> Result<Effect, CommandError> {
    let options = session.engine.options();
    let loaded = &options.eval_file.text;
    let path = path.or_else(|| (!loaded.is_empty()).then(|| PathBuf::from(loaded)));
    let saved = match &path {
        Some(path) => SavedNetwork::load(path)?,
        None => built_in_network().clone(),
    };
    let width = saved.network.width();
    if let Some(number) = neuron.filter(|&number| number > width) {
        let message =
            format!("there is no neuron {number}: this network has {width} of them, from 1");
        return Err(ToolError::Failed { message, answer: None }.into());
    }
    let in_use = options.network() == Some(&saved.network);
    Ok(NetworkAnswer::of(path, saved, in_use, neuron).into())
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct NetworkAnswer {
    path: Option<FilePath>,
    width: usize,
    scale: i32,
    /// Its value is added to that of the classical evaluation.
    residual: bool,
    in_use: bool,
    origin: Origin,
    neuron: Option<Neuron>,
}

/// where a network comes from
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "origin"))]
struct Origin {
    generation: u32,
    seed: String,
    positions: u64,
    data: String,
    commands: Vec<String>,
    written_by: String,
}

/// A neuron of the first layer, from 1.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "neuron"))]
struct Neuron {
    number: usize,
    /// Its weight for each input: own pawns from a1 to h8, own knights, …, the opponent's kings.
    weights: Vec<i16>,
}

impl NetworkAnswer {
    /// Builds what is told of a network, and of one of its neurons, from 1, if it has that.
    pub fn of(
        path: Option<PathBuf>,
        saved: SavedNetwork,
        in_use: bool,
        neuron: Option<usize>,
    ) -> NetworkAnswer {
        let SavedNetwork { network, origin } = saved;
        let (width, weights) = (network.width(), network.weights());
        let of_neuron = |number| {
            let rows = weights.chunks(width).take(INPUTS);
            Neuron { number, weights: rows.map(|row| row[number - 1]).collect() }
        };
        let NetworkOrigin { generation, seed, positions, data, commands, written_by } = origin;
        let seed = seed.to_string();
        NetworkAnswer {
            path: path.map(FilePath),
            width,
            scale: network.scale(),
            residual: network.role() == NetworkRole::Residual,
            in_use,
            origin: Origin { generation, seed, positions, data, commands, written_by },
            neuron: neuron.map(of_neuron),
        }
    }
}

impl Answer for NetworkAnswer {
    const TYPE: &str = "network";

    fn page(&self, settings: &Settings) -> Page {
        let mut page = Page::new();
        let name = match &self.path {
            Some(path) => path.0.display().to_string(),
            None => "built in".to_owned(),
        };
        let mut title = Line::of(Role::Dim, "network ").with(Role::Strong, name);
        if self.in_use {
            title.push(Role::Good, "  evaluates");
        }
        page.wrapped(title, settings, 2);
        let facts = vec![
            Line::plain(format!("768 inputs, {} neurons a side", self.width)),
            Line::plain("4 heads by men"),
            Line::plain(match self.residual {
                false => "stands alone",
                true => "added to the classical evaluation",
            }),
            Line::named("scale ", self.scale.to_string()),
        ];
        page.facts(facts, settings, 2);
        match &self.neuron {
            Some(Neuron { number, weights }) => page.append(neuron(*number, weights, settings)),
            None => origin(&mut page, &self.origin, settings),
        }
        page
    }
}

/// The weights of a neuron, a board for each piece, in hundredths of the largest.
fn neuron(number: usize, weights: &[i16], settings: &Settings) -> Page {
    const CELL: usize = 4;
    let largest = weights.iter().map(|weight| i32::from(weight.abs())).max().unwrap_or(0).max(1);
    let board = |(at, weights): (usize, &[i16])| {
        let side = if at < Piece::ALL.len() { "own" } else { "other" };
        let title = format!("{side} {}", Piece::ALL[at % Piece::ALL.len()]);
        let mut page = Page::of(Line::of(Role::Strong, title).padded(8 * CELL));
        for rank in weights.chunks(8).rev() {
            let mut line = Line::new();
            for &weight in rank {
                let role = match weight {
                    0 => Role::Dim,
                    1.. => Role::White,
                    _ => Role::Black,
                };
                line.push(role, format!("{:>CELL$}", i32::from(weight) * 100 / largest));
            }
            page.push(line);
        }
        page
    };
    let title = format!("neuron {number}, 100 for {largest}");
    let mut page = Page::of(Line::of(Role::Dim, title));
    let across = if settings.narrower_than(2 * (8 * CELL + 2)) { 1 } else { 2 };
    let boards: Vec<Page> = weights.chunks(64).enumerate().map(board).collect();
    for row in boards.chunks(across) {
        page.space();
        page.append(
            row.iter().cloned().reduce(|left, right| left.beside(right, 2)).unwrap_or_default(),
        );
    }
    page
}

fn origin(page: &mut Page, origin: &Origin, settings: &Settings) {
    let facts = vec![
        Line::named("generation ", origin.generation.to_string()),
        Line::plain(counted(origin.positions as usize, "position")),
        Line::named("seed ", &*origin.seed),
        Line::named("by ", &*origin.written_by),
    ];
    page.facts(facts, settings, 2);
    page.wrapped(Line::named("from ", &*origin.data), settings, 2);
    for command in &origin.commands {
        page.wrapped(Line::named("> ", command), settings, 2);
    }
}
