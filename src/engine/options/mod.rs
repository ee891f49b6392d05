//! The values of the options. What is read here is what is in force: a value that was refused was never stored.
//!
//! Search parameters (`extension.check`, `null.reduction`, …) are set through the same door. They are a profile and what
//! was changed on top of it; naming another profile drops the changes, naming the same one again keeps them, so a GUI that
//! sends all its defaults back changes nothing. The rows are in `table.rs`, how a value is read in `reading.rs`.

mod error;
mod evaluation;
mod extension_weights;
mod fingerprint;
mod nearest;
mod reading;
mod table;
mod tables;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

pub use error::OptionError;
pub use nearest::nearest;
use reading::Asked;
pub use reading::text_of;
pub use table::{Audience, MAX_HASH, OPTIONS, OptionId, OptionKind, OptionSpec, find};

use super::book::HOUSE;
use super::evaluator::Evaluation;
use super::strength::{Elo, FULL_STRENGTH, Strength};
use crate::eval::Network;
use crate::eval::classical::ClassicalWeights;
use crate::oracle::endgame::TableFolder;
use crate::oracle::syzygy::SyzygyTables;
use crate::search::Rule;
use crate::search::params::{ParamEntry, ParamError, Params};
use crate::search::profiles::{PROFILES, Profile};
use crate::store::built_in_network;

/// What setting an option did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    /// It has the value now.
    Value(OptionId),
    /// It is a button: what it stands for is to be done.
    Pressed(OptionId),
    /// The parameters of the search changed.
    Params,
}

/// A value for each option that has one.
#[derive(Clone, Debug)]
struct Values {
    /// MiB.
    hash: usize,
    threads: usize,
    pin: bool,
    ponder: bool,
    multi_pv: usize,
    /// Milliseconds.
    move_overhead: u64,
    own_book: bool,
    /// `None` for the lines of the program.
    book_file: Option<String>,
    book_variety: u8,
    book_seed: u64,
    book_learn: bool,
    resigns: bool,
    book_edits: String,
    prove_mates: bool,
    persist: bool,
    chess960: bool,
    analyse_mode: bool,
    show_wdl: bool,
    limit_strength: bool,
    elo: Elo,
    /// From 1 to [`FULL_STRENGTH`].
    strength: u8,
    strength_seed: u64,
    profile: &'static Profile,
    syzygy_path: String,
    /// What is in those folders.
    syzygy: Option<Arc<SyzygyTables>>,
    syzygy_probe_depth: u32,
    syzygy_probe_limit: u32,
    syzygy_fifty_moves: bool,
    own_tables: bool,
    table_path: String,
    /// What is in that folder.
    table_folder: Option<Arc<TableFolder>>,
    debug_log_file: String,
    evaluation: Evaluation,
    eval_file: String,
    /// What is in that file.
    network: Option<Network>,
    weights_file: String,
    /// What is in that file.
    learned: Option<Arc<ClassicalWeights>>,
    learns: bool,
}

impl Values {
    /// What they are unless somebody changes them: the table of options takes its defaults from here.
    const INITIAL: Values = Values {
        hash: 256,
        threads: 1,
        pin: false,
        ponder: false,
        multi_pv: 1,
        move_overhead: 30,
        own_book: false,
        book_file: None,
        book_variety: 75,
        book_seed: 0,
        book_learn: false,
        resigns: false,
        book_edits: String::new(),
        prove_mates: true,
        persist: true,
        chess960: false,
        analyse_mode: false,
        show_wdl: false,
        limit_strength: false,
        elo: Elo::CLUB,
        strength: FULL_STRENGTH,
        strength_seed: 0,
        profile: &PROFILES[0],
        syzygy_path: String::new(),
        syzygy: None,
        syzygy_probe_depth: 1,
        syzygy_probe_limit: 7,
        syzygy_fifty_moves: true,
        own_tables: true,
        table_path: String::new(),
        table_folder: None,
        debug_log_file: String::new(),
        evaluation: Evaluation::Network,
        eval_file: String::new(),
        network: None,
        weights_file: String::new(),
        learned: None,
        learns: false,
    };
}

/// All values.
#[derive(Clone, Debug)]
pub struct Options {
    values: Values,
    /// Search parameters that differ from the profile's, as they were given.
    overrides: BTreeMap<String, String>,
    /// The profile with the overrides.
    params: Params,
}

impl Default for Options {
    fn default() -> Options {
        let values = Values::INITIAL;
        let params = values.profile.params();
        Options { values, overrides: BTreeMap::new(), params }
    }
}

impl Options {
    /// Sets an option, or a search parameter. `default` as the value restores the default of anything but text.
    ///
    /// # Errors
    /// If there is none of that name or the value will not do; nothing has changed then.
    pub fn set(&mut self, name: &str, value: &str) -> Result<Change, OptionError> {
        let value = value.trim();
        let Some(spec) = find(name) else {
            return self.set_param(name.trim(), value);
        };
        let kept = self.show(spec.id);
        let asked = Asked { spec, value, kept: &kept };
        let values = &mut self.values;
        match spec.id {
            OptionId::Hash => values.hash = asked.number()? as usize,
            OptionId::Threads => values.threads = asked.number()? as usize,
            OptionId::Pin => values.pin = asked.switch()?,
            OptionId::ClearHash => return Ok(Change::Pressed(spec.id)),
            OptionId::Ponder => values.ponder = asked.switch()?,
            OptionId::MultiPv => values.multi_pv = asked.number()? as usize,
            OptionId::MoveOverhead => values.move_overhead = asked.number()? as u64,
            OptionId::OwnBook => values.own_book = asked.switch()?,
            OptionId::BookFile => values.book_file = Some(asked.text()),
            OptionId::BookVariety => values.book_variety = asked.number()? as u8,
            OptionId::BookSeed => values.book_seed = asked.number()? as u64,
            OptionId::BookLearn => values.book_learn = asked.switch()?,
            OptionId::Resign => values.resigns = asked.switch()?,
            OptionId::BookEdits => values.book_edits = asked.text(),
            OptionId::ProveMates => values.prove_mates = asked.switch()?,
            OptionId::Persist => values.persist = asked.switch()?,
            OptionId::Chess960 => values.chess960 = asked.switch()?,
            OptionId::AnalyseMode => values.analyse_mode = asked.switch()?,
            OptionId::ShowWdl => values.show_wdl = asked.switch()?,
            OptionId::LimitStrength => values.limit_strength = asked.switch()?,
            OptionId::Elo => values.elo = Elo::clamped(asked.number()?),
            OptionId::Strength => values.strength = asked.number()? as u8,
            OptionId::StrengthSeed => values.strength_seed = asked.number()? as u64,
            OptionId::Profile => {
                let chosen = asked.choice()?;
                self.take_profile(chosen);
            }
            OptionId::SyzygyPath => {
                let folders = asked.text();
                self.open_tables(folders)?;
            }
            OptionId::SyzygyProbeDepth => values.syzygy_probe_depth = asked.number()? as u32,
            OptionId::SyzygyProbeLimit => values.syzygy_probe_limit = asked.number()? as u32,
            OptionId::SyzygyFiftyMoves => values.syzygy_fifty_moves = asked.switch()?,
            OptionId::OwnTables => values.own_tables = asked.switch()?,
            OptionId::TablePath => {
                let folder = asked.text();
                self.open_table_folder(folder)?;
            }
            OptionId::DebugLogFile => values.debug_log_file = asked.text(),
            OptionId::EvalFile => {
                let path = asked.text();
                self.load_network(path)?;
            }
            OptionId::WeightsFile => {
                let path = asked.text();
                self.load_weights(path)?;
            }
            OptionId::Learn => {
                let learns = asked.switch()?;
                self.learn_at_the_board(learns)?;
            }
            OptionId::Evaluation => {
                let evaluation = asked.one_of(Evaluation::ALL, Evaluation::name)?;
                self.evaluate_by(evaluation)?;
            }
            OptionId::About => {}
            OptionId::Extension(rule) => {
                let quarters = asked.number()?;
                self.set_weight(rule, quarters)?;
            }
        }
        Ok(Change::Value(spec.id))
    }

    /// What an option or search parameter is set to, as `set` would take it.
    pub fn get(&self, name: &str) -> Option<String> {
        match find(name) {
            Some(spec) => Some(self.show(spec.id)),
            None => {
                extension_weights::one(&self.params, name).or_else(|| self.params.get(name.trim()))
            }
        }
    }

    /// What an option is set to, as `set` would take it.
    pub fn show(&self, id: OptionId) -> String {
        let values = &self.values;
        match id {
            OptionId::Hash => values.hash.to_string(),
            OptionId::Threads => values.threads.to_string(),
            OptionId::Pin => values.pin.to_string(),
            OptionId::ClearHash => String::new(),
            OptionId::Ponder => values.ponder.to_string(),
            OptionId::MultiPv => values.multi_pv.to_string(),
            OptionId::MoveOverhead => values.move_overhead.to_string(),
            OptionId::OwnBook => values.own_book.to_string(),
            OptionId::BookFile => self.book_file().to_owned(),
            OptionId::BookVariety => values.book_variety.to_string(),
            OptionId::BookSeed => values.book_seed.to_string(),
            OptionId::BookLearn => values.book_learn.to_string(),
            OptionId::Resign => values.resigns.to_string(),
            OptionId::BookEdits => values.book_edits.clone(),
            OptionId::ProveMates => values.prove_mates.to_string(),
            OptionId::Persist => values.persist.to_string(),
            OptionId::Chess960 => values.chess960.to_string(),
            OptionId::AnalyseMode => values.analyse_mode.to_string(),
            OptionId::ShowWdl => values.show_wdl.to_string(),
            OptionId::LimitStrength => values.limit_strength.to_string(),
            OptionId::Elo => values.elo.points().to_string(),
            OptionId::Strength => values.strength.to_string(),
            OptionId::StrengthSeed => values.strength_seed.to_string(),
            OptionId::Profile => values.profile.name.to_owned(),
            OptionId::SyzygyPath => values.syzygy_path.clone(),
            OptionId::SyzygyProbeDepth => values.syzygy_probe_depth.to_string(),
            OptionId::SyzygyProbeLimit => values.syzygy_probe_limit.to_string(),
            OptionId::SyzygyFiftyMoves => values.syzygy_fifty_moves.to_string(),
            OptionId::OwnTables => values.own_tables.to_string(),
            OptionId::TablePath => values.table_path.clone(),
            OptionId::DebugLogFile => values.debug_log_file.clone(),
            OptionId::EvalFile => values.eval_file.clone(),
            OptionId::WeightsFile => values.weights_file.clone(),
            OptionId::Learn => values.learns.to_string(),
            OptionId::Evaluation => values.evaluation.name().to_owned(),
            OptionId::About => table::ABOUT.to_owned(),
            OptionId::Extension(rule) => self.weight(rule).to_string(),
        }
    }

    /// The parameters of the search in force.
    pub fn params(&self) -> &Params {
        &self.params
    }

    /// Sets the weight of an extension rule to nothing.
    pub fn switch_off(&mut self, rule: Rule) {
        self.overrides.insert(param_of(rule), "0".to_owned());
        self.params.extensions.set(rule, [0; 3]);
    }

    /// Every parameter of the search with its value and default.
    pub fn param_entries(&self) -> Vec<ParamEntry> {
        self.params.entries()
    }

    /// Size of the table in MiB.
    pub fn hash(&self) -> usize {
        self.values.hash
    }

    /// Threads that search.
    pub fn threads(&self) -> usize {
        self.values.threads
    }

    /// Whether each search thread keeps to a processor.
    pub fn pins(&self) -> bool {
        self.values.pin
    }

    /// Lines of analysis.
    pub fn multi_pv(&self) -> usize {
        self.values.multi_pv
    }

    /// Time lost on the way to the GUI and back.
    pub fn move_overhead(&self) -> Duration {
        Duration::from_millis(self.values.move_overhead)
    }

    /// Whether a search may build on earlier ones.
    pub fn persist(&self) -> bool {
        self.values.persist
    }

    /// Whether moves are played from a book.
    pub fn own_book(&self) -> bool {
        self.values.own_book
    }

    /// The same options with every move thought about: what a position is solved with. Syzygy tables that were named stay.
    #[must_use]
    pub fn without_lookup(&self) -> Options {
        let mut options = self.clone();
        options.values.own_book = false;
        options.values.own_tables = false;
        options
    }

    /// The same options for one thread and a table of so many MiB. With `persist` the table is kept from one search to the
    /// next.
    #[must_use]
    pub fn alone(mut self, hash: usize, persist: bool) -> Options {
        (self.values.threads, self.values.hash, self.values.persist) = (1, hash, persist);
        self
    }

    /// The books to play from, with `;` between.
    pub fn book_file(&self) -> &str {
        self.values.book_file.as_deref().unwrap_or(HOUSE)
    }

    /// How different the moves from the book may be, in per cent.
    pub fn book_variety(&self) -> u8 {
        self.values.book_variety
    }

    /// Whether the engine resigns lost games.
    pub fn resigns(&self) -> bool {
        self.values.resigns
    }

    /// Whether the book learns from games.
    pub fn book_learn(&self) -> bool {
        self.values.book_learn
    }

    /// Where changes to the books are kept; empty if nothing is said about it.
    pub fn book_edits(&self) -> &str {
        &self.values.book_edits
    }

    /// What the choice from the book begins with; 0 for something else each time.
    pub fn book_seed(&self) -> u64 {
        self.values.book_seed
    }

    /// Whether an analysis looks for mates to prove beside its search.
    pub fn proves_mates(&self) -> bool {
        self.values.prove_mates
    }

    /// How strongly a game is played; `None` for all there is.
    pub fn strength(&self) -> Option<Strength> {
        let values = &self.values;
        let by_elo = values.limit_strength.then_some(values.elo);
        let by_percent = Elo::of_strength(values.strength);
        let elo = by_elo.into_iter().chain(by_percent).min()?;
        Some(Strength { elo, seed: values.strength_seed })
    }

    /// Whether castling is written as king takes rook.
    pub fn chess960(&self) -> bool {
        self.values.chess960
    }

    /// Whether chances of win, draw and loss are wanted beside the score.
    pub fn show_wdl(&self) -> bool {
        self.values.show_wdl
    }

    /// The file that records the dialogue; empty for none.
    pub fn debug_log_file(&self) -> &str {
        &self.values.debug_log_file
    }

    /// The network to evaluate with, if not the classical evaluation is to be used: that of `EvalFile`, or the one built in.
    pub fn network(&self) -> Option<&Network> {
        let values = &self.values;
        let network = || values.network.as_ref().unwrap_or_else(|| &built_in_network().network);
        (values.evaluation == Evaluation::Network).then(network)
    }

    /// The learned weights to evaluate with, if those are to be used.
    pub fn learned(&self) -> Option<&Arc<ClassicalWeights>> {
        let values = &self.values;
        values.learned.as_ref().filter(|_| values.evaluation == Evaluation::Learned)
    }

    /// The name of the profile in force.
    pub fn profile(&self) -> &'static str {
        self.values.profile.name
    }

    /// The parameters of the profile in force, without what was changed.
    pub fn profile_params(&self) -> Params {
        self.values.profile.params()
    }

    /// The table could not grow: the value goes back to the truth.
    pub(in crate::engine) fn correct_hash(&mut self, mebibytes: usize) {
        self.values.hash = mebibytes;
    }

    fn set_param(&mut self, name: &str, value: &str) -> Result<Change, OptionError> {
        if let Some((rule, value)) =
            extension_weights::with_one(&self.params, &self.profile_params(), name, value)
        {
            return self.set_param(rule, &value);
        }
        let known = self.params.entries().into_iter().map(|entry| entry.name);
        let names: Vec<String> = known.collect();
        let Some(name) = names.iter().find(|known| known.eq_ignore_ascii_case(name)) else {
            return Err(OptionError::unknown(name, &names));
        };
        let mut overrides = self.overrides.clone();
        if value.eq_ignore_ascii_case("default") {
            overrides.remove(name);
        } else {
            overrides.insert(name.clone(), value.to_owned());
        }
        let params = build(self.values.profile, &overrides)?;
        self.overrides = overrides;
        self.params = params;
        Ok(Change::Params)
    }

    /// The weight of a rule as its UCI option says it, as far as one number can: [`table::BY_PROFILE`] if it was not
    /// changed, or differs by kind of node.
    fn weight(&self, rule: Rule) -> i64 {
        let given = self.overrides.get(&param_of(rule));
        given.and_then(|value| value.parse().ok()).unwrap_or(table::BY_PROFILE)
    }

    fn set_weight(&mut self, rule: Rule, quarters: i64) -> Result<(), OptionError> {
        // A GUI that sends back what it was told must not undo what one number cannot say.
        if quarters == self.weight(rule) {
            return Ok(());
        }
        let given = match quarters {
            table::BY_PROFILE => "default".to_owned(),
            quarters => quarters.to_string(),
        };
        self.set_param(&param_of(rule), &given).map(|_| ())
    }

    fn take_profile(&mut self, profile: &'static Profile) {
        if profile.name != self.values.profile.name {
            self.values.profile = profile;
            self.overrides.clear();
            self.params = profile.params();
        }
    }
}

/// The search parameter that is the weight of a rule.
fn param_of(rule: Rule) -> String {
    format!("extension.{}", rule.name())
}

fn build(profile: &Profile, overrides: &BTreeMap<String, String>) -> Result<Params, ParamError> {
    let mut params = profile.params();
    for (name, value) in overrides {
        params.set(name, value)?;
    }
    Ok(params)
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
            assert_eq!(options.hash(), 128);
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
        assert!(options.chess960());
        options.set("move  overhead", " 30 ").unwrap();
        assert_eq!(options.move_overhead(), Duration::from_millis(30));
        options.set("Debug Log File", "<empty>").unwrap();
        assert_eq!(options.debug_log_file(), "");
        options.set("Hash", "default").unwrap();
        assert_eq!(options.hash(), 256);
    }

    #[test]
    fn unknown_names_get_a_suggestion() {
        let error = Options::default().set("Hsh", "1").unwrap_err().to_string();
        assert_eq!(error, "there is no option `Hsh`; did you mean `Hash`?");
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
        let params = options.params().clone();
        for spec in OPTIONS.iter() {
            let value = options.get(&spec.name).unwrap();
            options.set(&spec.name, &value).unwrap();
        }
        assert_eq!(*options.params(), params);
    }

    #[test]
    fn another_profile_drops_what_was_changed() {
        let mut options = Options::default();
        options.set("Extension check", "1").unwrap();
        options.set("Profile", "SLOW").unwrap();
        assert_eq!(options.get("Extension check").as_deref(), Some("-1"));
        assert_eq!(Some(options.params().clone()), profiles::params_of("slow"));
    }
}
