//! `where`: the squares of a piece, what it attacks, and what attacks it.

use crate::chess::attacks::attacks;
use crate::chess::{Bitboard, Color, ColoredPiece, Piece, Position, Square};
use crate::commands::prelude::*;
use crate::ink::json::{Fen, Side};
use crate::ink::movetext;

pub(super) const ROW: CommandSpec = row!(Display Keeps "where", "PIECE":
    "the squares of a piece, what it attacks, and what attacks it",
    details: "PIECE is a name or a letter: knight, n. Men are named with their squares, empty squares by themselves; pins and \
              whose turn it is are left out of account.",
    examples: &[("where knight", "the knights of both sides", " White  Nb1  attacks a3 c3  attacked by –  protected by Ra1"),
        ("where q", "the queens", "")],
    completer: Completer::Words(&["king", "queen", "rook", "bishop", "knight", "pawn"]),
    answers: &[LineSchema::of::<WhereAnswer>()],
    read: read);

fn read(reader: &mut Reader<'_>) -> Result<Command, ParseError> {
    let word = reader.require("a piece, as in `where knight` or `where n`")?;
    let text = word.text.to_lowercase();
    let is_meant = |piece: &Piece| {
        text == piece.name() || text.eq_ignore_ascii_case(&piece.letter().to_string())
    };
    let Some(piece) = Piece::ALL.into_iter().find(is_meant) else {
        return Err(ParseError::bad(
            word,
            "is no piece: king, queen, rook, bishop, knight, pawn, or a letter of KQRBNP",
        ));
    };
    Ok(With(piece, act).into())
}

fn act(session: &mut Session, piece: Piece) -> Result<Effect, CommandError> {
    let position = *session.position();
    let men = Color::ALL.into_iter().flat_map(|color| {
        position
            .colored_pieces(color, piece)
            .into_iter()
            .map(move |square| Man::of(&position, color, piece, square))
    });
    Ok(WhereAnswer { fen: Fen(position), piece: piece.name(), men: men.collect() }.into())
}

/// The men of one kind, White's first.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct WhereAnswer {
    fen: Fen,
    piece: &'static str,
    men: Vec<Man>,
}

/// a man, what it attacks and what attacks it; men have their letter before the square
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "man"))]
struct Man {
    color: Side,
    square: String,
    attacks: Vec<String>,
    attacked_by: Vec<String>,
    /// Men of its own side.
    protected_by: Vec<String>,
}

impl Man {
    fn of(position: &Position, color: Color, piece: Piece, square: Square) -> Man {
        let reached = attacks(piece, color, square, position.occupied()) & !position.color(color);
        let comers = position.attackers_to(square, position.occupied());
        Man {
            color: Side(color),
            square: named(position, square),
            attacks: all(position, reached),
            attacked_by: all(position, comers & position.color(!color)),
            protected_by: all(position, comers & position.color(color)),
        }
    }
}

/// A square with the letter of the man on it, if there is one.
fn named(position: &Position, square: Square) -> String {
    let letter = |man: ColoredPiece| man.piece.letter().to_uppercase().to_string();
    position.at(square).map_or_else(String::new, letter) + &square.to_string()
}

fn all(position: &Position, squares: Bitboard) -> Vec<String> {
    squares.into_iter().map(|square| named(position, square)).collect()
}

impl Answer for WhereAnswer {
    const TYPE: &str = "where";

    fn page(&self, settings: &Settings) -> Page {
        let mut page = Page::new();
        for man in &self.men {
            let mut line = Line::of(
                movetext::side_role(man.color.0),
                format!(" {}  {}", man.color.0, man.square),
            );
            for (what, squares) in [
                ("attacks", &man.attacks),
                ("attacked by", &man.attacked_by),
                ("protected by", &man.protected_by),
            ] {
                let squares = if squares.is_empty() {
                    settings.signs().dash.to_owned()
                } else {
                    squares.join(" ")
                };
                line = line.with(Role::Dim, format!("  {what} ")).with(Role::Plain, squares);
            }
            page.wrapped(line, settings, 7);
        }
        if self.men.is_empty() {
            page.push(Line::of(Role::Dim, format!(" no {} on the board", self.piece)));
        }
        page
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_man_is_told_with_what_it_attacks_and_what_attacks_it() {
        let fen = "4k3/8/2p5/3n4/4P3/8/3R4/4K3 w - - 0 1";
        let position = Position::from_fen(fen).unwrap();
        let knight = Man::of(&position, Color::Black, Piece::Knight, Square::D5);
        assert_eq!(knight.square, "Nd5");
        assert_eq!(knight.attacked_by, ["Rd2", "Pe4"]);
        assert_eq!(knight.protected_by, ["Pc6"]);
        assert_eq!(knight.attacks, ["c3", "e3", "b4", "f4", "b6", "f6", "c7", "e7"]);
        assert_eq!(
            Man::of(&position, Color::White, Piece::Pawn, Square::E4).attacks,
            ["Nd5", "f5"]
        );
    }
}
