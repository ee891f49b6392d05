//! `show`: the board, with a panel of facts next to it.
//!
//! Without colour, the panel names what colour would mark: the last move's squares and the checked king.

use serde_json::{Map, Value};

use super::bits::BitsAnswer;
use super::control::ControlAnswer;
use crate::chess::{
    Bitboard, CastlingSide, Color, ColoredPiece, EXCHANGE_VALUE, Piece, Position, Step,
};
use crate::commands::prelude::*;
use crate::ink::board;
use crate::ink::json::{Fen, HashKey, OpeningForm, PlayedStep, Side, Standing};
use crate::ink::settings::BoardSize;
use crate::ink::title::opening;
use crate::ink::{Spoken, movetext};
use crate::oracle::{Opening, opening_of};
use crate::units::pawns;

pub(super) const ROW: CommandSpec = row!(Display Safe "show" | "d" | "board" | "display", "[--big | --words | control | bits | on | off | auto]":
    "draw the board",
    details: "--big draws it big, where colour and room allow (always: `set board big`; with drawn pieces: `set \
              pieces art`); --words says it in words. `control` counts the attackers of each square, `bits` shows \
              the bitboards. A window of 20 rows and more keeps the board in sight; \
              `display off` ends that, `display on` shows it in a pipe, too.",
    examples: &[("show --big", "squares of seven columns and three rows", " 8  r  n  b  q  k  b  n  r…"),
        ("show --words", "the men by side and piece", "White: king e1, queen d1, rooks a1 h1…"),
        ("show control", "who attacks what", ""),
        ("display on", "after every change, wherever", "display on  (was auto)")],
    completer: Completer::Words(&["--big", "--words", "control", "bits", "on", "off", "auto"]),
    answers: &[LineSchema::of::<BoardAnswer>(), LineSchema::of::<BitsAnswer>(), LineSchema::of::<ControlAnswer>()],
    read: read);

fn read(reader: &mut Reader<'_>) -> Parsed {
    let Some(word) = reader.take() else { return Ok(Box::new(show)) };
    Ok(match word.flag() {
        "big" => Box::new(|session| Ok(BoardAnswer::of(session, true).into())),
        "words" => Box::new(|session| {
            Ok(BoardAnswer { words: true, ..BoardAnswer::of(session, false) }.into())
        }),
        "control" => Box::new(|session| {
            Ok(ControlAnswer::of(session.position(), session.is_flipped()).into())
        }),
        "bits" => Box::new(|session| Ok(BitsAnswer::of(session.position()).into())),
        // `Alone`: a running `analyze` search restarts with the other display.
        shown @ ("on" | "off" | "auto") => {
            reader.terms = free(Alone);
            let shown = shown.to_owned();
            Box::new(move |session| {
                let changed = session.set("display", &shown)?;
                Ok(changed.map_or_else(|| Done.into(), Effect::from))
            })
        }
        _ => return Err(reader.unexpected(word)),
    })
}

pub fn show(session: &mut Session) -> Acted {
    Ok(BoardAnswer::of(session, false).into())
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(with = "BoardForm"))]
#[serde(into = "BoardForm")]
pub struct BoardAnswer {
    pub position: Position,
    pub last: Option<PlayedStep>,
    pub opening: Option<Opening>,
    pub flipped: bool,
    pub big: bool,
    pub words: bool,
    /// Only its side was changed.
    pub turned: bool,
    /// Number of occurrences of the position in this game, including this one.
    pub seen: u32,
    pub status: Standing,
    /// Operations of its EPD record (`bm`, `id`, …), as opcode and operand.
    pub operations: Vec<(String, String)>,
}

impl BoardAnswer {
    pub fn of(session: &Session, big: bool) -> BoardAnswer {
        let sheet = &session.timeline.now;
        let game = sheet.game();
        BoardAnswer {
            position: *game.position(),
            last: session.timeline.last(session.is_chess960()),
            opening: opening_of(game).cloned(),
            flipped: session.is_flipped(),
            big,
            words: false,
            turned: false,
            seen: game.occurrences() as u32,
            status: Standing(game.status()),
            operations: if game.ply() == 0 { sheet.operations.clone() } else { Vec::new() },
        }
    }
}

/// the board and what there is to know about it
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "board"))]
struct BoardForm {
    fen: Fen,
    turn: Side,
    r#move: u16,
    halfmoves: u16,
    key: HashKey,
    /// Squares of the pieces that give check.
    checkers: Vec<String>,
    last: Option<PlayedStep>,
    opening: Option<OpeningForm>,
    /// How often the position has been on the board in this game.
    seen: u32,
    status: Standing,
    flipped: bool,
    /// Operations of the EPD record it came from, by their opcodes.
    operations: Map<String, Value>,
}

impl From<BoardAnswer> for BoardForm {
    fn from(board: BoardAnswer) -> BoardForm {
        let position = board.position;
        let mut operations = Map::new();
        for (opcode, operands) in &board.operations {
            let said =
                operations.get(opcode).and_then(Value::as_str).map(|said| format!("{said} "));
            let text = said.unwrap_or_default() + &unquoted(operands);
            operations.insert(opcode.clone(), text.into());
        }
        BoardForm {
            fen: Fen(position),
            turn: Side(position.turn()),
            r#move: position.fullmoves(),
            halfmoves: position.halfmoves(),
            key: HashKey(position.key()),
            checkers: names(position.checkers()),
            last: board.last,
            opening: board.opening.map(OpeningForm::from),
            seen: board.seen,
            status: board.status,
            flipped: board.flipped,
            operations,
        }
    }
}

/// Removes the quotation marks of EPD operands.
fn unquoted(operands: &str) -> String {
    operands.replace('"', "")
}

/// Minimum columns of the panel next to the board.
const PANEL: usize = 28;
/// Columns of a label in the panel.
const LABEL: usize = 12;

impl Answer for BoardAnswer {
    const TYPE: &str = "board";

    fn page(&self, settings: &Settings) -> Page {
        if self.words {
            return words(self, settings);
        }
        if self.turned && settings.sight.is_some() {
            return Page::new();
        }
        let least = if self.big { BoardSize::Big } else { BoardSize::Normal };
        let board = if settings.board > least { settings.board } else { least };
        let settings = &Settings { board, ..*settings };
        let squares =
            board::squares(&self.position, self.last.map(|last| last.step), self.flipped, settings);
        let left = squares.width() + 3;
        let fen = fact("fen", Line::plain(self.position.to_fen()));
        // A FEN must stay copyable: it is never wrapped, and goes below the board if there is no room next to it.
        let fen_below = settings.narrower_than(left + fen.width() + 1);
        let mut panel = panel(self, settings);
        if !fen_below {
            panel.push(fen);
        }
        let mut page = if settings.narrower_than(left + PANEL) {
            below(squares, panel, settings)
        } else {
            beside(squares, panel, left, settings)
        };
        if fen_below {
            page.push(Line::named(" fen  ", self.position.to_fen()));
        }
        page
    }

    fn is_in_sight(&self) -> bool {
        self.turned
    }
}

fn below(mut page: Page, panel: Page, settings: &Settings) -> Page {
    for line in panel.into_lines() {
        page.wrapped(Line::plain(" ").and(line), settings, LABEL + 1);
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
        // The first row has the file letters: the panel begins next to the first rank.
        let beside = if row == 0 { None } else { broken.next() };
        page.push(match beside.filter(|beside| !beside.is_empty()) {
            Some(beside) => line.padded(left).and(beside),
            None => line,
        });
    }
    for line in broken {
        page.push(Line::plain(" ".repeat(left)).and(line));
    }
    page
}

fn fact(label: &str, value: Line) -> Line {
    Line::of(Role::Dim, format!("{label:<LABEL$}")).and(value)
}

fn panel(answer: &BoardAnswer, settings: &Settings) -> Page {
    let position = &answer.position;
    let signs = settings.signs();
    let mut page = Page::new();
    page.push(headline(answer, settings));
    page.push(fact("last", last_move(answer.last, settings)));
    if let Some(name) = &answer.opening {
        page.push(fact("opening", opening(name)));
    }
    page.push(fact("castling", Line::plain(castling(position, signs.dash))));
    let passant = position.en_passant().map_or_else(|| signs.dash.to_owned(), |s| s.to_string());
    page.push(fact("en passant", Line::plain(passant)));
    page.push(fact("50 moves", fifty(position)));
    page.push(fact("material", material(position, settings)));
    page.push(fact("key", Line::of(Role::Dim, format!("{:016x}", position.key()))));
    for (opcode, operand) in &answer.operations {
        page.push(fact(opcode, Line::plain(unquoted(operand))));
    }
    page
}

fn headline(answer: &BoardAnswer, settings: &Settings) -> Line {
    let position = &answer.position;
    let mover = format!("{} to move", position.turn());
    let mut facts = vec![Line::of(Role::Strong, mover)];
    match board::standing(answer.status.0, position.turn()) {
        Some(ended) => facts[0] = ended,
        None if position.in_check() => {
            let from = names(position.checkers()).join(" and ");
            facts.push(Line::of(Role::Bad, format!("in check from {from}")));
        }
        None => {}
    }
    facts.push(Line::plain(format!("move {}", position.fullmoves())));
    if answer.seen > 1 {
        facts.push(Line::plain(format!("seen {}{}", answer.seen, settings.signs().times)));
    }
    settings.facts(facts)
}

fn names(squares: Bitboard) -> Vec<String> {
    squares.into_iter().map(|square| square.to_string()).collect()
}

fn last_move(last: Option<PlayedStep>, settings: &Settings) -> Line {
    let Some(last) = last else { return Line::plain(settings.signs().dash) };
    let line = movetext::step(&last.before, last.step, settings);
    match last.step {
        Step::Move(mv) => line.with(Role::Dim, format!("  {}-{}", mv.from(), board::landing(mv))),
        Step::Pass => line,
    }
}

/// Formats the castling rights: `White O-O O-O-O, Black O-O`; `none` if there are none.
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

/// Formats the material imbalance, one group per side, and the difference in pawns.
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
                balance += (own - other) * EXCHANGE_VALUE[piece];
            }
        }
        if !more.is_empty() {
            groups.push(Line::of(movetext::side_role(color), format!("{color} +{more}")));
        }
    }
    if groups.is_empty() {
        return Line::plain("even");
    }
    groups.push(Line::of(Role::Dim, pawns(balance)));
    settings.facts(groups)
}

fn words(answer: &BoardAnswer, settings: &Settings) -> Page {
    let settings = &Settings { spoken: Spoken::Words, ..*settings };
    let position = &answer.position;
    let sides = Color::ALL.map(|color| format!("{color}: {}", men(position, color)));
    let mut lines = Vec::from(sides);
    lines.push(turn(position));
    let last = answer.last.map(|last| movetext::step(&last.before, last.step, settings).text());
    lines.extend(last.map(|step| format!("last move: {step}")));
    lines.extend(board::standing(answer.status.0, position.turn()).map(|line| line.text()));
    lines.extend(
        answer.opening.as_ref().map(|name| format!("opening: {}, {}", name.name, name.eco)),
    );
    let mut page = Page::new();
    for line in lines {
        page.wrapped(Line::plain(line), settings, 2);
    }
    page
}

/// Formats one side's pieces: `king e1, queen d1, rooks a1 h1`.
fn men(position: &Position, color: Color) -> String {
    let kinds = Piece::ALL.into_iter().rev().filter_map(|piece| {
        let men = position.colored_pieces(color, piece);
        let plural = if men.many() { "s" } else { "" };
        men.any().then(|| format!("{}{plural} {}", piece.name(), names(men).join(" ")))
    });
    kinds.collect::<Vec<_>>().join(", ")
}

/// Formats the state: `White to move, move 1, castling: White king side queen side`.
fn turn(position: &Position) -> String {
    let rights = castling(position, "none").replace("O-O-O", "queen side");
    let rights = rights.replace("O-O", "king side");
    let check = if position.in_check() { ", in check" } else { "" };
    let (turn, number) = (position.turn(), position.fullmoves());
    let passant = position.en_passant().map(|square| square.to_string());
    let passant = passant.map_or_else(String::new, |place| format!(", en passant: {place}"));
    format!("{turn} to move{check}, move {number}, castling: {rights}{passant}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{Game, parse_move};

    #[test]
    fn the_last_move_and_the_end_are_said() {
        let last = |fen: &str, step| {
            let before = Position::from_fen(fen).unwrap();
            let step: Step = match step {
                "pass" => Step::Pass,
                mv => Step::Move(parse_move(&before, mv).unwrap()),
            };
            let played = Some(PlayedStep { before, step, chess960: false });
            let position = step.apply(&before);
            let board = BoardAnswer {
                turned: false,
                position,
                last: played,
                opening: None,
                flipped: false,
                big: false,
                words: true,
                seen: 1,
                status: Standing(Game::new(position).status()),
                operations: Vec::new(),
            };
            board
                .page(&Settings::default())
                .lines()
                .iter()
                .skip(3)
                .map(|line| line.text())
                .collect::<Vec<_>>()
        };
        let mates = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 30";
        assert_eq!(last(mates, "Ra8"), ["last move: 30. rook a8 mate", "checkmate: White wins"]);
        assert_eq!(last(mates, "pass"), ["last move: 30. pass"]);
    }

    #[test]
    fn men_stand_by_piece_and_rights_are_named() {
        let start = Position::start();
        assert_eq!(
            men(&start, Color::Black),
            "king e8, queen d8, rooks a8 h8, bishops c8 f8, knights b8 g8, pawns a7 b7 c7 d7 e7 f7 g7 h7"
        );
        assert_eq!(
            turn(&start),
            "White to move, move 1, castling: White king side queen side, Black king side queen side"
        );
        let passant = Position::from_fen("4k3/8/8/2pPp3/8/8/8/4K2R w K e6 0 9").unwrap();
        assert_eq!(men(&passant, Color::White), "king e1, rook h1, pawn d5");
        assert_eq!(
            turn(&passant),
            "White to move, move 9, castling: White king side, en passant: e6"
        );
        let check = Position::from_fen("4k3/8/8/8/8/8/4R3/4K3 b - - 0 1").unwrap();
        assert_eq!(turn(&check), "Black to move, in check, move 1, castling: none");
    }
}
