"""The connection to the server, from dialling to play."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from quarry.net.client import ClientFactory, ClientProtocol
from twisted.internet import error

from proxy.connection.framed import FramedConnection, Handler
from proxy.connection.handshake import read_compression_threshold
from proxy.wire.buffer import Reader
from proxy.wire.frame import Frame, FrameError
from proxy.wire.framing import FrameSplitter

if TYPE_CHECKING:
    from proxy.connection.bridge import Bridge
    from proxy.connection.listener import ProxyFactory


class BackendSide(FramedConnection, ClientProtocol):  # type: ignore[misc]
    """Our end of the connection to the server."""

    def __init__(self, factory: BackendFactory, remote_addr: Any) -> None:
        proxy = factory.proxy
        self.statistics = proxy.stats
        splitter = FrameSplitter(
            proxy.limits.frame_bytes,
            proxy.limits.inflated_clientbound_bytes,
            proxy.stats.clientbound,
        )
        super().__init__(
            factory,
            remote_addr,
            clock=proxy.reactor,
            limits=proxy.limits,
            splitter=splitter,
            handler=factory.handler,
        )

    def connection_made(self) -> None:
        super().connection_made()
        self.factory.connected(self)


class BackendFactory(ClientFactory):  # type: ignore[misc]
    """Dials the configured server once. Exactly one of ``connected`` and ``failed`` is called."""

    protocol = BackendSide
    noisy = False

    def __init__(
        self,
        proxy: ProxyFactory,
        handler: Handler,
        connected: Callable[[BackendSide], object],
        failed: Callable[[str], object],
    ) -> None:
        super().__init__()
        self.proxy = proxy
        self.handler = handler
        self.connected = connected
        self.failed = failed
        self._connector: Any = None

    def dial(self) -> None:
        """Start to connect."""
        host, port = self.proxy.backend
        self._connector = self.proxy.reactor.connectTCP(
            host, port, self, timeout=self.proxy.limits.connect_timeout
        )

    def give_up(self) -> None:
        """Stop connecting, if that is still under way; ``failed`` is called then."""
        if self._connector is not None and self._connector.state == "connecting":
            self._connector.stopConnecting()

    def clientConnectionFailed(self, connector: Any, reason: Any) -> None:
        self.failed(_failure_text(reason, self.proxy.limits.connect_timeout))


def _failure_text(reason: Any, timeout: float) -> str:
    if reason.check(error.ConnectionRefusedError):
        return "it refuses connections"
    if reason.check(error.TimeoutError, error.TCPTimedOutError):
        return f"it doesn't answer within {timeout:g} s"
    if reason.check(error.DNSLookupError):
        return "its host name is not known"
    return str(reason.value) or type(reason.value).__name__


class BackendLoginHandler(Handler):
    """The server's half of a login: hands what it says to the bridge."""

    name = "login with the server"

    def __init__(self, bridge: Bridge) -> None:
        self._bridge = bridge

    def received(self, item: bytes | Frame) -> None:
        if isinstance(item, bytes):
            raise FrameError("a frame that wasn't looked at")
        bridge = self._bridge
        match bridge.family.packet_name("login", "clientbound", item.packet_id):
            case "login_disconnect":
                bridge.backend_refused(item)
            case "login_encryption_request":
                bridge.encryption_requested()
            case "login_set_compression":
                bridge.compression_announced(item, read_compression_threshold(item.body))
            case "login_plugin_request":
                bridge.plugin_requested(item, Reader(item.body).varint())
            case "login_success":
                uuid, name = bridge.family.read_login_success(item.body)
                bridge.login_succeeded(item, uuid, name)
            case "cookie_request":
                bridge.cookie_requested(item, Reader(item.body).string())
            case _:
                bridge.forward_to_client(item)

    def breached(self, what: str) -> None:
        self._bridge.close(f"The server sent what Hearthkin can't read: {what}")

    def timed_out(self) -> None:
        self._bridge.close("The server stopped answering while you logged in")

    def lost(self) -> None:
        self._bridge.backend_lost()
