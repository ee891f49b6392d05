//! The words of the command, and the place in the game that they mean.

use super::*;
use crate::commands::options::tests::read_options;
use crate::fixtures::game;

fn asked(line: &str) -> (Option<AskedMove>, Option<u64>) {
    let Why { mv, limits } = read_options(line, OPTIONS, super::read).unwrap();
    (mv, limits.limits.nodes)
}

#[test]
fn the_move_comes_first_and_nodes_behind_it() {
    let named = |text: &str, number| Some(AskedMove { text: text.to_owned(), number });
    assert_eq!(asked("Nf3 5k"), (named("Nf3", None), Some(5_000)));
    for line in ["12. Nf3 5k", "12.Nf3 5k"] {
        assert_eq!(asked(line), (named("Nf3", Some((12, false))), Some(5_000)), "{line}");
    }
    for line in ["6...Be7", "6… Be7", "6. ... Be7", "6. .. Be7"] {
        assert_eq!(asked(line), (named("Be7", Some((6, true))), None), "{line}");
    }
    assert_eq!(asked("5k"), (None, Some(5_000)));
    assert_eq!(asked(""), (None, None));
    let error = read_options("Nf3 e5", OPTIONS, super::read).unwrap_err();
    assert!(error.contains("\"e5\" is no limit here"), "{error}");
}

#[test]
fn a_move_is_found_on_the_board_by_its_number_or_in_the_game() {
    let mut game = game(Position::start(), "e4 e5 Nf3 Nc6 Bc4 Nf6");
    let ply = |game: &Game, line: &str| {
        let found = asked(line).0.unwrap().find(game);
        found.map(|(game, mv)| (game.ply(), crate::chess::san(game.position(), mv)))
    };
    let found = |ply, san: &str| Some((ply, san.to_owned()));
    assert_eq!(ply(&game, "Ng5").ok(), found(6, "Ng5"));
    assert_eq!(ply(&game, "2...Nc6").ok(), found(3, "Nc6"));
    assert_eq!(ply(&game, "2.d4").ok(), found(2, "d4"), "not played");
    assert_eq!(ply(&game, "Bc4").ok(), found(4, "Bc4"), "played, and not possible now");
    assert_eq!(ply(&game, "last").ok(), found(5, "Nf6"));
    game.goto(1);
    assert_eq!(ply(&game, "last").ok(), found(0, "e4"));
    game.goto(0);
    assert!(ply(&game, "last").is_err(), "nothing was played");
    game.goto(1);
    assert_eq!(ply(&game, "Nf6").ok(), found(1, "Nf6"));
    assert_eq!(ply(&game, "3.Bc4").ok(), found(4, "Bc4"), "ahead");
    assert!(ply(&game, "9.Bc4").unwrap_err().to_string().contains("does not reach move 9"));
    assert!(ply(&game, "Qh5").unwrap_err().to_string().contains("queen"));
}
