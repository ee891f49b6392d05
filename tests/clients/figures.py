#!/usr/bin/env python3
"""README's table of what the program reaches, every row measured by this one run.

    pip install chess
    tests/clients/figures.py FOLDER [--program target/release/quarterply] [--write]

FOLDER has the suites of others, which are not in this repository: perft.epd, perft-chess960.epd, wac.epd, and matetrack's
mates.epd. Prints the table with the commit of the working tree, whose sources must be committed; `--write` puts it into
README. Nodes are counted and no time is, so that the table is the same on every machine. Takes two minutes.
"""

import argparse
import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BEGIN, END = "<!-- figures:begin -->\n", "<!-- figures:end -->"


class Program:
    def __init__(self, path, folder):
        self.path, self.folder = path, folder

    def last(self, kind, *words):
        """The last line of this type that a command answers with; FOLDER's files are named without their folder."""
        named = [str(self.folder / word) if word.endswith(".epd") else word for word in words]
        run = subprocess.run(
            [self.path, "--no-config", "--no-history", "--json", *named], capture_output=True, text=True
        )
        lines = [json.loads(line) for line in run.stdout.splitlines()]
        found = [line for line in lines if line["type"] == kind]
        if not found:
            sys.exit(f"{' '.join(words)}: no {kind} in {run.stdout[-300:]}{run.stderr[-300:]}")
        return found[-1]


def perft(program):
    suites = [
        program.last("perft-suite", "perft", "--suite", file, "--depth", "4")
        for file in ("perft.epd", "perft-chess960.epd")
    ]
    (usual, chess960), leaves = suites, sum(suite["nodes"] for suite in suites)
    wrong = sum(len(suite["wrong"]) for suite in suites)
    return (
        "quarterply perft --suite FILE --depth 4",
        f"{usual['positions']:,} positions of a public suite and {chess960['positions']} of Chess960: "
        f"{leaves / 1e9:.1f} billion leaves, {wrong or 'no'} wrong counts",
    )


def judge(program):
    judge = ROOT / "tests/clients/judge.py"
    run = subprocess.run(
        [sys.executable, judge, "--binary", program.path, "rules", "10000"], capture_output=True, text=True
    )
    counted = dict(reversed(line.split(maxsplit=1)) for line in run.stdout.splitlines() if line.split()[0].isdigit())
    if "differences" not in counted:
        sys.exit(f"judge.py: {run.stdout[-300:]}{run.stderr[-300:]}")
    positions, moves, differences = (
        int(counted[name]) for name in ("positions compared", "moves compared", "differences")
    )
    return (
        "tests/clients/judge.py rules 10000",
        f"moves, SAN and FEN as in python-chess: {positions:,} positions, {moves:,} moves, {differences or 'no'} differences",
    )


def wac(program):
    [run] = program.last("suite", "suite", "wac.epd", "100k")["runs"]
    return (
        "quarterply suite wac.epd 100k",
        f"Win At Chess within 100,000 nodes each: {run['solved']} of {run['positions']}",
    )


def problems(program):
    found = program.last("solved", "solve", "@problems", "200k")
    return (
        "quarterply solve @problems 200k",
        f"our {found['positions']} problems of one to twelve moves: {found['solved']} solved, proved the shortest and verified",
    )


def matetrack(program):
    found = program.last("solved", "solve", "mates.epd", "100k")
    verified, known = (sum(row[name] for row in found["mates"]) for name in ("verified", "best"))
    share = lambda part: f"{part:,} ({100 * part / found['positions']:.1f} %)"
    return (
        "quarterply solve mates.epd 100k",
        f"matetrack, {found['positions']:,} problems, 100,000 nodes each: {share(verified)} mates proved, "
        f"{share(known)} of the known length",
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--program", default=ROOT / "target/release/quarterply")
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    git = lambda *words: subprocess.run(["git", "-C", ROOT, *words], capture_output=True, text=True, check=True).stdout
    if git("status", "--porcelain", "src", "positions", "book"):
        sys.exit("commit first: the table names the commit that it was measured at")
    program = Program(given.program, given.folder)
    rows = [row(program) for row in (perft, judge, wac, problems, matetrack)]
    table = f"| at {git('rev-parse', '--short=8', 'HEAD').strip()} | result |\n|---|---|\n"
    table += "".join(f"| `{command}` | {result} |\n" for command, result in rows)
    if not given.write:
        return print(table, end="")
    readme = ROOT / "README.md"
    before, rest = readme.read_text().split(BEGIN)
    readme.write_text(before + BEGIN + table + END + rest.split(END)[1])


if __name__ == "__main__":
    main()
