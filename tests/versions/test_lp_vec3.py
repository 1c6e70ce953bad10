"""Quantised velocities, as 1.21.9 and later send them."""

from __future__ import annotations

from math import ceil, inf, nan

import pytest
from hypothesis import given
from hypothesis import strategies as st
from judge import Judge

from proxy.versions.lp_vec3 import pack_lp_vec3, read_lp_vec3
from proxy.wire.buffer import DecodeError, Reader
from proxy.wire.frame import pack_varint, read_varint

LARGEST = float(2**34 - 1)
HALF_STEP = 1 / 32766
VELOCITIES = st.floats(-LARGEST, LARGEST)


def read(data: bytes) -> tuple[float, float, float]:
    reader = Reader(data)
    vector = read_lp_vec3(reader)
    assert reader.remaining == 0
    return vector


@pytest.mark.parametrize("sent", ["00", "f9ff7ffeebed", "59e7800cebed", "51e880011541", "09e98000d8fd"])
def test_what_a_vanilla_server_sent_is_written_again_as_it_was(sent: str) -> None:
    """Payloads that node-minecraft-protocol's tests have from a vanilla 1.21.11 server."""
    assert pack_lp_vec3(*read(bytes.fromhex(sent))).hex() == sent


def test_gravity_of_a_resting_entity_is_read() -> None:
    x, y, z = read(bytes.fromhex("f9ff7ffeebed"))
    assert (x, z) == (0, 0)
    assert y == pytest.approx(-0.0784, abs=HALF_STEP)


@given(VELOCITIES, VELOCITIES, VELOCITIES)
def test_no_component_is_off_by_more_than_half_a_step(x: float, y: float, z: float) -> None:
    """A step is 2/32766 of the scale, which is the longest component rounded up."""
    scale = max(1, ceil(max(abs(x), abs(y), abs(z))))
    for sent, got in zip((x, y, z), read(pack_lp_vec3(x, y, z)), strict=True):
        assert abs(sent - got) <= scale * HALF_STEP * (1 + 1e-9)


@given(st.integers(1, 2**34 - 1), st.integers(0, 32766), st.integers(0, 32766))
def test_what_was_read_once_stays_what_it_is(scale: int, y: int, z: int) -> None:
    vector = (float(scale), (y * 2 / 32766 - 1) * scale, (z * 2 / 32766 - 1) * scale)
    sent = pack_lp_vec3(*vector)
    assert read(sent) == vector
    assert pack_lp_vec3(*read(sent)) == sent


def test_less_than_half_a_step_is_a_single_byte() -> None:
    short = HALF_STEP * 0.999
    assert pack_lp_vec3(short, -short, 0) == b"\x00"
    assert len(pack_lp_vec3(HALF_STEP * 1.001, 0, 0)) == 6


def test_a_scale_of_more_than_two_bits_goes_on_in_a_varint() -> None:
    assert len(pack_lp_vec3(3, 0, 0)) == 6
    assert pack_lp_vec3(4, 0, 0)[6:] == pack_varint(1)
    assert pack_lp_vec3(0, -1e9, 0)[6:] == pack_varint(250_000_000)


def test_what_no_scale_can_hold_is_cut_and_what_is_no_number_is_zero() -> None:
    assert read(pack_lp_vec3(inf, -inf, nan)) == (LARGEST, -LARGEST, 0)


def test_the_highest_code_counts_as_the_one_below() -> None:
    everything = (0x7FFF << 33 | 0x7FFF << 18 | 0x7FFF << 3 | 1).to_bytes(6, "little")
    data = everything[:2] + everything[:1:-1]
    assert read(data) == (1, 1, 1)


@pytest.mark.parametrize("length", [0, 1, 5, 6])
def test_a_vector_cut_short_is_refused(length: int) -> None:
    with pytest.raises(DecodeError):
        read_lp_vec3(Reader(pack_lp_vec3(5, 0, 0)[:length]))


def test_node_minecraft_protocol_writes_the_same_bytes(judge: Judge) -> None:
    vectors = [
        (x * factor, y * factor, -x * y * factor)
        for factor in (1e-5, 0.01, 1.0, 3.9, 4.0, 77.7, 1e6, 4e9)
        for x, y in ((0.1, 0.9), (-1.0, 0.3), (0.333, -0.777), (0.0, 1.0))
    ]
    written = judge.write(
        [
            (
                "1.21.9",
                "clientbound",
                "entity_velocity",
                {"entityId": 1, "velocity": dict(zip("xyz", vector, strict=True))},
            )
            for vector in vectors
        ]
    )
    for vector, packet in zip(vectors, written, strict=True):
        _, start = read_varint(packet, 0)
        assert packet[start + 1 :] == pack_lp_vec3(*vector), vector
