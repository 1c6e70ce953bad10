"""``NpcMemory``: names and types; another library reads it; ages are those of the save; damage costs only itself."""

import io
import math
from typing import Any
from uuid import UUID

import amulet_nbt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from nbtlib.tag import Byte, ByteArray, Compound, Double, Float, Int, IntArray, List, Long, String

from nbt.codec import read_file_bytes, write_file_bytes
from nbt.memory import ItemSchema, KnowledgeSchema, MemoryRecord, lasting
from npc.clock import ManualClock
from npc.memory import MemoryPool, MemoryStream, MemoryType
from npc.memory.forgetting import LONGEST
from npc.memory.memory_type import TYPE_KEYS

ANNA, BERT, CLEO = UUID(int=2**127 + 1), UUID(int=2), UUID(int=3)
FIELDS = {
    "Entity": IntArray,
    "Type": String,
    "Salience": Float,
    "Stability": Float,
    "Age": Double,
    "EventAge": Double,
    "Recalls": Int,
    "Permanent": Byte,
    "Condensed": Byte,
}


@pytest.fixture
def lived(mind: MemoryStream, clock: ManualClock) -> MemoryStream:
    """Somebody with a past."""
    mind.record(ANNA, MemoryType.HOSTILE, 0.75)
    clock.advance(100)
    mind.record(BERT, MemoryType.INTERACTION, 0.5)
    mind.record(ANNA, MemoryType.TRAUMA, 0.875, permanent=True)
    mind.dawn()
    clock.advance(1000)
    mind.strongest(BERT)
    mind.record(CLEO, MemoryType.TRIVIA, 0.125)
    clock.advance(50)
    return mind


def file_of(mind: MemoryStream) -> bytes:
    return write_file_bytes("", Compound({"NpcMemory": mind.write_to_nbt()}), compress="none")


def memory_in(data: bytes) -> Compound:
    kept: Compound = read_file_bytes(data)[1]["NpcMemory"]
    return kept


def other_mind(at: float = 0.0) -> MemoryStream:
    return MemoryStream(MemoryPool(), ManualClock(int(at * 20)))


def test_names_types_and_order_are_those_of_the_format(lived: MemoryStream) -> None:
    kept = memory_in(file_of(lived))
    assert list(kept) == ["Schema", "Items", "Knowledge"]
    assert kept["Schema"] == 1
    assert len(kept["Items"]) == 4
    for item in kept["Items"]:
        assert list(item) == list(FIELDS)
        for name, kind in FIELDS.items():
            assert isinstance(item[name], kind), name
    hostile = kept["Items"][0]
    assert hostile["Type"] == "hostile"
    assert hostile["Entity"].tolist() == [-(2**31), 0, 0, 1]
    assert (hostile["Age"], hostile["EventAge"]) == (57.5, 57.5)
    recalled = kept["Items"][1]
    assert (recalled["Age"], recalled["EventAge"], recalled["Recalls"]) == (2.5, 52.5, 2)
    assert [item["Permanent"] for item in kept["Items"]] == [0, 0, 1, 0]
    assert [item["Condensed"] for item in kept["Items"]] == [1, 1, 1, 0]
    foe = kept["Knowledge"][0]
    assert list(foe) == ["Entity", "Strength", "Disposition", "Facts"]
    assert dict(foe["Facts"]) == {"hostile": 1, "trauma": 1}
    assert (foe["Strength"], foe["Disposition"]) == (1.0, -1.0)


def test_the_format_has_no_other_fields(lived: MemoryStream) -> None:
    kept = lived.write_to_nbt()
    for compound in (kept, kept["Items"][0], kept["Knowledge"][0]):
        with pytest.raises(TypeError, match="Thoughts"):
            compound["Thoughts"] = Int(1)
    assert {ItemSchema.__name__, KnowledgeSchema.__name__} == {"MemoryItem", "Knowledge"}


def test_what_was_kept_is_remembered_again_and_kept_the_same(lived: MemoryStream) -> None:
    data = file_of(lived)
    again = other_mind(4096.0)
    again.read_from_nbt(memory_in(data))
    assert again.look() == lived.look()
    assert again.knowledge() == lived.knowledge()
    assert file_of(again) == data


def test_an_empty_mind_can_be_kept_too(mind: MemoryStream, lived: MemoryStream) -> None:
    data = file_of(other_mind())
    lived.read_from_nbt(memory_in(data))
    assert (len(lived), lived.knowledge()) == (0, [])


def test_another_library_reads_it_and_writes_it_the_same(lived: MemoryStream) -> None:
    data = file_of(lived)
    root = amulet_nbt.load(io.BytesIO(data), compressed=False)
    items = root.compound.get_compound("NpcMemory").get_list("Items")
    for item, memory in zip(items, lived.look(), strict=True):
        assert item.get_string("Type").py_str == memory.type.key
        assert item.get_float("Salience").py_float == memory.salience
        assert item.get_double("EventAge").py_float == memory.since
    assert root.save_to(compressed=False) == data


def test_a_week_with_the_proxy_off_forgets_nothing(lived: MemoryStream) -> None:
    """Whatever the clock of the next start says."""
    before = [memory.retrievability for memory in lived.look()]
    kept = memory_in(file_of(lived))
    for start in (0.0, 7 * 86_400.0):
        again = other_mind(start)
        again.read_from_nbt(kept)
        assert [memory.retrievability for memory in again.look()] == pytest.approx(before)


@pytest.mark.parametrize(
    ("away", "counted"),
    [(300.0, 300.0), (0.0, 0.0), (-300.0, 0.0), (1e15, 1e12)],
    ids=["some minutes", "none", "put back", "an age"],
)
def test_time_away_counts_by_a_wall_clock_where_there_is_one(
    lived: MemoryStream, away: float, counted: float
) -> None:
    wall = [1_800_000_000.5]
    pool, clock = MemoryPool(), ManualClock()
    keeper = MemoryStream(pool, clock, lambda: wall[0])
    keeper.read_from_nbt(memory_in(file_of(lived)))
    assert keeper.look() == lived.look(), "it didn't say when it was kept"
    kept = memory_in(file_of(keeper))
    assert (kept["SavedAt"], type(kept["SavedAt"])) == (1_800_000_000_500, Long)
    wall[0] += away
    again = MemoryStream(pool, clock, lambda: wall[0])
    again.read_from_nbt(kept)
    assert [memory.since for memory in again.look()] == pytest.approx(
        [memory.since + counted for memory in lived.look()]
    )
    without = other_mind()
    without.read_from_nbt(kept)
    assert without.look() == lived.look()
    assert "SavedAt" not in without.write_to_nbt()


@pytest.mark.parametrize(
    "tag", [String("yesterday"), Double(math.nan), Compound(), Long(2**63 - 1)], ids=repr
)
def test_no_time_passes_where_nobody_can_tell_how_much(lived: MemoryStream, tag: Any) -> None:
    kept = memory_in(file_of(lived))
    dict.update(kept, {"SavedAt": tag})
    again = MemoryStream(MemoryPool(), ManualClock(), lambda: 1e9)
    again.read_from_nbt(kept)
    assert again.look() == lived.look()


def test_of_a_memory_nothing_but_its_ages_changes_by_itself(lived: MemoryStream, clock: ManualClock) -> None:
    kept = lived.write_to_nbt()
    clock.advance(12_345)
    later = lived.write_to_nbt()
    assert later != kept
    assert lasting(later) == lasting(kept)
    lived.strongest(BERT)
    assert lasting(lived.write_to_nbt()) != lasting(kept), "a recall strengthens"
    lived.read_from_nbt(kept)
    assert lasting(lived.write_to_nbt()) == lasting(kept)
    lived.dawn()
    assert lasting(lived.write_to_nbt()) != lasting(kept), "knowledge fades"


@pytest.mark.parametrize(
    "tag", [None, Int(1), Compound({"Items": Int(1)}), Compound({"Items": List[Int]([1])})]
)
def test_damage_can_be_compared_too(tag: Any) -> None:
    assert lasting(tag) == tag


@pytest.mark.parametrize(
    "tag",
    [
        None,
        String("x"),
        Compound(),
        Compound({"Schema": Int(2)}),
        List[Int]([1]),
        Compound({"Schema": Int(1)}),
    ],
    ids=repr,
)
def test_what_is_no_memory_is_an_empty_one(lived: MemoryStream, tag: Any) -> None:
    lived.read_from_nbt(tag)
    assert (len(lived), lived.knowledge(), len(lived._pool.keys)) == (0, [], 0)


def damaged(lived: MemoryStream, **fields: Any) -> MemoryStream:
    """The mind again after its first memory was damaged; a field of None is missing."""
    kept = memory_in(file_of(lived))
    for name, tag in fields.items():
        if tag is None:
            del kept["Items"][0][name]
        else:
            kept["Items"][0][name] = tag
    again = other_mind()
    again.read_from_nbt(kept)
    return again


@pytest.mark.parametrize("tag", [None, IntArray([1, 2]), String("x"), Int(4)], ids=repr)
def test_a_memory_of_nobody_that_can_be_told_is_lost_alone(lived: MemoryStream, tag: Any) -> None:
    assert damaged(lived, Entity=tag).look() == lived.look()[1:]


@pytest.mark.parametrize("tag", [None, String("gossip"), String("HOSTILE"), Int(3)], ids=repr)
def test_a_memory_of_no_known_type_is_lost_alone(lived: MemoryStream, tag: Any) -> None:
    assert damaged(lived, Type=tag).look() == lived.look()[1:]


@pytest.mark.parametrize(
    "tag", [None, Float(0), Float(-5), Float(math.nan), Float(math.inf), String("9")], ids=repr
)
def test_a_damaged_stability_is_that_of_something_new(lived: MemoryStream, tag: Any) -> None:
    again = damaged(lived, Stability=tag)
    assert again._pool.items["stability"][again.row, 0] == 600 * 1.25


def test_a_stability_is_capped_when_it_is_read(lived: MemoryStream) -> None:
    again = damaged(lived, Stability=Float(1e30))
    assert again._pool.items["stability"][again.row, 0] == LONGEST


@pytest.mark.parametrize(
    ("fields", "wanted"),
    [
        ({"Salience": Double(4.0)}, {"salience": 1.0}),
        ({"Salience": Float(math.nan)}, {"salience": 0.0}),
        ({"Recalls": Int(-4)}, {"recalls": 1}),
        ({"Recalls": Long(2**40)}, {"recalls": 65_535}),
        ({"Recalls": None}, {"recalls": 1}),
        ({"EventAge": None}, {"since": 57.5}),
        ({"EventAge": Double(-3)}, {"since": 0.0}),
        ({"EventAge": Double(1e300)}, {"since": 1e12}),
        ({"Age": Double(math.inf)}, {"retrievability": 1.0}),
        ({"Age": Double(1e300)}, {"retrievability": math.exp(-10)}),
        ({"Permanent": Int(77)}, {"permanent": True}),
        ({"Permanent": Byte(-1)}, {"permanent": False}),
        ({"Permanent": String("1")}, {"permanent": False}),
    ],
    ids=lambda value: repr(dict(value)),
)
def test_other_damage_gives_a_default_or_what_is_nearest(
    lived: MemoryStream, fields: dict[str, Any], wanted: dict[str, Any]
) -> None:
    memory = damaged(lived, **fields).look()[0]
    assert {name: getattr(memory, name) for name in wanted} == wanted
    for name in {"entity", "type", "salience", "recalls", "permanent", "since"} - wanted.keys():
        assert getattr(memory, name) == getattr(lived.look()[0], name)


def test_of_too_many_memories_and_of_the_same_twice_the_first_count(lived: MemoryStream) -> None:
    kept = memory_in(file_of(lived))
    once = list(kept["Items"])
    twice = [Compound({**item, "Recalls": Int(9)}) for item in once]
    more = [Compound({**once[0], "Entity": IntArray([0, 0, 7, number])}) for number in range(100)]
    kept["Items"] = List[Compound]([*once, *twice, *more])
    known = [Compound({**kept["Knowledge"][0], "Entity": IntArray([0, 0, 8, n % 70])}) for n in range(140)]
    kept["Knowledge"] = List[Compound](known)
    again = other_mind()
    again.read_from_nbt(kept)
    assert again.look()[:4] == lived.look()
    assert len(again) == 64
    assert len(again.knowledge()) == 32
    assert len(again._pool.keys) == 3 + 60 + 32


@pytest.mark.parametrize(
    ("fields", "wanted"),
    [
        ({"Disposition": Float(-9)}, {"disposition": -1.0}),
        ({"Disposition": Double(0.5)}, {"disposition": 0.5}),
        ({"Disposition": Float(math.nan)}, {"disposition": 0.0}),
        ({"Strength": Int(7)}, {"strength": 1.0}),
        (
            {"Facts": Compound({"hostile": Int(-1), "trivia": Long(2**50), "x": Int(3)})},
            {"facts": (65_535, 0, 0, 0, 0)},
        ),
        ({"Facts": List[Int]([1])}, {"facts": (0, 0, 0, 0, 0)}),
    ],
    ids=lambda value: repr(dict(value)),
)
def test_damaged_knowledge_gets_defaults(
    lived: MemoryStream, fields: dict[str, Any], wanted: dict[str, Any]
) -> None:
    kept = memory_in(file_of(lived))
    kept["Knowledge"][0] = Compound({**kept["Knowledge"][0], **fields})
    again = other_mind()
    again.read_from_nbt(kept)
    assert {name: getattr(again.knowledge()[0], name) for name in wanted} == wanted
    assert again.knowledge()[1:] == lived.knowledge()[1:]


anything: Any = st.recursive(
    st.one_of(
        st.integers(-128, 127).map(Byte),
        st.integers(-(2**31), 2**31 - 1).map(Int),
        st.integers(-(2**63), 2**63 - 1).map(Long),
        st.floats().map(Double),
        st.sampled_from([*TYPE_KEYS, "", "x"]).map(String),
        st.just(ByteArray([1, 2])),
        st.lists(st.integers(-(2**31), 2**31 - 1), min_size=3, max_size=5).map(IntArray),
        st.just(List[Int]([1, 2])),
    ),
    lambda inner: st.dictionaries(st.sampled_from([*FIELDS, "Facts", "Items"]), inner, max_size=4).map(
        Compound
    ),
    max_leaves=5,
)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, 3), st.sampled_from(list(FIELDS)), anything), max_size=5),
    st.lists(st.dictionaries(st.sampled_from(list(FIELDS)), anything).map(Compound), max_size=3),
    st.lists(st.dictionaries(st.sampled_from(["Entity", "Strength", "Facts"]), anything).map(Compound)),
)
@pytest.mark.filterwarnings("error")
def test_damage_never_raises_and_costs_only_what_is_damaged(
    damages: list[tuple[int, str, Any]], more: list[Compound], known: list[Compound]
) -> None:
    mind = other_mind()
    for number, kind in enumerate((MemoryType.TRIVIA, MemoryType.HOSTILE, MemoryType.TRAUMA)):
        mind.record(UUID(int=number + 1), kind, 0.5)
    kept = memory_in(file_of(mind))
    wanted = dict(enumerate(mind.look()))
    for number, name, tag in damages:
        if number < 3:
            kept["Items"][number][name] = tag
            wanted.pop(number, None)
        else:
            kept["Knowledge"] = tag
    kept["Items"] = List[Compound]([*kept["Items"], *more])
    if known:
        kept["Knowledge"] = List[Compound](known)
    again = other_mind(50.0)
    again.read_from_nbt(kept)
    found = again.look()
    for memory in wanted.values():
        assert memory in found
    for memory in found:
        assert 0 <= memory.salience <= 1
        assert 0 <= memory.retrievability <= 1
    again.dawn()
    again.record(UUID(int=9), MemoryType.HOSTILE, 1.0)
    record = MemoryRecord.from_nbt(memory_in(file_of(again)), TYPE_KEYS)
    assert len(record.items) == len(again)
