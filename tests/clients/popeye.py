#!/usr/bin/env python3
"""The program beside Popeye: the solutions of problems with a stipulation, and the processor time of both.

    pip install chess
    tests/clients/popeye.py --popeye PATH [--binary target/release/quarterply] [--seconds 60] [--one] FILE.epd

Each record of the file has a stip of help play (h#2.5, h=2), self play (s#2) or direct play (#2, =2), and White to move;
castling is what kings and rooks at home allow, as Popeye takes it. Of help play all lines are compared, of the others the
keys. With --one both stop at the first key of a direct mate (MaxSolutions 1, `proof N`), and only that there is one is
compared. Prints what differs, then the number of problems, differences and solutions, and seconds of processor time of whole
processes; status 1 if anything differs.
"""

import argparse
import json
import re
import resource
import subprocess
import sys
import tempfile

import chess

PROMOTED = {"Q": chess.QUEEN, "R": chess.ROOK, "B": chess.BISHOP, "S": chess.KNIGHT}


def timed(command, seconds):
    """Runs a command; returns all that it writes, or None if it took too long, and the processor time."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        run = subprocess.run(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=seconds, encoding="latin-1"
        )
    except subprocess.TimeoutExpired:
        return None, seconds
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return run.stdout, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def move(board, word):
    """The move of a word of Popeye: `Ke1-e2`, `a7*b8=S`, `0-0`."""
    if word.startswith("0-0"):
        short = word == "0-0"
        castling = (mv for mv in board.legal_moves if board.is_castling(mv))
        return next(mv for mv in castling if board.is_kingside_castling(mv) == short)
    found = re.match(r"[KQRBS]?([a-h][1-8])[-*]([a-h][1-8])(?:=([QRBS]))?$", word)
    start, end = (chess.parse_square(square) for square in found.groups()[:2])
    return chess.Move(start, end, PROMOTED.get(found[3]))


def popeye_lines(output, board):
    """Popeye's lines of help play."""
    for text in re.findall(r"^\s+1\..*", output, re.MULTILINE):
        words = re.sub(r"\[[^\]]*\]|\d+\.(\.\.)?|ep\.", " ", text).split()
        play, line = board.copy(), []
        for word in (word.rstrip("#+=!?") for word in words):
            if word:
                line.append(move(play, word).uci())
                play.push_uci(line[-1])
        yield tuple(line)


def popeye_keys(output, board):
    """Popeye's keys of direct and self play."""
    for word in re.findall(r"^\s+1\.(\S+) (?:.*! *|[#=] *)$", output, re.MULTILINE):
        yield move(board, word.rstrip("#+")).uci()


def ask_popeye(program, board, stipulation, seconds, one):
    forsyth = board.board_fen().replace("N", "S").replace("n", "s")
    option = "Option MaxSolutions 1\n" if one else ""
    with tempfile.NamedTemporaryFile("w", suffix=".inp") as file:
        file.write(f"BeginProblem\nStipulation {stipulation}\n{option}Forsyth {forsyth}\nEndProblem\n")
        file.flush()
        output, time = timed([program, "-maxmem", "200M", file.name], seconds)
    if output is None or not re.search("solution finished|Partial solution", output) or "capture the king" in output:
        return None, time
    if one:
        return "!" in output, time
    read = popeye_lines if stipulation.startswith("h") else popeye_keys
    return set(read(output, board)), time


def ask_us(program, board, stipulation, seconds, one):
    question = f"proof {stipulation[1:] if one else stipulation} inf"
    output, time = timed([program, "--json", "-c", board.fen(), "-c", question], seconds)
    answers = [json.loads(line) for line in (output or "").splitlines() if line.startswith("{")]
    answer = next((answer for answer in answers if answer.get("type") in ("problem", "proof")), None)
    if answer is None:
        return None, time
    if one:
        return answer["status"] == "proven", time
    if stipulation.startswith("h"):
        return {tuple(line) for line in answer["lines"]}, time
    return {key["play"]["move"] for key in answer["keys"]}, time


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--popeye", required=True)
    parser.add_argument("--binary", default="target/release/quarterply")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--one", action="store_true")
    parser.add_argument("file")
    args = parser.parse_args()
    compared = refused = different = solutions = 0
    times = [0.0, 0.0]
    for record in open(args.file, encoding="utf-8"):
        board = chess.Board()
        stipulation = board.set_epd(record)["stip"]
        theirs, their_time = ask_popeye(args.popeye, board, stipulation, args.seconds, args.one)
        if theirs is None:
            refused += 1
            continue
        ours, our_time = ask_us(args.binary, board, stipulation, args.seconds, args.one)
        compared, solutions = compared + 1, solutions + (int(theirs) if args.one else len(theirs))
        times = [times[0] + our_time, times[1] + their_time]
        if ours != theirs:
            different += 1
            print(f"{stipulation} {board.fen()}: ours {ours}, Popeye's {theirs}")
    print(f"{compared} compared, {different} different, {solutions} solutions, {refused} not solved by Popeye")
    print(f"processor time: ours {times[0]:.2f} s, Popeye {times[1]:.2f} s")
    return 1 if different or not compared else 0


if __name__ == "__main__":
    sys.exit(main())
