"""Labels positions on a Dask cluster, with a worker killed on the way: nothing is lost, nothing comes twice.

    pip install dask distributed
    python tests/cluster/label.py positions/problems.epd [--nodes 20000] [--workers 2] [--batch 20]

The same positions are labelled by one process first; what the cluster says must be the same, line by line. Then the time of
one worker and of two, without anybody killed. Needs target/release/quarterply.
"""

import argparse
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from dask.distributed import Client, LocalCluster, as_completed

PROGRAM = Path(__file__).resolve().parents[2] / "target/release/quarterply"


def label(lines, nodes):
    """A batch of records as a list of objects, one for each line, in order."""
    command = [PROGRAM, "--no-config", "--json", "label", "-", str(nodes), "1MiB"]
    told = subprocess.run(command, input="\n".join(lines), capture_output=True, text=True)
    objects = [json.loads(line) for line in told.stdout.splitlines()]
    # Status 1 says that some lines cannot be read: they have answers too.
    if told.returncode not in (0, 1) or len(objects) != len(lines):
        raise RuntimeError(f"status {told.returncode}, {len(objects)} answers: {told.stderr}")
    return objects


def on_cluster(batches, nodes, workers, kills):
    """All batches, each by whichever worker is free; the first worker to finish one is killed if that is asked for."""
    with LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None) as cluster:
        with Client(cluster) as client:
            begun = time.perf_counter()
            futures = client.map(label, batches, nodes=nodes, pure=False, retries=2)
            places = {future.key: place for place, future in enumerate(futures)}
            labelled, deliveries, killed = {}, 0, None
            for future in as_completed(futures):
                labelled[places[future.key]] = future.result()
                deliveries += 1
                if kills and killed is None:
                    holders = client.who_has([future])[future.key]
                    killed = next(iter(client.run(os.getpid, workers=list(holders)).values()))
                    os.kill(killed, signal.SIGKILL)
            took = time.perf_counter() - begun
    if sorted(labelled) != list(range(len(batches))):
        raise SystemExit("some batches have no answer")
    return labelled, deliveries, killed, took


def main():
    reader = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    reader.add_argument("file", type=Path)
    reader.add_argument("--nodes", type=int, default=20_000)
    reader.add_argument("--workers", type=int, default=2)
    reader.add_argument("--batch", type=int, default=20)
    asked = reader.parse_args()
    lines = asked.file.read_text().splitlines()
    lines = [line for line in lines if line.strip() and not line.startswith("#")]
    batches = [lines[at : at + asked.batch] for at in range(0, len(lines), asked.batch)]
    alone = [label(batch, asked.nodes) for batch in batches]

    labelled, deliveries, killed, _ = on_cluster(batches, asked.nodes, asked.workers, True)
    for place, objects in enumerate(alone):
        if labelled[place] != objects:
            raise SystemExit(f"batch {place} differs from what one process says")
    print(f"{len(lines)} positions in {len(batches)} batches, worker {killed} killed: "
          f"{deliveries} answers, none lost, none twice, all as one process says")

    times = [on_cluster(batches, asked.nodes, workers, False)[3] for workers in (1, 2)]
    print(f"1 worker {times[0]:.1f} s, 2 workers {times[1]:.1f} s: {times[0] / times[1]:.2f} times as fast, "
          f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    return 0


if __name__ == "__main__":
    sys.exit(main())
