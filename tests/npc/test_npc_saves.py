"""What survives the proxy's restart, with the real store."""

import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any
from uuid import UUID

import pytest
from nbtlib import Compound, Double, Float, Int, Long, String

from nbt.codec import write_file_bytes
from nbt.schema import NpcRecord, WorldRecord
from nbt.store import NpcStore, StoreError
from npc.clock import ManualClock
from npc.definition import NpcDefinition
from npc.emotion import EmotionManager, Mood, MoodImpulse
from npc.emotion.mood import COURSES
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
        store.save_npc(NpcRecord("juniper", "Juniper", UUID(int=7), extra={"NpcDiary": memory}))
    session = start(JUNIPER)
    session.simulation.npcs["juniper"].actor.x = 3.0
    session.simulation.save()
    (record,) = session.store.load_all()
    assert record.position[0] == 3.0
    assert record.extra["NpcDiary"] == memory


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


# --- health and feelings


@pytest.mark.parametrize(
    ("kept", "health"),
    [
        (Float(13.5), 13.5),
        (Float(1000.0), 20.0),
        (Float(0.5), 1.0),
        (Float(0.0), 1.0),
        (Float(-5.0), 1.0),
        (Float(math.nan), 20.0),
        (Float(math.inf), 20.0),
        (Float(-math.inf), 20.0),
        (String("fine"), 20.0),
        (Int(7), 7.0),
        (None, 20.0),
    ],
)
def test_health_comes_back_within_reason(
    start: Callable[..., Session], tmp_path: Path, kept: Any, health: float
) -> None:
    root = NpcRecord("juniper", "Juniper", UUID(int=7)).to_nbt()
    (tmp_path / "npcs").mkdir()
    tags = Compound({name: tag for name, tag in root.items() if name != "Health"})
    if kept is not None:
        tags["Health"] = kept
    (tmp_path / "npcs/juniper.dat").write_bytes(write_file_bytes("", tags))
    session = start(JUNIPER)
    assert session.simulation.npcs["juniper"].actor.health == health
    session.simulation.save()
    (record,) = session.store.load_all()
    assert record.health == health


def manager(session: Session, npc_id: str = "juniper") -> EmotionManager:
    emotion = session.simulation.npcs[npc_id].emotion
    assert isinstance(emotion, EmotionManager)
    return emotion


def pools(session: Session, mood: Mood) -> list[float]:
    """Juniper's impulse, memory and context."""
    values: list[float] = session.simulation.feelings.runtime.pools[:, manager(session).row, mood].tolist()
    return values


def angry_session(start: Callable[..., Session], viewer: Any) -> Session:
    """Juniper is angry, and worn out; that was saved at tick 60."""
    session = start(JUNIPER)
    session.simulation.add_viewer(viewer)
    session.run(30)
    session.simulation.npcs["juniper"].vitals.restore(2.0)
    manager(session).stimulate(MoodImpulse.of(Mood.ANGRY, 80.0, 0.75))
    session.run(30)
    assert session.simulation.npcs["juniper"].actor.mood is Mood.ANGRY
    session.simulation.save()
    return session


def test_feelings_outlive_the_session_and_show_at_once_but_are_no_change(
    start: Callable[..., Session], make_viewer: MakeViewer, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = angry_session(start, make_viewer(at=(40.5, 64.0, 0.5)))
    kept = manager(first).write_to_nbt()
    changes: list[tuple[Mood, Mood]] = []
    monkeypatch.setattr(Npc, "on_mood_changed", lambda npc, before, after: changes.append((before, after)))
    second = start(JUNIPER)
    assert manager(second).write_to_nbt() == kept
    viewer = make_viewer(at=(40.5, 64.0, 0.5))
    second.simulation.add_viewer(viewer)
    second.run(1)
    assert viewer.port.shown["juniper"].mood is Mood.ANGRY
    assert viewer.port.take("spawn", "mood") == [("spawn", "juniper")]
    second.run(20)
    assert changes == [], "a load is no switch"
    manager(second).soothe(Mood.ANGRY, 100.0)
    second.run(2)
    assert [before for before, _ in changes] == [Mood.ANGRY]


def test_who_comes_back_after_a_while_has_recovered_for_as_long_but_is_no_more_bored(
    start: Callable[..., Session], make_viewer: MakeViewer
) -> None:
    angry_session(start, make_viewer(at=(40.5, 64.0, 0.5)))
    session = start(JUNIPER, FERN)
    viewer = make_viewer(at=(40.5, 64.0, 0.5))
    viewer.missing.add((0, 0))
    session.simulation.add_viewer(viewer)
    before = {mood: pools(session, mood) for mood in Mood}
    kept = manager(session).write_to_nbt()
    session.run(3000)
    assert manager(session).write_to_nbt() == kept, "unloaded: nothing passes"
    viewer.missing.clear()
    session.run(1)
    seconds = (session.simulation.tick_number - int(kept["LastUpdateTick"])) / 20
    assert seconds >= 150.0
    course = COURSES[Mood.ANGRY]
    impulse, memory, _ = pools(session, Mood.ANGRY)
    assert impulse == 0.0, "80 seconds suffice for a full pool"
    assert memory == pytest.approx(before[Mood.ANGRY][1] - seconds * 100 / course.memory_lifetime)
    assert pools(session, Mood.EXHAUSTED)[2] == pytest.approx(
        before[Mood.EXHAUSTED][2] + 2.0 * COURSES[Mood.EXHAUSTED].context_rise
    ), "context moves by two seconds at most"
    assert manager(session).write_to_nbt()["IdleSeconds"] <= kept["IdleSeconds"] + 1


def test_when_time_was_turned_back_nobody_recovers_until_it_goes_on(
    start: Callable[..., Session], make_viewer: MakeViewer, tmp_path: Path
) -> None:
    angry_session(start, make_viewer(at=(40.5, 64.0, 0.5))).store.close()
    for file in (tmp_path / "worlds").iterdir():
        file.unlink()
    session = start(JUNIPER)
    assert session.simulation.tick_number == 0
    before = pools(session, Mood.ANGRY)
    session.simulation.add_viewer(make_viewer(at=(40.5, 64.0, 0.5)))
    session.run(1)
    assert pools(session, Mood.ANGRY) == before
    assert manager(session).write_to_nbt()["LastUpdateTick"] == 1
    session.run(40)
    assert pools(session, Mood.ANGRY)[0] < before[0]


def test_whoever_is_not_unique_has_no_feelings_and_keeps_those_on_disk_as_they_are(
    start: Callable[..., Session], make_viewer: MakeViewer
) -> None:
    first = angry_session(start, make_viewer())
    (kept,) = first.store.load_all()
    citizen = replace(JUNIPER, unique=False)
    second = start(citizen)
    npc = second.simulation.npcs["juniper"]
    assert npc.actor.mood is Mood.COMPOSED
    second.simulation.add_viewer(make_viewer())
    second.run(30)
    second.simulation.on_attack(1, "juniper")
    second.run(30)
    assert npc.actor.health == 1.0
    npc.actor.health = 7.0
    second.simulation.save()
    (record,) = second.store.load_all()
    assert record.health == 7.0
    assert record.extra["NpcEmotion"] == kept.extra["NpcEmotion"]
    assert manager(start(JUNIPER)).current_mood is Mood.ANGRY


@pytest.mark.parametrize(
    "kept",
    [
        None,
        String("angry"),
        Compound({"Mood": String("glad")}),
        Compound({"Schema": Int(2), "CurrentMood": String("angry"), "IdleSeconds": Int(5)}),
    ],
)
def test_feelings_that_cannot_be_read_are_none_and_even_composure_has_to_grow(
    start: Callable[..., Session], make_viewer: MakeViewer, tmp_path: Path, kept: Any
) -> None:
    with NpcStore(tmp_path) as store:
        extra = {} if kept is None else {"NpcEmotion": kept}
        store.save_npc(NpcRecord("juniper", "Juniper", UUID(int=7), extra=extra))
    session = start(JUNIPER)
    assert all(manager(session).intensity(mood) == 0.0 for mood in Mood)
    assert session.simulation.npcs["juniper"].actor.mood is Mood.COMPOSED
    session.simulation.add_viewer(make_viewer())
    session.run(1)
    assert pools(session, Mood.COMPOSED) == [0.0, 0.0, 0.0]
    session.run(60)
    assert pools(session, Mood.COMPOSED) == [0.0, 0.0, 9.0]
    session.simulation.save()
    (record,) = session.store.load_all()
    assert record.extra["NpcEmotion"]["Schema"] == 1


def test_what_of_feelings_is_damaged_costs_only_that(start: Callable[..., Session], tmp_path: Path) -> None:
    states = Compound(
        {
            "angry": Compound(
                {"Impulse": Double(math.nan), "Memory": Double(30.0), "Context": Double(500.0)}
            ),
            "hurt": Int(3),
            "smug": Compound({"Impulse": Double(50.0)}),
        }
    )
    kept = Compound(
        {"Schema": Int(1), "CurrentMood": String("ANGRY"), "LastUpdateTick": Long(4), "States": states}
    )
    with NpcStore(tmp_path) as store:
        store.save_npc(NpcRecord("juniper", "Juniper", UUID(int=7), extra={"NpcEmotion": kept}))
    session = start(JUNIPER)
    assert pools(session, Mood.ANGRY) == [0.0, 30.0, 100.0]
    assert pools(session, Mood.HURT) == [0.0, 0.0, 0.0]
    assert session.simulation.npcs["juniper"].actor.mood is Mood.ANGRY


def test_another_temper_in_the_configuration_changes_no_feeling_that_is_there(
    start: Callable[..., Session], make_viewer: MakeViewer
) -> None:
    kept = manager(angry_session(start, make_viewer())).write_to_nbt()
    changed = start(replace(JUNIPER, personality="gloomy"))
    assert manager(changed).temperament.key == "gloomy"
    assert manager(changed).write_to_nbt() == kept


# --- worlds and time


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
