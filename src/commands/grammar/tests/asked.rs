//! Questions as people ask them, and what they paste.

use super::*;

/// What people type, each line with what it should mean: `=` itself, `!` a sentence that says what there is, `?` nothing.
const ASKED: &str = include_str!("asked.txt");

#[test]
fn questions_are_understood_as_they_are_asked() {
    let position = moves("1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6", &Position::start())
        .line
        .game()
        .position()
        .to_owned();
    let (mut understood, mut suggested, mut told, mut nothing) = (0, 0, 0, 0);
    let mut wrong = Vec::new();
    for (line, meant) in ASKED.lines().filter_map(|row| row.rsplit_once(" = ")) {
        let (text, read) = understand(line, &position, 0);
        match read {
            Ok(_) if text == meant.replace('=', line) => understood += 1,
            Err(ParseError { fault: Fault::Unknown { nearest: Some(near), .. }, .. })
                if near == meant =>
            {
                suggested += 1
            }
            Err(ParseError { fault: Fault::Unknown { nearest: None, .. }, .. }) if meant == "?" => {
                nothing += 1
            }
            Err(ParseError { fault: Fault::Unknown { .. }, .. }) | Ok(_) => {
                wrong.push(format!("{line}: {text}, not {meant}"))
            }
            Err(_) if meant == "!" => told += 1,
            Err(error) => wrong.push(format!("{line}: {error}, not {meant}")),
        }
    }
    let right = understood + suggested + told;
    let figure = format!(
        "{understood} understood, {suggested} suggested, {told} answered by a sentence, {nothing} by nothing, {} wrong",
        wrong.len()
    );
    assert!(wrong.is_empty(), "{figure}: {wrong:#?}");
    assert!(right > 520 && nothing < 10, "{figure}");
}

/// Every suggestion can be typed, but for the names of files in it and keys; no phrase is a command already.
#[test]
fn phrases_mean_commands() {
    let names: Vec<&str> = commands::names().collect();
    let rows = phrases::rows().filter(|(means, ..)| *means != Means::Say);
    let rows = rows.flat_map(|(_, meant, phrases)| {
        phrases.split('|').map(move |phrase| (meant, phrase.trim()))
    });
    for (meant, phrase) in rows {
        assert!(!names.contains(&phrase), "a command needs no phrase: {phrase}");
        let filled = meant
            .replace("{s}{t}", "e2e4")
            .replace("elo {n}", "elo 1500")
            .replace("{m} {f}", "e4 20k")
            .replace("{p}{s}", "Nf3")
            .replace("{n}+0", "5+0")
            .replace("{m}", "e4")
            .replace("{o}", "d4")
            .replace("{piece}", "knight")
            .replace("{s}", "e4")
            .replace("{c}", "white")
            .replace("{k}", "5+0")
            .replace("{n}", "3")
            .replace("{q}", "#3")
            .replace("O-O-O", "e4")
            .replace("O-O", "e4");
        let filled = match filled.as_str() {
            "help {f}" => "help go".to_owned(),
            "on {f}" => "on king".to_owned(),
            _ => filled.replace("{file}", "a.pgn").replace("{rest}", "x y").replace("{f}", "yes"),
        };
        assert!(filled.starts_with("Ctrl-") || at_start(&filled).is_ok(), "{phrase}: {filled}");
    }
}

#[test]
fn a_stipulation_behind_a_fen_is_solved() {
    const FEN: &str = "7k/8/8/8/8/8/R7/1R2K3 w - - 0 1";
    for (behind, same) in [
        ("#2", "#2"),
        ("mate in 2", "mate in 2"),
        ("White mates in 2", "White mates in 2"),
        ("h#2", "h#2"),
        ("go d3", "go d3"),
    ] {
        let texts: Vec<String> = split(&format!("{FEN} {behind}"))
            .iter()
            .map(|(_, text)| text.trim().to_owned())
            .collect();
        assert_eq!(texts, [FEN, same]);
        assert!(at_start(same).is_ok(), "{same}");
    }
    for whole in [
        format!("{FEN} x"),
        format!("{FEN} moves a2a3"),
        FEN.replace("0 1", "x 1"),
        format!("{FEN} bm #2; id \"a\";"),
    ] {
        assert_eq!(split(&whole).len(), 1, "{whole}");
    }
    assert_eq!(act("#3"), act("proof #3"));
    assert!(act("# 3").contains("Done"));
}

#[test]
fn what_is_pasted_is_read() {
    for (line, same) in [
        ("> 1. e4 e5", "1. e4 e5"),
        ("\"1. e4\"", "1. e4"),
        ("1. e4 +0.3 e5 -0.12 2. Nf3 (+0.25)", "1. e4 e5 2. Nf3"),
        ("| 1 | e4 | e5 |", "1. e4 e5"),
        ("| 1. | e4 | e5 | 2. | Nf3 |", "1. e4 e5 2. Nf3"),
    ] {
        assert_eq!(act(line), act(same), "{line}");
    }
    for nothing in [
        "| # | White | Black |",
        "Key: 8F8F01D4562F59FB",
        "Checkers:",
        "info string NNUE",
        "info depth 3 currmove e2e4",
    ] {
        assert!(act(nothing).contains("Done"), "{nothing}");
    }
    let line = act("info depth 12 seldepth 15 score cp -23 nodes 900 pv e2e4 e7e5 g1f3");
    assert!(line.contains("1.e4 e5 2.Nf3 depth 12") && line.contains("-0.23"), "{line}");
    assert!(act("bestmove e2e4 ponder e7e5").contains("1.e4"));
    assert!(error("info depth 2 pv e7e5").contains("not of the position"));
    assert!(
        error("https://lichess.org/AbCdEfGh/black")
            .contains("curl https://lichess.org/game/export/AbCdEfGh |")
    );
    let notes = moves("1. e4 e5 2. Sf3 Sc6 3. Lb5", &Position::start()).notes;
    assert_eq!(notes, ["read with German letters of pieces (K D T L S)"]);
    assert!(act("Cf3").contains("French"), "{}", act("Cf3"));
}
