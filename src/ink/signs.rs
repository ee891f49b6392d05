//! The signs beyond ASCII that views use, each with an ASCII spelling.

/// Defines the struct of signs from rows: name, sign, ASCII spelling.
macro_rules! signs {
    ($($(#[$about:meta])* $name:ident: $type:ty = $sign:expr, $ascii:expr;)*) => {
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct Signs { $($(#[$about])* pub $name: $type,)* }

        /// For terminals with Unicode.
        pub const UNICODE: Signs = Signs { $($name: $sign,)* };

        pub const ASCII: Signs = Signs { $($name: $ascii,)* };
    };
}

signs! {
    /// Something was left out; also before Black's first move.
    ellipsis: &'static str = "…", "...";
    /// Between facts on one line, including its blanks.
    dot: &'static str = " · ", " | ";
    dash: &'static str = "–", "-";
    arrow: &'static str = "→", "->";
    at_least: &'static str = "≥", ">=";
    at_most: &'static str = "≤", "<=";
    times: &'static str = "×", "x";
    infinity: &'static str = "∞", "inf";
    /// A branch with more below it.
    branch: &'static str = "├─ ", "|- ";
    last_branch: &'static str = "└─ ", "`- ";
    /// Continues a branch beside those below it.
    trunk: &'static str = "│  ", "|  ";
    /// One column of a bar.
    block: &'static str = "▇", "#";
    /// A quarter, a half, three quarters, after a number.
    quarters: [&'static str; 3] = ["¼", "½", "¾"], [".25", ".5", ".75"];
}

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
