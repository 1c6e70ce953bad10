"""Every number of memory is the published one."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tuning import tuning

from npc.memory import MemoryPool, MemoryType, forgetting, pool
from npc.memory.item import ITEM
from npc.memory.memory_type import TYPE_KEYS

PUBLISHED = tuning()["memory"]


def one(value: float) -> "np.ndarray[tuple[int], np.dtype[np.float64]]":
    return np.array([value])


def test_types_have_their_published_values_and_stabilities() -> None:
    assert [(kind.key, int(kind), kind.base_stability) for kind in MemoryType] == [
        (row["key"].lower(), row["value"], row["base_stability_s"]) for row in PUBLISHED["types"]
    ]
    assert [MemoryType.known(key) for key in TYPE_KEYS] == list(MemoryType)
    assert MemoryType.known("gossip") is None


def test_limits_and_factors_are_the_published_ones() -> None:
    assert PUBLISHED["capacity"] == pool.CAPACITY == 64
    assert PUBLISHED["forget_threshold"] == forgetting.FORGOTTEN
    assert PUBLISHED["alpha_code"] == forgetting.ALPHA == MemoryPool().alpha
    assert tuple(PUBLISHED["alpha_text_range"]) == forgetting.ALPHA_RANGE
    assert PUBLISHED["exponent_floor"] == forgetting.EXPONENT_FLOOR
    assert forgetting.LONGEST == 30 * 24 * 60 * 60


def test_an_item_has_32_bytes_without_a_gap() -> None:
    assert ITEM.itemsize == 32 == sum(ITEM[name].itemsize for name in ITEM.names or ())
    assert all(ITEM.fields[name][1] % ITEM[name].alignment == 0 for name in ITEM.names or ())  # type: ignore[index]
    memories = MemoryPool()
    for _ in range(1000):
        memories.add()
    assert memories.items.nbytes == 32 * 64 * len(memories.items)


@pytest.mark.parametrize("alpha", [1.19, 1.81, math.nan])
def test_alpha_is_from_1_2_to_1_8(alpha: float) -> None:
    with pytest.raises(ValueError, match=r"alpha is .*1\.2 to 1\.8"):
        MemoryPool(alpha=alpha)
    assert [MemoryPool(alpha=edge).alpha for edge in (1.2, 1.8)] == [1.2, 1.8]


@given(st.floats(-1e9, 1e9), st.floats(0, 1e7, width=32))
def test_retrievability_is_the_published_curve(elapsed: float, stability: float) -> None:
    names = {"now": elapsed, "last_access": 0.0, "exp": lambda x: math.exp(max(x, -10.0)), "max": max}
    expression, exception = PUBLISHED["retrievability"].split("; ")
    assert exception == "0 if stability < 0.0001"
    wanted = 0.0 if stability < 0.0001 else eval(expression, {**names, "stability": stability})
    assert forgetting.retrievability(one(elapsed), one(stability))[0] == pytest.approx(wanted, abs=1e-12)


@given(st.integers(1, 65_534), st.floats(0, 1), st.floats(0, 1))
def test_a_recall_strengthens_and_weighs_as_published(recalls: int, salience: float, strength: float) -> None:
    steps = PUBLISHED["rehearse"].split("; ")
    assert steps[0] == "recall_count += 1"
    growth = steps[2].removeprefix("stability *= ")
    names = {"alpha": forgetting.ALPHA, "ln": math.log, "recall_count": recalls + 1, "salience": salience}
    gained = forgetting.gain(np.array([recalls + 1]), one(salience))
    assert forgetting.grown(one(7.0), gained)[0] == pytest.approx(7.0 * eval(growth, names))
    names = {"R": strength, "salience": salience}
    assert forgetting.worth(one(strength), one(salience))[0] == pytest.approx(eval(PUBLISHED["score"], names))
    names = {"base_stability": 600.0, "salience": salience}
    wanted = eval(PUBLISHED["initial_stability"], names)
    assert forgetting.initial_stability(MemoryType.HOSTILE, salience) == pytest.approx(wanted)


@pytest.mark.filterwarnings("error")
def test_however_long_ago_nothing_is_denormal_and_nothing_warns() -> None:
    elapsed = np.array([0.0, 1e3, 1e12, 1e300])
    for stability in (0.0, 1e-5, 2.5, 1e7):
        strengths = forgetting.retrievability(elapsed, np.full(4, stability, np.float32))
        assert all(value == 0.0 or value >= math.exp(-10.0) for value in strengths.tolist())
