"""Java's modified UTF-8 (``DataInput.readUTF``): NUL takes two bytes, an astral character six."""

from __future__ import annotations

import re

from mutf8 import decode_modified_utf8, encode_modified_utf8

MAX_BYTES = 65535
"""A string's length travels as an unsigned short."""

# What readUTF accepts: one to three bytes per UTF-16 unit, each continuation byte 10xxxxxx. The mutf8 package
# doesn't check continuation bytes and takes four-byte sequences for Latin-1.
_WELL_FORMED = re.compile(rb"(?:[\x00-\x7f]|[\xc0-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2})*")

# The mutf8 package wants six bytes behind every high surrogate, also where Java reads a lone one at the end.
_PADDING = b"pad "


def decode(raw: bytes) -> str:
    """Decode exactly what Java accepts; lone surrogates stay as they are. Raises ValueError with the byte."""
    if raw.isascii():
        return raw.decode("ascii")
    match = _WELL_FORMED.match(raw)
    assert match is not None  # the pattern matches the empty string
    if match.end() != len(raw):
        raise ValueError(f"malformed modified UTF-8 at byte {match.end()} of the string")
    text: str = decode_modified_utf8(raw.replace(b"\x00", b"\xc0\x80") + _PADDING)
    return text[: -len(_PADDING)]


def encode(text: str) -> bytes:
    """Encode as Java's ``writeUTF`` does, without the length. Raises ValueError above 65,535 bytes."""
    plain = text.isascii() and "\x00" not in text
    raw: bytes = text.encode("ascii") if plain else encode_modified_utf8(text)
    if len(raw) > MAX_BYTES:
        raise ValueError(f"string of {len(raw)} bytes, at most {MAX_BYTES} allowed")
    return raw
