#!/usr/bin/env python3
"""How much of what `annotate` accuses holds for another engine that thinks longer.

    pip install chess
    tests/clients/accusations.py [--binary target/release/quarterply] [--engine stockfish] [--seconds 1]
        [--games 60] [--seed 1] [--nodes 100k] FILE.pgn

Picks games by the seed, annotates them, and has the other engine search the position before and after each accused move. An
accusation holds if the loss seen by the engine is at least half as large as said: both in percent of a point, 1 / (1 + e^(-0.00368 cp)).
Moves that miss or allow a proved mate count apart: they need no judge. Prints the accusations that do not hold.
"""

import argparse
import json
import math
import random
import subprocess
import tempfile
from pathlib import Path

import chess
import chess.engine
import chess.pgn


def points(score):
    """Expected points of the side whose view the score is."""
    if score.is_mate():
        return 1.0 if score > chess.engine.Cp(0) else 0.0
    return 1 / (1 + math.exp(-0.00368 * score.score()))


def games(path, count, seed):
    """Picks games without a position of their own, as PGN and as chess.pgn reads them."""
    text = Path(path).read_text(encoding="latin-1")
    parts = ["[Event " + part for part in text.split("[Event ")[1:]]
    random.Random(seed).shuffle(parts)
    with tempfile.TemporaryFile("w+") as file:
        file.write("\n\n".join(part.strip() for part in parts if "[FEN" not in part))
        file.seek(0)
        found = []
        while len(found) < count:
            game = chess.pgn.read_game(file)
            if game is None:
                break
            if not game.errors and 20 <= game.end().ply() <= 160:
                found.append(game)
        return found


def annotated(binary, chosen, nodes):
    """Returns the moves of each game as the program's JSON has them."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games.pgn"
        path.write_text("\n\n".join(str(game) for game in chosen) + "\n")
        command = [binary, "--no-config", "--json", "-c", f"annotate {path} {nodes}"]
        ran = subprocess.run(command, capture_output=True, text=True)
        lines = [json.loads(line) for line in ran.stdout.splitlines()]
        return [line["moves"] for line in lines if line["type"] == "annotated-game"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--binary", default="target/release/quarterply")
    parser.add_argument("--engine", default="stockfish")
    parser.add_argument("--seconds", type=float, default=1)
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--nodes", default="100k")
    parser.add_argument("file")
    given = parser.parse_args()
    chosen = games(given.file, given.games, given.seed)
    judge = chess.engine.SimpleEngine.popen_uci(given.engine)
    judge.configure({"Threads": 1, "Hash": 64})
    limit = chess.engine.Limit(time=given.seconds)

    def seen(board, color):
        if board.is_checkmate():
            return 0.0 if board.turn == color else 1.0
        if board.is_game_over():
            return 0.5
        return points(judge.analyse(board, limit)["score"].pov(color))

    accused = holds = proved = 0
    for game, moves in zip(chosen, annotated(given.binary, chosen, given.nodes), strict=True):
        board = game.board()
        for node, move in zip(game.mainline(), moves, strict=True):
            after = board.copy()
            after.push(node.move)
            if move["judgement"] and move["loss"] == 0:
                proved += 1
            elif move["judgement"]:
                loss = seen(board, board.turn) - seen(after, board.turn)
                accused += 1
                if 100 * loss >= move["loss"] / 2:
                    holds += 1
                else:
                    print(f"{board.fen()}  {move['san']} ({move['best']}): said {move['loss']:.0f} %, seen {100 * loss:.0f} %", flush=True)
            board = after
    judge.quit()
    share = holds / max(accused, 1)
    error = 1.96 * math.sqrt(share * (1 - share) / max(accused, 1))
    print(f"{len(chosen)} games, {accused} accusations, {holds} hold: {100 * share:.0f} ± {100 * error:.0f} %; {proved} by a proved mate alone")


if __name__ == "__main__":
    main()
