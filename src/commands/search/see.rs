//! `see`: static exchange evaluation.

use crate::chess::{ExchangeLine, Move, Position, Square};
use crate::commands::prelude::*;
use crate::ink::json::PlayedMove;
use crate::ink::movetext;
use crate::units::pawns;

pub(super) const ROW: CommandSpec = row!(Search Reveals "see", "[MOVE | SQUARE]":
    "the result of an exchange: of a move, of all captures on a square, of all captures",
    examples: &[("see Nxe5", "one capture", ""), ("see d5", "every capture on d5", "")],
    completer: Completer::Moves,
    answers: &[LineSchema::of::<SeeAnswer>()],
    read: read);

#[derive(Clone, Copy)]
enum See {
    Of(Move),
    On(Square),
    All,
}

/// A square that a pawn can move to is still read as a square: exchanges need a capture.
fn read(reader: &mut Reader<'_>) -> Parsed {
    let Some(word) = reader.take() else { return Ok(Box::new(|session| See::All.act(session))) };
    let see = match square(word.text) {
        Some(on) => See::On(on),
        None => See::Of(reader.legal_move(word)?),
    };
    Ok(Box::new(move |session| see.act(session)))
}

impl See {
    fn act(self, session: &mut Session) -> Acted {
        let position = *session.position();
        let moves = self.moves(&position);
        if let (See::On(square), []) = (self, &moves[..]) {
            let color = position.turn();
            return Err(CommandError::refused(format!("{color} has no capture on {square}")));
        }
        let chess960 = session.is_chess960();
        let exchange = |mv| Exchange::of(PlayedMove { before: position, mv, chess960 });
        let mut exchanges: Vec<Exchange> = moves.into_iter().map(exchange).collect();
        exchanges.sort_by_key(|exchange| (-exchange.cp, exchange.mv.mv.bits()));
        Ok(SeeAnswer { position, exchanges }.into())
    }

    fn moves(self, position: &Position) -> Vec<Move> {
        let legal = position.moves();
        let captures = legal.filter(|&mv| position.is_capture(mv));
        match self {
            See::Of(mv) => vec![mv],
            See::On(square) => captures.filter(|mv| mv.to() == square).collect(),
            See::All => captures.collect(),
        }
    }
}

/// What each exchange is worth to the side that begins it, the best first.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct SeeAnswer {
    #[serde(skip)]
    pub position: Position,
    pub exchanges: Vec<Exchange>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "exchange"))]
pub struct Exchange {
    #[serde(flatten)]
    mv: PlayedMove,
    /// What it wins, in centipawns.
    pub cp: i32,
    /// All captures on the square, in their order.
    captures: usize,
    /// Of these, as many as two wise players make.
    played: usize,
    #[serde(skip)]
    line: ExchangeLine,
}

impl Exchange {
    pub fn of(mv: PlayedMove) -> Exchange {
        let line = mv.before.exchange(mv.mv);
        Exchange { mv, cp: line.value, captures: line.captures.len(), played: line.played, line }
    }
}

impl Answer for SeeAnswer {
    const TYPE: &str = "see";

    /// Captures not played with best play are in brackets.
    fn page(&self, settings: &Settings) -> Page {
        let position = &self.position;
        if self.exchanges.is_empty() {
            let text = format!(" {} can take nothing here", position.turn());
            return Page::of(Line::of(Role::Dim, text));
        }
        let mut table = TextTable::headed("move|worth>|exchange");
        for Exchange { mv, line: exchange, .. } in &self.exchanges {
            let mut line = Line::new();
            let mut color = position.turn();
            for (place, capture) in exchange.captures.iter().enumerate() {
                if place > 0 {
                    line.push(Role::Plain, " ");
                }
                let played = place < exchange.played.max(1);
                if place == exchange.played.max(1) {
                    line.push(Role::Dim, "(");
                }
                let takes = if capture.takes.is_some() { "x" } else { "-" };
                let text =
                    format!("{}{}{takes}{}", capture.piece.letter(), capture.from, mv.mv.to());
                line.push(if played { movetext::side_role(color) } else { Role::Dim }, text);
                color = !color;
            }
            if exchange.captures.len() > exchange.played.max(1) {
                line.push(Role::Dim, ")");
            }
            let role = match exchange.value {
                0 => Role::Even,
                1.. => Role::Good,
                _ => Role::Bad,
            };
            table.row(vec![
                movetext::san(position, mv.mv, settings),
                Line::of(role, pawns(exchange.value)),
                line,
            ]);
        }
        let mut page = table.page(settings.width);
        let view = format!(" {}'s view", position.turn());
        page.push(Line::of(Role::Dim, view));
        page
    }
}
