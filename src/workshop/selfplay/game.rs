//! Games and matches. A game depends only on its number, not on the thread; it ends by the rules, or is adjudicated when the
//! scores of both sides agree for long enough.

use std::ops::ControlFlow;

use clap::Args;
use quarterply::chess::game::{Claim, Ending, GameResult, Status};
use quarterply::chess::{Color, Game, Move};
use quarterply::commands::batch::{Batch, JobFlags};
use quarterply::control::{Limits, StopFlag};
use quarterply::engine::{NoTable, Options, SelfPlayer};
use quarterply::store::MadeOf;
use quarterply::units::Score;

use super::opening::Openings;
use super::standing::{Sprt, Standing, side_of};
use crate::arguments::number;
use crate::players::limited;
use crate::records::{EndCause, GameRecord, RecordedPly};

/// Adjudication by the scores of both sides.
#[derive(Args, Clone, Copy, PartialEq, Eq, Debug)]
pub struct Adjudication {
    /// Ends games that both sides call won: centipawns, plies in a row (4)
    #[arg(long, value_name = "CP,PLIES", value_parser = |text: &str| numbers(text, [None, Some(4)]))]
    pub resign: Option<[u32; 2]>,
    /// Ends games that both sides call drawn: centipawns, plies in a row (8), first ply (80)
    #[arg(long, value_name = "CP,PLIES,PLY", value_parser = |text: &str| numbers(text, [None, Some(8), Some(80)]))]
    pub draw: Option<[u32; 3]>,
    /// Plies after which a game is drawn
    #[arg(long, value_name = "PLIES", default_value = "600", value_parser = number::<u32>(1..=10_000))]
    pub longest: u32,
}

/// Reads integers separated by commas; missing ones have defaults.
fn numbers<const N: usize>(text: &str, usual: [Option<u32>; N]) -> Result<[u32; N], &'static str> {
    let mut parts = text.split(',');
    let found = usual.map(|usual| match parts.next() {
        Some(part) => part.parse().ok().filter(|&number| number <= 32_000),
        None => usual,
    });
    let all = found.into_iter().collect::<Option<Vec<u32>>>().filter(|_| parts.next().is_none());
    let all = all.and_then(|all| all.try_into().ok());
    all.ok_or("whole numbers with commas between them are wanted, as 800,4")
}

#[derive(Clone, Debug)]
pub struct MatchPlan {
    /// One side that plays both colours with one table, or two that play each opening twice with colours swapped. Of their
    /// options those of the search and `Hash` (per side) apply.
    pub sides: Vec<Options>,
    pub games: u32,
    pub limits: Limits,
    pub openings: Openings,
    pub seed: u64,
    pub adjudication: Adjudication,
    /// Sequential test that may end the match early.
    pub sprt: Option<Sprt>,
    pub jobs: usize,
}

impl MatchPlan {
    /// Adds everything that determines a single game.
    pub fn made_of(&self, made_of: MadeOf) -> MadeOf {
        let names = if self.sides.len() > 1 { ["a: ", "b: "] } else { ["", ""] };
        let sides = self.sides.iter().zip(names);
        let made_of = sides.fold(made_of, |made_of, (side, name)| side.made_of(name, made_of));
        limited(made_of, &self.limits)
            .and("openings", self.openings)
            .and("seed", self.seed)
            .and("adjudication", format_args!("{:?}", self.adjudication))
    }
}

#[derive(Clone, PartialEq, Debug)]
pub struct MatchResult {
    pub standing: Standing,
    /// Result of the sequential test, if there is one.
    pub decision: Option<bool>,
    pub stopped: bool,
}

/// Plays the remaining games after those in `standing`. `tell` receives each game in order; an error of it ends the match.
pub fn play(
    plan: &MatchPlan,
    mut standing: Standing,
    stop: &StopFlag,
    tell: &mut dyn FnMut(&GameRecord, &Standing) -> anyhow::Result<()>,
) -> anyhow::Result<MatchResult> {
    let decide = |standing: &Standing| plan.sprt.and_then(|test| test.decision(&standing.pairs));
    let (mut decision, mut told) = (decide(&standing), Ok(()));
    if decision.is_none() {
        let batch = Batch { pieces: standing.games..plan.games, jobs: plan.jobs, stop };
        let begin = |flags: &JobFlags| MatchBoard::new(plan, &plan.sides, flags);
        let work = |board: &mut MatchBoard<'_>, number| Ok(board.play(number));
        batch.run(begin, work, &mut |record| {
            standing.add(&record);
            decision = decide(&standing);
            told = tell(&record, &standing);
            match decision {
                None if told.is_ok() => ControlFlow::Continue(()),
                _ => ControlFlow::Break(()),
            }
        })?;
    }
    told?;
    let stopped = decision.is_none() && standing.games < plan.games;
    Ok(MatchResult { standing, decision, stopped })
}

/// Plays a pair of games for each pair of sides, numbered from `first`, and returns the first side's result of each from −1 (lost
/// both) to 1; `None` if stopped. The plan's sides and number of games are ignored.
pub fn duels(
    plan: &MatchPlan,
    couples: &[[Options; 2]],
    first: u32,
    stop: &StopFlag,
) -> Result<Option<Vec<f64>>, NoTable> {
    Batch::of(couples.len(), plan.jobs, stop).all(
        |flags| Ok(flags.clone()),
        |flags: &mut JobFlags, number| {
            let mut board = MatchBoard::new(plan, &couples[number as usize], flags)?;
            let mut sum = 0.0;
            // Game 2n has the first side with White, game 2n + 1 with Black.
            for (game, sign) in [(0, 0.5), (1, -0.5)] {
                let Some(record) = board.play(2 * (first + number) + game) else {
                    return Ok(None);
                };
                sum += sign * (2.0 * record.result.points().unwrap_or(0.5) - 1.0);
            }
            Ok(Some(sum))
        },
    )
}

struct MatchBoard<'a> {
    plan: &'a MatchPlan,
    players: Vec<SelfPlayer>,
    flags: JobFlags,
}

impl<'a> MatchBoard<'a> {
    /// Builds a board with new players and these stop flags.
    fn new(
        plan: &'a MatchPlan,
        sides: &[Options],
        flags: &JobFlags,
    ) -> Result<MatchBoard<'a>, NoTable> {
        let player = |options| SelfPlayer::new(options, &flags.search);
        let players = sides.iter().map(player).collect::<Result<_, _>>()?;
        Ok(MatchBoard { plan, players, flags: flags.clone() })
    }

    /// Plays a game; `None` if stopped.
    fn play(&mut self, number: u32) -> Option<GameRecord> {
        let is_match = self.players.len() > 1;
        let opening = if is_match { number / 2 } else { number };
        self.flags.search.lower();
        let judge = &mut self.players[0];
        let MatchPlan { openings, seed, .. } = self.plan;
        let mut game = openings.deal((*seed, opening), judge, &self.flags.quit)?;
        for player in &mut self.players {
            player.new_game();
        }
        let unsearched = |mv| RecordedPly { mv, score: None };
        let opening = game.played().iter().filter_map(|step| step.mv());
        let mut plies: Vec<RecordedPly> = opening.map(unsearched).collect();
        let mut trail = Trail::new(self.plan.adjudication);
        let (result, cause) = loop {
            if let Some(end) = trail.end(&game) {
                break end;
            }
            let turn = game.position().turn();
            let side = if is_match { side_of(number, turn) } else { 0 };
            let (mv, score) = self.turn(&game, side)?;
            game.play(mv).ok()?;
            trail.note(turn, score);
            plies.push(RecordedPly { mv, score: Some(score) });
        };
        Some(GameRecord { number, start: *game.start(), plies, result, cause })
    }

    /// Returns a side's move and its score; `None` if stopped.
    fn turn(&mut self, game: &Game, side: usize) -> Option<(Move, Score)> {
        self.flags.search.lower();
        if self.flags.quit.is_stopped() {
            return None;
        }
        let turn = game.position().turn();
        let thought = self.players[side].think(game, self.plan.limits.clone(), turn);
        // An interrupted search would change the game.
        if self.flags.quit.is_stopped() {
            return None;
        }
        // The game goes on, so there is a legal move and a line.
        Some((thought.best?, thought.iteration.lines.first()?.score))
    }
}

#[derive(Clone, Debug)]
struct Trail {
    rules: Adjudication,
    /// Successive plies of a clear lead for White, for Black, and of an even score.
    runs: [u32; 3],
}

impl Trail {
    fn new(rules: Adjudication) -> Trail {
        Trail { rules, runs: [0; 3] }
    }

    /// Records the score of the side to move.
    fn note(&mut self, turn: Color, score: Score) {
        let white = score.for_white(turn).score().raw();
        let Adjudication { resign, draw, .. } = self.rules;
        let wins = |lead: i32| resign.is_some_and(|[score, _]| lead >= score as i32);
        let is_even = draw.is_some_and(|[score, ..]| white.unsigned_abs() <= score);
        for (run, goes_on) in self.runs.iter_mut().zip([wins(white), wins(-white), is_even]) {
            *run = if goes_on { *run + 1 } else { 0 };
        }
    }

    /// Returns the result if the game has ended. Draws that a player may claim are claimed.
    fn end(&self, game: &Game) -> Option<(GameResult, EndCause)> {
        match game.status() {
            Status::Ongoing => self.agreed(game.ply()),
            Status::Claimable(claim) => Some((
                GameResult::Draw,
                match claim {
                    Claim::ThreefoldRepetition => EndCause::Repetition,
                    Claim::FiftyMoves => EndCause::FiftyMoves,
                },
            )),
            Status::Over(ending) => Some((
                ending.result(),
                match ending {
                    Ending::Checkmate { .. } => EndCause::Checkmate,
                    Ending::Stalemate => EndCause::Stalemate,
                    Ending::InsufficientMaterial => EndCause::Material,
                    Ending::FivefoldRepetition => EndCause::Repetition,
                    Ending::SeventyFiveMoves => EndCause::FiftyMoves,
                },
            )),
        }
    }

    fn agreed(&self, ply: usize) -> Option<(GameResult, EndCause)> {
        let Adjudication { resign, draw, longest } = self.rules;
        let [white, black, even] = self.runs;
        let is_won = |run: u32| resign.is_some_and(|[_, plies]| run >= plies);
        let is_drawn = draw.is_some_and(|[_, plies, from]| even >= plies && ply >= from as usize);
        if is_won(white) || is_won(black) {
            let result = if white > black { GameResult::WhiteWins } else { GameResult::BlackWins };
            Some((result, EndCause::Resigned))
        } else if is_drawn {
            Some((GameResult::Draw, EndCause::Agreed))
        } else {
            (ply >= longest as usize).then_some((GameResult::Draw, EndCause::Length))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_have_to_agree() {
        let rules = Adjudication { resign: Some([400, 3]), draw: None, longest: 500 };
        let mut trail = Trail::new(rules);
        let game = Game::default();
        let said = [500, -450, 300, -500, 420, -600];
        let mut turn = Color::White;
        for (at, score) in said.into_iter().enumerate() {
            trail.note(turn, Score::cp(score));
            turn = !turn;
            assert_eq!(trail.end(&game).is_some(), at == 5, "{at}");
        }
        assert_eq!(trail.end(&game), Some((GameResult::WhiteWins, EndCause::Resigned)));
    }
}
