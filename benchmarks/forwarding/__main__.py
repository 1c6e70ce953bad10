"""``python -m benchmarks.forwarding``: prints JSON.

Packets are sent as fast as they go from a server socket through a proxy to a client socket, in the mix of
``packets.py``. The proxies run one after the other in processes of their own, several rounds of all, on the same
input. ``per_second`` is packets over wall time, ``cpu_us`` is processor time of the proxy process for one packet,
which says more on a machine that others use as well; of each the best round is given.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib.metadata
import json
import platform
import socket
import statistics
import subprocess
import sys
from pathlib import Path
from typing import Any

from benchmarks.forwarding import dribble, latency
from benchmarks.forwarding.ends import join, pump, running
from benchmarks.forwarding.packets import CHUNK_SHARE, THRESHOLD, Mix, make_mix

REPEATS = {
    "plain_forwarder": 40,
    "hearthkin": 40,
    "hearthkin_tracking": 10,
    "nmp_relay": 4,
    "quarry_stock": 2,
}
"""How often each proxy gets the body, so that all take about a second."""


def measure(kind: str, mix: Mix, repeats: int) -> dict[str, float]:
    with (
        socket.create_server(("127.0.0.1", 0)) as listening,
        running(kind, listening.getsockname()[1]) as between,
    ):
        client, server = join(listening, between.port)
        with client, server:
            pump(server, client, [mix.opening, mix.body])  # warm, and the login's own work is out of the way
            before = between.cpu_seconds()
            seconds, received = pump(server, client, [mix.body] * repeats)
            cpu = between.cpu_seconds() - before
    packets = mix.packets * repeats
    return {
        "per_second": packets / seconds,
        "cpu_us": cpu / packets * 1e6,
        "megabytes_per_second": received / seconds / 1e6,
    }


def best(rounds: list[dict[str, float]]) -> dict[str, float]:
    return {
        "per_second": round(max(r["per_second"] for r in rounds)),
        "cpu_us": round(min(r["cpu_us"] for r in rounds), 3),
        "megabytes_per_second": round(max(r["megabytes_per_second"] for r in rounds), 1),
    }


def ratios(rounds: dict[str, list[dict[str, float]]]) -> dict[str, Any]:
    """How many times faster one is than another: the median over rounds, for in one round both had the same machine."""

    def over(kind: str, other: str) -> dict[str, float]:
        pairs = list(zip(rounds[kind], rounds[other], strict=True))
        return {
            "per_second": round(statistics.median(a["per_second"] / b["per_second"] for a, b in pairs), 2),
            "cpu": round(statistics.median(b["cpu_us"] / a["cpu_us"] for a, b in pairs), 2),
        }

    wanted = {
        "hearthkin_over_quarry_stock": ("hearthkin", "quarry_stock", 20),
        "hearthkin_over_nmp_relay": ("hearthkin", "nmp_relay", 5),
        "hearthkin_over_plain_forwarder": ("hearthkin", "plain_forwarder", 0.5),
        "tracking_over_quarry_stock": ("hearthkin_tracking", "quarry_stock", 10),
    }
    return {
        name: {**over(kind, other), "goal": goal}
        for name, (kind, other, goal) in wanted.items()
        if kind in rounds and other in rounds
    }


def percentiles(trips: list[float]) -> dict[str, float]:
    cuts = statistics.quantiles(trips, n=100)
    return {"p50_ms": round(cuts[49], 3), "p99_ms": round(cuts[98], 3), "max_ms": round(max(trips), 3)}


def added_latency(rounds: int) -> dict[str, Any]:
    """Of several rounds, the one with the median p99 for each."""
    trips: dict[str, list[dict[str, float]]] = {"plain_forwarder": [], "hearthkin": []}
    for number in range(rounds):
        for kind, found in trips.items():
            print(f"latency, round {number + 1}: {kind}", file=sys.stderr)
            found.append(percentiles(latency.measure(kind)))
    median = {
        kind: sorted(found, key=lambda f: f["p99_ms"])[len(found) // 2] for kind, found in trips.items()
    }
    added = median["hearthkin"]["p99_ms"] - median["plain_forwarder"]["p99_ms"]
    return {
        **median,
        "added_p99_ms": round(added, 3),
        "goal_ms": 2,
        "clients": latency.CLIENTS,
        "rounds": rounds,
    }


def versions() -> dict[str, str]:
    nmp = json.loads(Path("tests/peers/node_modules/minecraft-protocol/package.json").read_text())["version"]
    node = subprocess.run(["node", "--version"], capture_output=True, text=True, check=True).stdout.strip()
    found = {name: importlib.metadata.version(name) for name in ("hearthkin", "quarry", "twisted")}
    return {**found, "minecraft-protocol": nmp, "node": node, "python": platform.python_version()}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.forwarding")
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--only", nargs="*", choices=REPEATS, default=list(REPEATS))
    parser.add_argument("--no-latency", action="store_true")
    options = parser.parse_args()
    mix = make_mix()
    rounds: dict[str, list[dict[str, float]]] = {kind: [] for kind in options.only}
    for number in range(options.rounds):
        for kind in options.only:
            print(f"round {number + 1}: {kind}", file=sys.stderr)
            rounds[kind].append(measure(kind, mix, REPEATS[kind]))
    figures = {kind: best(found) for kind, found in rounds.items()}
    result: dict[str, Any] = {
        "input": {
            "sha256": hashlib.sha256(mix.opening + mix.body).hexdigest(),
            "packets": mix.packets,
            "chunk_share": CHUNK_SHARE,
            "chunks": mix.chunks,
            "bytes": len(mix.body),
            "inflated_bytes": mix.inflated,
            "compression_threshold": THRESHOLD,
        },
        "forwarding": figures,
        "ratios": ratios(rounds),
    }
    result["dribbled_8_mib_in_pieces_of"] = dribble.measure()
    if not options.no_latency:
        result["latency"] = added_latency(min(options.rounds, 5))
    result["versions"] = versions()
    json.dump(result, sys.stdout, indent=2)
    print()


if __name__ == "__main__":
    main()
