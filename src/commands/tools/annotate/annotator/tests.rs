//! Annotated games with known mistakes.

use super::*;
use crate::chess::pgn::PgnReader;
use crate::chess::{Color, Move, Position, Step, notation};
use crate::commands::tools::annotate::Judgement;
use crate::fixtures::game;
use crate::proof::verify;

/// White misses 4.Qxf7#, and mates after Black's next mistake.
const SCHOLAR: &str =
    "[White \"A\"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. a3 {kept} g6 5. Qf3 Nd4 6. Qxf6 Qxf6 *\n";

fn record(text: &str) -> PgnGame {
    PgnReader::new(text.as_bytes()).next().unwrap().unwrap()
}

fn wanted(nodes: u64) -> AnnotateOptions {
    let limits = Limits::nodes(nodes);
    AnnotateOptions { limits, proof_nodes: 20_000, ..AnnotateOptions::default() }
}

fn annotated(text: &str, wanted: AnnotateOptions, known: Findings) -> (AnnotatedGame, Findings) {
    let mut options = Options::default();
    options.set("Hash", "1").unwrap();
    let mut annotator = Annotator::new(&options, wanted, &KnownMates::default(), None).unwrap();
    let mut found = known.clone();
    let mut tell = |question: Question, ply, finding: &GameFinding| {
        assert!(found.insert((question, ply), finding.clone()).is_none(), "found twice");
    };
    let (record, stop) = (record(text), StopFlag::new());
    let line = main_line(&record);
    let answers = annotator.answers(&line, known, &stop, &mut tell).unwrap().unwrap();
    let mut game = AnnotatedGame::new(&record, &line, &answers, &annotator.wanted);
    annotator.explain(&mut game, &line, &stop).unwrap();
    write::write(&mut game);
    assert_eq!(answers.len(), found.len());
    (game, found)
}

/// Returns the finding of a search that is too short: a score and the first move of its line.
fn short(text: &str, question: Question, ply: usize, (score, mv): (i32, &str)) -> Findings {
    let position = *at(&main_line(&record(text)), ply).position();
    let mv: Move = notation::parse_uci(&position, mv).unwrap();
    let search = PlaceSearch { score: Score::cp(score), depth: 1, nodes: 1, pv: vec![mv] };
    [((question, ply), GameFinding::Searched(search))].into()
}

#[test]
fn a_missed_mate_is_proved_and_a_lost_queen_is_a_blunder() {
    let (game, _) = annotated(SCHOLAR, wanted(2_000), Findings::new());
    let quiet = &game.moves[6];
    let missed = quiet.missed.as_ref().expect("4.Qxf7# was there");
    assert_eq!((missed.proof.mate(), missed.shortest), (1, true));
    assert!(verify(missed.proof.strategy(), Rules::Game).is_ok());
    assert!(game.moves[5].allowed.is_some() && game.moves[5].judgement == Some(Judgement::Blunder));
    assert_eq!(game.moves[10].judgement, Some(Judgement::Blunder), "6.Qxf6 loses the queen");
    assert_eq!(game.sides[Color::White].missed_mates, 1);
    let text = game.record.to_string().replace('\n', " ");
    for part in [
        "{Accuracy: White ",
        "[Annotator \"Quarterply ",
        "4. Qxf7#",
        "Misses mate in 1 (proved, 1",
        "[%eval #1",
        "{kept}",
        "[Opening \"",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
}

/// White sacrifices the queen and mates.
const RETI: &str = "[White \"Reti\"]\n\n1. e4 c6 2. d4 d5 3. Nc3 dxe4 4. Nxe4 Nf6 5. Qd3 e5 6. dxe5 Qa5+ 7. Bd2 Qxe5 \
    8. O-O-O Nxe4 9. Qd8+ Kxd8 10. Bg5+ Kc7 11. Bd8# 1-0\n";

#[test]
fn a_fault_that_the_engine_of_reasons_does_not_see_is_none() {
    let known = short(SCHOLAR, Question::Place, 0, (400, "d2d4"));
    let (game, _) = annotated(SCHOLAR, wanted(500), known);
    assert!(game.moves[0].judgement.is_none() && game.moves[10].judgement.is_some());
}

#[test]
fn what_was_found_later_counts_earlier() {
    let mut known = short(RETI, Question::Place, 16, (40, "d2c3"));
    known.extend(short(RETI, Question::Place, 17, (700, "e8d8")));
    // Only White's moves are in doubt.
    let wanted = AnnotateOptions { proof_nodes: 0, side: Some(Color::White), ..wanted(2_000) };
    let (game, _) = annotated(RETI, wanted, known);
    let sacrifice = &game.moves[16];
    assert!(sacrifice.judgement.is_none() && sacrifice.scores[0].is_win(), "{sacrifice:?}");
}

#[test]
fn other_moves_are_searched_where_the_one_played_turns_out_to_lose() {
    // A search that is too short scores 3...Nf6 well, after which 4.Qxf7 mates.
    let known = short(SCHOLAR, Question::Place, 5, (30, "g8f6"));
    let (game, found) = annotated(SCHOLAR, wanted(2_000), known);
    let Some(GameFinding::Searched(others)) = found.get(&(Question::Others, 5)) else {
        panic!("{:?}", found.keys())
    };
    assert_ne!(others.pv[0], moved_at(&game, 5));
    let blunder = &game.moves[5];
    assert!(blunder.judgement == Some(Judgement::Blunder), "{blunder:?}");
    assert!(blunder.better().is_some_and(|better| better != moved_at(&game, 5)));
}

fn moved_at(game: &AnnotatedGame, ply: usize) -> Move {
    let Step::Move(mv) = game.moves[ply].step else { panic!("a pass") };
    mv
}

#[test]
fn a_mate_that_the_session_knows_needs_no_proof() {
    let four = "8/1p3RR1/1kp1N3/p7/n2P2pP/6K1/8/8 w - - 0 1";
    let game = record(&format!("[SetUp \"1\"]\n[FEN \"{four}\"]\n\n1. Kf2 Kb5 *\n"));
    let root = *main_line(&game).start();
    let session = KnownMates::default();
    let mut engine = Engine::with(Options::default().alone(1, false));
    let task = ProofTask { rules: Rules::Game, ..ProofTask::new(root) };
    session.keep(&engine.prove(&task).unwrap().proof.unwrap(), 0);
    let missed = |session: &KnownMates| {
        let wanted = AnnotateOptions { proof_nodes: 1, ..wanted(500) };
        let options = Options::default().alone(1, false);
        let mut annotator = Annotator::new(&options, wanted, session, None).unwrap();
        let stop = StopFlag::new();
        let annotated = annotator.annotate(&game, &stop, &mut |_, _, _| {});
        annotated.unwrap().unwrap().moves[0].missed.is_some()
    };
    assert_eq!([missed(&session), missed(&KnownMates::default())], [true, false]);
}

#[test]
fn jobs_change_nothing() {
    let [(one, found), (three, again)] = [1, 3].map(|jobs| {
        let wanted = AnnotateOptions { jobs, ..wanted(500) };
        annotated(SCHOLAR, wanted, Findings::new())
    });
    assert_eq!(one.record.to_string(), three.record.to_string());
    assert!(found.keys().eq(again.keys()));
}

#[test]
fn annotating_again_replaces_what_was_said() {
    let (game, _) = annotated(SCHOLAR, wanted(500), Findings::new());
    let text = game.record.to_string();
    let (again, _) = annotated(&text, wanted(500), Findings::new());
    assert_eq!(again.record.to_string(), text);
}

#[test]
fn words_of_others_stay_and_a_verdict_goes_with_its_glyph_and_line() {
    let text = "[Annotator \"Me; Quarterply 0.0.1\"]\n\n{Accuracy: awful} {Accuracy: White 1.0 %, Black –.} \
        1. e4 {Mistake. I wanted c4} e5 $2 {[%eval 0.2] Opening: C20 King's Pawn Game. Mistake (50 % to 30 %): \
        better is 1... c5.} (1... c5 {[%eval 0.1,9]} 2. Nf3) (1... e6 {[%eval 0.1,9]} 2. d4 {mine}) \
        2. Nf3 {Blunderbuss!} *\n";
    let wanted = AnnotateOptions { margin: 2.0, proof_nodes: 0, ..wanted(500) };
    let (game, _) = annotated(text, wanted, Findings::new());
    let text = game.record.to_string().replace('\n', " ");
    let ours = concat!("[Annotator \"Me; Quarterply ", env!("CARGO_PKG_VERSION"), "\"]");
    for kept in [ours, "{Accuracy: awful}", "{Mistake. I wanted c4}", "{mine}", "{Blunderbuss!}"] {
        assert!(text.contains(kept), "{kept} in {text}");
    }
    for gone in ["$2", "1... c5", "30 %", "White 1.0 %"] {
        assert!(!text.contains(gone), "{gone} in {text}");
    }
}

#[test]
fn a_raised_flag_ends_it() {
    let stop = StopFlag::new();
    stop.raise();
    let mut annotator =
        Annotator::new(&Options::default(), wanted(500), &KnownMates::default(), None).unwrap();
    let game = record(SCHOLAR);
    assert!(annotator.annotate(&game, &stop, &mut |_, _, _| {}).unwrap().is_none());
}

#[test]
fn games_without_moves_and_with_passes_are_annotated() {
    let (empty, _) = annotated("[White \"A\"]\n\n*\n", wanted(200), Findings::new());
    assert_eq!((empty.moves.len(), empty.sides[Color::White].accuracy), (0, None));
    let text = PgnGame::new(&game(Position::start(), "e4 -- d4")).to_string();
    let (passed, _) = annotated(&text, wanted(200), Findings::new());
    assert!(passed.moves.len() == 3 && passed.moves[1].judgement.is_none());
}

/// Returns whether the engine of reasons is asked about the first move, if the searches have these scores before and after it.
fn is_asked([before, after]: [i32; 2]) -> bool {
    let text = "[White \"A\"]\n\n1. a3 e5 *\n";
    let mut known = short(text, Question::Place, 0, (before, "e2e4"));
    known.extend(short(text, Question::Place, 1, (-after, "e7e5")));
    known.extend(short(text, Question::Place, 2, (after, "d2d4")));
    let (record, wanted) = (record(text), AnnotateOptions::default());
    let game = AnnotatedGame::new(&record, &main_line(&record), &known, &wanted);
    game.moves[0].judgement.is_some()
}

#[test]
fn only_what_may_be_a_fault_is_asked() {
    assert!(is_asked([0, -100]));
    assert!(!is_asked([-400, -900]), "it was lost already");
    assert!(!is_asked([1500, 600]), "it is still won");
    assert!(!is_asked([0, -40]));
}

#[test]
fn a_mating_move_has_no_score() {
    let (game, _) =
        annotated("[White \"A\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n", wanted(500), Findings::new());
    let text = game.record.to_string();
    // Lines are wrapped anywhere between two words.
    let mate = text.rsplit("Qh4#").next().unwrap().replace('\n', " ");
    assert!(!mate.contains("eval"), "no score of a move that mates: {text}");
    assert!(mate.contains("{Opening: A00"), "a named position all the same: {text}");
}
