"""Bundles (1.19.4+): what the server brackets reaches the client in one piece, and nothing of ours within it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from harness.waiting import eventually
from wire_harness.player import Player
from wire_harness.raw import frame, varint
from wire_harness.reactor_thread import in_reactor
from wire_harness.recorder import Recorder
from wire_harness.running import Stage

from npc.clock import SystemClock
from npc.stage_port import Actor
from proxy.capture.observer import CaptureObserver
from proxy.capture.reader import Capture
from proxy.connection.bridge import Bridge
from proxy.connection.observer import EVERYTHING
from proxy.entity_ids import FIRST_ENTITY_ID
from proxy.stage_writer import StageWriter
from proxy.versions.base import ProtocolFamily
from proxy.wire.frame import Frame
from proxy.wire.limits import Limits

StartStage = Callable[..., Stage]

PROTOCOLS = [762, 767, 775]
"""The first with bundles, one with a configuration, the newest."""

DELIMITER = b"\0"


@pytest.fixture(params=PROTOCOLS)
def protocol(request: pytest.FixtureRequest) -> int:
    value: int = request.param
    return value


def watched(start_stage: StartStage, *observers: Any, **settings: Any) -> Stage:
    return start_stage(observers=lambda bridge: observers, **settings)


def ours(family: ProtocolFamily, number: int) -> bytes:
    """A packet that only we send, numbered."""
    packet_id = family.packet_id("play", "clientbound", "system_message")
    assert packet_id is not None
    return varint(packet_id) + b"ours" + number.to_bytes(4, "big")


class Injector(Recorder):
    """Sends something of ours at each packet that it sees."""

    def __init__(self, interests: frozenset[str] = EVERYTHING) -> None:
        super().__init__(interests, answer=self._inject)
        self.sent: list[bytes] = []

    def _inject(self, bridge: Bridge, _name: str, _frame: Frame) -> None:
        if bridge.in_play:
            packet = ours(bridge.family, len(self.sent))
            self.sent.append(packet)
            bridge.send_to_client(packet)


def outside_bundles(packets: Sequence[bytes]) -> Iterator[list[bytes]]:
    """The packets between bundles, a list for each stretch."""
    stretch: list[bytes] = []
    inside = False
    for packet in packets:
        if packet == DELIMITER:
            inside = not inside
            if inside:
                yield stretch
                stretch = []
        elif not inside:
            stretch.append(packet)
    assert not inside
    yield stretch


def some_packets(rng: random.Random, player: Player, count: int) -> list[bytes]:
    """Packets of all sizes and ids but those that change the state, now and then in bundles."""
    turns = {
        player.family.packet_id("play", "clientbound", n) for n in ("start_configuration", "bundle_delimiter")
    }
    ids = [i for i in range(1, 0x78) if i not in turns]
    packets: list[bytes] = []
    inside = False
    while len(packets) < count or inside:
        if rng.random() < 0.15:
            packets.append(DELIMITER)
            inside = not inside
        else:
            size = rng.choice([0, 3, 20, 120, 127, 300, 5000])
            packets.append(bytes([rng.choice(ids)]) + b"server" + bytes(size))
    return packets


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("threshold", [-1, 128])
def test_whatever_is_injected_and_however_the_stream_is_cut_no_bundle_is_opened_up(
    start_stage: StartStage, protocol: int, seed: int, threshold: int
) -> None:
    rng = random.Random(seed)
    # Watching little leaves runs of packets that nobody looks into, inside of bundles as well.
    some = frozenset({"bundle_delimiter", "entity_velocity", "keep_alive", "chunk_data"})
    injector = Injector(EVERYTHING if seed % 2 else some)
    player = Player.playing(watched(start_stage, injector), protocol, threshold=threshold)
    injector.sent.clear()
    packets = [*some_packets(rng, player, 300), b"\x03the last"]
    stream = b"".join(frame(packet, threshold) for packet in packets)
    while stream:
        size = rng.choice([1, 2, 50, 1000, 10_000])
        player.server.send_bytes(stream[:size])
        stream = stream[size:]
    arrived = [player.client.receive()]
    while arrived[-1] != packets[-1]:
        arrived.append(player.client.receive())
    assert [packet for packet in arrived if b"ours" not in packet] == packets, "the server's order"
    assert [packet for packet in arrived if b"ours" in packet] == injector.sent, "our own order"
    kept = [packet for stretch in outside_bundles(arrived) for packet in stretch if b"ours" in packet]
    assert kept == injector.sent, "something of ours is inside of a bundle"


def test_a_bundle_waits_for_its_end_and_what_is_sent_meanwhile_goes_first(
    start_stage: StartStage, protocol: int
) -> None:
    recorder = Recorder()
    player = Player.playing(watched(start_stage, recorder), protocol)
    bundle = [DELIMITER, b"\x03one", b"\x03" + bytes(50_000), DELIMITER]
    stream = b"".join(frame(packet, 256) for packet in (b"\x03before", *bundle, b"\x03after"))
    for cut in (len(stream) - 12, len(stream) // 2, 15):
        player.server.send_bytes(stream[:cut])
        assert player.client.receive() == b"\x03before"
        packet = ours(player.family, cut)
        in_reactor(recorder.bridge.send_to_client, packet)
        assert player.client.receive() == packet
        player.server.send_bytes(stream[cut:])
        assert [player.client.receive() for _ in range(5)] == [*bundle, b"\x03after"]


def test_what_observers_do_to_packets_of_a_bundle_is_done_inside_of_it(
    start_stage: StartStage, protocol: int
) -> None:
    def answer(_bridge: Bridge, _name: str, shown: Frame) -> list[bytes] | None:
        return {b"a": [b"\x03one", b"\x03two" + bytes(900)], b"b": []}.get(shown.body)

    player = Player.playing(watched(start_stage, Recorder(EVERYTHING, answer=answer)), protocol)
    player.server.send(b"\x03x", DELIMITER, b"\x03a", b"\x03c", b"\x03b", DELIMITER, b"\x03y")
    expected = [b"\x03x", DELIMITER, b"\x03one", b"\x03two" + bytes(900), b"\x03c", DELIMITER, b"\x03y"]
    assert [player.client.receive() for _ in expected] == expected


@pytest.mark.parametrize("answer", [[], [b"\x03ours"]], ids=["consume", "replace"])
def test_nothing_can_take_the_place_of_a_delimiter(
    start_stage: StartStage, protocol: int, answer: list[bytes]
) -> None:
    stage = watched(start_stage, Recorder(frozenset({"bundle_delimiter"}), answer=lambda *_: answer))
    Player.playing(stage, protocol).hears_packets(DELIMITER, b"\x03x", DELIMITER)
    assert stage.proxy.read(lambda f: f.stats.observer_errors) == 2


@pytest.mark.parametrize("interests", [frozenset(), EVERYTHING], ids=["nobody looks", "somebody looks"])
def test_a_bundle_holds_as_many_packets_as_vanilla_lets_it_and_no_more(
    start_stage: StartStage, protocol: int, interests: frozenset[str]
) -> None:
    stage = watched(start_stage, Recorder(interests))
    player = Player.playing(stage, protocol)
    for _ in range(2):
        player.hears_packets(DELIMITER, *[b"\x03x"] * 4096, DELIMITER)
    player.hears_packets(DELIMITER, DELIMITER)
    player.server.send(DELIMITER, *[b"\x03x"] * 4097, DELIMITER)
    text = "The server sent what Hearthkin can't pass on: bundle of more than 4096 packets"
    assert player.is_refused() == player.family.disconnect({"text": text})
    assert stage.proxy.read(lambda f: f.stats.breaches) == 1


def test_a_bundle_is_bounded_by_its_bytes_as_well(start_stage: StartStage, protocol: int) -> None:
    stage = start_stage(limits=Limits(bundle_bytes=10_000, close_timeout=1.0))
    player = Player.playing(stage, protocol, threshold=-1)
    largest = b"\x03" + bytes(9_997)
    assert len(frame(largest)) == 10_000
    player.hears_packets(DELIMITER, largest, DELIMITER)
    player.server.send(DELIMITER, largest + b"x")
    text = "The server sent what Hearthkin can't pass on: bundle of more than 10000 bytes"
    assert player.is_refused() == player.family.disconnect({"text": text})


def test_the_configuration_cannot_begin_inside_of_a_bundle(stage: Stage) -> None:
    player = Player.playing(stage, 767)
    player.server.send(DELIMITER, player.down("play", "start_configuration"))
    text = "The server sent what Hearthkin can't pass on: start_configuration inside a bundle"
    assert player.is_refused() == player.family.disconnect({"text": text})


def test_a_bundle_that_never_ends_is_not_begun_for_the_client(start_stage: StartStage, protocol: int) -> None:
    recorder = Recorder()
    stage = watched(start_stage, recorder)
    kicked = Player.playing(stage, protocol, "Kicked")
    kicked.server.send(DELIMITER, b"\x03x")
    kicked.says("play", "keep_alive", bytes(8))
    in_reactor(recorder.bridge.kick, "Out")
    assert kicked.is_refused() == kicked.family.disconnect({"text": "Out"})
    left = Player.playing(stage, protocol, "Left")
    left.server.send(DELIMITER, left.down("play", "disconnect", bytes(9)))
    left.server.sock.close()
    assert left.client.receive() == left.family.disconnect({"text": "Lost connection to the server"})
    left.client.wait_closed()


def test_a_version_without_bundles_reads_none(stage: Stage) -> None:
    player = Player.playing(stage, 760)
    player.hears_packets(DELIMITER + bytes(40))
    player.hears_packets(b"\x03x")


def companion() -> Actor:
    return Actor("rose", UUID(int=0x2000 << 64), "Rose", y=64.0)


class Companion(Recorder):
    """Shows a companion when play begins, and moves it out of the way of the server's ids."""

    def __init__(self) -> None:
        super().__init__(frozenset({"update_health", "spawn_object"}), answer=self._look)
        self.writer: Any = None

    def joined(self, bridge: Bridge) -> None:
        super().joined(bridge)
        self.writer = StageWriter(bridge, bridge.family, SystemClock())

    def _look(self, _bridge: Bridge, name: str, _frame: Frame) -> None:
        if name == "update_health":
            self.writer.spawn(companion())
            self.writer.flush()
        else:
            self.writer.avoid(FIRST_ENTITY_ID)


def test_a_companion_makes_way_for_an_entity_of_the_server_before_the_bundle_that_spawns_it(
    start_stage: StartStage, protocol: int
) -> None:
    observer = Companion()
    player = Player.playing(watched(start_stage, observer), protocol)
    family = player.family
    player.server.send(player.down("play", "update_health", bytes(9)))
    shown = [*family.add_to_player_list(companion()), *family.spawn(companion(), FIRST_ENTITY_ID)]
    assert [player.client.receive() for _ in shown] == shown
    assert player.client.receive() == player.down("play", "update_health", bytes(9))
    bundle = [DELIMITER, player.down("play", "spawn_object", varint(FIRST_ENTITY_ID)), b"\x03x", DELIMITER]
    player.server.send(*bundle)
    moved = [
        *family.destroy([FIRST_ENTITY_ID]),
        *family.add_to_player_list(companion()),
        *family.spawn(companion(), FIRST_ENTITY_ID + 1),
    ]
    assert [player.client.receive() for _ in range(len(moved) + 4)] == [*moved, *bundle]


def test_a_recording_has_what_was_injected_before_the_bundle_as_the_client_got_it(
    start_stage: StartStage, protocol: int, tmp_path: Path
) -> None:
    def answer(_bridge: Bridge, _name: str, shown: Frame) -> list[bytes] | None:
        return [b"\x03two", b"\x03three"] if shown.body == b"1" else None

    injector = Injector(frozenset({"bundle_delimiter", "keep_alive"}))
    replacer = Recorder(EVERYTHING, answer=answer)
    stage = start_stage(
        observers=lambda bridge: [CaptureObserver(bridge, tmp_path), injector, replacer],
    )
    player = Player.playing(stage, protocol)
    keep_alive = player.down("play", "keep_alive", bytes(8))
    sent = [b"\x03x", DELIMITER, b"\x03a", b"\x031", keep_alive, DELIMITER, keep_alive, DELIMITER, b"\x03z"]
    player.server.send(*sent)
    sample = [ours(player.family, number) for number in range(5)]
    bundle = [DELIMITER, b"\x03a", b"\x03two", b"\x03three", keep_alive, DELIMITER]
    # The last bundle is still open when the client leaves: it hasn't reached it.
    expected = [b"\x03x", *sample[:3], *bundle, sample[3], keep_alive, sample[4]]
    assert [player.client.receive() for _ in expected] == expected
    player.client.sock.close()
    player.server.wait_closed()
    eventually(lambda: list(tmp_path.glob("*.mcpr")), "the recording to be written")
    [path] = tmp_path.glob("*.mcpr")
    with Capture(path) as capture:
        recorded = [packet.data for packet in capture.packets() if packet.direction == "clientbound"]
    joining = 2 if player.family.has_configuration else 1
    assert recorded[joining:] == expected
