//! Reading labelled positions, and what the evaluation sees in each: the few weights that count, and how often.
//!
//! A line is `FEN;centipawns;result`, both from White's view, the result 1, 0.5 or 0; or the positions are those that `data`
//! took from games. Positions whose outcome the evaluation knows, or where a side is in check, teach its weights nothing
//! and are left out; so are those labelled zero in a decided game, because collections write zero where an engine announced
//! mate.

use std::io::{self, BufRead};

use crate::chess::lines::Lines;
use crate::chess::{ByColor, Color, Position};
use crate::eval::classical::features::{COUNT, GROUPS, Shape};
use crate::eval::classical::{ClassicalEvaluator, FULL_PHASE, FULL_SCALE, fifty_move_scale};
use crate::eval::trace::Coefficients;
use crate::store::positions::{PositionFile, PositionsError};

#[derive(Debug, thiserror::Error)]
pub enum TuneError {
    #[error("line {line} cannot be read: {source}")]
    Read { line: usize, source: io::Error },
    #[error("line {line}: {reason}")]
    Line { line: usize, reason: String },
    #[error(transparent)]
    Positions(#[from] PositionsError),
    #[error("only {0} positions to learn from; at least 100 are needed")]
    TooFew(usize),
}

/// A line with more bytes than this is no labelled position.
const LONGEST: usize = 1 << 10;

#[derive(Clone, Copy, Debug)]
pub(crate) struct FeatureCount {
    pub(crate) weight: u16,
    pub(crate) count: i16,
}

/// What is known of one position besides its entries.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sample {
    start: u32,
    /// How many entries of White minus Black there are, then of the danger for White's king and for Black's.
    lengths: [u16; 3],
    /// The share of the middle game's value that counts, 0 to 1.
    pub(crate) middle: f32,
    /// The share of the endgame's value that counts, 0 to 1.
    pub(crate) end: f32,
    /// What an engine said, in centipawns, White's view.
    pub(crate) centipawns: f32,
    /// How the game ended for White: 1, ½ or 0; `None` if none was played.
    pub(crate) result: Option<f32>,
}

/// The entries of one sample, by what they mean.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entries<'a> {
    /// Weights that count for themselves, White minus Black.
    pub(crate) linear: &'a [FeatureCount],
    /// Weights of the danger for each side's king.
    pub(crate) danger: ByColor<&'a [FeatureCount]>,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Samples {
    pub(crate) samples: Vec<Sample>,
    entries: Vec<FeatureCount>,
}

impl Samples {
    pub(crate) fn read(reader: impl BufRead) -> Result<Samples, TuneError> {
        let mut samples = Samples::default();
        let mut witness = Witness::new();
        let mut lines = Lines::new(reader);
        loop {
            let next = lines.next();
            let read = lines.count();
            let next = next.map_err(|source| TuneError::Read { line: read + 1, source })?;
            let Some((number, line)) = next else { return Ok(samples) };
            let fault = |reason| TuneError::Line { line: number, reason };
            if line.len() > LONGEST {
                let reason = format!("it has more than {LONGEST} bytes, too many for a position");
                return Err(fault(reason));
            }
            if !line.trim().is_empty() {
                witness.add(&Labelled::parse(&line).map_err(fault)?, &mut samples);
            }
        }
    }

    /// Takes every position of a file that `data` wrote.
    pub(crate) fn of_positions(file: &mut PositionFile) -> Result<Samples, PositionsError> {
        const AT_A_TIME: usize = 1 << 16;
        let mut samples = Samples::default();
        let mut witness = Witness::new();
        for first in (0..file.header().count()).step_by(AT_A_TIME) {
            for (number, taken) in (first + 1..).zip(file.read(first, AT_A_TIME)?) {
                let position = taken.to_position().ok_or(PositionsError::NoPosition(number))?;
                let result = taken.halves().map(|halves| f32::from(halves) / 2.0);
                let centipawns = f32::from(taken.centipawns());
                witness.add(&Labelled { position, centipawns, result }, &mut samples);
            }
        }
        Ok(samples)
    }

    pub(crate) fn entries(&self, sample: &Sample) -> Entries<'_> {
        let rest = &self.entries[sample.start as usize..];
        let (linear, rest) = rest.split_at(sample.lengths[0].into());
        let (white, rest) = rest.split_at(sample.lengths[1].into());
        let black = &rest[..sample.lengths[2].into()];
        Entries { linear, danger: ByColor::new(white, black) }
    }
}

pub(crate) struct Labelled {
    pub(crate) position: Position,
    pub(crate) centipawns: f32,
    pub(crate) result: Option<f32>,
}

impl Labelled {
    fn parse(line: &str) -> Result<Labelled, String> {
        let mut fields = line.split(';');
        let (Some(fen), Some(centipawns), Some(result)) =
            (fields.next(), fields.next(), fields.next())
        else {
            return Err("expected FEN;centipawns;result".to_owned());
        };
        let position = Position::from_fen(fen).map_err(|error| error.to_string())?;
        let centipawns = centipawns
            .trim()
            .parse()
            .map_err(|_| format!("\"{centipawns}\" is not a number of centipawns"))?;
        let result = match result.trim() {
            "1" => 1.0,
            "0.5" => 0.5,
            "0" => 0.0,
            other => return Err(format!("\"{other}\" is not a result: 1, 0.5 or 0")),
        };
        Ok(Labelled { position, centipawns, result: Some(result) })
    }
}

/// Evaluates positions and writes down what counted.
pub(crate) struct Witness {
    evaluator: ClassicalEvaluator,
    counts: Coefficients,
    is_danger: Vec<bool>,
}

impl Witness {
    pub(crate) fn new() -> Witness {
        let shapes = GROUPS
            .iter()
            .flat_map(|group| std::iter::repeat_n(group.shape == Shape::Danger, group.len));
        Witness {
            evaluator: ClassicalEvaluator::new(),
            counts: Coefficients::new(COUNT),
            is_danger: shapes.collect(),
        }
    }

    /// Takes a position, if it can teach something.
    pub(crate) fn add(&mut self, labelled: &Labelled, samples: &mut Samples) {
        let position = &labelled.position;
        self.counts.clear();
        let verdict = self.evaluator.judge(position.placement(), position.turn(), &mut self.counts);
        let is_doubtful =
            labelled.centipawns == 0.0 && labelled.result.is_some_and(|result| result != 0.5);
        if verdict.known.is_some() || position.in_check() || is_doubtful {
            return;
        }
        let start = samples.entries.len();
        let before = |samples: &Samples| samples.entries.len();
        let mut lengths = [0; 3];
        let mut from = start;
        for (length, part) in lengths.iter_mut().zip([None, Some(Color::White), Some(Color::Black)])
        {
            self.write(part, &mut samples.entries);
            *length = (before(samples) - from) as u16;
            from = before(samples);
        }
        let middle = verdict.phase as f32 / FULL_PHASE as f32;
        let left = fifty_move_scale(position.halfmoves()) as f32 / FULL_SCALE as f32;
        samples.samples.push(Sample {
            start: start as u32,
            lengths,
            middle: middle * left,
            end: left * (1.0 - middle) * verdict.scale as f32 / FULL_SCALE as f32,
            centipawns: labelled.centipawns,
            result: labelled.result,
        });
    }

    /// Writes down the linear part, or the danger for one king.
    fn write(&self, king: Option<Color>, entries: &mut Vec<FeatureCount>) {
        for (weight, (counts, &is_danger)) in
            self.counts.counts().iter().zip(&self.is_danger).enumerate()
        {
            let count = match king {
                None if !is_danger => counts[Color::White] - counts[Color::Black],
                Some(color) if is_danger => counts[color],
                _ => 0,
            };
            if count != 0 {
                entries.push(FeatureCount { weight: weight as u16, count: count as i16 });
            }
        }
    }
}
