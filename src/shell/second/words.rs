//! The output of another engine, parsed line by line. It is untrusted: every move and number is checked.

use crate::chess::notation::parse_uci;
use crate::chess::{Move, Position};
use crate::units::{Bound, Score};

/// The last `info` line with moves or a score.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Info {
    pub(super) depth: u32,
    pub(super) seldepth: u32,
    pub(super) nodes: u64,
    /// `None` if it was missing or out of range.
    pub(super) score: Option<(Score, Bound)>,
    /// Moves, each legal after the one before.
    pub(super) pv: Vec<Move>,
    /// The first word of `pv` that is not a legal move.
    pub(super) illegal: Option<String>,
}

/// Longest mate that is accepted, in moves.
const FARTHEST: u64 = 250;

impl Info {
    /// Parses the text after `info`; `None` if it is not about the best line.
    pub(super) fn read(root: &Position, text: &str) -> Option<Info> {
        let (mut info, mut words) = (Info::default(), text.split_whitespace().peekable());
        while let Some(word) = words.next() {
            match word {
                "string" | "currmove" | "refutation" | "currline" => return None,
                "multipv" if words.next() != Some("1") => return None,
                "depth" => info.depth = words.next()?.parse().unwrap_or(0),
                "seldepth" => info.seldepth = words.next()?.parse().unwrap_or(0),
                "nodes" => info.nodes = words.next()?.parse().unwrap_or(0),
                "score" => {
                    let (kind, number) = (words.next()?, words.next()?);
                    info.score = score(kind, number).map(|score| (score, Bound::Exact));
                }
                "lowerbound" | "upperbound" => {
                    let bound = if word == "lowerbound" { Bound::Lower } else { Bound::Upper };
                    info.score = info.score.map(|(score, _)| (score, bound));
                }
                "pv" => {
                    let mut position = *root;
                    for word in words.by_ref() {
                        let Ok(mv) = parse_uci(&position, word) else {
                            info.illegal = Some(word.to_owned());
                            break;
                        };
                        info.pv.push(mv);
                        position = position.play(mv);
                    }
                    break;
                }
                _ => {}
            }
        }
        (info.score.is_some() || !info.pv.is_empty() || info.illegal.is_some()).then_some(info)
    }
}

fn score(kind: &str, number: &str) -> Option<Score> {
    let number: i64 = number.parse().ok()?;
    match kind {
        "cp" => Some(Score::cp(number.clamp(-100_000, 100_000) as i32)),
        "mate" if number != 0 && number.unsigned_abs() <= FARTHEST => {
            Some(Score::mate_in(number as i32))
        }
        _ => None,
    }
}

/// The name in `option name NAME type …`.
pub(super) fn option_name(text: &str) -> Option<&str> {
    let name = text.strip_prefix("option name ")?;
    Some(name.split(" type ").next().unwrap_or(name).trim()).filter(|name| !name.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn info(text: &str) -> Option<Info> {
        Info::read(&Position::start(), text)
    }

    #[test]
    fn scores_are_read_and_what_is_none_is_not() {
        let score = |text: &str| info(&format!("depth 1 score {text} pv e2e4")).unwrap().score;
        assert_eq!(score("cp -31"), Some((Score::cp(-31), Bound::Exact)));
        assert_eq!(score("cp 20 lowerbound"), Some((Score::cp(20), Bound::Lower)));
        assert_eq!(score("mate 2"), Some((Score::mates_at(3), Bound::Exact)));
        assert_eq!(score("mate -2"), Some((Score::mated_at(4), Bound::Exact)));
        assert_eq!(score("mate 250"), Some((Score::mates_at(499), Bound::Exact)));
        for none in ["mate 251", "mate 0", "cp ten", "cp 1e9", "cp 99999999999999999999", "x 3"] {
            assert_eq!(score(none), None, "{none}");
        }
        assert_eq!(score("cp 9999999999"), Some((Score::MAX_EVAL, Bound::Exact)));
    }

    #[test]
    fn a_line_ends_where_it_is_illegal() {
        let whole = info("depth 7 nodes 900 score cp 1 pv e2e4 e7e5").unwrap();
        assert_eq!((whole.depth, whole.nodes, whole.pv.len()), (7, 900, 2));
        assert_eq!(whole.illegal, None);
        let broken = info("score cp 1 pv e2e4 e2e4 e7e5").unwrap();
        assert_eq!((broken.pv.len(), broken.illegal.as_deref()), (1, Some("e2e4")));
    }

    #[test]
    fn only_the_best_line_counts() {
        assert!(info("multipv 1 score cp 1 pv e2e4").is_some());
        for other in ["multipv 2 score cp 1 pv e2e4", "string score cp 1 pv e2e4", "depth 3", ""] {
            assert_eq!(info(other), None, "{other}");
        }
    }

    #[test]
    fn names_of_options_may_have_blanks() {
        assert_eq!(option_name("option name Clear Hash type button"), Some("Clear Hash"));
        assert_eq!(option_name("option name  type button"), None);
        assert_eq!(option_name("id name X"), None);
    }
}
