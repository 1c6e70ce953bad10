"""Rows of versions: which layout counts when."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from proxy.versions.read.column import varints
from proxy.versions.read.rows import Row, resolve
from proxy.versions.releases import Since
from proxy.wire.buffer import DecodeError, Reader
from proxy.wire.frame import pack_varint


@given(
    starts=st.lists(st.integers(0, 800), min_size=1, max_size=5, unique=True).map(sorted),
    protocol=st.integers(0, 900),
)
def test_the_newest_entry_that_is_not_newer_counts(starts: list[int], protocol: int) -> None:
    value = Since(*((start, start) for start in starts))
    reached = [start for start in starts if start <= protocol]
    if reached:
        assert value.at(protocol) == max(reached)
    else:
        with pytest.raises(LookupError, match=f"protocol {protocol}"):
            value.at(protocol)


@pytest.mark.parametrize("entries", [(), ((2, "b"), (1, "a"))])
def test_entries_out_of_order_are_refused(entries: tuple[Any, ...]) -> None:
    with pytest.raises(ValueError, match="oldest first"):
        Since(*entries)


def test_a_newer_row_replaces_an_older_one_whatever_their_order() -> None:
    def old(reader: Reader, tables: Any) -> Any: ...

    def new(reader: Reader, tables: Any) -> Any: ...

    rows = [Row("a", new, since=755), Row("a", old), Row("b", new, since=756)]
    assert resolve(rows, 754) == {"a": old}
    assert resolve(rows, 755) == {"a": new}
    assert resolve(rows, 756) == {"a": new, "b": new}


@given(
    st.lists(st.integers(-(2**31), 2**31 - 1) | st.integers(0, 200), max_size=80),
    st.binary(max_size=6),
    st.integers(0, 3),
)
def test_many_varints_are_read_as_one_by_one(values: list[int], tail: bytes, before: int) -> None:
    reader = Reader(bytes(before) + b"".join(map(pack_varint, values)) + tail, before)
    assert varints(reader, len(values)).tolist() == values
    assert reader.rest() == tail


@pytest.mark.parametrize("data", [b"", b"\x80", b"\x01\x80\x80", b"\x01" + b"\x80" * 5 + b"\x01"])
def test_varints_cut_short_or_too_long_are_refused(data: bytes) -> None:
    with pytest.raises(DecodeError):
        varints(Reader(data), 2)


def test_no_varints_take_no_bytes() -> None:
    reader = Reader(b"\x80")
    assert varints(reader, 0).dtype == np.int32
    assert reader.pos == 0
