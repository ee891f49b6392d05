//! `moves`: lists the legal moves, grouped by kind.

use super::order;
use crate::chess::{LegalMove, Position, Square};
use crate::commands::display::on::Place;
use crate::commands::prelude::*;
use crate::ink::json::{MoveForm, PlayedMove};
use crate::ink::{Spoken, number};

pub(super) const ROW: CommandSpec = row!(Position Reveals "moves" | "legal" | "list", "[SQUARE | PIECE] [uci] | --order":
    "list the legal moves, in groups; of one piece; as coordinates",
    details: "--order shows the order of the profile in force, with the stage of the move picker and the score of each move. The \
              histories are empty, as before a search.",
    examples: &[("moves", "all", " quiet  Na3 Nc3 Nf3 Nh3 a3 b3 c3 d3 e3 f3 g3 h3 a4 b4 …"),
        ("moves g1", "of the piece on g1", " quiet  Nf3 Nh3"),
        ("moves knight", "of the knights", " quiet  Na3 Nc3 Nf3 Nh3"),
        ("moves uci", "as coordinates", " quiet  b1a3 b1c3 g1f3 g1h3 a2a3 …"),
        ("moves --order", "as they are generated, and as a search tries them", "")],
    completer: Completer::Words(&["uci", "--order"]),
    answers: &[LineSchema::of::<MovesAnswer>(), LineSchema::of::<super::order::OrderAnswer>()],
    read: read);

fn read(reader: &mut Reader<'_>) -> Parsed {
    let (mut from, mut coordinates) = (None, false);
    while let Some(word) = reader.take() {
        let place = Place::read(word.text, "where");
        let place = place.filter(|place| matches!(place, Place::Square(_) | Place::Piece(_)));
        match (word.flag(), place) {
            ("order", _) if from.is_none() && !coordinates => {
                return Ok(Box::new(order::act));
            }
            ("uci", _) => coordinates = true,
            (_, Some(place)) if from.is_none() => from = Some(place),
            _ => return Err(reader.unexpected(word)),
        }
    }
    // A list with checks would give hints.
    let hides = std::mem::take(&mut reader.reveals);
    Ok(Box::new(move |session| act(session, (from, coordinates, hides))))
}

/// `from`: only moves of the piece on this square, or of these pieces. `hides`: without checks, while a drill asks.
fn act(session: &mut Session, (from, coordinates, hides): (Option<Place>, bool, bool)) -> Acted {
    let hides = hides && session.drill.is_asking(&session.timeline.now);
    let position = *session.position();
    let chess960 = session.is_chess960();
    let mut groups = KINDS.map(|kind| MoveGroup { kind, moves: Vec::new(), words: Vec::new() });
    let squares = from.map(|from| from.squares(&position));
    for legal in position.legal_moves() {
        if squares.as_ref().is_some_and(|squares| !squares.contains(&legal.mv.from())) {
            continue;
        }
        let kind = kind_of(&position, legal, hides);
        let form = match hides {
            false => PlayedMove { before: position, mv: legal.mv, chess960 }.into(),
            true => MoveForm::unsigned(&position, legal.mv, chess960),
        };
        if let Some(group) = groups.iter_mut().find(|group| group.kind == kind) {
            group.words.push(match hides {
                false => Spoken::Words.mv(&position, legal.mv),
                true => Spoken::unsigned(&position, legal.mv),
            });
            group.moves.push(form);
        }
    }
    let groups = groups.into_iter().filter(|group| !group.moves.is_empty()).collect();
    let in_check = position.in_check();
    let is_empty = |square: &Square| position.at(*square).is_none();
    let no_piece = squares.is_some_and(|squares| squares.iter().all(is_empty));
    Ok(MovesAnswer { groups, from, no_piece, coordinates, in_check }.into())
}

/// The groups, in the order of the page.
const KINDS: [&str; 5] = [CHECKS, "captures", "promotions", "castling", "quiet"];

const CHECKS: &str = "checks";

fn kind_of(position: &Position, legal: LegalMove, hides_checks: bool) -> &'static str {
    let fits = [
        legal.check.any() && !hides_checks,
        position.is_capture(legal.mv),
        legal.mv.promoted().is_some(),
        legal.mv.is_castle(),
        true,
    ];
    KINDS.into_iter().zip(fits).find(|(_, fits)| *fits).map_or("quiet", |(kind, _)| kind)
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct MovesAnswer {
    /// Groups that are not empty; each move is in the first that fits.
    pub groups: Vec<MoveGroup>,
    /// The square or the piece, if only their moves were requested.
    #[serde(skip)]
    pub from: Option<Place>,
    #[serde(skip)]
    pub no_piece: bool,
    /// Whether coordinates were requested instead of SAN.
    #[serde(skip)]
    pub coordinates: bool,
    #[serde(skip)]
    pub in_check: bool,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "move-group"))]
pub struct MoveGroup {
    #[serde(rename = "group")]
    pub kind: &'static str,
    #[cfg_attr(test, schemars(with = "Vec<PlayedMove>"))]
    pub moves: Vec<MoveForm>,
    /// The moves for text to speech.
    #[serde(skip)]
    pub words: Vec<String>,
}

impl Answer for MovesAnswer {
    const TYPE: &str = "moves";

    fn page(&self, settings: &Settings) -> Page {
        let total = self.groups.iter().map(|group| group.moves.len()).sum::<usize>();
        let mut table = TextTable::new(&[Align::Left, Align::Left]).indented(1);
        for MoveGroup { kind, moves, words } in &self.groups {
            let is_spoken = settings.spoken.in_words() && !self.coordinates;
            let spelled = moves.iter().zip(words).map(|(mv, words)| match self.coordinates {
                true => mv.r#move.as_str(),
                false if is_spoken => words.as_str(),
                false => mv.san.as_str(),
            });
            let words: Vec<&str> = spelled.collect();
            let gap = if is_spoken { ", " } else { " " };
            let role = if *kind == CHECKS { Role::Strong } else { Role::Plain };
            table.row(vec![Line::of(Role::Dim, *kind), Line::of(role, words.join(gap))]);
        }
        let mut page = table.page(settings.width);
        if self.from.is_none() && total == 0 {
            let (role, ended) =
                if self.in_check { (Role::Mate, "checkmate") } else { (Role::Strong, "stalemate") };
            page.push(Line::of(role, format!(" {ended}: no legal move")));
            return page;
        }
        let from = match self.from {
            Some(Place::Piece(piece)) => format!(" of a {piece}"),
            Some(place) => format!(" from {}", String::from(place)),
            None => String::new(),
        };
        let why = match () {
            () if self.no_piece => " (no piece there)",
            () if total == 0 && self.in_check => ": the king is in check",
            () => "",
        };
        let count = format!("{}{from}{why}", number::counted(total, "legal move"));
        page.push(Line::of(Role::Dim, format!(" {count}")));
        page
    }
}
