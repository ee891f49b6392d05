//! A mate in parts: what is asked, in which order, and what the answers prove together.

use super::*;
use crate::chess::Position;
use crate::proof::position_id::PositionSet;
use crate::proof::{PositionId, Rules, verify};

/// Mate in three by 1.Rd3.
const THREE: &str = "8/8/2KP4/p3P2r/1p2N3/6R1/PPP1R3/7k w - - 0 1";

fn task(moves: u16) -> ProofTask {
    ProofTask::new(Position::from_fen(THREE).unwrap()).within(moves)
}

fn none_in(moves: u16, numbers: [u32; 2]) -> Claim {
    Claim { least: moves, most: moves, nodes: 10, numbers }
}

#[test]
fn a_part_is_asked_once_and_its_moves_lead_there() {
    let (answers, whole) = (PartAnswers::default(), task(3));
    let parts = answers.open(&whole, usize::MAX, 0);
    assert!(parts.len() > 100, "{}", parts.len());
    for part in &parts {
        let led = part.place.iter().fold(whole.root, |position, &mv| position.play(mv));
        assert_eq!((led, part.moves, part.place.len()), (part.root, 2, 2));
    }
    let ids: PositionSet = parts.iter().map(|part| PositionId::of(&part.root)).collect();
    assert_eq!(ids.len(), parts.len());
    assert_eq!(answers.open(&whole, 7, 0).len(), 7);
    // Mates in one are seen at once.
    assert_eq!(answers.open(&task(2), 9, 0), []);
}

#[test]
fn claims_decide_what_is_asked_and_nothing_else() {
    let (mut answers, task) = (PartAnswers::default(), task(3));
    for part in answers.open(&task, usize::MAX, 0) {
        answers.claim(&part.root, none_in(2, [0; 2]));
    }
    let (refuted, claimed) = answers.refuted(&task);
    assert!((1..3).contains(&refuted) && claimed == 3);
    assert!(answers.strategy(&task).is_none());
    let rests = answers.unchecked(&task);
    assert!(!rests.is_empty() && rests.iter().all(|part| part.moves == 2));
    // They are asked again, as nothing else is left; one that is left open is divided.
    let again = answers.open(&task, usize::MAX, 0);
    assert!(again.iter().any(|part| part.root == rests[0].root));
}

#[test]
fn a_part_is_asked_again_with_more_nodes_and_divided_after_as_many() {
    let (mut answers, task) = (PartAnswers::default(), task(4));
    let parts = answers.open(&task, usize::MAX, 10);
    for part in &parts {
        answers.claim(&part.root, none_in(1, [0; 2]));
    }
    let depths = |nodes| answers.open(&task, usize::MAX, nodes).into_iter();
    assert_eq!(depths(21).filter(|part| part.place.len() == 2).count(), parts.len());
    assert_eq!(depths(20).filter(|part| part.place.len() == 2).count(), 0);
    // The numbers of the search that left a part open say how hard it is.
    let [first, last] = [&parts[0], &parts[parts.len() - 1]];
    answers.claim(&first.root, Claim { nodes: 11, ..none_in(1, [9_999, 9_999]) });
    answers.claim(&last.root, Claim { nodes: 11, ..none_in(1, [1, 1]) });
    let again = answers.open(&task, usize::MAX, 100);
    let place = |part: &Part| again.iter().position(|other| other.root == part.root).unwrap();
    assert!(place(last) < place(first), "{} {}", place(last), place(first));
}

/// Proves or refutes parts.
fn settle(answers: &mut PartAnswers, task: &ProofTask, parts: Vec<Part>) {
    let mut exact = crate::prove::Exact::new(1).unwrap();
    let stop = crate::control::StopFlag::new();
    for part in parts {
        match exact.strategy(&part.root, task.attacker, part.moves, &stop).unwrap() {
            Some(strategy) => {
                let proof = verify(&strategy, Rules::Problem).unwrap();
                assert_eq!(answers.prove(&proof), Some(true));
                assert_eq!(answers.prove(&proof), Some(false));
            }
            None => assert!(answers.refute(&part.root, part.moves)),
        }
    }
}

#[test]
fn parts_that_are_proved_make_the_whole() {
    let (mut answers, task) = (PartAnswers::default(), task(3));
    let parts = answers.open(&task, usize::MAX, 0);
    settle(&mut answers, &task, parts);
    let proof = task.checked(&answers.strategy(&task).unwrap()).unwrap();
    assert_eq!((proof.mate(), answers.refuted(&task.clone().within(2))), (3, (2, 2)));
    assert!(answers.open(&task, usize::MAX, 0).is_empty());
}

#[test]
fn a_false_claim_hides_no_mate_that_is_proved_below_it() {
    let (mut answers, task) = (PartAnswers::default(), task(3));
    let parts = answers.open(&task, usize::MAX, 0);
    answers.claim(&task.root, none_in(3, [0; 2]));
    assert!(answers.strategy(&task).is_none());
    settle(&mut answers, &task, parts);
    let proof = task.checked(&answers.strategy(&task).unwrap()).unwrap();
    assert_eq!(proof.mate(), 3);
}
