//! Output of a walk through a game, and of undone moves.

use super::*;
use crate::ink::Settings;

/// Returns the page of a line's reply.
fn said(user: &mut TestUser, line: &str) -> String {
    let page = user.done(line).page(&Settings::default());
    let lines: Vec<String> = page.lines().iter().map(|line| line.text()).collect();
    lines.join("\n")
}

const GAME: &str = "1. e4 {best [%clk 0:05:00]} e5 2. f4! {KG} (2. Nf3 Nc6 3. Bb5) exf4";

#[test]
fn a_walk_tells_the_move_what_is_written_and_what_follows() {
    let mut user = TestUser::new();
    user.done("tag Result 1-0");
    user.done(GAME);
    for (line, answer) in [
        ("goto start", "the start of the game   next: 1.e4"),
        ("next", "1.e4 {best}   next: 1…e5"),
        ("next", "1…e5   next: 2.f4! (2.Nf3)"),
        ("next", "2.f4! {KG}   next: 2…exf4"),
        ("next", "2…exf4   the game ends here: 1-0"),
        ("undo", "taken back: 2…exf4"),
        ("undo", "taken back: 2.f4! {KG}   next: 2.f4! (2.Nf3)"),
        ("undo 2", "2 moves taken back, from 1.e4 {best} on"),
        ("goto 2b", "2.f4! {KG}   next: 2…exf4"),
        ("variation 2", "2.Nf3   next: 2…Nc6"),
        ("undo", "taken back: 2.Nf3   next: 2.Nf3 (2.f4!)"),
        ("redo 9", "3.Bb5   the variation ends here"),
        ("variation 1", "2.f4! {KG}   next: 2…exf4"),
    ] {
        assert_eq!(said(&mut user, line), answer, "{line}");
    }
    user.done("redo 9");
    assert!(user.refused("redo").contains("nothing follows"));
    assert_eq!(said(&mut user, "goto end"), "2…exf4   the game ends here: 1-0");
    assert_eq!(said(&mut user, "goto end"), "2…exf4   the game ends here: 1-0", "nothing changed");
    user.done("new");
    assert_eq!(said(&mut user, "goto end"), "no moves yet");
}

#[test]
fn what_was_written_and_taken_back_is_told() {
    let mut user = TestUser::new();
    user.done("e4 e5");
    user.done("comment so so;; nag ?;; tag White Anna");
    assert_eq!(said(&mut user, "undo"), "taken back: White \"Anna\"");
    assert_eq!(said(&mut user, "undo"), "taken back: the sign ?");
    assert_eq!(said(&mut user, "undo"), "taken back: {so so}");
    assert_eq!(said(&mut user, "redo"), "back again: {so so}");
    user.done("undo 2;; c5;; variation promote");
    assert_eq!(said(&mut user, "undo"), "the variations and their order are as before");
    // A change of the board is reported with the place in the game.
    assert_eq!(said(&mut user, "variation delete"), "1.e4   next: 1…e5");
    user.done("e5;; nag delete;; tag White Anna;; tag White Anna");
    assert_eq!(
        said(&mut user, "undo"),
        "taken back: White \"Anna\"",
        "what changes nothing is no step"
    );
    user.done("new;; go d3");
    assert!(said(&mut user, "pv play").starts_with("1."));
}

#[test]
fn a_line_goes_on_where_a_game_lies_ahead() {
    let mut user = TestUser::new();
    assert!(!user.session.opponent.goes_on(user.session.timeline.game()));
    user.done("e4 e5");
    assert!(!user.session.opponent.goes_on(user.session.timeline.game()));
    user.done("undo");
    assert!(user.session.opponent.goes_on(user.session.timeline.game()));
    // Against the engine an empty line does not move.
    user.done("play white d1;; undo");
    assert!(!user.session.opponent.goes_on(user.session.timeline.game()));
}

/// A viewer begins at move 1; scripts have the position at the end, as before.
#[test]
fn a_game_is_opened_at_its_beginning_where_lines_are_typed() {
    let game = "[White \"Anna\"]\n[Black \"Berta\"]\n\n1. e4 {[%clk 0:05:00]} e5 2. Nf3 *";
    let mut user = TestUser::new();
    user.done(game);
    assert_eq!(user.session.timeline.game().ply(), 3);
    user.session.settings.at_prompt = true;
    assert_eq!(said(&mut user, game), "the start of the game   next: 1.e4");
    assert_eq!(user.session.on_enter(), Some("redo"));
    // Moves are played, not opened.
    user.done("new;; 1. e4 e5 2. Nf3");
    assert_eq!((user.session.timeline.game().ply(), user.session.on_enter()), (3, None));
    user.done(game);
    let pretty = Settings { pretty: true, sight: Some(24), ..Settings::default() };
    let page = user.done("redo").page(&pretty);
    let lines: Vec<String> = page.lines().iter().map(|line| line.text()).collect();
    assert_eq!(lines, ["1.e4  0:05:00   next: 1…e5", "King's Pawn Game B00"]);
}

#[test]
fn the_board_is_turned_for_the_side_that_plays_and_solves() {
    let mut user = TestUser::new();
    let below = |user: &TestUser| user.session.board_view().unwrap().flipped;
    user.done("play white d1");
    assert!(!below(&user));
    user.done("new;; e4;; play black d1");
    assert!(below(&user));
    user.done("flip");
    assert!(!below(&user), "as wanted");
    user.done("flip;; resign");
    assert!(below(&user), "also after the game");
    user.done("new");
    assert!(!below(&user));
    user.done("display off");
    assert!(user.session.board_view().is_none());
}

#[test]
fn moves_after_a_game_that_has_ended_are_no_part_of_it() {
    let mut user = TestUser::new();
    user.done("e4 e5;; play white d1;; resign");
    user.done("Nf3");
    assert!(said(&mut user, "pgn").contains("1. e4 e5 2. Nf3 *"));
    user.done("undo 2");
    assert!(said(&mut user, "pgn").contains("1. e4 e5 0-1"));
}

#[test]
fn the_board_is_shown_after_every_change_if_that_is_wanted() {
    let mut user = TestUser::new();
    assert!(!said(&mut user, "e4").contains("8 "));
    assert_eq!(said(&mut user, "display on"), "display on  (was auto)");
    let board = said(&mut user, "e5");
    assert!(board.contains(" 5  .  .  .  .  p"), "{board}");
    assert!(said(&mut user, "undo").contains(" 7  p  p  p  p  p"));
    user.done("display off");
    assert!(!said(&mut user, "e5").contains("8 "));
}

#[test]
fn moves_taken_back_are_no_part_of_a_game_and_come_back() {
    let mut user = TestUser::new();
    user.done("play white 5+3 elo 1500");
    user.done("e4");
    user.done("force;; e5;; Nf3;; Nc6");
    user.session.begin_play(crate::chess::Color::Black, true);
    user.done("undo");
    let text = said(&mut user, "pgn");
    assert!(text.contains("1. e4 e5 *") && !text.contains("Nf3"), "{text}");
    for tag in
        ["[White \"Player\"]", "[Black \"Quarterply\"]", "[TimeControl \"300+3\"]", "[Date \"20"]
    {
        assert!(text.contains(tag), "{tag} in {text}");
    }
    user.done("redo");
    assert!(said(&mut user, "pgn").contains("1. e4 e5 2. Nf3 Nc6 *"));
    user.done("undo");
    let end = said(&mut user, "resign");
    assert!(end.starts_with("White resigns: 0-1") && end.contains("`annotate`"), "{end}");
    assert!(said(&mut user, "pgn").contains("1. e4 e5 0-1"));
}

#[test]
fn a_game_that_a_move_of_ones_own_ends_is_told_in_one_sentence() {
    let mut user = TestUser::new();
    user.done("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1;; play white d1");
    let end = said(&mut user, "Ra8");
    assert!(end.contains("the game is over, 1-0; `why` says"), "{end}");
}
