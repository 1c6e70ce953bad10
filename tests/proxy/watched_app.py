"""An application without a socket whose companions somebody watches, and what its inspection port answers."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast
from uuid import UUID

import pytest
from flat_world import FlatWorld
from twisted.internet.task import Clock

import proxy.app
from npc.clock import ManualClock
from proxy.app import Hearthkin
from proxy.config.model import Config
from proxy.inspection import Inspection
from world.player import Player

NPC = {"name": "Juniper", "position": (0.5, 64.0, 0.5), "personality": "shy"}
GUARD = {"name": "Guard", "position": (8.5, 64.0, 0.5), "unique": False}


class Watched:
    """An application with a companion in a flat world, which a player far away keeps awake, and its inspection."""

    def __init__(self, app: Hearthkin) -> None:
        self.app = app
        app._load_companions()
        viewer = SimpleNamespace(
            viewer_id=1,
            player=Player("Ann", UUID(int=7), x=40.0, y=64.0, placed=True),
            port=_Port(),
            world=FlatWorld("minecraft:overworld"),
            entities={},
            listed={},
            holds_chunk=lambda x, z: True,
        )
        app.simulation.add_viewer(cast(Any, viewer))
        self.inspection = Inspection(app)

    def ask(self, **question: Any) -> dict[str, Any]:
        """As JSON there and back."""
        answer: dict[str, Any] = json.loads(json.dumps(self.inspection.answer(question)))
        return answer

    def run(self, ticks: int) -> None:
        for _ in range(ticks):
            cast(ManualClock, self.app.simulation.clock).advance()
            self.app.simulation.tick()


class _Port:
    """A client that is shown everything and remembers nothing."""

    congested = False

    def __getattr__(self, name: str) -> Any:
        def show(*arguments: Any) -> None: ...

        return show


@contextmanager
def watched_app(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Watched]:
    """One that saves into ``folder``."""
    monkeypatch.setattr(proxy.app, "SystemClock", ManualClock)
    config = Config.model_validate({"saves": {"folder": folder}, "npc": {"juniper": NPC, "guard": GUARD}})
    app = Hearthkin(Clock(), config, seed=1)
    app.store.open()
    yield Watched(app)
    app.store.close()
