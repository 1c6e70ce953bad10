"""A hostile client costs its own socket and nothing else."""

from __future__ import annotations

import random
import socket
import zlib
from collections.abc import Callable

import pytest
from harness.waiting import eventually
from wire_harness.player import Player
from wire_harness.raw import RawConnection, frame, handshake, login_start, string, varint
from wire_harness.running import PROTOCOL, Stage

from proxy.wire.limits import Limits

Attack = Callable[[Stage], RawConnection]


def before_login(data: bytes) -> Attack:
    def attack(stage: Stage) -> RawConnection:
        client = stage.proxy.connect()
        client.send_bytes(data)
        return client

    return attack


def in_play(data: bytes) -> Attack:
    """Bytes sent in play with compression 256 on."""

    def attack(stage: Stage) -> RawConnection:
        client, _ = stage.join("Mallory", threshold=256)
        client.send_bytes(data)
        return client

    return attack


def in_configuration(data: bytes) -> Attack:
    """Bytes sent in the configuration of 1.21 with compression 256 on."""

    def attack(stage: Stage) -> RawConnection:
        player = Player.configuring(stage, 767, "Mallory")
        player.client.other_end = player.server
        player.client.send_bytes(data)
        return player.client

    return attack


def after_the_login(data: bytes) -> Attack:
    """Bytes sent in place of the login's acknowledgement."""

    def attack(stage: Stage) -> RawConnection:
        player = Player.logged_in(stage, 767, "Mallory")
        player.client.other_end = player.server
        player.client.send_bytes(data)
        return player.client

    return attack


def compressed(packet: bytes, claimed: int) -> bytes:
    data = varint(claimed) + zlib.compress(packet)
    return varint(len(data)) + data


ATTACKS = {
    "a frame one byte over what is allowed before login": before_login(varint(8193) + bytes(100)),
    "a frame over what a prefix holds": before_login(varint(2_097_152) + bytes(100)),
    "a negative length": before_login(varint(-1)),
    "a length without end": before_login(b"\xff" * 100),
    "noise": before_login(random.Random(3).randbytes(20_000)),
    "a web browser": before_login(
        b"GET / HTTP/1.1\r\nHost: localhost\r\nUser-Agent: Mozilla/5.0 (X11; Linux)\r\n\r\n"
    ),
    "tls": before_login(bytes.fromhex("16030100c8010000c40303") + bytes(200)),
    "a handshake with another id": before_login(frame(b"\x01" + handshake(PROTOCOL, 2)[1:])),
    "a handshake with a state that there isn't": before_login(frame(handshake(PROTOCOL, 9))),
    "a handshake with a negative state": before_login(frame(handshake(PROTOCOL, -1))),
    "a handshake with more behind it": before_login(frame(handshake(PROTOCOL, 2) + b"x")),
    "a handshake cut short": before_login(frame(handshake(PROTOCOL, 2)[:-4])),
    "a host name one character too long": before_login(frame(handshake(PROTOCOL, 2, "x" * 256))),
    "a host name of negative length": before_login(frame(b"\0" + varint(PROTOCOL) + varint(-1) + bytes(3))),
    "a host name longer than its frame": before_login(frame(b"\0" + varint(PROTOCOL) + varint(200) + b"x")),
    "a version without end": before_login(frame(b"\0" + b"\xff" * 20)),
    "a host name that isn't text": before_login(frame(b"\0" + varint(PROTOCOL) + b"\x02\xff\xfe" + bytes(3))),
    "a status ping of the wrong size": before_login(
        frame(handshake(PROTOCOL, 1)) + frame(b"\x01" + bytes(9))
    ),
    "a status request with a body": before_login(frame(handshake(PROTOCOL, 1)) + frame(b"\x00x")),
    "an unknown status packet": before_login(frame(handshake(PROTOCOL, 1)) + frame(b"\x07")),
    "two status requests": before_login(frame(handshake(PROTOCOL, 1)) + frame(b"\x00") * 2),
    "a name of negative length": before_login(frame(handshake(PROTOCOL, 2)) + frame(b"\0" + varint(-1))),
    "two login starts": before_login(frame(handshake(PROTOCOL, 2)) + frame(login_start(PROTOCOL, "Two")) * 2),
    "an inflation bomb by its claim": in_play(compressed(bytes(100_000_000), 100_000_000)),
    "a claim one byte over the bound": in_play(compressed(bytes(2_097_153), 2_097_153)),
    "a negative claim": in_play(compressed(bytes(300), -1)),
    "a claim below the threshold": in_play(compressed(bytes(255), 255)),
    "a large packet that isn't compressed": in_play(varint(257) + b"\0" + bytes(256)),
    "a bomb that claims little": in_play(compressed(b"\x0b" + bytes(50_000_000), 300)),
    "a stream that isn't zlib": in_play(varint(52) + varint(300) + bytes(50)),
    "a chat line too long": in_play(frame(b"\x03" + string("x" * 257), 256)),
    "more than the rate allows": in_play(compressed(bytes(2_097_152), 2_097_152) * 18),
    "an id without end": in_play(varint(7) + b"\0" + b"\xff" * 6),
    "noise in the configuration": in_configuration(random.Random(3).randbytes(20_000)),
    "an inflation bomb in the configuration": in_configuration(compressed(bytes(100_000_000), 100_000_000)),
    "a bomb that claims little in the configuration": in_configuration(
        compressed(b"\x02" + bytes(50_000_000), 300)
    ),
    "a cookie without end": in_configuration(frame(b"\x01" + string("a:b") + b"\1" + b"\xff" * 6, 256)),
    "a cookie cut short": in_configuration(frame(b"\x01" + string("a:b") + b"\1" + varint(900), 256)),
    "a cookie's key cut short": in_configuration(frame(b"\x01" + varint(90) + b"a", 256)),
    "a channel of negative length": in_configuration(frame(b"\x02" + varint(-1), 256)),
    "more packs than there can be": in_configuration(frame(b"\x07" + varint(1 << 30), 256)),
    "no number of packs": in_configuration(frame(b"\x07", 256)),
    "an end of the configuration of its own": in_configuration(frame(b"\x03", 256)),
    "a negative length in the configuration": in_configuration(varint(-1)),
    "an id without end in the configuration": in_configuration(varint(7) + b"\0" + b"\xff" * 6),
    "a packet of play for an acknowledgement": after_the_login(frame(b"\x1a" + bytes(25), 256)),
    "a cookie that nobody asked for": after_the_login(frame(b"\x04" + string("a:b") + b"\0", 256)),
    "an unknown packet for an acknowledgement": after_the_login(frame(b"\x7a", 256)),
}


@pytest.mark.parametrize("attack", ATTACKS.values(), ids=ATTACKS)
def test_only_the_hostile_connection_is_closed(stage: Stage, attack: Attack) -> None:
    client, server = stage.join("Alice", threshold=256)
    hostile = attack(stage)
    hostile.wait_closed()
    server.send(b"\x21" + bytes(8))
    assert client.receive() == b"\x21" + bytes(8)
    client.send(b"\x10" + bytes(400))
    assert server.receive() == b"\x10" + bytes(400)
    assert stage.proxy.read(lambda f: f.stats.breaches) == 1


def test_the_largest_frame_before_login_is_accepted(stage: Stage) -> None:
    client = stage.proxy.connect()
    start = b"\0" + string("Steve") + bytes(8192 - 7)
    assert len(start) == 8192
    client.send(handshake(760, 2), start)
    server = stage.server.accept()
    server.receive()
    assert server.receive() == start


def test_the_largest_packets_of_play_are_accepted_in_both_directions(stage: Stage) -> None:
    client, server = stage.join(threshold=256)
    client.send(b"\x10" + bytes(2_097_151))
    assert server.receive() == b"\x10" + bytes(2_097_151)
    server.send(b"\x20" + bytes(8_388_607))
    assert client.receive() == b"\x20" + bytes(8_388_607)
    noise = random.Random(9).randbytes(2_096_000)
    server.send_bytes(frame(b"\x20" + noise, 256))
    assert client.receive() == b"\x20" + noise


def test_what_was_sent_up_to_the_rate_is_accepted(stage: Stage) -> None:
    client, server = stage.join(threshold=256)
    for _ in range(17):  # 34 of 35 MiB
        client.send(b"\x10" + bytes(2_097_151))
        assert len(server.receive()) == 2_097_152


def test_a_client_that_sends_empty_frames_gets_nowhere_and_is_let_be(stage: Stage) -> None:
    client, server = stage.join()
    client.send_bytes(b"\0" * 100_000 + frame(b"\x10real"))
    assert server.receive() == b"\x10real"


def test_a_hostile_server_costs_its_own_player_only(stage: Stage) -> None:
    alice, alices = stage.join("Alice", threshold=256)
    bob, bobs = stage.join("Bob", threshold=256)
    bobs.send_bytes(varint(-1))
    assert bob.receive()[0] == 0x19
    bob.wait_closed()
    alices.send(b"\x21x")
    assert alice.receive() == b"\x21x"


def test_a_client_that_takes_nothing_after_its_dismissal_is_cut_off(
    start_stage: Callable[..., Stage],
) -> None:
    stage = start_stage(limits=Limits(close_timeout=0.3))
    sock = socket.socket()
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    sock.connect(("127.0.0.1", stage.proxy.port))
    client = RawConnection(sock)
    client.send(handshake(PROTOCOL, 2), login_start(PROTOCOL, "Deaf"))
    server = stage.server.accept_player()
    server.sock.settimeout(3)
    with pytest.raises(TimeoutError):
        # Far more than all buffers between hold.
        server.send(*[b"\x20" + bytes(100_000)] * 1000)
    server.sock.close()
    # Here the proxy doesn't read the server, so it is the client's own mistake that ends it.
    client.send_bytes(varint(-1))
    eventually(lambda: stage.proxy.read(lambda f: not f.clients), "the proxy to cut the connection")
