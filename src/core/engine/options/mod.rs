//! The values of the options. Invalid values are never stored.
//!
//! Search parameters (`extension.check`, `null.reduction`, …) are set like options. They are a profile and the changes to it;
//! naming another profile drops the changes, naming the same one again keeps them, so a GUI that sends all its defaults back
//! changes nothing. The rows are in `table.rs`.

mod fingerprint;
mod nearest;
mod search_params;
mod table;
mod values;

use std::sync::Arc;
use std::time::Duration;

pub use nearest::{did_you_mean, nearest};
pub use table::{Counts, Interface, OPTIONS, OptionError, OptionSpec, Options, find};
pub(crate) use values::{Evaluation, MAX_HASH};

use super::strength::{Elo, FULL_LEVEL, FULL_STRENGTH, Strength};
use crate::eval::Network;
use crate::oracle::tables::SyzygyUse;
use crate::search::Rule;
use crate::store::built_in_network;

impl Options {
    /// Sets an option, or a search parameter. `default` as the value restores the default of anything but text.
    ///
    /// # Errors
    /// If there is none of that name or the value will not do; nothing has changed then.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let value = value.trim();
        let Some(spec) = find(name) else {
            return self.set_param(name.trim(), value);
        };
        let mut changed = self.clone();
        spec.set(&mut changed, value)
            .map_err(|error| OptionError::new(spec, error, value, self))?;
        if changed.profile.name != self.profile.name {
            changed.overrides.clear();
            changed.params = changed.profile.params();
        }
        *self = changed;
        Ok(())
    }

    pub fn get(&self, name: &str) -> Option<String> {
        find(name).map_or_else(|| self.param(name), |spec| Some(spec.value(self)))
    }

    pub fn switch_off(&mut self, rule: Rule) {
        self.params.switch_off(rule);
        let name = search_params::name_of(rule);
        let value = self.params.get(&name).unwrap_or_default();
        self.overrides.insert(name, value);
    }

    /// Returns these options without book and own tables, so that every move is searched. Syzygy tables stay.
    #[must_use]
    pub fn without_lookup(&self) -> Options {
        Options { own_book: false, own_tables: false, ..self.clone() }
    }

    /// Returns these options for one thread and a table of `hash` MiB. With `persist` the table is kept from one search to the
    /// next.
    #[must_use]
    pub fn alone(self, hash: usize, persist: bool) -> Options {
        Options { threads: 1, hash, persist, ..self }
    }

    /// Returns whether searches with other options have the same result: parameters, weights and tables are equal.
    pub(crate) fn searches_like(&self, other: &Options) -> bool {
        let tables = |options: &Options| {
            let opened = options.syzygy_path.value.as_ref().map(Arc::as_ptr);
            let (depth, most) = (options.syzygy_probe_depth, options.syzygy_probe_limit);
            (opened, depth, most, options.syzygy_fifty_moves)
        };
        self.params == other.params
            && self.network() == other.network()
            && tables(self) == tables(other)
    }

    pub(crate) fn move_overhead(&self) -> Duration {
        Duration::from_millis(self.move_overhead)
    }

    /// Returns the strength of games; `None` for full strength, and if a GUI has declared an analysis.
    pub fn strength(&self) -> Option<Strength> {
        if self.analyse_mode {
            return None;
        }
        let by_elo = self.limit_strength.then_some(self.elo);
        let by_percent = Elo::of_step(self.percent.saturating_sub(1), FULL_STRENGTH - 1);
        let by_level = Elo::of_step(self.level, FULL_LEVEL);
        let elo = by_elo.into_iter().chain(by_percent).chain(by_level).min()?;
        Some(Strength { elo, seed: self.strength_seed })
    }

    /// Returns the network to evaluate with, that of `EvalFile` or the one built in; `None` for the classical evaluation.
    pub fn network(&self) -> Option<&Network> {
        let network =
            || self.eval_file.value.as_ref().unwrap_or_else(|| &built_in_network().network);
        (self.evaluation == Evaluation::Network).then(network)
    }

    pub(crate) fn syzygy(&self) -> Option<SyzygyUse> {
        let tables = self.syzygy_path.value.clone()?;
        let most_men = tables.men().min(self.syzygy_probe_limit);
        (most_men > 0).then_some(SyzygyUse {
            tables,
            most_men,
            least_depth: self.syzygy_probe_depth,
            fifty_moves: self.syzygy_fifty_moves,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::profiles;

    #[test]
    fn a_refused_value_leaves_the_old_one() {
        let mut options = Options::default();
        options.set("hash", "128").unwrap();
        for wrong in ["0", "1048577", "many", "", "-5", "1.5"] {
            let error = options.set("Hash", wrong).unwrap_err().to_string();
            assert!(error.contains("1048576") && error.contains("stays 128"), "{error}");
            assert_eq!(options.hash, 128);
        }
        assert!(options.set("Ponder", "perhaps").is_err());
        assert!(
            options.set("Profile", "fast").unwrap_err().to_string().contains("quarterply, slow")
        );
    }

    #[test]
    fn values_are_read_kindly() {
        let mut options = Options::default();
        options.set("Hash", "2G").unwrap();
        assert_eq!(options.get("HASH").as_deref(), Some("2048"));
        options.set("uci_chess960", "On").unwrap();
        assert!(options.chess960);
        options.set("move  overhead", " 30 ").unwrap();
        assert_eq!(options.move_overhead(), Duration::from_millis(30));
        options.set("Debug Log File", "<empty>").unwrap();
        assert_eq!(options.debug_log_file, "");
        options.set("Hash", "default").unwrap();
        assert_eq!(options.hash, 256);
    }

    #[test]
    fn unknown_names_get_a_suggestion() {
        let error = Options::default().set("Hassh", "1").unwrap_err().to_string();
        assert_eq!(error, "there is no option `Hassh`; did you mean `Hash`?");
        assert!(Options::default().set("Contempt", "10").is_err());
        let error = Options::default().set("extension.chek", "1").unwrap_err().to_string();
        assert!(error.contains("`extension.check`"), "{error}");
    }

    #[test]
    fn a_rule_is_set_through_either_name() {
        let mut options = Options::default();
        let by_profile = options.get("extension.check");
        options.set("Extension check", "0").unwrap();
        assert_eq!(options.get("extension.check").as_deref(), Some("0"));
        options.set("extension.check", "3").unwrap();
        assert_eq!(options.get("Extension check").as_deref(), Some("3"));
        options.set("extension.check", "4/2/1").unwrap();
        assert_eq!(options.get("Extension check").as_deref(), Some("-1"));
        options.set("extension.check", "default").unwrap();
        assert_eq!(options.get("extension.check"), by_profile);
        assert!(options.set("extension.check", "99").is_err());
        assert_eq!(options.get("extension.check"), by_profile);
    }

    #[test]
    fn all_defaults_sent_back_change_nothing() {
        let mut options = Options::default();
        options.set("null.base", "240").unwrap();
        let params = options.params.clone();
        for spec in OPTIONS.iter() {
            let value = options.get(&spec.name).unwrap();
            options.set(&spec.name, &value).unwrap();
        }
        assert_eq!(options.params, params);
    }

    #[test]
    fn another_profile_drops_what_was_changed() {
        let mut options = Options::default();
        options.set("Extension check", "1").unwrap();
        options.set("Profile", "SLOW").unwrap();
        assert_eq!(options.get("Extension check").as_deref(), Some("-1"));
        let slow = profiles::PROFILES.iter().find(|profile| profile.name == "slow").unwrap();
        assert_eq!(options.params, slow.params());
    }

    #[test]
    fn tables_that_cannot_be_had_leave_those_there_were() {
        let mut options = Options::default();
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("KQvK.rtbw"), "not a table").unwrap();
        for path in ["/no/such/folder".to_owned(), folder.path().display().to_string()] {
            let error = options.set("SyzygyPath", &path).unwrap_err().to_string();
            assert!(error.contains(&path) && error.ends_with("SyzygyPath stays empty"), "{error}");
            assert_eq!(options.get("SyzygyPath").as_deref(), Some(""));
            assert!(options.syzygy().is_none());
        }
    }

    #[test]
    fn how_tables_are_used_is_one_thing_and_whether_there_are_any_another() {
        let mut options = Options::default();
        for (name, value) in
            [("SyzygyProbeDepth", "4"), ("SyzygyProbeLimit", "0"), ("Syzygy50MoveRule", "false")]
        {
            options.set(name, value).unwrap();
            assert_eq!(options.get(name).as_deref(), Some(value));
        }
        assert!(options.syzygy().is_none() && options.own_tables);
        assert!(!options.without_lookup().own_tables);
    }
}
