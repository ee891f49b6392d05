//! `proof tree`: every defence of the last proof and how it is answered.

use crate::commands::prelude::*;
use crate::layout::tree::{Extent, ProofTree, tree};
use crate::prove::solvers::ShortMates;
use crate::render::proof;
use crate::render::proof::form::TreeForm;

pub(super) const ROW: CommandSpec = row!(Mates "proof tree", "[ply N]":
    "every defence of the last proof and how it is answered, grouped",
    details: "With N, opened so many plies deep; `all` opens everything.",
    examples: &[("proof tree ply 4", "four plies deep", " 1.Ne3!   zugzwang · 23 replies, 11 mating moves")],
    completer: Completer::Words(&["ply", "all"]),
    answers: &[LineSchema::of::<TreeAnswer>()],
    read: read);

/// Opened so many plies deep; `None` for as deep as is fit to read.
#[derive(Debug)]
struct Tree(Option<u16>);

fn read(reader: &mut Reader<'_>) -> Result<Command, ParseError> {
    const WHAT: &str = "the number of plies";
    let plies = match reader.take() {
        None => None,
        Some(word) => Some(match word.flag() {
            "ply" => reader.number(WHAT, 1, 1000)?,
            "all" => 1000,
            _ => within(word, WHAT, 1, 1000)?,
        }),
    };
    Ok(Tree(plies.map(|plies| plies as u16)).into())
}

impl Act for Tree {
    fn act(self: Box<Self>, session: &mut Session) -> Result<Effect, CommandError> {
        let (proof, chess960) = (session.last_proof()?.clone(), session.is_chess960());
        let usual = Extent::default();
        let extent = Extent { plies: self.0.unwrap_or(usual.plies), ..usual };
        session.start_task(move |context| {
            let mut adviser = ShortMates::new(&context.stop)?;
            let tree = tree(&proof, extent, &mut adviser);
            Ok(TreeAnswer { tree, chess960 }.into())
        })
    }
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(into = "TreeForm")]
#[schemars(with = "TreeForm")]
pub struct TreeAnswer {
    pub tree: ProofTree,
    /// Castling in coordinates is king takes rook.
    pub chess960: bool,
}

impl From<TreeAnswer> for TreeForm {
    fn from(TreeAnswer { tree, chess960 }: TreeAnswer) -> TreeForm {
        TreeForm::of(&tree, chess960)
    }
}

impl Answer for TreeAnswer {
    const TYPE: &str = "proof-tree";

    fn page(&self, settings: &Settings) -> Page {
        proof::tree(&self.tree, settings)
    }
}
