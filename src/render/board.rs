//! The board: squares, coordinates, the last move and a check marked, and beside it what else there is to know.
//!
//! Drawn with colour, a square is three columns wide. Without, exactly the letters of the pieces stand there, dots for
//! empty squares, and signs say what colour would: the last move's squares and the checked king are named in the panel.

use super::book;
use crate::chess::game::{Claim, Ending, Status, Step};
use crate::chess::{
    Bitboard, CastlingSide, Color, ColoredPiece, File, Move, Piece, Position, Rank, Square, see,
};
use crate::ink::{Ground, Line, Page, PieceStyle, Role, Settings, movetext};
use crate::shell::reply::{BoardReply, PlayedStep};
use crate::units::Score;

/// Columns that the panel needs to stand beside the board.
const PANEL: usize = 28;
/// Columns of a label in the panel.
const LABEL: usize = 12;

pub fn view(reply: &BoardReply, settings: &Settings) -> Page {
    let settings = &Settings { big: settings.big || reply.big, ..*settings };
    let board = squares(&reply.position, reply.last, reply.flipped, settings);
    let left = board.width() + 3;
    let fen = fact("fen", Line::plain(reply.position.to_fen()));
    let narrow = settings.narrower_than(left + PANEL);
    // A FEN is there to be copied: it is never broken, and stands below the board where it does not fit beside it.
    let fen_below = settings.narrower_than(left + fen.width() + 1);
    let mut panel = panel(reply, settings);
    if !fen_below {
        panel.push(fen);
    }
    let mut page =
        if narrow { below(board, panel, settings) } else { beside(board, panel, left, settings) };
    if fen_below {
        page.push(Line::named(" fen  ", reply.position.to_fen()));
    }
    page
}

fn below(board: Page, panel: Page, settings: &Settings) -> Page {
    let mut page = board;
    for line in panel.into_lines() {
        page.push_wrapped(Line::plain(" ").and(line), settings.width, LABEL + 1);
    }
    page
}

fn beside(board: Page, panel: Page, left: usize, settings: &Settings) -> Page {
    let room = settings.width.map(|width| width.saturating_sub(left));
    let mut broken = Page::new();
    for line in panel.into_lines() {
        broken.push_wrapped(line, room, LABEL);
    }
    let mut broken = broken.into_lines().into_iter();
    let mut page = Page::new();
    for (row, line) in board.into_lines().into_iter().enumerate() {
        // The first row holds the letters of the files: the panel begins beside the first rank of squares.
        let line = if row == 0 { line } else { join(line, left, broken.next()) };
        page.push(line);
    }
    for line in broken {
        page.push(Line::plain(" ".repeat(left)).and(line));
    }
    page
}

fn join(line: Line, column: usize, beside: Option<Line>) -> Line {
    match beside {
        Some(beside) if !beside.is_empty() => line.padded(column).and(beside),
        _ => line,
    }
}

/// The squares with coordinates all round.
pub fn squares(
    position: &Position,
    last: Option<PlayedStep>,
    flipped: bool,
    settings: &Settings,
) -> Page {
    let marked = match last.map(|last| last.step) {
        Some(Step::Move(mv)) => Bitboard::of(mv.from()).with(landing(mv)),
        Some(Step::Pass) | None => Bitboard::EMPTY,
    };
    grid(position, marked, flipped, cell(settings), |square, middle| {
        let man = if middle { man(position.at(square), settings) } else { ' ' };
        (man_role(position.at(square), settings), man.to_string())
    })
}

/// The board with coordinates all round, and what `cell` says of each square and of whether the row is the middle one.
pub fn grid(
    position: &Position,
    marked: Bitboard,
    flipped: bool,
    (wide, high): (usize, usize),
    cell: impl Fn(Square, bool) -> (Role, String),
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
                let (role, text) = cell(square, middle);
                line.push_on(ground(position, square, marked), role, format!("{text:^wide$}"));
            }
            line.push(Role::Dim, format!(" {number}"));
            page.push(line);
        }
    }
    page.push(letters);
    page
}

/// Columns and rows of a square: about as wide as high, small or big.
fn cell(settings: &Settings) -> (usize, usize) {
    const SMALL: (usize, usize) = (3, 1);
    const BIG: (usize, usize) = (7, 3);
    const EDGES: usize = 6;
    let fits = settings.style.is_on() && !settings.narrower_than(8 * BIG.0 + EDGES);
    if settings.big && fits { BIG } else { SMALL }
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

/// What stands on a square: a letter, a figure, or a dot where colour does not show the square.
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

/// Returns the piece that [`man`] writes so in the role of [`man_role`].
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

/// Where a move's piece lands: castling is written as king takes rook inside.
fn landing(mv: Move) -> Square {
    if !mv.is_castle() {
        return mv.to();
    }
    let side = if mv.to() > mv.from() { CastlingSide::King } else { CastlingSide::Queen };
    Square::at(side.king_file(), mv.from().rank())
}

fn fact(label: &str, value: Line) -> Line {
    Line::of(Role::Dim, format!("{label:<LABEL$}")).and(value)
}

fn panel(reply: &BoardReply, settings: &Settings) -> Page {
    let position = &reply.position;
    let signs = settings.signs();
    let mut page = Page::new();
    page.push(headline(reply, settings));
    page.push(fact("last", last_move(reply.last, settings)));
    if let Some(name) = &reply.opening {
        page.push(fact("opening", book::opening(name)));
    }
    page.push(fact("castling", Line::plain(castling(position, signs.dash))));
    let passant = position.en_passant().map_or_else(|| signs.dash.to_owned(), |s| s.to_string());
    page.push(fact("en passant", Line::plain(passant)));
    page.push(fact("50 moves", fifty(position)));
    page.push(fact("material", material(position, settings)));
    page.push(fact("key", Line::of(Role::Dim, format!("{:016x}", position.key()))));
    for (opcode, operand) in &reply.operations {
        page.push(fact(opcode, Line::plain(operand.as_str())));
    }
    page
}

fn headline(reply: &BoardReply, settings: &Settings) -> Line {
    let position = &reply.position;
    let mover = format!("{} to move", position.turn());
    let mut facts = vec![Line::of(Role::Strong, mover)];
    match standing(reply.status, position.turn()) {
        Some(ended) => facts[0] = ended,
        None if position.in_check() => {
            facts.push(Line::of(
                Role::Bad,
                format!("in check from {}", squares_of(position.checkers())),
            ));
        }
        None => {}
    }
    facts.push(Line::plain(format!("move {}", position.fullmoves())));
    if reply.seen > 1 {
        facts.push(Line::plain(format!("seen {}{}", reply.seen, settings.signs().times)));
    }
    settings.facts(facts)
}

/// What the rules say about a position, if it is more than that play goes on.
pub fn standing(status: Status, turn: Color) -> Option<Line> {
    let line = match status {
        Status::Ongoing => return None,
        Status::Claimable(Claim::ThreefoldRepetition) => {
            Line::of(Role::Caution, "third repetition: a draw can be claimed")
        }
        Status::Claimable(Claim::FiftyMoves) => {
            Line::of(Role::Caution, "fifty-move rule: a draw can be claimed")
        }
        Status::Over(Ending::Checkmate { winner }) => {
            Line::of(Role::Mate, format!("checkmate: {winner} wins"))
        }
        Status::Over(Ending::Stalemate) => {
            Line::of(Role::Strong, format!("stalemate: {turn} has no move"))
        }
        Status::Over(Ending::InsufficientMaterial) => {
            Line::of(Role::Strong, "draw: insufficient material")
        }
        Status::Over(Ending::FivefoldRepetition) => {
            Line::of(Role::Strong, "draw: fifth repetition")
        }
        Status::Over(Ending::SeventyFiveMoves) => {
            Line::of(Role::Strong, "draw: seventy-five moves without a capture or pawn move")
        }
    };
    Some(line)
}

fn squares_of(set: Bitboard) -> String {
    let names: Vec<String> = set.into_iter().map(|square| square.to_string()).collect();
    names.join(" and ")
}

fn last_move(last: Option<PlayedStep>, settings: &Settings) -> Line {
    let Some(last) = last else { return Line::plain(settings.signs().dash) };
    let line = movetext::step(&last.before, last.step, settings);
    match last.step {
        Step::Move(mv) => line.with(Role::Dim, format!("  {}-{}", mv.from(), landing(mv))),
        Step::Pass => line,
    }
}

/// The rights that are left, in words a person looks for: `White O-O O-O-O, Black O-O`.
fn castling(position: &Position, none: &str) -> String {
    let mut sides = Vec::new();
    for color in Color::ALL {
        let wings: Vec<&str> = [(CastlingSide::King, "O-O"), (CastlingSide::Queen, "O-O-O")]
            .into_iter()
            .filter(|&(side, _)| position.castling().rook(color, side).is_some())
            .map(|(_, name)| name)
            .collect();
        if !wings.is_empty() {
            sides.push(format!("{color} {}", wings.join(" ")));
        }
    }
    if sides.is_empty() { none.to_owned() } else { sides.join(", ") }
}

fn fifty(position: &Position) -> Line {
    let halves = position.halfmoves();
    let role = if halves >= 80 { Role::Caution } else { Role::Plain };
    Line::of(role, format!("{halves} of 100 plies"))
}

/// What one side has more of than the other, each side's in a group, and the difference in pawns.
fn material(position: &Position, settings: &Settings) -> Line {
    let mut groups = Vec::new();
    let mut balance = 0;
    for color in Color::ALL {
        let mut more = String::new();
        for piece in Piece::ALL.into_iter().rev() {
            let own = position.colored_pieces(color, piece).len() as i32;
            let other = position.colored_pieces(!color, piece).len() as i32;
            let letter = ColoredPiece { color: Color::White, piece }.letter();
            more.extend(std::iter::repeat_n(letter, (own - other).max(0) as usize));
            if color == Color::White && piece != Piece::King {
                balance += (own - other) * see::EXCHANGE_VALUE[piece];
            }
        }
        if !more.is_empty() {
            groups.push(Line::of(movetext::side_role(color), format!("{color} +{more}")));
        }
    }
    if groups.is_empty() {
        return Line::plain("even");
    }
    let value = Score::cp(balance).for_white(Color::White);
    groups.push(Line::of(Role::Dim, format!("{value}")));
    settings.facts(groups)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ink::{ColorDepth, Style, Theme};

    #[test]
    fn a_big_board_is_drawn_where_there_is_room_and_colour() {
        let style = Style::new(ColorDepth::True, Theme::Dark);
        let big = Settings { big: true, style, width: Some(80), ..Settings::default() };
        let page = |settings: &Settings| squares(&Position::start(), None, false, settings);
        let drawn = page(&big);
        assert_eq!(drawn.lines().len(), 3 * 8 + 2);
        assert!(drawn.lines()[1..25].iter().all(|line| line.width() == 3 + 8 * 7 + 2));
        assert!(drawn.lines()[2].text().starts_with(" 8    r      n   "), "{:?}", drawn.lines()[2]);
        for small in [
            Settings { width: Some(40), ..big },
            Settings { style: Style::OFF, ..big },
            Settings { big: false, ..big },
        ] {
            assert_eq!(page(&small).lines().len(), 10);
        }
    }
}
