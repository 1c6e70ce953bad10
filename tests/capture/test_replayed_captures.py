"""The captures of tests/captures, which are real sessions (tests/captures/record.py says how they went)."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

import pytest

from npc.stage_port import StagePort
from proxy.capture.replay import ReplayBridge, replay
from proxy.connection.bridge import Bridge
from proxy.connection.observer import Observer
from proxy.tracking.client_view import ClientView
from proxy.tracking.tracker import WorldTracker
from proxy.wire.frame import Frame
from world.view import WorldRegistry

CAPTURES = Path(__file__).parent.parent / "captures"
RELEASES = ("1.16.5", "1.18.2", "1.19.2", "1.20.4", "1.21.4")

GROUND = 67
NETHER_GROUND = 49
MASK = 0xFFFF_FFFF


def scatter(x: int, y: int, z: int) -> int:
    """The hash of tests/peers/terrain.js, which decides where the gold is."""
    h = ((x * 0x9E3779B1) ^ (y * 0x85EBCA6B) ^ (z * 0xC2B2AE35)) & MASK
    h = ((h ^ (h >> 15)) * 0x2C1B3C6D) & MASK
    h = ((h ^ (h >> 12)) * 0x297A2D39) & MASK
    return h ^ (h >> 15)


def planted(world: str, x: int, y: int, z: int) -> str:
    """What the server's world has at a place."""
    if world == "minecraft:overworld":
        return "dirt" if 0 <= y < GROUND else "grass_block" if y == GROUND else "air"
    if not 0 <= y <= NETHER_GROUND:
        return "air"
    return "nether_gold_ore" if scatter(x, y, z) % 7 == 0 else "netherrack"


class Surveyor:
    """Observer that compares each column with the world it came from, and keeps track of the player."""

    clientbound_interests = frozenset({"chunk_data", "respawn", "update_health"})
    serverbound_interests: frozenset[str] = frozenset()

    def __init__(self, view: ClientView, tracker: WorldTracker) -> None:
        self.view = view
        self.tracker = tracker
        self.columns: dict[str, int] = {}
        self.worlds: list[str] = []
        self.health: list[float] = []
        self.end: tuple[float, float, float] = (0.0, 0.0, 0.0)

    def joined(self, bridge: Bridge) -> None:
        """The columns tell the rest."""

    def left(self, bridge: Bridge) -> None:
        player = self.view.player
        self.end = (player.x, player.y, player.z)

    def serverbound(self, bridge: Bridge, name: str, frame: Frame) -> None:
        return None

    def clientbound(self, bridge: Bridge, name: str, frame: Frame) -> Sequence[bytes] | None:
        world = self.view.world
        assert world is not None
        if name == "respawn":
            self.worlds.append(world.key.name)
        elif name == "update_health":
            if self.health[-1:] != [self.view.player.health]:
                self.health.append(self.view.player.health)
        else:
            message = bridge.family.decode("clientbound", name, frame.body)
            self._compare(message.x * 16, message.z * 16)  # type: ignore[attr-defined]
        return None

    def _compare(self, west: int, north: int) -> None:
        world = self.view.world
        assert world is not None
        where = world.key.name
        self.columns[where] = self.columns.get(where, 0) + 1
        for y in range(-8, 80):
            for step in range(16):
                x, z = west + step, north + (step * 5 + y) % 16
                state = world.state(x, y, z)
                found = "air" if state is None else world.blocks.name(state)
                assert found.removeprefix("void_") == planted(where, x, y, z), (where, x, y, z)


@pytest.mark.parametrize("release", RELEASES)
@pytest.mark.proves("captures", "flying-squid")
def test_every_column_of_a_session_is_the_servers(release: str) -> None:
    surveyors: list[Surveyor] = []

    def make(bridge: ReplayBridge) -> list[Observer]:
        view = ClientView(cast("Bridge", bridge), cast("StagePort", None))
        tracker = WorldTracker(view, WorldRegistry())
        surveyors.append(Surveyor(view, tracker))
        return [tracker, surveyors[0]]

    summary = replay(CAPTURES / f"session-{release}.mcpr", observers=make)
    assert summary["errors"] == {}
    (surveyor,) = surveyors
    # join and death each bring 36 columns of the overworld, the journey 36 of the other dimension
    assert surveyor.columns == {"minecraft:overworld": 72, "minecraft:the_nether": 36}
    assert surveyor.worlds == ["minecraft:overworld", "minecraft:the_nether"]
    assert surveyor.health == [20.0, 0.0, 20.0]
    assert surveyor.end == (8.5, 50.0, 8.5)


@pytest.mark.parametrize("release", RELEASES)
def test_hearthkin_replay_prints_what_a_session_holds(release: str) -> None:
    command = Path(sys.executable).with_name("hearthkin")
    done = subprocess.run(
        [command, "replay", CAPTURES / f"session-{release}.mcpr"], capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    summary: dict[str, Any] = json.loads(done.stdout)
    assert (summary["minecraft"], summary["cut"], summary["errors"]) == (release, False, {})
    clientbound, serverbound = summary["packets"]["clientbound"], summary["packets"]["serverbound"]
    assert clientbound["chunk_data"] == 108
    assert clientbound["respawn"] == 2
    # Juniper and Rowan at the join and after the death, and bob
    assert clientbound.get("spawn_player", 0) + clientbound.get("spawn_object", 0) == 5
    assert summary["players"] == 4
    # four for a click, one for a blow: what Hearthkin kept from the server is in the recording of its client
    assert serverbound["use_entity"] == 5
    assert serverbound["player_block_placement"] == 1
    assert serverbound["client_status"] == 1


def test_a_capture_names_nobody() -> None:
    import zipfile

    for path in sorted(CAPTURES.glob("*.mcpr")):
        with zipfile.ZipFile(path) as archive:
            for entry in archive.namelist():
                content = archive.read(entry)
                for name in (b"alice", b"bob", b"Juniper", b"Rowan", b"127.0.0.1", b"localhost"):
                    assert name not in content, (path.name, entry, name)
