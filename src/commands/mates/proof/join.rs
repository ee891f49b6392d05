//! `proof join`: joins what other machines have answered to parts of a question about a mate, and verifies all of it.
//!
//! A certificate is verified by itself, and the whole once more. A mate needs no trust, then. That there is none within some
//! moves needs it where no certificate says so: it is not counted until it is refuted here.

use std::fs;
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::split::PartsRequest;
use crate::chess::Position;
use crate::chess::notation::{parse_move, unnumbered};
use crate::commands::files::open;
use crate::commands::options::read_with;
use crate::commands::prelude::*;
use crate::commands::spec::OptionText;
use crate::control::StopFlag;
use crate::files::proof::answers::{Said, read_all};
use crate::ink::number::counted;
use crate::oracle::Endgames;
use crate::proof::Proof;
use crate::prove::parts::{Part, PartAnswers};
use crate::prove::solvers::{KnownMates, LONGEST, Solvers};
use crate::prove::{Ended, Goal, Outcome, ProofTask};
use crate::shell::proof_answers::{Loaded, VerdictAnswer};
use crate::shell::session::job::TaskContext;
use crate::shell::session::news::Finding;

pub(super) const ROW: CommandSpec = row!(Mates Reveals "proof join", "[N] FILE… [--refute] [--parts K] [--nodes N] [--for white|black]":
    "join what other machines answered to the parts of `proof split`",
    details: "Files of `solve - --certificates` or `proof save`, or folders of them, in any order; give those of earlier rounds \
              too. Each certificate is checked, and the whole mate. Without a certificate that nothing shorter mates it is not \
              called the shortest. What is open follows as records for the next round.",
    examples: &[("proof join mate.jsonl", "a certificate for the position on the board", "# mate in 2, proved; shortest, proved"),
        ("proof join 4 answers --refute", "a folder; refute here what others say is no mate", "")],
    completer: Completer::Options(OPTIONS),
    answers: &[LineSchema::of::<JoinedAnswer>()],
    read: |reader| read_with(reader, OPTIONS, |words| PartsRequest::read(words, true), join));

const OPTIONS: &[OptionText] = &[
    ("N", "The most moves of the mate, as for proof split", ""),
    ("FILE…", "Answers, proofs, or folders of them", ""),
    ("--refute", "Refute here what others say is no mate, where the result rests on it", ""),
    ("--parts K", "How many open parts at most", "200"),
    ("--nodes N", "As for proof split", ""),
    ("--for white|black", "The side that mates", "the side to move"),
];

fn join(request: PartsRequest, session: &mut Session) -> Acted {
    let task = request.task(session)?;
    let known = Arc::clone(&session.engine.known_mates);
    let hash = session.engine.options().hash;
    session.start_task(move |context| {
        let mut joining = Joining {
            answers: (*known.answers()).clone(),
            known,
            task,
            tally: JoinTally::default(),
        };
        context.working("joining");
        read_answers(&request.files, &context.stop, &mut |path, said| {
            if let Err(why) = said.and_then(|said| joining.add(said)) {
                joining.tally.bad.push(format!("{}: {why}", path.display()));
            }
        })?;
        if request.refute {
            joining.refute(hash, context)?;
        }
        Ok(joining.finding(request))
    })
}

/// Reads answers and proofs from these files, and from those of these folders. `tell` gets what each says, or what is wrong with
/// it.
pub(in crate::commands::mates) fn read_answers(
    paths: &[PathBuf],
    stop: &StopFlag,
    tell: &mut dyn FnMut(&Path, Result<Said, String>),
) -> Result<(), CommandError> {
    for path in paths {
        let content = |error| CommandError::content(path, error);
        let mut files = vec![path.clone()];
        if path.is_dir() {
            let entries = fs::read_dir(path).map_err(content)?;
            let entries = entries.map(|entry| Ok(entry?.path()));
            files = entries.collect::<io::Result<_>>().map_err(content)?;
            files.retain(|path| path.extension().is_some_and(|ending| ending == "jsonl"));
            files.sort();
        }
        for file in &files {
            let read = read_all(BufReader::new(open(file)?), &mut |said| {
                tell(file, said);
                !stop.is_raised()
            });
            read.map_err(|error| CommandError::content(file, error))?;
        }
    }
    Ok(())
}

struct Joining {
    answers: PartAnswers,
    known: Arc<KnownMates>,
    task: ProofTask,
    tally: JoinTally,
}

/// What became of the answers.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct JoinTally {
    /// Answers about mates.
    pub answers: usize,
    /// Certificates that hold.
    pub certificates: usize,
    /// Answers that say nothing new.
    pub again: usize,
    /// Answers that are not believed, and why.
    pub bad: Vec<String>,
    /// Parts that were refuted here, or found to mate.
    pub settled_here: usize,
}

impl Joining {
    fn add(&mut self, said: Said) -> Result<(), String> {
        let Said { checked, claim, id } = said;
        let is_certified = checked.0.is_some() || checked.1.is_some();
        if !is_certified && claim.is_none() {
            return Ok(());
        }
        self.tally.answers += 1;
        self.tally.certificates += usize::from(is_certified);
        let full = || "there is no room for more positions".to_owned();
        let mut is_new = self.known.join(&mut self.answers, &checked).ok_or_else(full)?;
        if let Some((root, claim)) = claim {
            is_new |= self.answers.claim(&root, claim);
        }
        self.divide(&id);
        self.tally.again += usize::from(!is_new);
        Ok(())
    }

    /// Divides what lies on the way to a part, whose name is the moves that lead there.
    fn divide(&mut self, id: &str) {
        let (mut position, mut place): (Position, Vec<_>) = (self.task.root, Vec::new());
        for word in id.split_whitespace() {
            let Ok(mv) = parse_move(&position, unnumbered(word)) else { return };
            position = position.play(mv);
            place.push(mv);
        }
        self.answers.divide(&self.task.root, &place);
    }

    /// Refutes here what the result rests on, within some times the nodes that others needed.
    fn refute(&mut self, hash: usize, context: &TaskContext) -> Result<(), CommandError> {
        let mut solvers = Solvers::new(hash, 1, Arc::new(Endgames::default()));
        let mut tried: Vec<Position> = Vec::new();
        context.begin("refuting", 0);
        loop {
            let parts = self.doubted(&tried);
            if parts.is_empty() {
                return Ok(());
            }
            context.more(parts.len());
            for part in parts {
                tried.push(part.root);
                let nodes = part.nodes.clamp(LEAST_NODES, MOST_NODES) * SLOWER;
                let task = ProofTask { nodes: Some(nodes), ..ProofTask::new(part.root) };
                let task = task.within(part.moves);
                solvers.clear();
                let outcome = solvers.prove(&task, &context.stop, &mut |_| {})?;
                if context.stop.is_raised() {
                    return Ok(());
                }
                let is_mate = outcome.proof.as_ref().and_then(|proof| self.answers.prove(proof));
                let is_refuted = self.answers.refute(&part.root, outcome.refuted);
                self.tally.settled_here += usize::from(is_mate.is_some() || is_refuted);
                self.known.learn(&task, &outcome);
                context.done(tried.len());
            }
        }
    }

    /// What is still to be refuted, if there is a mate or if others say that there is none.
    fn doubted(&self, tried: &[Position]) -> Vec<Part> {
        let mate = self.proof().map(|proof| proof.mate());
        let rest = shorter(&self.task, mate);
        let claimed = self.answers.refuted(&rest).1;
        if mate == Some(1) || mate.is_none() && !is_within(&self.task, claimed) {
            return Vec::new();
        }
        let mut parts = self.answers.unchecked(&rest);
        parts.retain(|part| !tried.contains(&part.root));
        parts
    }

    /// The whole mate, verified.
    fn proof(&self) -> Option<Proof> {
        self.task.checked(&self.answers.strategy(&self.task)?)
    }

    fn finding(self, request: PartsRequest) -> Finding {
        let proof = self.proof();
        let rest = shorter(&self.task, proof.as_ref().map(Proof::mate));
        let (refuted, claimed) = self.answers.refuted(&rest);
        let ended = if proof.is_some() { Ended::Settled } else { Ended::Nodes };
        self.known.learn(&self.task, &found(proof.clone(), refuted, ended));
        let outcome = self.known.joined(&self.task, found(proof, refuted, ended));
        // A longer mate than was asked for leaves the question open.
        let most = if let Goal::Within(moves) = self.task.goal { moves } else { u16::MAX };
        let is_mate = outcome.proof.as_ref().is_some_and(|proof| proof.mate() <= most);
        let is_open = !is_mate && !is_within(&self.task, outcome.refuted);
        let parts = if is_open { request.records(&self.task, &self.answers) } else { Vec::new() };
        let known = outcome.proof.as_ref().map(Proof::mate);
        let shortest = known.is_some_and(|mate| claimed.saturating_add(1) >= mate);
        let is_claimed = refuted < claimed && is_within(&rest, claimed);
        let unchecked = if is_claimed { self.answers.unchecked(&rest).len() } else { 0 };
        let Joining { answers, known, task, tally } = self;
        let path = request.files.into_iter().next().unwrap_or_default();
        Finding::new(move |session| {
            known.keep_answers(answers);
            let verdict = session.mates.load(task, outcome, Loaded { path, shortest });
            let message = bad(&tally.bad);
            let joined = JoinedAnswer { verdict, tally, unchecked, parts };
            match message {
                None => Ok(joined.into()),
                Some(message) => Err(CommandError::BadRecords { message, answer: joined.into() }),
            }
        })
    }
}

/// Nodes to refute a claim here: as many times what others needed, of which no more is believed.
const SLOWER: u64 = 4;
const LEAST_NODES: u64 = 100_000;
const MOST_NODES: u64 = 1_000_000_000;

/// What has to be refuted for the mate to be the shortest, or else for there to be none.
fn shorter(task: &ProofTask, mate: Option<u16>) -> ProofTask {
    match mate {
        Some(mate) => task.clone().within(mate - 1),
        None => task.clone(),
    }
}

/// Whether a mate of the task is refuted by this number of moves.
fn is_within(task: &ProofTask, refuted: u16) -> bool {
    matches!(task.goal, Goal::Within(moves) if refuted >= moves) || refuted >= LONGEST
}

fn found(proof: Option<Proof>, refuted: u16, ended: Ended) -> Outcome {
    Outcome::of(proof, refuted, ended, 0)
}

fn bad(bad: &[String]) -> Option<String> {
    const NAMED: usize = 5;
    let more = bad.len().saturating_sub(NAMED);
    let named = bad[..bad.len() - more].join("; ");
    let more = if more > 0 { format!("; and {more} more") } else { String::new() };
    let what = counted(bad.len(), "answer");
    (!bad.is_empty()).then(|| format!("{what} not believed: {named}{more}"))
}

/// What is known after answers were joined.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct JoinedAnswer {
    #[serde(flatten)]
    pub verdict: VerdictAnswer,
    #[serde(flatten)]
    pub tally: JoinTally,
    /// Claims without a certificate that a shorter mate, or any, is refuted by.
    pub unchecked: usize,
    /// What is open: records of EPD, the cheapest to refute first.
    pub parts: Vec<String>,
}

impl Answer for JoinedAnswer {
    const TYPE: &str = "proof-joined";

    /// In a pipe it is a file of EPD, with comments.
    fn page(&self, settings: &Settings) -> Page {
        let mut page = self.verdict.page(settings);
        let JoinTally { answers, certificates, again, settled_here, .. } = &self.tally;
        let facts = [
            (*answers, "answer", "joined"),
            (*certificates, "certificate", "checked"),
            (*again, "answer", "known before"),
            (*settled_here, "part", "settled here"),
            (self.parts.len(), "part", "open"),
        ];
        let facts = facts.into_iter().filter(|(count, ..)| *count > 0).enumerate();
        let fact = |(at, (count, what, done))| {
            let lead = if at == 0 { " " } else { "" };
            Line::plain(format!("{lead}{} {done}", counted(count, what)))
        };
        page.facts(facts.map(fact), settings, 4);
        if self.unchecked > 0 {
            let claims = counted(self.unchecked, "claim");
            let mate = if self.verdict.outcome.proof.is_some() { "shorter mate" } else { "mate" };
            let text = format!(
                " no {mate} by {claims} not checked; `proof join --refute` checks them here"
            );
            page.wrapped(Line::of(Role::Caution, text), settings, 4);
        }
        if settings.is_pretty() {
            return page;
        }
        let remarks = page.lines().iter().map(|line| format!("# {}", line.text().trim_start()));
        let lines: Vec<String> = remarks.chain(self.parts.iter().cloned()).collect();
        Page::of_text(&lines.join("\n"))
    }
}
