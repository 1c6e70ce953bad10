"""Proxies that run in the reactor's thread, raw servers behind them, and raw players in front."""

from __future__ import annotations

import socket
from collections.abc import Callable
from typing import Any
from uuid import uuid4

from harness.waiting import eventually
from twisted.internet import reactor

from proxy.connection.listener import Observers, ProxyFactory
from proxy.wire.limits import Limits
from wire_harness.raw import PATIENCE, RawConnection, handshake, login_start, login_success, varint
from wire_harness.reactor_thread import in_reactor

PROTOCOL = 754
JOIN_GAME, PLAY_DISCONNECT, CHAT = 0x24, 0x19, 0x03
"""Ids of 1.16.5: clientbound, clientbound, serverbound."""


class RunningProxy:
    """A proxy on a free loopback port."""

    def __init__(self, backend: tuple[str, int], limits: Limits, observers: Observers, driven: Any) -> None:
        def start() -> None:
            self.factory = ProxyFactory(backend, limits, observers, reactor=driven or reactor)
            self.port: int = self.factory.listen("127.0.0.1", 0).getHost().port

        in_reactor(start)

    def stop(self, text: str = "The proxy is stopping") -> None:
        in_reactor(self.factory.stop, text)

    def begin_to_stop(self, text: str) -> None:
        """As :meth:`stop`, without waiting for connections to close."""

        def begin() -> None:
            self.factory.stop(text)

        in_reactor(begin)

    def read(self, look: Callable[[ProxyFactory], Any]) -> Any:
        """What ``look`` finds in the factory, read in the reactor's thread."""
        return in_reactor(look, self.factory)

    def connect(self) -> RawConnection:
        """A client that the proxy has taken in, or turned away."""
        before = self.read(seen)
        client = RawConnection.connect(self.port)
        eventually(lambda: self.read(seen) > before, "the proxy to take the connection")
        return client

    def log_in(self, name: str = "Steve", protocol: int = PROTOCOL) -> RawConnection:
        """Connect and say who joins."""
        client = self.connect()
        client.send(handshake(protocol, 2), login_start(protocol, name))
        return client


def seen(factory: ProxyFactory) -> int:
    return factory.stats.connections + factory.stats.connections_refused


class RawServer:
    """A listening socket; each player that it accepts is a RawConnection."""

    def __init__(self) -> None:
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._listening.settimeout(PATIENCE)
        self.port: int = self._listening.getsockname()[1]

    def accept(self) -> RawConnection:
        sock, _ = self._listening.accept()
        return RawConnection(sock)

    def accept_player(self, threshold: int = -1, protocol: int = PROTOCOL) -> RawConnection:
        """Accept one and let it in."""
        player = self.accept()
        player.receive()
        start = player.receive()
        name = start[2 : 2 + start[1]].decode()
        if threshold >= 0:
            player.send(b"\x03" + varint(threshold))
            player.threshold = threshold
        player.send(login_success(protocol, uuid4().bytes, name))
        return player

    def close(self) -> None:
        self._listening.close()


class Stage:
    """Proxy and raw server of one test, and the way to put a player between them."""

    def __init__(self, start: Callable[..., RunningProxy], server: RawServer, **settings: Any) -> None:
        self.server = server
        self.proxy = start(server.port, **settings)

    def join(
        self, name: str = "Steve", threshold: int = -1, protocol: int = PROTOCOL
    ) -> tuple[RawConnection, RawConnection]:
        """A player who is logged in: the client's end and the server's end.

        That is in play; in versions with a configuration, before the client's acknowledgement.
        """
        client = self.proxy.log_in(name, protocol)
        server = self.server.accept_player(threshold, protocol)
        if threshold >= 0:
            assert client.receive() == b"\x03" + varint(threshold)
            client.threshold = threshold
        assert client.receive()[0] == 2
        client.other_end = server
        return client, server
