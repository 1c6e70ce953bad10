"""Worlds that several clients share."""

from __future__ import annotations

import logging
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from world.blocks import BlockTable
from world.chunk import BlockEntity, Chunk, ColumnContents
from world.dimension import DimensionType
from world.section import Section
from world.view import UNKNOWN, WorldKey, WorldRegistry, WorldView

patient = settings(deadline=None)
"""A loaded machine isn't a failure."""

DIMENSION = DimensionType("overworld", min_y=0, height=32)
BLOCKS = BlockTable.load("1.16.5")
STONE = BLOCKS.state("stone")
KEY = WorldKey("backend", "minecraft:overworld", 42)


def chunk(x: int = 0, z: int = 0, state: int = STONE) -> Chunk:
    """Full of one state in its lower half."""
    return Chunk(x, z, DIMENSION, lambda: ColumnContents([Section.filled(state), None]))


class Recorder:
    """Listener that keeps what it hears."""

    def __init__(self) -> None:
        self.heard: list[tuple[object, ...]] = []

    def chunk_loaded(self, world: WorldView, x: int, z: int) -> None:
        self.heard.append(("loaded", x, z))

    def chunk_unloaded(self, world: WorldView, x: int, z: int) -> None:
        self.heard.append(("unloaded", x, z))

    def block_changed(self, world: WorldView, x: int, y: int, z: int, state: int) -> None:
        self.heard.append(("changed", x, y, z, state))


@pytest.fixture
def world() -> WorldView:
    return WorldView(KEY, DIMENSION, BLOCKS)


@pytest.fixture
def heard(world: WorldView) -> list[tuple[object, ...]]:
    recorder = Recorder()
    world.listeners.append(recorder)
    return recorder.heard


# --- holders


def test_a_chunk_stays_until_its_last_holder_lets_go(world: WorldView) -> None:
    world.load(1, chunk())
    world.load(2, chunk())
    world.unload(1, 0, 0)
    assert world.is_loaded(0, 0)
    assert not world.holds(1, 0, 0)
    assert world.holds(2, 0, 0)
    world.unload(2, 0, 0)
    assert not world.is_loaded(0, 0)
    assert world.chunk(0, 0) is None
    assert world.chunk_count == 0


def test_loading_twice_is_held_once(world: WorldView) -> None:
    world.load(1, chunk())
    world.load(1, chunk())
    world.unload(1, 0, 0)
    assert not world.is_loaded(0, 0)


def test_unloading_what_one_does_not_hold_takes_it_from_nobody(world: WorldView) -> None:
    world.load(1, chunk())
    world.unload(2, 0, 0)
    world.unload(1, 5, 5)
    assert world.holds(1, 0, 0)


def test_releasing_lets_go_of_all_chunks_of_that_holder_only(world: WorldView) -> None:
    for x in range(3):
        world.load(1, chunk(x))
    world.load(2, chunk(2))
    world.release(1)
    assert [(c.x, c.z) for c in world.chunks()] == [(2, 0)]
    assert world.occupants == {2}


holder = st.integers(1, 3)
place = st.tuples(st.integers(0, 1), st.integers(0, 1))
step = st.one_of(
    st.tuples(st.just("load"), holder, place),
    st.tuples(st.just("unload"), holder, place),
    st.tuples(st.just("release"), holder, place),
)


@patient
@given(st.lists(step, max_size=40))
def test_who_holds_what_agrees_with_a_plain_set(steps: list[tuple[str, int, tuple[int, int]]]) -> None:
    world = WorldView(KEY, DIMENSION, BLOCKS)
    held: set[tuple[int, int, int]] = set()
    for action, who, (x, z) in steps:
        if action == "load":
            world.load(who, chunk(x, z))
            held.add((who, x, z))
        elif action == "unload":
            world.unload(who, x, z)
            held.discard((who, x, z))
        else:
            world.release(who)
            held = {entry for entry in held if entry[0] != who}
        for w in (1, 2, 3):
            for cx in (0, 1):
                for cz in (0, 1):
                    assert world.holds(w, cx, cz) == ((w, cx, cz) in held)
        assert world.chunk_count == len({(cx, cz) for _, cx, cz in held})


# --- what was sent last is the truth


def test_another_body_replaces_the_chunk(world: WorldView) -> None:
    world.load(1, chunk(), fingerprint=b"one")
    world.load(2, chunk(state=9), fingerprint=b"two")
    assert world.state(0, 0, 0) == 9
    assert world.holds(1, 0, 0)
    assert world.holds(2, 0, 0)


def test_the_same_body_keeps_the_chunk_that_is_read_already(world: WorldView) -> None:
    first = chunk()
    assert world.load(1, first, fingerprint=b"same") is first
    assert world.load(2, chunk(), fingerprint=b"same") is first
    assert world.chunk(0, 0) is first


def test_without_a_fingerprint_every_load_replaces(world: WorldView) -> None:
    world.load(1, chunk())
    second = chunk()
    world.load(2, second)
    assert world.chunk(0, 0) is second


@pytest.mark.parametrize(
    "change",
    [
        lambda world: world.set_state(0, 0, 0, 9),
        lambda world: world.set_block_entity(0, 0, 0, "sign", {"Text1": ""}),
        lambda world: world.chunk_replaced(0, 0),
    ],
)
@pytest.mark.parametrize("read", [True, False])
def test_the_same_body_replaces_a_chunk_that_has_changed_since(
    world: WorldView, change: Callable[[WorldView], None], read: bool
) -> None:
    """The server sent the first state of things again: its changes have been undone."""
    world.load(1, chunk(), fingerprint=b"same")
    if read:
        world.state(0, 0, 0)
    change(world)
    again = chunk()
    assert world.load(2, again, fingerprint=b"same") is again
    assert world.state(0, 0, 0) == STONE


# --- blocks


def test_unknown_is_told_from_air(world: WorldView) -> None:
    world.load(1, chunk())
    assert world.state(0, 0, 0) == STONE
    assert world.state(0, 20, 0) == 0
    assert world.state(0, -5, 0) == 0
    assert world.state(16, 0, 0) is None
    assert world.state(-1, 0, 0) is None
    assert world.biome(16, 0, 0) is None
    assert world.highest(16, 0) is None
    assert world.block_entity(16, 0, 0) is None


def test_negative_coordinates_find_their_chunk(world: WorldView) -> None:
    world.load(1, chunk(-1, -1, 9))
    assert world.state(-1, 0, -16) == 9
    world.set_state(-1, 17, -16, STONE)
    assert world.state(-1, 17, -16) == STONE
    assert world.highest(-1, -16) == 17


def test_a_change_where_nobody_has_the_chunk_is_left_out(
    world: WorldView, heard: list[tuple[object, ...]]
) -> None:
    world.set_state(0, 0, 0, 9)
    world.set_block_entity(0, 0, 0, "sign", {})
    assert world.state(0, 0, 0) is None
    assert heard == []


def test_a_state_that_does_not_exist_is_left_out_and_logged_once(
    world: WorldView, caplog: pytest.LogCaptureFixture
) -> None:
    world.load(1, chunk())
    with caplog.at_level(logging.WARNING):
        for state in (BLOCKS.state_count, -1, 1 << 40):
            world.set_state(0, 0, 0, state)
    assert world.state(0, 0, 0) == STONE
    assert len(caplog.records) == 1
    assert f"block state {BLOCKS.state_count} at 0 0 0" in caplog.text


def test_block_entities_come_and_go(world: WorldView) -> None:
    world.load(1, chunk())
    world.set_block_entity(3, 4, 5, "sign", {"Text1": "hi"})
    assert world.block_entity(3, 4, 5) == BlockEntity("sign", {"Text1": "hi"})
    world.set_block_entity(3, 4, 5, "sign", None)
    assert world.block_entity(3, 4, 5) is None


coordinate = st.integers(-20, 40)


@patient
@given(
    coordinate, st.integers(-4, 40), coordinate, st.integers(0, 20), st.integers(0, 20), st.integers(0, 20)
)
def test_a_box_of_states_holds_what_asking_one_by_one_gives(
    x0: int, y0: int, z0: int, dx: int, dy: int, dz: int
) -> None:
    world = WorldView(KEY, DIMENSION, BLOCKS)
    ids = np.arange(4096).reshape(16, 16, 16)
    for x, z in ((0, 0), (-1, 0), (1, 1)):
        world.load(1, Chunk(x, z, DIMENSION, ColumnContents([Section.from_array(ids + 3 * x + z + 3)])))
    world.load(1, Chunk(0, 1, DIMENSION, lambda: (_ for _ in ()).throw(ValueError("damaged"))))
    box = world.states_in_box(x0, y0, z0, x0 + dx, y0 + dy, z0 + dz)
    assert box.shape == (dy, dz, dx)
    for y, z, x in np.ndindex(box.shape):
        state = world.state(x0 + x, y0 + y, z0 + z)
        assert box[y, z, x] == (UNKNOWN if state is None else state)


def test_a_box_turned_inside_out_is_empty(world: WorldView) -> None:
    assert world.states_in_box(0, 0, 0, -5, 3, 3).shape == (3, 3, 0)


# --- listeners


def test_listeners_hear_of_loads_changes_and_unloads_once(
    world: WorldView, heard: list[tuple[object, ...]]
) -> None:
    world.load(1, chunk(), fingerprint=b"a")
    world.load(2, chunk(), fingerprint=b"a")
    world.state(0, 0, 0)
    for _ in (1, 2):  # each client's connection tells of the change
        world.set_state(5, 6, 7, 9)
    world.load(1, chunk(), fingerprint=b"b")
    world.chunk_replaced(0, 0)
    world.chunk_replaced(8, 8)
    world.unload(1, 0, 0)
    world.release(2)
    assert heard == [
        ("loaded", 0, 0),
        ("changed", 5, 6, 7, 9),
        ("loaded", 0, 0),
        ("loaded", 0, 0),
        ("unloaded", 0, 0),
    ]


def test_changes_to_an_unread_chunk_are_heard_once_and_leave_it_unread(
    world: WorldView, heard: list[tuple[object, ...]]
) -> None:
    unread = chunk()
    world.load(1, unread)
    heard.clear()
    for _ in (1, 2):
        world.set_state(5, 6, 7, 9)
    assert not unread.is_read
    assert heard == [("changed", 5, 6, 7, 9)]
    assert world.state(5, 6, 7) == 9


def test_a_failing_listener_hurts_nobody(world: WorldView, caplog: pytest.LogCaptureFixture) -> None:
    class Broken(Recorder):
        def chunk_loaded(self, world: WorldView, x: int, z: int) -> None:
            raise RuntimeError("oh no")

    other = Recorder()
    world.listeners += [Broken(), other]
    world.load(1, chunk())
    assert other.heard == [("loaded", 0, 0)]
    assert world.holds(1, 0, 0)
    assert "oh no" in caplog.text


# --- the registry


def test_clients_in_the_same_world_share_it() -> None:
    worlds = WorldRegistry()
    assert worlds.open(KEY, DIMENSION, BLOCKS, 1) is worlds.open(KEY, DIMENSION, BLOCKS, 2)
    assert len(worlds) == 1


@pytest.mark.parametrize(
    ("key", "dimension", "blocks"),
    [
        (KEY._replace(server="other"), DIMENSION, BLOCKS),
        (KEY._replace(name="minecraft:the_nether"), DIMENSION, BLOCKS),
        (KEY._replace(hashed_seed=1), DIMENSION, BLOCKS),
        (KEY, DimensionType("overworld", min_y=-64, height=384), BLOCKS),
        (KEY, DIMENSION, BlockTable.load("1.18.2")),
    ],
)
def test_anything_that_differs_makes_another_world(
    key: WorldKey, dimension: DimensionType, blocks: BlockTable
) -> None:
    worlds = WorldRegistry()
    assert worlds.open(KEY, DIMENSION, BLOCKS, 1) is not worlds.open(key, dimension, blocks, 2)
    assert len(list(worlds)) == 2


def test_a_world_goes_with_its_last_occupant_and_comes_back_empty() -> None:
    worlds = WorldRegistry()
    world = worlds.open(KEY, DIMENSION, BLOCKS, 1)
    worlds.open(KEY, DIMENSION, BLOCKS, 2)
    world.load(1, chunk())
    world.unload(1, 0, 0)
    assert len(worlds) == 1, "an occupant without chunks keeps the world"
    world.release(1)
    assert list(worlds) == [world]
    world.release(2)
    world.release(2)
    assert len(worlds) == 0
    assert worlds.open(KEY, DIMENSION, BLOCKS, 1) is not world
