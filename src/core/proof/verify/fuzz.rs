//! Random changes of real proofs: the check and a naive verifier accept the same ones.

use std::collections::HashMap;

use super::*;
use crate::chess::epd::Epd;
use crate::proof::brute;

const MATES: &str = include_str!("../../../../positions/mates.epd");

/// Marsaglia's xorshift: the same numbers every time.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 20) as usize % end
    }
}

/// A strategy as a plain list.
#[derive(Clone)]
struct Table {
    root: Position,
    attacker: Color,
    rows: Vec<(Position, StrategyStep)>,
}

impl Table {
    fn of(strategy: &Strategy) -> Table {
        let mut rows = Vec::new();
        strategy.walk(|position, step| {
            rows.push((*position, step));
            true
        });
        Table { root: *strategy.root(), attacker: strategy.attacker(), rows }
    }

    fn strategy(&self) -> Strategy {
        let mut strategy = Strategy::new(self.root, self.attacker);
        for (position, step) in &self.rows {
            strategy.insert(position, *step);
        }
        strategy
    }

    /// The rows by the text of their first four fields; where there are two for one position, the later counts.
    fn texts(&self) -> HashMap<String, StrategyStep> {
        self.rows.iter().map(|(position, step)| (four_fields(position), *step)).collect()
    }
}

fn four_fields(position: &Position) -> String {
    position.to_fen().split(' ').take(4).collect::<Vec<_>>().join(" ")
}

/// Verifies that every line from here mates, by recursion along each of them; returns the longest length.
fn naive(
    rows: &HashMap<String, StrategyStep>,
    position: &Position,
    attacker: Color,
    limit: u32,
) -> Option<u16> {
    if position.turn() == attacker {
        let step = rows.get(&four_fields(position))?;
        let legal = position.legal_moves().iter().any(|legal| legal.mv == step.mv);
        if u32::from(step.mate) >= limit || step.mate == 0 || !legal {
            return None;
        }
        let next = position.play(step.mv);
        return naive(rows, &next, attacker, u32::from(step.mate)).map(|mate| mate + 1);
    }
    let replies = position.legal_moves();
    if replies.is_empty() {
        return position.in_check().then_some(0);
    }
    let after = replies.iter().map(|reply| naive(rows, &position.play(reply.mv), attacker, limit));
    after.reduce(|a, b| Some(a?.max(b?)))?
}

/// One change somewhere.
fn mutate(table: &mut Table, random: &mut Random) {
    let row = random.below(table.rows.len());
    let other = random.below(table.rows.len());
    let (position, step) = table.rows[row];
    let moves = position.legal_moves();
    match random.below(9) {
        0 => table.rows[row].1.mv = moves[random.below(moves.len())].mv,
        1 => {
            table.rows.swap_remove(row);
        }
        2 => table.rows[row].1.mate += 1 + random.below(2) as u16,
        3 => table.rows[row].1.mate = step.mate.saturating_sub(1),
        4 => {
            let (a, b) = (table.rows[row].1, table.rows[other].1);
            table.rows[row].1 = b;
            table.rows[other].1 = a;
        }
        5 => {
            // Another root: one of the positions, or one of the defender's.
            let replies = random.below(2) == 1 && position.is_legal(step.mv);
            table.root = if replies { position.play(step.mv) } else { position };
        }
        6 => table.attacker = !table.attacker,
        7 => {
            let draws = |mv: Move| position.play(mv).is_stalemate();
            if let Some(legal) = moves.iter().find(|legal| draws(legal.mv)) {
                table.rows[row].1.mv = legal.mv;
            }
        }
        _ => {
            let bits = step.mv.bits() ^ 1 << random.below(16);
            table.rows[row].1.mv = Move::from_bits(bits).unwrap_or(step.mv);
        }
    }
}

#[test]
fn a_changed_proof_is_accepted_only_if_it_still_proves() {
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let (mut accepted, mut rejected) = (0, 0);
    for record in MATES.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let root = Epd::parse(record).unwrap().position;
        let found = Color::ALL.iter().find_map(|&side| brute::strategy(&root, side, 3));
        let Some(strategy) = found else { continue };
        let whole = Table::of(&strategy);
        for turn in 0..120 {
            let mut changed = whole.clone();
            for _ in 0..=turn % 3 {
                if !changed.rows.is_empty() {
                    mutate(&mut changed, &mut random);
                }
            }
            let checked = verify(&changed.strategy(), Rules::Problem);
            let over = !changed.root.has_legal_move();
            let limit = u32::from(u16::MAX) + 1;
            let length = naive(&changed.texts(), &changed.root, changed.attacker, limit);
            let length = length.filter(|_| !over);
            match &checked {
                Ok(proof) => {
                    assert_eq!(Some(proof.mate()), length, "{record}");
                    accepted += 1;
                }
                Err(flaw) => {
                    assert_eq!(length, None, "{record}: {flaw}");
                    rejected += 1;
                }
            }
        }
    }
    assert!(accepted > 500 && rejected > 2_000, "{accepted} accepted, {rejected} rejected");
}
