//! `annotate`: games are annotated, on the board or out of a file; what was found is kept as it is found.
//!
//! The games of a file go into a new file when all are done. Until then a journal beside it (`store/journal.rs`) holds
//! every answer of the search and the prover, so that the same command goes on where a stop or a crash ended it.

use std::collections::HashMap;
use std::fs;
use std::io::BufReader;
use std::path::Path;
use std::time::Instant;

use super::job::{Finding, TaskContext};
use super::measure::content;
use super::{CommandError, Effect, News, Session};
use crate::chess::pgn::{PgnGame, PgnReader};
use crate::control::Limits;
use crate::engine::Options;
use crate::shell::annotation::{AnnotateRequest, AnnotatedReply};
use crate::shell::reply::Reply;
use crate::store::journal::WorkJournal;
use crate::store::made_of::{checksum_of, fingerprint};
use crate::store::written::{CommentForm, HEAD};
use crate::store::{self, MadeOf, StoreError, WrittenFiles};
use crate::workshop::annotate::{
    AnnotateOptions, AnnotatedGame, AnnotatedItem, Annotator, Findings, GameFinding, Question,
    main_line,
};
use crate::workshop::tool::files::{beside, name_of, open};

/// A page or a picture of more games than this is not made.
const MOST_SHOWN: usize = 100;

/// What was found about the game on the board, for whoever asks again after a stop.
#[derive(Debug, Default)]
pub(super) struct KeptFindings {
    work: Option<MadeOf>,
    findings: Findings,
}

impl Session {
    pub(super) fn annotate_games(
        &mut self,
        request: AnnotateRequest,
    ) -> Result<Effect, CommandError> {
        let options = self.engine.options().clone();
        if request.path.is_some() {
            return self.start_task(move |context| annotate_file(&request, &options, context));
        }
        if let Some(unfit) = [&request.to].into_iter().flatten().next() {
            let message =
                "the game on the board is annotated where it is; `pgn FILE` writes it".to_owned();
            return Err(content(unfit, message));
        }
        let record = self.timeline.sheet().record.clone();
        let source = fingerprint(record.to_string().as_bytes());
        let work = made_of(&options, &request.options, source);
        let kept = std::mem::take(&mut self.annotating);
        let is_same = kept.work.as_ref() == Some(&work);
        let known = if is_same { kept.findings } else { Findings::new() };
        self.start_task(move |context| {
            annotate_board(&request, &options, (record, work, known), context)
        })
    }
}

/// Everything that what is found about a place follows from.
pub(super) fn made_of(options: &Options, wanted: &AnnotateOptions, source: u64) -> MadeOf {
    let Limits { depth, nodes, movetime, .. } = &wanted.limits;
    Annotator::options(options, wanted)
        .made_of("", MadeOf::work("annotate"))
        .and("games", format_args!("{source:016x}"))
        .and_if("depth", *depth)
        .and_if("nodes", *nodes)
        .and_if("time", movetime.map(|time| format!("{time:?}")))
        .and("proof", wanted.proof_nodes)
}

fn annotate_board(
    request: &AnnotateRequest,
    options: &Options,
    (record, work, known): (PgnGame, MadeOf, Findings),
    context: &TaskContext,
) -> Result<Finding, CommandError> {
    let begun = Instant::now();
    claim_shown(&context.files, request, &work)?;
    let places = main_line(&record).ply() + 1;
    context.tell(News::ItemsBegin { what: "annotate".to_owned(), items: places });
    let mut findings = known.clone();
    let mut count = PlaceCount::new(context, &findings);
    let mut tell = |question: Question, ply: usize, finding: &GameFinding| {
        findings.insert((question, ply), finding.clone());
        count.note(question);
    };
    let mut annotator = Annotator::new(options, request.options.clone())?;
    let annotated = annotator.annotate(&record, known, &context.stop, &mut tell)?;
    let mut reply = AnnotatedReply {
        total: 1,
        html: request.html.clone(),
        svg: request.svg.clone(),
        elapsed: begun.elapsed(),
        ..AnnotatedReply::default()
    };
    let Some(game) = annotated else {
        reply.stopped = true;
        return Ok(Finding::new(move |session| {
            session.annotating = KeptFindings { work: Some(work), findings };
            Ok(Reply::Annotated(Box::new(reply)))
        }));
    };
    reply.done = 1;
    let item = item(&context.files, (1, game), request)?;
    context.tell(News::Annotated(Box::new(item.clone())));
    Ok(Finding::new(move |session| {
        let record = item.game.record.clone();
        session.timeline.edit(|on_board| {
            *on_board = record;
            true
        });
        if reply.html.is_some() || reply.svg.is_some() {
            reply.shown.push(item);
        }
        Ok(Reply::Annotated(Box::new(reply)))
    }))
}

/// Counts the places that are done, for whoever watches.
struct PlaceCount<'a> {
    context: &'a TaskContext,
    done: usize,
}

impl PlaceCount<'_> {
    fn new<'a>(context: &'a TaskContext, known: &Findings) -> PlaceCount<'a> {
        let done = known.keys().filter(|(question, _)| *question == Question::Place).count();
        PlaceCount { context, done }
    }

    fn note(&mut self, question: Question) {
        if question == Question::Place {
            self.done += 1;
            self.context.tell(News::ItemsDone(self.done));
        }
    }
}

/// The games of a file that are to be annotated.
#[derive(Default)]
struct FileSurvey {
    /// Numbers of those that can be.
    games: Vec<usize>,
    places: usize,
    /// Those that cannot be read, or are odd.
    damaged: Vec<String>,
}

/// Looks through the file before anything is searched: what is damaged is told of, and how long it may take is known.
fn survey(
    path: &Path,
    only: Option<usize>,
    context: &TaskContext,
) -> Result<FileSurvey, CommandError> {
    let mut survey = FileSurvey::default();
    let mut reader = PgnReader::new(BufReader::new(open(path)?));
    let failed = |error: std::io::Error| content(path, error.to_string());
    let mut number = 0;
    while let Some(record) = reader.record().map_err(failed)? {
        if context.stop.is_raised() {
            return Err(StoreError::Stopped.into());
        }
        number += 1;
        if only.is_some_and(|only| only != number) {
            continue;
        }
        let reading = record.read();
        let named = reading.fault.iter().chain(&reading.doubts);
        survey.damaged.extend(named.map(|fault| format!("game {number}, {fault}")));
        if reading.fault.is_none() {
            survey.games.push(number);
            survey.places += main_line(&reading.game).ply() + 1;
        }
    }
    if survey.games.is_empty() {
        if let Some(record) = only.filter(|&only| only > number) {
            return Err(CommandError::NoRecord { path: path.to_owned(), record, records: number });
        }
        let why = survey.damaged.first().map(|fault| format!(": {fault}")).unwrap_or_default();
        return Err(content(path, format!("there is no game in it that can be annotated{why}")));
    }
    Ok(survey)
}

/// One run over a file.
struct FileRun<'a> {
    request: &'a AnnotateRequest,
    context: &'a TaskContext,
    annotator: Annotator,
    journal: WorkJournal,
    /// Lines of the journal by game.
    kept: HashMap<usize, Vec<String>>,
    places: usize,
    /// The annotated games, one behind the other.
    text: String,
    reply: AnnotatedReply,
}

fn annotate_file(
    request: &AnnotateRequest,
    options: &Options,
    context: &TaskContext,
) -> Result<Finding, CommandError> {
    let begun = Instant::now();
    let Some(path) = &request.path else { return Ok(Reply::Done.into()) };
    let to = request.to.clone().unwrap_or_else(|| path.with_extension("annotated.pgn"));
    let journal_path = beside(&to, ".journal");
    let source = checksum_of(path).map_err(StoreError::from)?;
    let work = made_of(options, &request.options, source);
    // A run that was killed behind its last byte left its journal: then the file is its own.
    let is_ours = |head: &[u8]| WorkJournal::last_line(&journal_path, &work) == Some(written(head));
    claim_shown(&context.files, request, &work)?;
    context.files.claim(&to, is_ours).map_err(StoreError::from)?;
    let survey = survey(path, request.game, context)?;
    let shows = request.html.is_some() || request.svg.is_some();
    if shows && survey.games.len() > MOST_SHOWN {
        let message = format!("a page holds {MOST_SHOWN} games at most; name one with --game N");
        return Err(content(path, message));
    }
    let annotator = Annotator::new(options, request.options.clone())?;
    let (journal, lines) = WorkJournal::open(&context.files, &journal_path, &work)?;
    context.tell(News::ItemsBegin { what: name_of(path), items: survey.places });
    let reply = AnnotatedReply {
        path: Some(path.clone()),
        total: survey.games.len(),
        damaged: survey.damaged,
        html: request.html.clone(),
        svg: request.svg.clone(),
        ..AnnotatedReply::default()
    };
    let kept = by_game(lines);
    let text = String::new();
    let mut run = FileRun { request, context, annotator, journal, kept, places: 0, text, reply };
    let done = run.games(path, &survey.games)?;
    let FileRun { mut journal, text, mut reply, .. } = run;
    if done {
        journal.add(&written(text.as_bytes()))?;
        context.files.write(&to, text.as_bytes()).map_err(StoreError::from)?;
        journal.remove()?;
        reply.to = Some(to);
    } else {
        reply.stopped = true;
        reply.kept = Some(journal_path);
    }
    reply.elapsed = begun.elapsed();
    let message = match reply.damaged.len() {
        0 => return Ok(Reply::Annotated(Box::new(reply)).into()),
        1 => reply.damaged[0].clone(),
        count => format!("{count} faults: {}", reply.damaged[..count.min(5)].join("; ")),
    };
    let message = format!("{}: {message}", path.display());
    Err(CommandError::BadRecords { message, reply: Box::new(Reply::Annotated(Box::new(reply))) })
}

impl FileRun<'_> {
    /// Annotates these games of the file; `false` if it was told to stop.
    fn games(&mut self, path: &Path, wanted: &[usize]) -> Result<bool, CommandError> {
        let mut reader = PgnReader::new(BufReader::new(open(path)?));
        let failed = |error: std::io::Error| content(path, error.to_string());
        let mut number = 0;
        for &next in wanted {
            while number + 1 < next && reader.pass_over().map_err(failed)? {
                number += 1;
            }
            number += 1;
            let Some(record) = reader.record().map_err(failed)? else { break };
            let Some(game) = self.game(number, &record.read().game)? else { return Ok(false) };
            if !self.text.is_empty() {
                self.text.push('\n');
            }
            self.text.push_str(&game.record.to_string());
            let item = item(&self.context.files, (number, game), self.request)?;
            self.context.tell(News::Annotated(Box::new(item.clone())));
            self.reply.done += 1;
            if self.request.html.is_some() || self.request.svg.is_some() {
                self.reply.shown.push(item);
            }
        }
        Ok(true)
    }

    fn game(
        &mut self,
        number: usize,
        record: &PgnGame,
    ) -> Result<Option<AnnotatedGame>, CommandError> {
        let line = main_line(record);
        let chess960 = line.start().is_chess960();
        let kept = self.kept.remove(&number).unwrap_or_default();
        // What cannot be read any more is asked again.
        let known: Findings =
            kept.iter().filter_map(|text| GameFinding::from_line(text, &line).ok()).collect();
        let mut count = PlaceCount::new(self.context, &known);
        count.done += self.places;
        let (journal, stop) = (&mut self.journal, &self.context.stop);
        let mut unwritten = None;
        let mut tell = |question: Question, ply: usize, finding: &GameFinding| {
            let text = finding.to_line((question, ply), chess960);
            if let Err(error) = journal.add(&format!("{number}\t{text}")) {
                unwritten = Some(error);
                stop.raise();
            }
            count.note(question);
        };
        let annotated = self.annotator.annotate(record, known, stop, &mut tell)?;
        self.places = count.done;
        match unwritten {
            Some(error) => Err(error.into()),
            None => Ok(annotated),
        }
    }
}

/// Returns the last line of a journal, by which the file that was written is recognised: a checksum of its beginning.
fn written(text: &[u8]) -> String {
    let head = &text[..text.len().min(HEAD)];
    format!("written\t{:016x}", fingerprint(head))
}

/// The lines of a journal by the number of the game that they begin with.
fn by_game(lines: Vec<String>) -> HashMap<usize, Vec<String>> {
    let mut games: HashMap<usize, Vec<String>> = HashMap::new();
    for line in lines {
        let Some((number, text)) = line.split_once('\t') else { continue };
        if let Ok(number) = number.parse() {
            games.entry(number).or_default().push(text.to_owned());
        }
    }
    games
}

/// A game with its title, its proofs written.
fn item(
    files: &WrittenFiles,
    (number, game): (usize, AnnotatedGame),
    request: &AnnotateRequest,
) -> Result<AnnotatedItem, CommandError> {
    let mut item = AnnotatedItem::of(number, game);
    let AnnotatedItem { game, proofs, chess960, .. } = &mut item;
    if let Some(folder) = &request.proofs {
        let mates = game.moves.iter().enumerate().flat_map(|(ply, review)| {
            let missed = review.missed.iter().map(move |mate| (ply, mate));
            missed.chain(review.allowed.iter().map(move |mate| (ply + 1, mate)))
        });
        for (ply, mate) in mates {
            let path = folder.join(format!("{number:04}-ply{ply}.jsonl"));
            let known = proofs.iter().any(|(known, _)| *known == ply);
            if !known {
                let shortest = mate.shortest.then_some(true);
                store::proof::save(files, &path, &mate.proof, shortest, *chess960)?;
                proofs.push((ply, path));
            }
        }
    }
    Ok(item)
}

/// Makes the folder of proofs and claims the page and the picture before the search, so that a refusal comes before the work.
fn claim_shown(
    files: &WrittenFiles,
    request: &AnnotateRequest,
    work: &MadeOf,
) -> Result<(), CommandError> {
    if let Some(folder) = &request.proofs {
        let fault = |error: std::io::Error| content(folder, format!("cannot be made: {error}"));
        fs::create_dir_all(folder).map_err(fault)?;
    }
    let work = work.clone().and_if("game", request.game);
    let mut shown = request.html.iter().chain(&request.svg);
    let claimed = shown.try_for_each(|path| files.claim_for(path, CommentForm::XML, &work));
    Ok(claimed.map_err(StoreError::from)?)
}
