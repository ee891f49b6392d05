//! `undo` and `redo` on the timeline.

use super::*;
use crate::chess::notation::parse_move;

fn play(timeline: &mut Timeline, texts: &[&str]) {
    for text in texts {
        let mv = parse_move(timeline.game().position(), text).unwrap();
        timeline.step(Step::Move(mv)).unwrap();
    }
}

fn header(name: &str, value: &str) -> Edit {
    let value = (!value.is_empty()).then(|| value.to_owned());
    Edit::Header { name: name.to_owned(), value, at: None }
}

fn fen(timeline: &Timeline) -> String {
    timeline.game().position().to_fen()
}

#[test]
fn everything_is_taken_back_and_made_again() {
    let mut timeline = Timeline::default();
    let mut seen = vec![fen(&timeline)];
    for text in ["e4", "e5"] {
        play(&mut timeline, &[text]);
        seen.push(fen(&timeline));
    }
    let other = Position::from_fen("8/8/8/4k3/8/8/4P3/4K3 w - - 0 1").unwrap();
    timeline.begin(Sheet::new(other));
    seen.push(fen(&timeline));
    play(&mut timeline, &["e4"]);
    seen.push(fen(&timeline));
    for expected in seen.iter().rev().skip(1) {
        assert_eq!(timeline.undo(1), 1);
        assert_eq!(&fen(&timeline), expected);
    }
    assert_eq!(timeline.undo(5), 0);
    for expected in &seen[1..] {
        assert_eq!(timeline.redo(1), 1);
        assert_eq!(&fen(&timeline), expected);
    }
    assert_eq!(timeline.redo(5), 0);
    assert_eq!(timeline.undo(99), 4);
}

#[test]
fn a_game_left_in_its_middle_is_found_there() {
    let mut timeline = Timeline::default();
    play(&mut timeline, &["e4", "e5", "Nf3"]);
    timeline.undo(2);
    let left = fen(&timeline);
    timeline.begin(Sheet::default());
    timeline.undo(1);
    assert_eq!(fen(&timeline), left);
    // Redo leads to the new game, not to the moves that were undone before it.
    timeline.redo(1);
    assert_eq!(timeline.game().ply(), 0);
}

#[test]
fn a_move_forgets_the_games_that_were_stepped_back_from() {
    let mut timeline = Timeline::default();
    play(&mut timeline, &["e4", "e5"]);
    timeline.begin(Sheet::default());
    timeline.undo(2);
    play(&mut timeline, &["c5"]);
    assert_eq!(timeline.redo(9), 0);
    assert_eq!(timeline.undo(9), 2);
    assert_eq!(timeline.now.record.tree.moves(), 3, "the move taken back stays in the tree");
}

#[test]
fn an_edit_is_taken_back_where_it_was_made() {
    let mut timeline = Timeline::default();
    play(&mut timeline, &["e4", "e5"]);
    timeline.undo(1);
    play(&mut timeline, &["c5", "Nf3"]);
    let whole = timeline.now.clone();
    assert!(timeline.rework(|record| record.tree.delete_variation()));
    assert!(!timeline.rework(|record| record.tree.delete_variation()), "the main line stays");
    assert_eq!((timeline.game().ply(), timeline.now.record.tree.moves()), (1, 2));
    assert_eq!(timeline.undo(1), 1);
    assert_eq!((&timeline.now, timeline.game().ply()), (&whole, 3));
    assert_eq!(timeline.redo(1), 1);
    assert_eq!(timeline.now.record.tree.moves(), 2);
    // An edit without effect is not a step.
    assert!(timeline.rework(|_| true));
    timeline.edit(Edit::Result(GameResult::Unknown));
    timeline.edit(header("White", ""));
    assert_eq!(timeline.undo(1), 1);
    assert_eq!(timeline.now, whole);
}

#[test]
fn moves_are_taken_back_past_an_edit() {
    let mut timeline = Timeline::default();
    play(&mut timeline, &["e4", "e5"]);
    for tag in ["A", "B"] {
        timeline.edit(header("White", tag));
    }
    let edited = |timeline: &Timeline| timeline.now.record.tag("White").map(str::to_owned);
    // One after the other, and again.
    assert_eq!((timeline.undo(1), edited(&timeline)), (1, Some("A".to_owned())));
    assert_eq!((timeline.undo(1), edited(&timeline)), (1, None));
    assert_eq!((timeline.redo(2), edited(&timeline)), (2, Some("B".to_owned())));
    play(&mut timeline, &["Nf3", "Nc6", "Bb5"]);
    assert_eq!((timeline.undo(4), timeline.game().ply()), (4, 1));
    play(&mut timeline, &["c5"]);
    assert_eq!(timeline.now.record.tree.moves(), 6, "no move is lost");
    assert_eq!((timeline.undo(99), edited(&timeline)), (2, Some("B".to_owned())));
    assert!(timeline.goto(2) && timeline.goto(0));
    timeline.begin(Sheet::default());
    assert_eq!((timeline.undo(99), edited(&timeline)), (1, Some("B".to_owned())));
}

/// The same steps on two timelines: one stores the edit, the other the whole game before it.
#[test]
fn an_edit_is_taken_back_as_if_the_whole_game_had_been_kept() {
    let mut chance = 7u64;
    let mut any = |most: usize| {
        chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (chance >> 33) as usize % most
    };
    let (mut small, mut whole) = (Timeline::default(), Timeline::default());
    let twice = || vec![Tag::new("White", "A"), Tag::new("Event", ""), Tag::new("White", "B")];
    let mut edits = 0;
    for turn in 0..6_000 {
        let (what, number) = (any(20), any(4));
        let (tree, ply) = (&whole.now.record.tree, whole.game().ply());
        let node = tree.line()[number % tree.line().len()];
        let step = whole.game().position().legal_moves().get(number).map(|legal| legal.mv);
        let after = vec!["a comment".to_owned(); number % 2];
        let edit = match what {
            15 | 16 => Edit::Result([GameResult::Draw, GameResult::Unknown][number % 2]),
            17 => Edit::Words(tree.current(), Annotation { after, ..Annotation::default() }),
            _ => header(["White", "Event"][number % 2], ["", "A", "C"][any(3)]),
        };
        if what >= 15 {
            small.edit(edit.clone());
            whole.rework(|record| {
                edit.make(record);
                true
            });
            edits += usize::from(whole.now.edited);
        } else {
            for on in [&mut small, &mut whole] {
                match (what, step) {
                    (0..=6, Some(mv)) => {
                        let _ = on.step(Step::Move(mv));
                    }
                    (7..=8, _) => {
                        let _ = on.undo(number);
                    }
                    (9..=10, _) => {
                        let _ = on.redo(number);
                    }
                    (11, _) => {
                        let _ = on.goto(number);
                    }
                    (12, _) => on.goto_node(node),
                    (13, _) => {
                        let _ = on.rework(|record| record.tree.promote());
                    }
                    (14, _) if number == 0 => on.take_back(ply / 2),
                    (14, _) if number > 1 => {}
                    _ => {
                        let record = PgnGame { tags: twice(), ..PgnGame::default() };
                        on.begin(Sheet { record, ..Sheet::default() });
                    }
                }
            }
        }
        let (places, what) = ((small.line_end(), whole.line_end()), (turn, what, number));
        assert_eq!((&small.now, places.0), (&whole.now, places.1), "{what:?}");
        let kept = |timeline: &Timeline| (timeline.past.len(), timeline.future.len());
        assert_eq!(kept(&small), kept(&whole), "{what:?}");
    }
    assert!(edits > 500, "{edits}");
}

#[test]
fn an_edit_keeps_what_it_changes_and_not_the_game() {
    let mut timeline = Timeline::default();
    play(&mut timeline, &["e4", "e5"]);
    for number in 0..4_000 {
        timeline.edit(header(&format!("A{number}"), "x"));
    }
    assert_eq!(timeline.past.len(), MOST);
    let is_small = |earlier: &Earlier| match &earlier.way {
        HistoryStep::Edit { edit: Edit::Header { value, .. }, .. } => value.is_none(),
        _ => false,
    };
    assert!(timeline.past.iter().all(is_small));
    assert_eq!((timeline.undo(10), timeline.now.record.tags.len()), (10, 3_990));
    assert_eq!((timeline.redo(99), timeline.now.record.tags.len()), (10, 4_000));
}

#[test]
fn what_is_remembered_is_bounded() {
    let mut timeline = Timeline::default();
    (0..3_000).for_each(|_| timeline.begin(Sheet::default()));
    assert_eq!(timeline.undo(9_999), MOST);
}
