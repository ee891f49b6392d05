//! Types of options that no other table of settings has: files that are opened when set, a size, a button, the evaluator.

use std::ops::RangeInclusive;
use std::sync::Arc;

use crate::control::quantity;
use crate::eval::Network;
use crate::oracle::syzygy::SyzygyTables;
use crate::settings::{FromText, SettingKind, SettingValue, ValueError, choice};
use crate::store::SavedNetwork;
use crate::store::file::expand;

/// MiB: a table of a tebibyte is allowed where there is memory for it.
pub(crate) const MAX_HASH: usize = 1 << 20;

/// The domain of a size in MiB, which is also read as `512M` or `2G`.
#[derive(Clone, Debug)]
pub(super) struct Mebibytes(pub(crate) RangeInclusive<usize>);

impl SettingValue<Mebibytes> for usize {
    fn kind(&self, Mebibytes(range): &Mebibytes) -> SettingKind {
        SettingValue::kind(self, range)
    }

    fn read(text: &str, Mebibytes(range): &Mebibytes) -> Result<usize, ValueError> {
        let plain = quantity::mebibytes(text).map(|size| size.to_string());
        usize::read(plain.as_deref().unwrap_or(text), range)
    }
}

choice! {
    Evaluation {
        Classical = "classical",
        Network = "network",
    }
}

/// An option without a value: setting it is an action of the engine.
#[derive(Clone, Copy, Debug)]
pub struct Button;

impl SettingValue for Button {
    fn kind(&self, (): &()) -> SettingKind {
        SettingKind::Button
    }

    fn read(_: &str, (): &()) -> Result<Button, ValueError> {
        Ok(Button)
    }
}

/// Information about the program; setting it has no effect.
#[derive(Clone, Copy, Debug)]
pub struct About;

impl SettingValue for About {
    fn kind(&self, (): &()) -> SettingKind {
        const TEXT: &str = concat!(
            "Quarterply ",
            env!("CARGO_PKG_VERSION"),
            ", a chess program that thinks in quarters of a ply"
        );
        SettingKind::Text { default: TEXT.to_owned() }
    }

    fn read(_: &str, (): &()) -> Result<About, ValueError> {
        Ok(About)
    }
}

fn refused(error: impl std::fmt::Display) -> ValueError {
    ValueError::Refused(error.to_string())
}

impl FromText for Arc<SyzygyTables> {
    fn from_text(folders: &str) -> Result<Arc<SyzygyTables>, ValueError> {
        let folders = folders.split(SyzygyTables::parts_folders).map(str::trim);
        let folders: Vec<String> =
            folders.map(|folder| expand(folder).display().to_string()).collect();
        let opened = SyzygyTables::open(&folders.join(";")).map(Arc::new);
        opened.map_err(|error| refused(format_args!("no endgame tables: {error}")))
    }
}

impl FromText for Network {
    fn from_text(path: &str) -> Result<Network, ValueError> {
        Ok(SavedNetwork::load(&expand(path)).map_err(refused)?.network)
    }
}
