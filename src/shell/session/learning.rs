//! Networks at the prompt: which one evaluates, positions to learn from, learning.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Instant;

use super::dataset::{WRITTEN_BY, dataset_for, write_dataset};
use super::job::{Finding, TaskContext};
use super::measure::{beside, content, name_of, open};
use super::{CommandError, Effect, News, Session, relabel};
use crate::engine::OptionId;
use crate::shell::learning::{
    DataReply, DataRequest, Learning, LearningReply, NetworkReply, TrainReply, TrainRequest,
};
use crate::shell::reply::Reply;
use crate::store::checkpoint::Checkpoint;
use crate::store::codec::Kind;
use crate::store::positions::{self, PositionFile, to_quick};
use crate::store::records::Records;
use crate::store::written::{CommentForm, never};
use crate::store::{
    NetworkOrigin, SavedNetwork, StoreError, WrittenFiles, built_in_network, learned_weights,
};
use crate::workshop::data::{DatasetBuilder, DatasetOptions, DatasetStatistics, quick_lines};
use crate::workshop::train::{TrainError, TrainEvent, Trained, chart, made_of, train};

/// What the name of a file of Expositor's form ends in.
const QUICK_EXTENSION: &str = "quick";

/// Bytes of a recorded ply, and positions read at a time.
const PLY: u64 = 4;
const AT_A_TIME: usize = 1 << 14;

impl Session {
    pub(super) fn learning(&mut self, what: Learning) -> Result<Effect, CommandError> {
        match what {
            Learning::Load(path)
                if path.extension().is_some_and(|end| end == learned_weights::EXTENSION) =>
            {
                self.load_weights(path)
            }
            Learning::Load(path) => {
                self.engine.set_option("EvalFile", &path.to_string_lossy())?;
                self.engine.set_option("Evaluation", "network")?;
                self.network(Some(path)).map(Effect::from)
            }
            Learning::Show(path) => self.network(path).map(Effect::from),
            Learning::Data(request) => {
                self.files.claim(&request.to, never).map_err(StoreError::from)?;
                self.start_task(move |context| data(&request, context))
            }
            Learning::Relabel(request) => {
                self.files.claim(&request.to, never).map_err(StoreError::from)?;
                let plan = relabel::plan(&request, self.engine.options())?;
                self.start_task(move |context| relabel::run(&request, &plan, context))
            }
            Learning::Weights(usage) => self.weights(usage),
            Learning::Train(mut request) => {
                self.files.claim(&request.to, never).map_err(StoreError::from)?;
                request.options.threads = self.engine.options().threads();
                if let Some(path) = &request.begin {
                    request.options.begin = Some(SavedNetwork::load(path)?.network);
                }
                self.start_task(move |context| learn(&request, context))
            }
        }
    }

    /// What is known of a network; of the one that would evaluate now if none is named.
    fn network(&self, path: Option<PathBuf>) -> Result<Reply, CommandError> {
        let options = self.engine.options();
        let loaded = options.show(OptionId::EvalFile);
        let path = path.or_else(|| (!loaded.is_empty()).then(|| PathBuf::from(&loaded)));
        let saved = match &path {
            Some(path) => SavedNetwork::load(path)?,
            None => built_in_network().clone(),
        };
        let in_use = options.network() == Some(&saved.network);
        let reply = NetworkReply { path, saved, in_use };
        Ok(Reply::Learning(LearningReply::Network(Box::new(reply))))
    }
}

fn is_quick(path: &Path) -> bool {
    path.extension().is_some_and(|end| end == QUICK_EXTENSION)
}

/// What stands beside a network while it learns.
fn part_of(path: &Path) -> PathBuf {
    beside(path, ".part")
}

/// The picture of the errors beside a network.
fn picture_of(path: &Path) -> PathBuf {
    path.with_extension("svg")
}

/// `data`.
fn data(request: &DataRequest, context: &TaskContext) -> Result<Finding, CommandError> {
    let to = &request.to;
    let bytes: u64 =
        request.from.iter().filter_map(|path| path.metadata().ok()).map(|m| m.len()).sum();
    let mut dataset = dataset_for(to, bytes / PLY, request.options)?;
    let items = request.from.len();
    context.tell(News::ItemsBegin { what: "data".to_owned(), items });
    let (mut sources, mut cut) = (Vec::new(), Vec::new());
    for (done, path) in request.from.iter().enumerate() {
        let mut reading = Reading { path, context, dataset: &mut dataset };
        let (source, fault) = reading.all()?;
        sources.push(source);
        cut.extend(fault);
        context.tell(News::ItemsDone(done + 1));
    }
    let options = &request.options;
    let DatasetOptions { skip, most, lambda, seed } = options;
    let settings = format!("skip {skip}, most {most}, lambda {lambda}, seed {seed}");
    let statistics = if is_quick(to) {
        write_quick(&context.files, to, dataset)?
    } else {
        write_dataset(&context.files, to, dataset, (sources, settings))?
    };
    let reply = DataReply { path: to.clone(), statistics, cut };
    Ok(Reply::Learning(LearningReply::Data(Box::new(reply))).into())
}

/// Writes positions in Expositor's form; those that have none are left out.
fn write_quick(
    files: &WrittenFiles,
    path: &Path,
    dataset: DatasetBuilder,
) -> Result<DatasetStatistics, CommandError> {
    let mut text = Vec::new();
    let statistics = dataset.deal(&mut |position| match to_quick(position) {
        Some(line) => writeln!(text, "{line}"),
        None => Ok(()),
    });
    let statistics = statistics.map_err(|error| content(path, error.to_string()))?;
    files.write(path, &text).map_err(StoreError::from)?;
    Ok(statistics)
}

/// A file being read.
struct Reading<'a> {
    path: &'a Path,
    context: &'a TaskContext,
    dataset: &'a mut DatasetBuilder,
}

impl Reading<'_> {
    /// Takes all that is in the file; says what it was, and where it broke off.
    fn all(&mut self) -> Result<(String, Option<String>), CommandError> {
        let mut head = [0; 5];
        let mut file = open(self.path)?;
        let length = file.read(&mut head).map_err(|error| self.fault(error.to_string()))?;
        let name = name_of(self.path);
        if head[..length] == [b"QPLY", &[Kind::Positions as u8][..]].concat()[..] {
            self.positions()?;
            return Ok((format!("positions of {name}"), None));
        }
        if head[..length].starts_with(b"QPLY") {
            let (settings, cut) = self.games()?;
            return Ok((format!("{name} ({settings})"), cut));
        }
        self.quick(BufReader::new(open(self.path)?))?;
        Ok((format!("quick positions of {name}"), None))
    }

    fn fault(&self, message: String) -> CommandError {
        content(self.path, message)
    }

    fn is_stopped(&self) -> Result<(), CommandError> {
        if self.context.stop.is_raised() { Err(StoreError::Stopped.into()) } else { Ok(()) }
    }

    fn taken(&self, taken: io::Result<()>) -> Result<(), CommandError> {
        taken.map_err(|error| {
            self.fault(format!("what is in it cannot be kept for shuffling: {error}"))
        })
    }

    /// Games, as far as the file is whole: one that is being written ends anywhere.
    fn games(&mut self) -> Result<(String, Option<String>), CommandError> {
        let mut records =
            Records::open(self.path).map_err(|error| self.fault(error.to_string()))?;
        let settings = records.header().settings.clone();
        for record in &mut records {
            self.is_stopped()?;
            match record {
                Ok(record) => {
                    let taken = self.dataset.game(&record);
                    self.taken(taken)?;
                }
                Err(error) => {
                    let cut = format!("{}: {error}", name_of(self.path));
                    return Ok((settings, Some(cut)));
                }
            }
        }
        Ok((settings, None))
    }

    fn positions(&mut self) -> Result<(), CommandError> {
        let fault = |error: positions::PositionsError| content(self.path, error.to_string());
        let mut file = PositionFile::open(self.path).map_err(fault)?;
        file.check(&self.context.stop).map_err(fault)?;
        let mut first = 0;
        while first < file.header().count() {
            self.is_stopped()?;
            let read = file.read(first, AT_A_TIME).map_err(fault)?;
            for (number, position) in (first..).zip(&read) {
                let taken = self.dataset.position(position, number >= file.header().learned());
                self.taken(taken)?;
            }
            first += read.len() as u64;
        }
        Ok(())
    }

    fn quick(&mut self, reader: impl BufRead) -> Result<(), CommandError> {
        for position in quick_lines(reader) {
            self.is_stopped()?;
            let position = position.map_err(|error| self.fault(error.to_string()))?;
            let taken = self.dataset.stray(&position);
            self.taken(taken)?;
        }
        Ok(())
    }
}

/// `train`.
fn learn(request: &TrainRequest, context: &TaskContext) -> Result<Finding, CommandError> {
    let begun = Instant::now();
    let (from, part) = (&request.from, part_of(&request.to));
    let file = PositionFile::open(from).map_err(|error| content(from, error.to_string()))?;
    let (count, sum) = (file.header().count(), file.header().checksum());
    let made_of = made_of(&file, &request.options);
    let checkpoint = Checkpoint::load(&context.files, &part, &made_of)?;
    let picture = picture_of(&request.to);
    context.files.claim_for(&picture, CommentForm::XML, &made_of).map_err(StoreError::from)?;
    let (mut begins, mut unwritten) = (true, None);
    let trained = train(file, &request.options, checkpoint, &context.stop, &mut |event| {
        let progress = match &event {
            TrainEvent::Progress(progress) | TrainEvent::Epoch(progress, _) => *progress,
        };
        if std::mem::take(&mut begins) {
            let items = progress.steps.1 as usize;
            context.tell(News::ItemsBegin { what: "train".to_owned(), items });
        }
        context.tell(News::Learned(progress));
        if let TrainEvent::Epoch(_, checkpoint) = event {
            unwritten = checkpoint.save(&context.files, &part).err();
        }
        match context.stop.is_raised() || unwritten.is_some() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    });
    let trained = trained.map_err(|error| {
        // Three files may be at fault.
        let file = match (&error, &request.begin) {
            (TrainError::OtherBeginning(..), Some(begin)) => begin,
            (TrainError::OtherShape(_), _) => &part,
            _ => from,
        };
        content(file, error.to_string())
    })?;
    if let Some(error) = unwritten {
        return Err(error.into());
    }
    let origin = NetworkOrigin {
        generation: request.generation,
        seed: request.options.seed,
        positions: trained.positions.0,
        data: format!("{} ({count} positions, checksum {sum:016x})", name_of(from)),
        commands: vec![request.line.clone()],
        written_by: WRITTEN_BY.to_owned(),
    };
    let chart = keep(&context.files, request, &trained, (&origin, &part))?;
    let rounding = trained.network.map(|(network, rounding)| (rounding, network.scale()));
    let reply = TrainReply {
        path: request.to.clone(),
        origin,
        positions: trained.positions,
        losses: trained.losses,
        rounding,
        speed: trained.speed,
        elapsed: begun.elapsed(),
        chart,
    };
    Ok(Reply::Learning(LearningReply::Train(Box::new(reply))).into())
}

/// Writes the network, or what it takes to go on, and the picture of the errors; says where that is.
fn keep(
    files: &WrittenFiles,
    request: &TrainRequest,
    trained: &Trained,
    (origin, part): (&NetworkOrigin, &Path),
) -> Result<PathBuf, CommandError> {
    match &trained.network {
        Some((network, _)) => {
            SavedNetwork { origin: origin.clone(), network: network.clone() }
                .save(files, &request.to)?;
            // Nothing is left to go on with. If it cannot be taken away, it does no harm.
            drop(std::fs::remove_file(part));
        }
        None => trained.checkpoint.save(files, part)?,
    }
    let path = picture_of(&request.to);
    let picture = chart::losses(&trained.losses);
    files.write(&path, picture.as_bytes()).map_err(StoreError::from)?;
    Ok(path)
}
