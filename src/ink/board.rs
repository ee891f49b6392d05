//! The board: squares, coordinates, the last move and a check highlighted.
//!
//! With colour, a square is three columns wide. Without, it is one letter, or a dot if empty.

use super::piece_art;
use super::settings::BoardSize;
use super::{Ground, Line, Page, PieceStyle, Role, Settings};
use crate::chess::game::{Claim, Ending, Status, Step};
use crate::chess::{
    Bitboard, CastlingSide, Color, ColoredPiece, File, Move, Piece, Position, Rank, Square,
};

pub fn squares(
    position: &Position,
    last: Option<Step>,
    flipped: bool,
    settings: &Settings,
) -> Page {
    let marked = match last {
        Some(Step::Move(mv)) => Bitboard::of(mv.from()).with(landing(mv)),
        Some(Step::Pass) | None => Bitboard::EMPTY,
    };
    let size = cell(settings);
    let is_drawn = settings.pieces == PieceStyle::Art && !settings.ascii && size != LETTER;
    grid(position, marked, flipped, size, |square, row| {
        let found = position.at(square);
        let text = match found {
            Some(found) if is_drawn => piece_art::row(found.piece, size, row),
            _ if row == size.1 / 2 => man(found, settings).to_string(),
            _ => " ".to_owned(),
        };
        (man_role(found, settings), text)
    })
}

/// Draws the board with coordinates on all sides; `cell` draws each square and row.
pub fn grid(
    position: &Position,
    marked: Bitboard,
    flipped: bool,
    (wide, high): (usize, usize),
    cell: impl Fn(Square, usize) -> (Role, String),
) -> Page {
    let (files, ranks) = order(flipped);
    let mut letters = Line::plain("   ");
    for file in files {
        letters.push(Role::Dim, format!("{:^wide$}", file.letter()));
    }
    let mut page = Page::of(letters.clone());
    for rank in ranks {
        for row in 0..high {
            let middle = row == high / 2;
            let number = if middle { rank.letter() } else { ' ' };
            let mut line = Line::of(Role::Dim, format!(" {number} "));
            for file in files {
                let square = Square::at(file, rank);
                let (role, text) = cell(square, row);
                line.push_on(ground(position, square, marked), role, format!("{text:^wide$}"));
            }
            line.push(Role::Dim, format!(" {number}"));
            page.push(line);
        }
    }
    page.push(letters);
    page
}

/// Columns and rows of a square with a letter only.
const LETTER: (usize, usize) = (3, 1);

/// Columns and rows of a square: the largest that the setting allows and that fits.
fn cell(settings: &Settings) -> (usize, usize) {
    const EDGES: usize = 6;
    let sizes = [(BoardSize::Huge, piece_art::LARGE), (BoardSize::Big, piece_art::SMALL)];
    let fits = |&(size, (wide, _)): &(BoardSize, (usize, usize))| {
        settings.board >= size && !settings.narrower_than(8 * wide + EDGES)
    };
    let found = sizes.into_iter().find(fits).filter(|_| settings.style.is_on());
    found.map_or(LETTER, |(_, cell)| cell)
}

/// Files from left to right and ranks from top to bottom.
pub fn order(flipped: bool) -> ([File; 8], [Rank; 8]) {
    let (mut files, mut ranks) = (File::ALL, Rank::ALL);
    if flipped {
        files.reverse();
    } else {
        ranks.reverse();
    }
    (files, ranks)
}

pub fn ground(position: &Position, square: Square, marked: Bitboard) -> Ground {
    let checked = position.in_check() && square == position.king(position.turn());
    match (checked, marked.has(square), square.is_light()) {
        (true, _, _) => Ground::Check,
        (_, true, true) => Ground::LastLight,
        (_, true, false) => Ground::LastDark,
        (_, _, true) => Ground::Light,
        (_, _, false) => Ground::Dark,
    }
}

/// Character for a square: a letter, a figure, or a dot where colour does not show the square.
pub fn man(man: Option<ColoredPiece>, settings: &Settings) -> char {
    let figures =
        settings.pieces == PieceStyle::Figures && settings.style.is_on() && !settings.ascii;
    match man {
        None if settings.style.is_on() => ' ',
        None => '.',
        Some(man) if figures => figure(man.piece),
        Some(man) => man.letter(),
    }
}

/// Filled figures for both sides: outlines look alike, and terminals draw U+265F as an emoji two columns wide.
const fn figure(piece: Piece) -> char {
    match piece {
        Piece::King => '♚',
        Piece::Queen => '♛',
        Piece::Rook => '♜',
        Piece::Bishop => '♝',
        Piece::Knight => '♞',
        Piece::Pawn => '●',
    }
}

/// Returns the piece that [`man`] writes as `text` in the role of [`man_role`].
pub fn piece_of(text: &str, role: Role) -> Option<(Color, Piece)> {
    let color = match role {
        Role::WhiteMan => Color::White,
        Role::BlackMan => Color::Black,
        _ => return None,
    };
    let mut signs = text.trim().chars();
    let (Some(sign), None) = (signs.next(), signs.next()) else { return None };
    let is_it =
        |piece: &Piece| sign == figure(*piece) || sign.eq_ignore_ascii_case(&piece.letter());
    Piece::ALL.into_iter().find(is_it).map(|piece| (color, piece))
}

pub fn man_role(man: Option<ColoredPiece>, settings: &Settings) -> Role {
    match man.map(|man| man.color) {
        Some(Color::White) => Role::WhiteMan,
        Some(Color::Black) => Role::BlackMan,
        None if settings.style.is_on() => Role::Plain,
        None => Role::Dim,
    }
}

/// Destination of the moving piece; internally castling is king takes rook.
pub fn landing(mv: Move) -> Square {
    if !mv.is_castle() {
        return mv.to();
    }
    let side = if mv.to() > mv.from() { CastlingSide::King } else { CastlingSide::Queen };
    Square::at(side.king_file(), mv.from().rank())
}

/// Describes check, mate, stalemate or a draw; `None` if play goes on.
pub fn standing(status: Status, turn: Color) -> Option<Line> {
    let (role, text) = match status {
        Status::Ongoing => return None,
        Status::Claimable(Claim::ThreefoldRepetition) => {
            (Role::Caution, "third repetition: a draw can be claimed")
        }
        Status::Claimable(Claim::FiftyMoves) => {
            (Role::Caution, "fifty-move rule: a draw can be claimed")
        }
        Status::Over(Ending::Checkmate { winner }) => {
            return Some(Line::of(Role::Mate, format!("checkmate: {winner} wins")));
        }
        Status::Over(Ending::Stalemate) => {
            return Some(Line::of(Role::Strong, format!("stalemate: {turn} has no move")));
        }
        Status::Over(Ending::InsufficientMaterial) => (Role::Strong, "draw: insufficient material"),
        Status::Over(Ending::FivefoldRepetition) => (Role::Strong, "draw: fifth repetition"),
        Status::Over(Ending::SeventyFiveMoves) => {
            (Role::Strong, "draw: seventy-five moves without a capture or pawn move")
        }
    };
    Some(Line::of(role, text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ink::{ColorDepth, Style, Theme};

    #[test]
    fn a_big_board_is_drawn_where_there_is_room_and_colour() {
        let style = Style::new(ColorDepth::True, Theme::Dark);
        let big = Settings { board: BoardSize::Big, style, width: Some(80), ..Settings::default() };
        let page = |settings: &Settings| squares(&Position::start(), None, false, settings);
        let drawn = page(&big);
        assert_eq!(drawn.lines().len(), 3 * 8 + 2);
        assert!(drawn.lines()[1..25].iter().all(|line| line.width() == 3 + 8 * 7 + 2));
        assert!(drawn.lines()[2].text().starts_with(" 8    r      n   "), "{:?}", drawn.lines()[2]);
        let art = Settings { pieces: PieceStyle::Art, ..big };
        assert!(page(&art).lines()[1].text().contains(" █▄█▄█ "), "{:?}", page(&art).lines()[1]);
        let huge = Settings { board: BoardSize::Huge, width: Some(94), ..art };
        assert_eq!(page(&huge).lines().len(), 5 * 8 + 2);
        assert_eq!(page(&Settings { width: Some(93), ..huge }).lines().len(), 3 * 8 + 2);
        for small in [
            Settings { width: Some(40), ..big },
            Settings { style: Style::default(), ..big },
            Settings { board: BoardSize::Normal, ..big },
        ] {
            assert_eq!(page(&small).lines().len(), 10);
        }
    }
}
