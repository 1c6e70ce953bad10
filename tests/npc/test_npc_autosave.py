"""Saving a few at a time while everybody lives on."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Any
from uuid import UUID

import pytest
from flat_world import FlatWorld
from scene import FAR
from viewers import FakeViewer

import npc.autosave
from nbt.memory import lasting
from nbt.schema import NpcRecord
from nbt.store import NpcStore, StoreError
from npc.autosave import BATCH
from npc.clock import ManualClock
from npc.definition import NpcDefinition
from npc.memory import MemoryType
from npc.npc import Npc
from npc.simulation import Simulation

COUNT = 3 * BATCH - 1


class Session:
    """Companions in view, and a store that notes what is written."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.store = NpcStore(folder)
        self.store.open()
        self.clock = ManualClock()
        self.simulation = Simulation(self.clock, Random(1), self.store)
        self.simulation.load_records()
        viewer = FakeViewer(1, *FAR, None)
        viewer.world = FlatWorld("minecraft:overworld")
        self.simulation.add_viewer(viewer)
        self.npcs = [
            self.simulation.add(NpcDefinition(f"npc{number}", f"Npc{number}", x=number + 0.5, y=64.0, z=0.5))
            for number in range(COUNT)
        ]
        self.written: list[list[str]] = []
        self.gate = threading.Event()
        """Nothing is written while it isn't set."""
        self.gate.set()
        save = self.store.save_npcs

        def watched(records: Iterable[NpcRecord]) -> int:
            batch = list(records)
            assert self.gate.wait(30.0)
            self.written.append([record.npc_id for record in batch])
            return save(batch)

        monkeypatch.setattr(self.store, "save_npcs", watched)

    def run(self, ticks: int = 1) -> None:
        for _ in range(ticks):
            self.clock.advance()
            assert self.simulation.tick() == 1

    def save_all_along(self) -> None:
        """Let the round that has begun come to its end."""
        for _ in range(1500):
            self.run()
            if not self.simulation.is_saving:
                return
            time.sleep(0.02)
        raise AssertionError("it comes to no end")

    def autosave(self) -> None:
        self.simulation.autosave()
        self.save_all_along()

    def on_disk(self) -> dict[str, NpcRecord]:
        return {record.npc_id: record for record in self.store.load_all()}


@pytest.fixture
def session(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Session]:
    made = Session(tmp_path, monkeypatch)
    made.run(2)
    yield made
    made.gate.set()
    made.simulation._autosave.finish()
    made.store.close()


def mark(npcs: Iterable[Npc], number: int) -> None:
    """Change something of them that doesn't change by itself."""
    for one in npcs:
        one.incarnation = number


def test_a_round_writes_all_who_changed_a_few_at_a_time_and_then_their_world(session: Session) -> None:
    mark(session.npcs[1:], 9)
    session.autosave()
    assert [one for batch in session.written for one in batch] == [one.id for one in session.npcs[1:]]
    assert max(map(len, session.written)) <= BATCH
    kept = session.on_disk()
    assert {npc_id for npc_id, record in kept.items() if record.incarnation == 9} == {
        one.id for one in session.npcs[1:]
    }
    world = session.store.load_world("minecraft:overworld")
    assert world is not None
    assert 0 < world.tick <= session.simulation.tick_number
    assert world.world_age == 7
    session.written.clear()
    session.autosave()
    assert session.written == []


def test_no_tick_waits_for_the_disk(session: Session) -> None:
    session.gate.clear()
    mark(session.npcs, 9)
    session.simulation.autosave()
    session.run(50)
    assert session.written == []
    session.gate.set()
    session.save_all_along()
    assert {record.incarnation for record in session.on_disk().values()} == {9}


def test_somebody_is_written_as_it_is_when_its_turn_comes(session: Session) -> None:
    session.gate.clear()
    mark(session.npcs, 9)
    session.simulation.autosave()
    session.run()
    mark(session.npcs, 5)
    session.gate.set()
    session.save_all_along()
    kept = session.on_disk()
    assert [kept[one.id].incarnation for one in session.npcs] == [9] * BATCH + [5] * (COUNT - BATCH)
    session.autosave()
    assert {record.incarnation for record in session.on_disk().values()} == {5}


def test_what_feelings_change_by_themselves_is_no_reason_to_write_until_the_end(session: Session) -> None:
    session.simulation.save()
    session.written.clear()
    session.run(60)
    session.autosave()
    assert session.written == []
    session.simulation.save()
    assert sorted(session.written[-1]) == sorted(one.id for one in session.npcs)
    emotion = session.on_disk()["npc0"].extra["NpcEmotion"]
    assert emotion == session.npcs[0].emotion.write_to_nbt()
    assert emotion["IdleSeconds"] >= 3


def test_a_feeling_is_a_reason_to_write(session: Session) -> None:
    session.simulation.save()
    session.written.clear()
    session.npcs[2].emotion.on_item_consumed()
    session.autosave()
    assert session.written == [["npc2"]]
    assert session.on_disk()["npc2"].extra["NpcEmotion"]["States"]["joyful"]["Impulse"] > 0.0


def test_memories_that_only_get_older_are_no_reason_to_write_until_the_end(session: Session) -> None:
    for one in session.npcs:
        assert one.awareness is not None
        one.awareness.memory.record(UUID(int=9), MemoryType.HOSTILE, 0.8)
    session.simulation.save()
    session.written.clear()
    session.run(60)
    session.autosave()
    assert session.written == []
    session.simulation.save()
    assert sorted(session.written[-1]) == sorted(one.id for one in session.npcs)
    (item,) = session.on_disk()["npc0"].extra["NpcMemory"]["Items"]
    assert item["Age"] >= 3.0


def test_what_is_new_or_comes_to_mind_is_a_reason_to_write(session: Session) -> None:
    somebody = UUID(int=9)
    memory = session.npcs[2].awareness.memory if session.npcs[2].awareness else None
    assert memory is not None
    session.simulation.save()
    for what, happen in {
        "new": lambda: memory.record(somebody, MemoryType.HOSTILE, 0.8),
        "comes to mind": lambda: memory.strongest(somebody),
        "known": memory.dawn,
        "forgotten": lambda: memory.forget(somebody),
    }.items():
        session.written.clear()
        session.run(20)
        happen()
        session.autosave()
        assert session.written == [["npc2"]], what
        kept = session.on_disk()["npc2"].extra["NpcMemory"]
        assert lasting(kept) == lasting(memory.write_to_nbt()), what


def test_a_full_save_meanwhile_comes_last_and_ends_the_round(session: Session) -> None:
    session.gate.clear()
    mark(session.npcs, 9)
    session.simulation.autosave()
    session.run()
    mark(session.npcs, 5)
    threading.Timer(0.05, session.gate.set).start()
    assert session.simulation.save() == COUNT
    assert {record.incarnation for record in session.on_disk().values()} == {5}
    assert not session.simulation.is_saving


def test_a_round_that_begins_before_the_last_one_ends_leaves_nobody_out(session: Session) -> None:
    session.gate.clear()
    mark(session.npcs, 9)
    session.simulation.autosave()
    session.run(3)
    mark(session.npcs, 5)
    session.simulation.autosave()
    session.gate.set()
    session.save_all_along()
    assert {record.incarnation for record in session.on_disk().values()} == {5}


def test_errors_are_logged_others_are_saved_and_the_next_round_tries_again(
    session: Session, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    watched = session.store.save_npcs

    def broken(records: Iterable[NpcRecord]) -> int:
        batch = list(records)
        if any(record.npc_id == "npc1" for record in batch):
            raise StoreError("npc1.dat: disk full")
        return watched(batch)

    mark(session.npcs, 9)
    with monkeypatch.context() as full:
        full.setattr(session.store, "save_npcs", broken)
        session.autosave()
    assert caplog.text.count("not saved: npc1.dat: disk full") == 1
    kept = session.on_disk()
    assert [kept[one.id].incarnation for one in session.npcs] == [0] * BATCH + [9] * (COUNT - BATCH)
    session.autosave()
    assert {record.incarnation for record in session.on_disk().values()} == {9}


def test_one_that_cannot_be_put_into_words_costs_only_itself(
    session: Session, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    put = npc.autosave.record_of

    def broken(one: Npc) -> NpcRecord:
        if one.id == "npc1":
            raise RuntimeError("ouch")
        return put(one)

    monkeypatch.setattr(npc.autosave, "record_of", broken)
    mark(session.npcs, 9)
    session.autosave()
    assert "npc npc1 can't be saved" in caplog.text
    kept = session.on_disk()
    assert [npc_id for npc_id, record in kept.items() if record.incarnation != 9] == ["npc1"]


def test_who_leaves_or_fails_before_its_turn_stays_as_it_was_saved(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    session.gate.clear()
    mark(session.npcs, 9)
    session.simulation.autosave()
    session.run()
    session.simulation.remove("npc9")
    live = Npc.tick

    def broken(one: Npc, *arguments: Any) -> None:
        if one.id == "npc8":
            raise RuntimeError("ouch")
        live(one, *arguments)

    with monkeypatch.context() as context:
        context.setattr(Npc, "tick", broken)
        session.npcs[8].wake()
        session.run()
    assert session.simulation.faulty == {"npc8"}
    session.gate.set()
    session.save_all_along()
    kept = session.on_disk()
    assert [npc_id for npc_id, record in kept.items() if record.incarnation != 9] == ["npc8", "npc9"]


def test_without_a_store_there_is_nothing_to_do() -> None:
    simulation = Simulation(ManualClock(), Random(1))
    simulation.add(NpcDefinition("juniper", "Juniper"))
    simulation.autosave()
    assert not simulation.is_saving


def test_the_worlds_that_cannot_be_read_are_an_error_in_the_log(
    session: Session, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    session.autosave()
    session.npcs[0].world = "minecraft:the_end"

    def unreadable(name: str) -> None:
        raise StoreError(f"{name}: Permission denied")

    monkeypatch.setattr(session.store, "load_world", unreadable)
    session.autosave()
    assert "not saved: minecraft:the_end: Permission denied" in caplog.text
    assert session.on_disk()["npc0"].world == "minecraft:the_end"
