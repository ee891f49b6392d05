//! `annotate` and `why` about the moves of a game.

use super::*;
use crate::chess::game_tree::NodeId;
use crate::chess::{Color, san};

const GAME: &str = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. c3 Nf6 5. d4 exd4 6. cxd4 Be7 7. e5 Ng8 8. h3 d5 9. Bb3 h6 \
    10. O-O g6 11. Nc3 a6";

/// `annotate` accused 6…Be7, 8.h3 and 11…a6, and `why` took it back.
#[test]
fn why_confirms_what_annotate_accuses_from_anywhere_in_the_game() {
    let mut user = TestUser::new();
    user.done(GAME);
    user.done("annotate 10k --proof 20k");
    let tree = user.session.timeline.now.record.tree.clone();
    let (mut node, mut accused) = (NodeId::ROOT, 0);
    while let Some(&next) = tree.children(node).first() {
        node = next;
        let words = tree.annotation(node).cloned().unwrap_or_default();
        if !words.nags.iter().any(|nag| [2, 4, 6].contains(nag)) {
            continue;
        }
        accused += 1;
        let before = tree.position_before(node);
        let mv = san(&before, tree.step_of(node).unwrap().mv().unwrap());
        let dots = if before.turn() == Color::White { "." } else { "..." };
        let why = members(&user.done(&format!("why {}{dots}{mv}", before.fullmoves())));
        let first = why["reasons"][0]["text"].as_str().unwrap();
        assert!(why["san"] == mv && first.starts_with("gives away"), "{mv}: {why}");
        let comment = words.after.join(" ").replace('\n', " ");
        assert!(comment.contains(first), "{first} in {comment}");
    }
    assert!(accused >= 2, "{accused}");
    assert!(user.refused("why 12.Nf3").contains("no white knight"));
    assert!(user.refused("why 30.Nf3").contains("does not reach move 30"));
}

/// After a game `why` speaks of the move that lost it; before its end, of the position.
#[test]
fn why_after_a_game_says_where_it_turned() {
    let mut user = TestUser::new();
    user.done("1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7#");
    let why = members(&user.done("why 20k"));
    assert_eq!(why["san"], "Nf6", "{why}");
    assert!(why["reasons"][0]["text"].as_str().unwrap().starts_with("allows mate in 1"), "{why}");
    user.done("undo 2");
    assert_eq!(members(&user.done("why 5k"))["reasons"][0]["reason"], "standing");
    let mate = "4k3/4Q3/4K3/8/8/8/8/8 b - - 0 1";
    assert!(user.try_to(&format!("{mate};; why")).is_err(), "no move was played");
}
