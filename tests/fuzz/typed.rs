//! Sessions at the prompt through a pipe, in plain text or in JSON.
//!
//! After every step the program is asked for its position, and after some for all of its state, so that refused lines that change
//! something are found. Every second session is calm: nothing runs beside the lines, and state is compared.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::Result;

use super::chance::Chance;
use super::grammar::Grammar;
use super::json_schema::LineSchema;
use super::outcome::{Fault, Outcome, panicked, unclean, unexpected};
use super::program::{Program, Wait, command};
use super::session::{Dialect, Step};
use super::world::World;

/// Typed before everything else, so that a bare `go` or `proof` is short.
const PREFACE: &str = "set go.default 2ms\nset proof.default 5ms\n";

/// Steps sent before an answer is waited for.
const BATCH: usize = 20;

/// One step in this many has all of the state queried before and after it.
const THOROUGH: usize = 4;

/// Prefix of markers in the output.
const MARK: &str = "@@mark-";

/// The prompt, answering in text or in JSON.
pub(crate) struct Typed {
    json: bool,
    schema: LineSchema,
}

impl Typed {
    pub(crate) fn new(json: bool) -> Typed {
        Typed { json, schema: LineSchema::new() }
    }

    /// Returns the first fault of the output's form.
    fn ill_formed(&self, program: &Program, coloured: bool) -> Option<Fault> {
        if self.json {
            let text = match std::str::from_utf8(&program.out) {
                Ok(text) => text,
                Err(error) => return Some(Fault::new("output is no UTF-8", error.to_string())),
            };
            let faults = |line| self.schema.faults(line).into_iter().next();
            if let Some(fault) = text.lines().find_map(faults) {
                let class = fault.split(':').next().unwrap_or_default();
                return Some(Fault::new(format!("JSON: {class}"), fault));
            }
        }
        if coloured { None } else { unclean(&program.out).or_else(|| unclean(&program.err)) }
    }

    /// Returns the first refused step behind which the state differs from before.
    fn changed(
        &self,
        program: &Program,
        sent: &[Sent],
        refused: &BTreeSet<usize>,
    ) -> Option<Fault> {
        let states = states(&String::from_utf8_lossy(&program.out), self.json);
        sent.windows(2).find_map(|pair| {
            let (before, sent) = (states.get(&pair[0].number)?, &pair[1]);
            let after = states.get(&sent.number)?;
            if sent.partial || !(sent.first..=sent.last).any(|line| refused.contains(&line)) {
                return None;
            }
            let text = String::from_utf8_lossy(&sent.text);
            if before.fen.as_ref()? != after.fen.as_ref()? {
                let detail = format!("{text}\nbefore: {:?}\nafter: {:?}", before.fen, after.fen);
                return Some(Fault::new("a refusal changes the position", detail));
            }
            let (before, after) = (before.all.as_ref()?, after.all.as_ref()?);
            let line = before.iter().zip(after).find(|(before, after)| before != after);
            let differs = line.is_some() || before.len() != after.len();
            differs.then(|| Fault::new("a refusal changes the state", format!("{text}\n{line:?}")))
        })
    }
}

/// A step that was sent: its number, and the lines of standard input that it took.
struct Sent {
    number: usize,
    first: usize,
    last: usize,
    /// A part may be executed though the rest is refused.
    partial: bool,
    text: Vec<u8>,
}

/// The state behind a step.
#[derive(Default)]
struct State {
    fen: Option<String>,
    all: Option<Vec<String>>,
}

/// Parses the answers to the queries after the steps.
fn states(out: &str, json: bool) -> BTreeMap<usize, State> {
    let mut states: BTreeMap<usize, State> = BTreeMap::new();
    let mut asked: Option<(usize, bool)> = None;
    for line in out.lines() {
        if let Some((_, mark)) = line.split_once(MARK) {
            let digits = mark.find(|c: char| !c.is_ascii_digit()).unwrap_or(mark.len());
            let number = mark[..digits].parse().unwrap_or(usize::MAX);
            asked = match mark[digits..].chars().next() {
                Some('a') => {
                    states.entry(number).or_default().all = Some(Vec::new());
                    Some((number, true))
                }
                Some('e') => None,
                _ => Some((number, false)),
            };
            continue;
        }
        match asked {
            Some((number, true)) => {
                let state = states.entry(number).or_default();
                state.all.get_or_insert_default().push(line.to_owned());
            }
            Some((number, false)) if is_fen(line, json) => {
                states.entry(number).or_default().fen = Some(line.to_owned());
                asked = None;
            }
            _ => {}
        }
    }
    states
}

fn is_fen(line: &str, json: bool) -> bool {
    if json {
        return line.contains("\"type\":\"fen\"");
    }
    let ranks = line.split(' ').next().unwrap_or_default();
    ranks.matches('/').count() == 7 && line.split(' ').count() == 6
}

/// Returns the lines of standard input that were refused.
fn refusals(program: &Program) -> BTreeSet<usize> {
    let err = String::from_utf8_lossy(&program.err);
    let number = |line: &str| {
        let (number, rest) = line.strip_prefix("stdin:")?.split_once(':')?;
        rest.contains("error").then(|| number.parse().ok())?
    };
    err.lines().filter_map(number).collect()
}

fn holds(text: &[u8], words: &[&str]) -> bool {
    let text = String::from_utf8_lossy(text).to_lowercase();
    words.iter().any(|word| text.contains(word))
}

impl Dialect for Typed {
    fn name(&self) -> &'static str {
        if self.json { "json" } else { "prompt" }
    }

    fn steps(&self, chance: &mut Chance, lines: usize) -> Vec<Step> {
        let calm = chance.percent(50);
        let mut grammar = Grammar::new(!calm);
        let mut steps = Vec::new();
        let mut count = 0;
        while count < lines {
            let text = grammar.line(chance);
            count += 1 + text.iter().filter(|&&byte| byte == b'\n').count();
            steps.push(Step { text, calm, ..Step::default() });
        }
        steps
    }

    fn run(&self, world: &World, room: &Path, steps: &[Step]) -> Result<Outcome> {
        let mut outcome = Outcome::default();
        let json: &[&str] = if self.json { &["--json"] } else { &[] };
        let arguments = ["-H", "1", "-t", "1"].iter().chain(json);
        let mut program = Program::start(command(&world.binary, room, arguments))?;
        program.say(PREFACE.as_bytes().to_vec());
        let mut line = PREFACE.lines().count();
        let mut sent: Vec<Sent> = Vec::new();
        let mut ended = Wait::Answered;
        'session: for (batch, steps) in steps.chunks(BATCH).enumerate() {
            let mut bytes = Vec::new();
            for (place, step) in steps.iter().enumerate() {
                let number = batch * BATCH + place;
                let many = step.text.contains(&b'\n');
                let partial = many || holds(&step.text, &[";", "zz", "yy", "source"]);
                let first = line + 1;
                bytes.extend(&step.text);
                bytes.extend(b"\n\n");
                line += 2 + step.text.iter().filter(|&&byte| byte == b'\n').count();
                sent.push(Sent { number, first, last: line, partial, text: step.text.clone() });
                outcome.trials += line - first;
                let mut ask = format!("echo {MARK}{number}\nfen\n");
                if step.calm && number % THOROUGH < 2 {
                    ask +=
                        &format!("echo {MARK}{number}a\nget\npgn\nalias\necho {MARK}{number}e\n");
                }
                line += ask.lines().count();
                bytes.extend(ask.as_bytes());
            }
            if !steps[0].calm {
                bytes.extend(b"stop\nforce\n");
                line += 2;
            }
            program.say(bytes);
            for place in 0..steps.len() {
                ended = program.wait_for(format!("{MARK}{}", batch * BATCH + place).as_bytes());
                if ended != Wait::Answered {
                    break 'session;
                }
            }
        }
        if ended == Wait::Answered {
            program.say(format!("stop\nforce\necho {MARK}end\n").into_bytes());
            ended = program.wait_for(format!("{MARK}end").as_bytes());
        }
        outcome.measure(&program);
        let mut allowed = vec![0, 1, 4];
        match ended {
            Wait::Answered if steps.len().is_multiple_of(2) => program.hang_up(),
            Wait::Answered => program.say(b"quit\n".to_vec()),
            Wait::Left => allowed.clear(),
            Wait::Hung => {
                let tail =
                    String::from_utf8_lossy(&program.err[program.err.len().saturating_sub(300)..])
                        .into_owned();
                outcome.blame(panicked(&program.err));
                outcome.blame(Some(Fault::new("hangs", tail)));
                return Ok(outcome);
            }
        }
        if program.interrupts > 0 {
            allowed.push(130);
        }
        let status = program.status()?;
        outcome.blame(panicked(&program.err).or_else(|| panicked(&program.out)));
        outcome.blame(unexpected(status, &allowed, &program.err).map(|fault| match ended {
            Wait::Left => Fault::new(format!("leaves by itself, {}", fault.class), fault.detail),
            _ => fault,
        }));
        let refused = refusals(&program);
        let is_refused =
            |sent: &&Sent| (sent.first..=sent.last).any(|line| refused.contains(&line));
        outcome.refused = sent.iter().filter(is_refused).count();
        let coloured = steps
            .iter()
            .any(|step| holds(&step.text, &["color", "tty", "terminal", "theme", "pager"]));
        outcome.blame(self.ill_formed(&program, coloured));
        if steps.first().is_some_and(|step| step.calm) {
            outcome.blame(self.changed(&program, &sent, &refused));
        }
        Ok(outcome)
    }
}
