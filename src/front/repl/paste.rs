//! A paste of several lines as the commands it holds.
//!
//! A game copied from the web comes as headers and wrapped movetext, in which a comment or a variation may be broken
//! anywhere: what belongs together becomes one command, as it does when it is piped. Every other line is one of its own.

use crate::shell::parse::unfinished::Unfinished;

pub fn lines(text: &str) -> Vec<String> {
    let mut unfinished = Unfinished::default();
    let mut lines: Vec<String> = text.lines().flat_map(|line| unfinished.push(line)).collect();
    lines.extend(unfinished.finish());
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_stay_lines() {
        assert_eq!(lines("e4\nshow\n"), ["e4", "show"]);
        assert_eq!(lines("e4"), ["e4"]);
        assert_eq!(lines(""), Vec::<String>::new());
    }

    #[test]
    fn games_are_put_together() {
        let game = "[Event \"A\"]\n[Site \"B\"]\n\n1. e4 { a comment\nbroken } e5 ; (\n2. Nf3 *";
        assert_eq!(lines(&format!("{game}\n")), [game]);
        let fen = "[FEN \"8/8/8/4k3/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4";
        let both = format!("{game}\n\n{fen}\n");
        assert_eq!(lines(&both), [game, "", fen]);
        assert_eq!(lines("1. e4 {a\nb} e5\n2. Nf3"), ["1. e4 {a\nb} e5", "2. Nf3"]);
    }
}
