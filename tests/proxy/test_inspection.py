"""What the inspection port answers about companions."""

from __future__ import annotations

import json
from collections.abc import Iterator
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

NPC = {"name": "Juniper", "position": (0.5, 64.0, 0.5)}


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


@pytest.fixture
def watched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Watched]:
    monkeypatch.setattr(proxy.app, "SystemClock", ManualClock)
    config = Config.model_validate({"saves": {"folder": tmp_path}, "npc": {"juniper": NPC}})
    app = Hearthkin(Clock(), config, seed=1)
    app.store.open()
    yield Watched(app)
    app.store.close()


def test_a_companion_that_was_sent_somewhere_tells_how_it_went_and_why(watched: Watched) -> None:
    assert watched.ask(ask="go", npc="juniper", x=6.5, y=64, z=0.5)["destination"] == [6.5, 64.0, 0.5]
    watched.run(15)
    track = watched.ask(ask="track", npc="juniper")
    assert (track["mode"], track["state"], track["purpose"]) == ("stay", "walking", "goes where it was sent")
    assert track["home"] == [6.5, 64.0, 0.5]
    (trip,) = track["trips"]
    assert trip["start"] == [0.5, 64.0, 0.5]
    assert trip["waypoints"][-1] == {"x": 6.5, "y": 64.0, "z": 0.5, "move": "walk"}
    assert not trip["partial"]
    watched.run(100)
    track = watched.ask(ask="track", npc="juniper", ticks=5)
    assert (track["state"], track["purpose"], len(track["samples"])) == ("idle", "", 5)
    assert track["samples"][-1]["x"] == pytest.approx(6.5, abs=0.6)
    assert watched.ask(ask="npcs")["npcs"][0]["x"] == track["samples"][-1]["x"]


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        ({"ask": "go", "npc": "nobody", "x": 0, "y": 0, "z": 0}, "no npc 'nobody'"),
        ({"ask": "track", "npc": "nobody"}, "no npc 'nobody'"),
        ({"ask": "go", "npc": "juniper", "x": 0, "y": float("nan"), "z": 0}, "no place"),
        ({"ask": "go", "npc": "juniper", "x": 3e7 + 1, "y": 0, "z": 0}, "no place"),
    ],
)
def test_a_question_that_makes_no_sense_is_refused_with_a_reason(
    watched: Watched, question: dict[str, Any], reason: str
) -> None:
    with pytest.raises(ValueError, match=reason):
        watched.ask(**question)


def test_one_that_is_sent_to_the_end_of_the_world_costs_no_more_than_others(watched: Watched) -> None:
    watched.ask(ask="go", npc="juniper", x=2.9e7, y=64, z=-2.9e7)
    watched.run(40)
    assert watched.app.simulation.faulty == set()


def test_late_ticks_are_counted_in_the_statistics(watched: Watched) -> None:
    watched.run(1)
    cast(ManualClock, watched.app.simulation.clock).advance(12)
    watched.app.simulation.tick()
    statistics = watched.ask(ask="stats")
    assert (statistics["tick"], statistics["late_ticks"]) == (6, 7)
