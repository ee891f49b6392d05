//! Trees built, walked, grafted and filled.

use super::*;
use crate::chess::{parse_move, san};

fn play(tree: &mut GameTree, moves: &str) -> Vec<Stepped> {
    let step = |text| {
        let mv = parse_move(tree.game().position(), text).expect(text);
        tree.step(Step::Move(mv)).expect("legal")
    };
    moves.split_whitespace().map(step).collect()
}

/// The moves in the order of the walk.
fn text(tree: &GameTree) -> String {
    let words = tree.walk().map(|visit| match visit {
        TreeVisit::Open => "(".to_owned(),
        TreeVisit::Close => ")".to_owned(),
        TreeVisit::Move { node, before } => match tree.step_of(node) {
            Some(Step::Move(mv)) => san(&before, mv),
            _ => "--".to_owned(),
        },
    });
    words.collect::<Vec<_>>().join(" ")
}

/// `goto 24w`, another move, `undo`, and the rest of the game was gone.
#[test]
fn another_move_begins_a_variation_and_nothing_is_lost() {
    let mut tree = GameTree::default();
    play(&mut tree, "e4 e5 Nf3 Nc6 Bb5");
    let whole = tree.game().clone();
    tree.goto(2);
    assert_eq!(play(&mut tree, "f4 exf4"), [Stepped::Varied, Stepped::Appended]);
    tree.undo(2);
    assert_eq!((tree.game().ply(), tree.game().ahead().len()), (2, 2), "the line one is in");
    assert_eq!(play(&mut tree, "Nf3"), [Stepped::Along]);
    assert_eq!(tree.redo(9), 2);
    assert_eq!(*tree.game(), whole);
    assert_eq!(text(&tree), "e4 e5 Nf3 ( f4 exf4 ) Nc6 Bb5");
    tree.goto(2);
    play(&mut tree, "d4 exd4 c3");
    tree.undo(1);
    play(&mut tree, "Qxd4");
    assert_eq!(text(&tree), "e4 e5 Nf3 ( f4 exf4 ) ( d4 exd4 c3 ( Qxd4 ) ) Nc6 Bb5");
    assert_eq!(tree.moves(), 11);
}

#[test]
fn variations_are_chosen_promoted_and_deleted() {
    let mut tree = GameTree::default();
    assert_eq!((tree.branch(), tree.promote(), tree.delete_variation()), (None, false, false));
    play(&mut tree, "e4 e5 Nf3");
    tree.goto(1);
    play(&mut tree, "c5 Nf3");
    tree.goto(1);
    play(&mut tree, "e6 d4");
    let branch = tree.branch().expect("three answers");
    assert_eq!((branch.moves.len(), branch.chosen), (3, Some(2)));
    assert!(tree.promote());
    assert_eq!(text(&tree), "e4 e5 ( e6 d4 ) ( c5 Nf3 ) Nf3");
    assert!(tree.promote() && !tree.promote(), "then it is the main line");
    assert_eq!(text(&tree), "e4 e6 ( e5 Nf3 ) ( c5 Nf3 ) d4");
    assert!(!tree.delete_variation(), "the main line stays");
    tree.goto(1);
    assert_eq!(tree.branch().map(|branch| branch.chosen), Some(None));
    tree.goto_node(branch.moves[0]);
    assert_eq!((tree.game().ply(), tree.game().ahead().len()), (2, 1));
    assert!(tree.delete_variation());
    assert_eq!((text(&tree).as_str(), tree.game().ply()), ("e4 e6 ( c5 Nf3 ) d4", 1));
    assert_eq!(tree.moves(), 5, "what was deleted takes no memory");
    tree.redo(9);
    assert_eq!(tree.game().ply(), 3);
    assert_eq!(tree.position_before(tree.current()), tree.game().steps().last().unwrap().0);
}

#[test]
fn a_tree_is_grafted_onto_another() {
    let mut tree = GameTree::default();
    play(&mut tree, "e4 e5 Nf3");
    tree.goto(1);
    let mut other = GameTree::new(*tree.game().position());
    play(&mut other, "e5 Bc4");
    other.goto(1);
    play(&mut other, "d4");
    other.annotation_mut(other.current()).nags.push(6);
    assert_eq!(tree.graft(&other), Ok(Stepped::Varied));
    assert_eq!(text(&tree), "e4 e5 Nf3 ( Bc4 ) ( d4 )");
    assert_eq!(tree.game().ply(), 3);
    let mut same = GameTree::default();
    play(&mut same, "e4 e5 Nf3");
    assert_ne!(tree, same);
    same.goto(2);
    play(&mut same, "Bc4");
    same.goto(2);
    play(&mut same, "d4");
    assert_ne!(tree, same, "without the glyph");
    same.annotation_mut(same.current()).nags.push(6);
    assert_eq!(tree, same);
}

/// Added moves continue where the game ends; their variations do not.
#[test]
fn a_grafted_variation_never_continues_the_game() {
    let mut tree = GameTree::default();
    play(&mut tree, "e4 e5");
    let game = tree.clone();
    tree.goto(1);
    let mut other = GameTree::new(*tree.game().position());
    play(&mut other, "c5");
    other.goto(0);
    play(&mut other, "e5 Nf3");
    assert_eq!(tree.graft(&other), Ok(Stepped::Varied));
    assert_eq!(text(&tree), "e4 e5 ( c5 ) ( e5 Nf3 )");
    assert_eq!(tree.line().len(), 3, "to c5");
    let (mut tree, mut longer) = (game, GameTree::default());
    play(&mut longer, "e4 e5 Nf3");
    tree.goto(0);
    assert_eq!(tree.graft(&longer), Ok(Stepped::Appended));
    assert_eq!(text(&tree), "e4 e5 Nf3");
}

#[test]
fn lines_that_begin_alike_are_united_where_one_stands() {
    let mut tree = GameTree::default();
    play(&mut tree, "e4");
    let game = tree.current();
    let step = tree.step_of(game).unwrap();
    let twin = tree.append(NodeId::ROOT, step).unwrap();
    tree.goto_node(twin);
    play(&mut tree, "c5 Nf3");
    tree.undo(1);
    tree.unite();
    assert_eq!(text(&tree), "e4 ( e4 c5 Nf3 )", "the game ends there");
    let here = tree.current();
    tree.goto_node(tree.children(NodeId::ROOT)[0]);
    play(&mut tree, "e5");
    tree.goto_node(here);
    tree.unite();
    assert_eq!((text(&tree).as_str(), tree.game().ply()), ("e4 e5 ( c5 Nf3 )", 2));
    assert_eq!(tree.game().ahead().len(), 1, "Nf3 is still ahead");
}

#[test]
fn a_full_tree_takes_only_what_it_has() {
    let mut tree = GameTree::default();
    play(&mut tree, "e4 e5");
    let (first, step) = (tree.current(), tree.nodes[1].step);
    let last = (3..MOST_NODES).fold(first, |node, _| tree.append(node, step).unwrap());
    tree.goto(0);
    let mut other = GameTree::default();
    play(&mut other, "e4 d5 c4");
    let moves = tree.moves();
    assert_eq!((moves, tree.graft(&other)), (MOST_NODES - 1, Err(StepError::Full)));
    assert_eq!((tree.moves(), tree.current()), (moves, NodeId::ROOT));
    let mut other = GameTree::default();
    play(&mut other, "e4 d5");
    assert_eq!(tree.graft(&other), Ok(Stepped::Varied));
    assert_eq!((tree.moves(), tree.append(last, step)), (MOST_NODES, None));
    tree.goto(0);
    let mut known = GameTree::default();
    play(&mut known, "e4 d5");
    assert_eq!(tree.graft(&known), Ok(Stepped::Along));
}

#[test]
fn deep_variations_need_no_stack() {
    let mut tree = GameTree::default();
    for _ in 0..2_000 {
        play(&mut tree, "Nf3 Nf6 Ng1 Ng8");
        tree.undo(1);
        play(&mut tree, "Rg8 Nf3 Rh8 Ng1 Ng8");
    }
    assert_eq!(tree.walk().filter(|visit| *visit == TreeVisit::Open).count(), 2_000);
    assert_eq!(tree.clone(), tree);
}
