//! Saved proofs: round trips, and refusal of manipulated files.

use super::*;
use crate::chess::{Move, mate_in_one};
use crate::fixtures::brute;

fn proof(fen: &str, most: u16) -> Proof {
    verify(&brute::mate(fen, most), Rules::Problem).unwrap()
}

fn text(proof: &Proof, shortness: &Shortness) -> String {
    let mut out = Vec::new();
    write(&mut out, proof, shortness, false).unwrap();
    String::from_utf8(out).unwrap()
}

fn error(text: &str) -> String {
    read(text.as_bytes()).and_then(|saved| saved.check(Rules::Problem)).unwrap_err().to_string()
}

/// A file of another program: without number of positions and digest.
fn without_sums(text: &str) -> String {
    let (before, after) = text.split_once(r#","program""#).unwrap();
    format!("{before}{}", &after[after.find('}').unwrap()..])
}

const CASTLES: &str = "8/8/8/8/8/8/7R/2k1K2R w K - 3 40";
const CORRIDOR: &str = "7k/8/8/8/8/8/1R6/R6K w - - 0 1";
const HEAD: &str = r#"{"v":1,"type":"proof","fen":"8/8/8/8/8/8/7R/2k1K2R w K - 3 40","mate":1,"side":"w","minimal":true}"#;
const ROW: &str = r#"{"fen":"8/8/8/8/8/8/7R/2k1K2R w K -","move":"e1g1","mate":1}"#;

#[test]
fn the_form_is_what_the_world_was_told() {
    let castles = proof(CASTLES, 1);
    let written = text(&castles, &Shortness::Claimed);
    let (head, row) = written.split_once('\n').unwrap();
    let version = env!("CARGO_PKG_VERSION");
    let sums = format!(r#","program":"quarterply {version}","positions":1,"digest":""#);
    let (known, digest) = head.rsplit_once(&sums).unwrap();
    assert_eq!((format!("{known}}}").as_str(), row), (HEAD, format!("{ROW}\n").as_str()));
    assert_eq!(digest.len(), 16 + r#""}"#.len(), "{digest}");
    let mut rook = Vec::new();
    write(&mut rook, &castles, &Shortness::Unknown, true).unwrap();
    let rook = String::from_utf8(rook).unwrap();
    assert!(rook.contains(r#""minimal":null"#) && rook.contains(r#""move":"e1h1""#), "{rook}");
    // Either notation of castling is read.
    assert_eq!(read(rook.as_bytes()).unwrap().check(Rules::Game).unwrap().mate(), 1);
}

#[test]
fn what_is_written_is_read_again() {
    for (strategy, shortness) in [
        (brute::mate(CORRIDOR, 2), Shortness::Claimed),
        (brute::mate("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2), Shortness::Unknown),
        (brute::mated("7k/8/5K2/8/8/8/8/6R1 b - - 7 9", 3), Shortness::Claimed),
    ] {
        let proof = verify(&strategy, Rules::Problem).unwrap();
        let written = text(&proof, &shortness);
        assert_eq!(written.lines().count(), proof.positions() + 1);
        let saved = read(written.as_bytes()).unwrap();
        assert_eq!((saved.mate, is_said(&saved.shortness)), (proof.mate(), is_said(&shortness)));
        let again = saved.check(Rules::Problem).unwrap();
        assert_eq!(again.root(), proof.root());
        assert_eq!(again.line(), proof.line());
        assert_eq!(text(&again, &shortness), written, "the order of lines is one of its own");
    }
}

#[test]
fn lines_that_are_wrong_are_named() {
    let with = |from: &str, to: &str| error(&format!("{HEAD}\n{ROW}\n").replacen(from, to, 1));
    let row = |from: &str, to: &str| error(&format!("{HEAD}\n\n{}\n", ROW.replacen(from, to, 1)));
    let cases = [
        (error(""), "the file is empty; a proof begins with a line of the type \"proof\""),
        (error("\n \r\n"), "the file is empty; a proof begins with a line of the type \"proof\""),
        (error("quarterply"), "line 1 is not JSON: expected value, at column 1"),
        (error("[1,2]"), "line 1 must be a JSON object, as in {\"fen\":…,\"move\":…,\"mate\":…}"),
        (
            with("\"proof\"", "\"solve\""),
            "line 1 has \"solve\" as \"type\", which must be \"proof\"",
        ),
        (with("\"v\":1,", ""), "line 1 has no \"v\", which must be 1 or 2"),
        (with("\"v\":1", "\"v\":3"), "line 1 has version 3 as \"v\"; this program reads version 2"),
        (
            with("\"mate\":1", "\"mate\":-1"),
            "line 1 has -1 as \"mate\", which must be a number of moves, from 1",
        ),
        (
            with("\"w\",", "\"white\","),
            "line 1 has \"white\" as \"side\", which must be \"w\" or \"b\", the side that mates",
        ),
        (
            with("true", "\"yes\""),
            "line 1 has \"yes\" as \"minimal\", which must be true, false or null",
        ),
        (
            with(" w K - 3 40", ""),
            "line 1 has a \"fen\" of 1 fields, which must be four: pieces, side to move, castling, en passant",
        ),
        (
            row("\"mate\":1", "\"mate\":0"),
            "line 3 has 0 as \"mate\", which must be a number of moves, from 1",
        ),
        (
            row("\"mate\":1", "\"mate\":65536"),
            "line 3 has 65536 as \"mate\", which must be a number of moves, from 1",
        ),
        (row(",\"mate\":1", ""), "line 3 has no \"mate\", which must be a number of moves, from 1"),
        (row("e1g1", "e1e3"), "line 3 has no legal move as \"move\": "),
        (
            row(" w K", " b -"),
            "line 3 has a \"fen\" with the wrong side to move, but it is White that mates",
        ),
        (row("2k1K2R", "2k4R"), "line 3 has no position as \"fen\": "),
        (
            error(&format!("{HEAD}\n{ROW}\n{ROW}\n")),
            "line 3 says again what to play in 8/8/8/8/8/8/7R/2k1K2R w K -",
        ),
        (error(&format!("{HEAD}\n{}", &ROW[..30])), "line 2 is not JSON: "),
        (error(&format!("{HEAD}\n{}", " ".repeat(2_000))), "line 2 is longer than 1024 bytes"),
    ];
    for (got, wanted) in cases {
        assert!(got.starts_with(wanted), "{got}\n{wanted}");
    }
}

#[test]
fn a_file_that_proves_nothing_is_refused() {
    assert!(error(HEAD).starts_with("this does not prove a mate: nothing is said about "));
    let whole = text(&proof(CORRIDOR, 2), &Shortness::Unknown);
    let claimed = whole.replacen("\"mate\":2", "\"mate\":1", 1);
    let cut = whole.trim_end().rsplit_once('\n').unwrap().0;
    let expected = "line 1 says 2 positions, but 1 follow: the file was cut, or lines were added";
    assert_eq!(error(cut), expected);
    let (rest, last) = whole.rsplit_once("\"mate\":1").unwrap();
    let changed = format!("{rest}\"mate\":2{last}");
    assert!(error(&changed).starts_with("the digest in line 1 is not "));
    assert!(read(whole.replace('\n', " \r\n\n").as_bytes()).is_ok(), "blanks count for nothing");
    let whole = without_sums(&whole);
    assert_eq!(error(&claimed), "line 1 says mate in 1, but what follows is a mate in 2");
    let lines: Vec<&str> = whole.lines().collect();
    for left_out in 1..lines.len() {
        let rest: Vec<&str> = lines
            .iter()
            .enumerate()
            .filter(|(n, _)| *n != left_out)
            .map(|(_, line)| *line)
            .collect();
        assert!(error(&rest.join("\n")).starts_with("this does not prove a mate: "));
    }
}

#[test]
fn bytes_of_any_kind_are_only_an_error() {
    let whole = without_sums(&text(&proof(CORRIDOR, 2), &Shortness::Unknown)).into_bytes();
    let mut seed = 7_u64;
    for _ in 0..2_000 {
        let mut bytes = whole.clone();
        for _ in 0..3 {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let at = (seed >> 33) as usize % bytes.len();
            bytes[at] = (seed >> 20) as u8;
        }
        if let Ok(proof) = read(&bytes[..]).and_then(|saved| saved.check(Rules::Problem)) {
            assert!(proof.mate() > 0);
        }
    }
}

#[test]
fn files_are_saved_and_loaded() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mate.jsonl");
    let proof = proof(CORRIDOR, 2);
    save(&WrittenFiles::default(), &path, &proof, &Shortness::Claimed, false).unwrap();
    let (again, shortness) = load(&path, Rules::Game).unwrap();
    assert_eq!((again.mate(), is_said(&shortness), again.rules()), (2, true, Rules::Game));
    std::fs::write(&path, "[Event \"?\"]").unwrap();
    let error = load(&path, Rules::Problem).unwrap_err().to_string();
    assert!(error.contains("mate.jsonl: line 1 is not JSON: "), "{error}");
    let missing = load(&folder.path().join("none"), Rules::Problem).unwrap_err().to_string();
    assert!(missing.contains("there is no such file"), "{missing}");
}

#[test]
fn the_mate_of_each_row_is_judged() {
    let written = text(&proof(CORRIDOR, 2), &Shortness::Claimed);
    let (head, digest) = written.split_once(",\"digest\":\"").unwrap();
    let undigested = format!("{head}{}", &digest[17..]);
    assert!(read(undigested.as_bytes()).unwrap().check(Rules::Problem).is_ok());
    for (at, line) in undigested.lines().enumerate().skip(1) {
        for wrong in [3, 4, 9] {
            let right = if line.ends_with("\"mate\":1}") { 1 } else { 2 };
            let row = line.replace(&format!("\"mate\":{right}}}"), &format!("\"mate\":{wrong}}}"));
            assert_ne!(row, line);
            let mut lines: Vec<&str> = undigested.lines().collect();
            lines[at] = &row;
            assert!(!error(&lines.join("\n")).is_empty(), "{row}");
        }
    }
}

/// A proof of a mate in three with a refutation of any mate in two, as text.
fn certified() -> String {
    let proof = proof("8/6k1/8/8/8/8/1R6/R6K w - - 0 1", 3);
    let root = *proof.root();
    let mut refutation = Refutation::new(root, Color::White, 2);
    for legal in root.legal_moves() {
        let after = root.play(legal.mv);
        let holds = |reply: &Move| mate_in_one(&after.play(*reply)).is_none();
        let mv = after.legal_moves().iter().map(|legal| legal.mv).find(holds).unwrap();
        refutation.insert(&after, SavingReply { mv, none_in: 1 });
    }
    text(&proof, &Shortness::Certified(Box::new(refutation)))
}

#[test]
fn a_certificate_is_checked_like_the_proof() {
    let written = certified();
    assert!(written.starts_with(r#"{"v":2,"type":"proof","#), "{written}");
    let saved = read(written.as_bytes()).unwrap();
    assert!(
        matches!(&saved.shortness, Shortness::Certified(refutation) if refutation.moves() == 2)
    );
    assert_eq!(saved.check(Rules::Problem).unwrap().mate(), 3);
    let again = text(&saved.check(Rules::Problem).unwrap(), &saved.shortness);
    assert_eq!(again, written);
    // With a line less the count is wrong; with the count corrected the verification finds what is missing.
    let last = written.trim_end().rfind('\n').unwrap();
    let cut = &written[..=last];
    assert!(error(cut).contains("refutations, but"), "{}", error(cut));
    let Shortness::Certified(refutation) = &saved.shortness else { panic!() };
    let [said, fits] =
        [0, 1].map(|less| format!("\"refutations\":{}", refutation.replies() - less));
    let (head, digest) = cut.split_once(",\"digest\":\"").unwrap();
    let undigested = format!("{}{}", head.replace(&said, &fits), &digest[17..]);
    assert!(error(&undigested).contains("no reply is given in"), "{}", error(&undigested));
}

/// Whether the file claims that no shorter mate exists.
fn is_said(shortness: &Shortness) -> bool {
    !matches!(shortness, Shortness::Unknown)
}
