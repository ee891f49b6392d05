"""What splitting a mate gains: one process against rounds of parts, by nodes. The parts are asked here one after another; for more
workers the rounds are scheduled from the nodes of each part, the next part to the first free worker.
    python tests/cluster/factor.py FILE.epd [--one 20000000] [--nodes 25000] [--parts 64] [--grow 2] [--workers 2 16 64 1000]
"""

import argparse
import heapq
import json
import subprocess
import tempfile
from pathlib import Path

PROGRAM = Path(__file__).resolve().parents[2] / "target/release/quarterply"


def run(arguments, text=""):
    told = subprocess.run([asked.program, "--no-config", "--json", *arguments], input=text, capture_output=True, text=True).stdout
    return [json.loads(line) for line in told.splitlines()]


def solve(records, nodes, *options):
    return run(["solve", "-", str(nodes), "64MiB", "--certificates", *options], "\n".join(records))


def span(costs, workers):
    """The nodes until all parts of a round are done."""
    free = [0] * workers
    for cost in costs:
        heapq.heapreplace(free, free[0] + cost)
    return max(free)


def rounds(fen, folder, nodes):
    """The nodes of each part, round by round, and the mate, if it was found."""
    answers, spent = Path(folder) / "answers.jsonl", []
    command = ["proof split"]
    while sum(map(sum, spent)) < asked.most:
        command += [f"--parts {asked.parts}", f"--nodes {nodes}"]
        told = run(["-c", fen, "-c", " ".join(command)])[-1]
        if told.get("mate") or not told["parts"]:
            return spent, told.get("mate")
        known = ["--known", folder] if spent else []
        done = solve(told["parts"], nodes, "--proofs", folder, *known)
        spent.append([answer["nodes"] for answer in done])
        with answers.open("a") as file:
            file.writelines(json.dumps(answer) + "\n" for answer in done)
        command, nodes = [f"proof join {folder}"], min(nodes * asked.grow, asked.divided)
    return spent, None


reader = argparse.ArgumentParser(description=__doc__.splitlines()[0])
reader.add_argument("file", type=Path)
reader.add_argument("--program", default=PROGRAM)
reader.add_argument("--workers", type=int, nargs="+", default=[1, 2, 16, 64, 1000])
usual = {"one": 20_000_000, "most": 40_000_000, "nodes": 25_000, "parts": 64, "grow": 2, "divided": 1_600_000}
for name, number in usual.items():
    reader.add_argument(f"--{name}", type=int, default=number)
asked = reader.parse_args()
for record in asked.file.read_text().splitlines():
    fen = " ".join(record.split()[:4])
    [alone] = solve([fen + " dm 249;"], asked.one)
    with tempfile.TemporaryDirectory() as folder:
        spent, mate = rounds(fen, folder, asked.nodes)
    times = [sum(span(costs, workers) for costs in spent) for workers in asked.workers]
    said = [alone["mate"], alone["nodes"], mate, len(spent), sum(map(len, spent)), *times]
    print(*said, fen, sep="\t", flush=True)
