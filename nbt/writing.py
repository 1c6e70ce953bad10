"""nbtlib's tags into NBT payloads, checked for what the format can't hold. Nothing recurses."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import numpy as np
from nbtlib.tag import Compound

from nbt import modified_utf8
from nbt.errors import NbtError
from nbt.layout import COMPOUND, DOUBLE, ELEMENT_SIZE, END, LIST, MAX_DEPTH, STRING

_PACK: tuple[Any, ...] = (None, *(struct.Struct(">" + code).pack for code in "bhiqfd"))
_PACK_LENGTH = struct.Struct(">i").pack
_PACK_SHORT = struct.Struct(">H").pack


_LONGEST_CACHED_NAME = 64


def pack_string(text: str) -> bytes:
    """A length-prefixed string. Raises ValueError above 65,535 bytes."""
    raw = modified_utf8.encode(text)
    return _PACK_SHORT(len(raw)) + raw


_pack_short_name = lru_cache(4096)(pack_string)


def pack_name(name: str) -> bytes:
    """As :func:`pack_string`; names repeat, so that the short ones are remembered."""
    return _pack_short_name(name) if len(name) <= _LONGEST_CACHED_NAME else pack_string(name)


def pack_payload(tag: Any) -> bytes:
    """The payload of a tag of any type. Raises :class:`NbtError` for one that can't be written."""
    kind = getattr(tag, "tag_id", None)
    if kind == COMPOUND:
        return pack_compound(tag)
    if kind in (None, END):
        raise NbtError(f"{type(tag).__name__} isn't an NBT tag")
    # A compound of one entry, without the entry's type and empty name and the end behind it.
    return pack_compound(Compound({"": tag}))[3:-1]


def pack_compound(root: Compound) -> bytes:
    """The payload of a root compound, its end tag included.

    Raises :class:`NbtError`, which names the path of the tag that can't be written.
    """
    if getattr(root, "tag_id", None) != COMPOUND:
        raise NbtError(f"the root is a {type(root).__name__}, not a compound")
    out = bytearray()
    # Open containers: what they still have to give, and the tag id of a list's items (END: a compound).
    open_: list[tuple[Iterator[Any], int]] = [(iter(root.items()), END)]
    path: list[str] = []
    while open_:
        entries, item = open_[-1]
        for entry in entries:
            if item == END:
                name, tag = entry
            else:
                name, tag = "[]", entry
            try:
                kind = tag.tag_id
                if item == END:
                    out.append(kind)
                    out += pack_name(name)
                elif kind != item:
                    raise ValueError(f"item of type {kind} in a list of type {item}")
                if kind <= DOUBLE:
                    out += _PACK[kind](tag)
                elif kind == STRING:
                    out += pack_string(tag)
                elif kind in ELEMENT_SIZE:
                    out += _pack_array(tag)
                else:
                    if len(open_) >= MAX_DEPTH:
                        raise ValueError(f"more than {MAX_DEPTH} containers inside one another")
                    if kind == LIST:
                        kind = tag.subtype.tag_id
                        if kind == END and len(tag):
                            raise ValueError("list of items without a type")
                        out.append(kind)
                        out += _PACK_LENGTH(len(tag))
                        open_.append((iter(tag), kind or LIST))
                    else:
                        open_.append((iter(tag.items()), END))
                    path.append(name)
                    break
            except (AttributeError, TypeError, ValueError, OverflowError, struct.error) as error:
                where = "/".join([*path, str(name)])
                what = "isn't an NBT tag" if isinstance(error, AttributeError | TypeError) else str(error)
                raise NbtError(f"{where}: {type(tag).__name__} {what}") from error
        else:
            if item == END:
                out.append(END)
            open_.pop()
            if path:
                path.pop()
    return bytes(out)


def _pack_array(array: Any) -> bytes:
    if array.ndim != 1:
        raise ValueError(f"array of {array.ndim} dimensions")
    wanted = type(array).item_type["big"]
    if array.dtype.newbyteorder("=") != wanted.newbyteorder("="):
        raise ValueError(f"array of {array.dtype}")
    return _PACK_LENGTH(len(array)) + np.ascontiguousarray(array, wanted).tobytes()
