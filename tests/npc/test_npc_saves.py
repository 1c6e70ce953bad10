"""What survives the proxy's restart, with the real store."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any
from uuid import UUID

import pytest
from nbtlib import Compound, Int, String

from nbt.schema import NpcRecord, WorldRecord
from nbt.store import NpcStore, StoreError
from npc.clock import ManualClock
from npc.definition import NpcDefinition
from npc.identity import is_incarnation
from npc.modes import Mode
from npc.npc import Npc
from npc.simulation import Simulation

MakeViewer = Callable[..., Any]
JUNIPER = NpcDefinition("juniper", "Juniper", x=0.5, y=64.0, z=0.5, yaw=90.0)
FERN = NpcDefinition("fern", "Fern", kind="fox", x=5.5, y=64.0, z=0.5, world="minecraft:the_nether")


class Session:
    """One run of the proxy's simulation over a folder of saves."""

    def __init__(self, folder: Path, *definitions: NpcDefinition, seed: int) -> None:
        self.clock = ManualClock()
        self.store = NpcStore(folder)
        self.store.open()
        self.simulation = Simulation(self.clock, Random(seed), self.store)
        self.records = self.simulation.load_records()
        for definition in definitions:
            self.simulation.add(definition)

    def run(self, ticks: int) -> None:
        for _ in range(ticks):
            self.clock.advance()
            self.simulation.tick()


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Session]]:
    """Start a session over the same saves; the one before is cut off, not saved."""
    sessions: list[Session] = []

    def begin(*definitions: NpcDefinition) -> Session:
        if sessions:
            sessions[-1].store.close()
        sessions.append(Session(tmp_path, *definitions, seed=len(sessions)))
        return sessions[-1]

    yield begin
    if sessions:
        sessions[-1].store.close()


def test_place_look_and_identity_come_back(start: Callable[..., Session]) -> None:
    first = start(JUNIPER)
    npc = first.simulation.npcs["juniper"]
    npc.actor.x, npc.actor.y, npc.actor.z = 12.3456789, 70.5, -8.000001
    npc.actor.yaw, npc.actor.head_yaw, npc.actor.pitch = 45.0, 60.0, -12.5
    npc.actor.health = 13.0
    npc.world, npc.incarnation = "minecraft:the_end", 2
    before = npc.actor
    assert first.simulation.save() == 1
    again = start(JUNIPER).simulation.npcs["juniper"]
    assert again.actor == before
    assert (again.world, again.incarnation) == ("minecraft:the_end", 2)
    assert again.home_yaw == 90.0, "not where it happened to look"


def test_the_uuid_survives_even_a_session_that_never_saved(start: Callable[..., Session]) -> None:
    uuid = start(JUNIPER).simulation.npcs["juniper"].actor.uuid
    assert is_incarnation(uuid)
    assert start(JUNIPER).simulation.npcs["juniper"].actor.uuid == uuid


def test_changed_looks_and_words_of_the_configuration_apply(start: Callable[..., Session]) -> None:
    uuid = start(JUNIPER).simulation.npcs["juniper"].actor.uuid
    changed = NpcDefinition(
        "juniper", "June", "villager", ("skin", None), x=0.5, y=64.0, z=0.5, yaw=90.0, greeting="Yo",
        personality="shy",
    )  # fmt: skip
    npc = start(changed).simulation.npcs["juniper"]
    assert npc.actor.uuid == uuid
    assert (npc.actor.name, npc.actor.kind, npc.actor.skin) == ("June", "villager", ("skin", None))
    assert npc.definition.greeting == "Yo"


def test_a_place_changed_in_the_configuration_moves_it_once(start: Callable[..., Session]) -> None:
    first = start(JUNIPER)
    uuid = first.simulation.npcs["juniper"].actor.uuid
    first.simulation.npcs["juniper"].actor.x = 7.5
    first.simulation.save()
    assert start(JUNIPER).simulation.npcs["juniper"].actor.x == 7.5, "the same configuration leaves it there"
    moved = replace(JUNIPER, x=99.5, yaw=10.0, world="minecraft:the_end")
    second = start(moved)
    npc = second.simulation.npcs["juniper"]
    assert (npc.actor.x, npc.home_yaw, npc.world, npc.actor.uuid) == (99.5, 10.0, "minecraft:the_end", uuid)
    npc.actor.x = 101.5
    second.simulation.save()
    assert start(moved).simulation.npcs["juniper"].actor.x == 101.5


def test_a_companion_that_settled_stays_where_it_did(start: Callable[..., Session]) -> None:
    start(JUNIPER).simulation.save()
    unplaced = NpcDefinition("juniper", "Juniper", placed=False)
    for _ in range(2):
        session = start(unplaced)
        assert session.simulation.npcs["juniper"].actor.x == 0.5
        assert session.simulation.npcs["juniper"].home_yaw == 90.0
        session.simulation.save()


def test_a_companion_without_a_configuration_stays_away_and_its_file_stays_as_it_is(
    start: Callable[..., Session], make_viewer: MakeViewer, caplog: pytest.LogCaptureFixture
) -> None:
    start(JUNIPER, FERN)
    second = start(FERN)
    file = second.store.npc_path("juniper")
    contents = file.read_bytes()
    viewer = make_viewer()
    second.simulation.add_viewer(viewer)
    with caplog.at_level("INFO"):
        second.run(3)
    assert second.simulation.save() == 1
    assert "juniper" not in second.simulation.npcs
    assert viewer.port.take() == []
    assert file.read_bytes() == contents
    assert caplog.text.count("npc juniper is kept on disk") == 1
    assert "juniper" in start(JUNIPER).records


def test_a_companion_that_is_removed_and_added_again_goes_on_where_it_was(
    start: Callable[..., Session],
) -> None:
    simulation = start(JUNIPER).simulation
    npc = simulation.npcs["juniper"]
    npc.actor.x = 7.5
    simulation.remove("juniper")
    again = simulation.add(JUNIPER)
    assert again is not npc
    assert (again.actor.x, again.actor.uuid) == (7.5, npc.actor.uuid)


def test_tags_that_nobody_knows_go_back_to_disk_as_they_came(
    start: Callable[..., Session], tmp_path: Path
) -> None:
    memory = Compound({"Of": String("a summer's day")})
    with NpcStore(tmp_path) as store:
        store.save_npc(NpcRecord("juniper", "Juniper", UUID(int=7), extra={"NpcMemory": memory}))
    session = start(JUNIPER)
    session.simulation.npcs["juniper"].actor.x = 3.0
    session.simulation.save()
    (record,) = session.store.load_all()
    assert record.position[0] == 3.0
    assert record.extra["NpcMemory"] == memory


def test_a_record_without_a_home_direction_takes_the_one_it_stands_in(
    start: Callable[..., Session], tmp_path: Path
) -> None:
    with NpcStore(tmp_path) as store:
        store.save_npc(NpcRecord("juniper", "Juniper", UUID(int=7), yaw=450.0, head_yaw=450.0, pitch=99.0))
    npc = start(JUNIPER).simulation.npcs["juniper"]
    assert npc.home_yaw == npc.actor.yaw == npc.actor.head_yaw == 90.0
    assert npc.actor.pitch == 90.0


def test_a_companion_that_was_falling_goes_on_falling(start: Callable[..., Session]) -> None:
    first = start(JUNIPER)
    body = first.simulation.npcs["juniper"].body
    body.vx, body.vy, body.vz = 0.1, -1.25, -0.2
    body.fall_distance, body.on_ground = 7.5, False
    first.simulation.save()
    (record,) = first.store.load_all()
    assert (record.motion, record.fall_distance, record.on_ground) == ((0.1, -1.25, -0.2), 7.5, False)
    again = start(JUNIPER).simulation.npcs["juniper"]
    assert again.body.velocity == (0.1, -1.25, -0.2)
    assert again.body.fall_distance == 7.5
    assert not again.body.on_ground
    assert not again.actor.on_ground


def test_one_that_stands_has_nothing_of_it_in_its_save(start: Callable[..., Session]) -> None:
    start(JUNIPER).simulation.save()
    session = start(JUNIPER)
    (record,) = session.store.load_all()
    assert record.to_nbt().keys().isdisjoint({"Motion", "FallDistance", "OnGround"})
    assert session.simulation.npcs["juniper"].embodiment.stands


def test_a_mode_outlives_the_session_and_a_change_of_it_in_the_configuration_applies(
    start: Callable[..., Session],
) -> None:
    first = start(JUNIPER)
    first.simulation.npcs["juniper"].mode = Mode.WANDER
    first.simulation.save()
    (record,) = first.store.load_all()
    assert record.extra["NpcBehavior"] == Compound({"Mode": Int(2)})
    second = start(JUNIPER)
    assert second.simulation.npcs["juniper"].mode is Mode.WANDER, "the same configuration leaves it"
    changed = replace(JUNIPER, mode=Mode.WANDER_BY_RADIUS)
    third = start(changed)
    npc = third.simulation.npcs["juniper"]
    assert npc.mode is Mode.WANDER_BY_RADIUS
    npc.mode = Mode.STAY
    third.simulation.save()
    assert start(changed).simulation.npcs["juniper"].mode is Mode.STAY


def test_a_home_outlives_the_session_and_a_change_of_it_in_the_configuration_applies(
    start: Callable[..., Session],
) -> None:
    first = start(JUNIPER)
    npc = first.simulation.npcs["juniper"]
    assert npc.home == (0.5, 64.0, 0.5)
    npc.send((9.5, 64.0, 0.5))
    first.simulation.save()
    assert start(JUNIPER).simulation.npcs["juniper"].home == (9.5, 64.0, 0.5)
    changed = replace(JUNIPER, home=(3.0, 64.0, 3.0))
    second = start(changed)
    npc = second.simulation.npcs["juniper"]
    assert npc.home == (3.0, 64.0, 3.0)
    assert npc.body.position == (0.5, 64.0, 0.5), "it walks there"
    second.simulation.save()
    moved = replace(JUNIPER, x=50.5)
    assert start(moved).simulation.npcs["juniper"].home == (50.5, 64.0, 0.5), "no home but its place"


def test_where_an_older_save_put_it_a_settled_companion_is_at_home(
    start: Callable[..., Session], tmp_path: Path
) -> None:
    with NpcStore(tmp_path) as store:
        store.save_npc(NpcRecord("juniper", "Juniper", UUID(int=7), position=(5.5, 70.0, 5.5)))
    npc = start(replace(JUNIPER, placed=False, x=0.0, y=0.0, z=0.0)).simulation.npcs["juniper"]
    assert npc.home == npc.body.position == (5.5, 70.0, 5.5)


@pytest.mark.parametrize(
    "behavior",
    [String("?"), Compound({"Mode": String("?")}), Compound({"Mode": Int(99)}), Compound({"Other": Int(1)})],
)
def test_a_mode_that_makes_no_sense_is_that_of_the_configuration(
    start: Callable[..., Session], tmp_path: Path, behavior: Any
) -> None:
    with NpcStore(tmp_path) as store:
        store.save_npc(NpcRecord("juniper", "Juniper", UUID(int=7), extra={"NpcBehavior": behavior}))
    session = start(JUNIPER)
    assert session.simulation.npcs["juniper"].mode is Mode.STAY
    session.simulation.save()
    (record,) = session.store.load_all()
    assert record.extra["NpcBehavior"]["Mode"] == 0
    if isinstance(behavior, Compound):
        assert record.extra["NpcBehavior"].get("Other") == behavior.get("Other")


def test_a_velocity_beyond_reason_is_cut(start: Callable[..., Session], tmp_path: Path) -> None:
    with NpcStore(tmp_path) as store:
        store.save_npc(NpcRecord("juniper", "Juniper", UUID(int=7), motion=(1e9, -1e9, 0.5), on_ground=False))
    assert start(JUNIPER).simulation.npcs["juniper"].body.velocity == (10.0, -10.0, 0.5)


def test_two_records_with_one_uuid_do_not_make_two_companions_with_it(
    start: Callable[..., Session], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with NpcStore(tmp_path) as store:
        store.save_npcs(NpcRecord(npc_id, npc_id, UUID(int=7)) for npc_id in ("juniper", "fern"))
    npcs = start(JUNIPER, FERN).simulation.npcs
    assert npcs["juniper"].actor.uuid == UUID(int=7)
    assert npcs["fern"].actor.uuid != UUID(int=7)
    assert "npc fern: its saved UUID" in caplog.text


def test_time_goes_on_from_the_last_save(start: Callable[..., Session]) -> None:
    first = start(JUNIPER, FERN)
    first.run(30)
    first.simulation.save()
    second = start(JUNIPER, FERN)
    assert second.simulation.tick_number == 30
    second.run(1)
    assert second.simulation.tick_number == 31


def test_worlds_keep_their_age_and_count_their_sessions(
    start: Callable[..., Session], make_viewer: MakeViewer
) -> None:
    for number in (1, 2, 3):
        session = start(JUNIPER)
        viewer = make_viewer()
        viewer.world.world_age = 1000 + number
        session.simulation.add_viewer(viewer)
        session.run(2)
        session.simulation.save()
        assert session.store.load_world("minecraft:overworld") == WorldRecord(
            "minecraft:overworld", world_age=1000 + number, tick=2 * number, session_epoch=number
        )


def test_only_what_changed_is_written(start: Callable[..., Session], monkeypatch: pytest.MonkeyPatch) -> None:
    simulation = start(JUNIPER, FERN).simulation
    written: list[str] = []
    original = NpcStore.save_npcs

    def watched(self: NpcStore, records: Any) -> int:
        records = list(records)
        written.extend(record.npc_id for record in records)
        return original(self, records)

    monkeypatch.setattr(NpcStore, "save_npcs", watched)
    assert simulation.save() == 2
    simulation.npcs["fern"].actor.x += 1.0
    assert simulation.save() == 2
    assert written == ["fern"]


def test_a_companion_that_failed_keeps_its_last_good_save(
    start: Callable[..., Session], make_viewer: MakeViewer, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = start(JUNIPER)
    session.simulation.add_viewer(make_viewer())

    def get_lost(npc: Npc, *arguments: Any) -> None:
        npc.actor.x = float("nan")

    with monkeypatch.context() as broken:
        broken.setattr(Npc, "tick", get_lost)
        session.run(2)
    assert session.simulation.save() == 0
    session.simulation.remove("juniper")
    assert session.simulation.add(JUNIPER).actor.x == 0.5
    assert start(JUNIPER).simulation.npcs["juniper"].actor.x == 0.5


def test_a_full_disk_does_not_keep_a_new_companion_away(
    start: Callable[..., Session], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    session = start()

    def full(self: NpcStore, records: Any) -> int:
        raise StoreError("disk full")

    with monkeypatch.context() as broken:
        broken.setattr(NpcStore, "save_npcs", full)
        session.simulation.add(JUNIPER)
        assert "juniper: not saved yet: disk full" in caplog.text
        with pytest.raises(StoreError, match="disk full"):
            session.simulation.save()
    assert session.simulation.save() == 1
    assert "juniper" in start(JUNIPER).records


def test_without_a_store_nothing_is_kept_and_nothing_fails() -> None:
    simulation = Simulation(ManualClock(), Random(1))
    assert simulation.load_records() == {}
    simulation.add(JUNIPER)
    assert [record.npc_id for record in simulation.snapshot()] == ["juniper"]
    assert simulation.save() == 0
