#!/usr/bin/env python3
"""Judges `drill`.

    pip install chess
    tests/clients/drill.py positions/problems.epd [--count 200] [--seed 8] [--binary target/release/quarterply]

Drills mates of a file with bm and dm and answers with right and with wrong moves; which move mates in time is decided
by python-chess where at most two moves are left, and by the keys of the file at the first move. Prints the verdicts and the
wrong judgements; status 1 if there are any.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
from collections import Counter

import chess


def mating(board, moves):
    """The moves that mate in at most `moves` moves."""
    found = []
    for move in list(board.legal_moves):
        board.push(move)
        mates = board.is_checkmate()
        if not mates and moves > 1 and not board.is_stalemate():
            mates = all(answered(board, reply, moves - 1) for reply in list(board.legal_moves))
        board.pop()
        if mates:
            found.append(move)
    return found


def answered(board, reply, moves):
    board.push(reply)
    mates = bool(mating(board, moves))
    board.pop()
    return mates


class Drill:
    def __init__(self, binary, path, folder):
        command = [binary, "--json", "-c", f"drill {path}", "-f", "-"]
        env = dict(os.environ, XDG_CONFIG_HOME=folder)
        self.program = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=env)

    def read(self):
        while True:
            line = json.loads(self.program.stdout.readline())
            if line["type"].startswith("drill-") or line["type"] == "error":
                return line

    def ask(self, text):
        self.program.stdin.write(text + "\n")
        self.program.stdin.flush()
        return self.read()


def answers(arguments):
    chance, keys = random.Random(arguments.seed), {}
    records = [line for line in open(arguments.file) if line.strip() and not line.startswith("#")]
    count = min(arguments.count, len(records))
    records = [records[place * len(records) // count] for place in range(count)]
    for record in records:
        board = chess.Board()
        keys[board.set_epd(record.strip()) and board.epd()] = chess.Board().set_epd(record.strip())["bm"]
    tally, wrong = Counter(), []
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "drill.epd")
        open(path, "w").write("".join(records))
        drill = Drill(arguments.binary, path, folder)
        problem = drill.read()
        for _ in records:
            board, left = chess.Board(problem["fen"]), problem["mate"]
            right = keys[board.epd()]
            while True:
                for move in chance.sample(others := [m for m in board.legal_moves if m not in right], min(1, len(others))):
                    said = drill.ask(move.uci())
                    tally["other", said["verdict"]] += 1
                    if said["verdict"] == "right":
                        wrong.append((board.fen(), move.uci(), "right"))
                move = chance.choice(right)
                said = drill.ask(move.uci())
                tally["right", said["verdict"]] += 1
                if said["verdict"] != "right":
                    wrong.append((board.fen(), move.uci(), said["verdict"]))
                if not said["done"]:
                    left -= 1
                    board = chess.Board((said["next"] or {"fen": board.fen()})["fen"])
                if said["done"] or left > 2 or said["verdict"] != "right":
                    break
                right = mating(board, left)
            problem = (said if said["done"] else drill.ask("give up"))["next"]
    for (kind, verdict), number in sorted(tally.items()):
        print(f"{kind} moves judged {verdict}: {number}")
    print(f"wrong judgements: {len(wrong)}", *wrong[:10], sep="\n")
    return int(bool(wrong))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=8)
    parser.add_argument("--binary", default="target/release/quarterply")
    sys.exit(answers(parser.parse_args()))
