//! The options that a result depends on: every one that can change a node, weights by their checksum, tables by the names and
//! sizes of their files. A column of the table says whether an option counts.

use std::fs;
use std::path::Path;

use super::{Counts, OPTIONS, OptionSpec, Options};
use crate::eval::classical::features::WEIGHTS;
use crate::search::params::PARAMS;
use crate::settings::Worded;
use crate::store::made_of::{MadeOf, fingerprint};
use crate::store::network;

impl Options {
    /// Adds every option that can change a node to `made_of`, each name prefixed with `side`.
    ///
    /// The options must be those that are searched with: a tool that sets some of them itself does so before.
    #[must_use]
    pub fn made_of(&self, side: &str, made_of: MadeOf) -> MadeOf {
        let params: Vec<(&str, String)> =
            PARAMS.iter().map(|row| (&*row.name, row.value(&self.params))).collect();
        let sum = fingerprint(format!("{params:?}").as_bytes());
        let mut made_of = made_of
            .and(format!("{side}evaluation"), self.evaluation_mark())
            .and(format!("{side}parameters"), format_args!("{sum:016x}"));
        let (usual, profile) = (Options::default(), self.profile.params());
        for row in OPTIONS.iter() {
            let value = counted(row, self);
            if value != counted(row, &usual) {
                made_of = made_of.and(format!("{side}{}", row.name), value);
            }
        }
        for (row, (name, value)) in PARAMS.iter().zip(params) {
            if value != row.value(&profile) {
                made_of = made_of.and(format!("{side}{name}"), value);
            }
        }
        made_of
    }

    fn evaluation_mark(&self) -> String {
        let name = self.evaluation.word();
        let halves = WEIGHTS.iter().flat_map(|pair| [pair.mg(), pair.eg()]);
        let classical = || fingerprint(&halves.flat_map(i32::to_le_bytes).collect::<Vec<u8>>());
        let sum = self.network().map_or_else(classical, network::checksum);
        format!("{name} {sum:016x}")
    }
}

/// Returns what identifies the value of an option whose text is not enough; empty if it does not count.
fn counted(row: &OptionSpec, options: &Options) -> String {
    match row.about.counts {
        Counts::Value => row.value(options),
        Counts::Files => files_of(&row.value(options)),
        Counts::Never | Counts::Elsewhere => String::new(),
    }
}

/// The names and sizes of the files in folders, as one number; empty if no folder is named.
fn files_of(folders: &str) -> String {
    if folders.is_empty() {
        return String::new();
    }
    let folders = std::env::split_paths(folders);
    let entries = folders.flat_map(|folder| fs::read_dir(Path::new(&folder)).into_iter().flatten());
    let mut files: Vec<(String, u64)> = entries
        .flatten()
        .filter_map(|entry| {
            let found = entry.metadata().ok().filter(fs::Metadata::is_file)?;
            Some((entry.file_name().to_string_lossy().into_owned(), found.len()))
        })
        .collect();
    files.sort();
    let count = files.len();
    format!("{count} files {:016x}", fingerprint(format!("{files:?}").as_bytes()))
}
