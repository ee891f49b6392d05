//! `info`: the program, the machine, threads and hash table.

use crate::commands::prelude::*;
use crate::eval::network::Simd;
use crate::ink::json::{FilePath, Milliseconds};
use crate::ink::number::per_mille;

pub(in crate::commands) const ROW: CommandSpec = row!(Tools Safe "info" | "about" | "version":
    "the program, the machine, threads and table",
    terms: free(Concurrent),
    answers: &[LineSchema::of::<InfoAnswer>()],
    read: |_| Ok(Box::new(info)));

fn info(session: &mut Session) -> Acted {
    let (options, last) = (session.engine.options(), session.analysis.last.as_ref());
    let lag = session.opponent.lag.average.max(session.analysis.gui_clock.lag.average);
    Ok(InfoAnswer {
        version: env!("CARGO_PKG_VERSION"),
        cpu: cpu_features(),
        checked: cfg!(debug_assertions),
        threads: options.threads,
        hash: options.hash,
        hashfull: last.map_or(0, |last| last.finished.iteration.progress.hashfull),
        profile: options.profile.name.to_owned(),
        history: session.files.history.clone().map(FilePath),
        lag: (!lag.is_zero()).then_some(Milliseconds(lag)),
        license: env!("CARGO_PKG_LICENSE"),
    }
    .into())
}

/// Returns the processor features in use: those of the build, and those detected at run time.
fn cpu_features() -> Vec<&'static str> {
    let simd = Simd::detect().name();
    let features = [
        ("popcnt", cfg!(target_feature = "popcnt")),
        ("bmi1", cfg!(target_feature = "bmi1") || simd.is_some()),
        ("bmi2", cfg!(target_feature = "bmi2") || simd.is_some()),
        ("avx2", cfg!(target_feature = "avx2") || simd.is_some()),
        ("avx512", simd == Some("avx512")),
        ("neon", cfg!(target_feature = "neon")),
    ];
    features.into_iter().filter(|(_, used)| *used).map(|(name, _)| name).collect()
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct InfoAnswer {
    pub version: &'static str,
    /// Features of the processor that are used.
    pub cpu: Vec<&'static str>,
    /// Whether debug assertions are compiled in.
    pub checked: bool,
    pub threads: usize,
    /// Size of the table in mebibytes.
    pub hash: usize,
    /// Share of it in use after the last search, in thousandths.
    pub hashfull: u32,
    pub profile: String,
    /// Where lines typed at the prompt are kept, if they are.
    pub history: Option<FilePath>,
    /// What a move costs on the clock of a GUI beyond the engine's thinking, if that was measured.
    #[serde(rename = "lag_ms")]
    pub lag: Option<Milliseconds>,
    pub license: &'static str,
}

impl Answer for InfoAnswer {
    const TYPE: &str = "about";

    fn page(&self, settings: &Settings) -> Page {
        let mut table = TextTable::new(&[Align::Left, Align::Left]).indented(1);
        let mut fact = |name: &str, value: String| {
            table.row(vec![Line::of(Role::Dim, name), Line::plain(value)]);
        };
        let checked = if self.checked { " with debug checks" } else { "" };
        fact("version", format!("quarterply {}{checked}", self.version));
        let cpu =
            if self.cpu.is_empty() { "nothing special".to_owned() } else { self.cpu.join(" ") };
        fact("processor", cpu);
        fact("threads", self.threads.to_string());
        fact("table", format!("{} MiB, {} in use", self.hash, per_mille(self.hashfull)));
        fact("profile", self.profile.clone());
        if let Some(lag) = self.lag {
            fact("lag", format!("{} ms a move", lag.0.as_millis()));
        }
        let history = self.history.as_ref().map(|path| path.0.display().to_string());
        fact("history", history.unwrap_or_else(|| "not kept".to_owned()));
        fact("licence", self.license.to_owned());
        table.page(settings.width)
    }
}
