//! `relabel`: positions searched anew, kept in a journal piece by piece until all are done.

use std::ops::ControlFlow;
use std::time::Instant;

use super::dataset::{dataset_for, write_dataset};
use super::job::{Finding, TaskContext};
use super::measure::{beside, content, name_of};
use super::selfplay::base_of;
use super::{CommandError, News};
use crate::engine::Options;
use crate::shell::learning::{LearningReply, RelabelReply, RelabelRequest};
use crate::shell::reply::Reply;
use crate::store::MadeOf;
use crate::store::journal::WorkJournal;
use crate::store::positions::PositionFile;
use crate::workshop::data::DatasetOptions;
use crate::workshop::relabel::{PIECE, RelabelPlan, RelabeledPiece, piece_count, relabel};

/// What will be searched, with what is set now.
pub(super) fn plan(request: &RelabelRequest, now: &Options) -> Result<RelabelPlan, CommandError> {
    Ok(RelabelPlan {
        options: base_of(now)?,
        limits: request.limits.clone(),
        tree: request.tree,
        most: request.most,
        seed: request.seed,
        jobs: request.jobs,
    })
}

/// Goes on where the journal beside the file to be made ends, if there is one.
pub(super) fn run(
    request: &RelabelRequest,
    plan: &RelabelPlan,
    context: &TaskContext,
) -> Result<Finding, CommandError> {
    let begun = Instant::now();
    let (from, to) = (&request.from, &request.to);
    let mut file = PositionFile::open(from).map_err(|error| content(from, error.to_string()))?;
    file.check(&context.stop).map_err(|error| content(from, error.to_string()))?;
    let (positions, sum) = (file.header().count(), file.header().checksum());
    let made_of = MadeOf::work("relabel").and("positions", format_args!("{positions}, {sum:016x}"));
    let made_of = plan.made_of(made_of);
    let journal_path = beside(to, ".journal");
    let (mut journal, lines) = WorkJournal::open(&context.files, &journal_path, &made_of)?;
    let options = DatasetOptions { skip: 0, most: request.most, lambda: 0, seed: request.seed };
    let mut dataset = dataset_for(to, positions, options)?;
    let pieces = piece_count(&file);
    let learned = file.header().learned();
    // What comes of a position that is held out is held out, and so are its neighbours in a piece.
    let is_held_out = |piece: u32| (u64::from(piece) + 1) * PIECE as u64 > learned;
    let mut done = 0;
    for line in lines {
        // What cannot be read any more, and all behind it, is searched again.
        let Some(piece) = RelabeledPiece::from_line(&line) else { break };
        let taken = dataset.piece(&piece, is_held_out(done));
        taken.map_err(|error| content(to, error.to_string()))?;
        done += 1;
    }
    context.tell(News::ItemsBegin { what: "relabel".to_owned(), items: pieces as usize });
    context.tell(News::ItemsDone(done as usize));
    let known = done;
    let mut failed: Option<CommandError> = None;
    let searched = relabel(plan, file, known, &context.stop, &mut |piece| {
        let kept = journal.add(&piece.to_line()).map_err(CommandError::from);
        let taken = dataset.piece(&piece, is_held_out(done));
        let taken = taken.map_err(|error| content(to, error.to_string()));
        done += 1;
        context.tell(News::ItemsDone(done as usize));
        match kept.and(taken) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                failed = Some(error);
                ControlFlow::Break(())
            }
        }
    });
    searched.map_err(|error| content(from, error.to_string()))?;
    if let Some(error) = failed {
        return Err(error);
    }
    let mut reply = RelabelReply {
        path: to.clone(),
        statistics: dataset.statistics,
        searched: (u64::from(done) * PIECE as u64).min(positions),
        positions,
        elapsed: begun.elapsed(),
        kept: Some(journal_path),
    };
    if done == pieces {
        reply.statistics =
            write_dataset(&context.files, to, dataset, (vec![name_of(from)], made_of.to_string()))?;
        journal.remove()?;
        reply.kept = None;
    }
    Ok(Reply::Learning(LearningReply::Relabel(Box::new(reply))).into())
}
