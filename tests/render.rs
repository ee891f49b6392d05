//! Golden tests of every view: `tests/golden/NAME.txt`, plain, coloured and narrow.
//!
//! Inputs are samples (`render/samples.rs`), so that a tuned weight or a faster search changes no file.
//! `QUARTERPLY_BLESS=1 cargo test --release render` rewrites the files: review the difference before committing.

mod events;
mod inspections;
mod mates;
mod networks;
mod samples;
mod schema;

use std::fs;
use std::path::Path;

use quarterply::commands::display::show::BoardAnswer;
use quarterply::front::human::Human;
use quarterply::front::json::Json;
use quarterply::ink::answer::Done;
use quarterply::ink::complaint;
use quarterply::ink::settings::BoardSize;
use quarterply::ink::{
    ColorDepth, MoveLength, PieceLetters, PieceStyle, Settings, Spoken, Style, Theme, View, paint,
};
use quarterply::shell::Reply;
use quarterply::shell::session::{Begun, JobId, News};
use unicode_width::UnicodeWidthStr;

/// Settings of the views in a file.
fn ways() -> [(&'static str, Settings); 3] {
    let plain = Settings::default();
    let colored = Settings {
        pretty: true,
        style: Style::new(ColorDepth::Sixteen, Theme::Dark),
        width: Some(80),
        ..plain
    };
    let narrow = Settings { pretty: true, width: Some(40), ascii: true, ..plain };
    [
        ("plain, into a pipe", plain),
        ("80 columns, sixteen colours", colored),
        ("40 columns, ASCII", narrow),
    ]
}

/// Other combinations of settings, which must keep the rules.
fn all_settings() -> Vec<Settings> {
    let mut all = Vec::new();
    for pretty in [false, true] {
        for depth in [ColorDepth::None, ColorDepth::TwoHundredFiftySix, ColorDepth::True] {
            for theme in [Theme::Dark, Theme::Light, Theme::Mono] {
                for width in [None, Some(20), Some(40), Some(60), Some(80), Some(200)] {
                    for ascii in [false, true] {
                        all.push(Settings {
                            pretty,
                            style: Style::new(depth, theme),
                            ascii,
                            width,
                            sight: None,
                            board: if ascii { BoardSize::Big } else { BoardSize::Normal },
                            pieces: if ascii { PieceStyle::Letters } else { PieceStyle::Figures },
                            letters: if ascii {
                                PieceLetters::German
                            } else {
                                PieceLetters::Problem
                            },
                            moves: if ascii { MoveLength::Long } else { MoveLength::Short },
                            view: if ascii { View::SideToMove } else { View::White },
                            spoken: if ascii { Spoken::Words } else { Spoken::Off },
                            chess960: ascii,
                        });
                    }
                }
            }
        }
    }
    all
}

/// One view, drawn.
fn drawn(reply: &Reply, settings: &Settings) -> String {
    let mut out = Vec::new();
    paint::page(&mut out, &reply.page(settings), settings).unwrap();
    String::from_utf8(out).unwrap()
}

/// A whole search, drawn.
fn searched(settings: &Settings) -> String {
    let mut out = Vec::new();
    let mut human = Human::default();
    let (root, events) = events::search();
    human.news(&mut out, JobId(1), &begins(root), settings).unwrap();
    for event in &events {
        human.news(&mut out, JobId(1), &News::Search(event.clone()), settings).unwrap();
    }
    String::from_utf8(out).unwrap()
}

/// Errors, drawn.
fn complained(settings: &Settings) -> String {
    let mut out = Vec::new();
    for (place, message, at) in samples::complaints() {
        paint::page(&mut out, &complaint::view(place, message, at, settings), settings).unwrap();
    }
    String::from_utf8(out).unwrap()
}

/// A name and how to draw it.
type Drawing = (String, Box<dyn Fn(&Settings) -> String>);

/// Everything there is to draw.
fn drawings() -> Vec<Drawing> {
    let mut all: Vec<Drawing> = Vec::new();
    for (name, reply) in samples::replies() {
        all.push((name.to_owned(), Box::new(move |settings| drawn(&reply, settings))));
    }
    all.push(("search".to_owned(), Box::new(searched)));
    all.push(("errors".to_owned(), Box::new(complained)));
    all
}

/// Escapes made visible, so that a file can be read and compared.
fn visible(text: &str) -> String {
    text.replace('\u{1b}', "␛").replace('\r', "␍")
}

/// Text without its escapes; a return to the first column counts as a new line.
fn bare(text: &str) -> String {
    let mut bare = String::new();
    let mut rest = text;
    while let Some(start) = rest.find('\u{1b}') {
        bare.push_str(&rest[..start]);
        let end = rest[start..].find(|c: char| c.is_ascii_alphabetic()).map(|at| start + at);
        if end.is_some_and(|end| rest[end..].starts_with('G')) {
            bare.push('\n');
        }
        rest = end.map_or("", |end| &rest[end + 1..]);
    }
    bare + rest
}

#[test]
fn every_view_is_as_it_was_looked_at() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let bless = crate::blesses();
    let mut wrong = Vec::new();
    for (name, draw) in drawings() {
        let mut found = String::new();
        for (way, settings) in ways() {
            found.push_str(&format!("== {way}\n{}", visible(&draw(&settings))));
        }
        let path = folder.join(format!("{name}.txt"));
        if bless {
            fs::write(&path, &found).unwrap();
        }
        let expected = fs::read_to_string(&path).unwrap_or_default();
        if found != expected {
            wrong.push(format!("{name}: expected\n{expected}\nfound\n{found}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_file_has_its_view() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let names: Vec<String> = drawings().into_iter().map(|(name, _)| name).collect();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        assert!(names.contains(&name), "{} belongs to no view", path.display());
    }
}

#[test]
fn without_colour_there_is_no_escape_byte() {
    for (name, draw) in drawings() {
        for settings in all_settings().into_iter().filter(|settings| !settings.style.is_on()) {
            let text = draw(&settings);
            assert!(
                !text.contains(['\u{1b}', '\r']),
                "{name} with {settings:?}:\n{}",
                visible(&text)
            );
        }
    }
}

#[test]
fn ascii_is_nothing_but_ascii() {
    for (name, draw) in drawings() {
        for settings in all_settings().into_iter().filter(|settings| settings.ascii) {
            let text = draw(&settings);
            assert!(text.is_ascii(), "{name} with {settings:?}:\n{}", visible(&text));
        }
    }
}

#[test]
fn no_line_is_wider_than_the_terminal() {
    for (name, draw) in drawings() {
        for settings in all_settings() {
            // Tables of numbers need forty columns.
            let Some(width) = settings.width.filter(|width| *width >= 40) else { continue };
            if !settings.pretty {
                continue;
            }
            for line in bare(&draw(&settings)).split(['\n', '\r']) {
                // A FEN is never broken, so that it can be copied.
                let is_fen = line.matches('/').count() >= 7;
                assert!(line.width() <= width || is_fen, "{name} in {width} columns: {line}");
            }
        }
    }
}

#[test]
fn every_line_of_json_is_an_object_that_says_what_it_is() {
    let mut out = Vec::new();
    let mut json = Json::default();
    for (_, reply) in samples::replies() {
        json.reply(&mut out, &reply).unwrap();
    }
    let (root, events) = events::search();
    json.news(&mut out, JobId(1), &begins(root)).unwrap();
    for event in &events {
        json.news(&mut out, JobId(1), &News::Search(event.clone())).unwrap();
    }
    let text = String::from_utf8(out).unwrap();
    assert!(text.lines().count() > samples::replies().len() / 2);
    for line in text.lines() {
        let value: serde_json::Value = serde_json::from_str(line).unwrap();
        assert_eq!(value["v"], 1, "{line}");
        assert!(value["type"].is_string(), "{line}");
        assert!(line.starts_with("{\"v\":1,\"type\":\""), "{line}");
        assert!(!line.contains('\u{1b}'), "{line}");
    }
}

#[test]
fn a_score_in_json_has_both_views() {
    let (root, events) = events::search();
    let mut out = Vec::new();
    let mut json = Json::default();
    json.news(&mut out, JobId(1), &begins(root)).unwrap();
    json.news(&mut out, JobId(1), &News::Search(events[0].clone())).unwrap();
    let value: serde_json::Value = serde_json::from_slice(&out).unwrap();
    assert_eq!(value["type"], "info");
    assert_eq!(value["id"], 1);
    assert_eq!(value["score"]["stm"]["cp"], 42);
    assert_eq!(value["score"]["white"]["cp"], -42);
    assert_eq!(value["pv"][0], "g8f6");
    assert_eq!(value["pv_san"][0], "Nf6");
}

#[test]
fn the_live_row_is_taken_back_before_a_row_that_stays() {
    let (_, colored) = ways()[1];
    let text = searched(&colored);
    let clear = "\u{1b}[1G\u{1b}[K";
    assert!(text.contains(clear), "no live row: {}", visible(&text));
    // Every live row begins at the first column, and the last one is cleared before the summary.
    let last = text.rfind(clear).unwrap();
    let after = bare(&text[last..]);
    assert!(after.contains("best"), "{after}");
    let (_, plain) = ways()[0];
    assert!(!searched(&plain).contains('\r'));
}

/// The row showed the completed depth.
#[test]
fn the_live_row_shows_the_depth_that_runs() {
    let text = searched(&ways()[1].1);
    let row = text.split("\u{1b}[1G\u{1b}[K").map(bare).find(|row| row.contains("move 3 of"));
    let row = row.unwrap_or_else(|| panic!("no live row: {}", visible(&text)));
    // Depth 1 is done.
    assert!(row.trim_start().starts_with("11/"), "{row}");
}

#[test]
fn the_last_line_of_a_piped_search_is_the_promised_one() {
    let text = searched(&ways()[0].1);
    let last = text.lines().last().unwrap();
    let words: Vec<&str> = last.split(' ').collect();
    let keys: Vec<&str> = words.iter().step_by(2).copied().collect();
    assert_eq!(keys, ["best", "san", "mate", "depth", "seldepth", "nodes", "time_ms"]);
}

#[test]
fn every_row_of_a_board_is_as_wide_as_the_others() {
    for (name, reply) in samples::replies() {
        let Some(reply) = reply.of::<BoardAnswer>() else { continue };
        for settings in all_settings() {
            let page = quarterply::ink::board::squares(
                &reply.position,
                reply.last.map(|last| last.step),
                reply.flipped,
                &settings,
            );
            let widths: Vec<usize> = page.lines()[1..9].iter().map(|line| line.width()).collect();
            assert!(widths.iter().all(|width| *width == widths[0]), "{name}: {widths:?}");
        }
    }
}

#[test]
fn the_empty_answer_says_nothing() {
    assert_eq!(Reply::from(Done).page(&Settings::default()).lines(), []);
}

/// A search of this position begins.
fn begun(root: quarterply::chess::Position) -> Begun {
    Begun {
        root,
        chess960: false,
        background: false,
        plays: false,
        ponders: false,
        board_view: None,
    }
}

fn begins(root: quarterply::chess::Position) -> News {
    News::SearchBegins(begun(root))
}

/// A dropped analysis has no last event: the end of the next search, for a move of the engine or of another job, was drawn from
/// its root.
#[test]
fn an_event_is_drawn_only_from_its_own_root() {
    let elsewhere = events::position("8/8/8/3k4/8/8/4P3/4K3 w - - 0 1");
    let (_, told) = events::search();
    for plays in [true, false] {
        let mut human = Human::default();
        let mut json = Json::default();
        let analysis = News::SearchBegins(Begun { background: true, ..begun(elsewhere) });
        let mut lines = Vec::new();
        human.news(&mut lines, JobId(1), &analysis, &Settings::default()).unwrap();
        json.news(&mut lines, JobId(1), &analysis).unwrap();
        if plays {
            let (root, _) = events::search();
            let game = News::SearchBegins(Begun { background: true, plays, ..begun(root) });
            human.news(&mut lines, JobId(2), &game, &Settings::default()).unwrap();
        }
        for event in &told {
            human
                .news(&mut lines, JobId(2), &News::Search(event.clone()), &Settings::default())
                .unwrap();
            json.news(&mut lines, JobId(2), &News::Search(event.clone())).unwrap();
        }
        assert!(lines.is_empty(), "{}", String::from_utf8_lossy(&lines));
    }
}
