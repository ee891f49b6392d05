//! `on`: the contents of a square, a file or a rank, or the squares of a piece type, with attackers and defenders.

use crate::chess::attacks::attacks;
use crate::chess::{Bitboard, Color, ColoredPiece, File, Piece, Position, Rank, Square};
use crate::commands::prelude::*;
use crate::ink::json::Fen;
use crate::ink::movetext;

pub(super) const ROW: CommandSpec = row!(Display Safe "on" | "where" | "file" | "rank", "SQUARE | PIECE | FILE | RANK":
    "what is on a square, a file or a rank, or where a piece is; what attacks and defends it",
    details: "A piece is a name or a letter: knight, knights, N. b is the file and B the bishop, but `where b` asks for the \
              bishops. Pins and whose turn it is are left out of account.",
    examples: &[("on e2", "in the start position", "white pawn on e2, attacked by nothing, defended by queen d1, king e1, bishop f1…"),
        ("on f3", "an empty square", "f3 is empty, attacked by White: knight g1, pawn e2, pawn g2; by Black: nothing"),
        ("on N", "the knights of both sides", " White  Nb1  attacks a3 c3  attacked by –  protected by Ra1"),
        ("on e", "from e1 to e8", "e1 white king, e2 white pawn, e3 empty, e4 empty, e5 empty…"),
        ("on 1", "from a1 to h1", "a1 white rook, b1 white knight, c1 white bishop…")],
    completer: Completer::Words(&["king", "queen", "rook", "bishop", "knight", "pawn"]),
    answers: &[LineSchema::of::<SquaresAnswer>()],
    read: read);

fn read(reader: &mut Reader<'_>) -> Parsed {
    let called = reader.words.line().split_whitespace().next().unwrap_or_default().to_lowercase();
    let word = reader.require("a square, a piece, a file or a rank, as in `on e4`")?;
    let place = Place::read(word.text, &called).ok_or_else(|| {
        let wrong = "is no square (e4), no piece (king, queen, rook, bishop, knight, pawn, or a letter of KQRBNP), \
                     no file (a to h) and no rank (1 to 8)";
        ParseError::bad(word, wrong)
    })?;
    Ok(Box::new(move |session| Ok(SquaresAnswer::of(session.position(), place).into())))
}

/// The subject of the question.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(into = "String")]
pub enum Place {
    Square(Square),
    Piece(Piece),
    File(File),
    Rank(Rank),
}

impl Place {
    /// Parses the argument. The name of the command resolves ambiguities: `where b` is bishops, `file B` the b-file.
    pub(in crate::commands) fn read(text: &str, called: &str) -> Option<Place> {
        let lower = text.to_lowercase();
        let letter: Option<char> = lower.parse().ok();
        let is_named = |piece: &Piece| lower.strip_suffix('s').unwrap_or(&lower) == piece.name();
        let piece = letter
            .and_then(Piece::from_letter)
            .or_else(|| Piece::ALL.into_iter().find(is_named))
            .map(Place::Piece);
        let file = letter.and_then(File::from_letter).map(Place::File);
        let wants_piece = called.ends_with("where") || text == "B" && !called.ends_with("file");
        let named = if wants_piece { piece.or(file) } else { file.or(piece) };
        let rank = || letter.and_then(Rank::from_letter).map(Place::Rank);
        square(&lower).map(Place::Square).or(named).or_else(rank)
    }

    pub(in crate::commands) fn squares(self, position: &Position) -> Vec<Square> {
        match self {
            Place::Square(square) => vec![square],
            Place::File(file) => Rank::ALL.map(|rank| Square::at(file, rank)).into(),
            Place::Rank(rank) => File::ALL.map(|file| Square::at(file, rank)).into(),
            Place::Piece(piece) => {
                let of = |color| position.colored_pieces(color, piece);
                Color::ALL.into_iter().flat_map(of).collect()
            }
        }
    }
}

impl From<Place> for String {
    fn from(place: Place) -> String {
        match place {
            Place::Square(square) => square.to_string(),
            Place::Piece(piece) => piece.name().to_owned(),
            Place::File(file) => file.letter().to_string(),
            Place::Rank(rank) => rank.letter().to_string(),
        }
    }
}

/// A square; the squares of a file or a rank, from the first to the last; or those of the men of a kind, White's first.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct SquaresAnswer {
    fen: Fen,
    /// What was asked about: `e4`, `knight`, `e` or `4`.
    #[cfg_attr(test, schemars(with = "String"))]
    on: Place,
    squares: Vec<SeenSquare>,
}

/// a square, what the man on it attacks, and the men of both sides that could capture on it, or recapture
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "seen-square"))]
struct SeenSquare {
    #[serde(flatten)]
    at: SquareForm,
    attacks: Vec<SquareForm>,
    white: Vec<SquareForm>,
    black: Vec<SquareForm>,
}

/// a square and the man on it
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "square"))]
struct SquareForm {
    square: String,
    /// Colour and piece, as `white pawn`; null where the square is empty.
    #[cfg_attr(test, schemars(with = "Option<String>"))]
    man: Option<Man>,
}

#[derive(Clone, Copy, Debug, Serialize)]
#[serde(into = "String")]
struct Man(ColoredPiece);

impl From<Man> for String {
    fn from(Man(man): Man) -> String {
        format!("{} {}", man.color.name().to_lowercase(), man.piece.name())
    }
}

impl SquaresAnswer {
    fn of(position: &Position, place: Place) -> SquaresAnswer {
        let squares = place.squares(position).into_iter();
        let squares = squares.map(|square| SeenSquare::of(position, square)).collect();
        SquaresAnswer { fen: Fen(*position), on: place, squares }
    }
}

impl SeenSquare {
    fn of(position: &Position, square: Square) -> SeenSquare {
        let all = |squares: Bitboard| {
            squares.into_iter().map(|square| SquareForm::of(position, square)).collect()
        };
        let comers = position.attackers_to(square, position.occupied());
        let reached = position.at(square).map_or(Bitboard::EMPTY, |man| {
            attacks(man.piece, man.color, square, position.occupied()) & !position.color(man.color)
        });
        let [white, black] = Color::ALL.map(|color| all(comers & position.color(color)));
        SeenSquare { at: SquareForm::of(position, square), attacks: all(reached), white, black }
    }

    /// Returns the pieces of `color` that attack or defend the square.
    fn men(&self, color: Color) -> &[SquareForm] {
        if color == Color::White { &self.white } else { &self.black }
    }

    fn sentence(&self) -> String {
        let listed = |color| {
            let named = |at: &SquareForm| Some(format!("{} {}", at.man?.0.piece.name(), at.square));
            let named: Vec<String> = self.men(color).iter().filter_map(named).collect();
            if named.is_empty() { "nothing".to_owned() } else { named.join(", ") }
        };
        let here = &self.at.square;
        match self.at.man {
            Some(man) => {
                let (others, own) = (listed(!man.0.color), listed(man.0.color));
                let man = String::from(man);
                format!("{man} on {here}, attacked by {others}, defended by {own}")
            }
            None => {
                let [white, black] = Color::ALL.map(listed);
                format!("{here} is empty, attacked by White: {white}; by Black: {black}")
            }
        }
    }

    fn line(&self, color: Color, settings: &Settings) -> Line {
        let head = format!(" {color}  {}", self.at.short());
        let mut line = Line::of(movetext::side_role(color), head);
        for (what, squares) in [
            ("attacks", &self.attacks[..]),
            ("attacked by", self.men(!color)),
            ("protected by", self.men(color)),
        ] {
            let named: Vec<String> = squares.iter().map(SquareForm::short).collect();
            let named =
                if named.is_empty() { settings.signs().dash.to_owned() } else { named.join(" ") };
            line = line.with(Role::Dim, format!("  {what} ")).with(Role::Plain, named);
        }
        line
    }
}

impl SquareForm {
    fn of(position: &Position, square: Square) -> SquareForm {
        SquareForm { square: square.to_string(), man: position.at(square).map(Man) }
    }

    /// Formats the square with its piece: `Nd5`, or `e4` if empty.
    fn short(&self) -> String {
        let letter = self.man.map(|man| man.0.piece.letter());
        letter.into_iter().chain(self.square.chars()).collect()
    }
}

impl Answer for SquaresAnswer {
    const TYPE: &str = "squares";

    fn page(&self, settings: &Settings) -> Page {
        let mut page = Page::new();
        match self.on {
            Place::Piece(piece) if self.squares.is_empty() => {
                page.push(Line::of(Role::Dim, format!(" no {} on the board", piece.name())));
            }
            Place::Piece(_) => {
                for seen in &self.squares {
                    if let Some(man) = seen.at.man {
                        page.wrapped(seen.line(man.0.color, settings), settings, 7);
                    }
                }
            }
            Place::Square(_) => {
                for seen in &self.squares {
                    page.wrapped(Line::plain(seen.sentence()), settings, 2);
                }
            }
            Place::File(_) | Place::Rank(_) => {
                let said = self.squares.iter().map(|SeenSquare { at, .. }| {
                    let man = at.man.map_or_else(|| "empty".to_owned(), String::from);
                    format!("{} {man}", at.square)
                });
                let text = said.collect::<Vec<_>>().join(", ");
                page.wrapped(Line::plain(text), settings, 2);
            }
        }
        page
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FEN: &str = "4k3/8/2p5/3n4/4P3/8/3R4/4K3 w - - 0 1";

    fn said(place: Place) -> Vec<String> {
        let answer = SquaresAnswer::of(&Position::from_fen(FEN).unwrap(), place);
        answer.page(&Settings::default()).lines().iter().map(Line::text).collect()
    }

    #[test]
    fn a_man_and_an_empty_square_are_told_with_what_attacks_them() {
        for (square, told) in [
            (Square::D5, "black knight on d5, attacked by rook d2, pawn e4, defended by pawn c6"),
            (Square::C6, "black pawn on c6, attacked by nothing, defended by nothing"),
            (Square::F5, "f5 is empty, attacked by White: pawn e4; by Black: nothing"),
        ] {
            assert_eq!(said(Place::Square(square)), [told]);
        }
    }

    #[test]
    fn men_of_a_kind_are_told_with_what_they_attack_and_what_attacks_them() {
        for (piece, told) in [
            (
                Piece::Knight,
                &[
                    " Black  Nd5  attacks c3 e3 b4 f4 b6 f6 c7 e7  attacked by Rd2 Pe4  protected by Pc6",
                ] as &[&str],
            ),
            (
                Piece::Pawn,
                &[
                    " White  Pe4  attacks Nd5 f5  attacked by –  protected by –",
                    " Black  Pc6  attacks b5  attacked by –  protected by –",
                ],
            ),
            (Piece::Queen, &[" no queen on the board"]),
        ] {
            assert_eq!(said(Place::Piece(piece)), told);
        }
    }

    #[test]
    fn squares_of_a_file_and_of_a_rank_are_told_in_order() {
        let told = |place| said(place).concat();
        let file = "e1 white king, e2 empty, e3 empty, e4 white pawn, e5 empty, e6 empty, e7 empty, e8 black king";
        assert_eq!(told(Place::File(File::E)), file);
        assert!(told(Place::Rank(Rank::Fifth)).contains("c5 empty, d5 black knight, e5 empty"));
    }

    #[test]
    fn old_names_keep_their_meaning_where_a_letter_has_two() {
        let (bishop, file) = (Some(Place::Piece(Piece::Bishop)), Some(Place::File(File::B)));
        for (called, text, place) in [
            ("on", "b", file),
            ("on", "B", bishop),
            ("where", "b", bishop),
            ("where", "B", bishop),
            (":where", "b", bishop),
            ("file", "b", file),
            ("file", "B", file),
            ("on", "E4", Some(Place::Square(Square::E4))),
            ("where", "e4", Some(Place::Square(Square::E4))),
            ("on", "n", Some(Place::Piece(Piece::Knight))),
            ("on", "Knights", Some(Place::Piece(Piece::Knight))),
            ("on", "E", Some(Place::File(File::E))),
            ("rank", "4", Some(Place::Rank(Rank::Fourth))),
            ("on", "4", Some(Place::Rank(Rank::Fourth))),
        ] {
            assert_eq!(Place::read(text, called), place, "{called} {text}");
        }
        for wrong in ["i", "9", "e9", "bs", "horse", "", "é"] {
            assert_eq!(Place::read(wrong, "on"), None, "{wrong}");
        }
    }
}
