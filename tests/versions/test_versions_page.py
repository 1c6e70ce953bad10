"""docs/versions.md says what the tests prove, and nothing else."""

import subprocess
import sys
from types import SimpleNamespace
from typing import Any

import pytest
from proofs import ASPECTS, PEERS, ROOT, Ledger, Proof, proofs_of, table

from proxy.versions import supported


def collected(*args: Any, params: dict[str, Any] | None = None, **kwargs: Any) -> Any:
    """What pytest collects for a test with one mark."""
    mark = pytest.mark.proves(*args, **kwargs).mark
    callspec = None if params is None else SimpleNamespace(params=params)
    return SimpleNamespace(nodeid="test_it", iter_markers=lambda name: [mark], callspec=callspec)


def test_the_page_is_what_the_collected_tests_promise() -> None:
    command = [sys.executable, "tests/versions/proofs.py", "--check"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=240)
    assert done.returncode == 0, done.stderr + done.stdout[-2000:]


@pytest.mark.parametrize(
    "value",
    [supported()[2], "1.16.5", 754, SimpleNamespace(release="1.16.5")],
    ids=lambda value: type(value).__name__,
)
def test_a_parameter_names_the_protocol(value: object) -> None:
    item = collected("encoders", "node-minecraft-protocol", params={"packet": "spawn", "it": value})
    assert list(proofs_of(item)) == [Proof(754, "encoders", "node-minecraft-protocol")]


def test_a_test_that_goes_through_several_releases_names_them() -> None:
    item = collected("chunks", "prismarine-chunk", releases=["1.8.8", "26.1"])
    assert {proof.protocol for proof in proofs_of(item)} == {47, 775}


@pytest.mark.parametrize(
    "item",
    [
        collected("encoders", "node-minecraft-protocol"),
        collected("encoders", "node-minecraft-protocol", params={"version": "1.7.2"}),
        collected("beauty", "mineflayer", params={"version": "1.16.5"}),
        collected("encoders", "somebody", params={"version": "1.16.5"}),
        collected("encoders", params={"version": "1.16.5"}),
    ],
    ids=["no parameter", "no such protocol", "no such aspect", "no such peer", "no peer"],
)
def test_a_mark_that_says_nothing_stops_the_run(item: Any) -> None:
    with pytest.raises(pytest.UsageError, match="test_it"):
        list(proofs_of(item))


def test_the_table_has_a_row_for_each_protocol_and_shows_who_proved_what() -> None:
    lines = table(
        [Proof(754, "encoders", "node-minecraft-protocol"), Proof(754, "encoders", "mineflayer")]
    ).splitlines()
    rows = {cells[0]: cells for line in lines if (cells := line.strip("| ").split(" | "))}
    assert [key for key in rows if key.isdigit()] == [str(family.protocol) for family in supported()]
    cells = dict(zip(rows["protocol"], rows["754"], strict=True))
    assert cells["releases"] == "1.16.4, 1.16.5"
    assert cells[ASPECTS["encoders"]] == "nmp mineflayer"
    assert cells[ASPECTS["chunks"]] == "–"
    assert all(peer in lines[-1] for peer in PEERS)


def test_only_what_passed_counts_as_proved() -> None:
    ledger = Ledger()
    for outcome, when, protocol in (
        ("passed", "call", 754),
        ("failed", "call", 758),
        ("passed", "setup", 760),
    ):
        proof = [protocol, "demo", "mineflayer"]
        ledger.pytest_runtest_logreport(
            SimpleNamespace(when=when, passed=outcome == "passed", user_properties=[("proves", proof)])  # type: ignore[arg-type]
        )
    assert ledger.succeeded == {Proof(754, "demo", "mineflayer")}
