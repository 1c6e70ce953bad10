"""A login is the server's business: the proxy carries it both ways and says what went wrong."""

from __future__ import annotations

import json
import socket
from collections.abc import Callable, Iterator
from uuid import UUID

import pytest
from harness.peer import Peer
from wire_harness.layouts import LAYOUTS
from wire_harness.raw import (
    RawConnection,
    frame,
    handshake,
    login_start,
    login_success,
    read_json,
    string,
    varint,
    words,
)
from wire_harness.reactor_thread import DrivenReactor
from wire_harness.running import PROTOCOL, RawServer, RunningProxy, Stage

from proxy.connection.bridge import Bridge
from proxy.connection.listener import ProxyFactory
from proxy.versions import supported, supported_releases
from proxy.versions.base import ProtocolFamily
from proxy.wire.frame import Frame
from proxy.wire.limits import Limits

StartProxy = Callable[..., RunningProxy]


def login_refusal(client: RawConnection) -> str:
    """The words of the login disconnect that comes, after which the connection closes."""
    text = words(read_json(client.receive_id(0)))
    client.wait_closed()
    return text


@pytest.mark.proves("connection", "node-minecraft-protocol")
@pytest.mark.parametrize("version", LAYOUTS)
class TestWithRealPeers:
    def test_a_player_joins_the_server_under_its_own_name_and_the_configured_address(
        self, version: str, nmp_server: Peer, nmp_client: Peer, start_proxy: StartProxy
    ) -> None:
        bridges: list[Bridge] = []
        port = nmp_server.ask("start", version=version)["port"]
        proxy = start_proxy(port, observers=lambda bridge: bridges.append(bridge) or [])
        name = f"Steve{LAYOUTS[version]}"
        nmp_client.ask("join", name=name, port=proxy.port, version=version)
        told = nmp_server.wait_for("handshake", port=port)
        assert told["named"] == ["127.0.0.1", port]
        assert told["protocol"] == LAYOUTS[version]
        uuid = nmp_server.wait_for("joined", player=name)["uuid"]
        assert nmp_client.wait_for("play", client=name)["uuid"] == uuid
        [bridge] = bridges
        assert (bridge.profile_name, bridge.profile_uuid, bridge.family.protocol) == (
            name,
            UUID(uuid),
            LAYOUTS[version],
        )
        assert bridge.backend_name == f"127.0.0.1:{port}"
        assert proxy.read(lambda f: f.stats.players) == 1
        nmp_client.ask("leave", name=name)
        nmp_server.wait_for("left", player=name)

    def test_the_servers_reasons_reach_the_player_at_login_and_in_play(
        self, version: str, nmp_server: Peer, nmp_client: Peer, start_proxy: StartProxy
    ) -> None:
        port = nmp_server.ask("start", version=version, kick="You are not on the list")["port"]
        name = f"Guest{LAYOUTS[version]}"
        nmp_client.ask("join", name=name, port=start_proxy(port).port, version=version)
        told = nmp_client.wait_for("disconnect", client=name, state="login")
        assert words(json.loads(told["reason"])) == "You are not on the list"

        port = nmp_server.ask("start", version=version)["port"]
        name = f"Rude{LAYOUTS[version]}"
        nmp_client.ask("join", name=name, port=start_proxy(port).port, version=version)
        nmp_server.wait_for("joined", player=name)
        nmp_server.ask("kick", port=port, player=name, reason="Mind your language")
        told = nmp_client.wait_for("disconnect", client=name, state="play")
        assert words(json.loads(told["reason"])) == "Mind your language"
        nmp_client.wait_for("end", client=name)
        assert len(nmp_client.seen("disconnect", client=name)) == 1, "the proxy added a reason of its own"

    def test_a_server_that_breaks_off_gives_the_player_a_reason(
        self, version: str, nmp_server: Peer, nmp_client: Peer, start_proxy: StartProxy
    ) -> None:
        port = nmp_server.ask("start", version=version)["port"]
        name = f"Cut{LAYOUTS[version]}"
        nmp_client.ask("join", name=name, port=start_proxy(port).port, version=version)
        nmp_server.wait_for("joined", player=name)
        nmp_client.wait_for("packet", client=name, name="login")
        nmp_server.ask("cut", port=port, player=name)
        told = nmp_client.wait_for("disconnect", client=name, state="play")
        assert words(json.loads(told["reason"])) == "Lost connection to the server"

    def test_an_online_mode_server_is_named_as_the_reason(
        self, version: str, nmp_server: Peer, nmp_client: Peer, start_proxy: StartProxy
    ) -> None:
        port = nmp_server.ask("start", version=version, online=True)["port"]
        name = f"Online{LAYOUTS[version]}"
        nmp_client.ask("join", name=name, port=start_proxy(port).port, version=version)
        told = nmp_client.wait_for("disconnect", client=name, state="login")
        assert "online mode" in words(json.loads(told["reason"]))


@pytest.mark.parametrize("version", [version for version, protocol in LAYOUTS.items() if protocol >= 393])
def test_a_login_plugin_request_and_its_answer_are_carried_and_not_made_up(
    version: str, nmp_server: Peer, nmp_client: Peer, start_proxy: StartProxy
) -> None:
    question = {"channel": "modded:hello", "data": bytes(range(200)).hex()}
    port = nmp_server.ask("start", version=version, question=question)["port"]
    proxy = start_proxy(port)
    name = f"Modded{LAYOUTS[version]}"
    nmp_client.ask("join", name=name, port=proxy.port, version=version, answer="c0ffee")
    asked = nmp_client.wait_for("question", client=name)
    assert (asked["channel"], asked["data"]) == (question["channel"], question["data"])
    answer = nmp_server.wait_for("answer", port=port)
    assert (answer["id"], answer["data"]) == (asked["id"], "c0ffee")
    nmp_client.wait_for("play", client=name)


def test_a_player_that_leaves_while_the_server_is_silent_takes_the_servers_connection_along(
    stage: Stage,
) -> None:
    client = stage.proxy.log_in()
    server = stage.server.accept()
    server.receive()
    client.sock.close()
    server.wait_closed()


def test_the_players_own_login_bytes_reach_the_server(stage: Stage) -> None:
    client = stage.proxy.connect()
    # A profile key as 1.19.1 sends it: the proxy reads the name and carries the rest.
    start = b"\0" + string("Keyed") + b"\1" + bytes(range(256)) * 4 + b"\1" + bytes(16)
    client.send(handshake(760, 2), start)
    server = stage.server.accept()
    assert server.receive() == handshake(760, 2, "127.0.0.1", stage.server.port)
    assert server.receive() == start


@pytest.mark.parametrize("named", ["203.0.113.7", "attacker.example", "x\0FML2\0", "\0" * 255])
def test_the_address_in_a_handshake_is_never_dialled(stage: Stage, named: str) -> None:
    client = stage.proxy.connect()
    client.send(handshake(PROTOCOL, 2, named, 1), login_start(PROTOCOL, "Steve"))
    assert stage.server.accept().receive() == handshake(PROTOCOL, 2, "127.0.0.1", stage.server.port)


@pytest.mark.parametrize("threshold", [-1, 0, 64, 256])
def test_both_connections_use_the_servers_threshold(stage: Stage, threshold: int) -> None:
    client, server = stage.join(threshold=threshold)
    for size in (1, 63, 64, 255, 256, 5000):
        server.send(b"\x21" + bytes(size))
        assert client.receive() == b"\x21" + bytes(size)
        client.send(b"\x10" + bytes(size))
        assert server.receive() == b"\x10" + bytes(size)


def test_all_of_a_login_in_one_piece_with_what_follows_is_taken_apart_at_the_right_places(
    stage: Stage,
) -> None:
    client = stage.proxy.log_in()
    server = stage.server.accept()
    server.receive(), server.receive()

    compression = b"\x03" + varint(64)
    success = login_success(PROTOCOL, bytes(range(16)), "Steve")
    later = [b"\x24" + bytes(500), b"\x21" + bytes(8)]
    server.send_bytes(frame(compression) + b"".join(frame(packet, 64) for packet in (success, *later)))
    assert client.receive() == compression
    client.threshold = 64
    assert [client.receive() for _ in range(3)] == [success, *later]


def test_a_server_that_refuses_connections_is_named_as_the_reason(start_proxy: StartProxy) -> None:
    server = RawServer()
    server.close()
    proxy = start_proxy(server.port)
    assert "can't be reached: it refuses connections" in login_refusal(proxy.log_in())
    assert proxy.read(lambda f: f.stats.backend_failures) == 1


def test_a_server_with_an_unknown_name_is_named_as_the_reason(start_proxy: StartProxy) -> None:
    proxy = start_proxy(25565, backend_host="no-such-host.invalid")
    assert "can't be reached: its host name is not known" in login_refusal(proxy.log_in())


def test_a_server_that_never_answers_the_dial_is_given_up_after_the_connect_timeout(
    start_proxy: StartProxy,
) -> None:
    full = FullListener()
    proxy = start_proxy(full.port, Limits(connect_timeout=0.5))
    assert "doesn't answer within 0.5 s" in login_refusal(proxy.log_in())
    full.close()


class FullListener:
    """A port whose queue of connections is full: the kernel answers no more of them."""

    def __init__(self) -> None:
        self._listening = socket.socket()
        self._listening.bind(("127.0.0.1", 0))
        self._listening.listen(0)
        self.port = self._listening.getsockname()[1]
        self._filling = []
        for _ in range(8):
            filler = socket.socket()
            filler.setblocking(False)
            filler.connect_ex(("127.0.0.1", self.port))
            self._filling.append(filler)

    def close(self) -> None:
        for sock in (*self._filling, self._listening):
            sock.close()


def test_a_server_that_closes_during_the_login_gives_the_player_a_reason(stage: Stage) -> None:
    client = stage.proxy.log_in()
    stage.server.accept().sock.close()
    assert "closed the connection while you logged in" in login_refusal(client)


@pytest.mark.parametrize("protocol", [4, 5, 46, 48, 341, 753, 759, 776, 100_000, -1])
@pytest.mark.parametrize("intent", [2, 3])
def test_a_client_of_another_version_is_told_the_supported_ones(
    stage: Stage, protocol: int, intent: int
) -> None:
    client = stage.proxy.connect()
    client.send(handshake(protocol, intent))
    refusal = login_refusal(client)
    assert supported_releases() in refusal
    assert "1.16.5" in refusal


def test_a_client_before_1_7_is_told_the_supported_versions_in_its_own_form(stage: Stage) -> None:
    client = stage.proxy.connect()
    client.send_bytes(b"\x02\x4e" + b"\x00\x05" + "Steve".encode("utf-16-be") + b"\x00\x01a\x00\x00\x63\xdd")
    answer = client.rest()
    assert answer[:1] == b"\xff"
    assert int.from_bytes(answer[1:3], "big") == len(answer[3:]) // 2
    assert "1.16.5" in answer[3:].decode("utf-16-be")


@pytest.mark.parametrize("name", ["", "Steve Jobs", "né", "a\nb", "§cRed", "\x7f"])
def test_a_name_that_no_player_can_have_is_refused(stage: Stage, name: str) -> None:
    assert "can't be a player's name" in login_refusal(stage.proxy.log_in(name))


def test_a_name_of_sixteen_characters_is_accepted_and_one_of_seventeen_is_refused(stage: Stage) -> None:
    client = stage.proxy.log_in("x" * 16)
    stage.server.accept_player()
    assert client.receive()[0] == 2
    assert "at most 16" in login_refusal(stage.proxy.log_in("x" * 17))


class TestTime:
    """With real sockets and a clock that the test moves."""

    @pytest.fixture
    def time(self) -> DrivenReactor:
        return DrivenReactor()

    def test_a_second_login_within_three_seconds_is_refused_and_one_after_them_is_not(
        self, time: DrivenReactor, start_stage: Callable[..., Stage]
    ) -> None:
        stage = start_stage(limits=Limits(throttle_loopback=True), driven=time)
        stage.join("First")
        time.advance(2.9)
        assert "too fast" in login_refusal(stage.proxy.log_in("Second"))
        time.advance(0.1)
        stage.join("Third")

    def test_loopback_is_not_throttled_by_default(
        self, time: DrivenReactor, start_stage: Callable[..., Stage]
    ) -> None:
        stage = start_stage(driven=time)
        for number in range(15):
            stage.join(f"Player{number}")

    def test_connections_over_the_burst_are_closed_at_once(
        self, time: DrivenReactor, start_stage: Callable[..., Stage]
    ) -> None:
        stage = start_stage(limits=Limits(throttle_loopback=True), driven=time)
        clients = [stage.proxy.connect() for _ in range(11)]
        clients[10].wait_closed()
        assert stage.proxy.read(lambda f: (f.stats.connections, f.stats.connections_refused)) == (10, 1)
        time.advance(0.2)
        clients.append(stage.proxy.connect())
        clients[11].send(handshake(4, 2))
        assert "1.16.5" in login_refusal(clients[11])

    def test_the_login_deadline_holds_against_packets_that_trickle_in(
        self, time: DrivenReactor, start_stage: Callable[..., Stage]
    ) -> None:
        stage = start_stage(driven=time)
        client = stage.proxy.log_in()
        server = stage.server.accept()
        server.receive(), server.receive()
        for second in range(29):
            # Each side says something every second: whole packets, and the login goes nowhere.
            server.send(b"\x04" + varint(second) + string("a:b"))
            assert client.receive()[0] == 4
            client.send(b"\x02" + varint(second) + b"\0")
            assert server.receive()[0] == 2
            time.advance(1.0)
        time.advance(1.1)
        assert "weren't logged in after 30 s" in login_refusal(client)
        server.wait_closed()

    def test_the_login_deadline_holds_for_a_client_that_sends_its_handshake_byte_by_byte(
        self, time: DrivenReactor, start_stage: Callable[..., Stage]
    ) -> None:
        stage = start_stage(driven=time)
        client = stage.proxy.connect()
        for byte in frame(handshake(PROTOCOL, 2, "x" * 200))[:29]:
            client.send_bytes(bytes([byte]))
            time.advance(1.0)
        time.advance(1.1)
        client.wait_closed()

    def test_a_login_plugin_request_is_answered_within_five_seconds_or_the_login_ends(
        self, time: DrivenReactor, start_stage: Callable[..., Stage]
    ) -> None:
        stage = start_stage(driven=time)
        client = stage.proxy.log_in()
        server = stage.server.accept()
        server.receive(), server.receive()
        server.send(b"\x04" + varint(7) + string("a:b"))
        client.receive()
        time.advance(4.9)
        assert stage.proxy.read(lambda f: len(f.clients)) == 1
        time.advance(0.2)
        assert "didn't answer the server's question within 5 s" in login_refusal(client)
        server.wait_closed()

    def test_a_client_silent_in_play_for_thirty_seconds_is_logged_out(
        self, time: DrivenReactor, start_stage: Callable[..., Stage]
    ) -> None:
        stage = start_stage(driven=time)
        client, server = stage.join()
        for _ in range(4):
            time.advance(20)
            client.send(b"\x10" + bytes(8))
            assert server.receive()[0] == 0x10
            server.send(b"\x1f" + bytes(8))
            assert client.receive()[0] == 0x1F
        time.advance(20)
        server.send(b"\x1f" + bytes(8))
        assert client.receive()[0] == 0x1F
        time.advance(11)
        assert "nothing came from your game for 30 s" in words(read_json(client.receive_id(0x19)))
        server.wait_closed()

    def test_a_server_silent_in_play_for_thirty_seconds_is_given_up(
        self, time: DrivenReactor, start_stage: Callable[..., Stage]
    ) -> None:
        stage = start_stage(driven=time)
        client, server = stage.join()
        time.advance(20)
        client.send(b"\x10" + bytes(8))
        assert server.receive()[0] == 0x10
        time.advance(11)
        assert "nothing came from the server for 30 s" in words(read_json(client.receive_id(0x19)))
        server.wait_closed()


@pytest.mark.parametrize(
    ("packet", "says"),
    [
        (b"\x02" + varint(99) + b"\0", "login plugin request 99, which nobody asked"),
        (b"\x01" + bytes(20), "login_encryption_response isn't expected"),
        (b"\x00" + string("Again"), "login_start isn't expected"),
        (b"\x55", "isn't expected"),
    ],
)
def test_a_client_that_says_what_nobody_asked_at_login_is_refused(
    stage: Stage, packet: bytes, says: str
) -> None:
    client = stage.proxy.log_in()
    server = stage.server.accept()
    server.receive(), server.receive()
    client.send(packet)
    assert says in login_refusal(client)
    server.wait_closed()


def test_a_damaged_login_success_is_not_taken_for_one(stage: Stage) -> None:
    client = stage.proxy.log_in()
    server = stage.server.accept()
    server.send(b"\x02" + bytes(7))
    assert "can't read" in login_refusal(client)
    assert stage.proxy.read(players_and_breaches) == (0, 1)


def players_and_breaches(factory: ProxyFactory) -> tuple[int, int]:
    return factory.stats.players, factory.stats.breaches


def test_stopping_tells_players_why_in_each_state(stage: Stage) -> None:
    playing, _ = stage.join("Playing")
    joining = stage.proxy.log_in("Joining")
    joining.other_end = stage.server.accept()
    stage.proxy.begin_to_stop("Back in five minutes")
    assert words(read_json(playing.receive_id(0x19))) == "Back in five minutes"
    assert words(read_json(joining.receive_id(0))) == "Back in five minutes"
    for client in (playing, joining):
        client.wait_closed()
        client.sock.close()
    stage.proxy.stop()
    assert stage.proxy.read(lambda f: len(f.clients)) == 0


class TestCookies:
    """A server may ask at login for what another one stored with the client (1.20.5+)."""

    PROTOCOL = 767
    KEY = string("shop:cart")

    @pytest.fixture
    def joining(self, stage: Stage) -> Iterator[tuple[RawConnection, RawConnection]]:
        """Client and server of a player whom the server asks for a cookie."""
        with stage.proxy.log_in("Steve", self.PROTOCOL) as client, stage.server.accept() as server:
            server.receive(), server.receive()
            server.send(b"\x05" + self.KEY)
            assert client.receive() == b"\x05" + self.KEY
            yield client, server

    @pytest.mark.parametrize("answer", [b"\0", b"\1\0", b"\1\5apple", b"\1" + varint(5120) + bytes(5120)])
    def test_a_request_and_its_answer_are_carried(
        self, joining: tuple[RawConnection, RawConnection], answer: bytes
    ) -> None:
        client, server = joining
        client.send(b"\x04" + self.KEY + answer)
        assert server.receive() == b"\x04" + self.KEY + answer
        server.send(login_success(self.PROTOCOL, bytes(16), "Steve"))
        assert client.receive()[0] == 2

    def test_an_answer_may_come_when_the_server_has_gone_on(
        self, joining: tuple[RawConnection, RawConnection]
    ) -> None:
        client, server = joining
        server.send(login_success(self.PROTOCOL, bytes(16), "Steve"))
        assert client.receive()[0] == 2
        client.send(b"\x04" + self.KEY + b"\0", b"\x03")
        assert [server.receive() for _ in range(2)] == [b"\x04" + self.KEY + b"\0", b"\x03"]

    @pytest.mark.parametrize(
        ("answer", "says"),
        [
            (string("shop:other") + b"\0", "'shop:other', which nobody asked for"),
            (KEY + b"\1" + varint(5121) + bytes(5121), "'shop:cart' of 5121 bytes, at most 5120 allowed"),
            (KEY + b"\1" + varint(-1), "of -1 bytes, at most 5120 allowed"),
            (KEY + b"\0more", "4 bytes follow the cookie"),
        ],
    )
    def test_what_is_no_answer_ends_the_login(
        self, joining: tuple[RawConnection, RawConnection], answer: bytes, says: str
    ) -> None:
        client, server = joining
        client.send(b"\x04" + answer)
        assert says in login_refusal(client)
        server.wait_closed()

    def test_an_answer_is_given_once(self, joining: tuple[RawConnection, RawConnection]) -> None:
        client, server = joining
        client.send(b"\x04" + self.KEY + b"\0", b"\x04" + self.KEY + b"\0")
        assert "nobody asked for" in login_refusal(client)
        server.wait_closed()

    def test_versions_without_cookies_know_no_such_answer(self, stage: Stage) -> None:
        client = stage.proxy.log_in("Steve", 765)
        server = stage.server.accept()
        client.send(b"\x04" + self.KEY + b"\0")
        assert "isn't expected" in login_refusal(client)
        server.wait_closed()


@pytest.mark.parametrize("family", supported(), ids=lambda family: family.minecraft)
def test_who_logs_in_is_read_as_each_version_says_it(
    start_stage: Callable[..., Stage], family: ProtocolFamily
) -> None:
    bridges: list[Bridge] = []
    stage = start_stage(observers=lambda bridge: bridges.append(bridge) or [])
    client = stage.proxy.log_in("steve", family.protocol)
    server = stage.server.accept()
    assert server.receive() == handshake(family.protocol, 2, "127.0.0.1", stage.server.port)
    assert server.receive() == login_start(family.protocol, "steve")
    uuid = UUID(int=0x0123456789ABCDEF0123456789ABCDEF)
    success = login_success(family.protocol, uuid.bytes, "Steve")
    server.send(success)
    assert client.receive() == success
    [bridge] = bridges
    assert (bridge.profile_name, bridge.profile_uuid) == ("Steve", uuid)
    assert bridge.login_success == success


def test_a_client_that_another_server_sent_here_logs_in_as_any_other(stage: Stage) -> None:
    client = stage.proxy.connect()
    client.send(handshake(767, 3), login_start(767, "Steve"))
    server = stage.server.accept()
    assert server.receive() == handshake(767, 2, "127.0.0.1", stage.server.port)
    server.receive()
    server.send(login_success(767, bytes(16), "Steve"))
    assert client.receive()[0] == 2


@pytest.mark.parametrize("before", [-1, 256])
def test_a_server_of_1_8_may_announce_compression_in_play(
    start_stage: Callable[..., Stage], before: int
) -> None:
    seen: list[str] = []

    class Watcher:
        clientbound_interests = serverbound_interests = frozenset({"update_health", "player_position"})

        def joined(self, bridge: Bridge) -> None: ...

        def left(self, bridge: Bridge) -> None: ...

        def clientbound(self, bridge: Bridge, name: str, frame: Frame) -> None:
            seen.append(name)

        serverbound = clientbound

    stage = start_stage(observers=lambda bridge: [Watcher()])
    client, server = stage.join(threshold=before, protocol=47)
    announcement = b"\x46" + varint(64)
    # Already under way behind it, in the same bytes.
    later = [b"\x06" + bytes(9), b"\x21" + bytes(500)]
    server.send_bytes(frame(announcement, before) + b"".join(frame(packet, 64) for packet in later))
    assert client.receive() == announcement
    client.threshold = server.threshold = 64
    assert [client.receive() for _ in later] == later
    for packet in (b"\x04" + bytes(25), b"\x17" + string("MC|x") + bytes(200)):
        client.send(packet)
        assert server.receive() == packet
    assert seen == ["update_health", "player_position"]
