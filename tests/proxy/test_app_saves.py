"""When the application saves."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any, cast

import pytest
from twisted.internet.task import Clock

import proxy.app
from npc.clock import ManualClock
from proxy.app import Hearthkin
from proxy.config.model import Config


def test_companions_are_saved_every_so_often_while_it_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, reactor = ManualClock(), Clock()
    monkeypatch.setattr(proxy.app, "SystemClock", lambda: clock)
    saves = {"folder": tmp_path, "autosave_seconds": 30.0}
    companion = {"name": "Juniper", "position": (2.5, 64.0, 2.5)}
    app = Hearthkin(
        cast(Any, reactor), Config.model_validate({"saves": saves, "npc": {"juniper": companion}})
    )
    app.store.open()
    app._load_companions()
    app._saving.start(app.config.saves.autosave_seconds, now=False)

    def kept() -> float:
        (record,) = app.store.load_all()
        return record.health

    def live(seconds: float) -> None:
        reactor.advance(seconds)
        for _ in range(5):  # two to hand over what there is, and one to see that it was written
            clock.advance()
            app._tick()
            time.sleep(0.02)

    app.simulation.npcs["juniper"].actor.health = 7.0
    live(29.9)
    assert kept() == 20.0
    live(0.2)
    for _ in range(500):
        if kept() == 7.0:
            break
        time.sleep(0.01)
    assert kept() == 7.0
    app.simulation.npcs["juniper"].actor.health = 5.0
    assert app.save() == 1
    assert kept() == 5.0
    app.store.close()
