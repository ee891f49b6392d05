"""Proves one mate on a Dask cluster in rounds. On the way a worker is killed, another forges, a third lies.
    pip install dask distributed
    python tests/cluster/rounds.py FEN MOVES [--nodes 100000] [--parts 100] [--workers 4] [--rounds 20]
Each round has twice the nodes of the one before and knows the mates of the earlier ones. Nothing that comes back is trusted."""

import argparse
import json
import os
import signal
import subprocess
import tempfile
from pathlib import Path

from dask.distributed import Client, LocalCluster, as_completed, get_worker

PROGRAM = [Path(__file__).resolve().parents[2] / "target/release/quarterply", "--no-config"]


def answer(part, nodes, known):
    """An answer to one part. Worker 1 forges certificates, worker 2 says that there is never a mate."""
    command = [*PROGRAM, "--json", "solve", "-", str(nodes), "64MiB", "--certificates", "--known", str(known)]
    told, worker = json.loads(subprocess.run(command, input=part, capture_output=True, text=True).stdout), str(get_worker().name)
    if worker == "1" and "certificate" in told:
        told["certificate"] = told["certificate"].replace('"mate":2', '"mate":1').replace('"none_in":1', '"none_in":9')
    if worker == "2" and told.pop("certificate", None):
        told |= {"verified": False, "mate": None, "no_mate_in": told["dm"]}
    return json.dumps(told)


def main():
    reader = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    reader.add_argument("fen")
    for name, usual in [("moves", None), ("--nodes", 100_000), ("--parts", 100), ("--workers", 4), ("--rounds", 20)]:
        reader.add_argument(name, type=int, default=usual)
    asked = reader.parse_args()
    folder, nodes, killed = Path(tempfile.mkdtemp()), asked.nodes, False
    command = f"split {asked.moves}"
    with LocalCluster(n_workers=asked.workers, threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster) as client:
        for number in range(1, asked.rounds + 1):
            said = f"proof {command} --parts {asked.parts} --nodes {nodes}"
            told = subprocess.run([*PROGRAM, "-c", asked.fen, "-c", said], capture_output=True, text=True)
            parts = [line for line in told.stdout.splitlines() if line[:1] != "#"]
            said = [line[:120] for line in told.stderr.splitlines() + told.stdout.splitlines() if line not in parts]
            print(f"round {number}:", *said, f"parts asked: {len(parts)}", sep="\n  ", flush=True)
            if not parts:
                return
            parts *= 1 + asked.workers // len(parts)  # Of a few, one worker alone would get all.
            done = []
            for future in as_completed(client.map(answer, parts, nodes=nodes, known=folder, pure=False, retries=3)):
                done.append(future.result() + "\n")
                if not killed:
                    pids = client.run(lambda dask_worker: (str(dask_worker.name), os.getpid())).values()
                    killed = os.kill(dict(pids)["0"], signal.SIGKILL) is None
            (folder / f"{number}.jsonl").write_text("".join(done))
            # After so many nodes a part that is left open is divided instead.
            command, nodes = f"join {asked.moves} {folder} --refute", min(2 * nodes, 1_600_000)


if __name__ == "__main__":
    main()
