//! `proof tree`: all defences of the last proof, with their answers.

use crate::commands::mates::mate_forms::TreeForm;
use crate::commands::mates::solution;
use crate::commands::prelude::*;
use crate::proof::layout::tree::{Extent, ProofTree, tree};
use crate::prove::solvers::ShortMates;

pub(super) const ROW: CommandSpec = row!(Mates Reveals "proof tree", "[ply N]":
"every defence of the last proof and how it is answered, grouped",
details: "Shows three plies, or more if they fit into twenty lines. `ply N` shows N plies, `all` the whole tree of up to 1,000 plies.",
examples: &[("proof tree ply 4", "four plies deep", " 1.Ne3!   zugzwang · 23 replies, 11 mating moves")],
completer: Completer::Words(&["ply", "all"]),
answers: &[LineSchema::of::<TreeAnswer>()],
read: |reader| {
    let plies = plies(reader)?;
    Ok(Box::new(move |session| act(session, plies)))
});

/// Maximum number of lines of a tree that is shown beyond three plies by default.
const SHORT: usize = 20;

/// Maximum plies of a page; deeper ones are folded.
const DEEPEST: u16 = 1000;

pub(super) fn plies(reader: &mut Reader<'_>) -> Result<Option<u16>, ParseError> {
    const WHAT: &str = "the number of plies";
    let plies = match reader.take() {
        None => None,
        Some(word) => Some(match word.flag() {
            "ply" => reader.number(WHAT, 1, u64::from(DEEPEST))?,
            "all" => u64::from(DEEPEST),
            _ => within(word, WHAT, 1, u64::from(DEEPEST))?,
        }),
    };
    Ok(plies.map(|plies| plies as u16))
}

/// `plies`: `None` for three, or more if the tree is short.
fn act(session: &mut Session, plies: Option<u16>) -> Acted {
    let (proof, chess960) = (session.mates.last_proof()?.clone(), session.is_chess960());
    let usual = Extent::default();
    let least = plies.unwrap_or(usual.plies);
    let all = proof.mate().saturating_mul(2) - 1;
    let deeper = if plies.is_none() { all } else { 0 };
    session.start_task(move |context| {
        let mut adviser = ShortMates::new(&context.stop)?;
        let mut answer = |plies| {
            let tree = tree(&proof, Extent { plies, ..usual }, &mut adviser);
            let more = (plies < all).then_some(plies + 2);
            TreeAnswer { tree, chess960, more }
        };
        let mut shown = answer(least);
        for plies in (least + 2..=deeper).step_by(2) {
            let opened = answer(plies);
            if opened.page(&Settings::default()).lines().len() > SHORT {
                break;
            }
            shown = opened;
        }
        Ok(shown.into())
    })
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(with = "TreeForm"))]
#[serde(into = "TreeForm")]
pub struct TreeAnswer {
    pub tree: ProofTree,
    pub chess960: bool,
    /// Number of plies to show next; `None` if nothing is folded.
    pub more: Option<u16>,
}

impl From<TreeAnswer> for TreeForm {
    fn from(TreeAnswer { tree, chess960, .. }: TreeAnswer) -> TreeForm {
        TreeForm::of(&tree, chess960)
    }
}

impl Answer for TreeAnswer {
    const TYPE: &str = "proof-tree";

    fn page(&self, settings: &Settings) -> Page {
        let mut page = solution::tree(&self.tree, settings);
        if let Some(plies) = self.more {
            let note = if plies <= DEEPEST {
                format!(" `proof tree ply {plies}` opens more")
            } else {
                " folded: `proof line` with a defence shows what follows it, `proof show` the longest line".to_owned()
            };
            page.wrapped(Line::of(Role::Dim, note), settings, 4);
        }
        page
    }
}
