//! `proof`: proves mates and solves problems.
//!
//! A bare number is moves; a number with a unit is a limit: `10s` of time, `20M` nodes, `64MiB` of memory, in any order.
//! Duplicates are errors.

pub mod export;
pub mod join;
pub mod line;
pub mod load;
pub mod play;
pub mod problem;
pub mod resume;
pub mod save;
pub mod set;
pub mod show;
pub mod split;
pub mod tree;
mod verdict;
pub mod verify;

use crate::chess::{Color, Square};
use crate::commands::prelude::*;
use crate::commands::spec::OptionText;
use crate::engine::limit_words::GivenLimits;
use crate::proof::{Rules, Stipulation};
use crate::prove::{Goal, Restriction};
use crate::shell::parse::proof_limits::{Given, finish, is_digits, limit, moves_of};
use crate::shell::parse::tokens::Word;
use crate::shell::proof_answers::ProofRequest;

pub(super) const ROW: CommandSpec = row!(Mates Reveals "proof" | "mate", "[[in] N | all [N] | shortest] [RESTRICTION] [LIMITS] | STIPULATION [set|tries|diagram|all]… | SUBCOMMAND [--force]":
    "prove a mate, or that there is none; look at the proof, check it, keep it",
    details: "Without a number: any mate, then shorter ones until the shortest is proved. N: a mate in at most N \
              moves, or none. The side to move mates, unless it cannot or a short search sees it mated. Ctrl-C keeps \
              what was found; `go`, `analyze` and later proofs use it until `new` or `clear`. Of a subcommand: `help \
              proof tree`.",
    examples: &[("proof", "any mate, then the shortest", "mate in 2, proved; shortest, proved"),
        ("mate in 2", "a mate in two, or that there is none", "mate in 2, proved; shortest, proved"),
        ("proof h#2.5", "every helpmate in two and a half moves", " h#2.5, …"),
        ("proof s#2 set tries 2", "a selfmate with set play and tries", ""),
        ("proof 5 20M", "a mate in five, in twenty million nodes", "mate in 2, proved; shortest, proved"),
        ("proof all 2 game", "all keys of a mate in two, by the rules of games", "mate in 2, proved; shortest, proved"),
        ("proof net exclude b1,b2 no pawns", "a long manoeuvre that never moves to b1 or b2", "mate in 1, proved; shortest, proved"),
        ("proof resume 1m", "go on for a minute", "mate in 2, proved; shortest, proved"),
        ("proof tree ply 4", "what every defence is answered with", " 1.Ne3!   zugzwang · 23 replies, 11 mating moves"),
        ("proof export mate.html", "a page for the browser; also .pgn .jsonl", "written: mate.html  mate in 2, 24 positions")],
    completer: Completer::Explained(OPTIONS, &["shortest", "all", "#2", "s#2", "r#2", "semi-r#2", "h#2", "h#2.5",
        "hs#2", "ser-#3", "ser-h#3", "=2", "tries", "diagram",
        "checks", "kmob", "net", "no", "captures", "pawns", "exclude", "game", "problem", "for", "resume", "set", "show", "tree",
        "line", "play", "verify", "save", "load", "export", "split", "join", "inf"]),
    terms: needs(Alone),
    answers: &[LineSchema::of::<crate::shell::proof_answers::ProblemAnswer>()],
    read: read);

const OPTIONS: &[OptionText] = &[
    ("all [N]", "Every first move that mates; of a problem, more than twenty solutions", ""),
    ("for white|black", "The side that mates", ""),
    ("LIMITS", "10s, 20M (nodes), 64MiB (memory), inf", "proof.default"),
    ("game | problem", "Whether fifty moves and repetition are draws, or are ignored", "problem"),
    (
        "checks",
        "The attacker always checks; a mate may be missed, as under each restriction below",
        "",
    ),
    ("kmob N", "The attacker's moves leave the king at most N squares", ""),
    ("no captures | pawns", "The attacker takes nothing, or moves no pawn", ""),
    ("exclude b1,b2", "Squares that the attacker never moves to", ""),
    ("net", "Long manoeuvres only", ""),
    (
        "STIPULATION",
        "#N, s#N (selfmate), r#N, semi-r#N (reflexmate), h#N, h#N.5 (helpmate), hs#N (help-selfmate), ser-#N, ser-h#N (series), \
         = instead of # for stalemate; 2.1.1.1 is the intended number of solutions per half move, which C+ confirms",
        "",
    ),
    ("set", "Set play of a problem, too", ""),
    ("tries K", "First moves with at most K refutations, too", ""),
    ("diagram", "The board, too", ""),
    (
        "SUBCOMMAND",
        "resume, set, show, tree, line, play, verify, save, load, export, split, join",
        "",
    ),
];

/// Rows of the subcommands.
pub const SUBCOMMANDS: &[CommandSpec] = &[
    resume::ROW,
    set::ROW,
    show::ROW,
    tree::ROW,
    line::ROW,
    play::ROW,
    verify::ROW,
    save::ROW,
    load::ROW,
    save::EXPORT,
    split::ROW,
    join::ROW,
];

/// Maximum number of squares around a king.
const AROUND: u64 = 8;

fn read(reader: &mut Reader<'_>) -> Parsed {
    match reader.words.peek() {
        Some(word) if Stipulation::is_meant(word.text) => {
            let request = problem::read(reader)?;
            Ok(Box::new(move |session| problem::act(session, request)))
        }
        _ => {
            let request = request(reader)?;
            Ok(Box::new(move |session| session.find_mate(request)))
        }
    }
}

fn request(reader: &mut Reader<'_>) -> Result<ProofRequest, ParseError> {
    let mut wanted = Given::new("what is wanted");
    let mut attacker = Given::new("who mates");
    let mut rules = Given::new("the choice of rules");
    let mut king_moves = Given::new("the king's mobility");
    let mut restriction = Restriction::default();
    let mut limits = GivenLimits::default();
    while let Some(word) = reader.take() {
        match word.flag() {
            "any" => wanted.set(word, (Goal::Any, false))?,
            "shortest" => wanted.set(word, (Goal::Shortest, false))?,
            "all" => {
                let number = reader.words.peek().filter(|&word| is_digits(word));
                let moves = number.map(moves_of).transpose()?;
                if moves.is_some() {
                    reader.take();
                }
                wanted.set(word, (moves.map_or(Goal::Any, Goal::Within), true))?;
            }
            "in" => {
                let number = reader.require("the number of moves")?;
                wanted.set(number, (Goal::Within(moves_of(number)?), false))?;
            }
            "checks" => restriction.checks_only = true,
            "net" => restriction.nets_only = true,
            "no" => {
                let word = reader.require("`captures` or `pawns`")?;
                match word.text {
                    "captures" => restriction.no_captures = true,
                    "pawns" => restriction.no_pawn_moves = true,
                    _ => return Err(reader.unexpected(word)),
                }
            }
            "exclude" => {
                let word = reader.require("the squares, as in b1,b2")?;
                for name in word.text.split(',') {
                    let square: Square = name.parse().map_err(|_| reader.unexpected(word))?;
                    restriction.excluded = restriction.excluded.with(square);
                }
            }
            "kmob" | "king" => {
                let most = reader.number("the king's mobility", 0, AROUND)?;
                king_moves.set(word, most as u8)?;
            }
            "rules" => {
                let word = reader.require("`game` or `problem`")?;
                rules.set(word, rules_of(word).ok_or_else(|| reader.unexpected(word))?)?;
            }
            "game" | "problem" => rules.set(word, rules_of(word).unwrap_or_default())?,
            "for" => {
                let side = reader.words.peek().unwrap_or(word);
                attacker.set(side, reader.color()?)?;
            }
            "white" => attacker.set(word, Color::White)?,
            "black" => attacker.set(word, Color::Black)?,
            _ if limit(reader, word, &mut limits)? => {}
            _ if is_digits(word) => wanted.set(word, (Goal::Within(moves_of(word)?), false))?,
            _ => return Err(reader.unexpected(word)),
        }
    }
    let (goal, all) = wanted.value.unwrap_or((Goal::Any, false));
    Ok(ProofRequest {
        goal,
        all,
        attacker: attacker.value,
        rules: rules.value,
        restriction: Restriction { king_moves: king_moves.value, ..restriction },
        limits: finish(&limits)?,
    })
}

fn rules_of(word: Word<'_>) -> Option<Rules> {
    match word.text {
        "game" => Some(Rules::Game),
        "problem" => Some(Rules::Problem),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;
    use std::time::Duration;

    use super::export::ProofFormat;
    use super::*;
    use crate::chess::{Bitboard, Position};
    use crate::commands::grammar::parse;
    use crate::commands::mates::tries;
    use crate::engine::ProofLimits;
    use crate::proof::stipulation::Intended;
    use crate::shell::parse::proof_limits::limits as limits_of;
    use crate::shell::tests::arguments;

    fn found(line: &str) -> ProofRequest {
        assert!(parse(line, &Position::start()).is_ok(), "{line}");
        arguments((line, 1), request)
    }

    fn refused(line: &str) -> String {
        parse(line, &Position::start()).expect_err(line).to_string()
    }

    #[test]
    fn a_bare_number_is_moves_and_a_unit_makes_it_a_limit() {
        let limits = ProofLimits::default();
        let (restriction, rules) = (Restriction::default(), None);
        let any = ProofRequest {
            goal: Goal::Any,
            all: false,
            attacker: None,
            restriction,
            rules,
            limits,
        };
        assert_eq!(found("proof"), any);
        let limits = ProofLimits {
            time: Some(Duration::from_secs(10)),
            nodes: Some(20_000_000),
            mebibytes: Some(64),
            endless: false,
        };
        for line in
            ["proof 5 10s 20M 64MiB", "mate 64MB nodes 20M time 10s 5", "proof 20M memory 64 5 10s"]
        {
            let request = found(line);
            assert_eq!((request.goal, request.limits), (Goal::Within(5), limits), "{line}");
        }
        let limits = ProofLimits { mebibytes: Some(1024), endless: true, ..ProofLimits::default() };
        assert_eq!(arguments(("proof resume 1GiB inf", 2), limits_of), limits);
    }

    #[test]
    fn wishes_stand_in_any_order() {
        let expected = ProofRequest {
            goal: Goal::Within(4),
            all: true,
            attacker: Some(Color::Black),
            restriction: Restriction {
                king_moves: Some(2),
                checks_only: true,
                ..Restriction::default()
            },
            rules: Some(Rules::Game),
            limits: ProofLimits::default(),
        };
        for line in [
            "proof all 4 checks kmob 2 game for black",
            "proof for black rules game king 2 --checks --all 4",
        ] {
            assert_eq!(found(line), expected, "{line}");
        }
        let net = found("proof net exclude b1,b2 exclude c3 no pawns no captures 10s").restriction;
        let excluded = Bitboard::of(Square::B1).with(Square::B2).with(Square::C3);
        let flags = (net.nets_only, net.no_pawn_moves, net.no_captures, net.checks_only);
        assert_eq!((net.excluded, flags), (excluded, (true, true, true, false)));
        let wanted = |line| (found(line).goal, found(line).all);
        assert_eq!(wanted("proof all"), (Goal::Any, true));
        for line in ["mate 2", "mate in 2", "proof 2", "proof in 2"] {
            assert_eq!(wanted(line), (Goal::Within(2), false), "{line}");
        }
        assert_eq!(wanted("proof all 10s"), (Goal::Any, true));
        assert_eq!(found("proof shortest problem white").rules, Some(Rules::Problem));
    }

    #[test]
    fn what_is_said_twice_is_refused() {
        assert_eq!(refused("proof 5 3"), "what is wanted is given twice: 5 and 3");
        assert_eq!(refused("proof 5 shortest"), "what is wanted is given twice: 5 and shortest");
        assert_eq!(refused("proof 5s 10s"), "the time is given twice: 5s and 10s");
        assert_eq!(refused("proof 1k nodes 2k"), "the number of nodes is given twice: 1k and 2k");
        assert_eq!(
            refused("proof game problem"),
            "the choice of rules is given twice: game and problem"
        );
        assert!(refused("proof inf 10s").starts_with("inf and 10s contradict each other"));
    }

    #[test]
    fn numbers_out_of_range_and_words_unknown_are_refused() {
        assert_eq!(refused("proof 0"), "the number of moves must be from 1 to 250, got 0");
        assert!(refused("proof 251").contains("from 1 to 250"));
        assert!(refused("proof kmob 9").contains("from 0 to 8"));
        assert!(refused("proof 5MiB 0MiB").contains("from 1 to"));
        assert!(refused("proof checkmate").contains("does not understand \"checkmate\""));
        assert!(refused("proof for everyone").contains("everyone"));
        assert!(refused("proof net exclude b1,j9").contains("b1,j9"));
        assert!(refused("proof no checks").contains("does not understand \"checks\""));
        assert!(refused("proof export mate.txt").contains("should end in .pgn"));
        assert!(refused("proof save").contains("the name of a file is missing"));
        assert!(refused("tries 2 3").contains("given twice"));
        assert!(refused("proof verify now").contains("now"));
        assert!(refused("mate in").contains("the number of moves is missing"));
        assert!(refused("mate in twice").contains("twice"));
    }

    #[test]
    fn a_usage_line_is_that_of_the_subcommand_and_fits_in_a_line() {
        assert!(
            refused("proof tree ply").contains("proof tree [ply N]"),
            "{}",
            refused("proof tree ply")
        );
        assert!(refused("proof set x").contains("proof set [N] [LIMITS]"));
        for line in ["proof x", "proof tree x y", "proof save", "tries x"] {
            assert!(refused(line).chars().count() < 240, "{}", refused(line));
        }
    }

    #[test]
    fn the_last_proof_is_looked_at() {
        assert_eq!(arguments(("proof tree", 2), tree::plies), None);
        for line in ["proof tree 4", "proof tree ply 4", "proof tree --ply 4"] {
            assert_eq!(arguments((line, 2), tree::plies), Some(4), "{line}");
        }
        let words = arguments(("proof line Qf3 2.Nd3", 2), |reader| Ok(line::words(reader)));
        assert_eq!(words, ["Qf3", "2.Nd3"]);
    }

    #[test]
    fn the_last_proof_is_played_by_the_ply() {
        assert_eq!(arguments(("proof play", 2), play::plies), 1);
        assert_eq!(arguments(("proof play 3", 2), play::plies), 3);
        assert!(refused("proof play 0").contains("the number of plies must be from 1 to 1000"));
        assert!(refused("proof play Qf3").contains("Qf3"));
        assert!(refused("proof play 3 4").contains("proof play [N]"));
    }

    #[test]
    fn the_ending_of_a_name_says_the_form_whether_a_proof_is_saved_or_exported() {
        let target = |line: &str| {
            let exports = line.starts_with("proof export");
            arguments((line, 2), |reader| save::target(reader, exports))
        };
        let export = (PathBuf::from("my mate.HTML"), Some(ProofFormat::Html));
        for line in ["proof export \"my mate.HTML\"", "proof save \"my mate.HTML\""] {
            assert_eq!(target(line), export, "{line}");
        }
        for line in ["proof save mate.jsonl", "proof export mate.jsonl"] {
            assert_eq!(target(line), (PathBuf::from("mate.jsonl"), None), "{line}");
        }
        assert_eq!(target("proof save mate"), (PathBuf::from("mate"), None));
    }

    #[test]
    fn a_stipulation_asks_for_a_problem() {
        let problem = |line: &str| {
            assert!(parse(line, &Position::start()).is_ok(), "{line}");
            arguments((line, 1), problem::read)
        };
        let (plain, shows, _) = problem("proof h#2.5");
        assert_eq!(plain.stipulation.to_string(), "h#2.5");
        assert_eq!((plain.set_play, plain.refutations), (false, None));
        assert_eq!(shows, (false, false));
        let (whole, shows, limits) = problem("mate #2 tries 3 set 5k diagram");
        assert!(parse("mate #2 tries 3 set 5k diagram # a comment", &Position::start()).is_ok());
        assert_eq!((whole.stipulation.to_string().as_str(), whole.set_play), ("#2", true));
        assert_eq!((whole.refutations, limits.nodes), (Some(3), Some(5_000)));
        assert!(shows == (true, false) && plain.intended.is_none());
        let (all, shows, _) = problem("proof h#2.0 2.1.1.1 all");
        assert_eq!((all.stipulation.to_string().as_str(), shows.1), ("h#2", true));
        assert_eq!(all.intended.map(|Intended(intended)| intended), Some(2));
        assert!(refused("proof h#2 2..1").contains("no number of solutions"));
        assert!(refused("proof h#2 2.1 1.1").contains("is given twice"));
        assert_eq!(problem("proof =2 tries 10s").0.refutations, Some(1));
        assert!(refused("proof hr#2").starts_with("help-reflexmates are not solved; valid are #N"));
        assert!(refused("proof h#2 checks").contains("does not understand \"checks\""));
        assert!(refused("proof s#2 tries 0").contains("from 1 to 20"));
    }

    #[test]
    fn tries_have_a_length_and_a_number_of_refutations() {
        let request = |line: &str| {
            let (moves, refutations, _) =
                arguments((line, 1), |reader| tries::arguments(reader, true));
            (moves, refutations)
        };
        assert_eq!(request("tries"), (None, 1));
        assert_eq!(request("tries 3 refutations 2 10s"), (Some(3), 2));
    }
}
