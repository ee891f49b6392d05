//! Boards drawn in letters: what our own `show` prints, Stockfish's `d`, and the like, as a FEN.

/// The lines of a drawn board so far.
#[derive(Clone, Debug, Default)]
pub(super) struct DrawnBoard {
    /// The label of each rank, and its squares as in a FEN, one character each.
    ranks: Vec<(Option<char>, String)>,
    /// The files are drawn from h to a.
    from_h: bool,
    /// The columns of the files, from the line of their letters.
    columns: Vec<usize>,
    has_frame: bool,
    had_blank: bool,
    /// What stands beside the ranks and below the board.
    beside: String,
}

/// A line that belongs to a drawn board.
enum DrawnLine<'l> {
    Rank(Option<char>, String, &'l str),
    /// The letters of the files; whether from h to a.
    Files(bool, &'l str),
    Frame,
}

impl DrawnLine<'_> {
    /// Reads a rank by the columns of the files, as squares drawn with colour are empty in a copy.
    fn below_files<'l>(line: &'l str, columns: &[usize]) -> Option<DrawnLine<'l>> {
        let (&first, &last) = (columns.first()?, columns.last()?);
        let letters: Vec<char> = line.chars().collect();
        let letter = |at: usize| letters.get(at).copied().unwrap_or(' ');
        let squares = columns.iter().map_while(|&at| square(letter(at).to_string().trim()));
        let squares: String = squares.collect();
        let others = (0..last).filter(|at| !columns.contains(at)).map(letter);
        let others: String = others.filter(|letter| !letter.is_whitespace()).collect();
        let label = others.chars().next().filter(|label| ('1'..='8').contains(label))?;
        let behind = line.char_indices().nth(last + 1).map_or("", |(at, _)| line[at..].trim());
        let beside = behind.strip_prefix(label).unwrap_or(behind);
        let ends = behind.is_empty()
            || beside.len() < behind.len() && !beside.starts_with(|c: char| !c.is_whitespace());
        let is_rank = squares.len() == 8 && others.len() == 1 && first > 0 && ends;
        is_rank.then(|| DrawnLine::Rank(Some(label), squares, beside.trim()))
    }

    fn read(line: &str) -> Option<DrawnLine<'_>> {
        let text = line.trim();
        let is_frame = |letter: char| "+-=|:─━│┌┬┐├┼┤└┴┘ ".contains(letter);
        let has_rule = ["--", "──", "━━", "=="].iter().any(|rule| text.contains(rule));
        if has_rule && text.chars().count() > 8 && text.chars().all(is_frame) {
            return Some(DrawnLine::Frame);
        }
        let is_label = |text: &str| matches!(text.as_bytes(), [b'1'..=b'8']);
        let (label, rest) = match text.split_once(['|', '│', ' ']) {
            Some((label, _)) if is_label(label) => (label.chars().next(), text[1..].trim_start()),
            _ => (None, text),
        };
        if let Some(cells) = rest.strip_prefix(['|', '│']) {
            let mut cells = cells.split(['|', '│']);
            let squares: String =
                cells.by_ref().take(8).map_while(|cell| square(cell.trim())).collect();
            let behind = cells.next().map(str::trim).filter(|_| squares.chars().count() == 8)?;
            let label = label.or(behind.chars().next().filter(|_| is_label(behind)));
            return Some(DrawnLine::Rank(label, squares, ""));
        }
        let (mut words, mut squares, mut files) = (rest, String::new(), String::new());
        for _ in 0..8 {
            let (word, behind) = words.split_once(char::is_whitespace).unwrap_or((words, ""));
            files.push_str(word);
            squares.extend(square(word));
            words = behind.trim_start();
        }
        match &*files.to_ascii_lowercase() {
            "abcdefgh" => Some(DrawnLine::Files(false, words)),
            "hgfedcba" => Some(DrawnLine::Files(true, words)),
            _ if squares.len() == 8 && files.chars().count() == 8 => {
                let (last, beside) = words.split_once(char::is_whitespace).unwrap_or((words, ""));
                let (own, beside) =
                    if is_label(last) { (last.chars().next(), beside) } else { (None, words) };
                Some(DrawnLine::Rank(label.or(own), squares, beside))
            }
            _ => None,
        }
    }
}

/// Reads a square of a drawn board as in a FEN, `1` if it is empty.
fn square(text: &str) -> Option<char> {
    let mut letters = text.chars();
    let first = letters.next();
    if letters.next().is_some() {
        return None;
    }
    match first {
        None | Some('.' | '·' | '-' | '_' | '*' | '+' | ' ') => Some('1'),
        Some(piece) if "PNBRQKpnbrqk".contains(piece) => Some(piece),
        Some(piece) => "♙♘♗♖♕♔♟♞♝♜♛♚"
            .chars()
            .position(|sign| sign == piece)
            .and_then(|index| "PNBRQKpnbrqk".chars().nth(index)),
    }
}

/// Counts the empty squares in a row: `r11k` is `r2k`.
fn compressed(rank: &str) -> String {
    let (mut fen, mut empty) = (String::new(), 0);
    for square in rank.chars().chain(['/']) {
        if square == '1' {
            empty += 1;
            continue;
        }
        if empty > 0 {
            fen.push_str(&empty.to_string());
        }
        empty = 0;
        fen.extend(Some(square).filter(|square| *square != '/'));
    }
    fen
}

/// Whether a text begins with the eight ranks of a FEN.
fn is_placement(text: &str) -> bool {
    text.split(' ').next().is_some_and(|word| word.matches('/').count() == 7)
}

impl DrawnBoard {
    /// Takes a line; `false` if it is not part of the board.
    pub(super) fn push(&mut self, line: &str) -> bool {
        let is_whole = self.ranks.len() == 8;
        match DrawnLine::below_files(line, &self.columns).or_else(|| DrawnLine::read(line)) {
            Some(DrawnLine::Rank(label, squares, beside)) if !is_whole => {
                self.ranks.push((label, squares));
                self.note(beside);
            }
            Some(DrawnLine::Files(from_h, beside)) => {
                self.from_h |= from_h;
                let letters =
                    line.chars().enumerate().filter(|(_, letter)| !letter.is_whitespace());
                self.columns = letters.take(8).map(|(column, _)| column).collect();
                self.note(beside);
            }
            Some(DrawnLine::Frame) => self.has_frame = true,
            // An empty line ends a board, but not above the FEN of Stockfish's.
            _ if line.trim().is_empty() && is_whole && self.has_frame && !self.had_blank => {
                self.had_blank = true
            }
            _ if is_whole && self.fen().is_none() && self.continues(line) => self.note(line.trim()),
            _ => return false,
        }
        true
    }

    /// Whether a line below the board tells more of the position.
    fn continues(&self, line: &str) -> bool {
        const LABELS: [&str; 4] = ["fen", "key", "checkers", "side to move"];
        let text = line.trim().to_lowercase();
        is_placement(&text) || LABELS.iter().any(|label| text.starts_with(label))
    }

    /// Whether nothing more can follow.
    pub(super) fn is_done(&self) -> bool {
        self.ranks.len() == 8 && self.fen().is_some()
    }

    fn note(&mut self, text: &str) {
        self.beside.push_str(text);
        self.beside.push('\n');
    }

    /// The FEN written beside or below the board.
    fn fen(&self) -> Option<&str> {
        let mut lines = self.beside.lines();
        lines.find_map(|line| {
            let text = line.trim();
            let head = text.get(..3).filter(|head| head.eq_ignore_ascii_case("fen"));
            let fen = head.map_or(text, |_| text[3..].trim_start_matches([':', ' ']));
            (is_placement(fen) && fen.split_whitespace().count() >= 4).then_some(fen)
        })
    }

    /// Returns the position as a FEN: the one that is written beside the board, or else that of the squares. Unless something is
    /// written, White is to move and may castle if king and rook are at home. If there are not eight ranks, returns the `held`
    /// lines without the frame, if any.
    pub(super) fn finish(&self, held: &str) -> Option<String> {
        if self.ranks.len() != 8 {
            let is_frame = |line: &&str| matches!(DrawnLine::read(line), Some(DrawnLine::Frame));
            let lines: Vec<&str> = held.lines().filter(|line| !is_frame(line)).collect();
            return (!lines.is_empty()).then(|| lines.join("\n"));
        }
        if let Some(fen) = self.fen() {
            return Some(fen.to_owned());
        }
        let labels = (self.ranks[0].0, self.ranks[7].0);
        let from_first = matches!(labels, (Some(top), Some(bottom)) if top < bottom);
        let squares = |(_, rank): &(_, String)| match self.from_h || from_first {
            true => rank.chars().rev().collect(),
            false => rank.clone(),
        };
        let mut ranks: Vec<String> = self.ranks.iter().map(squares).collect();
        if from_first {
            ranks.reverse();
        }
        let is_at =
            |rank: usize, file: usize, piece: char| ranks[rank].chars().nth(file) == Some(piece);
        let rights = [(7, 7, 'K', 'R'), (7, 0, 'Q', 'R'), (0, 7, 'k', 'r'), (0, 0, 'q', 'r')];
        let king = |rank: usize| if rank == 7 { 'K' } else { 'k' };
        let rights = rights
            .into_iter()
            .filter(|&(rank, file, _, rook)| is_at(rank, 4, king(rank)) && is_at(rank, file, rook));
        let rights: String = rights.map(|(_, _, right, _)| right).collect();
        let rights = if rights.is_empty() { "-" } else { &rights };
        let is_black = self.beside.to_lowercase().contains("black to move");
        let placement = ranks.iter().map(|rank| compressed(rank)).collect::<Vec<_>>().join("/");
        Some(format!("{placement} {} {rights} - 0 1", if is_black { 'b' } else { 'w' }))
    }
}
