"""Records to NBT and back, field by field."""

from __future__ import annotations

from dataclasses import replace
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nbtlib.tag import Base, Byte, Compound, Double, Float, Int, IntArray, List, Long, Short, String

from nbt.codec import read_network, write_network
from nbt.schema import (
    DATA_VERSION,
    NewerVersionError,
    NpcRecord,
    WorldRecord,
    npc_uuid,
    uuid_from_ints,
    uuid_to_ints,
)

ANNA = NpcRecord(
    npc_id="anna",
    name="Anna",
    uuid=UUID("12345678-9abc-2def-8123-456789abcdef"),
    kind="villager",
    incarnation=3,
    position=(0.1, -64.0, 3e7),
    yaw=90.5,
    pitch=-45.25,
    head_yaw=-180.0,
    world="minecraft:the_nether",
    personality="shy",
    skin=("value", "signature"),
    health=7.5,
    extra={"NpcEmotion": Compound(Mood=Byte(1)), "NpcBehavior": Compound(Deep=Compound(List=List[Int]([1])))},
)

FINITE = st.floats(allow_nan=False, allow_infinity=False)
FINITE_32 = st.floats(width=32, allow_nan=False, allow_infinity=False)
RECORDS = st.builds(
    NpcRecord,
    npc_id=st.text(min_size=1),
    name=st.text(),
    uuid=st.uuids(),
    kind=st.text(),
    incarnation=st.integers(0, 2**31 - 1),
    position=st.tuples(FINITE, FINITE, FINITE),
    yaw=FINITE_32,
    pitch=FINITE_32,
    head_yaw=FINITE_32,
    world=st.text(),
    personality=st.text(),
    skin=st.none() | st.tuples(st.text(), st.none() | st.text()),
    health=FINITE_32,
    motion=st.tuples(FINITE, FINITE, FINITE),
    fall_distance=FINITE_32,
    on_ground=st.booleans(),
    home=st.none() | st.tuples(FINITE, FINITE, FINITE),
    extra=st.dictionaries(st.text(min_size=1).map("Npc".__add__), st.integers(0, 9).map(Byte), max_size=3),
)


@given(RECORDS)
def test_an_npc_comes_back_as_it_was(record: NpcRecord) -> None:
    root, _ = read_network(write_network(record.to_nbt()))
    assert root is not None
    assert NpcRecord.from_nbt(root, "other") == (record, [])


def test_a_world_comes_back_as_it_was() -> None:
    record = WorldRecord("w", 2**40, 123, 4, Compound(a=Int(1)), {"More": Compound(x=Long(1))})
    root, _ = read_network(write_network(record.to_nbt()))
    assert root is not None
    assert WorldRecord.from_nbt(root, "other") == (record, [])


def test_the_root_has_the_types_that_the_schema_promises() -> None:
    root = ANNA.to_nbt()
    kinds = {name: type(tag) for name, tag in root.items()}
    assert kinds["DataVersion"] is Int
    assert int(root["DataVersion"]) == DATA_VERSION
    assert kinds["Id"] is kinds["Name"] is kinds["World"] is String
    assert kinds["UUID"] is IntArray
    assert list(root["UUID"]) == [0x12345678, 0x9ABC2DEF - 2**32, 0x81234567 - 2**32, 0x89ABCDEF - 2**32]
    assert kinds["Pos"] is List[Double]
    assert kinds["Rotation"] is List[Float]
    assert kinds["Health"] is Float


WRONG = Compound(Wrong=Byte(1))


@pytest.mark.parametrize(
    ("field", "attribute", "default"),
    [
        ("Name", "name", "anna"),
        ("Kind", "kind", "player"),
        ("UUID", "uuid", npc_uuid("anna", 3)),
        ("Incarnation", "incarnation", 0),
        ("Pos", "position", (0.0, 0.0, 0.0)),
        ("Rotation", "pitch", 0.0),
        ("World", "world", "minecraft:overworld"),
        ("Personality", "personality", ""),
        ("Skin", "skin", None),
        ("Health", "health", 20.0),
    ],
)
@pytest.mark.parametrize("wrong", [WRONG, None, List[Double]([1.0]), Double("nan"), IntArray([1, 2, 3])])
def test_a_wrong_field_costs_that_field_only(
    field: str, attribute: str, default: object, wrong: object
) -> None:
    root = Compound(ANNA.to_nbt())
    if wrong is None:
        del root[field]
    else:
        root[field] = wrong
    record, warnings = NpcRecord.from_nbt(root, "anna")
    assert getattr(record, attribute) == default
    if field == "Skin" and wrong is None:
        assert warnings == [], "a skin is optional"
    else:
        assert len(warnings) == 1
        assert warnings[0].startswith(f"{field} is ")
    intact = {"name", "kind", "world", "personality", "skin", "health", "incarnation"} - {attribute}
    assert all(getattr(record, name) == getattr(ANNA, name) for name in intact)
    assert record.extra == ANNA.extra


def test_numbers_of_another_width_are_taken() -> None:
    root = Compound(ANNA.to_nbt())
    root["Health"] = Double(5.5)
    root["Incarnation"] = Short(9)
    root["Pos"] = List[Int]([1, 2, 3])
    record, warnings = NpcRecord.from_nbt(root, "anna")
    assert (record.health, record.incarnation, record.position, warnings) == (5.5, 9, (1.0, 2.0, 3.0), [])


def test_a_missing_id_is_taken_from_the_file_name() -> None:
    record, warnings = NpcRecord.from_nbt(
        Compound({k: v for k, v in ANNA.to_nbt().items() if k != "Id"}), "anna"
    )
    assert record == ANNA
    assert warnings == ["Id is missing, 'anna' taken"]


def test_a_newer_data_version_is_refused() -> None:
    root = ANNA.to_nbt()
    root["DataVersion"] = Int(DATA_VERSION + 1)
    with pytest.raises(
        NewerVersionError, match=rf"DataVersion {DATA_VERSION + 1} is newer than {DATA_VERSION}"
    ):
        NpcRecord.from_nbt(root, "anna")
    world = WorldRecord("w").to_nbt()
    world["DataVersion"] = Int(99)
    with pytest.raises(NewerVersionError, match="99"):
        WorldRecord.from_nbt(world, "w")


def test_an_extra_tag_cannot_take_the_place_of_a_field() -> None:
    record = NpcRecord("a", "A", npc_uuid("a", 0), extra={"Pos": Byte(1)})
    with pytest.raises(ValueError, match="Pos"):
        record.to_nbt()


@given(st.uuids())
def test_a_uuid_survives_its_four_words(uuid: UUID) -> None:
    assert uuid_from_ints(uuid_to_ints(uuid)) == uuid


@given(st.text(), st.integers(0, 5))
def test_an_npc_has_one_uuid_of_version_2_for_each_life(npc_id: str, incarnation: int) -> None:
    uuid = npc_uuid(npc_id, incarnation)
    assert uuid.version == 2
    assert uuid == npc_uuid(npc_id, incarnation)
    assert uuid != npc_uuid(npc_id, incarnation + 1)
    assert uuid != npc_uuid(npc_id + "x", incarnation)


def test_what_a_body_at_rest_does_not_need_is_not_written() -> None:
    written = ANNA.to_nbt()
    assert written.keys().isdisjoint({"Motion", "FallDistance", "OnGround", "Home"})
    falling = replace(ANNA, motion=(0.0, -0.5, 0.0), fall_distance=2.5, on_ground=False, home=(1.0, 2.0, 3.0))
    assert falling.to_nbt().keys() - written.keys() == {"Motion", "FallDistance", "OnGround", "Home"}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("Motion", List[Double]([1.0])),
        ("Motion", List[Double]([0.0, float("nan"), 0.0])),
        ("FallDistance", String("far")),
        ("FallDistance", Float(float("inf"))),
        ("OnGround", String("no")),
        ("Home", Compound()),
    ],
)
def test_a_damaged_motion_costs_only_itself(name: str, value: Base) -> None:
    root = ANNA.to_nbt()
    dict.__setitem__(root, name, value)
    record, warnings = NpcRecord.from_nbt(root, "anna")
    assert record == ANNA
    assert len(warnings) == 1
    assert warnings[0].startswith(f"{name} is wrong")
