import pytest

from npc.clock import ManualClock, SystemClock


def test_system_clock_never_runs_backwards_and_counts_twentieths() -> None:
    clock = SystemClock()
    before, tick, after = clock.seconds, clock.tick, clock.seconds
    assert 0 <= before <= after
    assert before * 20 - 1 <= tick <= after * 20


def test_manual_clock_stands_still_until_told() -> None:
    clock = ManualClock()
    assert (clock.tick, clock.seconds) == (0, 0.0)
    clock.advance(30)
    assert (clock.tick, clock.seconds) == (30, 1.5)
    clock.advance(0.5)
    assert clock.tick == 30
    clock.advance(0.5)
    assert clock.tick == 31


def test_manual_clock_refuses_to_go_back() -> None:
    with pytest.raises(ValueError, match="back by 1 ticks"):
        ManualClock().advance(-1)
