//! The few signs beyond ASCII that views use, each with a spelling for terminals that lack it.

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Signs {
    /// Something was left out; also stands before Black's first move.
    pub ellipsis: &'static str,
    /// Between facts on one line, with its blanks.
    pub dot: &'static str,
    pub dash: &'static str,
    pub arrow: &'static str,
    pub at_least: &'static str,
    pub at_most: &'static str,
    pub times: &'static str,
    pub infinity: &'static str,
    /// A branch with more below it.
    pub branch: &'static str,
    pub last_branch: &'static str,
    /// Beside the branches of a branch with more below it.
    pub trunk: &'static str,
    /// One column of a bar.
    pub block: &'static str,
    /// A quarter, a half, three quarters, behind a number.
    pub quarters: [&'static str; 3],
}

/// For terminals that can show them.
pub const UNICODE: Signs = Signs {
    ellipsis: "…",
    dot: " · ",
    dash: "–",
    arrow: "→",
    at_least: "≥",
    at_most: "≤",
    times: "×",
    infinity: "∞",
    branch: "├─ ",
    last_branch: "└─ ",
    trunk: "│  ",
    block: "▇",
    quarters: ["¼", "½", "¾"],
};

pub const ASCII: Signs = Signs {
    ellipsis: "...",
    dot: " | ",
    dash: "-",
    arrow: "->",
    at_least: ">=",
    at_most: "<=",
    times: "x",
    infinity: "inf",
    branch: "|- ",
    last_branch: "`- ",
    trunk: "|  ",
    block: "#",
    quarters: [".25", ".5", ".75"],
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_spelling_is_ascii() {
        assert!(format!("{ASCII:?}").is_ascii());
    }

    #[test]
    fn connectors_have_one_width() {
        use unicode_width::UnicodeWidthStr;
        for signs in [UNICODE, ASCII] {
            for sign in [signs.branch, signs.last_branch, signs.trunk] {
                assert_eq!(sign.width(), 3);
            }
        }
    }
}
