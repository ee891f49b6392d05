//! User-defined extension rules: `sac BN takes near king ¾`.
//!
//! A rule is a name, conditions that must all hold of the move, and a weight. They fire beside the built-in rules (`extend.rs`),
//! within the same budgets, and the largest counts. The parameter `extension.typed` holds them all as text, so that they are set,
//! saved and switched off like any other number of the search.

use std::fmt;
use std::ops::Range;

use super::extend::{self, Extension, Extensions, Facts, MOST_QUARTERS, Rule};
use super::rule_names;
use crate::chess::{Bitboard, ByColor, Color, File, Piece, Rank, Square, attacks};
use crate::units::{Depth, NodeKind};

/// The most rules that can be active at once.
const MOST_RULES: usize = 8;

/// The active rules in the order they were typed, packed at the front.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TypedRules([Option<TypedRule>; MOST_RULES]);

impl TypedRules {
    pub const NONE: TypedRules = TypedRules([None; MOST_RULES]);

    pub fn iter(&self) -> impl Iterator<Item = &TypedRule> {
        self.0.iter().map_while(Option::as_ref)
    }

    /// The same with this rule, in place of one of its name.
    ///
    /// # Errors
    /// If there is no room.
    pub fn with(mut self, typed: RuleText) -> Result<TypedRules, String> {
        let RuleText { name, text, conditions } = typed;
        let slot = rule_names::slot_of(&name)?;
        let rule = Rule::TYPED[slot];
        let is_place = |other: &Option<TypedRule>| other.is_none_or(|other| other.rule == rule);
        let place = self.0.iter_mut().find(|other| is_place(other)).ok_or_else(|| {
            format!("{MOST_RULES} rules are in force, which is the most; `extend NAME off` takes one out")
        })?;
        if place.is_none_or(|known| known.text != text) {
            *place = Some(TypedRule { rule, text: text.leak(), conditions });
        }
        Ok(self)
    }

    #[must_use]
    pub fn without(&self, rule: Rule) -> TypedRules {
        let mut left = self.iter().filter(|typed| typed.rule != rule).copied();
        TypedRules(std::array::from_fn(|_| left.next()))
    }

    /// Reads rules with commas between them, or `none`.
    ///
    /// # Errors
    /// If one cannot be read, or they are too many.
    pub(crate) fn read(text: &str) -> Result<TypedRules, String> {
        let texts = text.split(',').filter(|text| !matches!(text.trim(), "" | "none"));
        texts.into_iter().try_fold(TypedRules::NONE, |rules, text| {
            rules.with(RuleText::read(text).map_err(|error| error.to_string())?)
        })
    }
}

impl fmt::Display for TypedRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let texts: Vec<String> =
            self.iter().map(|typed| format!("{} {}", typed.rule.name(), typed.text)).collect();
        f.write_str(&if texts.is_empty() { "none".to_owned() } else { texts.join(", ") })
    }
}

/// An active rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TypedRule {
    pub rule: Rule,
    /// The text after the name; leaked, so it has a static lifetime.
    pub text: &'static str,
    pub(super) conditions: Conditions,
}

impl TypedRule {
    /// Weights at PV, cut and all nodes.
    pub fn weights(&self) -> [Depth; 3] {
        self.conditions.weights
    }

    pub(crate) fn weight(&self, kind: NodeKind) -> Depth {
        self.conditions.weights[kind as usize]
    }

    pub(super) fn fires(&self, facts: &Facts<'_>) -> bool {
        self.conditions.hold(facts)
    }
}

/// A rule that was parsed and is not active yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RuleText {
    name: String,
    text: String,
    pub(super) conditions: Conditions,
}

/// The conditions of a rule and its weights.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Conditions {
    pub weights: [Depth; 3],
    pieces: Pieces,
    /// Kinds of captured pieces, if the rule requires a capture.
    takes: Option<Pieces>,
    /// By the side that moves: ranks are counted from its own.
    from: ByColor<Bitboard>,
    to: ByColor<Bitboard>,
    /// Which of [`CONDITIONS`] must hold, a bit each.
    pub named: u8,
}

/// What a rule can see of a move without the board.
#[derive(Clone, Copy, Debug)]
pub(super) struct MoveOutline {
    pub us: Color,
    pub piece: Piece,
    pub from: Square,
    pub to: Square,
    pub victim: Option<Piece>,
}

/// The extension of a move: the largest of the rules that fire, built in or typed.
#[inline(always)]
pub(crate) fn largest(
    (extensions, typed): (&Extensions, &TypedRules),
    kind: NodeKind,
    facts: &Facts<'_>,
) -> Option<Extension> {
    let built_in = extend::largest(extensions, kind, facts);
    // Kept out of line: most searches have none.
    if typed.0[0].is_none() { built_in } else { larger(built_in, typed, kind, facts) }
}

#[cold]
#[inline(never)]
fn larger(
    mut best: Option<Extension>,
    typed: &TypedRules,
    kind: NodeKind,
    facts: &Facts<'_>,
) -> Option<Extension> {
    for typed in typed.iter().filter(|_| facts.singular.is_none()) {
        let amount = typed.weight(kind);
        if amount > best.map_or(Depth::ZERO, |best| best.amount) && typed.fires(facts) {
            best = Some(Extension { rule: typed.rule, amount });
        }
    }
    best
}

/// Every rule that fires, with what it would add; for `explain`.
pub(crate) fn all(
    (extensions, typed): (&Extensions, &TypedRules),
    kind: NodeKind,
    facts: &Facts<'_>,
) -> Vec<(Rule, Depth)> {
    let mut all = extend::all(extensions, kind, facts);
    let fired = typed.iter().filter(|typed| typed.fires(facts));
    all.extend(fired.map(|typed| (typed.rule, typed.weight(kind))));
    all
}

type Condition = fn(&Facts<'_>) -> bool;

/// Bits of [`CONDITIONS`].
pub(super) const GIVES_CHECK: u8 = 1 << 0;
pub(super) const NEAR_KING: u8 = 1 << 1;
pub(super) const PASSED: u8 = 1 << 2;

const CONDITIONS: [(&str, Condition); 5] = [
    ("gives check", |facts| facts.child.in_check()),
    ("near king", |facts| {
        attacks::king_attacks(facts.parent.king(!facts.parent.turn())).has(facts.mv.to())
    }),
    ("passed", is_passed),
    ("protected", |facts| {
        let (child, us) = (facts.child, facts.parent.turn());
        child.is_attacked(facts.mv.to(), us, child.occupied())
    }),
    ("same-square", |facts| facts.last.is_some_and(|last| last.mv.to() == facts.mv.to())),
];

/// A pawn that has no enemy pawn before it where it arrives, on its file or beside it.
fn is_passed(facts: &Facts<'_>) -> bool {
    let (us, to) = (facts.parent.turn(), facts.mv.to());
    let is_before = |pawn: Square| {
        (pawn.file() as i32 - to.file() as i32).abs() <= 1
            && pawn.relative_rank(us) > to.relative_rank(us)
    };
    facts.parent.moved(facts.mv) == Piece::Pawn
        && facts.mv.promoted().is_none()
        && facts.child.colored_pieces(!us, Piece::Pawn).into_iter().all(|pawn| !is_before(pawn))
}

/// Kinds of pieces, a bit each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Pieces(u8);

impl Pieces {
    const ANY: Pieces = Pieces(u8::MAX);

    /// `BN`: letters of pieces, or `any`.
    fn read(word: &str) -> Option<Pieces> {
        let bit = |letter: char| {
            Some(1 << Piece::from_letter(letter).filter(|_| letter.is_ascii_uppercase())? as u8)
        };
        match word {
            "any" => Some(Pieces::ANY),
            _ => word.chars().try_fold(0, |pieces, letter| Some(pieces | bit(letter)?)).map(Pieces),
        }
    }

    fn has(self, piece: Piece) -> bool {
        self.0 & 1 << piece as u8 != 0
    }
}

/// A fault of a rule, and its place in the text.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{why}")]
pub struct TypedRuleError {
    /// Bytes of the text.
    pub span: Range<usize>,
    why: String,
}

const WORDS: &str = "conditions are letters of pieces (BN), takes, gives check, near king, passed, protected, same-square, and from \
                     and to with squares, files or ranks; then the weight";

impl RuleText {
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Reads a rule: its name, conditions in any order, and its weight.
    ///
    /// # Errors
    /// If a word means nothing, or the weight is missing.
    pub fn read(text: &str) -> Result<RuleText, TypedRuleError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let fail = |at: usize, why: String| {
            let word = words.get(at).copied().unwrap_or(&text[text.trim_end().len()..]);
            let start = word.as_ptr() as usize - text.as_ptr() as usize;
            TypedRuleError { span: start..start + word.trim_end().len(), why }
        };
        let name = *words.first().ok_or_else(|| {
            fail(0, "a rule begins with a name: sac BN takes near king ¾".to_owned())
        })?;
        let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
        let is_taken = matches!(name, "test" | "off");
        if is_taken
            || !name.chars().all(is_name)
            || Rule::ALL.iter().any(|rule| rule.name() == name)
        {
            let why = "a name has letters and digits; built-in rules, test and off are taken";
            return Err(fail(0, format!("\"{name}\" cannot be the name of a rule: {why}")));
        }
        let everywhere = ByColor::new(!Bitboard::EMPTY, !Bitboard::EMPTY);
        let mut rule = Conditions {
            weights: [Depth::ZERO; 3],
            pieces: Pieces::ANY,
            takes: None,
            from: everywhere,
            to: everywhere,
            named: 0,
        };
        let (last, mut at) = (words.len() - 1, 1);
        while at < last {
            let word = words[at];
            let condition = CONDITIONS.iter().position(|(condition, _)| {
                condition
                    .split(' ')
                    .eq(words[at..last].iter().copied().take(condition.split(' ').count()))
            });
            at += 1;
            if let Some(bit) = condition {
                rule.named |= 1 << bit;
                at += CONDITIONS[bit].0.matches(' ').count();
            } else if word == "takes" {
                let pieces =
                    words.get(at).filter(|_| at < last).and_then(|word| Pieces::read(word));
                at += usize::from(pieces.is_some());
                rule.takes = Some(pieces.unwrap_or(Pieces::ANY));
            } else if matches!(word, "from" | "to") {
                let areas: Vec<_> = words[at..last].iter().map_while(|word| area(word)).collect();
                if areas.is_empty() {
                    let why = format!(
                        "a square, a file or a rank belongs behind \"{word}\": h7, f-h, 6-7"
                    );
                    return Err(fail(at, why));
                }
                at += areas.len();
                let of = |color| areas.iter().fold(Bitboard::EMPTY, |all, area| all | area[color]);
                let squares = ByColor::new(of(Color::White), of(Color::Black));
                *(if word == "from" { &mut rule.from } else { &mut rule.to }) = squares;
            } else if let Some(pieces) = Pieces::read(word) {
                rule.pieces = pieces;
            } else {
                return Err(fail(at - 1, format!("\"{word}\" says nothing here; {WORDS}")));
            }
        }
        let weight = weights(words[last]).filter(|_| last > 0);
        rule.weights = weight.ok_or_else(|| {
            let at = if last == 0 { 1 } else { last };
            fail(
                at,
                "the weight in plies comes last: ¼, ½, ¾, 1, or 1/½/0 for PV, cut and all nodes"
                    .to_owned(),
            )
        })?;
        let (name, text) = (name.to_owned(), words[1..].join(" "));
        Ok(RuleText { name, text, conditions: rule })
    }
}

impl Conditions {
    fn hold(&self, facts: &Facts<'_>) -> bool {
        let (parent, mv) = (facts.parent, facts.mv);
        let (us, piece, victim) = (parent.turn(), parent.moved(mv), parent.captured(mv));
        let holds = |bit: usize| self.named & 1 << bit == 0 || CONDITIONS[bit].1(facts);
        self.fit(&MoveOutline { us, piece, from: mv.from(), to: mv.to(), victim })
            && (0..CONDITIONS.len()).all(holds)
    }

    /// Returns whether all conditions but the named ones hold.
    pub(super) fn fit(&self, mv: &MoveOutline) -> bool {
        let is_victim = |takes: Pieces| mv.victim.is_some_and(|victim| takes.has(victim));
        self.pieces.has(mv.piece)
            && self.to[mv.us].has(mv.to)
            && self.from[mv.us].has(mv.from)
            && self.takes.is_none_or(is_victim)
    }
}

/// The squares of `h7`, `h`, `f-h`, `7` or `6-7`, for White and for Black: ranks are counted from one's own.
fn area(word: &str) -> Option<ByColor<Bitboard>> {
    let (first, last) = word.split_once('-').unwrap_or((word, word));
    let letter =
        |text: &str| text.parse().ok().filter(|letter: &char| !letter.is_ascii_uppercase());
    let within = |of: &dyn Fn(Square) -> usize, first: usize, last: usize| -> Bitboard {
        Square::ALL.into_iter().filter(|&square| (first..=last).contains(&of(square))).collect()
    };
    let areas = if let Ok(square) = word.parse() {
        ByColor::new(Bitboard::of(square), Bitboard::of(square))
    } else if let (Some(first), Some(last)) =
        (File::from_letter(letter(first)?), File::from_letter(letter(last)?))
    {
        let files = within(&|square| square.file() as usize, first as usize, last as usize);
        ByColor::new(files, files)
    } else {
        let (first, last) = (Rank::from_letter(letter(first)?)?, Rank::from_letter(letter(last)?)?);
        let of = |color| {
            let rank = |square: Square| square.relative_rank(color) as usize;
            within(&rank, first as usize, last as usize)
        };
        ByColor::new(of(Color::White), of(Color::Black))
    };
    Some(areas).filter(|areas| areas[Color::White].any())
}

/// Weights at PV, cut and all nodes: `¾` everywhere, or `1/½/0`.
fn weights(word: &str) -> Option<[Depth; 3]> {
    let parts: Vec<Depth> = word.split('/').map(weight).collect::<Option<_>>()?;
    match parts[..] {
        [all] => Some([all; 3]),
        [pv, cut, all] => Some([pv, cut, all]),
        _ => None,
    }
}

/// Plies: `¾`, `1½`, `0.75`.
fn weight(text: &str) -> Option<Depth> {
    const PARTS: [(&str, &str); 3] = [("¼", ".25"), ("½", ".5"), ("¾", ".75")];
    let found = (1..).zip(PARTS).find_map(|(quarters, (sign, digits))| {
        Some((text.strip_suffix(sign).or_else(|| text.strip_suffix(digits))?, quarters))
    });
    let (whole, part) = found.unwrap_or((text, 0));
    let whole: i32 = if whole.is_empty() && part > 0 { 0 } else { whole.parse().ok()? };
    let quarters = whole.checked_mul(4)?.checked_add(part)?;
    (0..=MOST_QUARTERS).contains(&quarters).then(|| Depth::quarters(quarters))
}
