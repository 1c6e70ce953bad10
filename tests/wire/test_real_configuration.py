"""node-minecraft-protocol's server and client through the configuration state, and back from play.

The library's own server finishes a configuration as soon as it begins and knows no way back: ``wire_server.js`` drives
these by hand.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from harness.peer import Peer
from wire_harness.layouts import CONFIGURED, LAYOUTS, WITH_COOKIES
from wire_harness.raw import string, varint, words
from wire_harness.reactor_thread import in_reactor
from wire_harness.running import RunningProxy

from proxy.connection.bridge import Bridge
from proxy.versions import family_for
from proxy.versions.base import Direction, State

StartProxy = Callable[..., RunningProxy]

MOVE = string("mod:move")
CORE = {"namespace": "minecraft", "id": "core", "version": "1"}


class Session:
    """One player of a version between both libraries, who comes as far as its configuration."""

    def __init__(
        self, version: str, server: Peer, client: Peer, start_proxy: StartProxy, **options: Any
    ) -> None:
        family = family_for(LAYOUTS[version])
        assert family is not None
        self.family = family
        self.bridges: list[Bridge] = []
        self.server, self.client = server, client
        at_server = {key: options.pop(key) for key in ("cookie",) if key in options}
        self.port = server.ask("start", version=version, linger=True, **at_server)["port"]
        self.proxy = start_proxy(self.port, observers=lambda bridge: self.bridges.append(bridge) or [])
        self.version = version
        self.name = f"P{self.port}"
        client.ask("join", name=self.name, port=self.proxy.port, version=version, **options)
        self.wait_at_server("configuring")

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
        """Finish the configuration and let the player in."""
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
        body = text.encode().rjust(8)[:8]
        self.carry_down(state, "keep_alive", body, "keep_alive")
        answer = self.packet(state, "serverbound", "keep_alive", body)
        self.wait_at_server("packet", state=state, name="keep_alive", packet=answer)

    def reason(self, state: State) -> str:
        told = self.client.wait_for("disconnect", client=self.name, state=state)
        self.client.wait_for("end", client=self.name)
        assert len(self.client.seen("disconnect", client=self.name)) == 1, "more than one reason"
        return words(json.loads(told["reason"]))


@pytest.fixture
def begin(nmp_server: Peer, nmp_client: Peer, start_proxy: StartProxy) -> Callable[..., Session]:
    return lambda version, **options: Session(version, nmp_server, nmp_client, start_proxy, **options)


Begin = Callable[..., Session]


@pytest.mark.parametrize("version", CONFIGURED)
def test_a_player_comes_through_the_configuration_to_play_and_goes_back_twice(
    begin: Begin, version: str
) -> None:
    session = begin(version)
    settings = session.wait_at_server("packet", state="configuration", name="settings")
    assert bytes.fromhex(settings["packet"])[1:7] == string("en_us")
    session.talk("configuration", "first")
    session.play()
    session.talk("play", "first")
    for again in ("second", "third"):
        # What is under way when the server changes its mind is read as play by all three.
        steps = [
            session.packet("play", "serverbound", "plugin_message", MOVE + bytes([i])) for i in range(20)
        ]
        for step in steps[:10]:
            session.client.ask("send", name=session.name, packet=step)
        session.reconfigure()
        session.talk("configuration", again)
        session.finish()
        for step in steps[10:]:
            session.client.ask("send", name=session.name, packet=step)
        for step in steps:
            session.wait_at_server("packet", state="play", name="custom_payload", packet=step)
        session.talk("play", again)
    assert not session.client.seen("error", client=session.name)
    assert not session.server.seen("error", port=session.port)
    assert session.proxy.read(lambda f: (f.stats.breaches, f.stats.players)) == (0, 1)


@pytest.mark.parametrize("version", WITH_COOKIES)
def test_cookies_are_stored_asked_for_and_given_back_in_every_state(begin: Begin, version: str) -> None:
    largest = bytes(range(256)) * 20
    session = begin(version, cookie="shop:cart", cookies={"shop:cart": largest.hex()})
    assert session.server.wait_for("cookie", port=session.port) == {
        "event": "cookie",
        "port": session.port,
        "key": "shop:cart",
        "value": largest.hex(),
    }
    session.carry_down("configuration", "store_cookie", string("shop:name") + b"\5Steve", "store_cookie")
    for state in ("configuration", "play"):
        for key, given in (("shop:name", b"\1\5Steve"), ("shop:nothing", b"\0")):
            session.carry_down(state, "cookie_request", string(key), "cookie_request")
            answer = session.packet(state, "serverbound", "cookie_response", string(key) + given)
            session.wait_at_server("packet", state=state, name="cookie_response", packet=answer)
        if state == "configuration":
            # One more, with the end of the configuration right behind it.
            session.tell_server("write", packet="cookie_request", params={"cookie": "shop:cart"})
            session.play()
            answer = session.packet(
                state, "serverbound", "cookie_response", string("shop:cart") + b"\1" + varint(5120) + largest
            )
            session.wait_at_server("packet", state=state, name="cookie_response", packet=answer)


def test_a_cookie_that_the_client_never_had_is_answered_at_login_too(begin: Begin) -> None:
    session = begin("1.21.8", cookie="shop:cart")
    assert session.server.wait_for("cookie", port=session.port)["value"] is None


@pytest.mark.parametrize("version", WITH_COOKIES)
def test_known_packs_are_agreed_upon(begin: Begin, version: str) -> None:
    packs = [{**CORE, "id": f"pack{i}"} for i in range(64)]
    session = begin(version, packs=packs)
    session.tell_server("write", packet="select_known_packs", params={"packs": [CORE]})
    answer = varint(64) + b"".join(string("minecraft") + string(f"pack{i}") + string("1") for i in range(64))
    expected = session.packet("configuration", "serverbound", "select_known_packs", answer)
    session.wait_at_server("packet", state="configuration", name="select_known_packs", packet=expected)
    session.play()


def test_a_client_that_knows_too_many_packs_is_told_so(begin: Begin) -> None:
    session = begin("1.20.6", packs=[CORE] * 65)
    session.tell_server("write", packet="select_known_packs", params={"packs": [CORE]})
    assert "65 known packs, at most 64 allowed" in session.reason("configuration")
    session.wait_at_server("left")


@pytest.mark.parametrize("version", CONFIGURED)
@pytest.mark.parametrize("again", [False, True], ids=["joining", "back from play"])
def test_a_kick_of_ours_is_read_in_the_configuration(begin: Begin, version: str, again: bool) -> None:
    session = begin(version)
    if again:
        session.play()
        session.reconfigure()
    in_reactor(session.bridge.kick, {"text": "Out ", "extra": [{"text": "of here", "color": "red"}]})
    assert session.reason("configuration") == "Out of here"
    session.wait_at_server("left")


@pytest.mark.parametrize("version", CONFIGURED)
def test_a_kick_by_the_server_in_the_configuration_is_the_only_reason(begin: Begin, version: str) -> None:
    session = begin(version)
    # The library's own kick knows login and play only.
    kick = session.family.disconnect({"text": "Closed for repairs"}, "configuration")
    session.tell_server("send", packet=kick.hex())
    session.tell_server("cut")
    assert session.reason("configuration") == "Closed for repairs"


@pytest.mark.parametrize("version", CONFIGURED)
def test_a_server_that_breaks_off_in_the_configuration_gives_the_player_a_reason(
    begin: Begin, version: str
) -> None:
    session = begin(version)
    session.talk("configuration", "before")
    session.tell_server("cut")
    assert session.reason("configuration") == "Lost connection to the server"


@pytest.mark.parametrize("version", WITH_COOKIES)
@pytest.mark.parametrize("state", ["configuration", "play"])
def test_a_transfer_reaches_the_client_and_no_reason_follows_it(
    begin: Begin, version: str, state: State
) -> None:
    session = begin(version)
    if state == "play":
        session.play()
    session.carry_down(state, "transfer", string("other.example") + varint(25566), "transfer")
    session.tell_server("cut")
    session.client.wait_for("end", client=session.name)
    assert not session.client.seen("disconnect", client=session.name)
