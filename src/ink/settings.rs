//! Display settings, passed to every view.

use unicode_width::UnicodeWidthStr;

use super::number::{bar, grouped};
use super::signs::{self, Signs};
use super::style::{Role, Style};
use super::text::{Line, Page};
use crate::chess::Color;
use crate::settings::choice;
use crate::units::{Bound, Depth, Score};

/// The default is plain text of unlimited width, as for a pipe.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Settings {
    /// For a person at a terminal: aligned, shortened, live. Otherwise for pipes and files: stable, nothing shortened or
    /// rewritten.
    pub pretty: bool,
    pub style: Style,
    pub ascii: bool,
    /// Columns of the terminal; `None` if lines are not limited.
    pub width: Option<usize>,
    /// Rows of the window, where the board is kept in sight above the prompt: pages leave it out.
    pub sight: Option<usize>,
    pub pieces: PieceStyle,
    pub board: BoardSize,
    pub view: View,
    pub letters: PieceLetters,
    /// Whether moves of problems and proofs include their origin square.
    pub moves: MoveLength,
    pub spoken: Spoken,
    pub chess960: bool,
}

choice! {
    #[derive(Default)]
    PieceStyle {
        /// `K` for White, `k` for Black.
        #[default]
        Letters = "letters",
        /// Filled figures, distinguished by colour; letters without colour or Unicode.
        Figures = "figures",
        /// Drawn with half blocks on a big board, letters on others.
        Art = "art",
    }
}

choice! {
    #[derive(Default, PartialOrd)]
    BoardSize {
        /// One character per square.
        #[default]
        Normal = "normal",
        /// Seven columns and three rows per square, with colour and enough room.
        Big = "big",
        /// Eleven columns and five rows.
        Huge = "huge",
    }
}

choice! {
    /// Point of view of displayed scores.
    #[derive(Default)]
    View {
        /// White's view: positive scores favour White.
        #[default]
        White = "white",
        SideToMove = "mover",
    }
}

choice! {
    #[derive(Default)]
    PieceLetters {
        #[default]
        English = "english",
        /// English, but S for the knight, as in problems: N is the nightrider.
        Problem = "s",
        German = "german",
    }
}

choice! {
    /// Format of moves in problems and proofs.
    #[derive(Default)]
    MoveLength {
        /// `Nxe4`
        #[default]
        Short = "short",
        /// `Nd6xe4`
        Long = "long",
    }
}

choice! {
    /// Format of moves and search results for speech.
    #[derive(Default)]
    Spoken {
        /// Moves in SAN, results as tables.
        #[default]
        Off = "off",
        /// Moves in SAN, results as sentences.
        San = "san",
        /// `knight f3`, and sentences.
        Words = "words",
    }
}

impl PieceLetters {
    /// Returns the letter for a letter of SAN.
    pub fn letter(self, letter: char) -> char {
        match (self, letter) {
            (PieceLetters::Problem | PieceLetters::German, 'N') => 'S',
            (PieceLetters::German, 'Q') => 'D',
            (PieceLetters::German, 'R') => 'T',
            (PieceLetters::German, 'B') => 'L',
            _ => letter,
        }
    }
}

impl Page {
    /// Adds facts separated by dots, on as many lines as necessary: breaks between facts, and within a fact only if it is longer
    /// than a line. All lines but the first are indented.
    pub fn facts(
        &mut self,
        facts: impl IntoIterator<Item = Line>,
        settings: &Settings,
        indent: usize,
    ) {
        let dot = settings.signs().dot;
        let mut line = Line::new();
        for fact in facts {
            let joined = line.width() + dot.width() + fact.width();
            if line.is_empty() {
                line = fact;
            } else if settings.narrower_than(joined) {
                self.wrapped(line, settings, indent);
                line = Line::plain(" ".repeat(indent)).and(fact);
            } else {
                line = line.with(Role::Dim, dot).and(fact);
            }
        }
        self.wrapped(line, settings, indent);
    }

    pub fn of_facts(facts: impl IntoIterator<Item = Line>, settings: &Settings) -> Page {
        let mut page = Page::new();
        page.facts(facts, settings, 2);
        page
    }

    pub fn of_wrapped(line: Line, settings: &Settings, indent: usize) -> Page {
        let mut page = Page::new();
        page.wrapped(line, settings, indent);
        page
    }

    /// Adds a line, wrapped to the terminal's width.
    pub fn wrapped(&mut self, line: Line, settings: &Settings, indent: usize) {
        self.push_wrapped(line, settings.width, indent);
    }
}

impl Settings {
    pub const fn signs(&self) -> &'static Signs {
        if self.ascii { &signs::ASCII } else { &signs::UNICODE }
    }

    pub fn is_pretty(&self) -> bool {
        self.pretty
    }

    /// Whether rows of the screen can be rewritten: on a colour terminal, without `spoken`.
    pub fn can_rewrite(&self) -> bool {
        self.pretty && self.style.is_on() && !self.spoken.is_on()
    }

    /// Formats a count: in groups of three for people, plain for programs.
    pub fn count(&self, count: u64) -> String {
        if self.is_pretty() { grouped(count) } else { count.to_string() }
    }

    pub fn narrower_than(&self, columns: usize) -> bool {
        self.width.is_some_and(|width| width < columns)
    }

    /// Draws a bar relative to the largest; empty if there is little room.
    pub fn bar(&self, part: u64, largest: u64) -> String {
        const COLUMNS: usize = 10;
        let columns = if self.narrower_than(56) { 0 } else { bar(part, largest, COLUMNS) };
        self.signs().block.repeat(columns)
    }

    pub fn facts(&self, facts: impl IntoIterator<Item = Line>) -> Line {
        let mut all = Line::new();
        for fact in facts {
            if !all.is_empty() {
                all.push(Role::Dim, self.signs().dot);
            }
            all = all.and(fact);
        }
        all
    }

    pub fn score(&self, score: Score, turn: Color) -> Line {
        self.bounded(score, Bound::Exact, turn)
    }

    /// Formats a score that may be a bound: `≥+0.51`. For the other side a lower bound is an upper one.
    pub fn bounded(&self, score: Score, bound: Bound, turn: Color) -> Line {
        let white = score.for_white(turn).score();
        let (shown, turned) = match self.view {
            View::White => (white, turn == Color::Black),
            View::SideToMove => (score, false),
        };
        let sign = match (bound, turned) {
            (Bound::Exact, _) => "",
            (Bound::Lower, false) | (Bound::Upper, true) => self.signs().at_least,
            (Bound::Upper, false) | (Bound::Lower, true) => self.signs().at_most,
        };
        Line::of(score_role(white), format!("{sign}{shown}"))
    }

    pub fn view_name(&self, turn: Color) -> &'static str {
        match self.view {
            View::White => Color::White.name(),
            View::SideToMove => turn.name(),
        }
    }

    /// A depth in plies and quarters: `7¼`.
    pub fn depth(&self, depth: Depth) -> String {
        let quarters = depth.raw().unsigned_abs() / 16;
        let sign = if depth.raw() < 0 && quarters > 0 { "-" } else { "" };
        let (whole, rest) = (quarters / 4, quarters as usize % 4);
        let part = if rest == 0 { "" } else { self.signs().quarters[rest - 1] };
        // A single fraction reads better without its zero; a decimal does not.
        if whole == 0 && rest > 0 && !self.ascii {
            format!("{sign}{part}")
        } else {
            format!("{sign}{whole}{part}")
        }
    }
}

pub fn score_role(white: Score) -> Role {
    if white.is_mate() {
        Role::Mate
    } else {
        match white.raw() {
            1.. => Role::White,
            0 => Role::Even,
            _ => Role::Black,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bound_turns_with_the_view() {
        let settings = Settings::default();
        let shown = |bound, turn| settings.bounded(Score::cp(51), bound, turn).text();
        assert_eq!(shown(Bound::Lower, Color::White), "≥+0.51");
        assert_eq!(shown(Bound::Lower, Color::Black), "≤-0.51");
        assert_eq!(shown(Bound::Exact, Color::Black), "-0.51");
        let own = Settings { view: View::SideToMove, ascii: true, ..settings };
        assert_eq!(own.bounded(Score::cp(51), Bound::Lower, Color::Black).text(), ">=+0.51");
        assert_eq!(own.score(Score::mates_at(5), Color::Black).text(), "#3");
        assert_eq!(settings.score(Score::mates_at(5), Color::Black).text(), "#-3");
    }

    #[test]
    fn depths_are_in_quarters() {
        let unicode = Settings::default();
        let ascii = Settings { ascii: true, ..unicode };
        let shown = |quarters| {
            let depth = Depth::quarters(quarters);
            (unicode.depth(depth), ascii.depth(depth))
        };
        assert_eq!(shown(29), ("7¼".into(), "7.25".into()));
        assert_eq!(shown(3), ("¾".into(), "0.75".into()));
        assert_eq!(shown(0), ("0".into(), "0".into()));
        assert_eq!(shown(-6), ("-1½".into(), "-1.5".into()));
        assert_eq!(unicode.depth(Depth::from_raw(-3)), "0");
    }
}
