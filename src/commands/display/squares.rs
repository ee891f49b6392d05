//! `on`, `file`, `rank`: what is on a square, a file or a rank, in words.

use crate::chess::{Bitboard, Color, File, Position, Rank, Square};
use crate::commands::prelude::*;
use crate::ink::json::Fen;

pub(super) const ON: CommandSpec = row!(Display Keeps "on", "SQUARE":
"what is on a square, what attacks it and what defends it",
details: "Pins and whose turn it is are left out of account.",
examples: &[("on e2", "in the start position", "white pawn on e2, attacked by nothing, defended by queen d1, king e1, bishop f1…"),
    ("on f3", "an empty square", "f3 is empty, attacked by White: knight g1, pawn e2, pawn g2; by Black: nothing")],
answers: &[LineSchema::of::<OnAnswer>()],
read: |reader| {
    let word = reader.require("a square, as in `on e4`")?;
    let fault = || ParseError::bad(word, "is no square; squares are a1 to h8, as in `on e4`");
    Ok(With(square(&word.text.to_lowercase()).ok_or_else(fault)?, man_on).into())
});

pub(super) const FILE: CommandSpec = row!(Display Keeps "file", "FILE":
"what is on each square of a file",
examples: &[("file e", "from e1 to e8", "e1 white king, e2 white pawn, e3 empty, e4 empty, e5 empty…")],
answers: &[LineSchema::of::<SquaresAnswer>()],
read: |reader| {
    let word = reader.require("a file, as in `file e`")?;
    let fault = || ParseError::bad(word, "is no file; files are a to h, as in `file e`");
    let file = letter(word.text).and_then(File::from_letter).ok_or_else(fault)?;
    Ok(With(Rank::ALL.map(|rank| Square::at(file, rank)), men_on).into())
});

pub(super) const RANK: CommandSpec = row!(Display Keeps "rank", "RANK":
"what is on each square of a rank",
examples: &[("rank 1", "from a1 to h1", "a1 white rook, b1 white knight, c1 white bishop…")],
read: |reader| {
    let word = reader.require("a rank, as in `rank 5`")?;
    let fault = || ParseError::bad(word, "is no rank; ranks are 1 to 8, as in `rank 5`");
    let rank = letter(word.text).and_then(Rank::from_letter).ok_or_else(fault)?;
    Ok(With(File::ALL.map(|file| Square::at(file, rank)), men_on).into())
});

/// The letter of a word that has only one.
fn letter(text: &str) -> Option<char> {
    text.to_lowercase().parse().ok()
}

fn man_on(session: &mut Session, square: Square) -> Result<Effect, CommandError> {
    Ok(OnAnswer::of(session.position(), square).into())
}

fn men_on(session: &mut Session, squares: [Square; 8]) -> Result<Effect, CommandError> {
    let position = session.position();
    let squares = squares.map(|square| SquareForm::of(position, square)).into();
    Ok(SquaresAnswer { fen: Fen(*position), squares }.into())
}

/// a square and the man on it
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "square"))]
struct SquareForm {
    square: String,
    /// Colour and piece, as `white pawn`; null where the square is empty.
    man: Option<String>,
}

/// A square, and the men of both sides that could capture on it, or recapture.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct OnAnswer {
    fen: Fen,
    #[serde(flatten)]
    on: SquareForm,
    white: Vec<SquareForm>,
    black: Vec<SquareForm>,
}

/// The squares of a file or a rank, from the first to the last.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct SquaresAnswer {
    fen: Fen,
    squares: Vec<SquareForm>,
}

impl SquareForm {
    fn of(position: &Position, square: Square) -> SquareForm {
        let man = position.at(square);
        let man =
            man.map(|man| format!("{} {}", man.color.name().to_lowercase(), man.piece.name()));
        SquareForm { square: square.to_string(), man }
    }
}

impl OnAnswer {
    fn of(position: &Position, square: Square) -> OnAnswer {
        let comers = position.attackers_to(square, position.occupied());
        let [white, black] = Color::ALL.map(|color| {
            let men: Bitboard = comers & position.color(color);
            men.into_iter().map(|square| SquareForm::of(position, square)).collect()
        });
        OnAnswer { fen: Fen(*position), on: SquareForm::of(position, square), white, black }
    }

    fn text(&self, settings: &Settings) -> String {
        let place = |at: &SquareForm| settings.spoken.place(&at.square);
        let listed = |men: &[SquareForm]| {
            let piece = |at: &SquareForm| at.man.as_deref()?.split(' ').nth(1).map(str::to_owned);
            let named = |at| format!("{} {}", piece(at).unwrap_or_default(), place(at));
            let named: Vec<String> = men.iter().map(named).collect();
            if named.is_empty() { "nothing".to_owned() } else { named.join(", ") }
        };
        let (here, white, black) = (place(&self.on), listed(&self.white), listed(&self.black));
        let Some(man) = &self.on.man else {
            return format!("{here} is empty, attacked by White: {white}; by Black: {black}");
        };
        let (own, others) = if man.starts_with("white") { (white, black) } else { (black, white) };
        format!("{man} on {here}, attacked by {others}, defended by {own}")
    }
}

impl Answer for OnAnswer {
    const TYPE: &str = "on";

    fn page(&self, settings: &Settings) -> Page {
        Page::of_wrapped(Line::plain(self.text(settings)), settings, 2)
    }
}

impl Answer for SquaresAnswer {
    const TYPE: &str = "squares";

    fn page(&self, settings: &Settings) -> Page {
        let said = self.squares.iter().map(|SquareForm { square, man }| {
            format!("{} {}", settings.spoken.place(square), man.as_deref().unwrap_or("empty"))
        });
        let text = said.collect::<Vec<_>>().join(", ");
        Page::of_wrapped(Line::plain(text), settings, 2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ink::Spoken;

    const FEN: &str = "4k3/8/2p5/3n4/4P3/8/3R4/4K3 w - - 0 1";

    fn on(square: Square, spoken: Spoken) -> String {
        let settings = Settings { spoken, ..Settings::default() };
        OnAnswer::of(&Position::from_fen(FEN).unwrap(), square).text(&settings)
    }

    #[test]
    fn a_man_and_an_empty_square_are_told_with_what_attacks_them() {
        for (square, spoken, told) in [
            (
                Square::D5,
                Spoken::Off,
                "black knight on d5, attacked by rook d2, pawn e4, defended by pawn c6",
            ),
            (Square::C6, Spoken::Off, "black pawn on c6, attacked by nothing, defended by nothing"),
            (Square::F5, Spoken::Off, "f5 is empty, attacked by White: pawn e4; by Black: nothing"),
            (
                Square::F5,
                Spoken::Nato,
                "Foxtrot 5 is empty, attacked by White: pawn Echo 4; by Black: nothing",
            ),
        ] {
            assert_eq!(on(square, spoken), told);
        }
    }

    #[test]
    fn squares_are_told_in_order() {
        let position = Position::from_fen(FEN).unwrap();
        let squares = [Square::E1, Square::E2].map(|square| SquareForm::of(&position, square));
        let answer = SquaresAnswer { fen: Fen(position), squares: squares.into() };
        let page = answer.page(&Settings::default());
        assert_eq!(page.lines()[0].text(), "e1 white king, e2 empty");
    }

    #[test]
    fn only_one_letter_is_a_file() {
        assert_eq!(letter("E").and_then(File::from_letter), Some(File::E));
        assert_eq!((letter("e4"), letter("")), (None, None));
        assert_eq!(letter("i").and_then(File::from_letter), None);
        assert_eq!(letter("9").and_then(Rank::from_letter), None);
    }
}
