//! Headers and result of the game on the board.

use super::*;
use crate::commands::position::comment::WordsAnswer;
use crate::commands::position::tag::Tags;

/// Names and values, as listed by `tag`.
fn tags(user: &mut TestUser) -> Vec<(String, String)> {
    let reply = user.done("tag");
    let tags = &reply.of::<Tags>().expect("headers").tags;
    tags.iter().map(|tag| (tag.name.clone(), tag.value.clone())).collect()
}

fn pair(name: &str, value: &str) -> (String, String) {
    (name.to_owned(), value.to_owned())
}

/// `tag fen` added a header beside the derived one, and an unreadable file.
#[test]
fn names_of_headers_are_compared_without_case() {
    let mut user = TestUser::new();
    for name in ["fen", "FEN", "setup", "variant"] {
        let refused = user.refused(&format!("tag {name} 8/8/8/4k3/8/8/8/4K3 w - - 0 1"));
        assert!(refused.contains("follows from the game"), "{refused}");
    }
    user.done("tag result 1-0;; tag white Anna;; tag Eco C20;; tag ECO C21;; tag WHITE Berta");
    let expected = [pair("White", "Berta"), pair("Eco", "C21"), pair("Result", "1-0")];
    assert_eq!(tags(&mut user), expected);
    user.done("tag eco \"\"");
    assert_eq!(tags(&mut user), [pair("White", "Berta"), pair("Result", "1-0")]);
}

#[test]
fn a_result_behind_typed_moves_is_the_games() {
    let mut user = TestUser::new();
    user.done("1. e4 e5 2. Nf3 1/2-1/2");
    assert_eq!(tags(&mut user), [pair("Result", "1/2-1/2")]);
    user.done("undo 2");
    let notes = user.changed("c5 0-1").notes;
    assert!(notes[1].starts_with("0-1 is passed over: the game does not end here"), "{notes:?}");
    assert_eq!(tags(&mut user), [pair("Result", "1/2-1/2")], "it was a variation's");
}

#[test]
fn quotation_marks_and_braces_inside_stay() {
    let mut user = TestUser::new();
    user.done("tag Event Match \"Best of 5\";; tag Site \"Old \";; e4;; comment best {sic}");
    let expected =
        [pair("Event", "Match \"Best of 5\""), pair("Site", "Old "), pair("Result", "*")];
    assert_eq!(tags(&mut user), expected);
    let reply = user.done("comment");
    assert_eq!(reply.of::<WordsAnswer>().unwrap().after, ["best {sic}"]);
}
