"""``NpcEmotion``: names, types and defaults; another library reads it; damage costs only what is damaged."""

import io
import json
import math
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import amulet_nbt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from nbtlib.tag import (
    Byte,
    ByteArray,
    Compound,
    Double,
    Float,
    Int,
    IntArray,
    List,
    Long,
    LongArray,
    Short,
    String,
)

from nbt.codec import read_file_bytes, write_file_bytes
from npc.emotion import TEMPERAMENTS, EmotionManager, EmotionRuntime, Mood, MoodImpulse, Situation
from npc.emotion.runtime import UNSET

Somebody = Callable[..., EmotionManager]
FIELDS = {
    "Schema": Int,
    "CurrentMood": String,
    "LastChangeTick": Long,
    "LastUpdateTick": Long,
    "IdleSeconds": Int,
    "States": Compound,
}
POOLS = ("Impulse", "Memory", "Context")


@pytest.fixture
def lived(runtime: EmotionRuntime, somebody: Somebody) -> EmotionManager:
    """Somebody with a past."""
    who = somebody("tsundere")
    who.perceive(Situation(working=True))
    for now in range(20, 300, 20):
        who.on_gift_received(now % 31 - 5)
        runtime.tick(now)
    who.perceive(Situation())
    runtime.tick(300)
    assert who.current_mood is not Mood.COMPOSED
    return who


def file_of(who: EmotionManager) -> bytes:
    return write_file_bytes("", Compound({"NpcEmotion": who.write_to_nbt()}), compress="none")


def everything(who: EmotionManager) -> tuple[Any, ...]:
    runtime, row = who._runtime, who.row
    return (
        runtime.pools[:, row].tolist(),
        who.current_mood,
        int(runtime.last_change[row]),
        int(runtime.last_update[row]),
        int(runtime.idle[row]),
    )


def test_names_types_and_order_are_those_of_the_format(lived: EmotionManager) -> None:
    kept = lived.write_to_nbt()
    assert {name: type(tag) for name, tag in kept.items()}.keys() == FIELDS.keys()
    for name, kind in FIELDS.items():
        assert isinstance(kept[name], kind), name
    assert kept["Schema"] == 1
    assert kept["CurrentMood"] == lived.current_mood.key
    assert list(kept["States"]) == [mood.key for mood in Mood]
    for mood in Mood:
        state = kept["States"][mood.key]
        assert list(state) == list(POOLS)
        assert all(isinstance(pool, Double) for pool in state.values())
        assert min(100, sum(state.values())) == pytest.approx(lived.intensity(mood))


def test_the_format_has_no_other_fields(lived: EmotionManager) -> None:
    kept = lived.write_to_nbt()
    for compound in (kept, kept["States"]["hurt"]):
        with pytest.raises(TypeError, match="Feelings"):
            compound["Feelings"] = Int(1)


def test_what_was_kept_is_felt_again_bit_for_bit_and_kept_the_same(
    lived: EmotionManager, somebody: Somebody
) -> None:
    data = file_of(lived)
    again = somebody("tsundere", fresh=True)
    again.read_from_nbt(read_file_bytes(data)[1]["NpcEmotion"])
    assert everything(again) == everything(lived)
    assert file_of(again) == data


def test_another_library_reads_it_and_writes_it_the_same(lived: EmotionManager) -> None:
    data = file_of(lived)
    root = amulet_nbt.load(io.BytesIO(data), compressed=False)
    emotion = root.compound.get_compound("NpcEmotion")
    assert emotion.get_int("Schema").py_int == 1
    assert emotion.get_string("CurrentMood").py_str == lived.current_mood.key
    assert emotion.get_long("LastUpdateTick").py_int == 300
    for mood in Mood:
        state = emotion.get_compound("States").get_compound(mood.key)
        total = sum(state.get_double(pool).py_float for pool in POOLS)
        assert min(100, total) == pytest.approx(lived.intensity(mood))
    assert root.save_to(compressed=False) == data


@pytest.mark.peer
def test_prismarine_reads_what_everybody_keeps(peers: Path, tmp_path: Path, runtime: EmotionRuntime) -> None:
    everybody = [EmotionManager(runtime, temperament) for temperament in TEMPERAMENTS.values()]
    runtime.tick(7)
    for number, who in enumerate(everybody):
        for mood in Mood:
            who.stimulate(MoodImpulse.of(mood, (number * 7 + mood * 13) % 97, mood / 10))
    for now in range(27, 2000, 20):
        runtime.tick(now)
    files = []
    for who, personality in zip(everybody, TEMPERAMENTS, strict=True):
        files.append(tmp_path / f"{personality}.dat")
        files[-1].write_bytes(write_file_bytes("", Compound({"NpcEmotion": who.write_to_nbt()})))
    output = subprocess.run(
        ["node", str(peers / "read_nbt.js"), *map(str, files)],
        cwd=peers, capture_output=True, text=True, check=True, timeout=120,
    ).stdout  # fmt: skip
    for who, line in zip(everybody, output.splitlines(), strict=True):
        found = json.loads(line)["value"]["NpcEmotion"]
        pools = runtime.pools[:, who.row]
        assert found == {
            "Schema": 1,
            "CurrentMood": who.current_mood.key,
            "LastChangeTick": str(runtime.last_change[who.row]),
            "LastUpdateTick": str(runtime.last_update[who.row]),
            "IdleSeconds": runtime.idle[who.row],
            "States": {mood.key: dict(zip(POOLS, pools[:, mood].tolist(), strict=True)) for mood in Mood},
        }


def test_somebody_who_was_never_updated_is_not_after_loading_either(somebody: Somebody) -> None:
    kept = somebody(fresh=True).write_to_nbt()
    again = somebody()
    again.read_from_nbt(kept)
    assert again._runtime.last_update[again.row] == UNSET
    assert again.intensity(Mood.COMPOSED) == 9


@pytest.mark.parametrize(
    "kept",
    [
        None,
        Compound(),
        Compound({"Schema": Int(2), "CurrentMood": String("angry")}),
        Compound({"CurrentMood": String("angry"), "LastUpdateTick": Long(7)}),
        Compound({"Schema": String("1"), "CurrentMood": String("angry")}),
        Compound({"Schema": Double(math.nan)}),
        List[Int]([1]),
        String("NpcEmotion"),
    ],
)
def test_nothing_of_this_layout_leaves_somebody_without_feelings(lived: EmotionManager, kept: Any) -> None:
    lived.read_from_nbt(kept)
    assert everything(lived) == ([[0.0] * 11] * 3, Mood.COMPOSED, 0, UNSET, 0)


def test_missing_fields_have_their_defaults(lived: EmotionManager) -> None:
    lived.read_from_nbt(Compound({"Schema": Int(1)}))
    assert everything(lived) == ([[0.0] * 11] * 3, Mood.COMPOSED, 0, 0, 0)


@pytest.mark.parametrize(
    ("key", "mood"),
    [
        ("angry", Mood.ANGRY),
        ("ANGRY", Mood.ANGRY),
        ("aNGrY", Mood.ANGRY),
        (" angry", Mood.COMPOSED),
        ("angry ", Mood.COMPOSED),
        ("", Mood.COMPOSED),
        ("hungry", Mood.COMPOSED),
    ],
)
def test_the_mood_is_read_whatever_its_case_but_not_trimmed(
    lived: EmotionManager, key: str, mood: Mood
) -> None:
    lived.read_from_nbt(Compound({"Schema": Int(1), "CurrentMood": String(key)}))
    assert lived.current_mood is mood


# What vanilla's getInt and getLong make of a number of another type.
AS_INT: list[tuple[Any, int]] = [
    (Byte(-3), -3),
    (Short(-300), -300),
    (Int(-70_000), -70_000),
    (Long(2**32 + 5), 5),
    (Long(2**31), -(2**31)),
    (Long(-1), -1),
    (Float(1.9), 1),
    (Float(-1.5), -2),
    (Double(2.9), 2),
    (Double(-0.1), -1),
    (Double(1e300), 2**31 - 1),
    (Double(math.inf), 2**31 - 1),
    (Double(-math.inf), -(2**31)),
    (Double(math.nan), 0),
    (String("5"), 0),
]
AS_LONG: list[tuple[Any, int]] = [
    (Byte(-3), -3),
    (Int(2**31 - 1), 2**31 - 1),
    (Long(-(2**63) + 1), -(2**63) + 1),
    (Float(-1.5), -1),
    (Float(1.9), 1),
    (Float(1e30), 2**63 - 1),
    (Double(-1.5), -2),
    (Double(1.9), 1),
    (Double(-1e300), -(2**63)),
    (Double(math.inf), 2**63 - 1),
    (Float(-math.inf), -(2**63)),
    (Float(math.nan), 0),
    (String("5"), 0),
]


@pytest.mark.parametrize(("tag", "value"), AS_INT, ids=repr)
def test_an_int_is_taken_from_other_numbers_as_vanilla_takes_it(
    lived: EmotionManager, runtime: EmotionRuntime, tag: Any, value: int
) -> None:
    kept = lived.write_to_nbt()
    dict.__setitem__(kept, "IdleSeconds", tag)
    lived.read_from_nbt(kept)
    assert runtime.idle[lived.row] == max(0, value)
    dict.__setitem__(kept, "Schema", tag)
    lived.read_from_nbt(kept)
    assert bool(lived.intensity(Mood.COMPOSED)) == (value == 1)


@pytest.mark.parametrize(("tag", "value"), AS_LONG, ids=repr)
def test_a_long_is_taken_from_other_numbers_as_vanilla_takes_it(
    lived: EmotionManager, runtime: EmotionRuntime, tag: Any, value: int
) -> None:
    kept = lived.write_to_nbt()
    dict.__setitem__(kept, "LastChangeTick", tag)
    dict.__setitem__(kept, "LastUpdateTick", tag)
    lived.read_from_nbt(kept)
    assert runtime.last_change[lived.row] == value
    assert runtime.last_update[lived.row] == value
    runtime.tick(400)
    assert runtime.last_update[lived.row] == 400
    assert all(0 <= lived.intensity(mood) <= 100 for mood in Mood)


def test_idleness_that_fills_its_tag_can_still_be_kept(
    lived: EmotionManager, runtime: EmotionRuntime
) -> None:
    kept = lived.write_to_nbt()
    kept["IdleSeconds"] = Int(2**31 - 1)
    lived.read_from_nbt(kept)
    lived.perceive(Situation())
    runtime.tick(400)
    assert lived.write_to_nbt()["IdleSeconds"] == 2**31 - 1


def test_what_is_nested_deeply_where_nothing_belongs_costs_nothing(lived: EmotionManager) -> None:
    wanted = everything(lived)
    deep: Any = Compound()
    for _ in range(480):
        deep = Compound({"States": deep})
    kept = read_file_bytes(file_of(lived))[1]["NpcEmotion"]
    kept["States"]["melancholic"] = kept["More"] = deep
    root = Compound({"NpcEmotion": kept})
    lived.read_from_nbt(read_file_bytes(write_file_bytes("", root, compress="none"))[1]["NpcEmotion"])
    assert everything(lived) == wanted
    kept["States"] = deep
    lived.read_from_nbt(kept)
    assert everything(lived) == ([[0.0] * 11] * 3, *wanted[1:])


def test_pools_at_the_edges_are_kept_as_they_are(lived: EmotionManager, runtime: EmotionRuntime) -> None:
    pools = [5e-324, 0.009, 100.0]
    kept = Compound({"Schema": Int(1), "States": Compound()})
    kept["States"]["hurt"] = Compound(zip(POOLS, map(Double, pools), strict=True))
    lived.read_from_nbt(kept)
    assert runtime.pools[:, lived.row, Mood.HURT].tolist() == pools
    assert list(lived.write_to_nbt()["States"]["hurt"].values()) == pools


def test_keys_of_states_are_taken_as_they_are(lived: EmotionManager) -> None:
    """Unlike the primary mood's: in lower case, and never as paths."""
    kept = Compound({"Schema": Int(1), "States": Compound({"HURT": Compound({"Impulse": Double(5)})})})
    kept["States"]["angry.Impulse"] = Double(5)
    lived.read_from_nbt(kept)
    assert not any(lived.intensity(mood) for mood in Mood)


def test_pools_out_of_range_are_clamped_and_what_is_no_number_is_0(lived: EmotionManager) -> None:
    state = Compound({"Impulse": Float(250), "Memory": Int(-3), "Context": Short(12)})
    odd = Compound({"Impulse": Double(math.nan), "Memory": String("9"), "Context": Double(math.inf)})
    lived.read_from_nbt(
        Compound({"Schema": Int(1), "States": Compound({"hurt": state, "angry": odd, "joyful": String("x")})})
    )
    pools = lived._runtime.pools[:, lived.row]
    assert pools[:, Mood.HURT].tolist() == [100, 0, 12]
    assert not pools[:, [Mood.ANGRY, Mood.JOYFUL]].any()


def test_a_time_in_the_future_is_now_at_the_next_tick(lived: EmotionManager, runtime: EmotionRuntime) -> None:
    kept = lived.write_to_nbt()
    kept["LastUpdateTick"] = Long(2**62)
    kept["LastChangeTick"] = Long(2**63 - 1)
    lived.read_from_nbt(kept)
    before = runtime.pools[:, lived.row].copy()
    runtime.tick(400)
    assert runtime.last_update[lived.row] == 400
    assert (runtime.pools[:, lived.row] == before).all()


@pytest.mark.parametrize("tick", [-(2**63) + 1, -1])
def test_a_time_long_before_time_recovers_all_that_a_week_does(
    lived: EmotionManager, runtime: EmotionRuntime, tick: int
) -> None:
    kept = lived.write_to_nbt()
    kept["LastUpdateTick"] = kept["LastChangeTick"] = Long(tick)
    lived.read_from_nbt(kept)
    lived.stimulate(MoodImpulse.fleeting(Mood.HURT, 10))
    runtime.tick(10 * 604_800)
    assert lived.intensity(Mood.HURT) == 0


def test_unknown_moods_are_dropped_however_many_there_are(lived: EmotionManager) -> None:
    kept = lived.write_to_nbt()
    wanted = everything(lived)
    for number in range(10_000):
        kept["States"][f"mood_{number}"] = Compound({"Impulse": Double(50)})
    lived.read_from_nbt(kept)
    assert everything(lived) == wanted
    assert len(lived.write_to_nbt()["States"]) == len(Mood)


anything: Any = st.recursive(
    st.one_of(
        st.integers(-128, 127).map(Byte),
        st.integers(-(2**31), 2**31 - 1).map(Int),
        st.integers(-(2**63), 2**63 - 1).map(Long),
        st.floats(width=32).map(Float),
        st.floats().map(Double),
        st.text(max_size=8).map(String),
        st.just(ByteArray([1, 2])),
        st.just(IntArray([1, 2])),
        st.just(LongArray([1, 2])),
        st.just(List[Int]([1, 2])),
        st.just(List[Compound]([Compound()])),
    ),
    lambda inner: st.dictionaries(st.sampled_from([*FIELDS, *POOLS, "hurt", "x"]), inner, max_size=4).map(
        Compound
    ),
    max_leaves=8,
)


@settings(max_examples=150, deadline=None)
@given(
    st.lists(
        st.tuples(st.integers(0, 3), st.sampled_from(list(Mood)), st.integers(0, 5), anything), max_size=5
    )
)
def test_damage_never_raises_and_costs_only_what_is_damaged(
    damages: list[tuple[int, Mood, int, Any]],
) -> None:
    runtime = EmotionRuntime()
    who = EmotionManager(runtime, TEMPERAMENTS["default"])
    for mood in Mood:
        who.stimulate(MoodImpulse.of(mood, 20 + mood, 0.25))
    runtime.tick(100)
    runtime.pools[2, who.row] = 3.5
    kept = read_file_bytes(file_of(who))[1]["NpcEmotion"]
    wanted = runtime.pools[:, who.row].copy()
    hit: set[tuple[int, Mood]] = set()
    for depth, mood, number, tag in damages:
        if depth == 0:
            kept["CurrentMood"] = tag
        elif depth == 1:
            kept[list(FIELDS)[1 + number % 4]] = tag
        elif depth == 2:
            kept["States"][mood.key] = tag
            hit |= {(pool, mood) for pool in range(3)}
        elif isinstance(kept["States"][mood.key], Compound):
            kept["States"][mood.key][POOLS[number % 3]] = tag
            hit.add((number % 3, mood))
    again = EmotionManager(runtime, TEMPERAMENTS["default"])
    again.read_from_nbt(Compound(kept))
    found = runtime.pools[:, again.row]
    assert math.isfinite(found.sum())
    assert (found >= 0).all()
    assert (found <= 100).all()
    for mood in Mood:
        for pool in range(3):
            if (pool, mood) not in hit:
                assert found[pool, mood] == wanted[pool, mood]
    runtime.tick(120)
    assert again.current_mood in Mood
    file_of(again)
