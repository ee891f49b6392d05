//! The file of a session at the prompt: the game with its annotations, the settings, the last analysis.
//!
//! These structs are the file's format: the order and types of their fields are version 3 and stay. To add a field, raise
//! [`VERSION`], and convert the old struct into the new one where a file is read. Nothing is validated here: restoring a session
//! plays its moves and sets its options like a user.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::Shortness;
use super::proof::{self, Checked};
use crate::proof::{Proof, Refutation, Rules};
use crate::store::codec::{self, FileKind};
use crate::store::{CodecError, FileError, file};
use crate::units::Score;

pub const VERSION: u16 = 3;

#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct SavedSession {
    /// The program that wrote it, for example `quarterply 0.1.0`; informative.
    pub written_by: String,
    pub game: SavedGame,
    /// Names and values, as `set` takes them.
    pub settings: Vec<(String, String)>,
    pub analysis: Option<SavedAnalysis>,
    /// Latest first.
    pub mates: Vec<SavedMate>,
}

/// A proved mate, or a certificate of how long there is none, verified when it is read.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SavedMate {
    /// Proved by the rules of games; otherwise by those of problems.
    pub of_games: bool,
    /// The file of a proof, in the format of `files/proof/`.
    pub proof: String,
}

impl SavedMate {
    pub fn of(proof: &Proof) -> Option<SavedMate> {
        let proof_text = proof::answers::text(Some(proof), &Shortness::Unknown)?;
        Some(SavedMate { of_games: proof.rules() == Rules::Game, proof: proof_text })
    }

    pub fn none(refutation: &Refutation) -> Option<SavedMate> {
        let shortness = Shortness::Certified(Box::new(refutation.clone()));
        Some(SavedMate { of_games: false, proof: proof::answers::text(None, &shortness)? })
    }

    pub fn verified(&self) -> Result<Checked, String> {
        let rules = if self.of_games { Rules::Game } else { Rules::Problem };
        proof::read(self.proof.as_bytes())?.certified(rules)
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct SavedGame {
    /// [`SavedGame::RECORD`]: a PGN record follows; the only form of a game.
    pub form: u8,
    /// As PGN: headers, moves, variations, comments, glyphs.
    pub pgn: String,
    /// The current line: for each move the index of its continuation, 0 for the main one.
    pub line: Vec<u16>,
    /// Number of played moves of that line; never larger than its length.
    pub ply: u32,
    /// Operations of the EPD record that the game began from, as opcode and operand.
    pub operations: Vec<(String, String)>,
}

impl SavedGame {
    pub const RECORD: u8 = 1;
}

#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct SavedAnalysis {
    pub fen: String,
    pub depth: u32,
    /// View of the side to move, as [`Score::raw`]; absolute value less than [`Score::INFINITE`].
    pub score: i32,
    /// The principal variation in coordinate form.
    pub pv: Vec<String>,
    pub nodes: u64,
    /// A note for people, such as `stopped by the user`; may be empty.
    pub note: String,
}

impl SavedSession {
    pub fn encode(&self) -> Result<Vec<u8>, CodecError> {
        codec::seal(FileKind::Session, VERSION, self)
    }

    pub fn decode(bytes: &[u8]) -> Result<SavedSession, CodecError> {
        let session: SavedSession = codec::open(FileKind::Session, VERSION, bytes)?;
        let (ply, moves) = (session.game.ply, session.game.line.len());
        if ply as usize > moves {
            return Err(CodecError::malformed(format_args!("{ply} moves are played of {moves}")));
        }
        let score = session.analysis.as_ref().map_or(0, |analysis| analysis.score);
        if score.unsigned_abs() >= Score::INFINITE.raw().unsigned_abs() {
            return Err(CodecError::malformed(format_args!("{score} is no score")));
        }
        Ok(session)
    }

    pub fn load(path: &Path) -> Result<SavedSession, FileError> {
        let bytes = file::read(path, (codec::HEADER + codec::LIMIT) as u64)?;
        SavedSession::decode(&bytes).map_err(|error| FileError::content(path, error))
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    fn example() -> SavedSession {
        SavedSession {
            written_by: "quarterply 0.1.0".to_owned(),
            game: SavedGame {
                form: SavedGame::RECORD,
                pgn: "[White \"A\"]\n\n1. e4 (1. d4) *\n".to_owned(),
                line: vec![1],
                ply: 1,
                operations: vec![("id".to_owned(), "one".to_owned())],
            },
            settings: vec![("extension.check".to_owned(), "0".to_owned())],
            analysis: Some(SavedAnalysis {
                fen: "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1".to_owned(),
                depth: 30,
                score: -321,
                pv: vec!["a1b1".to_owned()],
                nodes: 70_000,
                note: "stopped".to_owned(),
            }),
            mates: Vec::new(),
        }
    }

    fn hex(bytes: &[u8]) -> String {
        bytes.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// The file of [`example`] with a mate, byte for byte, in version 3. It must stay readable.
    const GOLDEN_V3: &str = "\
        51504c59010003009400000000000000329862ef2e98bc301071756172746572\
        706c7920302e312e30011d5b5768697465202241225d0a0a312e206534202831\
        2e20643429202a0a01010101026964036f6e65010f657874656e73696f6e2e63\
        6865636b01300127382f6b372f3370342f7032503170322f5032503150322f38\
        2f382f4b372077202d202d203020311efb8102010461316231fc701101000773\
        746f707065640101037b7d0a";

    #[test]
    fn version_3_is_golden() {
        let mates = vec![SavedMate { of_games: true, proof: "{}\n".to_owned() }];
        let session = SavedSession { mates, ..example() };
        let bytes = session.encode().unwrap();
        assert_eq!(hex(&bytes), GOLDEN_V3);
        assert_eq!(SavedSession::decode(&bytes), Ok(session));
    }

    #[test]
    fn a_mate_is_verified_when_it_is_read() {
        let root = crate::chess::Position::from_fen("7k/8/8/8/8/8/R7/1R2K3 w - - 0 1").unwrap();
        let mut strategy = crate::proof::Strategy::new(root, root.turn());
        let play = |position: &crate::chess::Position, text: &str| {
            crate::chess::notation::parse_uci(position, text).unwrap()
        };
        let first = play(&root, "a2a7");
        strategy.insert(&root, crate::proof::StrategyStep { mv: first, mate: 2 });
        let next = root.play(first).play(play(&root.play(first), "h8g8"));
        let mv = play(&next, "b1b8");
        strategy.insert(&next, crate::proof::StrategyStep { mv, mate: 1 });
        for rules in [Rules::Game, Rules::Problem] {
            let proof = crate::proof::verify(&strategy, rules).unwrap();
            let saved = SavedMate::of(&proof).unwrap();
            let (Some(read), None) = saved.verified().unwrap() else { panic!() };
            assert_eq!((read.rules(), read.mate(), read.root()), (rules, 2, &root));
            let forged = SavedMate { proof: saved.proof.replace("b1b8", "b1b7"), ..saved };
            assert!(forged.verified().is_err());
        }
    }

    #[test]
    fn more_plies_than_moves_are_refused() {
        let game = SavedGame { ply: 3, ..example().game };
        let bytes = SavedSession { game, ..example() }.encode().unwrap();
        let error = SavedSession::decode(&bytes).unwrap_err().to_string();
        assert!(error.contains("3 moves are played of 1"), "{error}");
    }

    #[test]
    fn impossible_scores_are_refused() {
        for score in [i32::MIN, i32::MAX, Score::INFINITE.raw()] {
            let analysis = Some(SavedAnalysis { score, ..SavedAnalysis::default() });
            let bytes = SavedSession { analysis, ..example() }.encode().unwrap();
            let error = SavedSession::decode(&bytes).unwrap_err().to_string();
            assert!(error.ends_with("is no score"), "{error}");
        }
    }

    #[test]
    fn cut_or_changed_anywhere_it_is_refused() {
        let bytes = example().encode().unwrap();
        for at in 0..bytes.len() {
            assert!(SavedSession::decode(&bytes[..at]).is_err());
            let mut wrong = bytes.clone();
            wrong[at] = wrong[at].wrapping_add(1);
            assert!(SavedSession::decode(&wrong).is_err(), "byte {at}");
        }
    }

    #[test]
    fn saved_and_loaded_it_is_the_same() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("session.qply");
        std::fs::write(&path, example().encode().unwrap()).unwrap();
        assert_eq!(SavedSession::load(&path).unwrap(), example());
        std::fs::write(&path, "PGN").unwrap();
        let error = SavedSession::load(&path).unwrap_err().to_string();
        assert!(error.contains("session.qply: this is not a file of Quarterply's"), "{error}");
    }

    fn any_analysis() -> impl Strategy<Value = SavedAnalysis> {
        let numbers = (any::<u32>(), -32_000..=32_000, any::<u64>());
        (any::<String>(), numbers, vec(any::<String>(), 0..5), any::<String>()).prop_map(
            |(fen, (depth, score, nodes), pv, note)| SavedAnalysis {
                fen,
                depth,
                score,
                pv,
                nodes,
                note,
            },
        )
    }

    fn any_session() -> impl Strategy<Value = SavedSession> {
        let line =
            vec(any::<u16>(), 0..9).prop_flat_map(|line| (0..=line.len() as u32, Just(line)));
        let pairs = vec((any::<String>(), any::<String>()), 0..5);
        let game =
            (any::<String>(), line, pairs.clone()).prop_map(|(pgn, (ply, line), operations)| {
                SavedGame { form: SavedGame::RECORD, pgn, line, ply, operations }
            });
        let analysis = proptest::option::of(any_analysis());
        let mate = (any::<bool>(), any::<String>())
            .prop_map(|(of_games, proof)| SavedMate { of_games, proof });
        (any::<String>(), game, pairs, analysis, vec(mate, 0..3)).prop_map(
            |(written_by, game, settings, analysis, mates)| SavedSession {
                written_by,
                game,
                settings,
                analysis,
                mates,
            },
        )
    }

    proptest! {
        #[test]
        fn every_session_comes_back(session in any_session()) {
            prop_assert_eq!(SavedSession::decode(&session.encode().unwrap()), Ok(session));
        }
    }
}
