//! Arguments of the commands about mates.
//!
//! A bare number is moves; a number with a unit is a limit: `10s` of time, `20M` nodes, `64MiB` of memory. They stand in any
//! order. What is given twice is refused: it is unclear which of the two was meant.

use std::path::PathBuf;

use super::error::{Fault, ParseError};
use super::limits;
use super::reader::{Reader, shorten, within};
use super::words::{Word, Words};
use crate::chess::{Color, Position, Square};
use crate::control::Limits;
use crate::control::quantity;
use crate::engine::limit_words::{GivenLimits, LimitFault, LimitKind, LimitSet};
use crate::proof::{Rules, Stipulation};
use crate::prove::task::Restriction;
use crate::shell::command::Command;
use crate::shell::mates::{
    ProblemRequest, ProofFormat, ProofLimits, ProofRequest, ProofUse, TriesRequest, Wanted,
};
use crate::shell::table;

/// The longest mate that can be asked for by number.
const LONGEST: u64 = 250;

const AROUND: u64 = 8;

pub fn proof(reader: &mut Reader<'_>) -> Result<Command, ParseError> {
    let Some(first) = reader.words.peek() else {
        return Ok(Command::Proof(ProofUse::Find(ProofRequest::default())));
    };
    let usage = match first.text {
        "resume" => {
            reader.take();
            ProofUse::Resume(limits(reader)?)
        }
        "set" => set_play(reader)?,
        "show" => bare(reader, ProofUse::Show)?,
        "verify" => bare(reader, ProofUse::Verify)?,
        "tree" => tree(reader)?,
        "line" => {
            reader.take();
            let words = std::iter::from_fn(|| reader.take());
            ProofUse::Line(words.map(|word| word.text.to_owned()).collect())
        }
        "play" => play(reader)?,
        "save" | "export" => return keep(reader),
        "load" => ProofUse::Load(file(reader)?.0),
        word if Stipulation::is_meant(word) => ProofUse::Problem(problem(reader)?),
        _ => ProofUse::Find(request(reader)?),
    };
    Ok(Command::Proof(usage))
}

fn set_play(reader: &mut Reader<'_>) -> Result<ProofUse, ParseError> {
    reader.take();
    let (mut moves, mut limits) = (Given::new("the number of moves"), GivenLimits::default());
    while let Some(word) = reader.take() {
        if limit(reader, word, &mut limits)? {
            continue;
        }
        if !is_digits(word) {
            return Err(reader.unexpected(word));
        }
        moves.set(word, moves_of(word)?)?;
    }
    Ok(ProofUse::SetPlay { moves: moves.value, limits: finish(&limits)? })
}

fn problem(reader: &mut Reader<'_>) -> Result<ProblemRequest, ParseError> {
    let word = reader.require("the stipulation")?;
    let stipulation =
        word.text.parse().map_err(|error| ParseError::of(word, Fault::from(error)))?;
    let (mut set_play, mut diagram, mut refutations) = (false, false, None);
    let mut limits = GivenLimits::default();
    while let Some(word) = reader.take() {
        match word.flag() {
            "set" => set_play = true,
            "diagram" => diagram = true,
            "tries" => {
                let number = reader.words.peek().filter(|&word| is_digits(word));
                refutations = Some(match number {
                    Some(_) => reader.number("the number of refutations", 1, 20)? as usize,
                    None => 1,
                });
            }
            _ if limit(reader, word, &mut limits)? => {}
            _ => return Err(reader.unexpected(word)),
        }
    }
    let limits = finish(&limits)?;
    Ok(ProblemRequest { stipulation, set_play, refutations, diagram, limits })
}

pub fn tries(reader: &mut Reader<'_>) -> Result<Command, ParseError> {
    let (mut moves, mut refutations) = (Given::new("the number of moves"), None);
    let mut limits = GivenLimits::default();
    while let Some(word) = reader.take() {
        match word.flag() {
            "refutations" => {
                refutations = Some(reader.number("the number of refutations", 1, 20)? as usize);
            }
            _ if limit(reader, word, &mut limits)? => {}
            _ if is_digits(word) => moves.set(word, moves_of(word)?)?,
            _ => return Err(reader.unexpected(word)),
        }
    }
    Ok(Command::Tries(TriesRequest {
        moves: moves.value,
        refutations: refutations.unwrap_or(1),
        limits: finish(&limits)?,
    }))
}

/// The word, which must stand alone.
fn bare(reader: &mut Reader<'_>, usage: ProofUse) -> Result<ProofUse, ParseError> {
    reader.take();
    reader.finish()?;
    Ok(usage)
}

fn tree(reader: &mut Reader<'_>) -> Result<ProofUse, ParseError> {
    const WHAT: &str = "the number of plies";
    reader.take();
    let ply = match reader.take() {
        None => None,
        Some(word) => Some(match word.flag() {
            "ply" => reader.number(WHAT, 1, 1000)?,
            "all" => 1000,
            _ => within(word, WHAT, 1, 1000)?,
        }),
    };
    reader.finish()?;
    Ok(ProofUse::Tree(ply.map(|ply| ply as usize)))
}

fn play(reader: &mut Reader<'_>) -> Result<ProofUse, ParseError> {
    reader.take();
    let plies = reader.number_or("the number of plies", 1, 1000, 1)?;
    reader.finish()?;
    Ok(ProofUse::Play(plies as usize))
}

fn file<'a>(reader: &mut Reader<'a>) -> Result<(PathBuf, Option<Word<'a>>), ParseError> {
    reader.take();
    let word = reader.words.peek();
    let path = reader.path()?;
    reader.finish()?;
    Ok((path, word))
}

/// `save FILE`, `export FILE`: the ending of the name says the form. What says none is saved, not exported.
fn keep(reader: &mut Reader<'_>) -> Result<Command, ParseError> {
    let is_export = reader.words.peek().is_some_and(|word| word.text == "export");
    let (path, word) = file(reader)?;
    let is_saved = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("jsonl"));
    match ProofFormat::of(&path) {
        Some(format) => Ok(Command::ExportProof { path, format }),
        None if is_saved || !is_export => Ok(Command::Proof(ProofUse::Save(path))),
        None => {
            let fault = Fault::NoExport { word: shorten(&path.to_string_lossy()) };
            Err(ParseError { span: word.map(|word| word.span()), fault })
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
            "any" => wanted.set(word, Wanted::Any)?,
            "shortest" => wanted.set(word, Wanted::Shortest)?,
            "all" => {
                let number = reader.words.peek().filter(|&word| is_digits(word));
                let moves = number.map(moves_of).transpose()?;
                if moves.is_some() {
                    reader.take();
                }
                wanted.set(word, Wanted::All(moves))?;
            }
            "in" => {
                let number = reader.require("the number of moves")?;
                wanted.set(number, Wanted::Within(moves_of(number)?))?;
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
                let word = reader.require("`white` or `black`")?;
                attacker.set(word, color_of(word).ok_or_else(|| reader.unexpected(word))?)?;
            }
            "white" => attacker.set(word, Color::White)?,
            "black" => attacker.set(word, Color::Black)?,
            _ if limit(reader, word, &mut limits)? => {}
            _ if is_digits(word) => wanted.set(word, Wanted::Within(moves_of(word)?))?,
            _ => return Err(reader.unexpected(word)),
        }
    }
    Ok(ProofRequest {
        wanted: wanted.value.unwrap_or_default(),
        attacker: attacker.value,
        rules: rules.value,
        restriction: Restriction { king_moves: king_moves.value, ..restriction },
        limits: finish(&limits)?,
    })
}

fn limits(reader: &mut Reader<'_>) -> Result<ProofLimits, ParseError> {
    let mut limits = GivenLimits::default();
    while let Some(word) = reader.take() {
        if !limit(reader, word, &mut limits)? {
            return Err(reader.unexpected(word));
        }
    }
    finish(&limits)
}

/// Limits of a proof that stand alone, as in a setting; `None` if a word is none.
pub fn parse(text: &str) -> Option<ProofLimits> {
    let spec = table::find("proof")?;
    let position = Position::start();
    let mut reader = Reader::new(Words::new(text), &position, (spec.name, spec.arguments));
    limits(&mut reader).ok().filter(|limits| limits.is_ended() && limits.mebibytes.is_none())
}

/// Something that is said once at most.
struct Given<T> {
    what: &'static str,
    word: String,
    value: Option<T>,
}

impl<T> Given<T> {
    fn new(what: &'static str) -> Given<T> {
        Given { what, word: String::new(), value: None }
    }

    fn set(&mut self, word: Word<'_>, value: T) -> Result<(), ParseError> {
        let text = shorten(word.text);
        if self.value.is_some() {
            let first = std::mem::take(&mut self.word);
            let fault = LimitFault::Twice { what: self.what, first, second: text };
            return Err(ParseError::of(word, fault));
        }
        (self.word, self.value) = (text, Some(value));
        Ok(())
    }
}

fn finish(given: &GivenLimits) -> Result<ProofLimits, ParseError> {
    let Limits { movetime: time, nodes, infinite: endless, .. } = given.limits;
    let bound = [LimitKind::Time, LimitKind::Nodes].into_iter().find_map(|kind| given.text(kind));
    if let Some(bound) = bound.filter(|_| endless) {
        let fault = Fault::Contradiction { first: "inf".to_owned(), second: bound.to_owned() };
        return Err(ParseError { span: None, fault });
    }
    Ok(ProofLimits { time, nodes, mebibytes: given.memory, endless })
}

fn limit(
    reader: &mut Reader<'_>,
    word: Word<'_>,
    given: &mut GivenLimits,
) -> Result<bool, ParseError> {
    limits::limit(reader, word, &LimitSet::PROOF, given)
}

fn is_digits(word: Word<'_>) -> bool {
    quantity::is_whole(word.text)
}

fn moves_of(word: Word<'_>) -> Result<u16, ParseError> {
    within(word, "the number of moves", 1, LONGEST).map(|moves| moves as u16)
}

fn rules_of(word: Word<'_>) -> Option<Rules> {
    match word.text {
        "game" => Some(Rules::Game),
        "problem" => Some(Rules::Problem),
        _ => None,
    }
}

fn color_of(word: Word<'_>) -> Option<Color> {
    match word.text {
        "white" | "w" => Some(Color::White),
        "black" | "b" => Some(Color::Black),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::chess::Bitboard;
    use crate::shell::parse::parse;

    fn read(line: &str, position: &Position) -> Result<Command, ParseError> {
        parse(line, position).map(|request| request.command)
    }

    fn usage(line: &str) -> ProofUse {
        match read(line, &Position::start()) {
            Ok(Command::Proof(usage)) => usage,
            other => panic!("{line}: {other:?}"),
        }
    }

    fn found(line: &str) -> ProofRequest {
        match usage(line) {
            ProofUse::Find(request) => request,
            other => panic!("{line}: {other:?}"),
        }
    }

    fn refused(line: &str) -> String {
        read(line, &Position::start()).expect_err(line).to_string()
    }

    #[test]
    fn a_bare_number_is_moves_and_a_unit_makes_it_a_limit() {
        assert_eq!(found("proof"), ProofRequest::default());
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
            assert_eq!((request.wanted, request.limits), (Wanted::Within(5), limits), "{line}");
        }
        assert_eq!(usage("proof resume 1GiB inf"), {
            let limits =
                ProofLimits { mebibytes: Some(1024), endless: true, ..ProofLimits::default() };
            ProofUse::Resume(limits)
        });
    }

    #[test]
    fn wishes_stand_in_any_order() {
        let expected = ProofRequest {
            wanted: Wanted::All(Some(4)),
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
        assert_eq!(found("proof all").wanted, Wanted::All(None));
        for line in ["mate 2", "mate in 2", "proof 2", "proof in 2"] {
            assert_eq!(found(line).wanted, Wanted::Within(2), "{line}");
        }
        assert_eq!(found("proof all 10s").wanted, Wanted::All(None));
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
        assert!(refused("mate in two").contains("two"));
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
        assert_eq!(usage("proof tree"), ProofUse::Tree(None));
        for line in ["proof tree 4", "proof tree ply 4", "proof tree --ply 4"] {
            assert_eq!(usage(line), ProofUse::Tree(Some(4)), "{line}");
        }
        assert_eq!(
            usage("proof line Qf3 2.Nd3"),
            ProofUse::Line(vec!["Qf3".into(), "2.Nd3".into()])
        );
    }

    #[test]
    fn the_last_proof_is_played_by_the_ply() {
        assert_eq!(usage("proof play"), ProofUse::Play(1));
        assert_eq!(usage("proof play 3"), ProofUse::Play(3));
        assert!(refused("proof play 0").contains("the number of plies must be from 1 to 1000"));
        assert!(refused("proof play Qf3").contains("Qf3"));
        assert!(refused("proof play 3 4").contains("proof play [N]"));
    }

    #[test]
    fn the_ending_of_a_name_says_the_form_whether_a_proof_is_saved_or_exported() {
        let export =
            || Command::ExportProof { path: "my mate.HTML".into(), format: ProofFormat::Html };
        for line in ["proof export \"my mate.HTML\"", "proof save \"my mate.HTML\""] {
            assert_eq!(read(line, &Position::start()), Ok(export()), "{line}");
        }
        for line in ["proof save mate.jsonl", "proof export mate.jsonl"] {
            assert_eq!(usage(line), ProofUse::Save("mate.jsonl".into()), "{line}");
        }
        assert_eq!(usage("proof save mate"), ProofUse::Save("mate".into()));
    }

    #[test]
    fn a_stipulation_asks_for_a_problem() {
        let problem = |line: &str| match usage(line) {
            ProofUse::Problem(request) => request,
            other => panic!("{line}: {other:?}"),
        };
        let plain = problem("proof h#2.5");
        assert_eq!(plain.stipulation.to_string(), "h#2.5");
        assert_eq!((plain.set_play, plain.refutations), (false, None));
        let whole = problem("mate #2 tries 3 set 5k diagram # a comment");
        assert_eq!((whole.stipulation.to_string().as_str(), whole.set_play), ("#2", true));
        assert_eq!((whole.refutations, whole.limits.nodes), (Some(3), Some(5_000)));
        assert!(whole.diagram && !plain.diagram);
        assert_eq!(problem("proof =2 tries 10s").refutations, Some(1));
        assert!(refused("proof r#2").starts_with("reflexmates are not solved; valid are #N"));
        assert!(refused("proof h#2 checks").contains("does not understand \"checks\""));
        assert!(refused("proof s#2 tries 0").contains("from 1 to 20"));
    }

    #[test]
    fn tries_have_a_length_and_a_number_of_refutations() {
        let request = |line: &str| match read(line, &Position::start()) {
            Ok(Command::Tries(request)) => (request.moves, request.refutations),
            other => panic!("{line}: {other:?}"),
        };
        assert_eq!(request("tries"), (None, 1));
        assert_eq!(request("tries 3 refutations 2 10s"), (Some(3), 2));
    }
}
