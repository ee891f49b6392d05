//! Networks at the prompt: which one evaluates, positions to learn from, learning.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Instant;

use super::job::{Finding, TaskContext};
use super::measure::{beside, content, name_of};
use super::{CommandError, Effect, News, Session};
use crate::shell::learning::{Learning, LearningReply, NetworkReply, TrainReply, TrainRequest};
use crate::shell::reply::Reply;
use crate::store::checkpoint::Checkpoint;
use crate::store::positions::PositionFile;
use crate::store::written::{CommentForm, never};
use crate::store::{
    NetworkOrigin, SavedNetwork, StoreError, WrittenFiles, built_in_network, learned_weights,
};
use crate::workshop::tool::files::WRITTEN_BY;
use crate::workshop::train::{TrainError, TrainEvent, Trained, chart, made_of, train};

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
            Learning::Weights(usage) => self.weights(usage),
            Learning::Train(mut request) => {
                self.files.claim(&request.to, never).map_err(StoreError::from)?;
                request.options.threads = self.engine.options().threads;
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
        let loaded = &options.eval_file.text;
        let path = path.or_else(|| (!loaded.is_empty()).then(|| PathBuf::from(loaded)));
        let saved = match &path {
            Some(path) => SavedNetwork::load(path)?,
            None => built_in_network().clone(),
        };
        let in_use = options.network() == Some(&saved.network);
        let reply = NetworkReply { path, saved, in_use };
        Ok(Reply::Learning(LearningReply::Network(Box::new(reply))))
    }
}

/// What stands beside a network while it learns.
fn part_of(path: &Path) -> PathBuf {
    beside(path, ".part")
}

/// The picture of the errors beside a network.
fn picture_of(path: &Path) -> PathBuf {
    path.with_extension("svg")
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
