#!/usr/bin/env python3
"""Thirty lines of Python on `--json`: a position, the search's move, a proof, and the proof's line played through by python-chess.

    pip install chess
    tests/clients/json_lines.py [--program target/release/quarterply] [--fen FEN]

Status 0 if every line is JSON, the moves are legal, and the line that the proof gives mates in as many moves as it says.
"""

import argparse
import json
import subprocess
import sys

import chess


class Quarterply:
    def __init__(self, program):
        pipe, null = subprocess.PIPE, subprocess.DEVNULL
        # Errors are objects of the answer; standard error repeats them for people.
        self.process = subprocess.Popen([program, "--json"], stdin=pipe, stdout=pipe, stderr=null, text=True, bufsize=1)

    def ask(self, line, answer):
        """Sends a line and reads up to the object of this type; an error is raised."""
        self.process.stdin.write(line + "\n")
        for text in self.process.stdout:
            said = json.loads(text)
            if said["type"] == "error":
                raise ValueError(said)
            if said["type"] == answer:
                return said
        raise EOFError(f"no {answer} to {line!r}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default="target/release/quarterply")
    parser.add_argument("--fen", default="8/8/2KP4/p3P2r/1p2N3/6R1/PPP1R3/7k w - - 0 1")
    options = parser.parse_args()
    engine, board = Quarterply(options.program), chess.Board(options.fen)
    engine.ask(f"position fen {options.fen}", "position")
    best = engine.ask("go nodes 20000", "best")
    print("plays", board.san(chess.Move.from_uci(best["move"])), best["score"]["stm"])
    try:
        engine.ask("e2e9", "moved")
    except ValueError as error:
        print("refuses e2e9:", error.args[0]["message"])
    proof = engine.ask("proof 5", "proof")
    print(proof["verdict"])
    for move in map(chess.Move.from_uci, proof["line"]):
        assert move in board.legal_moves, move
        board.push(move)
    assert board.is_checkmate() and len(proof["line"]) < 2 * proof["mate"]
    engine.process.stdin.close()
    # One line was refused, and the status says so.
    return 0 if engine.process.wait() == 1 else 1


if __name__ == "__main__":
    sys.exit(main())
