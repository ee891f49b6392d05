//! A paste of several lines as the commands it holds.
//!
//! A game copied from the web comes as headers and wrapped movetext, in which a comment may be broken anywhere: such a
//! paste becomes a new game and its movetext in one piece. Every other paste is taken line by line.

/// The commands of what was typed or pasted.
pub fn lines(text: &str) -> Vec<String> {
    if !text.lines().any(is_header) {
        return text.lines().map(str::to_owned).collect();
    }
    let mut lines = Vec::new();
    let (mut start, mut movetext) = (None, String::new());
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        if !is_header(line) {
            movetext.push_str(if movetext.is_empty() { "" } else { " " });
            movetext.push_str(line);
            continue;
        }
        finish(&mut start, &mut movetext, &mut lines);
        if start.is_none() || line.starts_with("[FEN ") {
            start = Some(if line.starts_with("[FEN ") { line } else { "new" });
        }
    }
    finish(&mut start, &mut movetext, &mut lines);
    lines
}

/// A line of the headers of a game, as `[White "Anderssen"]`.
fn is_header(line: &str) -> bool {
    let line = line.trim();
    line.starts_with('[') && line.ends_with("\"]")
}

/// Ends a game, if there is one.
fn finish(start: &mut Option<&str>, movetext: &mut String, lines: &mut Vec<String>) {
    if movetext.is_empty() {
        return;
    }
    lines.extend(start.take().map(str::to_owned));
    lines.push(std::mem::take(movetext));
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
        let first = "[Event \"A\"]\n[Site \"B\"]\n\n1. e4 { a comment\nbroken } e5\n2. Nf3 *\n";
        let game = "1. e4 { a comment broken } e5 2. Nf3 *";
        assert_eq!(lines(first), ["new", game]);
        let fen = "[FEN \"8/8/8/4k3/8/8/4P3/4K3 w - - 0 1\"]";
        let both = format!("{first}\n[Event \"C\"]\n{fen}\n\n1. e4");
        assert_eq!(lines(&both), ["new", game, fen, "1. e4"]);
    }
}
