//! Suites at the prompt: searched, proved, and resumed.

use super::*;
use crate::commands::tools::bench::BenchAnswer;

#[test]
fn suites_are_solved_and_the_signature_repeats() {
    let mut user = TestUser::new();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mate.epd");
    let mate = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - bm Qxf7#;";
    fs::write(&file, format!("{mate}\n")).unwrap();
    let line = format!("suite {} d3", file.display());
    let runs = |reply: &Reply| members(reply)["runs"].as_array().unwrap().clone();
    let suite = runs(&user.done(&line));
    assert_eq!((suite.len(), &suite[0]["solved"]), (1, &1.into()));
    let suite = runs(&user.done(&format!("{line} --profiles plain,slow")));
    assert_eq!((suite.len(), &suite[1]["profile"]), (2, &"slow".into()));
    fs::write(&file, mate.replace("Qxf7#", "a3")).unwrap();
    let missed = user.try_to(&line).unwrap_err();
    assert!(missed.is_failed_check());
    assert_eq!(missed.to_string(), "1 of 1 positions not solved");
    // One bad line ended the file.
    fs::write(
        &file,
        format!("7k/8 w - - bm e4;\n{mate}\n7k/8/8/8/8/8/R7/1R2K3 w - - id \"one\";\n"),
    )
    .unwrap();
    let error = user.try_to(&line).unwrap_err();
    assert!(!error.is_failed_check());
    assert!(
        error.to_string().starts_with("1 record cannot be used: line 1, column 1: "),
        "{error}"
    );
    let suite = members(error.reply().unwrap());
    assert!(suite["runs"][0]["solved"] == 1 && suite["skipped"] == 1, "{suite}");
    fs::write(&file, "8/8/8/4k3/8/8/4P3/4K3 w - - id \"one\";").unwrap();
    assert!(user.refused(&line).contains("nothing to solve"));
    let first = user.done("bench 1");
    let BenchAnswer { nodes, .. } = first.of().unwrap();
    user.done("go d4");
    let second = user.done("bench 1");
    let second: &BenchAnswer = second.of().unwrap();
    assert_eq!(*nodes, second.nodes);
}

/// A file of Popeye's: the requested output is printed, and a limit is not an answer.
#[test]
fn problems_of_popeye_are_answered_as_they_are_asked() {
    let mut user = TestUser::new();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("problem.inp");
    let mut solve = |text: &str, limit: &str| {
        fs::write(&file, text).unwrap();
        let line = format!("solve {} {limit}", file.display());
        user.try_to(&line)
            .map(|reply| members(&reply))
            .map_err(|error| (error.to_string(), error.reply().map(members).unwrap_or_default()))
    };
    let german = "Anfang\nSteine Weiss Kg6 Ta1 Schwarz Kg8\nForderung #1\nEnde\n";
    let solved = solve(german, "10k").unwrap();
    assert!(solved["solved"] == 1 && solved["undecided"] == 0, "{solved}");
    let castling = "BeginProblem\nPieces White Ke1 Rh1 Black Kg8\nStip #2\nOption Quodlibet\nNext\n\
        Pieces White Kg6 Ra1 Black Kg8\nStip #1\nEnd\n";
    let (error, reply) = solve(castling, "10k").unwrap_err();
    let why = "line 4 of Popeye's input: the option Quodlibet is not supported";
    assert!(error.contains(why) && !error.contains("FEN"), "{error}");
    assert!(reply["bad"][0] == why && reply["solved"] == 1, "{reply}");
    let (error, _) =
        solve("Anfang\nSteine Weiss Kg6\nUnsinn\nForderung #1\nEnde\n", "10k").unwrap_err();
    assert!(error.contains("Popeye's input: \"Unsinn\"") && !error.contains("FEN"), "{error}");
    let far = "BeginProblem\nPieces White Ka1 Rc2 Black Kd5\nStip h#5\nEndProblem\n";
    let (_, reply) = solve(far, "2k").unwrap_err();
    assert!(reply["missed"] == 0 && reply["undecided"] == 1 && reply["solved"] == 0, "{reply}");
}

#[test]
fn what_a_suite_missed_is_kept_and_gone_on_with() {
    let mut user = TestUser::new();
    let folder = tempfile::tempdir().unwrap();
    let (file, misses) = (folder.path().join("two.epd"), folder.path().join("two.miss.epd"));
    let solved = "7k/8/8/8/8/8/R7/1R2K3 w - - bm #2; id \"rooks\";";
    let missed = "8/8/8/8/8/4k3/8/R3K3 w - - dm 3; id \"not in three\";";
    fs::write(&file, format!("# a comment\n{solved}\n{missed}\n")).unwrap();
    let proofs = folder.path().join("proofs");
    let line = format!("solve {} 10k --misses --proofs {}", file.display(), proofs.display());
    let error = user.try_to(&line).unwrap_err();
    assert!(error.is_failed_check());
    assert_eq!(error.to_string(), "1 of 2 positions not solved");
    let kept = fs::read_to_string(&misses).unwrap();
    assert!(kept.contains(missed) && !kept.contains("rooks"), "{kept}");
    assert!(proofs.join("0001-rooks.jsonl").exists());
    let error = user.try_to(&format!("{line} --from")).unwrap_err();
    let solved_again = members(error.reply().unwrap());
    assert!(solved_again["positions"] == 2 && solved_again["tried"] == 1, "{solved_again}");
    // Once everything is solved there is nothing left to resume.
    fs::write(&file, format!("{solved}\n")).unwrap();
    user.done(&format!("solve {} 10k --misses", file.display()));
    let kept = fs::read_to_string(&misses).unwrap();
    assert!(kept.contains("0 missed, 0 not tried"), "{kept}");
    let refused = user.refused(&format!("solve {} 10k --from", file.display()));
    assert!(refused.contains("holds no misses"), "{refused}");
    fs::write(&misses, format!("# Of another: 1 missed\n{missed}\n")).unwrap();
    let refused = user.refused(&format!("solve {} 10k --from", file.display()));
    assert!(refused.contains("none of its records"), "{refused}");
    let refused = user.refused(&format!("solve {} 10k 999999999MiB", file.display()));
    assert!(refused.contains("from 1 to 1048576"), "{refused}");
}

#[test]
fn games_are_no_suite() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.pgn");
    fs::write(&file, "\n[Event \"?\"]\n[White \"A\"]\n\n1. e4 e5 *\n").unwrap();
    for command in ["suite", "solve"] {
        let told = TestUser::new().refused(&format!("{command} {} 1k", file.display()));
        assert!(told.contains("a.pgn: it is PGN"), "{command}: {told}");
    }
}

#[test]
fn a_table_is_refused_for_the_number_of_men_first() {
    let told = TestUser::new().refused("tb");
    assert!(told.contains("it has 32 men"), "{told}");
    let mut user = TestUser::new();
    user.done("fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    assert!(user.refused("tb").contains("castling rights"));
}
