//! What `data` shows, and its line of JSON.

use std::path::PathBuf;

use serde_json::{Value, json};

use super::statistics::{BAND, BANDS, DatasetStatistics, LeftOutCause};
use crate::eval::network::shape::men_of_head;
use crate::ink::number::{counted, percent};
use crate::ink::{Align, Line, Page, Role, Settings, TextTable};
use crate::tools::tool::ToolAnswer;

#[derive(Clone, PartialEq, Debug)]
pub struct DataAnswer {
    pub path: PathBuf,
    pub statistics: DatasetStatistics,
    /// Where reading ended early, and why: the games before it were taken.
    pub cut: Vec<String>,
}

impl DatasetStatistics {
    /// Returns what is known of positions, as members of a line of JSON.
    pub fn members(&self) -> Value {
        let left_out = LeftOutCause::ALL
            .into_iter()
            .map(|cause| (cause.name().replace(' ', "_"), json!(self.left_out[cause as usize])));
        json!({
            "positions": self.taken,
            "results": by_winner(self.results),
            "unplayed": self.unplayed,
            "held_out": self.held_out,
            "left_out": left_out.collect::<Value>(),
            "duplicates": self.duplicates,
            "by_men": self.phases,
            "by_score": { "band": BAND, "counts": self.scores },
        })
    }
}

fn by_winner([white, draw, black]: [u64; 3]) -> Value {
    json!({ "white": white, "draw": draw, "black": black })
}

impl ToolAnswer for DataAnswer {
    fn line(&self) -> (&'static str, Value) {
        let mut value = self.statistics.members();
        value["path"] = json!(self.path.display().to_string());
        value["games"] = by_winner(self.statistics.games);
        value["cut"] = json!(self.cut);
        ("data", value)
    }

    fn page(&self, settings: &Settings) -> Page {
        let statistics = &self.statistics;
        let mut page = Page::new();
        let taken = counted(statistics.taken as usize, "position");
        let title = Line::of(Role::Strong, taken)
            .with(Role::Dim, " in ")
            .with(Role::Plain, self.path.display().to_string());
        page.wrapped(title, settings, 2);
        for cut in &self.cut {
            let text = format!("{cut}; the games before were taken");
            page.wrapped(Line::of(Role::Caution, text), settings, 2);
        }
        page.facts(shares("games", statistics.games), settings, 2);
        page.append(statistics_page(statistics, settings));
        page
    }
}

/// Shows what is known of positions that were taken, and of those that were not.
pub fn statistics_page(statistics: &DatasetStatistics, settings: &Settings) -> Page {
    let mut page = Page::new();
    if statistics.results != [0; 3] {
        page.facts(shares("positions", statistics.results), settings, 2);
    }
    if statistics.unplayed > 0 {
        let text = format!("{} from no game", statistics.unplayed);
        page.push(Line::plain(text));
    }
    let held_out = format!("{} held out, whole games", statistics.held_out);
    page.push(Line::plain(held_out));
    let mut left = vec![Line::of(Role::Dim, "left out")];
    left.extend(LeftOutCause::ALL.into_iter().map(|cause| {
        Line::plain(format!("{} {}", statistics.left_out[cause as usize], cause.name()))
    }));
    left.push(Line::plain(format!("{} twice", statistics.duplicates)));
    page.facts(left, settings, 2);
    page.space();
    page.append(histogram(statistics, settings));
    page
}

/// `games 120 · White won 40.0 % · drawn 20.0 % · Black won 40.0 %`.
fn shares(what: &str, [won, drawn, lost]: [u64; 3]) -> Vec<Line> {
    let all = won + drawn + lost;
    let share = |name, part| Line::named(format!("{name} "), percent(part, all));
    vec![
        Line::named(format!("{what} "), all.to_string()),
        share("White won", won),
        share("drawn", drawn),
        share("Black won", lost),
    ]
}

/// How many positions there are of each number of men, and of each band of scores.
fn histogram(statistics: &DatasetStatistics, settings: &Settings) -> Page {
    let mut table = TextTable::new(&[Align::Left, Align::Right, Align::Left]).indented(1);
    let mut rows = |title: &str, names: Vec<String>, counts: &[u64]| {
        let largest = counts.iter().copied().max().unwrap_or(0);
        table.row(vec![Line::of(Role::Dim, title), Line::new(), Line::new()]);
        for (name, &count) in names.into_iter().zip(counts) {
            let bar = Line::of(Role::Dim, settings.bar(count, largest));
            table.row(vec![Line::plain(name), Line::plain(count.to_string()), bar]);
        }
    };
    let men = (0..statistics.phases.len()).map(|head| {
        let (least, most) = men_of_head(head);
        format!("{least} to {most}")
    });
    rows("men", men.collect(), &statistics.phases);
    let middle = BANDS as i32 / 2;
    let bands = (0..BANDS as i32).map(|band| {
        let low = (band - middle) * BAND - BAND / 2;
        match band {
            0 => format!("below {}", low + BAND),
            _ if band == BANDS as i32 - 1 => format!("from {low}"),
            _ => format!("{low} to {}", low + BAND - 1),
        }
    });
    rows("White's centipawns", bands.collect(), &statistics.scores);
    table.page(settings.width)
}
