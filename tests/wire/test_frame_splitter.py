"""Framing, against an oracle that reads whole streams with code of its own."""

import random
import zlib
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.internet.task import Clock
from wire_harness.raw import frame, read_varint, varint

from proxy.wire.frame import Frame, FrameError, InflateError, pack_varint
from proxy.wire.framing import (
    ALL_WANTED,
    PASS,
    UNKNOWN,
    WANTED,
    FrameSplitter,
    count_frames,
    frame_packet,
    reframe,
)
from proxy.wire.statistics import BEYOND_TABLE, Traffic
from proxy.wire.throttle import ByteRate

MAX_FRAME = 2_097_151
MAX_INFLATED = 8_388_608


def splitter(
    threshold: int = -1, table: bytes | None = ALL_WANTED, max_frame: int = MAX_FRAME
) -> FrameSplitter:
    out = FrameSplitter(max_frame, MAX_INFLATED, Traffic())
    out.threshold = threshold
    out.table = table
    return out


def table_of(wanted: set[int], unknown: frozenset[int] = frozenset()) -> bytes:
    return bytes(WANTED if i in wanted else UNKNOWN if i in unknown else PASS for i in range(257))


def feed_all(out: FrameSplitter, pieces: list[bytes]) -> list[bytes | Frame]:
    return [item for piece in pieces for item in out.feed(piece)]


def packets_of(stream: bytes, threshold: int) -> list[tuple[bytes, bytes]]:
    """Oracle: (raw frame, packet) of each frame of a whole stream."""
    out, at = [], 0
    while at < len(stream):
        size, body = read_varint(stream, at)
        data = stream[body : body + size]
        raw = stream[at : body + size]
        at = body + size
        if threshold >= 0 and data:
            claimed, body = read_varint(data)
            data = zlib.decompress(data[body:]) if claimed else data[body:]
        if data:
            out.append((raw, data))
    return out


def cut(stream: bytes, places: list[int]) -> list[bytes]:
    edges = [0, *sorted(place % (len(stream) + 1) for place in places), len(stream)]
    return [stream[a:b] for a, b in pairwise(edges)]


packets = st.lists(
    st.builds(
        lambda packet_id, size, fill: varint(packet_id) + bytes([fill]) * size,
        st.one_of(st.integers(0, 5), st.integers(120, 300)),
        st.one_of(st.integers(0, 40), st.integers(40, 20_000)),
        st.integers(0, 255),
    ),
    max_size=12,
)
thresholds = st.sampled_from([-1, 0, 1, 64, 256])


@given(
    packets,
    thresholds,
    st.lists(st.integers(0, 1 << 20), max_size=20),
    st.sets(st.integers(0, 130), max_size=6),
)
def test_any_split_gives_the_same_bytes_and_the_same_wanted_packets(
    sent: list[bytes], threshold: int, places: list[int], wanted: set[int]
) -> None:
    stream = b"".join(frame(packet, threshold) for packet in sent)
    items = feed_all(splitter(threshold, table_of(wanted)), cut(stream, places))
    assert b"".join(item if isinstance(item, bytes) else item.raw for item in items) == stream
    seen = [(item.raw, item.packet) for item in items if isinstance(item, Frame)]
    assert seen == [pair for pair in packets_of(stream, threshold) if read_varint(pair[1])[0] in wanted]


@given(packets, thresholds)
def test_the_frames_of_a_run_are_counted(sent: list[bytes], threshold: int) -> None:
    assert count_frames(b"".join(frame(packet, threshold) for packet in sent)) == len(sent)


@given(packets, thresholds, st.lists(st.integers(0, 1 << 20), max_size=20))
def test_no_byte_is_moved_more_than_three_times_to_put_split_frames_together(
    sent: list[bytes], threshold: int, places: list[int]
) -> None:
    stream = b"".join(frame(packet, threshold) for packet in sent)
    out = splitter(threshold, None)
    assert b"".join(item for item in feed_all(out, cut(stream, places)) if isinstance(item, bytes)) == stream
    assert out.bytes_copied <= 3 * len(stream)
    assert out.held == 0


def test_eight_mebibytes_a_few_bytes_at_a_time_are_moved_no_more_than_three_times() -> None:
    stream = frame(b"\x20" + bytes(MAX_FRAME - 1)) * 4
    out = splitter()
    count = sum(len(list(out.feed(stream[at : at + 7]))) for at in range(0, len(stream), 7))
    assert count == 4
    assert out.bytes_copied <= 3 * len(stream)


@given(st.binary(max_size=400), thresholds, st.lists(st.integers(0, 400), max_size=6))
def test_noise_gives_frames_or_a_frame_error_however_it_is_split(
    noise: bytes, threshold: int, places: list[int]
) -> None:
    def outcome(pieces: list[bytes]) -> tuple[list[bytes], bool]:
        out = splitter(threshold)
        frames: list[bytes] = []
        try:
            for item in (i for piece in pieces for i in out.feed(piece)):
                assert isinstance(item, Frame)
                frames.append(item.raw)
        except FrameError:
            return frames, True
        return frames, False

    assert outcome([noise]) == outcome(cut(noise, places))


def test_a_frame_of_the_largest_size_is_accepted() -> None:
    stream = varint(MAX_FRAME) + b"\x01" + bytes(MAX_FRAME - 1)
    [item] = splitter().feed(stream)
    assert isinstance(item, Frame)
    assert item.raw == stream


@pytest.mark.parametrize(
    ("prefix", "says"),
    [
        (varint(MAX_FRAME + 1), "more than 3 bytes"),
        (varint(-1), "more than 3 bytes"),
        (varint(-(1 << 31)), "more than 3 bytes"),
        (b"\x80\x80\x80\x00", "more than 3 bytes"),
        (b"\xff" * 10, "more than 3 bytes"),
    ],
)
def test_larger_and_negative_lengths_are_refused_by_their_prefix_alone(prefix: bytes, says: str) -> None:
    with pytest.raises(FrameError, match=says):
        list(splitter().feed(prefix))


def test_a_configured_bound_is_kept_to_the_byte_before_the_body_has_come() -> None:
    out = splitter(max_frame=8192)
    assert len(list(out.feed(frame(bytes(8192))))) == 1
    with pytest.raises(FrameError, match="frame of 8193 bytes, at most 8192 allowed"):
        list(out.feed(varint(8193)))
    assert out.held == 0


@pytest.mark.parametrize("threshold", [-1, 0, 256])
def test_frames_without_a_packet_are_dropped(threshold: int) -> None:
    empty = [b"\x00"] if threshold < 0 else [b"\x00", b"\x01\x00"]
    real = frame(b"\x05abc", threshold)
    stream = b"".join(nothing + real for nothing in empty) + empty[-1]
    passed = feed_all(splitter(threshold, None), [stream])
    assert passed == [real] * len(empty)
    seen = feed_all(splitter(threshold), [stream])
    assert [item.packet for item in seen if isinstance(item, Frame)] == [b"\x05abc"] * len(empty)


def compressed(packet: bytes, claimed: int) -> bytes:
    data = varint(claimed) + zlib.compress(packet)
    return varint(len(data)) + data


@pytest.mark.parametrize("table", [None, ALL_WANTED, table_of(set())], ids=["unread", "wanted", "passed"])
class TestClaims:
    """Sizes that compressed packets claim are checked whether or not anybody reads them."""

    def test_the_largest_claim_is_accepted(self, table: bytes | None) -> None:
        assert len(list(splitter(256, table).feed(compressed(bytes(MAX_INFLATED), MAX_INFLATED)))) == 1

    def test_a_claim_of_the_threshold_is_accepted(self, table: bytes | None) -> None:
        assert len(list(splitter(256, table).feed(compressed(bytes(256), 256)))) == 1

    @pytest.mark.parametrize("claimed", [MAX_INFLATED + 1, 255, 1, -1, -(1 << 31), (1 << 31) - 1])
    def test_other_claims_are_refused(self, table: bytes | None, claimed: int) -> None:
        with pytest.raises(FrameError, match=f"claims {claimed} bytes, 256 to 8388608 allowed"):
            list(splitter(256, table).feed(compressed(bytes(300), claimed)))

    def test_a_packet_below_the_threshold_goes_uncompressed(self, table: bytes | None) -> None:
        assert len(list(splitter(256, table).feed(varint(256) + b"\0" + bytes(255)))) == 1

    def test_an_uncompressed_packet_of_the_threshold_is_refused(self, table: bytes | None) -> None:
        with pytest.raises(FrameError, match="256 bytes isn't compressed, the threshold is 256"):
            list(splitter(256, table).feed(varint(257) + b"\0" + bytes(256)))

    def test_a_claim_cut_short_is_refused(self, table: bytes | None) -> None:
        with pytest.raises(FrameError):
            list(splitter(256, table).feed(b"\x02\x80\x80"))

    def test_a_claim_with_nothing_behind_it_is_refused(self, table: bytes | None) -> None:
        with pytest.raises(FrameError, match="its frame holds none"):
            list(splitter(256, table).feed(varint(2) + varint(300)))


def wanted_frame(raw: bytes, threshold: int = 256) -> Frame:
    [item] = splitter(threshold).feed(raw)
    assert isinstance(item, Frame)
    return item


@pytest.mark.parametrize(
    ("real", "claimed", "holds"), [(1000, 999, "more"), (999, 1000, "999"), (256, 5000, "256")]
)
def test_inflating_to_another_size_than_claimed_is_refused(real: int, claimed: int, holds: str) -> None:
    item = wanted_frame(compressed(bytes(real), claimed))
    with pytest.raises(InflateError, match=f"claims {claimed} bytes but holds {holds}"):
        _ = item.packet


def test_a_bomb_is_inflated_no_further_than_one_byte_over_its_claim() -> None:
    bomb = compressed(bytes(500_000_000), 300)
    with pytest.raises(InflateError, match="holds more"):
        _ = wanted_frame(bomb).packet


def test_bytes_behind_the_stream_and_a_stream_without_end_are_refused() -> None:
    data = zlib.compress(bytes(300))
    behind = varint(300) + data + b"more"
    with pytest.raises(InflateError, match="4 bytes follow"):
        _ = wanted_frame(varint(len(behind)) + behind).packet
    short = varint(300) + data[:-4]
    with pytest.raises(InflateError, match="no end"):
        _ = wanted_frame(varint(len(short)) + short).packet


def test_a_stream_that_is_not_zlib_is_refused_when_its_id_is_looked_at() -> None:
    body = varint(300) + b"not zlib at all"
    with pytest.raises(InflateError, match="damaged"):
        list(splitter(256).feed(varint(len(body)) + body))


def test_an_id_is_found_behind_any_number_of_empty_blocks() -> None:
    stream = zlib.compressobj()
    empty = b"".join(stream.flush(zlib.Z_FULL_FLUSH) for _ in range(1))
    packed = (
        empty + b"\x00\x00\x00\xff\xff" * 400 + stream.compress(varint(0x99) + bytes(400)) + stream.flush()
    )
    body = varint(402) + packed
    assert wanted_frame(varint(len(body)) + body).packet_id == 0x99


def test_random_packets_have_their_ids_found_without_inflating_them() -> None:
    chance = random.Random(5)
    for size in (300, 1000, 30_000, 200_000):
        for spread in (2, 30, 256):
            packet = varint(chance.randrange(300)) + bytes(chance.randrange(spread) for _ in range(size))
            item = wanted_frame(frame(packet, 256))
            assert item.packet_id == read_varint(packet)[0]
            assert item.packet == packet
            assert item.body == packet[read_varint(packet)[1] :]


def test_a_threshold_set_between_two_frames_holds_from_the_second_on() -> None:
    out = splitter()
    stream = frame(b"\x03\x40") + frame(b"\x02" + bytes(100), 64) + frame(b"\x07", 64)
    seen = []
    for item in out.feed(stream):
        assert isinstance(item, Frame)
        seen.append(item.packet)
        if item.packet_id == 3:
            out.threshold = 64
    assert seen == [b"\x03\x40", b"\x02" + bytes(100), b"\x07"]


def test_interests_changed_between_two_frames_hold_from_the_second_on() -> None:
    out = splitter()
    stream = b"".join(frame(bytes([i])) for i in range(6))
    seen: list[bytes | int] = []
    for item in out.feed(stream):
        seen.append(item if isinstance(item, bytes) else item.packet_id)
        if not isinstance(item, bytes) and item.packet_id == 2:
            out.table = table_of({5})
    assert seen == [0, 1, 2, frame(b"\x03") + frame(b"\x04"), 5]


def test_unknown_ids_pass_and_are_counted_without_a_count_for_each_made_up_one() -> None:
    out = splitter(table=table_of({1}, frozenset({0x7A, 0xF0, 256})))
    stream = b"".join(frame(varint(i)) for i in (0x7A, 1, 0x7A, 0xF0, 300, 70_000, -1))
    items = feed_all(out, [stream])
    assert b"".join(i if isinstance(i, bytes) else i.raw for i in items) == stream
    assert out.traffic.unknown_ids == {0x7A: 2, 0xF0: 1, BEYOND_TABLE: 3}


def test_an_id_longer_than_its_frame_is_refused() -> None:
    with pytest.raises(FrameError, match="beyond the end"):
        list(splitter().feed(b"\x01\x80" + frame(b"\x01")))


def test_traffic_counts_wanted_frames_and_all_bytes() -> None:
    out = splitter(table=table_of({1}))
    stream = frame(b"\x00") * 3 + frame(b"\x01") + frame(b"\x02") * 2
    feed_all(out, cut(stream, [1, 4, 5]))
    assert (out.traffic.frames, out.traffic.bytes) == (1, len(stream))


@pytest.mark.parametrize("table", [None, table_of({9})])
@pytest.mark.parametrize("threshold", [-1, 64])
def test_the_id_of_the_last_frame_is_known_even_when_nobody_reads(
    table: bytes | None, threshold: int
) -> None:
    out = splitter(threshold, table)
    feed_all(out, [frame(b"\x01", threshold) * 3 + frame(b"\x19" + b"words" * 30, threshold)])
    assert out.last_packet_id() == 0x19
    feed_all(out, [frame(b"\x02", threshold)])
    assert out.last_packet_id() == 2


def test_inflated_bytes_over_the_rate_are_refused_before_the_frame_is_handed_out() -> None:
    clock = Clock()
    out = FrameSplitter(MAX_FRAME, MAX_INFLATED, Traffic(), ByteRate(1000, 7.0, clock.seconds))
    out.threshold = 64
    assert len(list(out.feed(compressed(bytes(7000), 7000)))) == 1
    with pytest.raises(FrameError, match="inflated bytes in 7 s"):
        next(out.feed(compressed(bytes(64), 64)))


@given(st.binary(min_size=1, max_size=2000), thresholds)
@settings(max_examples=50)
def test_what_we_frame_the_oracle_reads(packet: bytes, threshold: int) -> None:
    assert [found for _, found in packets_of(frame_packet(packet, threshold), threshold)] == [packet]


def test_a_packet_that_no_frame_holds_is_refused() -> None:
    assert len(frame_packet(bytes(MAX_FRAME), -1)) == MAX_FRAME + 3
    with pytest.raises(FrameError, match="at most 2097151 fit"):
        frame_packet(bytes(MAX_FRAME + 1), -1)


@given(st.binary(min_size=1, max_size=600), thresholds, thresholds)
def test_reframing_keeps_the_packet_and_touches_nothing_between_equal_thresholds(
    packet: bytes, came_with: int, threshold: int
) -> None:
    packet = b"\x01" + packet
    item = wanted_frame(frame(packet, came_with), came_with)
    out = reframe(item, came_with, threshold)
    assert [found for _, found in packets_of(out, threshold)] == [packet]
    if came_with == threshold:
        assert out is item.raw


@given(st.integers(-(1 << 31), (1 << 31) - 1))
def test_varints_are_those_of_the_oracle(value: int) -> None:
    assert pack_varint(value) == varint(value)
