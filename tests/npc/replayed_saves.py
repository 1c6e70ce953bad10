"""Replays a capture through the whole application without sockets, and leaves the saves: one run, one process.

python replayed_saves.py CAPTURE FOLDER SEED
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import cast

from twisted.internet.task import Clock

import proxy.app
from npc.clock import ManualClock
from proxy.capture.reader import Capture
from proxy.capture.replay import ReplayBridge, family_of
from proxy.config.model import Config
from proxy.connection.bridge import Bridge

TICK_MS = 10
"""Of the recording: its players were quick, and companions take their time."""


def configuration(saves: Path) -> Config:
    """One that settles and stays, a timid one that has a place in the air, and two that wander: one as the
    chain of idleness has it, one as its mode alone does."""
    return Config.model_validate(
        {
            "saves": {"folder": saves},
            "npc": {
                "juniper": {"name": "Juniper"},
                "rowan": {
                    "name": "Rowan",
                    "position": (4.5, 80.0, 4.5),
                    "kind": "villager",
                    "personality": "cowardly",
                },
                "fern": {"name": "Fern", "position": (8.5, 68.0, 8.5), "kind": "fox", "mode": "wander"},
                "rill": {
                    "name": "Rill",
                    "mode": "wander_by_radius",
                    "wander_radius": 6,
                    "open_doors": True,
                    "lively": False,
                },
            },
        }
    )


def replay(capture: Path, saves: Path, seed: int) -> None:
    proxy.app.SystemClock = ManualClock  # type: ignore[assignment,misc]
    app = proxy.app.Hearthkin(Clock(), configuration(saves), seed=seed)
    clock = cast(ManualClock, app.simulation.clock)
    app.store.open()
    app._load_companions()
    with Capture(capture) as packets:
        bridge = ReplayBridge(
            family_of(packets),
            lambda made: app._observers(cast(Bridge, made)),
            from_login=packets.metadata.starts_in_login,
        )
        now = 0
        for packet in packets.packets():
            while now + TICK_MS <= packet.time:
                now += TICK_MS
                clock.advance()
                app._tick()
            bridge.feed(packet)
        bridge.leave()
        assert not bridge.errors, bridge.errors
    assert not app.simulation.faulty, app.simulation.faulty
    app.save()
    app.store.close()
    for npc in app.simulation.npcs.values():
        print(npc.id, len(npc.track.last()), npc.actor.x, npc.actor.y, npc.actor.z)


if __name__ == "__main__":
    replay(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]))
