//! The colour of the terminal's background, and what was typed while it was asked for.
//!
//! The answer to the query (OSC 11) arrives on standard input, mixed with keys that the user may be typing already: those are
//! returned, and the prompt begins with them. A second question, which every terminal answers (DA1), tells when there is no more to
//! wait for.

use std::env;
use std::io::{self, Write};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::termios::{LocalModes, OptionalActions, SpecialCodeIndex, tcgetattr, tcsetattr};

use super::terminal::Streams;

/// Time that a terminal has for its answer. Only one that answers nothing at all takes it.
const PATIENCE: Duration = Duration::from_millis(80);

/// The same on the other side of a network.
const PATIENCE_FAR: Duration = Duration::from_millis(300);

const QUESTION: &[u8] = b"\x1b]11;?\x1b\\\x1b[c";

/// What a terminal that was asked for its background has sent.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct TerminalAnswer {
    /// The background: red, green, blue.
    pub color: Option<(u8, u8, u8)>,
    pub typed: Vec<u8>,
}

/// Asks the terminal for its background, if it is one that understands escapes. The answer arrives on standard input, which
/// nothing else may be reading. Through tmux and screen the question goes as through any terminal.
pub(super) fn ask(streams: Streams) -> TerminalAnswer {
    if !(streams.input && streams.output && streams.capable) {
        return TerminalAnswer::default();
    }
    let far = ["SSH_CONNECTION", "SSH_TTY"].into_iter().any(|name| env::var_os(name).is_some());
    // Without an answer it is taken to be dark.
    asked(far).unwrap_or_default()
}

/// Asks the terminal at standard input and output. `far`: it may be on the other side of the world.
fn asked(far: bool) -> io::Result<TerminalAnswer> {
    let input = io::stdin();
    let before = tcgetattr(&input)?;
    let mut single = before.clone();
    single.local_modes -= LocalModes::ICANON | LocalModes::ECHO;
    single.special_codes[SpecialCodeIndex::VMIN] = 1;
    single.special_codes[SpecialCodeIndex::VTIME] = 0;
    tcsetattr(&input, OptionalActions::Now, &single)?;
    let heard = exchange(Instant::now() + if far { PATIENCE_FAR } else { PATIENCE });
    tcsetattr(&input, OptionalActions::Now, &before)?;
    Ok(parse(&heard?))
}

/// Asks, and reads until the last answer has come or the time is up.
fn exchange(end: Instant) -> io::Result<Vec<u8>> {
    let (input, mut output) = (io::stdin(), io::stdout());
    output.write_all(QUESTION)?;
    output.flush()?;
    let mut heard = Vec::new();
    let mut bytes = [0; 256];
    while !is_answered(&heard) {
        let left = end.saturating_duration_since(Instant::now());
        let patience =
            Timespec { tv_sec: left.as_secs() as i64, tv_nsec: left.subsec_nanos().into() };
        match poll(&mut [PollFd::new(&input, PollFlags::IN)], Some(&patience)) {
            Ok(0) => break,
            Ok(_) => {}
            Err(rustix::io::Errno::INTR) => continue,
            Err(error) => return Err(error.into()),
        }
        match rustix::io::read(&input, &mut bytes) {
            Ok(0) => break,
            Ok(length) => heard.extend_from_slice(&bytes[..length]),
            Err(rustix::io::Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(heard)
}

/// An answer among what was heard: from its beginning to behind its end, and what is between.
fn find<'a>(
    heard: &'a [u8],
    begins: &[u8],
    ends: impl Fn(&[u8]) -> Option<usize>,
) -> Option<(usize, usize, &'a [u8])> {
    let start = heard.windows(begins.len()).position(|window| window == begins)?;
    let inside = start + begins.len();
    let (at, length) = (inside..heard.len()).find_map(|at| Some((at, ends(&heard[at..])?)))?;
    Some((start, at + length, &heard[inside..at]))
}

/// `ESC ] 11 ; rgb:… BEL`, or `ESC \` at the end.
fn color_answer(heard: &[u8]) -> Option<(usize, usize, &[u8])> {
    find(heard, b"\x1b]11;", |rest| match rest {
        [0x07, ..] => Some(1),
        [0x1b, b'\\', ..] => Some(2),
        _ => None,
    })
}

/// `ESC [ ? … c`.
fn device_answer(heard: &[u8]) -> Option<(usize, usize, &[u8])> {
    find(heard, b"\x1b[?", |rest| (rest.first() == Some(&b'c')).then_some(1))
}

fn is_answered(heard: &[u8]) -> bool {
    device_answer(heard).is_some()
}

fn parse(heard: &[u8]) -> TerminalAnswer {
    let mut typed = heard.to_vec();
    let mut color = None;
    if let Some((start, end, text)) = color_answer(heard) {
        color = rgb(text);
        typed.drain(start..end);
    }
    if let Some((start, end, _)) = device_answer(&typed) {
        typed.drain(start..end);
    }
    TerminalAnswer { color, typed }
}

/// `rgb:RRRR/GGGG/BBBB`, each with one to four digits, of which the first two count.
fn rgb(text: &[u8]) -> Option<(u8, u8, u8)> {
    let text = std::str::from_utf8(text).ok()?;
    let text = text.strip_prefix("rgba:").or_else(|| text.strip_prefix("rgb:"))?;
    let mut channels = text.split('/').map(|digits| {
        let value = u32::from_str_radix(digits, 16).ok().filter(|_| digits.len() <= 4)?;
        let most = (1 << (4 * digits.len())) - 1;
        Some((value * 255 / most) as u8)
    });
    Some((channels.next()??, channels.next()??, channels.next()??))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_found_between_keys() {
        let parsed = parse(b"e4\n\x1b]11;rgb:1e1e/2020/ffff\x1b\\fe\x1b[?62;22cn\n");
        assert_eq!(parsed.color, Some((0x1e, 0x20, 0xff)));
        assert_eq!(parsed.typed, b"e4\nfen\n");
        let parsed = parse(b"\x1b]11;rgb:f/0/8\x07\x1b[?1;2c");
        assert_eq!(parsed, TerminalAnswer { color: Some((255, 0, 136)), typed: Vec::new() });
    }

    #[test]
    fn a_terminal_that_answers_nothing_has_only_keys() {
        assert_eq!(parse(b"e4\nfen\n"), TerminalAnswer { color: None, typed: b"e4\nfen\n".into() });
        assert!(!is_answered(b"\x1b[?62;2") && is_answered(b"\x1b[?62;2c"));
        for bad in ["rgb:", "rgb:1/2", "rgb:12345/0/0", "rgb:x/y/z", "cmyk:0/0/0", "rgb://"] {
            assert_eq!(rgb(bad.as_bytes()), None, "{bad}");
        }
    }
}
