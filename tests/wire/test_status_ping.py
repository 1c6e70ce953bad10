"""The server-list ping, of clients of every age."""

from __future__ import annotations

import json
import struct
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest
from harness.peer import Peer
from wire_harness.raw import RawConnection, frame, handshake, read_json, string, words
from wire_harness.reactor_thread import DrivenReactor
from wire_harness.running import RawServer, RunningProxy, Stage

from proxy.connection.legacy_ping import LegacyStatus, Opening, encode_status, recognize
from proxy.connection.status import legacy_status
from proxy.versions import supported, supported_span
from proxy.wire.limits import Limits
from proxy.wire.text import plain_text

StartProxy = Callable[..., RunningProxy]
ICON = "data:image/png;base64,iVBORw0KGgo="


def ask_status(proxy: RunningProxy, protocol: int) -> Any:
    with proxy.connect() as client:
        client.send(handshake(protocol, 1), b"\0")
        status = read_json(client.receive_id(0))
        client.send(b"\x01pingpong")
        assert client.receive() == b"\x01pingpong"
        client.wait_closed()
        return status


@pytest.mark.parametrize(("version", "protocol"), [("1.16.5", 754), ("1.18.2", 758), ("1.19.2", 760)])
@pytest.mark.proves("connection", "node-minecraft-protocol")
def test_a_ping_shows_what_the_server_shows(
    version: str, protocol: int, nmp_server: Peer, nmp_client: Peer, start_proxy: StartProxy
) -> None:
    port = nmp_server.ask("start", version=version, motd="Hello §awörld", favicon=ICON)["port"]
    proxy = start_proxy(port)
    status = nmp_client.ask("ping", port=proxy.port, version=version)
    assert status["version"] == {"name": version, "protocol": protocol}
    assert status["players"] == {"max": 7, "online": 0, "sample": []}
    assert status["description"] == {"text": "Hello §awörld"}
    assert status["favicon"] == ICON
    assert status["extraKey"] == "kept"
    told = nmp_server.wait_for("handshake", port=port)
    assert told["named"] == ["127.0.0.1", port]
    assert told["protocol"] == protocol


def test_a_client_sees_its_own_protocol_when_it_is_supported_and_else_the_supported_span(
    nmp_server: Peer, start_proxy: StartProxy
) -> None:
    oldest, newest = supported_span().split("–")
    assert oldest == "1.8"
    assert supported()[-1].releases[-1].endswith(newest)
    proxy = start_proxy(nmp_server.ask("start", version="1.18.2")["port"])
    assert ask_status(proxy, 760)["version"] == {"name": "1.19.2", "protocol": 760}
    for stranger in (46, 341, 753, 5000, -1):
        assert ask_status(proxy, stranger)["version"] == {"name": supported_span(), "protocol": -1}


def test_pings_at_the_same_time_and_within_a_second_share_one_question(
    nmp_server: Peer, start_proxy: StartProxy
) -> None:
    time_ = DrivenReactor()
    port = nmp_server.ask("start", version="1.16.5")["port"]
    proxy = start_proxy(port, driven=time_)
    clients = [proxy.connect() for _ in range(8)]
    for client in clients:
        client.send(handshake(754, 1), b"\0")
    assert len({client.receive() for client in clients}) == 1
    time_.advance(0.9)
    ask_status(proxy, 760)
    assert nmp_server.ask("pings", port=port) == 1
    time_.advance(0.2)
    ask_status(proxy, 754)
    assert nmp_server.ask("pings", port=port) == 2


@pytest.mark.parametrize("protocol", [754, 47])
def test_a_server_that_is_down_gives_a_readable_answer(start_proxy: StartProxy, protocol: int) -> None:
    server = RawServer()
    server.close()
    status = ask_status(start_proxy(server.port), protocol)
    assert "doesn't answer" in words(status["description"])
    assert status["players"] == {"max": 0, "online": 0}


@pytest.mark.parametrize(
    "answer",
    [
        frame(b"\0" + string("not json")),
        frame(b"\0" + string("[1, 2]")),
        frame(b"\0" + string("[" * 60_000)),
        frame(b"\0\xff\xff\xff\xff\x0f"),
        frame(b"\x05"),
        b"\xff" * 20,
        b"",
    ],
    ids=["no JSON", "no object", "deep", "negative length", "another packet", "no frame", "nothing"],
)
def test_a_server_that_answers_nonsense_counts_as_down(stage: Stage, answer: bytes) -> None:
    def serve() -> None:
        with stage.server.accept() as asked:
            asked.receive()
            asked.receive()
            asked.send_bytes(answer)

    threading.Thread(target=serve, daemon=True).start()
    assert "doesn't answer" in words(ask_status(stage.proxy, 754)["description"])


def test_a_server_that_hangs_counts_as_down_after_its_time(
    start_proxy: StartProxy, raw_server: RawServer
) -> None:
    proxy = start_proxy(raw_server.port, Limits(status_timeout=0.3))
    assert "doesn't answer" in words(ask_status(proxy, 754)["description"])
    raw_server.accept().wait_closed()


def test_a_ping_without_a_question_is_answered(stage: Stage) -> None:
    client = stage.proxy.connect()
    client.send(handshake(754, 1), b"\x01" + bytes(8))
    assert client.receive() == b"\x01" + bytes(8)
    client.wait_closed()


def test_a_ping_that_comes_before_the_answer_does_not_lose_it(stage: Stage) -> None:
    client = stage.proxy.connect()
    client.send(handshake(754, 1), b"\0", b"\x01" + bytes(8))
    assert client.receive() == b"\x01" + bytes(8)
    with stage.server.accept() as asked:
        asked.receive()
        asked.receive()
        asked.send(b"\0" + string(json.dumps({"description": "late"})))
        assert read_json(client.receive_id(0))["description"] == "late"
    client.wait_closed()


def legacy(data: bytes) -> str:
    assert data[:1] == b"\xff"
    [length] = struct.unpack(">H", data[1:3])
    text = data[3:].decode("utf-16-be")
    assert len(data) == 3 + 2 * length
    return text


PING_HOST = (
    b"\xfe\x01\xfa\x00\x0b"
    + "MC|PingHost".encode("utf-16-be")
    + struct.pack(">hBh", 7 + 2 * 9, 74, 9)
    + "localhost".encode("utf-16-be")
    + struct.pack(">i", 25565)
)


class TestLegacyPing:
    @pytest.fixture
    def proxy(self, nmp_server: Peer, start_proxy: StartProxy) -> RunningProxy:
        return start_proxy(nmp_server.ask("start", version="1.18.2", motd="Old §cbut\ngold")["port"])

    def test_clients_to_1_3_are_answered_with_three_fields(self, proxy: RunningProxy) -> None:
        client = proxy.connect()
        client.send_bytes(b"\xfe")
        assert legacy(client.rest()) == "Old but gold§0§7"

    @pytest.mark.parametrize("sent", [b"\xfe\x01", PING_HOST], ids=["1.4 and 1.5", "1.6"])
    def test_clients_from_1_4_to_1_6_are_answered_with_six_fields(
        self, proxy: RunningProxy, sent: bytes
    ) -> None:
        client = proxy.connect()
        client.send_bytes(sent)
        assert legacy(client.rest()).split("\0") == ["§1", "127", "1.18.2", "Old but gold", "0", "7"]

    def test_a_ping_in_pieces_is_put_together(self, proxy: RunningProxy) -> None:
        client = proxy.connect()
        for byte in PING_HOST[:3]:
            client.send_bytes(bytes([byte]))
            time.sleep(0.05)
        client.send_bytes(PING_HOST[3:])
        assert legacy(client.rest()).startswith("§1\x00127\x00")

    def test_a_server_that_is_down_is_said_to_be(self, start_proxy: StartProxy) -> None:
        server = RawServer()
        server.close()
        client = start_proxy(server.port).connect()
        client.send_bytes(b"\xfe\x01")
        fields = legacy(client.rest()).split("\0")
        assert fields[2:] == [supported_span(), "The server behind Hearthkin doesn't answer", "0", "0"]

    def test_a_modern_handshake_of_254_bytes_is_not_taken_for_one(self, proxy: RunningProxy) -> None:
        # 254 bytes: id, two of version, two of the string's length, the name, two of port, one of state.
        packet = handshake(754, 1, "x" * 246)
        assert frame(packet)[:2] == b"\xfe\x01"
        client = RawConnection.connect(proxy.port)
        for byte in frame(packet)[:3]:
            client.send_bytes(bytes([byte]))
            time.sleep(0.05)
        client.send_bytes(frame(packet)[3:] + frame(b"\0"))
        assert read_json(client.receive_id(0))["version"]["name"] == "1.16.5"


@pytest.mark.parametrize(
    ("data", "at_once", "after_a_moment"),
    [
        (b"", Opening.UNDECIDED, Opening.UNDECIDED),
        (b"\xfe", Opening.UNDECIDED, Opening.PING_1_3),
        (b"\xfe\x01", Opening.UNDECIDED, Opening.PING_1_4),
        (b"\xfe\x01\xfa", Opening.PING_1_4, Opening.PING_1_4),
        (b"\xfe\x01\x00", Opening.MODERN, Opening.MODERN),
        (b"\xfe\x02", Opening.MODERN, Opening.MODERN),
        (b"\x02\x4e", Opening.LOGIN, Opening.LOGIN),
        (b"\x10\x00", Opening.MODERN, Opening.MODERN),
    ],
)
def test_openings_are_recognized(data: bytes, at_once: Opening, after_a_moment: Opening) -> None:
    assert recognize(data) is at_once
    assert recognize(data, waited=True) is after_a_moment


@pytest.mark.parametrize("opening", [Opening.PING_1_3, Opening.PING_1_4])
def test_an_answer_to_an_old_client_keeps_to_256_characters_and_keeps_its_figures(opening: Opening) -> None:
    status = LegacyStatus("1.16.5" * 50, "§a" + "long \0 words 🙂 " * 100, 123_456, 2_000_000)
    text = legacy(encode_status(status, opening))
    assert len(text.encode("utf-16-be")) <= 512
    assert text.replace("§", "\0").endswith("\x00123456\x002000000")


def test_a_status_of_any_shape_gives_figures_for_old_clients() -> None:
    for odd in (
        {},
        {"players": 3, "version": []},
        {"players": {"online": "x", "max": -1}},
        {"description": [1, None]},
    ):
        figures = legacy_status(odd)
        assert (figures.online, figures.maximum) == (0, 0)


@pytest.mark.parametrize(
    ("component", "text"),
    [
        ("plain", "plain"),
        ({"text": "a", "extra": ["b", {"text": "§lc", "extra": [{"text": "d"}]}]}, "abcd"),
        ({"translate": "multiplayer.disconnect.kicked"}, "multiplayer.disconnect.kicked"),
        (["x", {"text": "y"}], "xy"),
        (None, ""),
        (7, "7"),
    ],
)
def test_components_are_read_as_words(component: Any, text: str) -> None:
    assert plain_text(component) == text


def test_a_component_nested_without_end_is_read_no_deeper_than_needed() -> None:
    nested: Any = "x"
    for _ in range(5000):
        nested = {"text": "", "extra": [nested]}
    assert plain_text(nested) == ""
