"""A player between raw peers of any version: packets by name instead of by number."""

from __future__ import annotations

from proxy.versions import family_for
from proxy.versions.base import Direction, State
from wire_harness.raw import RawConnection
from wire_harness.running import Stage


class Player:
    """The client's end and the server's end of one player."""

    def __init__(self, protocol: int, client: RawConnection, server: RawConnection) -> None:
        family = family_for(protocol)
        assert family is not None
        self.family = family
        self.client, self.server = client, server

    @classmethod
    def logged_in(cls, stage: Stage, protocol: int, name: str = "Steve", threshold: int = 256) -> Player:
        """One whose client hasn't acknowledged the login yet, where it is to."""
        return cls(protocol, *stage.join(name, threshold, protocol))

    @classmethod
    def configuring(cls, stage: Stage, protocol: int, name: str = "Steve", threshold: int = 256) -> Player:
        """One whose client has acknowledged the login."""
        player = cls.logged_in(stage, protocol, name, threshold)
        player.says("login", "login_acknowledged")
        return player

    @classmethod
    def playing(cls, stage: Stage, protocol: int, name: str = "Steve", threshold: int = 256) -> Player:
        player = cls.logged_in(stage, protocol, name, threshold)
        if player.family.has_configuration:
            player.says("login", "login_acknowledged")
            player.finish()
        return player

    # --- packets

    def _packet(self, state: State, direction: Direction, name: str, body: bytes) -> bytes:
        packet_id = self.family.packet_id(state, direction, name)
        assert packet_id is not None, f"{self.family} has no {direction} {name} in {state}"
        return (
            packet_id.to_bytes(1) + body if packet_id < 0x80 else bytes([packet_id & 0x7F | 0x80, 1]) + body
        )

    def down(self, state: State, name: str, body: bytes = b"") -> bytes:
        """A clientbound packet, id and body."""
        return self._packet(state, "clientbound", name, body)

    def up(self, state: State, name: str, body: bytes = b"") -> bytes:
        """A serverbound packet."""
        return self._packet(state, "serverbound", name, body)

    # --- said and heard

    def hears(self, state: State, name: str, body: bytes = b"") -> None:
        """The server sends it, and it reaches the client as it is."""
        self.hears_packets(self.down(state, name, body))

    def hears_packets(self, *packets: bytes) -> None:
        """The server sends them, and they reach the client as they are, in order."""
        self.server.send(*packets)
        assert [self.client.receive() for _ in packets] == list(packets)

    def says(self, state: State, name: str, body: bytes = b"") -> None:
        """The client sends it, and it reaches the server as it is."""
        packet = self.up(state, name, body)
        self.client.send(packet)
        assert self.server.receive() == packet

    # --- changes of state

    def finish(self) -> None:
        """From the configuration to play."""
        self.hears("configuration", "finish_configuration")
        self.says("configuration", "finish_configuration")

    def start_again(self) -> None:
        """From play back to the configuration."""
        self.hears("play", "start_configuration")
        self.says("play", "configuration_acknowledged")

    def is_refused(self) -> bytes:
        """The next packet to the client, after which both connections end."""
        last: bytes = self.client.receive()
        self.client.wait_closed()
        self.server.wait_closed()
        return last


def recv_exactly(connection: RawConnection, count: int) -> bytes:
    """Bytes off the socket, past the framing."""
    out = b""
    while len(out) < count:
        data = connection.sock.recv(count - len(out))
        assert data, f"closed after {len(out)} of {count} bytes"
        out += data
    return out
