//! Positions, moves and games: legal ones, and nearly legal ones.

use quarterply::chess::{Position, san, uci};

use super::chance::Chance;
use super::hostile;

const FENS: &[&str] = &[
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1",
    "5K2/3PRnQB/2p5/3p4/5k2/7q/2N5/4N3 w - - 0 1",
    "7k/5KQ1/8/8/8/8/8/8 b - - 0 1",
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2",
    "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2",
    "bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w GEge - 0 1",
    "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1",
    "k7/2K5/8/8/8/8/8/1Q6 w - - 0 1",
    "8/8/8/8/8/3k4/3p4/3K4 w - - 100 200",
    "8/P7/8/8/8/8/7p/K6k w - - 0 1",
    "4k3/8/8/8/8/8/8/4K2R w K - 65535 65535",
    "r1b1kb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 1",
    "8/8/8/8/8/8/R7/K1k5 b - - 0 1",
    "7k/8/8/8/8/8/1r6/K7 w - - 0 1",
];

/// Invalid or unusually written positions.
const NEAR_FENS: &[&str] = &[
    "QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/8/8/8/K1k5 w - - 0 1",
    "8/8/8/8/8/8/8/8 w - - 0 1",
    "k7/8/8/8/8/8/8/K6K w - - 0 1",
    "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; id \"BK.01\";",
    "8/8/8/4k3/8/8/4P3/4K3 w",
    "8/8/8/4k3/8/8/4P3/4K3",
    "8/8/8/4k3/8/8/4P3/4K3 b - -",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR_w_KQkq_-_0_1",
    "[FEN \"8/8/8/4k3/8/8/4P3/4K3 w - - 0 1\"]",
    "8/8/8/4k3/8/8/4P3/4K3 w - - 99999999999 -1",
    "rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "pppppppp/8/8/4k3/8/8/4P3/4K3 w - - 0 1",
];

const MOVETEXT: &[&str] = &[
    "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O",
    "1. d4 d5 2. c4 (2. Nf3 Nf6 (2... c5)) e6 {comment (x) } 3. Nc3 $1 Nf6 1-0",
    "e2e4 e7e5 g1f3",
    "1.e4 c5 2.Nf3 d6 3.d4 cxd4 4.Nxd4 Nf6 5.Nc3 a6 ; rest",
    "f3 e5 g4 Qh4#",
    "1... e5",
    "0-0-0",
    "e8(Q)",
    "exd6 e.p.",
    "♘f3",
    "Ng1-f3",
    "17. Nf3 1/2-1/2",
    "*",
    "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8",
    "e4 {open",
    "e4 (d4",
];

/// The board as the generator believes it to be.
pub(crate) struct Board {
    position: Position,
}

impl Board {
    /// Creates the board before the first move.
    pub(crate) fn new() -> Board {
        Board { position: Position::start() }
    }

    pub(crate) fn position(&self) -> &Position {
        &self.position
    }

    /// Goes to the position before the first move.
    pub(crate) fn reset(&mut self) {
        self.position = Position::start();
    }

    /// Goes to a legal position, and returns its FEN.
    pub(crate) fn fen(&mut self, chance: &mut Chance) -> String {
        let base =
            if chance.percent(60) { self.position.to_fen() } else { chance.pick(FENS).to_owned() };
        self.position = Position::from_fen(&base).unwrap_or_else(|_| Position::start());
        for _ in 0..chance.below(6) {
            self.step(chance);
        }
        if !self.position.has_legal_move() && chance.percent(80) {
            self.reset();
        }
        self.position.to_fen()
    }

    /// Plays a legal move, and returns the position before it.
    fn step(&mut self, chance: &mut Chance) -> Option<(Position, quarterply::chess::Move)> {
        let moves = self.position.legal_moves();
        if moves.is_empty() {
            return None;
        }
        let (before, mv) = (self.position, moves[chance.below(moves.len())].mv);
        self.position = before.play(mv);
        Some((before, mv))
    }

    /// Plays a legal move, and returns it in coordinates; nothing if there is none.
    pub(crate) fn play_uci(&mut self, chance: &mut Chance) -> Option<String> {
        self.step(chance).map(|(_, mv)| uci(mv, false))
    }

    /// Plays up to `count` legal moves, and returns them as people write them.
    pub(crate) fn play(&mut self, chance: &mut Chance, count: usize) -> String {
        let coordinates = chance.percent(30);
        let write = |(before, mv): (Position, quarterply::chess::Move)| {
            if coordinates { uci(mv, false) } else { san(&before, mv) }
        };
        let moves: Vec<String> = (0..count).map_while(|_| self.step(chance)).map(write).collect();
        moves.join(" ")
    }

    /// Returns a legal move that is not played.
    pub(crate) fn legal(&self, chance: &mut Chance) -> String {
        let moves = self.position.legal_moves();
        if moves.is_empty() {
            return "e4".to_owned();
        }
        let mv = moves[chance.below(moves.len())].mv;
        if chance.percent(30) { uci(mv, false) } else { san(&self.position, mv) }
    }

    /// Returns a legal move in coordinates that is not played.
    pub(crate) fn legal_uci(&self, chance: &mut Chance) -> String {
        let moves = self.position.legal_moves();
        let mv = |at: usize| uci(moves[at].mv, false);
        if moves.is_empty() { "0000".to_owned() } else { mv(chance.below(moves.len())) }
    }

    /// Returns a game with headers, comments and variations, in several lines.
    pub(crate) fn game(&mut self, chance: &mut Chance) -> String {
        self.reset();
        let mut text = String::new();
        for name in ["Event", "White", "Black"].iter().take(chance.below(4)) {
            text += &format!(
                "[{name} \"{}\"]\n",
                chance.pick(&["Anna", "B \\\" C", "\u{202e}x", "", "Ünal"])
            );
        }
        if chance.percent(20) {
            let fen = self.fen(chance);
            text += &format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n");
        }
        if !text.is_empty() {
            text.push('\n');
        }
        for number in 1..=chance.range(1, 8) {
            let aside = self.legal(chance);
            text += &format!("{number}. {} ", self.play(chance, 2));
            match chance.below(12) {
                0 => text += &format!("({number}... {aside}) "),
                1 => text += "{[%clk 0:01:00] a remark} ",
                2 => text += "$14 ",
                3 => text += "{over\ntwo lines} ",
                _ => {}
            }
        }
        text + chance.pick(&["1-0", "0-1", "1/2-1/2", "*", ""])
    }
}

/// Returns text that looks like a position.
pub(crate) fn near_fen(chance: &mut Chance) -> String {
    match chance.below(4) {
        0 => chance.pick(NEAR_FENS).to_owned(),
        1 | 2 => {
            let mut text = chance.pick(FENS).as_bytes().to_vec();
            for _ in 0..chance.range(1, 3) {
                let at = chance.below(text.len());
                text[at] = chance.pick(b"pnbrqkPNBRQK12345678/ wb-KQkqaeh0");
            }
            String::from_utf8_lossy(&text).into_owned()
        }
        _ => {
            let rank = |chance: &mut Chance| -> String {
                (0..chance.range(1, 8))
                    .map(|_| char::from(chance.pick(b"pnbrqkPNBRQK1234111")))
                    .collect()
            };
            let ranks: Vec<String> =
                (0..chance.pick(&[8, 8, 8, 7, 9, 30])).map(|_| rank(chance)).collect();
            let side = chance.pick(&["w", "b", "x"]);
            let castling = chance.pick(&["-", "KQkq", "HAha", "EGeg", "kk", "QQQQQQQ", "Z"]);
            let passing = chance.pick(&["-", "e3", "d6", "a9"]);
            format!(
                "{} {side} {castling} {passing} {} {}",
                ranks.join("/"),
                hostile::number(chance),
                hostile::number(chance)
            )
        }
    }
}

/// Returns a word that looks like a move.
pub(crate) fn near_move(chance: &mut Chance) -> String {
    let square = |chance: &mut Chance| {
        format!(
            "{}{}",
            char::from(chance.pick(b"abcdefghi")),
            char::from(chance.pick(b"0123456789"))
        )
    };
    match chance.below(3) {
        0 => square(chance) + &square(chance) + chance.pick(&["", "", "q", "k", "Q", "x"]),
        1 => {
            let piece = chance.pick(&["", "N", "B", "R", "Q", "K", "P", "n", "b"]);
            let from = chance.pick(&["", "", "a", "1", "d5"]);
            let taken = chance.pick(&["", "x", ":", "-"]);
            let end = chance.pick(&["", "", "=Q", "=K", "+", "#", "!?", " e.p."]);
            format!("{piece}{from}{taken}{}{end}", square(chance))
        }
        _ => chance
            .pick(&["O-O", "O-O-O", "0-0", "o-o", "--", "0000", "e4", "e5", "Nf3", "Nc6", "null"])
            .to_owned(),
    }
}

/// Returns a game of side lines within side lines, which is saved and read again.
pub(crate) fn side_lines(chance: &mut Chance) -> String {
    let depth = chance.pick(&[2, 30, 63, 64, 65, 300, 3_000]);
    let open: String = (0..depth).map(|n| [" (1. d4", " (1. e4"][n % 2]).collect();
    let closed = if chance.percent(20) { chance.below(depth) } else { depth };
    format!(
        "new\n1. e4{open}{}\nsave new.qps --force\nrestore new.qps\npgn new.pgn --force",
        ")".repeat(closed)
    )
}

/// Returns movetext: the beginning of a game, a slip, or something left open.
pub(crate) fn movetext(chance: &mut Chance) -> String {
    chance.pick(MOVETEXT).to_owned()
}
