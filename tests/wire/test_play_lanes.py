"""Play: what observers see and may change, and what travels on untouched."""

from __future__ import annotations

import logging
import random
import time
import zlib
from collections.abc import Callable
from typing import Any

import pytest
from wire_harness.raw import RawConnection, frame, read_json, string, varint, words
from wire_harness.reactor_thread import in_reactor
from wire_harness.recorder import Recorder
from wire_harness.running import CHAT, JOIN_GAME, PLAY_DISCONNECT, Stage

from proxy.connection.bridge import Bridge
from proxy.connection.observer import EVERYTHING
from proxy.wire.frame import Frame
from proxy.wire.limits import Limits

StartStage = Callable[..., Stage]

KEEP_ALIVE_DOWN, KEEP_ALIVE_UP, CHUNK_DATA, CHAT_DOWN = 0x1F, 0x10, 0x20, 0x0E
UNKNOWN_ID = 0x7A


def watched(start_stage: StartStage, *observers: Any, **settings: Any) -> Stage:
    return start_stage(observers=lambda bridge: observers, **settings)


def exchange(sender: RawConnection, receiver: RawConnection, *packets: bytes) -> None:
    """Send and see the same packets arrive, in order."""
    sender.send(*packets)
    assert [receiver.receive() for _ in packets] == list(packets)


@pytest.mark.parametrize("threshold", [-1, 64])
def test_frames_that_nobody_reads_travel_as_the_bytes_that_came(stage: Stage, threshold: int) -> None:
    client, server = stage.join(threshold=threshold)
    # Compressed at a level that the proxy wouldn't choose: only the very bytes can arrive equal.
    odd = varint(5000) + zlib.compress(b"\x20" + bytes(4999), 1)
    stream = frame(b"\x21" + bytes(8), threshold) * 50
    if threshold >= 0:
        stream += varint(len(odd)) + odd
    server.send_bytes(stream)
    arrived = b""
    while len(arrived) < len(stream):
        arrived += client.sock.recv(65536)
    assert arrived == stream


@pytest.mark.parametrize("threshold", [-1, 0, 64])
def test_observers_see_what_they_asked_for_by_name_and_nothing_else(
    start_stage: StartStage, threshold: int
) -> None:
    recorder = Recorder(frozenset({"chat_message", "no_such_packet"}), frozenset({"keep_alive"}))
    stage = watched(start_stage, recorder)
    client, server = stage.join(threshold=threshold)
    chat = bytes([CHAT_DOWN]) + bytes(300)
    exchange(server, client, bytes([KEEP_ALIVE_DOWN]) + bytes(8), chat, bytes([CHUNK_DATA]) + bytes(9000))
    exchange(client, server, bytes([KEEP_ALIVE_UP]) + bytes(8), bytes([CHAT]) + string("hello"))
    assert recorder.seen == [
        ("clientbound", "chat_message", chat),
        ("serverbound", "keep_alive", bytes([KEEP_ALIVE_UP]) + bytes(8)),
    ]


def test_an_observer_of_everything_sees_unknown_packets_too(start_stage: StartStage) -> None:
    recorder = Recorder(EVERYTHING, EVERYTHING)
    stage = watched(start_stage, recorder)
    client, server = stage.join()
    far = varint(70_000) + b"xyz"
    exchange(server, client, bytes([UNKNOWN_ID]) + b"mod", far, bytes([JOIN_GAME]) + bytes(9))
    assert [name for _, name, _ in recorder.seen] == ["unknown_0x7a", "unknown_0x11170", "join_game"]
    assert stage.proxy.read(lambda f: dict(f.stats.clientbound.unknown_ids)) == {UNKNOWN_ID: 1, -1: 1}


def test_unknown_packets_are_carried_both_ways_and_counted_where_ids_are_looked_at(
    start_stage: StartStage,
) -> None:
    stage = watched(start_stage, Recorder(frozenset({"chat_message"})))
    client, server = stage.join(threshold=64)
    mystery = bytes([UNKNOWN_ID]) + b"mod" * 50
    exchange(server, client, mystery, mystery)
    exchange(client, server, mystery)
    summary = stage.proxy.read(lambda f: f.statistics())
    assert summary["clientbound"]["unknown_ids"] == {"0x7a": 2}
    assert summary["serverbound"]["unknown_ids"] == {"0x7a": 1}


def test_a_list_takes_the_place_of_a_frame_and_an_empty_one_consumes_it(start_stage: StartStage) -> None:
    instead = {b"a": [b"\x0f1", b"\x0f2" + bytes(500)], b"b": []}
    recorder = Recorder(
        frozenset({"chat_message"}), frozenset({"chat_message"}), lambda _b, _n, f: instead.get(f.body[-1:])
    )
    stage = watched(start_stage, recorder)
    client, server = stage.join(threshold=64)
    down = bytes([CHAT_DOWN])
    server.send(b"\x21before", down + b"a", b"\x21between", down + b"b", down + b"c", b"\x21after")
    arrived = [client.receive() for _ in range(6)]
    assert arrived == [b"\x21before", *instead[b"a"], b"\x21between", down + b"c", b"\x21after"]
    client.send(bytes([CHAT]) + string("b"), bytes([CHAT]) + string("kept"))
    assert server.receive() == bytes([CHAT]) + string("kept")


def test_the_first_observer_that_answers_ends_the_round(start_stage: StartStage) -> None:
    names = frozenset({"chat_message"})
    first, second, third = Recorder(names), Recorder(names, answer=lambda *_: [b"\x0fours"]), Recorder(names)
    stage = watched(start_stage, first, second, third)
    client, server = stage.join()
    server.send(bytes([CHAT_DOWN]))
    assert client.receive() == b"\x0fours"
    assert [len(observer.seen) for observer in (first, second, third)] == [1, 1, 0]


def test_packets_sent_by_an_observer_come_between_the_frames_before_and_after_it(
    start_stage: StartStage,
) -> None:
    def inject(bridge: Bridge, _name: str, _frame: Frame) -> None:
        bridge.send_to_client(b"\x0finjected" + bytes(100))
        bridge.send_to_server(b"\x10injected")

    stage = watched(start_stage, Recorder(frozenset({"chat_message"}), answer=inject))
    client, server = stage.join(threshold=64)
    server.send(*[b"\x21x"] * 500, bytes([CHAT_DOWN]) + b"mark", *[b"\x21y"] * 500)
    arrived = [client.receive() for _ in range(1002)]
    assert arrived == [
        *[b"\x21x"] * 500,
        b"\x0finjected" + bytes(100),
        bytes([CHAT_DOWN]) + b"mark",
        *[b"\x21y"] * 500,
    ]
    assert server.receive() == b"\x10injected"


def test_packets_sent_at_any_time_never_split_a_frame(start_stage: StartStage) -> None:
    recorder = Recorder()
    stage = watched(start_stage, recorder)
    client, server = stage.join(threshold=64)
    big = random.Random(1).randbytes(100_000)
    whole = frame(b"\x20" + big, 64)
    server.send_bytes(whole[:60_000])
    in_reactor(recorder.bridge.send_to_client, b"\x0fours")
    assert client.receive() == b"\x0fours"
    server.send_bytes(whole[60_000:])
    assert client.receive() == b"\x20" + big


def test_an_observer_that_raises_is_logged_once_and_the_frames_travel_on(
    start_stage: StartStage, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: Any) -> None:
        raise ZeroDivisionError("a bug in an observer")

    broken = Recorder(frozenset({"chat_message"}), frozenset({"chat_message"}), fail)
    healthy = Recorder(frozenset({"chat_message"}))
    stage = watched(start_stage, broken, healthy)
    with caplog.at_level(logging.ERROR):
        client, server = stage.join()
        exchange(server, client, *[bytes([CHAT_DOWN]) + bytes([i]) for i in range(50)])
        exchange(client, server, bytes([CHAT]) + string("hello"))
    assert len(healthy.seen) == 50
    assert stage.proxy.read(lambda f: f.stats.observer_errors) == 51
    reports = [r for r in caplog.records if r.exc_info and r.exc_info[0] is ZeroDivisionError]
    assert len(reports) == 1, "one traceback in ten seconds"
    assert "Recorder failed on chat_message" in reports[0].getMessage()


def test_an_observer_that_answers_with_a_packet_too_large_loses_its_say(start_stage: StartStage) -> None:
    huge = random.Random(2).randbytes(3_000_000)
    stage = watched(start_stage, Recorder(frozenset({"chat_message"}), answer=lambda *_: [b"\x0fok", huge]))
    client, server = stage.join(threshold=64)
    exchange(server, client, bytes([CHAT_DOWN]) + b"as it came")


def test_observers_that_cannot_be_made_leave_the_player_playing(start_stage: StartStage) -> None:
    def make(bridge: Bridge) -> list[Any]:
        raise RuntimeError("no observers today")

    stage = start_stage(observers=make)
    client, server = stage.join()
    exchange(server, client, b"\x21x")


def test_observers_hear_of_the_join_and_once_of_the_end(start_stage: StartStage) -> None:
    class Failing(Recorder):
        def joined(self, bridge: Bridge) -> None:
            super().joined(bridge)
            raise RuntimeError("joined")

        def left(self, bridge: Bridge) -> None:
            super().left(bridge)
            raise RuntimeError("left")

    first, second = Failing(), Recorder()
    stage = watched(start_stage, first, second)
    client, server = stage.join()
    assert stage.proxy.read(lambda f: f.stats.players) == 1
    client.sock.close()
    server.wait_closed()
    server.sock.close()
    assert first.calls == second.calls == ["joined", "left"]
    assert second.bridge.state == "closed"
    assert stage.proxy.read(lambda f: f.stats.players) == 0


def test_each_join_has_a_session_of_its_own(start_stage: StartStage) -> None:
    sessions: list[int] = []
    stage = start_stage(observers=lambda bridge: sessions.append(bridge.session) or [])
    stage.join("First")
    stage.join("Second")
    assert len(set(sessions)) == 2
    assert min(sessions) > 0


def test_interests_may_change_while_the_player_plays(start_stage: StartStage) -> None:
    recorder = Recorder()
    stage = watched(start_stage, recorder)
    client, server = stage.join()
    exchange(server, client, bytes([CHAT_DOWN]) + b"1")

    def change() -> None:
        recorder.clientbound_interests = frozenset({"chat_message"})
        recorder.bridge.refresh_interests()

    in_reactor(change)
    exchange(server, client, bytes([CHAT_DOWN]) + b"2")
    assert [packet[-1:] for _, _, packet in recorder.seen] == [b"2"]


def test_a_kick_shows_the_player_a_reason_and_closes_both_connections(start_stage: StartStage) -> None:
    recorder = Recorder()
    stage = watched(start_stage, recorder)
    client, server = stage.join(threshold=64)
    in_reactor(recorder.bridge.kick, {"text": "Out ", "extra": [{"text": "of here"}]})
    assert words(read_json(client.receive_id(PLAY_DISCONNECT))) == "Out of here"
    client.wait_closed()
    server.wait_closed()


def test_a_reason_with_much_before_it_arrives_whole_although_the_server_closes_at_once(stage: Stage) -> None:
    client, server = stage.join(threshold=64)
    chunks = [b"\x20" + random.Random(i).randbytes(50_000) for i in range(60)]
    server.send(*chunks, bytes([PLAY_DISCONNECT]) + string('{"text":"bye"}'))
    server.sock.close()
    assert [client.receive() for _ in chunks] == chunks
    assert words(read_json(client.receive_id(PLAY_DISCONNECT))) == "bye"
    assert client.rest() == b"", "something followed the server's own reason"


def test_a_reason_survives_a_client_that_goes_on_talking(stage: Stage) -> None:
    client, server = stage.join()
    server.send(bytes([PLAY_DISCONNECT]) + string('{"text":"bye"}'))
    for _ in range(200):
        client.send(b"\x10" + bytes(800))
    server.sock.close()
    assert words(read_json(client.receive_id(PLAY_DISCONNECT))) == "bye"


def test_what_a_client_said_last_reaches_the_server_before_it_hears_of_the_leaving(stage: Stage) -> None:
    client, server = stage.join()
    last = [b"\x10" + bytes([i]) * 2000 for i in range(100)]
    client.send(*last)
    client.sock.close()
    assert [server.receive() for _ in last] == last
    server.wait_closed()


@pytest.mark.parametrize(
    ("packet", "allowed"),
    [
        (bytes([CHAT]) + string("x" * 256), True),
        (bytes([CHAT]) + string("x" * 257), False),
        (b"\x0b" + string("mod:channel") + bytes(32_767), True),
        (b"\x0b" + string("mod:channel") + bytes(32_768), False),
        (b"\x0b" + varint(-5), False),
    ],
    ids=["longest chat", "chat too long", "largest payload", "payload too large", "negative channel length"],
)
@pytest.mark.parametrize("threshold", [-1, 256])
def test_serverbound_bounds_hold_to_the_last_unit(
    stage: Stage, packet: bytes, allowed: bool, threshold: int
) -> None:
    client, server = stage.join(threshold=threshold)
    client.send(packet)
    if allowed:
        assert server.receive() == packet
        exchange(server, client, b"\x21alive")
    else:
        assert "can't pass on" in words(read_json(client.receive_id(PLAY_DISCONNECT)))
        server.wait_closed()
        assert stage.proxy.read(lambda f: f.stats.breaches) == 1


def test_a_packet_that_lies_about_its_size_is_refused_when_it_is_read(start_stage: StartStage) -> None:
    stage = watched(start_stage, Recorder(serverbound=frozenset({"keep_alive"})))
    client, server = stage.join(threshold=64)
    body = varint(100) + zlib.compress(b"\x10" + bytes(1_000_000))
    client.send_bytes(varint(len(body)) + body)
    assert "claims 100 bytes but holds more" in words(read_json(client.receive_id(PLAY_DISCONNECT)))
    server.wait_closed()


def test_with_unequal_thresholds_frames_are_made_anew_for_the_other_side(start_stage: StartStage) -> None:
    recorder = Recorder()
    stage = watched(start_stage, recorder)
    client, server = stage.join(threshold=64)

    def change() -> None:
        recorder.bridge.client.set_compression(1000)
        recorder.bridge.refresh_interests()

    in_reactor(change)
    client.threshold = 1000
    packets = [b"\x21" + bytes(size) for size in (5, 63, 64, 500, 999, 1000, 5000)]
    exchange(server, client, *packets)
    exchange(client, server, *packets)


def test_the_read_timeout_does_not_count_against_a_server_that_is_not_being_read(
    start_stage: StartStage,
) -> None:
    recorder = Recorder()
    stage = watched(start_stage, recorder, limits=Limits(read_timeout=1.0, close_timeout=1.0))
    client, server = stage.join()
    in_reactor(recorder.bridge.backend.pause_reading)
    for _ in range(15):
        client.send(b"\x10" + bytes(8))
        assert server.receive()[0] == 0x10
        time.sleep(0.1)
    in_reactor(recorder.bridge.backend.resume_reading)
    exchange(server, client, b"\x21still here")
