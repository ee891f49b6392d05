#!/usr/bin/env python3
"""The program beside python-chess: rules, endgame tables, and games through a file, over random positions from a seed.

    pip install chess
    tests/clients/judge.py [--binary target/release/quarterply] [--seed 1] rules 100000
    tests/clients/judge.py … tables 50000 FOLDER_OF_SYZYGY_TABLES
    tests/clients/judge.py … books 20000
    tests/clients/judge.py … games FILE.pgn
    tests/clients/judge.py … games 2000

`rules` compares legal moves, their SAN, the FEN after the move played, and whether the game is over; for one position in ten
also the FEN after every legal move. Half of the games are Chess960. `tables` compares win, draw or loss with the fifty moves
counted, and the plies to the next capture or pawn move: of the program's own tables and of Syzygy's, for the position and
every move. `books` makes Polyglot books with python-chess's keys, asks for the moves of every position in them, and lets
python-chess read the book that the program writes. `games` loads each game of a file, saves it, and compares tags, moves, comments, NAGs and variations; with a
number it makes up that many games with all of these first. `proof` has its judge in tests/mates_oracle.rs.

The program runs with --json, one process for a few thousand lines. Prints the number of comparisons and the first
differences; status 1 if there are any.
"""

import argparse
import io
import json
import random
import struct
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

import chess
import chess.pgn
import chess.polyglot
import chess.syzygy

# Starts from which promotions, en passant and castling are near.
STARTS = [
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
    "q3k2q/1P4P1/8/3pP3/3Pp3/8/1p4p1/Q3K2Q w - d6 0 1",
]

# Games in a file that the program is given.
GAMES = 250

# Differences printed in full.
SHOWN = 10


class Judge:
    """Counts comparisons and prints the first that differ."""

    def __init__(self):
        self.compared = Counter()
        self.differences = 0

    def same(self, what, where, ours, theirs):
        self.compared[what] += 1
        if ours != theirs:
            self.differences += 1
            if self.differences <= SHOWN:
                print(f"{what}, {where}:\n  quarterply   {ours}\n  python-chess {theirs}")

    def report(self):
        for what, count in self.compared.items():
            print(f"{count:>9} {what} compared")
        print(f"{self.differences:>9} differences")
        return 1 if self.differences else 0


def answers(binary, lines, replies=None):
    """Runs `lines` in one process. Returns the objects printed, those of the types in `replies` if given."""
    command = [binary, "--no-config", "--no-history", "-H", "1", "--json"]
    ran = subprocess.run(command, input="\n".join(lines) + "\n", capture_output=True, text=True)
    objects = [json.loads(line) for line in ran.stdout.splitlines()]
    if ran.returncode not in (0, 1):
        raise SystemExit(f"status {ran.returncode}: {ran.stderr[-2000:]}")
    return [found for found in objects if replies is None or found["type"] in replies]


def chance_move(chance, board):
    """Returns a legal move of `board`, with a liking for castling, promotion and en passant."""
    moves = list(board.legal_moves)
    special = [m for m in moves if m.promotion or board.is_castling(m) or board.is_en_passant(m)]
    return chance.choice(special if special and chance.random() < 0.35 else moves)


def start_board(chance, number):
    if number % 2:
        return chess.Board.from_chess960_pos(chance.randrange(960))
    return chess.Board(chance.choice(STARTS)) if number % 4 else chess.Board()


def text_of(board, move):
    """Returns coordinates as the program's JSON has them: castling as the king's own move where standard chess has it."""
    return board.uci(move, chess960=board.chess960)


def status(board):
    if board.is_checkmate():
        return "checkmate"
    if board.is_stalemate():
        return "stalemate"
    return "insufficient material" if board.is_insufficient_material() else "open"


def x_fen(text, chess960):
    """Returns a FEN as python-chess writes it: ours names a rook by its file where `Q` would be read as that of standard chess."""
    try:
        return chess.Board(text, chess960=chess960).fen()
    except ValueError:
        return text


def rules(judge, binary, chance, positions):
    played = 0
    while judge.compared["positions"] < positions:
        lines, expected = [], []
        for _ in range(30):
            board = start_board(chance, played)
            played += 1
            lines.append(f"fen {board.fen()}")
            expected.append(("position", board.copy(stack=False)))
            for _ in range(120):
                board_now = board.copy(stack=False)
                lines.append("moves")
                expected.append(("moves", board_now))
                if chance.random() < 0.1:
                    for move in board.legal_moves:
                        after = board.copy(stack=False)
                        after.push(move)
                        lines += [board.san(move), "undo"]
                        expected += [("position", after), ("back", board_now)]
                if not any(board.legal_moves):
                    break
                move = chance_move(chance, board)
                lines.append(board.san(move))
                board.push(move)
                expected.append(("position", board.copy(stack=False)))
        found = answers(binary, lines)
        judge.same("batches", lines[0], len(found), len(expected))
        for reply, (kind, board) in zip(found, expected):
            fen = board.fen()
            if kind != "moves":
                ours = x_fen(reply.get("fen", reply.get("message")), board.chess960)
                judge.same("FENs" if kind == "position" else "FENs after undo", fen, ours, fen)
                continue
            judge.compared["positions"] += 1
            if board.chess960:
                judge.compared["positions of Chess960"] += 1
            listed = [move for group in reply.get("groups", []) for move in group["moves"]]
            # A castling move may be the king's two squares or king takes rook: both are read.
            ours = sorted((text_of(board, board.parse_uci(m["move"])), m["san"]) for m in listed)
            theirs = sorted((text_of(board, m), board.san(m)) for m in board.legal_moves)
            judge.same("lists of moves with their SAN", fen, ours, theirs)
            judge.compared["moves"] += len(theirs)


def chance_endgame(chance):
    """Returns a legal position of three or four men with any fifty-move clock."""
    while True:
        board = chess.Board(None)
        men = [chess.Piece(chess.KING, True), chess.Piece(chess.KING, False)]
        kinds = [chess.PAWN, chess.PAWN, chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN]
        for _ in range(chance.choice([1, 2, 2, 2])):
            men.append(chess.Piece(chance.choice(kinds), chance.random() < 0.5))
        for piece, square in zip(men, chance.sample(range(64), len(men))):
            board.set_piece_at(square, piece)
        board.turn = chance.random() < 0.5
        board.halfmove_clock = chance.choice([0, 0, 0, chance.randrange(100)])
        board.fullmove_number = 60
        # En passant, where a pawn has just passed another.
        if chance.random() < 0.5:
            rank = 4 if board.turn else 3
            for pawn in board.pieces(chess.PAWN, not board.turn):
                over = pawn + (8 if board.turn else -8)
                home = over + (8 if board.turn else -8)
                if chess.square_rank(pawn) == rank and not board.piece_at(over) and not board.piece_at(home):
                    board.ep_square = over
                    board.halfmove_clock = 0
        if board.is_valid() and not board.is_game_over():
            return board


WORDS = {2: "win", 1: "cursed win", 0: "draw", -1: "blessed loss", -2: "loss"}


TURNED = {"win": "loss", "loss": "win", "cursed win": "blessed loss", "blessed loss": "cursed win"}
DOUBTS = {"win": "cursed win", "loss": "blessed loss"}


def right(name, value, clock, verdict, edge):
    """Returns the verdict that is right to give, where two may be given that which was.

    The program's own tables know the mate, not the captures before it, and doubt a late one. A distance of Syzygy's may be
    one off: where it reaches the hundredth ply, in `edge`, it settles nothing."""
    if value["mate"] is None or verdict not in DOUBTS:
        return verdict
    plies = 2 * value["mate"] - (verdict == "win")
    is_late = clock + plies > 100
    if is_late and edge and value["verdict"] in (verdict, DOUBTS[verdict]):
        return value["verdict"]
    return DOUBTS[verdict] if is_late and name == "own tables" else verdict


def probe(tables, board):
    """Returns verdict and distance to zeroing for the side to move, and whether the clock may end in time by one ply."""
    if board.is_checkmate():
        return ("loss", 0, False)
    if not any(board.legal_moves) or board.is_insufficient_material():
        return ("draw", None, False)
    wdl, dtz = tables.probe_wdl(board), tables.probe_dtz(board)
    if wdl and abs(dtz) + board.halfmove_clock > 100:
        wdl = 1 if wdl > 0 else -1
    return (WORDS[wdl], abs(dtz) or None, abs(dtz) + board.halfmove_clock == 100)


def tables(judge, binary, chance, verdicts, folder):
    probed = chess.syzygy.open_tablebase(folder)
    wanted = {"own tables": "", "Syzygy": f"set SyzygyPath {folder}"}
    while judge.compared["verdicts, Syzygy"] < verdicts:
        boards = [chance_endgame(chance) for _ in range(500)]
        known = [probe_all(probed, board) for board in boards]
        for name, setting in wanted.items():
            lines = [setting] + [line for b in boards for line in (f"fen {b.fen()}", "tb")]
            found = answers(binary, lines, {"tables"})
            judge.same("batches", boards[0].fen(), len(found), len(boards))
            for reply, board, theirs in zip(found, boards, known):
                judge_tables(judge, name, reply, board, theirs)
        judge.compared["positions"] += len(boards)


def probe_all(tables, board):
    """Returns what tables say of a position, and of what each move leads to."""
    known = {None: probe(tables, board)}
    for move in board.legal_moves:
        board.push(move)
        known[move.uci()] = probe(tables, board)
        board.pop()
    return known


def judge_tables(judge, name, reply, board, known):
    fen, clock = board.fen(), board.halfmove_clock
    judge.same("FENs", fen, reply["fen"], fen)
    verdict, zeroing, edge = known[None]
    value = reply["value"]
    judge.same(f"verdicts, {name}", fen, value["verdict"], right(name, value, clock, verdict, edge))
    if value["plies_to_zeroing"] is not None:
        judge.same("distances to zeroing", fen, value["plies_to_zeroing"], zeroing)
    moves = {move["move"]: move["value"] for move in reply["moves"]}
    judge.same("lists of moves", fen, sorted(moves), sorted(move for move in known if move))
    for move, value_of in moves.items():
        verdict, _, edge = known.get(move, ("", None, False))
        # The clock that counts is the one after the move, from which the distance is given a ply earlier.
        zeroes = board.is_zeroing(chess.Move.from_uci(move))
        before = -1 if zeroes else clock
        verdict = right(name, value_of, before, TURNED.get(verdict, verdict), edge)
        judge.same(f"verdicts, {name}", f"{fen} {move}", value_of["verdict"], verdict)
    # The distance to mate is that of the best move.
    wins = [v["mate"] for v in moves.values() if "win" in v["verdict"]]
    losses = [v["mate"] for v in moves.values() if "loss" in v["verdict"]]
    best = min(wins) if wins else max(losses) if len(losses) == len(moves) else None
    judge.same("distances to mate beside the moves'", fen, value["mate"], best)


def polyglot_code(board, move):
    """Returns a move as Polyglot has it: castling is king takes rook."""
    to = move.to_square
    if board.is_castling(move):
        to = chess.square(7 if board.is_kingside_castling(move) else 0, chess.square_rank(to))
    return to | move.from_square << 6 | max((move.promotion or 1) - 1, 0) << 12


def read_book(path, board):
    with chess.polyglot.open_reader(path) as reader:
        return {entry.move.uci(): entry.weight for entry in reader.find_all(board)}


def books(judge, binary, chance, positions):
    """The positions are played, not set: a position does not remember a double step that a pin forbids to answer."""
    while judge.compared["moves of positions"] < positions:
        boards, entries, lines = [], {}, []
        for number in range(30):
            board = start_board(chance, 2 * number)
            lines.append(f"fen {board.fen()}")
            for _ in range(60):
                if not any(board.legal_moves):
                    break
                boards.append(board.copy(stack=False))
                move = chance_move(chance, board)
                key = chess.polyglot.zobrist_hash(board)
                entries[key, polyglot_code(board, move)] = chance.randrange(1, 1000)
                lines += ["book 0", board.san(move)]
                board.push(move)
        with tempfile.TemporaryDirectory() as folder:
            book, saved = Path(folder) / "made.bin", Path(folder) / "saved.bin"
            rows = (struct.pack(">QHHI", *place, weight, 0) for place, weight in sorted(entries.items()))
            book.write_bytes(b"".join(rows))
            found = answers(binary, [f"set BookFile {book}", f"book save {saved}"] + lines, {"book"})
            judge.same("batches", lines[0], len(found), len(boards))
            for reply, board in zip(found, boards):
                theirs = read_book(book, board)
                ours = {move["move"]: move["weight"] for move in reply["moves"]}
                judge.same("moves of positions", board.fen(), ours, theirs)
                judge.same("moves of positions written", board.fen(), read_book(saved, board), theirs)


def chance_games(chance, count, path):
    """Writes games with tags, comments, NAGs and nested variations, as python-chess writes them."""
    words = ["good", "{", "1. e4", "1-0", "only move;", "[%clk 0:12:34]", "[%eval -0.31]", "§ ½ → Ł", '"quoted"', "(or so)"]
    words = [word for word in words if "{" not in word]

    def line(node, plies, depth):
        for _ in range(plies):
            board = node.board()
            moves = list(board.legal_moves)
            if not moves:
                return
            parent, node = node, node.add_variation(chance_move(chance, board))
            if chance.random() < 0.2:
                node.comment = " ".join(chance.sample(words, 2))
            if chance.random() < 0.15:
                node.nags.add(chance.choice([1, 2, 3, 4, 5, 6, 10, 13, 14, 16, 18, 22, 44, 146]))
            if depth < 3 and chance.random() < 0.12:
                others = [m for m in moves if not parent.has_variation(m)]
                if others:
                    side = parent.add_variation(chance.choice(others))
                    if chance.random() < 0.3:
                        side.starting_comment = chance.choice(words)
                    line(side, chance.randrange(6), depth + 1)

    with open(path, "w", encoding="utf-8") as out:
        for number in range(count):
            game = chess.pgn.Game()
            board = start_board(chance, number)
            if number % 3:
                game.setup(board)
            game.headers["White"] = chance.choice(['Löwe, A. \\"The\\"', "Nobody", "B\\\\C"])
            game.headers["Annotator"] = f"number {number}"
            if chance.random() < 0.3:
                game.comment = chance.choice(words)
            line(game, chance.randrange(60), 0)
            ended = game.end().board().result()
            game.headers["Result"] = ended if ended != "*" else chance.choice(["1-0", "0-1", "1/2-1/2", "*"])
            print(game, file=out, end="\n\n")


def words_of(comment):
    """Returns a comment with each gap as one space: where lines end is the writer's affair."""
    return " ".join(comment.split())


def shape(node):
    """Returns everything of a game behind `node`: moves, comments, NAGs, variations."""
    found = []
    for child in node.variations:
        comments = [words_of(child.starting_comment), words_of(child.comment)]
        found.append((child.move.uci(), sorted(child.nags), comments, shape(child)))
    return found


def whole(game):
    return [words_of(game.comment), shape(game)]


def read_games(text):
    """Returns the games of a text, and each as it is written there."""
    games, written, reader = [], [], io.StringIO(text)
    begun = 0
    while (game := chess.pgn.read_game(reader)) is not None:
        games.append(game)
        written.append(text[begun : reader.tell()])
        begun = reader.tell()
    return games, written


def games(judge, binary, chance, file):
    with tempfile.TemporaryDirectory() as folder:
        source = Path(file)
        if file.isdigit():
            source = Path(folder) / "made.pgn"
            chance_games(chance, int(file), source)
        originals, written = read_games(source.read_text(encoding="utf-8"))
        # In small files, since a game is looked for from the beginning of its file.
        for first in range(0, len(originals), GAMES):
            part = originals[first : first + GAMES]
            small = Path(folder) / f"{first}.pgn"
            small.write_text("".join(written[first : first + GAMES]), encoding="utf-8")
            lines = [line for n in range(len(part)) for line in (f"load {small} {n + 1}", "pgn")]
            saved = [reply["text"] for reply in answers(binary, lines, {"pgn"})]
            again, _ = read_games("\n".join(saved))
            judge.same("files", first, len(again), len(part))
            for number, (ours, theirs) in enumerate(zip(again, part), first + 1):
                where = f"game {number}"
                judge.same("tags", where, dict(ours.headers), dict(theirs.headers))
                judge.same("games", where, whole(ours), whole(theirs))
                errors = [[str(error) for error in game.errors] for game in (ours, theirs)]
                judge.same("errors", where, *errors)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--binary", default="target/release/quarterply")
    parser.add_argument("--seed", default="1")
    what = parser.add_subparsers(dest="what", required=True)
    what.add_parser("rules").add_argument("count", type=int)
    endgames = what.add_parser("tables")
    endgames.add_argument("count", type=int)
    endgames.add_argument("folder")
    what.add_parser("books").add_argument("count", type=int)
    what.add_parser("games").add_argument("file", help="a PGN file, or how many games to make up")
    options = parser.parse_args()
    judge, chance = Judge(), random.Random(f"{options.what} {options.seed}")
    if options.what == "rules":
        rules(judge, options.binary, chance, options.count)
    elif options.what == "tables":
        tables(judge, options.binary, chance, options.count, options.folder)
    elif options.what == "books":
        books(judge, options.binary, chance, options.count)
    else:
        games(judge, options.binary, chance, options.file)
    return judge.report()


if __name__ == "__main__":
    sys.exit(main())
