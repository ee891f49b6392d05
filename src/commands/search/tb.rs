//! `tb`: all legal moves with their values by endgame tables.

use serde::Serializer;

use crate::chess::Position;
use crate::commands::prelude::*;
use crate::ink::json::{Fen, PlayedMove};
use crate::ink::movetext;
use crate::ink::number::counted;
use crate::oracle::TableVerdict;
use crate::oracle::tables::{LookUpError, TableMove, TableValue};

pub(super) const ROW: CommandSpec = row!(Search Reveals "tb" | "tablebase":
    "every move here with what endgame tables say of it",
    details: "With up to four men the built-in tables know the distance to mate; with more, the Syzygy tables of the setting \
              SyzygyPath know who wins, fifty moves counted, and the plies to the next capture or pawn move.",
    examples: &[("tb", "win, draw or loss, move by move", "White: draw · tables of our own")],
    answers: &[LineSchema::of::<TablesAnswer>()],
    read: |_| Ok(Box::new(tables)));

fn tables(session: &mut Session) -> Acted {
    let (position, chess960) = (*session.position(), session.is_chess960());
    let tables = session.engine.tables();
    if !tables.covers(&position) {
        let most = tables.syzygy.as_ref().map_or(0, |syzygy| syzygy.most_men);
        return Err(no_table(&position, most));
    }
    session.start_task(move |context| {
        let failed = |error| match error {
            LookUpError::Stopped => CommandError::Stopped,
            error => CommandError::refused(error.to_string()),
        };
        let value = tables.value(&position, &context.stop).map_err(failed)?;
        let moves = tables.moves(&position, &context.stop).map_err(failed)?;
        let (Some(value), Some(moves)) = (value, moves) else {
            return Err(CommandError::refused(
                "the Syzygy table of this position, or of one that a capture or promotion leads to, is missing; `tb` needs all of them",
            ));
        };
        let moves = moves.into_iter().map(|TableMove { mv, value }| TableMoveForm {
            mv: PlayedMove { before: position, mv, chess960 },
            value: value.into(),
        });
        let syzygy = tables.syzygy.as_ref();
        Ok(TablesAnswer {
            fen: Fen(position),
            value: value.into(),
            moves: moves.collect(),
            syzygy_men: syzygy.map(|syzygy| syzygy.most_men),
            files: syzygy.map_or(0, |syzygy| syzygy.tables.files()),
        }
        .into())
    })
}

/// `syzygy`: maximum number of pieces of the Syzygy tables; 0 without any.
fn no_table(position: &Position, syzygy: u32) -> CommandError {
    let men = position.occupied().len();
    let why = match (position.castling().is_empty(), syzygy) {
        (false, most) if men <= most.max(4) => {
            "tables do not cover positions with castling rights".to_owned()
        }
        (_, 0) => format!(
            "it has {men} men; the built-in tables have up to 4, and `set SyzygyPath FOLDER` adds others"
        ),
        (_, most) => format!("it has {men} men; those of SyzygyPath have up to {most}"),
    };
    CommandError::refused(format!("no endgame table has this position: {why}"))
}

/// Every move of a position with what tables say of it.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct TablesAnswer {
    pub fen: Fen,
    pub value: TableValueForm,
    // The best first; empty if the game is over.
    pub moves: Vec<TableMoveForm>,
    /// The most men of Syzygy tables.
    pub syzygy_men: Option<u32>,
    /// Number of table files.
    #[serde(skip)]
    pub files: usize,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "table-move"))]
pub struct TableMoveForm {
    #[serde(flatten)]
    pub mv: PlayedMove,
    pub value: TableValueForm,
}

/// what endgame tables say, as the side to move sees it, or the side that makes the move
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "table-value"))]
pub struct TableValueForm {
    #[serde(serialize_with = "name")]
    #[cfg_attr(test, schemars(with = "String", extend("enum" = ["win", "cursed win", "draw", "blessed loss", "loss"])))]
    verdict: TableVerdict,
    mate: Option<u16>,
    plies_to_zeroing: Option<u32>,
}

fn name<S: Serializer>(verdict: &TableVerdict, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(verdict.name())
}

impl From<TableValue> for TableValueForm {
    fn from(TableValue { verdict, mate, zeroing }: TableValue) -> TableValueForm {
        TableValueForm { verdict, mate, plies_to_zeroing: zeroing }
    }
}

impl Answer for TablesAnswer {
    const TYPE: &str = "tables";

    fn page(&self, settings: &Settings) -> Page {
        let turn = self.fen.0.turn();
        let mut facts = vec![Line::plain(format!("{turn}: ")).and(verdict(&self.value))];
        let files = counted(self.files, "file");
        let tables = self.syzygy_men.map_or_else(
            || "tables of our own".to_owned(),
            |men| format!("{files} of Syzygy tables, up to {men} men"),
        );
        facts.push(Line::of(Role::Dim, tables));
        let mut page = Page::of_facts(facts, settings);
        let mut table = TextTable::new(&[Align::Left, Align::Left]).indented(1);
        for TableMoveForm { mv, value } in &self.moves {
            table.row(vec![movetext::numbered(&mv.before, mv.mv, settings), verdict(value)]);
        }
        page.append(table.page(settings.width));
        page
    }
}

/// Formats a value: `win, mate in 12`, `draw`, `loss, 34 plies to a capture or pawn move`.
fn verdict(value: &TableValueForm) -> Line {
    let role = match value.verdict {
        TableVerdict::Win => Role::Good,
        TableVerdict::Loss => Role::Bad,
        TableVerdict::CursedWin | TableVerdict::BlessedLoss => Role::Caution,
        TableVerdict::Draw => Role::Plain,
    };
    let line = Line::of(role, value.verdict.name());
    // The built-in tables have distances to mate, but not those to captures, which restart the fifty-move count.
    let line = match value.verdict {
        TableVerdict::CursedWin if value.plies_to_zeroing.is_none() => line.with(role, " or win"),
        TableVerdict::BlessedLoss if value.plies_to_zeroing.is_none() => {
            line.with(role, " or loss")
        }
        _ => line,
    };
    match (value.mate, value.plies_to_zeroing) {
        (Some(0), _) => line.with(Role::Mate, ", checkmate"),
        (Some(moves), _) if value.verdict > TableVerdict::Draw => {
            line.with(Role::Mate, format!(", mate in {moves}"))
        }
        (Some(moves), _) => line.with(Role::Mate, format!(", mated in {moves}")),
        (None, Some(plies)) if value.verdict != TableVerdict::Draw => {
            let plies = counted(plies as usize, "ply").replace("plys", "plies");
            line.with(Role::Dim, format!(", {plies} to a capture or pawn move"))
        }
        (None, _) => line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The result was stated as a fact, though Syzygy tables may have a loss.
    #[test]
    fn what_our_own_tables_cannot_know_is_no_fact() {
        let text = |verdict, zeroing| {
            super::verdict(&TableValue { verdict, mate: Some(52), zeroing }.into()).text()
        };
        assert_eq!(text(TableVerdict::CursedWin, None), "cursed win or win, mate in 52");
        assert_eq!(text(TableVerdict::BlessedLoss, None), "blessed loss or loss, mated in 52");
        assert_eq!(text(TableVerdict::BlessedLoss, Some(3)), "blessed loss, mated in 52");
    }
}
