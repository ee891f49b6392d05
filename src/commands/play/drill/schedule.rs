//! The schedule: a file with a line of JSON per problem, its EPD record and its FSRS card.
//!
//! Every answer updates the file atomically under the lock of its folder, so that two programs can share it. A missed problem is
//! due until it is solved.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::fsrs::Card;
pub use super::fsrs::DrillRating;
use crate::chess::epd::Epd;
use crate::chess::{Color, Key};
use crate::commands::files::make_folder;
use crate::commands::mates::puzzle::Puzzle;
use crate::commands::tools::suite::item_of;
use crate::shell::CommandError;
use crate::store::WrittenFiles;
use crate::store::file;

const LIMIT: u64 = 256 << 20;

/// Seconds.
const DAY: i64 = 86_400;

#[derive(Clone, Debug)]
pub struct DrillDesk {
    /// `None` if nothing is saved.
    pub path: Option<PathBuf>,
    pub now: Timestamp,
    /// File of the problems that are asked.
    pub file: Option<PathBuf>,
}

#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
struct DrillCard {
    missed: bool,
    /// File that the problem was last asked from; new ones are taken from there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    file: Option<PathBuf>,
    #[serde(flatten)]
    memory: Card,
}

#[derive(Serialize, Deserialize)]
struct DrillLine {
    record: String,
    card: DrillCard,
}

impl DrillCard {
    fn rated(&self, rating: DrillRating, now: Timestamp) -> DrillCard {
        // The clock may have been set back.
        let now = self.memory.last_review.max(now);
        let missed = rating == DrillRating::Missed;
        if self.missed && !missed && now < self.memory.due {
            // The first answer has set the due date.
            return DrillCard { missed, ..self.clone() };
        }
        DrillCard { missed, memory: self.memory.reviewed(rating, now), ..self.clone() }
    }

    /// Returns its due date in days since 1970.
    fn day(&self) -> i64 {
        day(if self.missed { self.memory.last_review } else { self.memory.due })
    }
}

/// Days since 1970.
fn day(time: Timestamp) -> i64 {
    time.as_second().div_euclid(DAY)
}

#[derive(Debug, Default)]
pub struct DrillSchedule {
    problems: Vec<(Arc<Puzzle>, DrillCard)>,
    today: i64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DrillCounts {
    pub due: usize,
    pub learned: usize,
    pub missed: usize,
}

impl DrillSchedule {
    /// Reads the file; the schedule is empty without one.
    pub fn read(desk: &DrillDesk) -> Result<DrillSchedule, CommandError> {
        let mut schedule = DrillSchedule { problems: Vec::new(), today: day(desk.now) };
        let Some(path) = desk.path.as_ref().filter(|path| path.exists()) else {
            return Ok(schedule);
        };
        let bytes = file::read(path, LIMIT)?;
        for (number, line) in (1..).zip(String::from_utf8_lossy(&bytes).lines()) {
            let kept = read_line(number, line).map_err(|why| {
                let why = format!("line {number}: {why}; remove that line, or move the file away");
                CommandError::content(path, why)
            })?;
            schedule.problems.push(kept);
        }
        Ok(schedule)
    }

    pub fn rate(
        desk: &DrillDesk,
        puzzle: &Arc<Puzzle>,
        rating: DrillRating,
    ) -> Result<(), CommandError> {
        let Some(path) = &desk.path else { return Ok(()) };
        path.parent().map_or(Ok(()), make_folder)?;
        let files = WrittenFiles::default().hold(path)?;
        let mut schedule = DrillSchedule::read(desk)?;
        let key = puzzle.item.position.key();
        let known =
            schedule.problems.iter().position(|(known, _)| known.item.position.key() == key);
        let place = known.unwrap_or_else(|| {
            schedule.problems.push((Arc::clone(puzzle), DrillCard::default()));
            schedule.problems.len() - 1
        });
        let card = &mut schedule.problems[place].1;
        let file = desk.file.clone().or(card.file.take());
        *card = DrillCard { file, ..card.rated(rating, desk.now) };
        let lines = schedule.problems.iter().map(|(puzzle, card)| {
            let line = DrillLine { record: puzzle.record().to_string(), card: card.clone() };
            serde_json::to_string(&line).map(|line| line + "\n")
        });
        let text: Result<String, _> = lines.collect();
        // It has just been parsed.
        files.claim(path, |_| true)?;
        let text = text.map_err(|error| CommandError::content(path, error))?;
        Ok(files.write(path, text.as_bytes())?)
    }

    pub fn counts(&self) -> DrillCounts {
        let due = self.problems.iter().filter(|(_, card)| card.day() <= self.today).count();
        let missed = self.problems.iter().filter(|(_, card)| card.missed).count();
        DrillCounts { due, learned: self.problems.len() - due, missed }
    }

    pub fn next_due(&self) -> Option<i64> {
        self.problems.iter().map(|(_, card)| (card.day() - self.today).max(0)).min()
    }

    /// Returns the file of the problem that was answered last.
    pub fn last_file(&self) -> Option<&Path> {
        let last = self.problems.iter().max_by_key(|(_, card)| card.memory.last_review);
        last?.1.file.as_deref()
    }

    /// Returns the problems that are due, of one side or both, the earliest due date first.
    pub fn due(&self, side: Option<Color>) -> Vec<Arc<Puzzle>> {
        let known = self.problems.iter().map(|(puzzle, _)| Arc::clone(puzzle));
        let is_asked =
            |puzzle: &Arc<Puzzle>| side.is_none_or(|side| puzzle.item.position.turn() == side);
        self.order(known.filter(is_asked), false)
    }

    /// Returns problems in the order of a drill: due ones by date, new ones as they come, with `all` then the others. Duplicate
    /// positions are skipped.
    pub fn order(
        &self,
        problems: impl Iterator<Item = Arc<Puzzle>>,
        all: bool,
    ) -> Vec<Arc<Puzzle>> {
        let days =
            self.problems.iter().map(|(puzzle, card)| (puzzle.item.position.key(), card.day()));
        let days: HashMap<Key, i64> = days.collect();
        let mut seen: HashSet<Key> = HashSet::new();
        let mut ranked: Vec<((u8, i64), Arc<Puzzle>)> = Vec::new();
        for puzzle in problems.filter(|puzzle| seen.insert(puzzle.item.position.key())) {
            let rank = match days.get(&puzzle.item.position.key()).copied() {
                Some(day) if day <= self.today => (0, day),
                None => (1, 0),
                Some(day) if all => (2, day),
                Some(_) => continue,
            };
            ranked.push((rank, puzzle));
        }
        ranked.sort_by_key(|&(rank, _)| rank);
        ranked.into_iter().map(|(_, puzzle)| puzzle).collect()
    }
}

fn read_line(number: usize, line: &str) -> Result<(Arc<Puzzle>, DrillCard), String> {
    let DrillLine { record, card } =
        serde_json::from_str(line).map_err(|error| error.to_string())?;
    let epd = Epd::parse(&record).map_err(|error| error.to_string())?;
    let item = item_of(number, &epd)?.ok_or("no bm, am or dm")?;
    Ok((Arc::new(Puzzle::of_item(&item)), card))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use jiff::SignedDuration;

    use super::*;
    use crate::commands::tools::suite::read_file;

    /// Noon of a day.
    fn noon(day: i64) -> Timestamp {
        Timestamp::UNIX_EPOCH + SignedDuration::from_hours((20_000 + day) * 24 + 12)
    }

    fn puzzle(record: &str) -> Arc<Puzzle> {
        let items = read_file(record.as_bytes()).unwrap().items;
        Arc::new(Puzzle::of_item(&items[0]))
    }

    /// The same mate, with the king on another square for each number.
    fn mate(id: &str, number: usize) -> Arc<Puzzle> {
        let rank = ["K7", "1K6", "2K5", "3K4"][number];
        puzzle(&format!("6k1/5ppp/8/8/8/8/{rank}/4R3 w - - bm Re8#; {id} id \"{id}\";"))
    }

    fn desk(folder: &Path, day: i64) -> DrillDesk {
        DrillDesk {
            path: Some(folder.join("deep").join("drill.jsonl")),
            now: noon(day),
            file: None,
        }
    }

    fn rate(folder: &Path, day: i64, puzzle: &Arc<Puzzle>, rating: DrillRating) {
        DrillSchedule::rate(&desk(folder, day), puzzle, rating).unwrap();
    }

    fn names(problems: &[Arc<Puzzle>]) -> Vec<&str> {
        problems.iter().map(|puzzle| &*puzzle.item.id).collect()
    }

    #[test]
    fn what_is_solved_comes_later_each_time_and_what_is_missed_stays_due() {
        let rated = |card: &DrillCard, rating, day| card.rated(rating, noon(day));
        let days = |card: &DrillCard| card.day() - 20_000;
        let new = DrillCard::default();
        let first = rated(&new, DrillRating::Solved, 0);
        assert!(0 < days(&rated(&new, DrillRating::Hinted, 0)) && days(&first) > 1);
        let second = rated(&first, DrillRating::Solved, days(&first));
        assert!(days(&second) - days(&first) > days(&first));
        let missed = rated(&second, DrillRating::Missed, 50);
        assert_eq!((missed.missed, days(&missed), missed.memory.lapses), (true, 50, 1));
        let again = rated(&missed, DrillRating::Solved, 50);
        assert_eq!((again.missed, &again.memory), (false, &missed.memory), "it was decided");
        assert!(days(&again) > 50);
        let later = rated(&missed, DrillRating::Solved, 60);
        assert!(!later.missed && days(&later) > 60, "an answer like another");
        assert!(days(&rated(&later, DrillRating::Solved, 1)) > 60, "the clock was put back");
    }

    #[test]
    fn the_state_is_read_as_it_was_written_and_damage_is_not_written_over() {
        let folder = tempfile::tempdir().unwrap();
        let (here, desk) = (folder.path(), desk(folder.path(), 0));
        let line =
            puzzle("7k/8/8/8/8/8/R7/1R2K3 w - - bm Ra7; dm 2; pv Ra7 Kg8 Rb8#; id \"a; b\";");
        rate(here, 0, &line, DrillRating::Solved);
        rate(here, 0, &mate("", 0), DrillRating::Missed);
        let read = DrillSchedule::read(&desk).unwrap();
        assert_eq!(read.counts(), DrillCounts { due: 1, learned: 1, missed: 1 });
        let (kept, card) = &read.problems[0];
        assert_eq!((&kept.solution, &kept.item.goal), (&line.solution, &line.item.goal));
        assert_eq!(*card, DrillCard::default().rated(DrillRating::Solved, noon(0)));
        let path = desk.path.as_ref().unwrap();
        let text = fs::read_to_string(path).unwrap().replace("\"missed\":true", "\"missed\":7");
        fs::write(path, &text).unwrap();
        let error = DrillSchedule::rate(&desk, &line, DrillRating::Solved).unwrap_err();
        assert!(error.to_string().contains("line 2: "), "{error}");
        assert_eq!(fs::read_to_string(path).unwrap(), text);
    }

    #[test]
    fn two_programs_lose_nothing_of_each_other() {
        let folder = tempfile::tempdir().unwrap();
        let here = folder.path();
        std::thread::scope(|scope| {
            for number in 0..4 {
                scope.spawn(move || {
                    for _ in 0..5 {
                        rate(here, 0, &mate("", number), DrillRating::Missed);
                    }
                });
            }
        });
        let read = DrillSchedule::read(&desk(here, 0)).unwrap();
        let answers: Vec<i32> = read.problems.iter().map(|(_, card)| card.memory.reps).collect();
        assert_eq!(answers, [5; 4]);
    }

    #[test]
    fn due_ones_come_first_then_new_ones_as_in_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let here = folder.path();
        let [late, soon, learned] =
            [0, 1, 2].map(|number| mate(["", "c1 soon;", "c1 learned;"][number], number));
        rate(here, 0, &soon, DrillRating::Solved);
        rate(here, 8, &late, DrillRating::Missed);
        rate(here, 9, &learned, DrillRating::Solved);
        let new = |id: &str, rank: &str| {
            puzzle(&format!("6k1/5ppp/8/8/8/8/8/{rank}R3 w - - bm Re8#; id \"{id}\";"))
        };
        let file = [new("new", "K3"), learned, late, new("a later one", "1K2"), soon.clone(), soon];
        let schedule = DrillSchedule::read(&desk(here, 9)).unwrap();
        let order = |all| schedule.order(file.iter().cloned(), all);
        assert_eq!(names(&order(false)), ["c1 soon;", "", "new", "a later one"]);
        assert_eq!(names(&order(true))[4], "c1 learned;");
        assert_eq!(names(&schedule.due(None)), ["c1 soon;", ""]);
        assert_eq!((schedule.next_due(), schedule.counts().learned), (Some(0), 1));
    }
}
