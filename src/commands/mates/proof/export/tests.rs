//! Exports, tested: other programs can read what is written.

use super::*;
use crate::chess::Position;
use crate::chess::pgn::PgnReader;
use crate::fixtures::brute;
use crate::ink::markup::escaped;
use crate::proof::layout::tree::AtOnce;
use crate::proof::{Rules, StrategyStep, verify};
use crate::prove::{SetLine, Try};
use crate::shell::proof_answers::{Aside, SetPlayAnswer, TriesAnswer};

const ZUGZWANG: &str = "5K2/3PRnQB/2p5/3p4/5k2/7q/2N5/4N3 w - - 0 1";
const LEGACY: &str = "r6k/6pp/8/4N3/2Q5/8/6PP/6K1 w - - 0 1";
const CASTLES: &str = "8/8/8/8/8/8/7R/2k1K2R w K - 0 1";

fn exhibit(fen: &str, most: u16, refuted: u16) -> Exhibit {
    let proof = verify(&brute::mate(fen, most), Rules::Problem).unwrap();
    Exhibit::new(proof, refuted, false, &mut AtOnce)
}

fn mated() -> Exhibit {
    let strategy = brute::mated("7k/8/5K2/8/8/8/8/6R1 b - - 0 1", 3);
    Exhibit::new(verify(&strategy, Rules::Problem).unwrap(), 2, false, &mut AtOnce)
}

fn written(exhibit: &Exhibit, format: ProofFormat) -> String {
    String::from_utf8(export(format, exhibit, &Aside::default())).unwrap()
}

#[test]
fn every_form_of_every_kind_of_proof_can_be_written() {
    let back_rank = exhibit("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", 1, 0);
    for exhibit in [back_rank, exhibit(LEGACY, 4, 1), exhibit(CASTLES, 1, 0), mated()] {
        for (name, format) in ProofFormat::ALL {
            let text = written(&exhibit, format);
            assert!(text.ends_with('\n') && text.len() > 100, "{name}: {text}");
            assert_eq!(text, written(&exhibit, format), "{name} is the same every time");
        }
    }
}

#[test]
fn the_pgn_is_one_game_that_ends_in_mate() {
    let too_much = exhibit("8/8/8/4k3/8/8/8/KQ6 w - - 0 1", 9, 8);
    assert!(is_cut(ProofFormat::Pgn, &too_much) && !is_cut(ProofFormat::Pgn, &mated()));
    for exhibit in [exhibit(ZUGZWANG, 2, 1), exhibit(LEGACY, 4, 3), mated(), too_much] {
        let text = written(&exhibit, ProofFormat::Pgn);
        assert!(
            text.lines().all(|line| line.chars().count() <= 80 || line.starts_with('[')),
            "{text}"
        );
        let games: Vec<_> = PgnReader::new(text.as_bytes()).collect();
        assert_eq!(games.len(), 1);
        let game = games.into_iter().next().unwrap().unwrap();
        let end = game.game().position();
        assert!(end.is_checkmate() && end.turn() != exhibit.proof.attacker(), "{text}");
        assert_eq!(game.game().start(), exhibit.proof.root());
        // Parentheses match, and every variation ends in mate or has a comment that it goes on.
        let moves = without_comments(&text);
        let folded = text.replace('\n', " ").matches("left out here}").count();
        let (opened, closed) = (moves.matches('(').count(), moves.matches(')').count());
        let ends = moves.matches('#').count() + folded;
        assert_eq!((opened, ends), (closed, closed + 1), "{text}");
    }
    let text = written(&exhibit(ZUGZWANG, 2, 1), ProofFormat::Pgn);
    assert!(text.contains("[SetUp \"1\"]\n[FEN \"5K2/3PRnQB/"), "{text}");
    let text = text.replace('\n', " ");
    let known = "{mate in 2, proved; shortest, proved} {12 of the 24 positions of the proof; \
                 the .jsonl form holds all of them} 1. Ne3 ";
    assert!(text.contains(known), "{text}");
}

fn without_comments(pgn: &str) -> String {
    let parts = pgn.split('{');
    parts.map(|part| part.split_once('}').map_or(part, |(_, rest)| rest)).collect()
}

#[test]
fn what_markup_would_read_is_escaped() {
    assert_eq!(
        escaped("<a href='x'>\"&\"</a>"),
        "&lt;a href=&#39;x&#39;&gt;&quot;&amp;&quot;&lt;/a&gt;"
    );
}

#[test]
fn the_page_is_one_file_that_asks_for_nothing() {
    let text = written(&exhibit(LEGACY, 4, 3), ProofFormat::Html);
    for word in ["http:", "https:", "{{", "src=", "@import", "url("] {
        assert!(!text.contains(word), "{word}");
    }
    assert!(
        text.starts_with("<!DOCTYPE html>") && text.contains("<title>White mates in 4</title>")
    );
    let data = text.split("id=\"data\">").nth(1).unwrap().split("</script>").next().unwrap();
    let value: serde_json::Value = serde_json::from_str(data).unwrap();
    assert_eq!(value["fen"], LEGACY);
    assert_eq!(value["nodes"][0][0][1], "Nf7+");
    assert!(!data.contains('<'));
}

#[test]
fn the_ending_of_a_name_says_the_form() {
    for (name, format) in ProofFormat::ALL {
        let path = std::path::PathBuf::from(format!("Some.Mate.{}", name.to_uppercase()));
        assert_eq!(ProofFormat::of(&path), Some(format));
    }
    assert_eq!(ProofFormat::of(std::path::Path::new("html")), None);
}

/// The page had no tries and no set play.
#[test]
fn tries_and_set_play_stand_on_the_page() {
    use std::time::Duration;
    let exhibit = exhibit("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", 1, 0);
    let root = *exhibit.proof.root();
    let parsed =
        |position: &Position, text: &str| crate::chess::parse_move(position, text).unwrap();
    let (tried, elapsed) = (parsed(&root, "Kg1"), Duration::ZERO);
    let refutations = vec![parsed(&root.play(tried), "h6")];
    let threats = vec![vec![parsed(&root, "Ra8")]];
    let tries = vec![Try { mv: tried, refutations }];
    let reply = parsed(&root.pass().unwrap(), "Kf8");
    let answers = vec![StrategyStep { mv: parsed(&root, "Ra8"), mate: 1 }];
    let lines = vec![SetLine { reply, answers, ends: false }];
    let aside = Aside {
        tries: Some(TriesAnswer { root, moves: 2, tries, threats, elapsed, chess960: false }),
        set_play: Some(SetPlayAnswer { root, moves: 2, lines, elapsed, chess960: false }),
    };
    let other = Position::start();
    assert_eq!(aside.of(&other), Aside::default(), "of another position");
    let page = export(ProofFormat::Html, &exhibit, &aside.of(&root));
    let page = String::from_utf8(page).unwrap();
    for part in ["Set play", "Tries</summary>", "threat 2.Ra8#", "refuted by 1…h6!", "1…Kf8"] {
        assert!(page.contains(part), "{part}");
    }
}
