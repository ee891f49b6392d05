"""What splitting a mate gains: one process against rounds of parts, by nodes and processor time. The parts of a round are dealt out to
--processes; for more workers the rounds are scheduled from the nodes of each part, the next part to the first free worker.
    python tests/cluster/factor.py FILE.epd [--one 20000000] [--nodes 25000] [--parts 64] [--grow 2] [--workers 2 16 64 1000]
Columns: the mate of one process, its nodes and seconds; the mate in parts, rounds, parts, seconds of all, of the slowest process
of each round, of `proof join`; nodes in thousands for each number of workers; the position.
"""

import argparse
import heapq
import json
import os
import subprocess
import tempfile
from pathlib import Path

PROGRAM = Path(__file__).resolve().parents[2] / "target/release/quarterply"


def run(arguments, texts=("",)):
    """What processes answer to these texts, all at once, in turn; and the processor time of each."""
    begun, answers, seconds = [], [], []
    for text in texts:
        given, told = tempfile.TemporaryFile("w+"), tempfile.TemporaryFile("w+")
        given.write(text)
        given.seek(0)
        command = [asked.program, "--no-config", "--json", *arguments]
        begun.append((subprocess.Popen(command, stdin=given, stdout=told, stderr=subprocess.DEVNULL), told))
    for process, told in begun:
        used = os.wait4(process.pid, 0)[2]
        seconds.append(used.ru_utime + used.ru_stime)
        told.seek(0)
        answers += map(json.loads, told)
    return answers, seconds


def solve(records, nodes, *options):
    texts = ["\n".join(records[at :: asked.processes]) for at in range(min(asked.processes, len(records)))]
    return run(["solve", "-", str(nodes), "64MiB", "--certificates", *options], texts)


def span(costs, workers):
    """The nodes until all parts of a round are done."""
    free = [0] * workers
    for cost in costs:
        heapq.heapreplace(free, free[0] + cost)
    return max(free)


def rounds(fen, folder, nodes):
    """The nodes of each part, round by round, the mate, if it was found, and processor times."""
    answers, spent, seconds = Path(folder) / "answers.jsonl", [], [0, 0, 0]
    command = "proof split"
    while True:
        # The last round has as many parts as there are nodes for.
        parts = min(asked.parts, (asked.most - sum(map(sum, spent))) // nodes)
        told, [joining] = run(["-c", fen, "-c", f"{command} --parts {max(parts, 1)} --nodes {nodes}"])
        seconds[2] += joining
        if told[-1].get("mate") or not told[-1]["parts"] or parts < 1:
            return spent, told[-1].get("mate"), seconds
        known = ["--known", folder] if spent else []
        done, used = solve(told[-1]["parts"], nodes, "--proofs", folder, *known)
        seconds[:2] = seconds[0] + sum(used), seconds[1] + max(used)
        spent.append([answer["nodes"] for answer in done])
        with answers.open("a") as file:
            file.writelines(json.dumps(answer) + "\n" for answer in done)
        command, nodes = f"proof join {folder}", min(nodes * asked.grow, asked.divided)


reader = argparse.ArgumentParser(description=__doc__.splitlines()[0])
reader.add_argument("file", type=Path)
reader.add_argument("--program", default=PROGRAM)
reader.add_argument("--workers", type=int, nargs="+", default=[1, 2, 16, 64, 1000])
usual = {"one": 20_000_000, "most": 40_000_000, "nodes": 25_000, "parts": 64, "grow": 2, "divided": 1_600_000, "processes": 1}
for name, number in usual.items():
    reader.add_argument(f"--{name}", type=int, default=number)
asked = reader.parse_args()
for record in asked.file.read_text().splitlines():
    fen = " ".join(record.split()[:4])
    [alone], [used] = solve([fen + " dm 249;"], asked.one) if asked.one else ([{"mate": None, "nodes": 0}], [0])
    with tempfile.TemporaryDirectory() as folder:
        spent, mate, seconds = rounds(fen, folder, asked.nodes)
    times = [sum(span(costs, workers) for costs in spent) // 1000 for workers in asked.workers]
    said = [alone["mate"], alone["nodes"], round(used, 1), mate, len(spent), sum(map(len, spent))]
    print(*said, *[round(time, 1) for time in seconds], *times, fen, sep="\t", flush=True)
