"""Modified UTF-8 as java.io.DataOutput.writeUTF and DataInput.readUTF have it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nbt import modified_utf8

JAVA = [
    ("", b""),
    ("plain", b"plain"),
    ("\0", b"\xc0\x80"),
    ("a\0b", b"a\xc0\x80b"),
    ("é", b"\xc3\xa9"),
    ("€", b"\xe2\x82\xac"),
    ("😀", b"\xed\xa0\xbd\xed\xb8\x80"),
    ("😀é\0", b"\xed\xa0\xbd\xed\xb8\x80\xc3\xa9\xc0\x80"),
    ("\ud83d", b"\xed\xa0\xbd"),
    ("\ude00x", b"\xed\xb8\x80x"),
    ("\ud83dab", b"\xed\xa0\xbdab"),
]


@pytest.mark.parametrize(("text", "raw"), JAVA)
def test_strings_are_those_that_java_writes(text: str, raw: bytes) -> None:
    assert modified_utf8.encode(text) == raw
    assert modified_utf8.decode(raw) == text


def java_units(raw: bytes) -> list[int] | None:
    """DataInput.readUTF, word for word from its documentation: UTF-16 units, or None where it throws."""
    units = []
    position = 0
    while position < len(raw):
        first = raw[position]
        if first < 0x80:
            units.append(first)
            position += 1
        elif first >> 5 == 0b110:
            if position + 2 > len(raw) or raw[position + 1] & 0xC0 != 0x80:
                return None
            units.append((first & 0x1F) << 6 | raw[position + 1] & 0x3F)
            position += 2
        elif first >> 4 == 0b1110:
            if position + 3 > len(raw) or any(
                byte & 0xC0 != 0x80 for byte in raw[position + 1 : position + 3]
            ):
                return None
            units.append((first & 0x0F) << 12 | (raw[position + 1] & 0x3F) << 6 | raw[position + 2] & 0x3F)
            position += 3
        else:
            return None
    return units


FRAGMENTS = st.sampled_from(
    [b"a", b"\0", b"\xc0\x80", b"\xc3\xa9", b"\xed\xa0\xbd", b"\xed\xb8\x80", b"\xe2\x82\xac"]
)


@given(
    st.binary(max_size=12) | st.lists(FRAGMENTS | st.binary(min_size=1, max_size=2), max_size=8).map(b"".join)
)
def test_what_java_reads_is_read_and_what_it_refuses_is_refused(raw: bytes) -> None:
    units = java_units(raw)
    if units is None:
        with pytest.raises(ValueError, match="malformed modified UTF-8 at byte"):
            modified_utf8.decode(raw)
    else:
        text = modified_utf8.decode(raw)
        utf16 = b"".join(unit.to_bytes(2, "big") for unit in units)
        assert text.encode("utf-16-be", "surrogatepass") == utf16


@given(st.text())
def test_every_text_comes_back(text: str) -> None:
    assert modified_utf8.decode(modified_utf8.encode(text)) == text


def test_a_string_has_at_most_65535_bytes() -> None:
    assert len(modified_utf8.encode("x" * 65535)) == 65535
    with pytest.raises(ValueError, match="65536 bytes"):
        modified_utf8.encode("x" * 65536)
    with pytest.raises(ValueError, match="65538 bytes"):
        modified_utf8.encode("€" * 21846)
