//! What of the options a result follows from: every one that can change a node, weights by their checksum, tables by the
//! names and sizes of their files. The option's row in the table says whether it counts.

use std::fs;
use std::path::Path;

use super::{OPTIONS, OptionId, Options};
use crate::engine::evaluator::Evaluation;
use crate::eval::classical::features::WEIGHTS;
use crate::store::made_of::{MadeOf, fingerprint};
use crate::store::{learned_weights, network};

impl Options {
    /// Adds every option that can change a node to `made_of`, each name prefixed with `side`.
    ///
    /// The options must be those that are searched with: a tool that sets some of them itself does so before.
    #[must_use]
    pub fn made_of(&self, side: &str, made_of: MadeOf) -> MadeOf {
        let usual = Options::default();
        let rows = OPTIONS.iter().filter(|row| row.counts);
        let rows = rows.map(|row| (&row.name, self.counted(row.id), usual.counted(row.id)));
        let params = self.param_entries().into_iter();
        let params: Vec<(String, String)> = params.map(|row| (row.name, row.value)).collect();
        let sum = fingerprint(format!("{params:?}").as_bytes());
        let made_of = made_of
            .and(format!("{side}evaluation"), self.evaluation_mark())
            .and(format!("{side}parameters"), format_args!("{sum:016x}"));
        let made_of = rows
            .filter(|(_, value, usual)| value != usual)
            .fold(made_of, |made_of, (name, value, _)| made_of.and(format!("{side}{name}"), value));
        let of_profile = self.profile_params().entries();
        let changed = params.into_iter().zip(of_profile);
        changed
            .filter(|((_, value), usual)| *value != usual.value)
            .fold(made_of, |made_of, ((name, value), _)| {
                made_of.and(format!("{side}{name}"), value)
            })
    }

    /// What an option is set to, where a name alone says too little.
    fn counted(&self, id: OptionId) -> String {
        match id {
            OptionId::SyzygyPath | OptionId::TablePath => files_of(&self.show(id)),
            // What the files hold is in the mark of the evaluation, and the weights of rules are among the parameters.
            OptionId::Evaluation
            | OptionId::EvalFile
            | OptionId::WeightsFile
            | OptionId::Extension(_) => String::new(),
            id => self.show(id),
        }
    }

    fn evaluation_mark(&self) -> String {
        let (values, name) = (&self.values, self.values.evaluation.name());
        let sum = match (values.evaluation, self.network(), self.learned()) {
            (Evaluation::Network, Some(network), _) => network::checksum(network),
            (Evaluation::Learned, _, Some(weights)) => learned_weights::checksum(weights),
            _ => learned_weights::checksum(&WEIGHTS),
        };
        format!("{name} {sum:016x}")
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
