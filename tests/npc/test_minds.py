"""Memories of the companions of a simulation: what time does to them, dawns, coming and going, restarts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import exp, inf, nan
from pathlib import Path
from random import Random
from typing import Any
from uuid import UUID

import pytest
from flat_world import FlatWorld
from nbtlib.tag import Compound, Double, Int, List, String
from scene import FAR, Scene
from viewers import FakeViewer

from nbt.memory import NAME
from nbt.store import NpcStore
from npc.clock import ManualClock
from npc.definition import NpcDefinition
from npc.memory import MemoryPool, MemoryStream, MemoryType
from npc.memory.dawns import PER_TICK
from npc.memory.knowledge import KnowledgePool
from npc.minds import MemoryClock, Minds, MindSettings
from npc.npc import Npc
from npc.perception import Thresholds, Tier
from npc.simulation import Simulation

BOB, EVE = UUID(int=90), UUID(int=91)
NETHER = "minecraft:the_nether"


def memory_of(npc: Npc) -> MemoryStream:
    assert npc.awareness is not None
    return npc.awareness.memory


def add_many(scene: Scene, count: int) -> list[Npc]:
    """Companions in two rows, too far from the player to see them, who know nobody yet but remember Bob."""
    npcs = [
        scene.add(f"npc{number}", x=0.5 + number // 2, z=-30.5 - 2 * (number % 2)) for number in range(count)
    ]
    for npc in npcs:
        memory_of(npc).record(BOB, MemoryType.HOSTILE, 0.8)
    return npcs


@contextmanager
def calls_into(monkeypatch: pytest.MonkeyPatch, *classes: type) -> Iterator[list[str]]:
    """The names of all methods of these that are called meanwhile, in order."""
    called: list[str] = []

    def noting(name: str, method: Callable[..., Any]) -> Callable[..., Any]:
        def note(*arguments: Any, **options: Any) -> Any:
            called.append(name)
            return method(*arguments, **options)

        return note

    with monkeypatch.context() as context:
        for cls in classes:
            for name, method in list(vars(cls).items()):
                if callable(method) and not name.startswith("__"):
                    context.setattr(cls, name, noting(name, method))
        yield called


# --- time


def test_a_thousand_idle_ticks_of_many_companions_do_nothing_to_memories(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    npcs = add_many(scene, 60)
    for number in range(10):  # these don't rest
        scene.add(f"lively{number}", x=0.5 + 2 * number, z=-20.5, lively=True)
    scene.run(5)
    before = scene.simulation.minds.pool.items.copy()
    with calls_into(monkeypatch, MemoryPool, KnowledgePool) as called:
        scene.run(1000)
        assert called == []
        memory_of(npcs[0]).look()
        assert "look" in called, "calls aren't counted"
    assert (scene.simulation.minds.pool.items == before).all()


def test_somebody_who_stays_in_view_is_asked_about_once_and_noted_once(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene.add()
    scene.run(20)
    with calls_into(monkeypatch, MemoryPool) as called:
        scene.viewer.stand(0.5, 64.0, 6.5)
        scene.run(1000)
    assert (called.count("strongest_of"), called.count("record")) == (1, 1)


def test_time_can_be_put_forward_for_memories_alone() -> None:
    clock = ManualClock()
    ahead = MemoryClock(clock)
    clock.advance(50)
    ahead.elapse(600.0)
    ahead.elapse(0.0)
    assert (ahead.seconds, ahead.tick, clock.seconds) == (602.5, 50, 2.5)
    for seconds in (-1.0, inf, nan):
        with pytest.raises(ValueError, match="finite number of 0 and more"):
            ahead.elapse(seconds)
    assert ahead.seconds == 602.5


def test_settings_reach_the_pool_and_the_thresholds(make_viewer: Callable[..., FakeViewer]) -> None:
    with pytest.raises(ValueError, match=r"alpha is 2\.0"):
        Minds(ManualClock(), MindSettings(2.0))
    for thresholds, tier in ((Thresholds(), Tier.CONFRONT), (Thresholds(confront=0.95), Tier.SEARCH)):
        settings = MindSettings(1.5, thresholds)
        simulation = Simulation(ManualClock(), Random(1), minds=settings)
        assert simulation.minds.pool.alpha == 1.5
        viewer = make_viewer(at=(0.5, 64.0, 6.5))
        simulation.add_viewer(viewer)
        npc = simulation.add(NpcDefinition("juniper", "Juniper", x=0.5, y=64.0, z=0.5, lively=False))
        memory_of(npc).record(viewer.player.uuid, MemoryType.HOSTILE, 0.8)
        simulation.minds.clock.elapse(0.1 * memory_of(npc).look()[0].stability)  # R is 0.905
        for _ in range(12):
            assert isinstance(simulation.clock, ManualClock)
            simulation.clock.advance()
            simulation.tick()
        assert npc.awareness is not None
        assert [one.tier for one in npc.awareness.in_view] == [tier]


# --- dawns


@pytest.mark.parametrize(
    ("evening", "morning"), [(13_000, 24_000), (13_000, 0), (37_000, 48_010)], ids=["on", "anew", "late"]
)
def test_a_night_skipped_in_bed_forgets_nothing_and_makes_knowledge_once(
    scene: Scene, evening: int, morning: int
) -> None:
    npc = scene.add()
    memory = memory_of(npc)
    scene.world.time_of_day = evening
    scene.run(10)
    for kind in MemoryType:
        memory.record(BOB, kind, 0.9)
    before = memory.look()
    scene.world.time_of_day = morning
    scene.run(2)
    after = memory.look()
    assert [one.type for one in after] == list(MemoryType)
    for one, then in zip(after, before, strict=True):
        assert one.retrievability == pytest.approx(exp(-0.1 / then.stability), abs=1e-6)
        assert (one.stability, one.recalls) == (then.stability, then.recalls)
    (known,) = memory.knowledge()
    assert (known.entity, known.facts) == (BOB, (1, 1, 1, 1, 1))
    scene.world.time_of_day = morning + 5
    scene.run(50)
    assert memory.knowledge() == [known]


def test_a_dawn_comes_to_a_few_companions_in_each_tick(scene: Scene) -> None:
    npcs = add_many(scene, 2 * PER_TICK + 1)
    scene.world.time_of_day = 23_000
    scene.run()
    scene.world.time_of_day = 24_000
    know = []
    for _ in range(4):
        scene.run()
        know.append(sum(bool(memory_of(npc).knowledge()) for npc in npcs))
    assert know == [PER_TICK, 2 * PER_TICK, len(npcs), len(npcs)]


def test_who_leaves_before_its_dawn_has_come_is_no_trouble(scene: Scene) -> None:
    npcs = add_many(scene, 2 * PER_TICK)
    scene.world.time_of_day = 23_000
    scene.run()
    scene.world.time_of_day = 24_000
    scene.run()
    scene.simulation.remove(npcs[-1].id)
    newcomer = scene.add("newcomer", x=0.5, z=-30.5)
    memory_of(newcomer).record(EVE, MemoryType.TRAUMA, 1.0)
    scene.run(2)
    assert memory_of(newcomer).knowledge() == [], "that was another one's dawn"


def test_each_world_has_its_own_dawns(scene: Scene, make_viewer: Callable[..., FakeViewer]) -> None:
    nether = FlatWorld(NETHER)
    other = make_viewer(2, at=FAR)
    other.world = nether
    scene.simulation.add_viewer(other)
    here, there = scene.add(), scene.add("imp", world=NETHER)
    for npc in (here, there):
        memory_of(npc).record(BOB, MemoryType.HOSTILE, 0.8)
    scene.world.time_of_day = nether.time_of_day = 23_000
    scene.run()
    nether.time_of_day = 24_000
    scene.run()
    assert memory_of(here).knowledge() == []
    assert [known.entity for known in memory_of(there).knowledge()] == [BOB]


def test_in_a_world_that_nobody_is_in_no_day_passes(
    scene: Scene, make_viewer: Callable[..., FakeViewer]
) -> None:
    npc = scene.add()
    memory_of(npc).record(BOB, MemoryType.HOSTILE, 0.8)
    scene.world.time_of_day = 13_000
    scene.run()
    scene.simulation.remove_viewer(1)
    scene.run(5)
    scene.world.time_of_day = 10 * 24_000
    back = make_viewer(2, at=FAR)
    back.world = scene.world
    scene.simulation.add_viewer(back)
    scene.run(5)
    assert memory_of(npc).knowledge() == []
    scene.world.time_of_day += 24_000
    scene.run()
    assert len(memory_of(npc).knowledge()) == 1


# --- coming and going


def test_who_comes_back_remembers_and_leaves_no_row_behind(scene: Scene) -> None:
    npc = scene.add()
    memory_of(npc).record(BOB, MemoryType.HOSTILE, 0.8)
    scene.run(20)
    scene.simulation.remove(npc.id)
    assert len(scene.simulation.minds.pool) == 0
    assert len(scene.simulation.minds.pool.keys) == 0
    scene.run(200)
    again = scene.add()
    (memory,) = memory_of(again).look()
    assert memory.entity == BOB
    assert memory.since == pytest.approx(1.0), "it was away"
    assert len(scene.simulation.minds.pool) == 1


def test_one_of_many_alike_remembers_nothing_and_has_no_row(scene: Scene) -> None:
    guard = scene.add("guard", unique=False)
    assert guard.awareness is None
    assert len(scene.simulation.minds.pool) == 0
    scene.viewer.stand(0.5, 64.0, 4.5)
    scene.run(30)
    scene.simulation.remove("guard")


# --- restarts

JUNIPER = NpcDefinition("juniper", "Juniper", x=0.5, y=64.0, z=0.5, lively=False, wary=False)


@contextmanager
def session(folder: Path, definition: NpcDefinition = JUNIPER, **settings: Any) -> Iterator[Npc]:
    """A run of the program with one companion, saved at its end. Its clock starts anew."""
    with NpcStore(folder) as store:
        simulation = Simulation(ManualClock(), Random(1), store, minds=MindSettings(**settings))
        simulation.load_records()
        npc = simulation.add(definition)
        clock = simulation.clock
        assert isinstance(clock, ManualClock)
        clock.advance(100)
        yield npc
        clock.advance(100)
        simulation.save()


def live_through(npc: Npc) -> None:
    memory = memory_of(npc)
    memory.record(BOB, MemoryType.HOSTILE, 0.8)
    memory.dawn()
    memory.record(EVE, MemoryType.TRIVIA, 0.2, permanent=True)
    memory.record(BOB, MemoryType.HOSTILE, 0.5)


def test_a_restart_keeps_memories_with_their_ages_and_knowledge(tmp_path: Path) -> None:
    with session(tmp_path) as npc:
        live_through(npc)
        before, known = memory_of(npc).look(), memory_of(npc).knowledge()
    with session(tmp_path) as npc:
        after = memory_of(npc).look()
        assert memory_of(npc).knowledge() == known
    # five seconds on each side of the restart, and nothing between
    assert [one.since for one in after] == pytest.approx([one.since + 10.0 for one in before])
    for one, then in zip(after, before, strict=True):
        assert one._replace(since=0.0, retrievability=0.0) == then._replace(since=0.0, retrievability=0.0)
    assert after[0].retrievability == pytest.approx(exp(-10.0 / after[0].stability), abs=1e-6)
    assert after[1].retrievability == 1.0, "permanent"


def test_the_time_between_two_runs_counts_where_it_is_to_count(tmp_path: Path) -> None:
    wall = [1e9]
    with session(tmp_path, wall=lambda: wall[0]) as npc:
        live_through(npc)
    wall[0] += 3600.0
    with session(tmp_path, wall=lambda: wall[0]) as npc:
        assert memory_of(npc).look()[0].since == pytest.approx(3610.0)
    wall[0] += 3600.0
    with session(tmp_path) as npc:
        assert memory_of(npc).look()[0].since == pytest.approx(3620.0)


def test_what_one_remembered_is_kept_while_it_is_one_of_many_alike(tmp_path: Path) -> None:
    alike = NpcDefinition("juniper", "Juniper", x=0.5, y=64.0, z=0.5, lively=False, unique=False)
    with session(tmp_path) as npc:
        live_through(npc)
        known = memory_of(npc).knowledge()
    with session(tmp_path, alike) as npc:
        assert npc.awareness is None
    with session(tmp_path) as npc:
        assert [one.entity for one in memory_of(npc).look()] == [BOB, EVE]
        assert memory_of(npc).knowledge() == known


@pytest.mark.parametrize(
    ("damage", "left"),
    [
        (String("gone"), []),
        (Compound({"Schema": Int(2)}), []),
        (Compound({"Items": String("gone")}), []),
        (Compound({"Knowledge": Int(1)}), [BOB, EVE]),
        (Compound({"SavedAt": String("gone")}), [BOB, EVE]),
        (Compound({"Items": List[Compound]([Compound(Entity=Double(1.0))])}), []),
    ],
    ids=["no compound", "layout", "items", "knowledge", "time", "one item"],
)
def test_damage_costs_what_is_damaged_and_stops_nobody(tmp_path: Path, damage: Any, left: list[UUID]) -> None:
    with session(tmp_path) as npc:
        live_through(npc)
    with NpcStore(tmp_path) as store:
        (record,) = store.load_all()
        kept = record.extra[NAME]
        assert isinstance(kept, Compound)
        record.extra[NAME] = Compound({**kept, **damage}) if isinstance(damage, Compound) else damage
        store.save_npc(record)
    with session(tmp_path) as npc:
        assert [one.entity for one in memory_of(npc).look()] == left
        memory_of(npc).record(BOB, MemoryType.TRAUMA, 1.0)
    with session(tmp_path) as npc:
        assert memory_of(npc).look()[-1].type is MemoryType.TRAUMA
