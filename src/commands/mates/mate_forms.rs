//! JSON forms of proofs and tries.

use serde::Serialize;

use crate::chess::{Bitboard, Move, Piece, Position, san};
use crate::ink::json::{Coordinates, Fen, FilePath, PlayedMove, San, coordinates, sans};
use crate::proof::layout::tree::{Attack, Continuation, DefenceId, ProofTree, Threat, Trunk};
use crate::proof::layout::{Manoeuvre, MateSummary};
use crate::prove::{SetLine, Try};

/// What proves an answer about a mate, or how long there is none; of `solve - --certificates`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct MateCertificate {
    pub fen: Fen,
    /// The mate that was asked for, in moves.
    pub dm: i32,
    /// The text of a file that `proof load` or `proof join` reads.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub certificate: Option<String>,
    /// The file of one that is too large to be sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub certificate_path: Option<FilePath>,
    /// The bytes of one that is too large, if no folder for it was named.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub certificate_bytes: Option<usize>,
    /// Where the search left it open: how many leaves, in eighths, would have to be proved for a mate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof_number: Option<u32>,
    /// The same against one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub disproof_number: Option<u32>,
}

/// a proof laid out as a tree
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "proof-tree"))]
pub struct TreeForm {
    fen: Fen,
    #[cfg_attr(test, schemars(extend("enum" = ["w", "b"])))]
    side: String,
    mate: u16,
    summary: Option<SummaryForm>,
    /// There is more than is told.
    cut: bool,
    play: PlayForm,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "play"))]
#[serde(untagged)]
enum PlayForm {
    Attack(AttackForm),
    Defence(DefenceForm),
}

/// the longest line of a mate of ten moves or more
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "mate-summary"))]
struct SummaryForm {
    moves: u16,
    checks: usize,
    captures: usize,
    /// The only legal replies.
    forced: usize,
    manoeuvre: Option<ManoeuvreForm>,
}

/// The first round of a manoeuvre; the attacker's men and the other king return three times or more.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "manoeuvre"))]
struct ManoeuvreForm {
    fen: Fen,
    line: Vec<Coordinates>,
    line_san: Vec<San>,
    /// Numbers of the attacker's moves, from 1.
    returns: Vec<u16>,
    /// The defender's men that leave their squares in each round, as Pe5.
    gone: Vec<Vec<String>>,
}

/// a move of the attacker
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "attack"))]
struct AttackForm {
    #[serde(flatten)]
    mv: PlayedMove,
    mate: u16,
    duals: Vec<PlayedMove>,
    #[serde(skip_serializing_if = "Option::is_none")]
    replies: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    play: Option<Box<DefenceForm>>,
}

/// the replies, grouped by their answers
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "defence"))]
struct DefenceForm {
    threat: ThreatForm,
    groups: Vec<GroupForm>,
    /// Replies that end the game as the stipulation forbids.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    ends: Vec<PlayedMove>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "defence-group"))]
struct GroupForm {
    defences: Vec<PlayedMove>,
    as_threatened: bool,
    short: bool,
    answer: AttackForm,
}

/// `"check"`, `"zugzwang"`, nothing if unknown, or the length of the threat and its moves.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "threat"))]
#[serde(untagged)]
pub enum ThreatForm {
    Word(&'static str),
    Mate(u16, Vec<String>),
    Unknown(()),
}

/// Maximum nesting of defences in a line of JSON (four brackets each); deeper ones are folded. Many parsers refuse more than 128
/// levels.
const DEEPEST: usize = 30;

impl TreeForm {
    pub fn of(tree: &ProofTree, chess960: bool) -> TreeForm {
        let writer = FormWriter { tree, chess960 };
        TreeForm {
            fen: Fen(tree.start),
            side: tree.attacker.letter().to_string(),
            mate: tree.mate,
            summary: tree.summary.as_ref().map(|summary| SummaryForm::of(summary, chess960)),
            cut: tree.cut || tree.walk().any(|visit| visit.depth >= DEEPEST),
            play: match &tree.trunk {
                Trunk::Attack(attack) => {
                    PlayForm::Attack(writer.attack(&tree.start, attack, DEEPEST))
                }
                Trunk::Defence(id) => PlayForm::Defence(writer.defence(*id, DEEPEST)),
            },
        }
    }
}

impl SummaryForm {
    fn of(summary: &MateSummary, chess960: bool) -> SummaryForm {
        let manoeuvre = summary.manoeuvre.as_ref().map(|manoeuvre| {
            let Manoeuvre { start, round, returns, gone } = manoeuvre;
            let men = |gone: &Vec<(Piece, Bitboard)>| {
                let men = gone.iter().flat_map(|&(piece, squares)| {
                    squares.map(move |square| format!("{}{square}", piece.letter()))
                });
                men.collect()
            };
            ManoeuvreForm {
                fen: Fen(*start),
                line: coordinates(start, round, chess960),
                line_san: sans(start, round),
                returns: returns.clone(),
                gone: gone.iter().map(men).collect(),
            }
        });
        let &MateSummary { moves, checks, captures, forced, .. } = summary;
        SummaryForm { moves, checks, captures, forced, manoeuvre }
    }
}

struct FormWriter<'a> {
    tree: &'a ProofTree,
    chess960: bool,
}

impl FormWriter<'_> {
    /// `room`: levels of defences that may be nested below.
    fn attack(&self, before: &Position, attack: &Attack, room: usize) -> AttackForm {
        let chess960 = self.chess960;
        let replies = match attack.play {
            Continuation::Mate => None,
            Continuation::Folded(replies) => Some(replies),
            Continuation::Open(id) => Some(self.tree[id].replies()),
        };
        let opened = attack.play.opened().filter(|_| room > 0);
        let play = opened.map(|id| Box::new(self.defence(id, room)));
        AttackForm {
            mv: PlayedMove { before: *before, mv: attack.mv, chess960 },
            mate: attack.mate,
            duals: played(before, &attack.duals, chess960),
            replies,
            play,
        }
    }

    /// `room`: at least one.
    fn defence(&self, id: DefenceId, room: usize) -> DefenceForm {
        let (defence, chess960) = (&self.tree[id], self.chess960);
        let groups = defence.groups.iter().map(|group| {
            let after = defence.position.play(group.defences[0]);
            GroupForm {
                defences: played(&defence.position, &group.defences, chess960),
                as_threatened: group.is_threat,
                short: group.is_short,
                answer: self.attack(&after, &group.answer, room - 1),
            }
        });
        DefenceForm {
            threat: ThreatForm::of(&defence.position, &defence.threat),
            groups: groups.collect(),
            ends: played(&defence.position, &defence.ends, chess960),
        }
    }
}

impl ThreatForm {
    pub fn of(position: &Position, threat: &Threat) -> ThreatForm {
        match (threat, position.pass()) {
            (Threat::Check, _) => ThreatForm::Word("check"),
            (Threat::Zugzwang, _) => ThreatForm::Word("zugzwang"),
            (Threat::Mate { moves, mate }, Some(passed)) => {
                ThreatForm::Mate(*mate, moves.iter().map(|&mv| san(&passed, mv)).collect())
            }
            (Threat::Unknown | Threat::Mate { .. }, _) => ThreatForm::Unknown(()),
        }
    }
}

fn played(before: &Position, moves: &[Move], chess960: bool) -> Vec<PlayedMove> {
    moves.iter().map(|&mv| PlayedMove { before: *before, mv, chess960 }).collect()
}

/// a first move that nearly mates
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "try"))]
pub struct TryForm {
    #[serde(flatten)]
    mv: PlayedMove,
    threats: Vec<PlayedMove>,
    refutations: Vec<PlayedMove>,
}

impl TryForm {
    /// Builds the forms of a position's tries, each with the mates in one that it threatens.
    pub fn of(
        root: &Position,
        tries: &[Try],
        threats: &[Vec<Move>],
        chess960: bool,
    ) -> Vec<TryForm> {
        let tries = tries.iter().zip(threats).map(|(one, threats)| {
            let after = root.play(one.mv);
            let threats = after.pass().map(|passed| played(&passed, threats, chess960));
            TryForm {
                mv: PlayedMove { before: *root, mv: one.mv, chess960 },
                threats: threats.unwrap_or_default(),
                refutations: played(&after, &one.refutations, chess960),
            }
        });
        tries.collect()
    }
}

/// a move of the defender, were it its turn, and what mates after it
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "set-line"))]
pub struct SetLineForm {
    #[serde(flatten)]
    mv: PlayedMove,
    answers: Vec<KeyForm>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    ends: bool,
}

/// a move that mates, in so many moves
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "mating-move"))]
pub struct KeyForm {
    #[serde(flatten)]
    pub mv: PlayedMove,
    pub mate: u16,
}

impl SetLineForm {
    pub fn of(root: &Position, lines: &[SetLine], chess960: bool) -> Vec<SetLineForm> {
        let passed = root.pass().unwrap_or(*root);
        let lines = lines.iter().map(|line| {
            let after = passed.play(line.reply);
            let answers = line.answers.iter().map(|answer| KeyForm {
                mv: PlayedMove { before: after, mv: answer.mv, chess960 },
                mate: answer.mate,
            });
            SetLineForm {
                mv: PlayedMove { before: passed, mv: line.reply, chess960 },
                answers: answers.collect(),
                ends: line.ends,
            }
        });
        lines.collect()
    }
}
