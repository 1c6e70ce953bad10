"""node-minecraft-protocol's server and client through the configuration state, and back from play.

The library's own server finishes a configuration as soon as it begins and knows no way back: ``wire_server.js`` drives
these by hand.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from harness.peer import Peer
from wire_harness.layouts import CONFIGURED, LAYOUTS, WITH_COOKIES
from wire_harness.raw import string, varint
from wire_harness.reactor_thread import in_reactor
from wire_harness.recorder import Recorder
from wire_harness.running import RunningProxy
from wire_harness.session import Session

from proxy.connection.bridge import Bridge
from proxy.connection.observer import EVERYTHING
from proxy.versions.base import State
from proxy.wire.frame import Frame

Begin = Callable[..., Session]

MOVE = string("mod:move")
CORE = {"namespace": "minecraft", "id": "core", "version": "1"}


@pytest.fixture
def begin(nmp_server: Peer, nmp_client: Peer, start_proxy: Callable[..., RunningProxy]) -> Begin:
    return lambda version, **options: Session(version, nmp_server, nmp_client, start_proxy, **options)


@pytest.mark.parametrize("version", [version for version in LAYOUTS if version not in CONFIGURED])
@pytest.mark.proves("connection", "node-minecraft-protocol")
def test_plugin_messages_and_keep_alives_travel_both_ways_in_versions_without_a_configuration(
    begin: Begin, version: str
) -> None:
    session = begin(version)
    session.play()
    session.talk("play", "first")


@pytest.mark.parametrize("version", CONFIGURED)
@pytest.mark.proves("connection", "node-minecraft-protocol")
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


@pytest.mark.parametrize("version", ["1.19.4", "1.20.4", "26.1"])
def test_a_client_reads_bundles_whole_whatever_is_injected(begin: Begin, version: str) -> None:
    def channel(text: str, number: int) -> bytes:
        return string(f"mod:{text}") + bytes([number])

    def inject(bridge: Bridge, _name: str, _frame: Frame) -> None:
        if bridge.in_play:
            bridge.send_to_client(bytes.fromhex(ours(len(sent))))
            sent.append(len(sent))

    def ours(number: int) -> str:
        return session.packet("play", "clientbound", "plugin_message", channel("ours", number))

    def theirs(number: int) -> str:
        return session.packet("play", "clientbound", "plugin_message", channel("server", number))

    sent: list[int] = []
    session = begin(version, observers=lambda bridge: [Recorder(EVERYTHING, answer=inject)])
    session.play()
    sent.clear()
    since = session.client.bookmark()
    delimiter = session.packet("play", "clientbound", "bundle_delimiter", b"")
    packets = [
        theirs(0),
        delimiter,
        theirs(1),
        theirs(2),
        delimiter,
        theirs(3),
        delimiter,
        theirs(4),
        delimiter,
    ]
    for packet in packets:
        session.tell_server("send", packet=packet)
    session.carry_down("play", "plugin_message", channel("end", 0), "custom_payload")
    names = ("custom_payload", "bundle_delimiter")
    arrived = [
        event["packet"]
        for event in session.client.seen("packet", since=since, client=session.name, state="play")
        if event["name"] in names
    ]
    # The library lets a bundle out as we do, when it is whole: had one begun within another, it would show here.
    expected = [
        *[ours(0), theirs(0)],
        *[ours(number) for number in range(1, 5)],
        *[delimiter, theirs(1), theirs(2), delimiter],
        *[ours(5), theirs(3)],
        *[ours(number) for number in range(6, 9)],
        *[delimiter, theirs(4), delimiter],
        *[ours(9), session.packet("play", "clientbound", "plugin_message", channel("end", 0))],
    ]
    assert arrived == expected
    assert not session.client.seen("error", client=session.name)
