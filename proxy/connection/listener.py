"""Takes in clients."""

from __future__ import annotations

import itertools
import logging
from collections.abc import Callable, Sequence
from typing import Any

from quarry.net.server import ServerFactory
from twisted.internet.defer import Deferred, DeferredList, maybeDeferred

from proxy.connection.bridge import Bridge
from proxy.connection.client_side import ClientSide
from proxy.connection.clock import Reactor
from proxy.connection.observer import Observer
from proxy.connection.status import StatusCache
from proxy.wire.address import Address
from proxy.wire.limits import Limits
from proxy.wire.statistics import Statistics
from proxy.wire.throttle import ConnectionThrottle, LoginThrottle

log = logging.getLogger(__name__)

Observers = Callable[[Bridge], Sequence[Observer]]
"""Makes the observers of a client that has logged in."""


def no_observers(bridge: Bridge) -> Sequence[Observer]:
    return ()


class ProxyFactory(ServerFactory):  # type: ignore[misc]
    """Makes a :class:`ClientSide` for each connection and knows all that are open.

    ``backend`` is host and port of the server behind, the only place that clients are ever connected to.
    """

    protocol = ClientSide
    noisy = False

    def __init__(
        self,
        backend: tuple[str, int],
        limits: Limits | None = None,
        observers: Observers = no_observers,
        *,
        reactor: Reactor,
    ) -> None:
        super().__init__()
        self.backend = Address(*backend)
        self.backend_name = str(self.backend)
        self.limits = Limits() if limits is None else limits
        self.observers = observers
        self.reactor = reactor
        self.stats = Statistics()
        self.clients: set[ClientSide] = set()
        self.status = StatusCache(self)
        self._sessions = itertools.count(1)
        self._logins = LoginThrottle(self.limits.login_interval, reactor.seconds)
        self._connections = ConnectionThrottle(
            self.limits.connections_per_second, self.limits.connection_burst, reactor.seconds
        )
        self._ports: list[Any] = []
        self._stopped: Deferred[Any] | None = None
        self._empty: Deferred[None] = Deferred()
        """Fires when the last client is gone after :meth:`stop`."""

    # --- life

    def listen(self, interface: str, port: int) -> Any:
        """Listen; return Twisted's listening port. Raises twisted's CannotListenError."""
        listening = self.reactor.listenTCP(port, self, interface=interface)
        self._ports.append(listening)
        return listening

    def stop(self, text: str = "The proxy is stopping") -> Deferred[Any]:
        """Take in no more, log all players out with ``text``; fires when the last connection is closed."""
        if self._stopped is None:
            self._stopped = DeferredList(
                [maybeDeferred(port.stopListening) for port in self._ports] + [self._empty]
            )
            for client in tuple(self.clients):
                client.dismiss(text)
            self._check_empty()
        return self._stopped

    def client_came(self, client: ClientSide) -> None:
        self.stats.connections += 1
        self.clients.add(client)

    def client_gone(self, client: ClientSide) -> None:
        self.clients.discard(client)
        self._check_empty()

    def _check_empty(self) -> None:
        if self._stopped is not None and not self.clients and not self._empty.called:
            self._empty.callback(None)

    def statistics(self) -> dict[str, Any]:
        """Totals since the start, as plain values for JSON."""
        return self.stats.summary()

    # --- taking in

    def buildProtocol(self, addr: Any) -> ClientSide | None:
        limits = self.limits
        if self._stopped is not None:
            return None
        if (
            limits.connections_per_second > 0
            and limits.throttles(addr.host)
            and not self._connections.admit(addr.host)
        ):
            self.stats.connections_refused += 1
            log.debug("%s connects too often", addr.host)
            return None
        return ClientSide(self, addr)

    def admit_login(self, host: str) -> bool:
        """Whether a login from ``host`` is in order now."""
        limits = self.limits
        return limits.login_interval <= 0 or not limits.throttles(host) or self._logins.admit(host)

    def next_session(self) -> int:
        return next(self._sessions)
