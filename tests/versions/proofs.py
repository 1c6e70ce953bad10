"""What the tests prove of each protocol, and by which peer: the table in docs/versions.md.

A test says it with a mark, ``@pytest.mark.proves("encoders", "node-minecraft-protocol")``; the protocol is that of its
parameter. The table follows from the marks of all tests that pytest collects: a run in which one of them fails is red
anyway. ``python tests/versions/proofs.py`` writes it into docs/versions.md, and with ``--check`` compares only.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from proxy.versions import supported
from proxy.versions.base import ProtocolFamily
from proxy.versions.family import JavaFamily

ROOT = Path(__file__).parent.parent.parent
PAGE = ROOT / "docs" / "versions.md"
REPORT = ROOT / "test-report" / "versions.md"
PACKAGES = ROOT / "tests" / "peers" / "package-lock.json"
BEGIN, END = "<!-- begin of what tests/versions/proofs.py writes -->\n", "<!-- end -->\n"

ASPECTS = {
    "ids": "packet names and ids",
    "recorded": "recorded vanilla packets",
    "readers": "packets we read",
    "encoders": "packets we write",
    "chunks": "chunks",
    "blocks": "block states",
    "connection": "ping, login, configuration",
    "demo": "demo world",
    "captures": "captures",
    "core": "end to end: the core",
    "whole": "end to end: all of it",
    "modern": "bundles, batches, back to configuration",
}
"""Columns of the table, from the inside out."""
PEERS = {
    "minecraft-data": ("data", "minecraft-data"),
    "minecraft-packets": ("recorded", "minecraft-packets"),
    "node-minecraft-protocol": ("nmp", "minecraft-protocol"),
    "prismarine-chunk": ("chunk", "prismarine-chunk"),
    "prismarine-block": ("block", "prismarine-block"),
    "mineflayer": ("mineflayer", "mineflayer"),
    "flying-squid": ("squid", "flying-squid"),
}
"""Name in a mark → name in the table, and the package that a version is pinned of."""


class Proof(NamedTuple):
    """A peer that agrees with us on an aspect of a protocol."""

    protocol: int
    aspect: str
    peer: str


def _families() -> list[JavaFamily]:
    return [family for family in supported() if isinstance(family, JavaFamily)]


def _protocol(value: object) -> int | None:
    """The protocol that a test's parameter stands for: a family, a release, a number, or something with a release."""
    if isinstance(value, ProtocolFamily):
        return value.protocol
    release = getattr(value, "release", value)
    return next((f.protocol for f in _families() if release in (f.minecraft, f.protocol)), None)


def proofs_of(item: pytest.Item) -> Iterator[Proof]:
    """Yield what a collected test proves. ``releases`` in the mark stands for tests that go through several at once.

    Raises pytest.UsageError for a mark that names an unknown aspect, peer or protocol.
    """
    for mark in item.iter_markers("proves"):
        aspect, *peers = mark.args
        parameters = getattr(item, "callspec", None)
        values = mark.kwargs.get("releases") or (parameters.params.values() if parameters else ())
        protocols = {protocol for value in values if (protocol := _protocol(value)) is not None}
        if aspect not in ASPECTS or not peers or not set(peers) <= set(PEERS) or not protocols:
            raise pytest.UsageError(f"{item.nodeid}: nobody knows what {mark.args} proves for {list(values)}")
        yield from (Proof(protocol, aspect, peer) for protocol in protocols for peer in peers)


def table(proofs: Iterable[Proof]) -> str:
    """The table in Markdown: one row a protocol, one column an aspect, the peers in the cells."""
    cells: dict[tuple[int, str], set[str]] = defaultdict(set)
    for proof in proofs:
        cells[proof.protocol, proof.aspect].add(proof.peer)
    rows = [["protocol", "releases", *ASPECTS.values()], ["---"] * (2 + len(ASPECTS))]
    for family in _families():
        found = (cells[family.protocol, aspect] for aspect in ASPECTS)
        peers = (
            " ".join(short for peer, (short, _) in PEERS.items() if peer in cell) or "–" for cell in found
        )
        rows.append([str(family.protocol), ", ".join(family.releases), *peers])
    return "".join(f"| {' | '.join(row)} |\n" for row in rows) + "\n" + _legend()


def _legend() -> str:
    packages = json.loads(PACKAGES.read_text(encoding="utf-8"))["packages"]
    names = (
        f"`{short}` {peer} {packages[f'node_modules/{package}']['version']}"
        for peer, (short, package) in PEERS.items()
    )
    return "Peers: " + ", ".join(names) + ".\n"


class Ledger:
    """A pytest plugin that writes down which proofs succeeded in a run."""

    def __init__(self) -> None:
        self.succeeded: set[Proof] = set()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call" and report.passed:
            found = (value for key, value in report.user_properties if key == "proves")
            self.succeeded |= {Proof(*proof) for proof in found if isinstance(proof, list | tuple)}

    def pytest_sessionfinish(self, exitstatus: int) -> None:
        if exitstatus == pytest.ExitCode.OK and self.succeeded:
            REPORT.parent.mkdir(exist_ok=True)
            REPORT.write_text("What the last green run proved.\n\n" + table(self.succeeded), encoding="utf-8")


class _Promises:
    """A pytest plugin that keeps what all collected tests promise."""

    def __init__(self) -> None:
        self.proofs: set[Proof] = set()

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        self.proofs = {proof for item in items for proof in proofs_of(item)}


def main() -> int:
    """Write the page, or with ``--check`` say whether it is what the tests promise."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--check", action="store_true", help="compare, don't write")
    check = parser.parse_args().check
    promises = _Promises()
    options = [
        "--collect-only",
        "-qq",
        "--no-header",
        "--no-summary",
        "--assert=plain",  # nothing runs: asserts needn't explain themselves, which takes longer than all the rest
        "-p",
        "no:cacheprovider",
        str(ROOT / "tests"),
    ]
    status = pytest.main(options, plugins=[promises])
    if status != pytest.ExitCode.OK:
        print(f"the tests can't be collected: {status}", file=sys.stderr)
        return 1
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    after = rest.partition(END)[2]
    page = before + BEGIN + "\n" + table(promises.proofs) + "\n" + END + after
    if page == PAGE.read_text(encoding="utf-8"):
        return 0
    if check:
        print(f"{PAGE} isn't what the tests promise: run  python tests/versions/proofs.py", file=sys.stderr)
        return 1
    PAGE.write_text(page, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
