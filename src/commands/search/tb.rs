//! `tb`: every move here with what endgame tables say of it.

use crate::chess::Position;
use crate::commands::prelude::*;
use crate::ink::json::{Fen, PlayedMove};
use crate::ink::movetext;
use crate::ink::number::counted;
use crate::oracle::TableVerdict;
use crate::oracle::tables::{LookUpError, TableMove, TableValue};

pub(super) const ROW: CommandSpec = row!(Search "tb" | "tablebase":
    "every move here with what endgame tables say of it",
    details: "With up to four men the built-in tables know the distance to mate; with more, the Syzygy tables of the setting \
              SyzygyPath know who wins, fifty moves counted, and the plies to the next capture or pawn move.",
    examples: &[("tb", "win, draw or loss, move by move", "White: draw · tables of our own")],
    answers: &[LineSchema::of::<TablesAnswer>()],
    read: |reader| reader.only(Tables.into()));

#[derive(Debug)]
struct Tables;

impl Act for Tables {
    fn act(self: Box<Self>, session: &mut Session) -> Result<Effect, CommandError> {
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
            let syzygy = tables.syzygy.as_ref();
            let syzygy = syzygy.map(|syzygy| (syzygy.tables.files(), syzygy.most_men));
            Ok(TablesAnswer { position, value, moves, syzygy, chess960 }.into())
        })
    }
}

/// `syzygy`: the most men of Syzygy tables; 0 if there are none.
fn no_table(position: &Position, syzygy: u32) -> CommandError {
    let men = position.occupied().len();
    let why = match (position.castling().is_empty(), syzygy) {
        (false, _) => "tables do not cover positions with castling rights".to_owned(),
        (true, 0) => format!(
            "it has {men} men; the built-in tables have up to 4, and `set SyzygyPath FOLDER` adds others"
        ),
        (true, most) => format!("it has {men} men; those of SyzygyPath have up to {most}"),
    };
    CommandError::refused(format!("no endgame table has this position: {why}"))
}

/// Every move of a position with what tables say of it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(into = "TablesForm")]
#[schemars(with = "TablesForm")]
pub struct TablesAnswer {
    pub position: Position,
    /// What tables say of the position itself.
    pub value: TableValue,
    /// The moves, best first; none where the game is over.
    pub moves: Vec<TableMove>,
    /// How many files of Syzygy tables there are, and the most men that they have.
    pub syzygy: Option<(usize, u32)>,
    /// Castling in coordinates is king takes rook.
    pub chess960: bool,
}

#[derive(Serialize, JsonSchema)]
struct TablesForm {
    fen: Fen,
    value: ValueForm,
    moves: Vec<TableMoveForm>,
    /// The most men of Syzygy tables.
    syzygy_men: Option<u32>,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "table-move")]
struct TableMoveForm {
    #[serde(flatten)]
    mv: PlayedMove,
    value: ValueForm,
}

#[derive(Serialize, JsonSchema)]
#[schemars(
    rename = "table-value",
    description = "what endgame tables say, as the side to move sees it, or the side that makes the move"
)]
struct ValueForm {
    #[schemars(extend("enum" = ["win", "cursed win", "draw", "blessed loss", "loss"]))]
    verdict: &'static str,
    mate: Option<u16>,
    plies_to_zeroing: Option<u32>,
}

impl From<TablesAnswer> for TablesForm {
    fn from(answer: TablesAnswer) -> TablesForm {
        let TablesAnswer { position, value, moves, syzygy, chess960 } = answer;
        let moves = moves.iter().map(|found| TableMoveForm {
            mv: PlayedMove { before: position, mv: found.mv, chess960 },
            value: ValueForm::of(&found.value),
        });
        TablesForm {
            fen: Fen(position),
            value: ValueForm::of(&value),
            moves: moves.collect(),
            syzygy_men: syzygy.map(|(_, men)| men),
        }
    }
}

impl ValueForm {
    fn of(value: &TableValue) -> ValueForm {
        ValueForm {
            verdict: value.verdict.name(),
            mate: value.mate,
            plies_to_zeroing: value.zeroing,
        }
    }
}

impl Answer for TablesAnswer {
    const TYPE: &str = "tables";

    fn page(&self, settings: &Settings) -> Page {
        let turn = self.position.turn();
        let mut facts = vec![Line::plain(format!("{turn}: ")).and(verdict(&self.value))];
        facts.push(match self.syzygy {
            Some((files, men)) => Line::of(
                Role::Dim,
                format!("{} of Syzygy tables, up to {men} men", counted(files, "file")),
            ),
            None => Line::of(Role::Dim, "tables of our own"),
        });
        let mut page = Page::of_facts(facts, settings);
        let mut table = TextTable::new(&[Align::Left, Align::Left]).indented(1);
        for found in &self.moves {
            table.row(vec![
                movetext::numbered(&self.position, found.mv, settings),
                verdict(&found.value),
            ]);
        }
        page.append(table.page(settings.width));
        page
    }
}

/// `win, mate in 12`, `draw`, `loss, 34 plies to a capture or pawn move`.
fn verdict(value: &TableValue) -> Line {
    let role = match value.verdict {
        TableVerdict::Win => Role::Good,
        TableVerdict::Loss => Role::Bad,
        TableVerdict::CursedWin | TableVerdict::BlessedLoss => Role::Caution,
        TableVerdict::Draw => Role::Plain,
    };
    let line = Line::of(role, value.verdict.name());
    // The program's own tables know the moves to mate, not which of them a capture on the way makes count anew.
    let line = match value.verdict {
        TableVerdict::CursedWin if value.zeroing.is_none() => line.with(role, " or win"),
        TableVerdict::BlessedLoss if value.zeroing.is_none() => line.with(role, " or loss"),
        _ => line,
    };
    match (value.mate, value.zeroing) {
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

    /// It was told as a fact, though Syzygy tables may know a loss there.
    #[test]
    fn what_our_own_tables_cannot_know_is_no_fact() {
        let text = |verdict, zeroing| {
            super::verdict(&TableValue { verdict, mate: Some(52), zeroing }).text()
        };
        assert_eq!(text(TableVerdict::CursedWin, None), "cursed win or win, mate in 52");
        assert_eq!(text(TableVerdict::BlessedLoss, None), "blessed loss or loss, mated in 52");
        assert_eq!(text(TableVerdict::BlessedLoss, Some(3)), "blessed loss, mated in 52");
    }
}
