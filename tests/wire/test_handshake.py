"""The first packet of a connection, and the name that follows it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proxy.connection.handshake import Handshake, Intent, handshake_packet, read_login_start
from proxy.wire.buffer import DecodeError, pack_string
from proxy.wire.frame import Frame, FrameError, pack_varint
from proxy.wire.framing import FrameSplitter, frame_packet
from proxy.wire.statistics import Traffic


def frame_of(packet: bytes) -> Frame:
    (item,) = FrameSplitter(8192, 0, Traffic()).feed(frame_packet(packet, -1))
    assert isinstance(item, Frame)
    return item


@given(
    protocol=st.integers(-(1 << 31), (1 << 31) - 1),
    host=st.text(st.characters(exclude_categories=["Cs"]), max_size=255),
    port=st.integers(0, 65535),
    intent=st.sampled_from(Intent),
)
def test_a_handshake_is_read_as_it_was_made(protocol: int, host: str, port: int, intent: Intent) -> None:
    packet = handshake_packet(protocol, (host, port), intent)
    assert Handshake.read(frame_of(packet)) == (protocol, intent)


@given(cut=st.integers(1, 15))
def test_a_handshake_that_is_cut_short_is_refused(cut: int) -> None:
    packet = handshake_packet(754, ("localhost", 25565), Intent.LOGIN)
    with pytest.raises((FrameError, DecodeError)):
        Handshake.read(frame_of(packet[:-cut]))


@pytest.mark.parametrize("intent", [-1, 0, 4, 255])
def test_an_intent_that_there_is_not_is_refused(intent: int) -> None:
    packet = handshake_packet(754, ("localhost", 25565), Intent.LOGIN)[:-1] + pack_varint(intent)
    with pytest.raises(FrameError, match=f"next state {intent}"):
        Handshake.read(frame_of(packet))


def test_a_host_name_may_have_255_characters_and_nothing_may_follow() -> None:
    longest = handshake_packet(754, ("ü" * 255, 25565), Intent.LOGIN)
    assert Handshake.read(frame_of(longest)).intent is Intent.LOGIN
    with pytest.raises(DecodeError, match="256 characters"):
        Handshake.read(frame_of(handshake_packet(754, ("ü" * 256, 25565), Intent.LOGIN)))
    with pytest.raises(FrameError, match="1 bytes follow"):
        Handshake.read(frame_of(longest + b"\0"))


@pytest.mark.parametrize("name", ["", "two words", "seventeen_letters", "né"])
def test_a_name_that_cannot_be_one_is_not_read(name: str) -> None:
    with pytest.raises((FrameError, DecodeError)):
        read_login_start(frame_of(b"\0" + pack_string(name)), 16)


def test_what_follows_the_name_is_left_to_the_version() -> None:
    assert read_login_start(frame_of(b"\0" + pack_string("Steve") + bytes(20)), 16) == "Steve"
