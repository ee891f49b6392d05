//! Compares the rules with cozy-chess and shakmaty over random games.
//!
//! All three play the same games from fixed seeds, in standard chess and Chess960, with a preference for castling, promotion and
//! en passant. Cheap properties are compared at every position, expensive ones at intervals.

use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position as _};

use crate::chess::movegen::{CheckSquares, Kind, MoveCounts};
use crate::chess::notation::{parse_move, parse_uci, san, uci};
use crate::chess::{Bitboard, Color, File, Move, MoveList, Piece, Position, SplitMix, Square};

/// Positions to start games from.
const STARTS: [&str; 8] = [
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
    "q3k2q/1P4P1/8/3pP3/3Pp3/8/1p4p1/Q3K2Q w - d6 0 1",
    "2b4k/1P3P2/8/K2pP2r/8/8/1p1p1p2/2B5 w - d6 0 1",
    "b6k/8/8/2PpP3/4K3/8/3r4/8 w - d6 0 1",
];

/// One position, three times.
struct Trio {
    ours: Position,
    cozy: cozy_chess::Board,
    shakmaty: Chess,
}

/// From, to and promotion; castling as the king taking its rook.
type Plain = (usize, usize, Option<char>);

fn plain(mv: Move) -> Plain {
    (mv.from().index(), mv.to().index(), mv.promoted().map(Piece::letter))
}

fn plain_shakmaty(mv: shakmaty::Move) -> Plain {
    let from = mv.from().expect("no drops");
    (usize::from(from), usize::from(mv.to()), mv.promotion().map(|role| role.upper_char()))
}

fn plain_cozy(mv: cozy_chess::Move) -> Plain {
    let letter = |piece: cozy_chess::Piece| char::from(piece).to_ascii_uppercase();
    (mv.from as usize, mv.to as usize, mv.promotion.map(letter))
}

impl Trio {
    fn start(number: usize, mode: CastlingMode) -> Trio {
        let fen = match mode {
            CastlingMode::Standard if !number.is_multiple_of(4) => {
                STARTS[number / 4 % 8].to_owned()
            }
            CastlingMode::Standard => Position::start().to_fen(),
            CastlingMode::Chess960 => {
                let number = (number * 37 % 960) as u32;
                format!("{:#}", cozy_chess::Board::chess960_startpos(number))
            }
        };
        let shredder = mode == CastlingMode::Chess960;
        let fens: Fen = fen.parse().expect("a FEN");
        Trio {
            ours: Position::from_fen(&fen).expect("playable"),
            cozy: cozy_chess::Board::from_fen(&fen, shredder).expect("playable"),
            shakmaty: fens.into_position(mode).expect("playable"),
        }
    }

    fn play(&mut self, mv: Move) {
        let wanted = plain(mv);
        self.ours = self.ours.play(mv);
        let mut played = false;
        let board = self.cozy.clone();
        board.generate_moves(|moves| {
            for mv in moves.into_iter().filter(|&mv| plain_cozy(mv) == wanted) {
                self.cozy.play_unchecked(mv);
                played = true;
            }
            played
        });
        assert!(played, "{mv:?}");
        let moves = self.shakmaty.legal_moves();
        let mv = moves.iter().find(|&&mv| plain_shakmaty(mv) == wanted).expect("legal");
        self.shakmaty.play_unchecked(*mv);
    }
}

/// Plays random games until `positions` positions have been visited.
fn walk(seed: u64, mode: CastlingMode, positions: usize, mut visit: impl FnMut(usize, &Trio)) {
    let mut random = SplitMix::new(seed);
    let (mut visited, mut games) = (0, 0);
    while visited < positions {
        let mut trio = Trio::start(games, mode);
        games += 1;
        for _ in 0..120 {
            visit(visited, &trio);
            visited += 1;
            let moves = trio.ours.legal_moves();
            if moves.is_empty() || visited >= positions {
                break;
            }
            let special: Vec<Move> =
                moves.iter().map(|legal| legal.mv).filter(|mv| !mv.is_normal()).collect();
            let mv = if special.is_empty() || random.below(3) > 0 {
                moves[random.below(moves.len())].mv
            } else {
                special[random.below(special.len())]
            };
            trio.play(mv);
        }
    }
}

fn same_moves(trio: &Trio, moves: &MoveList, fen: &str) {
    let mut ours: Vec<Plain> = moves.iter().map(|legal| plain(legal.mv)).collect();
    let mut shakmaty: Vec<Plain> =
        trio.shakmaty.legal_moves().iter().map(|&mv| plain_shakmaty(mv)).collect();
    let mut cozy: Vec<Plain> = Vec::new();
    trio.cozy.generate_moves(|moves| {
        cozy.extend(moves.into_iter().map(plain_cozy));
        false
    });
    for list in [&mut ours, &mut shakmaty, &mut cozy] {
        list.sort_unstable();
    }
    assert_eq!(ours, shakmaty, "shakmaty, {fen}");
    assert_eq!(ours, cozy, "cozy-chess, {fen}");
}

/// The two parts of the move list are complete, and counts agree with lists.
fn parts_make_the_whole(position: &Position, moves: &MoveList, fen: &str) {
    let checks = CheckSquares::new(position);
    let (mut halves, mut noisy) = (MoveList::new(), MoveList::new());
    position.generate(Kind::Noisy, &checks, &mut noisy);
    position.generate(Kind::Quiet, &checks, &mut halves);
    assert!(noisy.iter().all(|legal| position.is_noisy(legal.mv)), "{fen}");
    assert!(halves.iter().all(|legal| !position.is_noisy(legal.mv)), "{fen}");
    halves.extend(noisy);
    let sorted = |list: &MoveList| {
        let mut list: Vec<_> =
            list.iter().map(|l| (l.mv, l.check.direct, l.check.discovered)).collect();
        list.sort_unstable();
        list
    };
    assert_eq!(sorted(&halves), sorted(moves), "{fen}");
    assert_eq!(position.legal_count(), moves.len() as u64, "{fen}");
    assert_eq!(position.has_legal_move(), !moves.is_empty(), "{fen}");
    let count = |kind: &dyn Fn(Move) -> bool| moves.iter().filter(|l| kind(l.mv)).count() as u32;
    let (king, them) = (position.king(position.turn()), position.color(!position.turn()));
    let counts = MoveCounts {
        all: count(&|_| true),
        king: count(&|mv| mv.from() == king && !mv.is_castle()),
        captures: count(&|mv| them.has(mv.to())),
    };
    assert_eq!(position.count_kinds(), counts, "{fen}");
}

/// Every announced check is one in the position after the move.
fn checks_are_told(position: &Position, moves: &MoveList, fen: &str) {
    let checks = CheckSquares::new(position);
    for legal in moves {
        let mv = legal.mv;
        let next = position.play(mv);
        let arrival = match mv.is_castle() {
            true if mv.to() > mv.from() => Square::at(File::F, mv.from().rank()),
            true => Square::at(File::D, mv.from().rank()),
            false => mv.to(),
        };
        let direct = next.checkers() & Bitboard::of(arrival);
        let told = (legal.check.direct, legal.check.discovered);
        let found = (direct.any(), (next.checkers() - direct).any());
        assert_eq!(told, found, "{fen}: {mv:?}");
        assert_eq!(legal.check.any(), next.in_check(), "{fen}: {mv:?}");
        assert_eq!(checks.of(position, mv), legal.check, "{fen}: {mv:?}");
        assert_eq!(position.check_given(mv), legal.check, "{fen}: {mv:?}");
        // The key is guessed only where more than two squares and the side to move change.
        let pushed = position.moved(mv) == Piece::Pawn && mv.from() as u8 ^ mv.to() as u8 == 16;
        let plain = mv.is_normal() && next.castling() == position.castling() && !pushed;
        let key = plain.then(|| next.key());
        assert_eq!(position.plain_key_after(mv), key, "{fen}: {mv:?}");
    }
}

fn compare(trio: &Trio) {
    let position = &trio.ours;
    let fen = position.to_fen();
    let theirs = Fen::from_position(&trio.shakmaty, EnPassantMode::Legal).to_string();
    if !position.is_chess960() {
        assert_eq!(fen, theirs);
    }
    // Rooks may be named by their files, where the letters of standard chess would be taken for leftovers.
    let read: Chess = fen.parse::<Fen>().unwrap().into_position(CastlingMode::Chess960).unwrap();
    assert_eq!(Fen::from_position(&read, EnPassantMode::Legal).to_string(), theirs, "{fen}");
    // Every field is the same after moves as after parsing: pieces, keys, rights, checkers, pins.
    assert_eq!(Position::from_fen(&fen).as_ref(), Ok(position), "{fen}");
    assert_eq!(position.checkers().0, trio.cozy.checkers().0, "{fen}");
    assert_eq!(position.checkers().0, u64::from(trio.shakmaty.checkers()), "{fen}");
    let insufficient = trio.shakmaty.is_insufficient_material();
    assert_eq!(position.is_insufficient(), insufficient, "{fen}");
    let moves = position.legal_moves();
    same_moves(trio, &moves, &fen);
    parts_make_the_whole(position, &moves, &fen);
    checks_are_told(position, &moves, &fen);
}

#[test]
fn moves_fens_and_checks_agree_over_200_000_positions() {
    let mut compared = 0;
    for mode in [CastlingMode::Standard, CastlingMode::Chess960] {
        walk(2_026, mode, 101_000, |_, trio| {
            compare(trio);
            compared += 1;
        });
    }
    assert!(compared >= 200_000, "{compared} positions compared");
}

#[test]
fn notation_agrees_and_is_read_back() {
    let mut moves_written = 0;
    for mode in [CastlingMode::Standard, CastlingMode::Chess960] {
        walk(7, mode, 30_000, |nth, trio| {
            if nth % 3 != 0 {
                return;
            }
            let position = &trio.ours;
            let oracle = trio.shakmaty.legal_moves();
            for legal in position.legal_moves() {
                let mv = legal.mv;
                let text = san(position, mv);
                let theirs =
                    oracle.iter().find(|&&m| plain_shakmaty(m) == plain(mv)).expect("legal");
                let theirs = SanPlus::from_move(trio.shakmaty.clone(), *theirs).to_string();
                assert_eq!(text, theirs, "{position}");
                assert_eq!(parse_move(position, &text), Ok(mv), "{position}: {text}");
                let rook = uci(mv, true);
                assert_eq!(parse_uci(position, &rook), Ok(mv), "{position}: {rook}");
                assert_eq!(parse_move(position, &rook), Ok(mv), "{position}: {rook}");
                if mode == CastlingMode::Standard {
                    let king = uci(mv, false);
                    assert_eq!(parse_uci(position, &king), Ok(mv), "{position}: {king}");
                    assert_eq!(parse_move(position, &king), Ok(mv), "{position}: {king}");
                }
                moves_written += 1;
            }
        });
    }
    assert!(moves_written > 400_000, "{moves_written} moves written");
}

#[test]
fn a_move_of_any_bits_is_legal_only_if_it_is_listed() {
    let mut random = SplitMix::new(99);
    for mode in [CastlingMode::Standard, CastlingMode::Chess960] {
        walk(11, mode, 6_000, |nth, trio| {
            let position = &trio.ours;
            let moves = position.legal_moves();
            let listed = |mv: Move| moves.iter().any(|legal| legal.mv == mv);
            let agrees = |mv: Move| {
                assert_eq!(
                    position.is_legal(mv),
                    listed(mv),
                    "{position}: {mv:?} {:#x}",
                    mv.bits()
                );
            };
            for _ in 0..16 {
                Move::from_bits(random.next() as u16).into_iter().for_each(agrees);
            }
            if nth % 6 == 0 {
                // Bits 0–11 are the squares: every normal move there is.
                (0..1 << 12).filter_map(Move::from_bits).for_each(agrees);
            }
        });
    }
}

#[test]
fn start_positions_agree() {
    for number in 0..960 {
        let ours = Position::chess960(number).expect("below 960");
        let cozy = cozy_chess::Board::chess960_startpos(u32::from(number));
        assert_eq!(Position::from_fen(&format!("{cozy:#}")), Ok(ours), "start position {number}");
        assert_eq!(Position::from_fen(&ours.to_fen()), Ok(ours), "start position {number}");
    }
    assert_eq!(
        Position::start().to_fen(),
        Fen::from_position(&Chess::default(), EnPassantMode::Legal).to_string()
    );
    assert_eq!(Position::start().turn(), Color::White);
}
