"""The configuration state (1.20.2+): what travels in it, who sees it, and how play begins and can be left again."""

from __future__ import annotations

import logging
import random
import zlib
from collections.abc import Callable
from typing import Any

import pytest
from wire_harness.player import Player, recv_exactly
from wire_harness.raw import ClosedError, frame, login_success, string, varint
from wire_harness.reactor_thread import DrivenReactor, in_reactor
from wire_harness.recorder import Recorder
from wire_harness.running import Stage

from proxy.connection.bridge import Bridge
from proxy.connection.observer import EVERYTHING
from proxy.versions import supported
from proxy.versions.base import CONFIGURATION, Direction, ProtocolFamily
from proxy.wire.frame import Frame

StartStage = Callable[..., Stage]

ALL = [family.protocol for family in supported() if family.has_configuration]
SOME = [764, 767, 775]
"""The first with a configuration, one with cookies and known packs, and the newest."""

UNKNOWN_ID = b"\x7a"


@pytest.fixture(params=SOME)
def protocol(request: pytest.FixtureRequest) -> int:
    value: int = request.param
    return value


def names(family: ProtocolFamily, direction: Direction) -> list[str]:
    """All packets of the configuration by id."""
    found = [family.packet_name("configuration", direction, i) for i in range(256)]
    return [name for name in found if name is not None]


def watched(start_stage: StartStage, *observers: Any, **settings: Any) -> Stage:
    return start_stage(observers=lambda bridge: observers, **settings)


# --- what travels


@pytest.mark.parametrize("protocol", ALL)
@pytest.mark.parametrize("threshold", [-1, 64])
def test_every_packet_of_the_configuration_travels_both_ways_at_joining_and_each_time_it_comes_again(
    stage: Stage, protocol: int, threshold: int
) -> None:
    player = Player.logged_in(stage, protocol, threshold=threshold)
    player.says("login", "login_acknowledged")
    bodies = {
        "plugin_message": string("mod:hi") + bytes(90),
        "select_known_packs": b"\0",
        "cookie_response": b"\0\0",
    }
    turns = ("finish_configuration", "disconnect")
    for round_number in range(3):
        for name in names(player.family, "clientbound"):
            if name not in turns:
                player.hears("configuration", name, bytes([round_number]) + bytes(200))
        for name in names(player.family, "serverbound"):
            if name not in turns:
                player.says("configuration", name, bodies.get(name, bytes(100)))
        player.finish()
        player.hears("play", "keep_alive", bytes(8))
        player.says("play", "keep_alive", bytes(8))
        player.start_again()
    player.finish()
    player.hears("play", "plugin_message", string("mod:hi") + b"down")
    player.says("play", "plugin_message", string("mod:hi") + b"up")


def test_frames_that_nobody_reads_travel_as_the_bytes_that_came(stage: Stage, protocol: int) -> None:
    player = Player.configuring(stage, protocol)
    registry = player.down("configuration", "registry_data") + random.Random(1).randbytes(50_000)
    # Compressed at a level that the proxy wouldn't choose: only the very bytes can arrive equal.
    odd = varint(len(registry)) + zlib.compress(registry, 1)
    stream = varint(len(odd)) + odd + frame(player.down("configuration", "ping", bytes(4)), 256) * 50
    player.server.send_bytes(stream)
    assert recv_exactly(player.client, len(stream)) == stream


def test_packets_of_an_unknown_id_travel_and_are_counted(start_stage: StartStage, protocol: int) -> None:
    recorder = Recorder(EVERYTHING, EVERYTHING)
    stage = watched(start_stage, recorder)
    player = Player.configuring(stage, protocol)
    player.hears_packets(UNKNOWN_ID + b"mod")
    player.client.send(UNKNOWN_ID + b"mod")
    assert player.server.receive() == UNKNOWN_ID + b"mod"
    assert [name for _, name, _ in recorder.seen] == [CONFIGURATION + "unknown_0x7a"] * 2
    summary = stage.proxy.read(lambda f: f.statistics())
    assert summary["clientbound"]["unknown_ids"] == summary["serverbound"]["unknown_ids"] == {"0x7a": 1}


def test_a_login_with_all_that_follows_in_one_piece_is_taken_apart_at_the_right_places(
    stage: Stage, protocol: int
) -> None:
    """A server need not wait for a client that acknowledges: the client switches as it reads."""
    client = stage.proxy.log_in("Steve", protocol)
    server = stage.server.accept()
    server.receive(), server.receive()
    player = Player(protocol, client, server)
    down = [
        player.down("configuration", "plugin_message", string("mod:hi")),
        player.down("configuration", "registry_data", bytes(2000)),
        player.down("configuration", "finish_configuration"),
        player.down("play", "keep_alive", bytes(8)),
        player.down("play", "start_configuration"),
        player.down("configuration", "keep_alive", bytes(8)),
        player.down("configuration", "finish_configuration"),
        player.down("play", "chunk_data", bytes(3000)),
    ]
    success = login_success(protocol, bytes(range(16)), "Steve")
    server.send_bytes(
        frame(b"\x03" + varint(64)) + b"".join(frame(packet, 64) for packet in (success, *down))
    )
    assert client.receive() == b"\x03" + varint(64)
    client.threshold = server.threshold = 64
    assert [client.receive() for _ in range(1 + len(down))] == [success, *down]
    up = [
        player.up("login", "login_acknowledged"),
        player.up("configuration", "plugin_message", string("mod:hi")),
        player.up("configuration", "finish_configuration"),
        player.up("play", "keep_alive", bytes(8)),
        player.up("play", "configuration_acknowledged"),
        player.up("configuration", "keep_alive", bytes(8)),
        player.up("configuration", "finish_configuration"),
        player.up("play", "chat_message", string("hello") + bytes(30)),
    ]
    client.send(*up)
    assert [server.receive() for _ in up] == up


def test_what_the_client_says_before_it_hears_of_the_configuration_is_still_read_as_play(
    start_stage: StartStage, protocol: int
) -> None:
    recorder = Recorder(EVERYTHING, EVERYTHING)
    player = Player.playing(watched(start_stage, recorder), protocol)
    recorder.seen.clear()
    player.hears("play", "start_configuration")
    # The server goes on at once; the client is still walking.
    player.hears("configuration", "registry_data", bytes(900))
    for _ in range(3):
        player.says("play", "player_position", bytes(25))
    player.says("play", "configuration_acknowledged")
    player.says("configuration", "client_settings", bytes(12))
    player.finish()
    player.says("play", "player_position", bytes(25))
    seen = {way: [name for w, name, _ in recorder.seen if w == way] for way in ("clientbound", "serverbound")}
    assert seen == {
        "clientbound": [
            "start_configuration",
            "configuration/registry_data",
            "configuration/finish_configuration",
        ],
        "serverbound": [
            *["player_position"] * 3,
            "configuration_acknowledged",
            "configuration/client_settings",
            "configuration/finish_configuration",
            "player_position",
        ],
    }


def test_a_keep_alive_asked_in_play_is_answered_although_the_server_has_left_play(
    stage: Stage, protocol: int
) -> None:
    player = Player.playing(stage, protocol)
    player.hears("play", "keep_alive", b"in play.")
    player.hears("play", "start_configuration")
    player.hears("configuration", "keep_alive", b"in conf.")
    player.says("play", "keep_alive", b"in play.")
    player.says("play", "configuration_acknowledged")
    player.says("configuration", "keep_alive", b"in conf.")
    player.finish()
    player.hears("play", "keep_alive", b"again...")
    player.says("play", "keep_alive", b"again...")


@pytest.mark.parametrize("protocol", SOME[1:])
def test_a_cookie_asked_for_at_the_end_of_the_configuration_is_answered_before_play(
    stage: Stage, protocol: int
) -> None:
    player = Player.configuring(stage, protocol)
    request = player.down("configuration", "cookie_request", string("shop:cart"))
    player.hears_packets(request, player.down("configuration", "finish_configuration"))
    player.says("configuration", "cookie_response", string("shop:cart") + b"\1\5apple")
    player.says("configuration", "finish_configuration")
    player.hears("play", "cookie_request", string("shop:cart"))
    player.says("play", "cookie_response", string("shop:cart") + b"\0")


# --- who sees it


def test_observers_see_configuration_packets_that_they_ask_for_and_no_others(
    start_stage: StartStage, protocol: int
) -> None:
    recorder = Recorder(
        frozenset({CONFIGURATION + "plugin_message", "keep_alive"}), frozenset({CONFIGURATION + "keep_alive"})
    )
    player = Player.configuring(watched(start_stage, recorder), protocol)
    assert recorder.calls == ["joined"], "observers are there before the configuration begins"
    for state in ("configuration", "play"):
        player.hears(state, "plugin_message", string("mod:hi") + state.encode())
        player.hears(state, "keep_alive", state.encode().ljust(13))
        player.says(state, "keep_alive", state.encode().ljust(13))
        if state == "configuration":
            player.finish()
    assert [(way, name) for way, name, _ in recorder.seen] == [
        ("clientbound", "configuration/plugin_message"),
        ("serverbound", "configuration/keep_alive"),
        ("clientbound", "keep_alive"),
    ]


def test_an_observer_may_replace_and_consume_packets_of_the_configuration(
    start_stage: StartStage, protocol: int
) -> None:
    def answer(_bridge: Bridge, _name: str, shown: Frame) -> list[bytes] | None:
        return {b"a": [b"\x07one", b"\x07two"], b"b": []}.get(shown.body[-1:])

    interest = frozenset({CONFIGURATION + "plugin_message"})
    player = Player.configuring(watched(start_stage, Recorder(interest, interest, answer)), protocol)
    channel = string("mod:hi")
    player.server.send(
        *[player.down("configuration", "plugin_message", channel + end) for end in (b"a", b"b", b"c")]
    )
    arrived = [player.client.receive() for _ in range(3)]
    assert arrived == [b"\x07one", b"\x07two", player.down("configuration", "plugin_message", channel + b"c")]
    player.client.send(player.up("configuration", "plugin_message", channel + b"b"))
    player.says("configuration", "plugin_message", channel + b"c")


@pytest.mark.parametrize("answer", [[], [b"\x05ours"]], ids=["consume", "replace"])
def test_nothing_can_take_the_place_of_a_change_of_state(
    start_stage: StartStage, protocol: int, answer: list[bytes], caplog: pytest.LogCaptureFixture
) -> None:
    turns = frozenset(
        {"start_configuration", "configuration_acknowledged", CONFIGURATION + "finish_configuration"}
    )
    stage = watched(start_stage, Recorder(turns, turns, lambda *_: answer))
    with caplog.at_level(logging.ERROR):
        player = Player.playing(stage, protocol)
        player.start_again()
        player.finish()
    assert stage.proxy.read(lambda f: f.stats.observer_errors) == 6
    assert "nothing can take the place of start_configuration" in caplog.text


def test_nothing_is_injected_outside_play_and_nobody_is_told_that_it_was(
    start_stage: StartStage, protocol: int
) -> None:
    recorder, told = Recorder(), []
    player = Player.logged_in(watched(start_stage, recorder), protocol)
    bridge: Bridge = recorder.bridge

    def inject(text: bytes) -> bool:
        if not bridge.injection_listeners:
            bridge.injection_listeners.append(told.extend)
        bridge.send_to_client(player.down("play", "system_message", text))
        return bridge.in_play

    def said(text: bytes) -> bytes:
        return player.down("play", "system_message", text)

    assert not in_reactor(inject, b"before the acknowledgement")
    player.says("login", "login_acknowledged")
    assert not in_reactor(inject, b"in the configuration")
    player.hears("configuration", "finish_configuration")
    # The client reads play from here on, whatever it has said yet.
    assert in_reactor(inject, b"first")
    assert player.client.receive() == said(b"first")
    player.says("configuration", "finish_configuration")
    player.hears("play", "start_configuration")
    assert not in_reactor(inject, b"back in the configuration")
    player.says("play", "configuration_acknowledged")
    player.finish()
    assert in_reactor(inject, b"second")
    assert player.client.receive() == said(b"second")
    assert told == [said(b"first"), said(b"second")]
    player.client.sock.close()
    player.server.wait_closed()
    assert not in_reactor(inject, b"after the end")
    assert len(told) == 2


def test_nothing_is_sent_to_a_server_that_does_not_read_play(start_stage: StartStage, protocol: int) -> None:
    recorder = Recorder()
    player = Player.configuring(watched(start_stage, recorder), protocol)
    ours = player.up("play", "chat_message", string("ours"))
    in_reactor(recorder.bridge.send_to_server, ours)
    player.finish()
    in_reactor(recorder.bridge.send_to_server, ours)
    assert player.server.receive() == ours
    player.hears("play", "start_configuration")
    in_reactor(recorder.bridge.send_to_server, ours)
    assert player.server.receive() == ours, "until the client acknowledges, the server reads play"
    player.says("play", "configuration_acknowledged")
    in_reactor(recorder.bridge.send_to_server, ours)
    player.says("configuration", "keep_alive", bytes(8))


# --- ends


@pytest.mark.parametrize("state", ["login", "configuration", "play", "again"])
def test_a_kick_comes_in_the_packet_of_the_clients_state(
    start_stage: StartStage, protocol: int, state: str
) -> None:
    recorder = Recorder()
    stage = watched(start_stage, recorder)
    if state == "login":
        # Not acknowledged yet, but a client that has read the login's success reads the configuration.
        player = Player.logged_in(stage, protocol)
    elif state == "configuration":
        player = Player.configuring(stage, protocol)
    else:
        player = Player.playing(stage, protocol)
        if state == "again":
            player.hears("play", "start_configuration")
    reason = {"text": "Out of here"}
    in_reactor(recorder.bridge.kick, reason)
    expected = player.family.disconnect(reason, "play" if state == "play" else "configuration")
    assert player.is_refused() == expected
    assert expected[0] == player.down("play" if state == "play" else "configuration", "disconnect")[0]


@pytest.mark.parametrize("state", ["configuration", "play"])
@pytest.mark.parametrize("farewell", ["disconnect", "transfer"])
def test_the_servers_own_last_word_is_the_last(stage: Stage, state: Any, farewell: str) -> None:
    player = Player.configuring(stage, 767)
    if state == "play":
        player.finish()
    player.hears(state, farewell, bytes(20))
    player.server.sock.close()
    with pytest.raises(ClosedError):
        player.client.receive()


def test_a_server_that_dies_in_the_configuration_is_named_as_the_reason(stage: Stage, protocol: int) -> None:
    player = Player.configuring(stage, protocol)
    player.hears("configuration", "registry_data", bytes(50))
    player.server.sock.close()
    reason = player.family.disconnect({"text": "Lost connection to the server"}, "configuration")
    assert player.client.receive() == reason
    player.client.wait_closed()


@pytest.mark.parametrize("acknowledged", [False, True])
def test_a_client_that_leaves_in_the_configuration_takes_the_servers_connection_along(
    start_stage: StartStage, acknowledged: bool
) -> None:
    recorder = Recorder()
    stage = watched(start_stage, recorder)
    player = Player.configuring(stage, 767) if acknowledged else Player.logged_in(stage, 767)
    player.client.sock.close()
    player.server.wait_closed()
    assert recorder.calls == ["joined", "left"]
    assert stage.proxy.read(lambda f: f.stats.players) == 0


def test_stopping_tells_a_player_in_the_configuration_why(stage: Stage, protocol: int) -> None:
    player = Player.configuring(stage, protocol)
    stage.proxy.begin_to_stop("Back in five minutes")
    assert player.client.receive() == player.family.disconnect(
        {"text": "Back in five minutes"}, "configuration"
    )


# --- what can't be


def unasked_finish(player: Player) -> bytes:
    return player.up("configuration", "finish_configuration")


def unasked_acknowledgement(player: Player) -> bytes:
    player.finish()
    return player.up("play", "configuration_acknowledged")


def second_acknowledgement(player: Player) -> bytes:
    player.finish()
    player.hears("play", "start_configuration")
    player.says("play", "configuration_acknowledged")
    player.hears("configuration", "finish_configuration")
    player.says("configuration", "finish_configuration")
    return player.up("play", "configuration_acknowledged")


def second_finish(player: Player) -> bytes:
    player.finish()
    player.start_again()
    return player.up("configuration", "finish_configuration")


@pytest.mark.parametrize(
    "misstep", [unasked_finish, unasked_acknowledgement, second_acknowledgement, second_finish]
)
def test_a_change_of_state_that_nobody_asked_for_costs_the_connection(
    stage: Stage, protocol: int, misstep: Callable[[Player], bytes], caplog: pytest.LogCaptureFixture
) -> None:
    alice = Player.playing(stage, protocol, "Alice")
    mallory = Player.configuring(stage, protocol, "Mallory")
    with caplog.at_level(logging.WARNING):
        mallory.client.send(misstep(mallory))
        mallory.is_refused()
    assert "which nobody asked for" in caplog.text
    assert stage.proxy.read(lambda f: f.stats.breaches) == 1
    alice.hears("play", "keep_alive", bytes(8))


@pytest.mark.parametrize("name", ["login_start", "login_encryption_response", "login_plugin_response"])
def test_a_client_says_nothing_but_its_acknowledgement_after_the_login(
    stage: Stage, protocol: int, name: str
) -> None:
    player = Player.logged_in(stage, protocol)
    player.client.send(player.up("login", name, b"\x05" + bytes(40)))
    player.is_refused()


def test_a_login_cannot_be_acknowledged_before_it_has_succeeded(stage: Stage, protocol: int) -> None:
    client = stage.proxy.log_in("Hasty", protocol)
    server = stage.server.accept()
    client.send(b"\x03")
    assert b"before the server let the player in" in client.receive()
    client.wait_closed()
    server.wait_closed()


# --- time


class TestTime:
    @pytest.fixture
    def time(self) -> DrivenReactor:
        return DrivenReactor()

    @pytest.fixture
    def stage(self, time: DrivenReactor, start_stage: StartStage) -> Stage:
        return start_stage(driven=time)

    def test_a_player_may_take_minutes_over_a_question_in_the_configuration(
        self, time: DrivenReactor, stage: Stage
    ) -> None:
        player = Player.configuring(stage, 767)
        player.hears("configuration", "add_resource_pack", bytes(60))
        for _ in range(20):
            time.advance(15)
            player.hears("configuration", "keep_alive", bytes(8))
            player.says("configuration", "keep_alive", bytes(8))
        player.says("configuration", "resource_pack_status", bytes(17))
        player.finish()

    @pytest.mark.parametrize("silent", ["your game", "the server"])
    def test_who_is_silent_in_the_configuration_for_thirty_seconds_ends_it(
        self, time: DrivenReactor, stage: Stage, silent: str
    ) -> None:
        player = Player.configuring(stage, 767)
        for seconds in (20, 11):
            if silent == "your game":
                player.hears("configuration", "keep_alive", bytes(8))
            else:
                player.says("configuration", "keep_alive", bytes(8))
            time.advance(seconds)
        text = f"Timed out: nothing came from {silent} for 30 s"
        assert player.is_refused() == player.family.disconnect({"text": text}, "configuration")

    def test_a_client_that_never_acknowledges_the_login_is_cut_off(
        self, time: DrivenReactor, stage: Stage
    ) -> None:
        player = Player.logged_in(stage, 767)
        for _ in range(2):
            player.hears("configuration", "keep_alive", bytes(8))
            time.advance(16)
        player.is_refused()
