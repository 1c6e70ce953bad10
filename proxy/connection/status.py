"""The server-list ping: the server's own answer, asked for once a second at most."""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from twisted.internet.defer import Deferred

from proxy.connection.backend_side import BackendFactory, BackendSide
from proxy.connection.framed import Handler
from proxy.connection.handshake import STATUS_REQUEST, STATUS_RESPONSE, Intent, handshake_packet
from proxy.connection.legacy_ping import LegacyStatus
from proxy.versions import family_for, supported_span
from proxy.wire.buffer import Reader, pack_string
from proxy.wire.frame import Frame, FrameError, pack_varint
from proxy.wire.text import plain_text

if TYPE_CHECKING:
    from proxy.connection.clock import DelayedCall
    from proxy.connection.listener import ProxyFactory

log = logging.getLogger(__name__)

Status = Mapping[str, Any]
"""What a server answers, as parsed JSON."""

ANY_PROTOCOL = -1
"""No client's protocol. Asked with it a server names its own; a client answered with it shows the name."""


class StatusUnavailableError(Exception):
    """The server gave no usable answer; the text says why."""


class StatusCache:
    """Asks the server for its status, keeps the answer for a moment, and lets all who wait share it.

    A failure is kept as long as an answer, so that a server that is down isn't dialled for each ping.
    """

    def __init__(self, proxy: ProxyFactory) -> None:
        self._proxy = proxy
        self._answer: Status | None = None
        self._expires = 0.0
        self._waiting: list[Deferred[Status | None]] = []

    def get(self, protocol: int) -> Deferred[Status | None]:
        """Fire with the server's status, None when it gave none; ``protocol`` is what it is told."""
        result: Deferred[Status | None] = Deferred()
        if self._proxy.reactor.seconds() < self._expires:
            result.callback(self._answer)
            return result
        self._waiting.append(result)
        if len(self._waiting) == 1:
            BackendPing(self._proxy, protocol).start().addCallbacks(self._answered, self._failed)
        return result

    def _failed(self, failure: Any) -> None:
        if failure.check(StatusUnavailableError):
            log.info("no status from %s: %s", self._proxy.backend_name, failure.value)
        else:
            log.error("no status from %s: %s", self._proxy.backend_name, failure.getTraceback())
        self._answered(None)

    def _answered(self, status: Status | None) -> None:
        self._answer = status
        self._expires = self._proxy.reactor.seconds() + self._proxy.limits.status_cache
        waiting, self._waiting = self._waiting, []
        for result in waiting:
            result.callback(status)


class BackendPing(Handler):
    """One status request to the server."""

    name = "server status"

    def __init__(self, proxy: ProxyFactory, protocol: int) -> None:
        self._proxy = proxy
        self._protocol = protocol
        self._result: Deferred[Status] = Deferred()
        self._backend: BackendSide | None = None
        self._factory = BackendFactory(proxy, self, self._connected, self._fail)
        self._deadline: DelayedCall | None = None
        self._finished = False

    def start(self) -> Deferred[Status]:
        """Fires with the status or fails with :class:`StatusUnavailableError`."""
        proxy = self._proxy
        self._deadline = proxy.reactor.callLater(proxy.limits.status_timeout, self._too_late)
        self._factory.dial()
        return self._result

    def _connected(self, backend: BackendSide) -> None:
        self._backend = backend
        hello = handshake_packet(self._protocol, self._proxy.backend, Intent.STATUS)
        backend.send([hello, pack_varint(STATUS_REQUEST)])

    def received(self, item: bytes | Frame) -> None:
        if isinstance(item, bytes) or item.packet_id != STATUS_RESPONSE:
            raise FrameError("something else than a status response")
        reader = Reader(item.body)
        try:
            status = json.loads(reader.string(self._proxy.limits.string_characters))
        except (json.JSONDecodeError, RecursionError) as error:
            raise FrameError(f"its status isn't JSON: {error}") from None
        if not isinstance(status, dict):
            raise FrameError("its status isn't a JSON object")
        self._finish(status)

    def breached(self, what: str) -> None:
        self._fail(what)

    def timed_out(self) -> None:
        self._too_late()

    def lost(self) -> None:
        self._fail("it closed the connection without an answer")

    def _too_late(self) -> None:
        self._fail(f"no answer in {self._proxy.limits.status_timeout:g} s")

    def _fail(self, why: str) -> None:
        if not self._finished:
            self._stop()
            self._result.errback(StatusUnavailableError(why))

    def _finish(self, status: Status) -> None:
        if not self._finished:
            self._stop()
            self._result.callback(status)

    def _stop(self) -> None:
        self._finished = True
        if self._deadline is not None and self._deadline.active():
            self._deadline.cancel()
        if self._backend is not None:
            self._backend.close()
        else:
            self._factory.give_up()


def status_for(status: Status | None, protocol: int) -> dict[str, Any]:
    """What a client of ``protocol`` is shown: the server's answer with a version that suits the client.

    A client that Hearthkin speaks with sees its own protocol, another one the span of releases that would do.
    """
    shown: dict[str, Any] = dict(status) if status is not None else unreachable_status()
    shown["version"] = _version_for(protocol)
    return shown


def _version_for(protocol: int) -> dict[str, Any]:
    family = family_for(protocol)
    if family is None:
        return {"name": supported_span(), "protocol": ANY_PROTOCOL}
    return {"name": family.minecraft, "protocol": protocol}


def unreachable_status() -> dict[str, Any]:
    return {
        "description": {"text": "The server behind Hearthkin doesn't answer", "color": "red"},
        "players": {"max": 0, "online": 0},
    }


def encode_status(status: Status) -> bytes:
    """The status response packet."""
    return pack_varint(STATUS_RESPONSE) + pack_string(
        json.dumps(status, ensure_ascii=False, separators=(",", ":"))
    )


def legacy_status(status: Status | None) -> LegacyStatus:
    """The figures that a client before 1.7 can show."""
    shown = status if status is not None else unreachable_status()
    players = shown.get("players")
    version = shown.get("version")
    return LegacyStatus(
        version=plain_text(version.get("name", "")) if isinstance(version, Mapping) else supported_span(),
        motd=plain_text(shown.get("description", "")),
        online=_count(players, "online"),
        maximum=_count(players, "max"),
    )


def _count(players: object, key: str) -> int:
    value = players.get(key) if isinstance(players, Mapping) else None
    return value if isinstance(value, int) and 0 <= value < 1 << 31 else 0
