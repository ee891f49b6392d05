//! Names of user-defined extension rules, by slot.

use std::sync::RwLock;

use crate::control::lock::Unpoisoned;

/// The most names that one run of the program can use.
pub(super) const MOST_NAMES: usize = 16;

/// A name keeps its slot, so that the ledger of an earlier search keeps its meaning.
static NAMES: RwLock<Vec<&'static str>> = RwLock::new(Vec::new());

/// The name of the rule in a slot.
pub(super) fn of(slot: usize) -> &'static str {
    let names = NAMES.read().unpoisoned();
    names.get(slot).copied().unwrap_or("typed")
}

/// The slot of a name, a new one if it has none.
///
/// # Errors
/// If all are taken.
pub(super) fn slot_of(name: &str) -> Result<usize, String> {
    let mut names = NAMES.write().unpoisoned();
    if let Some(slot) = names.iter().position(|&known| known == name) {
        return Ok(slot);
    }
    if names.len() == MOST_NAMES {
        let known = names.join(", ");
        return Err(format!("there is room for {MOST_NAMES} names of rules; use one of {known}"));
    }
    names.push(String::leak(name.to_owned()));
    Ok(names.len() - 1)
}
