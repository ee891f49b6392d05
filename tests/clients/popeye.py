#!/usr/bin/env python3
"""The program beside Popeye: the solutions and tries of problems with a stipulation, and the processor time of both.

    pip install chess
    tests/clients/popeye.py --popeye PATH [--binary target/release/quarterply] [--seconds 60] [--one] [--tries] FILE.epd
    tests/clients/popeye.py --popeye PATH [--tries] --random "h#2" --count 200 [--seed 1] [--no-king]

Each record of the file has a stip (#2, =2, s#2, r#2, semi-r#2, h#2.5, hs#2, ser-#3, ser-h#3), and the side to move that
the stipulation has by convention; castling is what kings and rooks at home allow, as Popeye takes it. Where all solutions are
lines of moves these are compared, in battles the keys; where a king is missing, which the prompt does not set up, their
number. With --tries the number of tries is compared, too. With --random boards of three to nine men are made up, of
which those without a solution say little. With --one both stop at the first key of a direct mate (MaxSolutions 1, `proof N`),
and only that there is one is compared. Prints what differs, then the number of problems, differences, solutions and tries, and
seconds of processor time of whole processes; status 1 if anything differs.
"""

import argparse
import json
import random
import re
import resource
import subprocess
import sys
import tempfile

import chess

PROMOTED = {"Q": "q", "R": "r", "B": "b", "S": "n"}


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


def move(color, word):
    """The move of a word of Popeye, `Ke1-e2`, `a7*b8=S`, `0-0`, in coordinates."""
    if word.startswith("0-0"):
        rank = "1" if color == chess.WHITE else "8"
        return f"e{rank}{'g' if word == '0-0' else 'c'}{rank}"
    found = re.match(r"[KQRBS]?([a-h][1-8])[-*]([a-h][1-8])(?:=([QRBS]))?$", word)
    assert found, word
    return found[1] + found[2] + PROMOTED.get(found[3], "")


def is_battle(stipulation):
    return re.match(r"(s|r|semi-r)?[#=]", stipulation) is not None


def compared(line, stipulation):
    """The moves of a line that have to be equal: the last one of a help-selfmate may be one of several."""
    return tuple(line[:-1]) if stipulation.startswith("hs") else tuple(line)


def popeye_lines(output, board, stipulation):
    """Popeye's solutions that are lines of moves."""
    for text in re.findall(r"^\s+1\..*", output, re.MULTILINE):
        words = re.sub(r"\[[^\]]*\]|\d+\.(\.\.)?|ep\.", " ", text).split()
        words = [word for word in (word.rstrip("#+=!?") for word in words) if word]
        line = []
        for place, word in enumerate(words):
            turned = place % 2 == 1
            if stipulation.startswith("ser-"):
                turned = stipulation.startswith("ser-h") and place == len(words) - 1
            line.append(move(board.turn != turned, word))
        yield compared(line, stipulation)


def popeye_keys(output, board):
    """Popeye's keys."""
    for word in re.findall(r"^\s+1\.([^.\s]\S*) (?:.*! *|[#=] *)$", output, re.MULTILINE):
        yield move(board.turn, word.rstrip("#+="))


def ask_popeye(args, board, stipulation):
    forsyth = board.board_fen().replace("N", "S").replace("n", "s")
    options = ["MaxSolutions 1"] if args.one else []
    options += ["Try"] if args.tries and is_battle(stipulation) else []
    options += [name for name, color in (("NoWK", chess.WHITE), ("NoBK", chess.BLACK)) if board.king(color) is None]
    option = f"Option {' '.join(options)}\n" if options else ""
    with tempfile.NamedTemporaryFile("w", suffix=".inp") as file:
        file.write(f"BeginProblem\nStipulation {stipulation}\n{option}Forsyth {forsyth}\nEndProblem\n")
        file.flush()
        output, time = timed([args.popeye, "-maxmem", "200M", file.name], args.seconds)
    refused = "capture the king", "both sides need", "input-error"
    if output is None or not re.search("solution finished|Partial solution", output):
        return None, 0, time
    if any(word in output for word in refused):
        return None, 0, time
    # With ?!? it marks a mate that the stipulation forbids.
    tries = len(re.findall(r"^\s+1\.[^.\s]\S* [^!]*\? *$", output, re.MULTILINE))
    if args.one:
        return "!" in output, tries, time
    if is_battle(stipulation):
        return set(popeye_keys(output, board)), tries, time
    return set(popeye_lines(output, board, stipulation)), tries, time


def ask_us(args, board, stipulation):
    if board.king(chess.WHITE) is None or board.king(chess.BLACK) is None:
        with tempfile.NamedTemporaryFile("w", suffix=".epd") as file:
            file.write(board.epd() + f' stip "{stipulation}";\n')
            file.flush()
            output, time = timed([args.binary, "--json", "-c", f"solve {file.name} {args.seconds:.0f}s"], args.seconds)
        if "is on the board" in (output or ""):
            return 0, 0, time
        answer = of_type(output, ("solve",))
        # Shorter keys are among the keys, shorter lines are not among the lines.
        short = 0 if is_battle(stipulation) else answer and answer["short"]
        return answer and answer["count"] + short, 0, time
    tries = " tries" if args.tries and is_battle(stipulation) else ""
    question = f"proof {stipulation[1:] if args.one else stipulation + tries + ' all'} inf"
    output, time = timed([args.binary, "--json", "-c", board.fen(), "-c", question], args.seconds)
    answer = of_type(output, ("problem", "proof"))
    if answer is None:
        return None, 0, time
    if args.one:
        return answer["status"] == "proven", 0, time
    if is_battle(stipulation):
        return {key["play"]["move"] for key in answer["keys"]}, len(answer["tries"]), time
    return {compared(line, stipulation) for line in answer["lines"]}, 0, time


def of_type(output, types):
    answers = [json.loads(line) for line in (output or "").splitlines() if line.startswith("{")]
    return next((answer for answer in answers if answer.get("type") in types), None)


def made_up(args):
    """Random boards for a stipulation, most men near the king that is to be mated."""
    chance = random.Random(args.seed)
    stipulation = args.random
    is_black = bool(re.match(r"h[#=]\d+$|ser-h|hs.*\.5$", stipulation))
    target = chess.WHITE if re.match(r"s[#=]|r|semi|hs", stipulation) else chess.BLACK
    made = 0
    while made < args.count:
        board = chess.Board(None)
        board.turn = not is_black
        king = chance.randrange(64)
        board.set_piece_at(king, chess.Piece(chess.KING, target))
        men = [] if args.no_king else [chess.Piece(chess.KING, not target)]
        for _ in range(chance.randint(2, 7)):
            color = not target if chance.random() < 0.6 else target
            men.append(chess.Piece(chance.choice([1, 1, 1, 2, 2, 3, 3, 4, 4, 5]), color))
        for man in men:
            near = sorted((chance.randrange(64) for _ in range(2)), key=lambda at: chess.square_distance(at, king))[0]
            if board.piece_at(near) is None and not (man.piece_type == chess.PAWN and near // 8 in (0, 7)):
                board.set_piece_at(near, man)
        if not args.no_king and (board.king(not target) is None or not board.is_valid()):
            continue
        if board.turn != target and board.attackers(not target, king) or not any(board.legal_moves):
            continue
        made += 1
        yield board, stipulation


def of_file(path):
    for record in open(path, encoding="utf-8"):
        board = chess.Board()
        yield board, board.set_epd(record)["stip"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--popeye", required=True)
    parser.add_argument("--binary", default="target/release/quarterply")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--one", action="store_true")
    parser.add_argument("--tries", action="store_true")
    parser.add_argument("--random")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--no-king", action="store_true")
    parser.add_argument("file", nargs="?")
    args = parser.parse_args()
    asked = refused = different = solutions = solved = all_tries = 0
    times = [0.0, 0.0]
    for board, stipulation in made_up(args) if args.random else of_file(args.file):
        theirs, their_tries, their_time = ask_popeye(args, board, stipulation)
        if theirs is None:
            refused += 1
            continue
        ours, our_tries, our_time = ask_us(args, board, stipulation)
        if isinstance(ours, int) and not args.one:
            theirs, our_tries, their_tries = len(theirs), 0, 0
        found = int(theirs) if isinstance(theirs, (bool, int)) else len(theirs)
        asked, solutions, solved = asked + 1, solutions + found, solved + (found > 0)
        all_tries += their_tries
        times = [times[0] + our_time, times[1] + their_time]
        if ours != theirs or our_tries != their_tries:
            different += 1
            print(f"{stipulation} {board.fen()}: ours {ours}, {our_tries} tries; Popeye's {theirs}, {their_tries} tries")
    print(f"{asked} compared, {different} different, {solved} solved, {solutions} solutions, {all_tries} tries, {refused} not solved by Popeye")
    print(f"processor time: ours {times[0]:.2f} s, Popeye {times[1]:.2f} s")
    return 1 if different or not asked else 0


if __name__ == "__main__":
    sys.exit(main())
