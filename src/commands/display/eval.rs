//! `eval`: the static evaluation, its terms for both sides, and the value of each piece.
//!
//! All numbers are White's view, and White's share minus Black's is the total, so that each row adds up from left to right.

use serde_json::{Map, Value};

use crate::chess::{Bitboard, ByColor, Color, Piece, Position, Square};
use crate::commands::prelude::*;
use crate::eval::classical::{FULL_PHASE, FULL_SCALE};
use crate::eval::network::shape::{HEADS, men_of_head};
use crate::eval::{EvalReport, NetworkShare, Pair, TermLine};
use crate::ink::answer::members;
use crate::ink::board;
use crate::ink::json::{Fen, SidedScore};
use crate::ink::settings::score_role;
use crate::units::{self, Score, WhiteScore};

pub(super) const ROW: CommandSpec = row!(Display Safe "eval" | "e", "[terms | pieces | raw]":
    "what the position is worth without looking ahead, term by term and piece by piece",
    details: "All values are White's view. A piece is worth what its going would cost.",
    examples: &[("eval", "everything", " static +0.36 White's view · phase 24/24 middle game…"), ("eval raw", "the number alone", "+0.36")],
    completer: Completer::Words(&["terms", "pieces", "raw"]),
    answers: &[LineSchema::of::<EvalAnswer>()],
    read: read);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EvalView {
    /// Terms, then pieces.
    Full,
    Terms,
    Pieces,
    Raw,
}

fn read(reader: &mut Reader<'_>) -> Parsed {
    let views = [("terms", EvalView::Terms), ("pieces", EvalView::Pieces), ("raw", EvalView::Raw)];
    let view = reader.choice(&views)?.unwrap_or(EvalView::Full);
    Ok(Box::new(move |session| act(session, view)))
}

pub fn act(session: &mut Session, view: EvalView) -> Acted {
    let position = *session.position();
    let report = session.engine.evaluate(&position);
    Ok(EvalAnswer { position, report, view }.into())
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(with = "EvalForm"))]
#[serde(into = "EvalForm")]
pub struct EvalAnswer {
    /// While the side to move is in check, the value means little.
    pub position: Position,
    pub report: EvalReport,
    pub view: EvalView,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct EvalForm {
    fen: Fen,
    score: SidedScore,
    in_check: bool,
    phase: i32,
    scale: i32,
    /// The scale by the fifty-move rule.
    fade: i32,
    ending: Option<&'static str>,
    terms: Vec<TermForm>,
    total: PairForm,
    /// What each piece is worth, by its square.
    #[cfg_attr(test, schemars(with = "std::collections::BTreeMap<String, PieceForm>"))]
    pieces: Map<String, Value>,
    network: Option<NetworkForm>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "term"))]
struct TermForm {
    term: &'static str,
    white: PairForm,
    black: PairForm,
    total: PairForm,
}

/// centipawns of the middle game and of the endgame
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "pair"))]
struct PairForm {
    mg: i32,
    eg: i32,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "piece"))]
struct PieceForm {
    piece: String,
    cp: i32,
}

/// What a network says.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "network-value"))]
struct NetworkForm {
    head: usize,
    heads: usize,
    mirrored: MirroredForm,
    residual: bool,
    alone: SidedScore,
    classical: SidedScore,
}

/// Which sides' files were exchanged.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "mirrored"))]
struct MirroredForm {
    white: bool,
    black: bool,
}

impl From<Pair> for PairForm {
    fn from(pair: Pair) -> PairForm {
        PairForm { mg: pair.mg(), eg: pair.eg() }
    }
}

impl From<EvalAnswer> for EvalForm {
    fn from(EvalAnswer { position, report, .. }: EvalAnswer) -> EvalForm {
        let own = |score: WhiteScore| {
            let turn = position.turn();
            SidedScore::exact(score.score().for_white(turn).score(), turn)
        };
        let terms = report.terms.iter().map(|term| TermForm {
            term: term.name,
            white: term.sides[Color::White].into(),
            black: term.sides[Color::Black].into(),
            total: term.balance().into(),
        });
        let pieces = Square::ALL.into_iter().filter_map(|square| {
            let (man, value) = (position.at(square)?, report.pieces[square]?);
            let (piece, cp) = (man.letter().to_string(), value.score().raw());
            let worth = (man.piece != Piece::King).then_some(PieceForm { piece, cp })?;
            Some((square.to_string(), members(&worth)))
        });
        EvalForm {
            fen: Fen(position),
            score: own(report.score),
            in_check: position.in_check(),
            phase: report.phase,
            scale: report.scale,
            fade: report.fifty_move_scale,
            ending: report.ending,
            terms: terms.collect(),
            total: report.total.into(),
            pieces: pieces.collect(),
            network: report.network.as_ref().map(|network| {
                let ByColor([white, black]) = network.mirrored;
                NetworkForm {
                    head: network.head + 1,
                    heads: HEADS,
                    mirrored: MirroredForm { white, black },
                    residual: network.residual,
                    alone: own(network.alone),
                    classical: own(network.classical),
                }
            }),
        }
    }
}

/// Minimum columns for showing both sides' shares next to the total.
const ROOM_FOR_SIDES: usize = 62;

impl Answer for EvalAnswer {
    const TYPE: &str = "eval";

    fn page(&self, settings: &Settings) -> Page {
        let report = &self.report;
        if self.view == EvalView::Raw {
            return Page::of(Line::of(score_role(report.score.score()), report.score.to_string()));
        }
        let mut page = Page::new();
        if self.position.in_check() {
            let warning = "the side to move is in check: a value without looking ahead means little here, see resolve";
            let line = Line::of(Role::Caution, "warning: ").with(Role::Plain, warning);
            page.wrapped(line, settings, 9);
        }
        page.facts(headline(report), settings, 1);
        page.space();
        let all = self.view == EvalView::Full;
        let terms = || terms(report, !settings.narrower_than(ROOM_FOR_SIDES), settings);
        match self.view {
            EvalView::Pieces => page.append(pieces(&self.position, report, settings)),
            EvalView::Terms => page.append(terms()),
            EvalView::Full | EvalView::Raw => match beside(&self.position, report, settings) {
                Some(both) => page.append(both),
                None => {
                    page.append(terms());
                    page.space();
                    page.append(pieces(&self.position, report, settings));
                }
            },
        }
        if all && settings.is_pretty() {
            // The headline may have scrolled out of sight.
            page.push(value(report));
        }
        page
    }
}

/// Draws the terms with the board to their right; `None` if the window is too narrow. Both sides' shares are left out first.
fn beside(position: &Position, report: &EvalReport, settings: &Settings) -> Option<Page> {
    const GAP: usize = 3;
    let width = settings.width?;
    if !settings.is_pretty() || !settings.style.is_on() {
        return None;
    }
    let mut board = Page::of(Line::of(Role::Dim, format!("   {LOSS}")));
    board.append(cells(position, report, settings));
    [true, false].into_iter().map(|sides| terms(report, sides, settings)).find_map(|terms| {
        let fits = terms.width() + GAP + board.width() < width;
        fits.then(|| terms.beside(board.clone(), GAP))
    })
}

/// Formats the value: ` static -0.09 White's view`.
fn value(report: &EvalReport) -> Line {
    Line::of(Role::Dim, " static ")
        .with(score_role(report.score.score()), report.score.to_string())
        .with(Role::Plain, " White's view")
}

fn headline(report: &EvalReport) -> Vec<Line> {
    let name = match report.phase {
        20.. => "middle game",
        8..20 => "between middle game and endgame",
        _ => "endgame",
    };
    let phase = Line::named("phase ", format!("{}/{FULL_PHASE} {name}", report.phase));
    let mut facts = vec![value(report), phase];
    if report.scale != FULL_SCALE {
        let share = format!("{}/{FULL_SCALE}", report.scale);
        facts.push(Line::named("endgame counts ", share));
    }
    if report.fifty_move_scale != FULL_SCALE {
        let share = format!("{}/{FULL_SCALE}", report.fifty_move_scale);
        facts.push(Line::named("fifty-move clock leaves ", share));
    }
    if let Some(network) = &report.network {
        facts.extend(by_network(network));
    }
    if let Some(ending) = report.ending {
        facts.push(Line::of(Role::Dim, "known ending ").with(Role::Strong, ending));
    }
    facts
}

/// Draws the network's share: the head used, its value, and the classical value.
fn by_network(share: &NetworkShare) -> [Line; 4] {
    let score = |name, value: WhiteScore| {
        Line::of(Role::Dim, name).with(score_role(value.score()), value.to_string())
    };
    let (least, most) = men_of_head(share.head);
    let head = format!("{} of {HEADS}, {least} to {most} men", share.head + 1);
    let sides = match share.mirrored.0 {
        [false, false] => "of none",
        [true, false] => "of White",
        [false, true] => "of Black",
        [true, true] => "of both",
    };
    [
        Line::named("head ", head),
        Line::named("mirrored for the king ", sides),
        score(if share.residual { "network adds " } else { "network alone " }, share.alone),
        score("classical, by the terms below ", share.classical),
    ]
}

/// Formats centipawns as pawns, in the colour of the favoured side; a dash for zero.
fn pawns(centipawns: i32, settings: &Settings) -> Line {
    signed(centipawns, score_role(Score::cp(centipawns)), settings)
}

fn signed(centipawns: i32, role: Role, settings: &Settings) -> Line {
    match centipawns {
        0 => Line::of(Role::Dim, settings.signs().dash),
        _ => Line::of(role, units::pawns(centipawns)),
    }
}

/// Interpolates the middle-game and endgame values by the phase.
fn tapered(pair: Pair, report: &EvalReport) -> i32 {
    let phase = report.phase.clamp(0, FULL_PHASE);
    let eg = pair.eg() * report.scale / FULL_SCALE;
    (pair.mg() * phase + eg * (FULL_PHASE - phase)) / FULL_PHASE * report.fifty_move_scale
        / FULL_SCALE
}

fn terms(report: &EvalReport, sides: bool, settings: &Settings) -> Page {
    let shares = if sides { 4 } else { 0 };
    let mut columns = vec![Align::Left];
    columns.extend([Align::Right].repeat(shares + 3));
    columns.push(Align::Left);
    let mut table = TextTable::new(&columns).indented(1);

    let head = |text: &str| Line::of(Role::Dim, text);
    if sides {
        let names = ["", "White", "", "Black", "", "total"];
        table.row(names.iter().map(|name| head(name)).collect());
    }
    let mut titles = vec![head("term")];
    for _ in 0..if sides { 3 } else { 1 } {
        titles.extend([head("mg"), head("eg")]);
    }
    titles.push(head("now"));
    table.row(titles);

    let largest = report.terms.iter().map(|term| tapered(term.balance(), report).unsigned_abs());
    let largest = u64::from(largest.max().unwrap_or(0));
    for term in &report.terms {
        table.row(term_row(term, report, largest, sides, settings));
    }
    let mut total = vec![Line::of(Role::Strong, "total")];
    total.resize(1 + shares, Line::new());
    total.extend([
        pawns(report.total.mg(), settings),
        pawns(report.total.eg(), settings),
        pawns(tapered(report.total, report), settings),
    ]);
    table.row(total);
    table.page(None)
}

fn term_row(
    term: &TermLine,
    report: &EvalReport,
    largest: u64,
    sides: bool,
    settings: &Settings,
) -> Vec<Line> {
    let mut row = vec![Line::plain(term.name)];
    if sides {
        for color in Color::ALL {
            // Without colour: only totals favour a side.
            let share = term.sides[color];
            row.extend([share.mg(), share.eg()].map(|v| signed(v, Role::Plain, settings)));
        }
    }
    let balance = term.balance();
    let now = tapered(balance, report);
    row.extend([balance.mg(), balance.eg(), now].map(|value| pawns(value, settings)));
    let bar = settings.bar(u64::from(now.unsigned_abs()), largest);
    row.push(Line::of(score_role(Score::cp(now)), bar));
    row
}

const LOSS: &str = "what the evaluation would lose without each piece";

/// Draws the value of each piece: a board if there is room, else a list.
fn pieces(position: &Position, report: &EvalReport, settings: &Settings) -> Page {
    let mut page = Page::new();
    page.wrapped(Line::of(Role::Dim, format!(" {LOSS}")), settings, 1);
    page.append(grid(position, report, settings));
    page
}

const CELL: usize = 7;

/// Draws squares of seven columns and two rows: the piece above its value.
fn cells(position: &Position, report: &EvalReport, settings: &Settings) -> Page {
    let (files, ranks) = board::order(false);
    let mut page = Page::new();
    for rank in ranks {
        let mut rows =
            [rank.letter(), ' '].map(|number| Line::of(Role::Dim, format!(" {number} ")));
        for file in files {
            let square = Square::at(file, rank);
            let ground = board::ground(position, square, Bitboard::EMPTY);
            let role = board::man_role(position.at(square), settings);
            let man = board::man(position.at(square), settings).to_string();
            let value = report.pieces[square].map_or_else(String::new, piece_value);
            rows[0].push_on(ground, role, format!("{man:^CELL$}"));
            rows[1].push_on(ground, role, format!("{value:^CELL$}"));
        }
        rows.into_iter().for_each(|row| page.push(row));
    }
    let mut letters = Line::plain("   ");
    for file in files {
        letters.push(Role::Dim, format!("{:^CELL$}", file.letter()));
    }
    page.push(letters);
    page
}

/// Draws letter and value side by side, one row per rank; a list if that is too wide.
fn grid(position: &Position, report: &EvalReport, settings: &Settings) -> Page {
    const ROOM: usize = 3 + 8 * (CELL + 1);
    if settings.narrower_than(ROOM) {
        return list(position, report, settings);
    }
    let (files, ranks) = board::order(false);
    let mut letters = Line::plain("   ");
    for file in files {
        letters.push(Role::Dim, format!(" {:>CELL$}", file.letter()));
    }
    let mut page = Page::of(letters.clone());
    for rank in ranks {
        let mut line = Line::of(Role::Dim, format!(" {} ", rank.letter()));
        for file in files {
            let square = Square::at(file, rank);
            let man = board::man(position.at(square), settings);
            let value = report.pieces[square].map_or_else(String::new, piece_value);
            let cell = format!("{man} {value}");
            let (role, cell) = (board::man_role(position.at(square), settings), cell.trim_end());
            if settings.style.is_on() {
                let ground = board::ground(position, square, Bitboard::EMPTY);
                line.push_on(ground, role, format!(" {cell:<CELL$}"));
            } else {
                line.push(role, format!(" {cell:>CELL$}"));
            }
        }
        page.push(line);
    }
    page.push(letters);
    page
}

/// Draws one line per kind and side: `White N  b1 +3.1  g1 +3.2`.
fn list(position: &Position, report: &EvalReport, settings: &Settings) -> Page {
    let mut table = TextTable::new(&[Align::Left, Align::Left]).indented(1);
    for color in Color::ALL {
        for piece in Piece::ALL.into_iter().rev() {
            let values: Vec<String> = position
                .colored_pieces(color, piece)
                .into_iter()
                .filter_map(|s| Some(format!("{s} {}", piece_value(report.pieces[s]?))))
                .collect();
            if !values.is_empty() {
                let name = format!("{color} {}", piece.name());
                table.row(vec![Line::plain(name), Line::plain(values.join("  "))]);
            }
        }
    }
    table.page(settings.width)
}

/// Formats a value in at most five columns: `+3.15`, from ten pawns on `+10.2`.
fn piece_value(value: WhiteScore) -> String {
    let centipawns = value.score().raw();
    if centipawns.abs() < 1_000 {
        return value.to_string();
    }
    let sign = if centipawns < 0 { '-' } else { '+' };
    let tenths = (centipawns.abs() + 5) / 10;
    format!("{sign}{}.{}", tenths / 10, tenths % 10)
}
