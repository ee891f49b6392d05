#!/usr/bin/env python3
"""The same lines through other programs that work with pipes: what comes back must be what the program alone answers, line by line.

    pip install 'dask[bag]' ray pyspark; apt-get install parallel      whichever are there are tried, the others are named
    tests/clients/pipes.py [--program target/release/quarterply] [FILE.epd] [--lines 100] [--nodes 2000]

Each takes lines of FILE (positions/tactics.epd) apart into portions, gives each portion to a process `quarterply label - NODES` (or
`--json label - NODES`) on its standard input, and puts the answers together: `split` and `xargs`, GNU parallel's `--pipe` with `-k`,
Dask's `map_partitions`, tasks of Ray, and `pipe` of Spark's RDDs, which starts one process a partition. Status 0 if all answers agree.
"""

import argparse
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import tempfile

PORTIONS = 4
HERE = os.path.dirname(os.path.abspath(__file__))


def run(command, lines):
    """The lines that a command answers; it must end with status 0 and say nothing besides."""
    done = subprocess.run(command, input="\n".join(lines) + "\n", capture_output=True, text=True, check=True)
    if done.stderr:
        sys.exit(f"{command[0]} said: {done.stderr}")
    return done.stdout.splitlines()


def portions(lines):
    size = -(-len(lines) // PORTIONS)
    return [lines[begin : begin + size] for begin in range(0, len(lines), size)]


def by_xargs(command, lines):
    with tempfile.TemporaryDirectory() as folder:
        names = []
        for number, portion in enumerate(portions(lines)):
            names.append(os.path.join(folder, f"{number}.epd"))
            with open(names[-1], "w", encoding="utf-8") as file:
                file.write("\n".join(portion) + "\n")
        call = " ".join(command)
        run(["xargs", "-P", "2", "-I", "{}", "sh", "-c", f"{call} < {{}} > {{}}.answers"], names)
        answers = []
        for name in names:
            with open(f"{name}.answers", encoding="utf-8") as file:
                answers += file.read().splitlines()
        return answers


def by_parallel(command, lines):
    size = str(len(portions(lines)[0]))
    return run(["parallel", "--will-cite", "--pipe", "-k", "-j", "2", "-N", size, *command], lines)


def by_dask(command, lines):
    from dask import bag

    bags = bag.from_sequence(lines, npartitions=PORTIONS)
    return bags.map_partitions(lambda portion: run(command, list(portion))).compute(scheduler="threads", num_workers=2)


def by_ray(command, lines):
    import ray

    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="ERROR")
    task = ray.remote(run)
    answers = ray.get([task.remote(command, portion) for portion in portions(lines)])
    ray.shutdown()
    return [line for portion in answers for line in portion]


def by_spark(command, lines):
    from pyspark import SparkConf, SparkContext

    conf = SparkConf().setMaster("local[2]").set("spark.ui.enabled", "false").set("spark.log.level", "ERROR").set("spark.ui.showConsoleProgress", "false")
    context = SparkContext(conf=conf)
    answers = context.parallelize(lines, PORTIONS).pipe(" ".join(command)).collect()
    context.stop()
    return answers


WAYS = [
    ("xargs", by_xargs, lambda: shutil.which("xargs")),
    ("GNU parallel", by_parallel, lambda: shutil.which("parallel")),
    ("Dask", by_dask, lambda: importlib.util.find_spec("dask")),
    ("Ray", by_ray, lambda: importlib.util.find_spec("ray")),
    ("Spark", by_spark, lambda: importlib.util.find_spec("pyspark") and shutil.which("java")),
]


def answers_of(lines, is_json):
    """Answers without their numbers: each process counts its lines from 1, and the times of a search differ."""
    if not is_json:
        return [line.split("\t", 1)[1] for line in lines]
    answers = [json.loads(line) for line in lines]
    return [{name: answer[name] for name in answer if name not in ("line", "ms", "nps")} for answer in answers]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", nargs="?", default=os.path.join(HERE, "..", "..", "positions", "tactics.epd"))
    parser.add_argument("--program", default="target/release/quarterply")
    parser.add_argument("--lines", type=int, default=100)
    parser.add_argument("--nodes", type=int, default=2000)
    options = parser.parse_args()
    with open(options.file, encoding="utf-8") as file:
        records = [line.strip() for line in file if line.strip() and not line.startswith("#")]
    records = records[: options.lines]
    program, work = os.path.abspath(options.program), ["label", "-", str(options.nodes)]
    faults = 0
    for is_json in (False, True):
        command = [program, *(["--json"] if is_json else []), *work]
        expected = answers_of(run(command, records), is_json)
        form = "JSON" if is_json else "plain"
        for name, way, is_there in WAYS:
            if not is_there():
                print(f"{name}, {form}: not on this machine")
                continue
            answered = answers_of(way(command, records), is_json)
            other = sum(a != b for a, b in zip(answered, expected)) + abs(len(answered) - len(expected))
            print(f"{name}, {form}: {len(answered)} answers, {other} different", flush=True)
            faults += other
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
