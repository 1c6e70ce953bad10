"""Rates and timers, on a clock that the test moves."""

import pytest
from twisted.internet.task import Clock

from proxy.connection.clock import IdleTimer
from proxy.wire.frame import FrameError
from proxy.wire.limits import Limits, is_loopback
from proxy.wire.throttle import ByteRate, ConnectionThrottle, LoginThrottle


def test_bytes_up_to_the_rate_times_the_window_may_come_at_once_and_no_more() -> None:
    rate = ByteRate(5_242_880, 7.0, Clock().seconds)
    rate.spend(5_242_880 * 7)
    with pytest.raises(FrameError, match="at most 5242880 a second"):
        rate.spend(1)


def test_a_client_may_send_at_the_full_rate_for_ever() -> None:
    clock = Clock()
    rate = ByteRate(1000, 7.0, clock.seconds)
    for _ in range(10_000):
        rate.spend(95)
        clock.advance(0.1)


def test_spent_bytes_are_forgotten_after_the_window() -> None:
    clock = Clock()
    rate = ByteRate(1000, 7.0, clock.seconds)
    rate.spend(7000)
    clock.advance(7.5)
    rate.spend(7000)


def test_the_memory_of_a_rate_does_not_grow_with_the_number_of_frames() -> None:
    clock = Clock()
    rate = ByteRate(1 << 30, 7.0, clock.seconds)
    for _ in range(5000):
        rate.spend(1)
        clock.advance(0.01)
    assert len(rate._slots) <= 34


def test_one_login_in_three_seconds_from_an_address() -> None:
    clock = Clock()
    throttle = LoginThrottle(3.0, clock.seconds)
    assert throttle.admit("203.0.113.1")
    clock.advance(2.9)
    assert not throttle.admit("203.0.113.1")
    assert throttle.admit("203.0.113.2")
    clock.advance(0.1)
    assert throttle.admit("203.0.113.1"), "the refused attempt began the wait anew"


def test_ten_connections_at_once_and_five_a_second() -> None:
    clock = Clock()
    throttle = ConnectionThrottle(5.0, 10, clock.seconds)
    assert [throttle.admit("a") for _ in range(11)] == [True] * 10 + [False]
    assert throttle.admit("b")
    for _ in range(20):
        clock.advance(0.2)
        assert [throttle.admit("a"), throttle.admit("a")] == [True, False]
    clock.advance(2.0)
    assert [throttle.admit("a") for _ in range(11)] == [True] * 10 + [False]


@pytest.mark.parametrize(
    "kind", [LoginThrottle(3.0, Clock().seconds), ConnectionThrottle(5.0, 10, Clock().seconds)]
)
def test_addresses_that_no_longer_matter_are_forgotten(kind: LoginThrottle | ConnectionThrottle) -> None:
    clock = Clock()
    kind._clock = clock.seconds
    for number in range(20_000):
        assert kind.admit(str(number))
        clock.advance(0.1)
    assert len(kind) < 2048


@pytest.mark.parametrize("host", ["127.0.0.1", "127.8.9.1", "::1", "::ffff:127.0.0.1"])
def test_loopback_is_let_be_unless_configured(host: str) -> None:
    assert is_loopback(host)
    assert not Limits().throttles(host)
    assert Limits(throttle_loopback=True).throttles(host)


@pytest.mark.parametrize(
    "host", ["192.168.1.4", "2001:db8::1", "::ffff:10.0.0.1", "fe80::1%eth0", "not an address"]
)
def test_other_addresses_are_throttled(host: str) -> None:
    assert Limits().throttles(host)


def test_an_idle_timer_goes_off_once_nothing_touched_it_for_its_time() -> None:
    clock, fired = Clock(), []
    timer = IdleTimer(clock, 30.0, lambda: fired.append(clock.seconds()))
    for _ in range(5):
        clock.advance(20)
        timer.touch()
    clock.pump([1.0] * 29)
    assert fired == []
    clock.pump([1.0] * 100)
    assert fired == [130.0]


def test_a_paused_idle_timer_waits_and_then_counts_from_zero() -> None:
    clock, fired = Clock(), []
    timer = IdleTimer(clock, 30.0, lambda: fired.append(clock.seconds()))
    clock.advance(20)
    timer.pause()
    clock.advance(500)
    timer.resume()
    clock.advance(29)
    assert fired == []
    clock.advance(1)
    assert fired == [550.0]
    timer.cancel()
    assert clock.getDelayedCalls() == []
