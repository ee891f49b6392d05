//! `network`: shows a network's architecture and provenance. Also `load` of a network.

use std::path::PathBuf;

use crate::commands::prelude::*;
use crate::eval::network::NetworkRole;
use crate::eval::network::shape::HEADS;
use crate::ink::json::FilePath;
use crate::ink::number::counted;
use crate::store::{NetworkOrigin, SavedNetwork, built_in_network};

pub(super) const ROW: CommandSpec = row!(Settings Safe "network", "[FILE]":
"show a network's architecture, training data and provenance",
details: "Of the one that is loaded, or else of the one built in, if no file is named. `load FILE.qpn` evaluates by a network, `set Evaluation classical` \
          by hand again.",
examples: &[("network gen1.qpn", "where that one comes from", "")],
completer: Completer::Files,
terms: free(Concurrent),
answers: &[LineSchema::of::<NetworkAnswer>()],
read: |reader| {
    let given = reader.words.peek().map(|_| reader.path()).transpose()?;
    Ok(Box::new(move |session| show(session, given)))
});

/// Evaluates by the network of this file from here on.
pub(in crate::commands) fn load(session: &mut Session, path: PathBuf) -> Acted {
    session.engine.set_option("EvalFile", &path.to_string_lossy())?;
    session.engine.set_option("Evaluation", "network")?;
    show(session, Some(path))
}

/// Shows a network of a file, or the one in use.
fn show(session: &mut Session, path: Option<PathBuf>) -> Acted {
    let options = session.engine.options();
    let loaded = &options.eval_file.text;
    let path = path.or_else(|| (!loaded.is_empty()).then(|| PathBuf::from(loaded)));
    let saved = match &path {
        Some(path) => SavedNetwork::load(path)?,
        None => built_in_network().clone(),
    };
    let in_use = options.network() == Some(&saved.network);
    Ok(NetworkAnswer::of(path, saved, in_use).into())
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

impl NetworkAnswer {
    pub fn of(path: Option<PathBuf>, saved: SavedNetwork, in_use: bool) -> NetworkAnswer {
        let SavedNetwork { network, origin } = saved;
        let NetworkOrigin { generation, seed, positions, data, commands, written_by } = origin;
        let seed = seed.to_string();
        NetworkAnswer {
            path: path.map(FilePath),
            width: network.width(),
            scale: network.scale(),
            residual: network.role() == NetworkRole::Residual,
            in_use,
            origin: Origin { generation, seed, positions, data, commands, written_by },
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
            Line::plain(format!("{HEADS} heads by men")),
            Line::plain(match self.residual {
                false => "stands alone",
                true => "added to the classical evaluation",
            }),
            Line::named("scale ", self.scale.to_string()),
        ];
        page.facts(facts, settings, 2);
        origin(&mut page, &self.origin, settings);
        page
    }
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
