"""Who listens to moods, and that the server never learns of it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from npc.emotion.mood import Mood
from proxy.mood_channel import MOOD_CHANNEL, MoodChannel, mood_message
from proxy.versions import family_for, supported
from proxy.versions.base import ProtocolFamily
from proxy.wire.buffer import pack_string
from proxy.wire.frame import Frame

PACKET_ID = 0x17
OURS = MOOD_CHANNEL.encode()
NAMES = {False: ("REGISTER", "UNREGISTER"), True: ("minecraft:register", "minecraft:unregister")}
FAMILIES = pytest.mark.parametrize("family", supported(), ids=lambda family: family.minecraft)


def registration(family: ProtocolFamily) -> tuple[str, str]:
    """1.13 gave channels namespaces."""
    return NAMES[family.protocol > 340]


class Client:
    """One that says something on plugin channels."""

    def __init__(self, family: ProtocolFamily) -> None:
        self.changes: list[bool] = []
        self.observer = MoodChannel(family, self.changes.append)
        self.bridge: Any = SimpleNamespace(family=family)

    def says(self, channel: str, data: bytes, name: str = "plugin_message") -> Any:
        assert name in self.observer.serverbound_interests
        packet = bytes((PACKET_ID,)) + pack_string(channel) + data
        return self.observer.serverbound(self.bridge, name, Frame(packet, 0, 0, PACKET_ID, packet))


def packet(channel: str, *names: bytes) -> bytes:
    return bytes((PACKET_ID,)) + pack_string(channel) + b"\0".join(names)


@FAMILIES
def test_who_registers_the_channel_listens_until_it_is_unregistered(family: ProtocolFamily) -> None:
    client = Client(family)
    register, unregister = registration(family)
    states = ["plugin_message", "configuration/plugin_message"][: 2 if family.has_configuration else 1]
    for name in states:
        assert client.says(register, OURS, name) == (), "the server would only hear of us"
        assert client.says(unregister, OURS, name) == ()
    assert client.changes == [True, False] * len(states)


@FAMILIES
def test_other_channels_of_the_same_list_travel_on(family: ProtocolFamily) -> None:
    client = Client(family)
    for channel, listens in zip(registration(family), (True, False), strict=True):
        assert client.says(channel, b"\0".join((b"voice:a", OURS, b"map:b"))) == (
            packet(channel, b"voice:a", b"map:b"),
        )
        assert client.says(channel, OURS + b"\0voice:a") == (packet(channel, b"voice:a"),)
        assert client.says(channel, OURS + b"\0") == (), "an end that is empty names nothing"
        assert client.changes == [listens] * 3
        client.changes.clear()


@FAMILIES
def test_what_is_not_about_the_channel_travels_on_as_it_came(family: ProtocolFamily) -> None:
    client = Client(family)
    register, unregister = registration(family)
    for channel, data in (
        (register, b"voice:a\0map:b"),
        (register, b"hearthkin:moody\0hearthkin"),
        (register, b""),
        (unregister, b"voice:a"),
        ("voice:a", OURS),
        ("MC|Brand", OURS),
    ):
        assert client.says(channel, data) is None
    assert not client.changes


@FAMILIES
def test_what_is_said_on_the_channel_itself_ends_here(family: ProtocolFamily) -> None:
    client = Client(family)
    assert client.says(MOOD_CHANNEL, b"\x01\x02") == ()
    assert not client.changes


def test_names_without_a_namespace_are_vanillas_from_1_13_on() -> None:
    old, new = (Client(family) for family in map(family_for, (340, 754)) if family is not None)
    assert new.says("register", OURS) == ()
    assert old.says("minecraft:register", OURS) is None
    assert old.says("register", OURS) is None
    assert (old.changes, new.changes) == ([], [True])


@given(
    names=st.lists(
        st.sampled_from([b"", b"voice:a", b"map:b", b"hearthkin:mood2", OURS]) | st.binary(max_size=6),
        max_size=6,
    )
)
def test_the_server_gets_all_names_but_ours_in_their_order(names: list[bytes]) -> None:
    family = family_for(754)
    assert family is not None
    client = Client(family)
    data = b"\0".join(names)
    answer = client.says("minecraft:register", data)
    listed = data.split(b"\0")
    if OURS not in listed:
        assert answer is None
        return
    kept = b"\0".join(name for name in listed if name != OURS)
    assert answer == ((packet("minecraft:register", kept),) if kept.strip(b"\0") else ())
    assert client.changes == [True]


def test_a_message_is_two_varints() -> None:
    assert mood_message(0x5000_0000, Mood.EXHAUSTED) == b"\x80\x80\x80\x80\x05\x0a"
    assert mood_message(127, Mood.COMPOSED) == b"\x7f\x00"
