"""The codec against itself, against Java's rules, and against amulet-nbt."""

from __future__ import annotations

import gzip
import io
import random
import re
import struct
import zlib
from collections import Counter
from typing import Any

import amulet_nbt
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from nbtlib import tag as tags
from nbtlib.tag import Byte, Compound, Double, Float, Int, IntArray, List, Long, LongArray, Short, String

from nbt import modified_utf8
from nbt.codec import (
    NbtError,
    read_file_bytes,
    read_network,
    read_network_tag,
    skip_network,
    skip_network_tag,
    write_file_bytes,
    write_network,
    write_network_tag,
)
from nbt.layout import MAX_DEPTH

# --- trees and what they are compared as ----------------------------------------------------------

TEXTS = st.text(max_size=12) | st.text("aé\0€😀\ud800", max_size=6)


def whole(cls: Any) -> st.SearchStrategy[Any]:
    return st.integers(cls.range.start, cls.range.stop - 1).map(cls)


def array(cls: Any) -> st.SearchStrategy[Any]:
    limit = 1 << (8 * cls.item_type["big"].itemsize - 1)
    return st.lists(st.integers(-limit, limit - 1), max_size=5).map(cls)


LEAVES = {
    Byte: whole(Byte),
    Short: whole(Short),
    Int: whole(Int),
    Long: whole(Long),
    Float: st.floats(width=32, allow_nan=False).map(Float),
    Double: st.floats(allow_nan=False).map(Double),
    String: TEXTS.map(String),
    tags.ByteArray: array(tags.ByteArray),
    IntArray: array(IntArray),
    LongArray: array(LongArray),
}


def list_of(kind: Any, items: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.lists(items, max_size=4).map(lambda found: List[kind](found))


def branches(children: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    compounds = st.dictionaries(TEXTS, children, max_size=4).map(Compound)
    lists = st.one_of(*(list_of(kind, items) for kind, items in LEAVES.items()))
    return compounds | lists | list_of(Compound, compounds) | list_of(List, lists)


TAGS = st.recursive(st.one_of(*LEAVES.values()), branches, max_leaves=12)
ROOTS = st.dictionaries(TEXTS, TAGS, max_size=5).map(Compound)


def plain(tag: Any) -> Any:
    """A tree as tuples that compare by value and by type, floats by their bits."""
    kind = tag.tag_id
    if kind in (5, 6):
        return kind, struct.pack(">f" if kind == 5 else ">d", tag)
    if kind in (7, 11, 12):
        return kind, tuple(int(value) for value in np.asarray(tag))
    if kind == 8:
        return kind, str(tag)
    if kind == 9:
        return kind, tag.subtype.tag_id, tuple(plain(item) for item in tag)
    if kind == 10:
        return kind, {str(name): plain(item) for name, item in tag.items()}
    return kind, int(tag)


def plain_amulet(tag: Any) -> Any:
    """The same for amulet's tags."""
    kind = tag.tag_id
    if kind in (5, 6):
        return kind, struct.pack(">f" if kind == 5 else ">d", tag.py_float)
    if kind in (7, 11, 12):
        return kind, tuple(int(value) for value in tag.np_array)
    if kind == 8:
        return kind, tag.py_str
    if kind == 9:
        return kind, tag.list_data_type, tuple(plain_amulet(item) for item in tag)
    if kind == 10:
        return kind, {name: plain_amulet(item) for name, item in tag.items()}
    return kind, tag.py_int


def nested(depth: int) -> bytes:
    """A network root that holds ``depth`` containers inside one another, lists and compounds in turn."""
    data = b"\x0a\x00\x00"
    ends = [b"\x00"]
    open_ = 1
    in_list = False
    while open_ < depth:
        if in_list:
            ends.append(b"\x00")
            in_list = False
        elif open_ + 1 < depth and open_ % 2:
            data += b"\x09\x00\x01l\x0a\x00\x00\x00\x01"
            ends.append(b"")
            in_list = True
        else:
            data += b"\x0a\x00\x01c"
            ends.append(b"\x00")
        open_ += 1
    return data + b"".join(reversed(ends))


# --- round trips ----------------------------------------------------------------------------------


@given(ROOTS, st.booleans())
def test_what_is_written_is_read_back(root: Compound, named: bool) -> None:
    data = write_network(root, named=named)
    again, end = read_network(data, named=named)
    assert end == len(data)
    assert plain(again) == plain(root)


@given(ROOTS)
def test_skipping_ends_where_reading_does(root: Compound) -> None:
    data = b"before" + write_network(root) + b"behind"
    assert skip_network(data, 6) == read_network(data, 6)[1] == len(data) - 6


@given(TAGS)
def test_a_root_of_any_type_is_read_and_skipped_as_it_was_written(tag: Any) -> None:
    data = b"before" + write_network_tag(tag) + b"behind"
    again, end = read_network_tag(data, 6)
    assert plain(again) == plain(tag)
    assert skip_network_tag(data, 6) == end == len(data) - 6


@given(TAGS)
def test_a_root_of_any_type_that_ends_early_is_refused(tag: Any) -> None:
    data = write_network_tag(tag)
    for end in range(len(data)):
        for read in (read_network_tag, skip_network_tag):
            with pytest.raises(NbtError):
                read(data[:end])


def test_a_root_without_a_type_stands_for_nothing() -> None:
    assert read_network_tag(b"xx\x00yy", 2) == (None, 3)
    assert skip_network_tag(b"xx\x00yy", 2) == 3
    for read in (read_network_tag, skip_network_tag):
        with pytest.raises(NbtError, match="unknown tag type 13"):
            read(b"\x0d\x00")
    with pytest.raises(NbtError, match="isn't an NBT tag"):
        write_network_tag("text")  # type: ignore[arg-type]


def test_a_compound_is_the_same_root_whichever_way_it_is_read() -> None:
    data = write_network(SAMPLE, named=False)
    assert write_network_tag(SAMPLE) == data
    assert plain(read_network_tag(data)[0]) == plain(read_network(data, named=False)[0])


@given(ROOTS, TEXTS, st.sampled_from(["gzip", "zlib", "none"]))
def test_a_file_keeps_its_name_and_tree_in_each_compression(root: Compound, name: str, compress: Any) -> None:
    data = write_file_bytes(name, root, compress=compress)
    assert data == write_file_bytes(name, root, compress=compress), "the same tree must give the same bytes"
    again_name, again = read_file_bytes(data)
    assert (again_name, plain(again)) == (name, plain(root))


def test_nothing_is_a_lone_end_tag() -> None:
    assert write_network(None) == b"\x00"
    assert read_network(b"xx\x00yy", 2) == (None, 3)
    assert skip_network(b"xx\x00yy", 2) == 3


def test_an_empty_list_keeps_the_type_it_was_sent_with() -> None:
    data = b"\x0a\x00\x00\x09\x00\x01l\x0a\x00\x00\x00\x00\x00"
    root, _ = read_network(data)
    assert root is not None
    assert write_network(root) == data


def test_arrays_that_were_read_can_be_written_to() -> None:
    root, _ = read_network(write_network(Compound(a=IntArray([1, 2]))))
    assert root is not None
    root["a"][0] = 7
    assert write_network(root) == write_network(Compound(a=IntArray([7, 2])))


# --- damage and hostility -------------------------------------------------------------------------

SAMPLE = Compound(
    b=Byte(-1),
    s=Short(2),
    i=Int(3),
    l=Long(4),
    f=Float(0.5),
    d=Double(0.25),
    t=String("häuser\0😀"),
    ba=tags.ByteArray([1, 2, 3]),
    ia=IntArray([1, 2]),
    la=LongArray([5]),
    empty=List(),
    numbers=List[Double]([1.0, 2.0]),
    texts=List[String](["a", "bc"]),
    arrays=List[IntArray]([IntArray([1]), IntArray([])]),
    lists=List[List]([List[Int]([1]), List[Compound]([Compound(x=Byte(1)), Compound()])]),
    compound=Compound(inner=Compound()),
)


def test_no_prefix_is_taken_for_the_whole() -> None:
    data = write_network(SAMPLE)
    for end in range(len(data)):
        with pytest.raises(NbtError):
            read_network(data[:end])
        with pytest.raises(NbtError):
            skip_network(data[:end])


@pytest.mark.parametrize("compress", ["gzip", "zlib", "none"])
def test_no_prefix_of_a_file_is_taken_for_the_whole(compress: Any) -> None:
    data = write_file_bytes("root", SAMPLE, compress=compress)
    assert plain(read_file_bytes(data)[1]) == plain(SAMPLE)
    for end in range(len(data)):
        with pytest.raises(NbtError):
            read_file_bytes(data[:end])


def test_bytes_behind_the_end_of_a_file_are_refused() -> None:
    for compress in ("gzip", "zlib", "none"):
        with pytest.raises(NbtError, match="behind"):
            read_file_bytes(write_file_bytes("", SAMPLE, compress=compress) + b"\x00")
    inner = write_file_bytes("", SAMPLE, compress="none") + b"\x00"
    with pytest.raises(NbtError, match="behind"):
        read_file_bytes(gzip.compress(inner))


@pytest.mark.parametrize("item", range(13))
def test_a_list_that_claims_more_than_follows_is_refused_at_once(item: int) -> None:
    claim = b"\x0a\x00\x00\x09\x00\x00" + bytes((item,)) + b"\x7f\xff\xff\xff"
    for read in (read_network, skip_network):
        with pytest.raises(NbtError, match="2147483647"):
            read(claim)


@pytest.mark.parametrize("kind", [7, 11, 12])
@pytest.mark.parametrize("count", [0x7FFFFFFF, -1, -0x80000000])
def test_an_array_that_claims_more_than_follows_is_refused(kind: int, count: int) -> None:
    claim = b"\x0a\x00\x00" + bytes((kind,)) + b"\x00\x00" + struct.pack(">i", count) + b"\x00" * 8
    for read in (read_network, skip_network):
        with pytest.raises(NbtError, match=str(count)):
            read(claim)


def test_512_containers_are_read_and_513_are_not() -> None:
    assert MAX_DEPTH == 512
    data = nested(512)
    root, end = read_network(data)
    assert end == len(data) == skip_network(data)
    assert root is not None
    assert write_network(root) == data
    for read in (read_network, skip_network):
        with pytest.raises(NbtError, match="512"):
            read(nested(513))


def test_a_list_as_the_root_counts_among_the_512() -> None:
    def lists(depth: int) -> bytes:
        return b"\x09" + b"\x09\x00\x00\x00\x01" * (depth - 1) + bytes(5)

    assert skip_network_tag(lists(512)) == read_network_tag(lists(512))[1] == len(lists(512))
    for read in (read_network_tag, skip_network_tag):
        with pytest.raises(NbtError, match="512"):
            read(lists(513))


def test_depth_is_no_question_of_the_stack() -> None:
    deep = b"\x0a\x00\x00" + b"\x0a\x00\x01c" * 200_000
    with pytest.raises(NbtError, match="512"):
        read_network(deep)
    lists = b"\x0a\x00\x00\x09\x00\x01l" + b"\x09\x00\x00\x00\x01" * 200_000
    with pytest.raises(NbtError, match="512"):
        skip_network(lists)
    root = Compound()
    for _ in range(512):
        root = Compound(c=root)
    with pytest.raises(NbtError, match="512"):
        write_network(root)


def test_the_wire_has_a_quota_that_counts_as_vanilla_does() -> None:
    # Vanilla's NbtAccounter: 48 for the root; for the entry 28 + 36 and 2 for its name's letter; 24 for the
    # array.
    fits = 2_097_152 - 48 - 28 - 36 - 2 - 24
    read_network(write_network(Compound(a=tags.ByteArray(np.zeros(fits, np.int8)))))
    with pytest.raises(NbtError, match="quota"):
        read_network(write_network(Compound(a=tags.ByteArray(np.zeros(fits + 1, np.int8)))))


def test_many_tiny_compounds_exceed_the_quota_before_they_are_built() -> None:
    count = 1_000_000
    data = b"\x0a\x00\x00\x09\x00\x00\x0a" + struct.pack(">i", count) + b"\x00" * (count + 1)
    with pytest.raises(NbtError, match="quota"):
        read_network(data)
    assert skip_network(data) == len(data)


def test_a_bomb_is_refused_without_inflating_it() -> None:
    bomb = zlib.compress(bytes(50_000_000), 9)
    with pytest.raises(NbtError, match="1000000"):
        read_file_bytes(bomb, max_bytes=1_000_000)
    with pytest.raises(NbtError, match="1000000"):
        read_file_bytes(gzip.compress(bytes(50_000_000)), max_bytes=1_000_000)
    with pytest.raises(NbtError, match="at most 10"):
        read_file_bytes(write_file_bytes("", SAMPLE, compress="none"), max_bytes=10)


def test_an_error_says_what_and_at_which_byte() -> None:
    with pytest.raises(NbtError, match=r"unknown tag type 13 .at byte 3.") as caught:
        read_network(b"\x0a\x00\x00\x0d\x00\x00")
    assert caught.value.offset == 3


def test_a_root_that_is_no_compound_is_refused() -> None:
    with pytest.raises(NbtError, match="type 8"):
        read_network(b"\x08\x00\x00\x00\x00")
    with pytest.raises(NbtError, match="type 9"):
        read_file_bytes(b"\x09\x00\x00\x00\x00\x00\x00\x00")
    with pytest.raises(NbtError, match="empty"):
        read_file_bytes(b"")


@pytest.mark.parametrize(
    ("root", "words"),
    [
        (Compound(a=Compound(b=List[Compound]([Compound(c=5)]))), r"a/b/\[\]/c: int isn't an NBT tag"),
        (Compound(a=String("x" * 65536)), "a: String string of 65536 bytes"),
        (Compound({"x" * 65536: Byte(1)}), "string of 65536 bytes"),
        (Compound(a=Compound(f=Float(1e300))), "a/f: Float"),
    ],
)
def test_what_the_format_cannot_hold_is_refused_with_its_path(root: Compound, words: str) -> None:
    with pytest.raises(NbtError, match=words):
        write_network(root)


def test_a_list_that_lost_its_type_is_not_written() -> None:
    mixed = List[Int]([1])
    list.append(mixed, Short(2))
    with pytest.raises(NbtError, match="item of type 2 in a list of type 3"):
        write_network(Compound(a=mixed))


# --- amulet-nbt as oracle -------------------------------------------------------------------------


def amulet(data: bytes) -> Any:
    """The tree that amulet reads from the start of ``data``, None when it refuses.

    Text is decoded by our rules: amulet's decoder takes malformed bytes for letters.
    """
    try:
        named = amulet_nbt.load(io.BytesIO(data), compressed=False, string_decoder=modified_utf8.decode)
    except Exception:
        return None
    return plain_amulet(named.compound)


@given(ROOTS)
def test_amulet_reads_what_we_write(root: Compound) -> None:
    assert amulet(write_network(root)) == plain(root)


@given(TAGS)
def test_amulet_reads_roots_of_any_type(tag: Any) -> None:
    data = write_network_tag(tag)
    named = amulet_nbt.load(
        io.BytesIO(data[:1] + b"\x00\x00" + data[1:]), compressed=False, string_decoder=modified_utf8.decode
    )
    assert plain_amulet(named.tag) == plain(tag)


# Vanilla raises on a negative length and has no name for such a type; amulet takes all three for empty.
DELIBERATE = re.compile(r"list of -\d+ items|array of -\d+ elements|list of unknown tag type")


def test_amulet_and_we_agree_on_mutated_input() -> None:
    generator = random.Random(1)
    data = write_network(SAMPLE)
    outcomes: Counter[str] = Counter()
    for _ in range(10_000):
        mutated = bytearray(data)
        for _ in range(generator.choice((1, 1, 2, 3))):
            position = generator.randrange(3, len(mutated))
            mutated[position] = generator.choice((0, 1, 0x7F, 0x80, 0xFF, generator.randrange(256)))
        raw = bytes(mutated)
        try:
            mine = plain(read_network(raw)[0])
            outcomes["read"] += 1
        except NbtError as error:
            if DELIBERATE.search(str(error)):
                outcomes["stricter"] += 1
                continue
            mine = None
            outcomes["refused"] += 1
        assert mine == amulet(raw), raw
    assert outcomes["read"] > 3_000
    assert outcomes["refused"] > 3_000
    assert outcomes["stricter"] < 1_000


@given(st.binary(max_size=80))
def test_amulet_and_we_agree_on_noise(noise: bytes) -> None:
    raw = b"\x0a\x00\x00" + noise
    try:
        mine = plain(read_network(raw)[0])
    except NbtError as error:
        mine = None
        if DELIBERATE.search(str(error)):
            return
    assert mine == amulet(raw)
