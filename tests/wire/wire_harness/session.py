"""A player between node-minecraft-protocol's server and client, with the proxy in the middle."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from harness.peer import Peer

from proxy.connection.bridge import Bridge
from proxy.connection.observer import Observer
from proxy.versions import family_for
from proxy.versions.base import Direction, State
from wire_harness.layouts import LAYOUTS
from wire_harness.raw import string, varint, words
from wire_harness.running import RunningProxy


class Session:
    """One player of a version between both libraries, who comes as far as its configuration, where there is one."""

    def __init__(
        self,
        version: str,
        server: Peer,
        client: Peer,
        start_proxy: Callable[..., RunningProxy],
        observers: Callable[[Bridge], list[Observer]] = lambda bridge: [],
        cookie: str | None = None,
        **options: Any,
    ) -> None:
        family = family_for(LAYOUTS[version])
        assert family is not None
        self.family = family
        self.bridges: list[Bridge] = []
        self.server, self.client = server, client
        self.version = version
        self.port = server.ask("start", version=version, linger=family.has_configuration, cookie=cookie)[
            "port"
        ]
        self.proxy = start_proxy(
            self.port, observers=lambda bridge: self.bridges.append(bridge) or observers(bridge)
        )
        self.name = f"P{self.port}"
        client.ask("join", name=self.name, port=self.proxy.port, version=version, **options)
        self.wait_at_server("configuring" if family.has_configuration else "joined")

    @property
    def bridge(self) -> Bridge:
        return self.bridges[0]

    # --- the server

    def tell_server(self, do: str, **arguments: Any) -> None:
        self.server.ask(do, port=self.port, player=self.name, **arguments)

    def wait_at_server(self, event: str, **fields: Any) -> Any:
        return self.server.wait_for(event, port=self.port, player=self.name, **fields)

    def finish(self) -> None:
        self._change("finish", "playing")

    def reconfigure(self) -> None:
        """Back from play; the client has acknowledged it."""
        self._change("reconfigure", "configuring")

    def _change(self, do: str, event: str) -> None:
        since = self.server.bookmark()
        self.tell_server(do)
        self.server.wait_for(event, since=since, port=self.port, player=self.name)

    def play(self) -> None:
        """Finish the configuration, where there is one, and let the player in."""
        if self.family.has_configuration:
            self.finish()
            self.tell_server("login", version=self.version)
        self.client.wait_for("play", client=self.name)

    # --- packets

    def packet(self, state: State, direction: Direction, name: str, body: bytes) -> str:
        packet_id = self.family.packet_id(state, direction, name)
        assert packet_id is not None
        return (varint(packet_id) + body).hex()

    def carry_down(self, state: State, name: str, body: bytes, theirs: str) -> None:
        """The server sends it; the client reads it, byte for byte, under the name that its library has for it."""
        packet = self.packet(state, "clientbound", name, body)
        self.tell_server("send", packet=packet)
        self.client.wait_for("packet", client=self.name, state=state, name=theirs, packet=packet)

    def carry_up(self, state: State, name: str, body: bytes, theirs: str) -> None:
        packet = self.packet(state, "serverbound", name, body)
        self.client.ask("send", name=self.name, packet=packet)
        self.wait_at_server("packet", state=state, name=theirs, packet=packet)

    def talk(self, state: State, text: str) -> None:
        """Plugin messages both ways, and a keep-alive that the client's library answers."""
        self.carry_down(
            state, "plugin_message", string("mod:talk") + f"down, {text}".encode(), "custom_payload"
        )
        self.carry_up(state, "plugin_message", string("mod:talk") + f"up, {text}".encode(), "custom_payload")
        # To 1.8.9 the figure is a VarInt, then eight bytes.
        body = b"\x4d" if LAYOUTS[self.version] == 47 else text.encode().rjust(8)[:8]
        self.carry_down(state, "keep_alive", body, "keep_alive")
        answer = self.packet(state, "serverbound", "keep_alive", body)
        self.wait_at_server("packet", state=state, name="keep_alive", packet=answer)

    def reason(self, state: State) -> str:
        told = self.client.wait_for("disconnect", client=self.name, state=state)
        self.client.wait_for("end", client=self.name)
        assert len(self.client.seen("disconnect", client=self.name)) == 1, "more than one reason"
        return words(json.loads(told["reason"]))
