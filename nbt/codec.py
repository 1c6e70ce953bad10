"""The checked reader and writer of NBT, for packets and for files. The data model is nbtlib's tags.

nbtlib's own parser takes missing bytes for zeros, trusts any length, has no bound on depth and speaks plain
UTF-8. This one refuses with :class:`NbtError` what vanilla refuses: data that ends early, lengths beyond the
data, unknown types, more than 512 containers inside one another, malformed modified UTF-8, trees
above their quota.
"""

from __future__ import annotations

import zlib
from typing import Literal

from nbtlib.tag import Base, Compound

from nbt.errors import NbtError
from nbt.layout import COMPOUND, END, FILE_QUOTA, NETWORK_QUOTA
from nbt.reading import read_compound, read_payload, read_string, skip_compound, skip_payload
from nbt.writing import pack_compound, pack_payload, pack_string

Compression = Literal["gzip", "zlib", "none"]

__all__ = [
    "Compound",
    "NbtError",
    "read_file_bytes",
    "read_network",
    "read_network_tag",
    "skip_network",
    "skip_network_tag",
    "write_file_bytes",
    "write_network",
    "write_network_tag",
]

MAX_FILE_BYTES = 64 * 1024 * 1024
"""What a file may inflate to."""

_GZIP_HEADER = 16
"""Added to the window's bits, this makes zlib write and expect gzip's header instead of its own."""
_LEVEL = 6
_SMALLEST_WINDOW = 9
_SMALL_MEMORY = 5
_SMALL_TREE = 16 * 1024


def read_network(
    data: bytes, pos: int = 0, *, named: bool = True, quota: int = NETWORK_QUOTA
) -> tuple[Compound | None, int]:
    """Read the NBT at ``pos`` of a packet; return its root and the position behind it.

    A lone TAG_End, which stands for "nothing", gives None. ``named``: the root has a name (to 1.20.1), which
    is dropped. ``quota`` bounds the cost by vanilla's rules. Raises :class:`NbtError`.
    """
    pos, empty = _root(data, pos, named)
    if empty:
        return None, pos
    return read_compound(data, pos, quota)


def skip_network(data: bytes, pos: int = 0, *, named: bool = True) -> int:
    """The position behind the NBT at ``pos``, without building it.

    Checks lengths, types and depth; text and quota aren't looked at. Raises :class:`NbtError`.
    """
    pos, empty = _root(data, pos, named)
    return pos if empty else skip_compound(data, pos)


def write_network(compound: Compound | None, *, named: bool = True) -> bytes:
    """The bytes of a packet's NBT; None writes a lone TAG_End. A named root gets the empty name."""
    if compound is None:
        return bytes((END,))
    return bytes((COMPOUND,)) + (b"\x00\x00" if named else b"") + pack_compound(compound)


def read_network_tag(data: bytes, pos: int = 0, *, quota: int = NETWORK_QUOTA) -> tuple[Base | None, int]:
    """As :func:`read_network` without a name (1.20.2+), for a root that may be of any type."""
    kind = _kind(data, pos)
    return (None, pos + 1) if kind == END else read_payload(data, pos + 1, kind, quota)


def skip_network_tag(data: bytes, pos: int = 0) -> int:
    """As :func:`skip_network` without a name (1.20.2+), for a root that may be of any type."""
    kind = _kind(data, pos)
    return pos + 1 if kind == END else skip_payload(data, pos + 1, kind)


def write_network_tag(tag: Base) -> bytes:
    """The bytes of a packet's NBT without a name (1.20.2+) whose root may be of any type."""
    payload = pack_payload(tag)
    return bytes((tag.tag_id,)) + payload


def read_file_bytes(
    data: bytes, *, max_bytes: int = MAX_FILE_BYTES, quota: int = FILE_QUOTA
) -> tuple[str, Compound]:
    """Read a whole file: gzip, zlib or plain, big endian. Returns the root's name and the root.

    Raises :class:`NbtError` for damage, more than ``max_bytes`` inflated, or bytes behind the end.
    """
    plain = _inflate(data, max_bytes)
    if not plain:
        raise NbtError("the file is empty", 0)
    if plain[0] != COMPOUND:
        raise NbtError(f"the root is of type {plain[0]}, not a compound", 0)
    name, pos = read_string(plain, 1)
    root, pos = read_compound(plain, pos, quota)
    if pos != len(plain):
        raise NbtError(f"{len(plain) - pos} bytes behind the end of the root", pos)
    return name, root


def write_file_bytes(root_name: str, compound: Compound, *, compress: Compression = "gzip") -> bytes:
    """The bytes of a file. The same tree gives the same bytes: the gzip header carries no time."""
    try:
        name = pack_string(root_name)
    except ValueError as error:
        raise NbtError(f"name of the root: {error}") from None
    plain = bytes((COMPOUND,)) + name + pack_compound(compound)
    if compress == "none":
        return plain
    # zlib's default tables are 256 KiB; setting them up takes longer than compressing a small tree.
    window = max(_SMALLEST_WINDOW, min(zlib.MAX_WBITS, len(plain).bit_length()))
    memory = _SMALL_MEMORY if len(plain) <= _SMALL_TREE else zlib.DEF_MEM_LEVEL
    header = _GZIP_HEADER if compress == "gzip" else 0
    stream = zlib.compressobj(_LEVEL, zlib.DEFLATED, header + window, memory)
    return stream.compress(plain) + stream.flush()


def _root(data: bytes, pos: int, named: bool) -> tuple[int, bool]:
    """The position of the root's payload, or behind a lone TAG_End and True."""
    kind = _kind(data, pos)
    if kind == END:
        return pos + 1, True
    if kind != COMPOUND:
        raise NbtError(f"the root is of type {kind}, not a compound", pos)
    if not named:
        return pos + 1, False
    return read_string(data, pos + 1)[1], False


def _kind(data: bytes, pos: int) -> int:
    if not 0 <= pos < len(data):
        raise NbtError("no NBT left", pos)
    return data[pos]


def _inflate(data: bytes, max_bytes: int) -> bytes:
    if data[:2] == b"\x1f\x8b":
        window = _GZIP_HEADER + zlib.MAX_WBITS
    elif len(data) > 1 and data[0] & 0x0F == 8 and (data[0] << 8 | data[1]) % 31 == 0:
        window = zlib.MAX_WBITS
    else:
        if len(data) > max_bytes:
            raise NbtError(f"file of {len(data)} bytes, at most {max_bytes} allowed", max_bytes)
        return data
    stream = zlib.decompressobj(window)
    try:
        plain = stream.decompress(data, max_bytes + 1)
    except zlib.error as error:
        raise NbtError(f"compressed data is damaged: {error}") from None
    if len(plain) > max_bytes:
        raise NbtError(f"file inflates to more than the {max_bytes} bytes allowed", max_bytes)
    if not stream.eof:
        raise NbtError(f"compressed data ends early, {len(plain)} bytes inflated", len(plain))
    if stream.unused_data:
        raise NbtError(f"{len(stream.unused_data)} bytes behind the compressed data")
    return plain
