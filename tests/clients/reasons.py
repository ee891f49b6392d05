#!/usr/bin/env python3
"""Judges the sentences of `why` by another engine.

    pip install chess
    tests/clients/reasons.py [--binary target/release/quarterply] [--engine stockfish] [--depth 22] [--moves 300]
        [--seed 1] [--nodes 200k] [--show] FILE.pgn

Half of the moves are from games of the file, half from games of the program against itself at 1500; a third are the best move of
a quick search by the engine, a third lose a pawn or more, a third are other moves that were played. The engine searches the
position before the move, after it, after the best other one and after a pass. Every fourth position is asked without a move, too.
A sentence is true if sign and size are right:

    gives-away, only, best, behind          the stated difference has the right sign, and the engine sees half of it at least
    equal                                   the engine's win chances are at most five percent apart, 1 / (1 + e^(-0.00368 cp))
    decided                                 both moves have eighty percent at least, or thirty at most
    standing                                the engine's win chance is that of the word, give or take six percent
    mates, allows, misses, mated            the engine mates, or has five pawns at least
    wins, promotes, loses                   the engine's own line has half of the material, or its score moves by as much
    sacrifices                              the move is within half a pawn of the engine's best
    threatens, prevents, threat             the first move of the line is half a pawn better after the pass than what is on the board

What the rules, a table or a term of the evaluation say is counted apart. Prints the table, with --show each sentence that is not true,
also when it is stopped by SIGTERM or Ctrl-C: the moves are in random order.
"""

import argparse
import io
import json
import math
import random
import re
import signal
import subprocess
from collections import Counter
from pathlib import Path

import chess
import chess.engine
import chess.pgn

VALUES = {chess.PAWN: 100, chess.KNIGHT: 320, chess.BISHOP: 330, chess.ROOK: 500, chess.QUEEN: 950, chess.KING: 0}
WON = 500
VERDICTS = ("gives-away", "only", "best", "behind", "equal", "decided")

WORDS = (("winning", 0.863, 1), ("much better", 0.676, 0.863), ("slightly", 0.527, 0.573), ("better", 0.573, 0.676))


def points(centipawns):
    """Returns expected points."""
    return 1 / (1 + math.exp(-0.00368 * max(-5000, min(5000, centipawns))))


def people(path, chance):
    """Yields games of the file in random order."""
    parts = re.split(r"\n(?=\[Event )", Path(path).read_text(encoding="latin-1"))
    chance.shuffle(parts)
    for part in parts:
        if "[FEN" in part:
            continue
        game = chess.pgn.read_game(io.StringIO(part))
        if game and not game.errors and game.end().ply() > 30:
            yield list(game.mainline_moves())


def own(binary, chance):
    """Yields games of the program against itself at 1500."""
    player = chess.engine.SimpleEngine.popen_uci([binary, "--uci"])
    player.configure({"UCI_LimitStrength": True, "UCI_Elo": 1500})
    while True:
        board = chess.Board()
        for _ in range(6):
            board.push(chance.choice(list(board.legal_moves)))
        while not board.is_game_over(claim_draw=True) and board.ply() < 120:
            board.push(player.play(board, chess.engine.Limit(nodes=5000), game=id(board)).move)
        yield list(board.move_stack)


class Judge:
    def __init__(self, engine, depth):
        self.engine, self.depth, self.known, self.nodes = chess.engine.SimpleEngine.popen_uci(engine), depth, {}, 0
        self.engine.configure({"Threads": 1, "Hash": 128})

    def see(self, board, only=None, without=None, depth=None):
        """Returns centipawns for the side to move, a mate as ten thousand, and the line."""
        roots = [only] if only else [move for move in board.legal_moves if move != without]
        if not roots:
            return (-10_000 if board.is_check() else 0), []
        key = (board.fen(), only, without, depth)
        if key not in self.known:
            found = self.engine.analyse(board, chess.engine.Limit(depth=depth or self.depth), root_moves=roots)
            self.nodes += found.get("nodes", 0)
            self.known[key] = found["score"].relative.score(mate_score=10_000), found.get("pv", [])
        return self.known[key]


def chosen(games, judge, chance, count):
    """Returns positions with their past and a move: a third best, a third bad, a third ordinary."""
    found = {"best": [], "bad": [], "ordinary": []}
    while any(len(moves) < count // 3 for moves in found.values()):
        moves = next(games)
        for ply in chance.sample(range(8, len(moves)), min(4, len(moves) - 8)):
            board = chess.Board()
            for move in moves[:ply]:
                board.push(move)
            if board.legal_moves.count() < 2:
                continue
            best, line = judge.see(board, depth=12)
            worth = judge.see(board, only=moves[ply], depth=12)[0]
            kind = "best" if line[0] == moves[ply] else "bad" if best - worth >= 100 and best > -WON and worth < WON else "ordinary"
            if len(found[kind]) < count // 3:
                found[kind].append((board, moves[ply], kind))
    return sum(found.values(), [])


class Why:
    def __init__(self, binary, nodes):
        command = [binary, "--no-config", "--json", "-f", "-"]
        self.program = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.nodes = nodes

    def ask(self, board, move=None):
        past = " ".join(move.uci() for move in board.move_stack)
        asked = board.san(move).rstrip("+#") if move else ""
        self.program.stdin.write(f"position startpos moves {past}\nwhy {asked} {self.nodes}\n")
        self.program.stdin.flush()
        while True:
            line = json.loads(self.program.stdout.readline())
            if line["type"] in ("why", "error"):
                return line.get("reasons", [])


def material(board, line, side):
    """Returns the balance of material after each move of a line, up to a dozen."""
    board, balances = board.copy(stack=False), []
    for move in line[:12]:
        board.push(move)
        balances.append(sum(VALUES[piece.piece_type] * (1 if piece.color == side else -1) for piece in board.piece_map().values()))
    return balances


def first_of(reason):
    board = chess.Board(reason["fen"])
    return board, board.parse_san(reason["line"][0])


def truth(reason, board, move, judge):
    """Returns whether a sentence is true, and what the engine sees; `None` if it cannot judge it."""
    kind, size, side = reason["reason"], reason.get("size") or 0, board.turn
    if reason["by"] in ("rules", "table", "evaluation") or kind in ("answer", "line"):
        return None, ""
    best = judge.see(board)[0]
    if kind == "standing":
        text, named = reason["text"], points(-best if ("Black" in reason["text"]) == side else best)
        least, most = next((bounds for word, *bounds in WORDS if word in text), (0.473, 0.527))
        return least - 0.06 <= named <= most + 0.06, f"{size}: {best}"
    if kind == "threat":
        root, first = first_of(reason)
        worth = judge.see(root, only=first)[0]
        return worth >= -best + 50, f"{-best} {worth}"
    if move is None:
        return None, ""
    after = board.copy(stack=False)
    after.push(move)
    reply, line = judge.see(after)
    ours = -reply
    if kind in ("mates", "misses"):
        return best >= WON and (kind == "misses" or ours >= WON), f"{best} {ours}"
    if kind in ("allows", "mated"):
        return ours <= -WON, f"{ours}"
    if kind in VERDICTS:
        other = judge.see(board, without=move)[0]
        lead = ours - other
        both = points(ours), points(other)
        if kind == "equal":
            return abs(both[0] - both[1]) <= 0.05, f"{ours} {other}"
        if kind == "decided":
            return min(both) >= 0.8 or max(both) <= 0.3, f"{ours} {other}"
        right = min(abs(size), WON) / 2 - 10
        return lead * (1 if size > 0 else -1) >= right, f"{size}: {lead}"
    if kind == "sacrifices":
        return ours >= best - 50, f"{best} {ours}"
    if kind in ("wins", "promotes", "loses"):
        start = material(board, [], side) or [sum(VALUES[piece.piece_type] * (1 if piece.color == side else -1) for piece in board.piece_map().values())]
        sign = -1 if kind == "loses" else 1
        most = max(sign * (balance - start[0]) for balance in material(board, [move, *line], side))
        return most >= abs(size) / 2 or sign * ours >= WON, f"{size}: {most} {ours}"
    root, first = first_of(reason)
    worth = judge.see(root, only=first)[0]
    there = {"threatens": ours, "prevents": -ours}.get(kind)
    return (None, "") if there is None else (worth >= there + 50, f"{there} {worth}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", default="target/release/quarterply")
    parser.add_argument("--engine", default="stockfish")
    parser.add_argument("--depth", type=int, default=22)
    parser.add_argument("--moves", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--nodes", default="200k")
    parser.add_argument("--show", action="store_true")
    parser.add_argument("file")
    given = parser.parse_args()
    chance, judge = random.Random(given.seed), Judge(given.engine, given.depth)
    moves = chosen(people(given.file, chance), judge, chance, given.moves // 2)
    moves += chosen(own(given.binary, chance), judge, chance, given.moves - given.moves // 2)
    chance.shuffle(moves)
    why, said, held, silent, bare, done = Why(given.binary, given.nodes), Counter(), Counter(), 0, 0, 0
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        for index, (board, move, kind) in enumerate(moves):
            reasons = why.ask(board, move)
            asked = [(move, reason) for reason in reasons]
            if index % 4 == 0:
                asked += [(None, reason) for reason in why.ask(board) if reason["reason"] in ("standing", "threat")]
            for about, reason in asked:
                true, seen = truth(reason, board, about, judge)
                if true is None:
                    said["not judged"] += 1
                    continue
                said[reason["reason"]] += 1
                held[reason["reason"]] += true
                if given.show and not true:
                    print(f"{board.fen()}  {board.san(move)} ({kind}) {reason['text']}\n  {reason['reason']}: {seen}", flush=True)
            silent += not reasons
            bare += kind == "best" and not any(reason["reason"] not in VERDICTS or reason["reason"] == "only" for reason in reasons)
            done += 1
    except KeyboardInterrupt:
        pass
    for kind, count in sorted(said.items()):
        print(f"{kind:12} {count:4}" + (f"  true {held[kind]:4}" if kind != "not judged" else ""))
    judged = sum(said.values()) - said["not judged"]
    print(f"{done} moves: {sum(held.values())} of {judged} sentences true ({100 * sum(held.values()) / max(judged, 1):.1f} %), "
          f"{silent} moves silent, {bare} best moves without a reason; {judge.engine.id['name']}, depth {given.depth}, {judge.nodes} nodes")
    judge.engine.quit()


if __name__ == "__main__":
    main()
