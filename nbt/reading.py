"""NBT payloads into nbtlib's tags, with every length checked before anything is built on it.

Nothing recurses: the open containers are kept in a list, so that depth is a number to compare and never a
RecursionError.
"""

from __future__ import annotations

import struct
from functools import partial
from typing import Any

import numpy as np
from nbtlib import tag as tags
from nbtlib.tag import Compound

from nbt import modified_utf8
from nbt.errors import NbtError
from nbt.layout import (
    BYTE,
    COMPOUND,
    COST,
    DOUBLE,
    ELEMENT_SIZE,
    END,
    ENTRY_COST,
    FLOAT,
    LIST,
    LIST_CLASSES,
    LONG_ARRAY,
    MAX_DEPTH,
    SCALAR_SIZE,
    SMALLEST,
    STRING,
    TAG_CLASSES,
)

_LENGTH = struct.Struct(">i").unpack_from
_UNPACK: tuple[Any, ...] = (None, *(struct.Struct(">" + code).unpack_from for code in "bhiqfd"))
_CODES = ".bhiqfd"

# nbtlib's constructors check ranges that the wire's widths already give: int.__new__ skips that.
_MAKE: tuple[Any, ...] = (
    None,
    *(partial(int.__new__, cls) for cls in TAG_CLASSES[1:5]),
    TAG_CLASSES[FLOAT],
    TAG_CLASSES[DOUBLE],
)
_BYTES: tuple[Any, ...] = tuple(tags.Byte(value - 256 if value > 127 else value) for value in range(256))
_new_string = partial(str.__new__, tags.String)
_new_array = np.ndarray.__new__


def read_string(data: bytes, pos: int) -> tuple[str, int]:
    """A length-prefixed string at ``pos``; its text and the position behind."""
    end = pos + 2
    if end > len(data):
        raise NbtError("data ends inside the length of a string", len(data))
    length = data[pos] << 8 | data[pos + 1]
    start, end = end, end + length
    if end > len(data):
        raise NbtError(f"string of {length} bytes, {len(data) - start} left", start)
    try:
        return modified_utf8.decode(data[start:end]), end
    except ValueError as error:
        raise NbtError(str(error), start) from None


def read_compound(data: bytes, pos: int, quota: int) -> tuple[Compound, int]:
    """Read the payload of a root compound; return it and the position behind it.

    ``quota`` bounds the cost by vanilla's rules. Raises :class:`NbtError`.
    """
    compound, pos = read_payload(data, pos, COMPOUND, quota)
    return compound, pos


def read_payload(data: bytes, pos: int, tag: int, quota: int) -> tuple[Any, int]:
    """As :func:`read_compound` for the payload of any tag type but :data:`END`."""
    try:
        if tag == COMPOUND:
            return _read_compound(data, pos, quota)
        if tag == LIST:
            items, left, item, pos, cost = _read_list(data, pos, quota - COST[LIST])
            return items, _fill(data, pos, quota - COST[LIST] - cost, None, [(items, left, item)])
        if tag == STRING:
            text, pos = read_string(data, pos)
            return _new_string(text), pos
        if tag in ELEMENT_SIZE:
            array, pos, _ = _read_array(data, pos, tag, quota)
            return array, pos
        if END < tag <= DOUBLE:
            return _MAKE[tag](_UNPACK[tag](data, pos)[0]), pos + SCALAR_SIZE[tag]
    except (IndexError, struct.error):
        raise _cut_short(data, tag) from None
    raise NbtError(f"unknown tag type {tag}", pos)


def _read_compound(data: bytes, pos: int, quota: int) -> tuple[Compound, int]:
    root = Compound()
    return root, _fill(data, pos, quota - COST[COMPOUND], root, [])


def _fill(data: bytes, pos: int, quota: int, here: Any, around: list[tuple[Any, int, int]]) -> int:
    """Read what is still to come of the open containers; return the position behind them.

    ``here`` is an open compound; None when the next item of a list is to be opened. ``around`` are the
    containers around it: a list with the number of items still to come and their tag id, or a compound with -1.
    """
    size = len(data)
    cost = 0
    set_item = dict.__setitem__
    while True:
        while here is not None:
            tag = data[pos]
            pos += 1
            if not tag:
                break
            if tag > LONG_ARRAY:
                raise NbtError(f"unknown tag type {tag}", pos - 1)
            start = pos + 2
            length = data[pos] << 8 | data[pos + 1]
            pos = start + length
            try:
                name = data[start:pos].decode("ascii")
            except UnicodeDecodeError:
                name = read_string(data, start - 2)[0]
            # A name that the end of the data cuts short is noticed by the value that has to follow it.
            cost += ENTRY_COST[tag] + 2 * len(name)
            if tag == BYTE:
                set_item(here, name, _BYTES[data[pos]])
                pos += 1
            elif tag <= DOUBLE:
                set_item(here, name, _MAKE[tag](_UNPACK[tag](data, pos)[0]))
                pos += SCALAR_SIZE[tag]
            elif tag == STRING:
                start = pos + 2
                length = data[pos] << 8 | data[pos + 1]
                pos = start + length
                if pos > size:
                    raise NbtError(f"string of {length} bytes, {size - start} left", start)
                try:
                    text = data[start:pos].decode("ascii")
                except UnicodeDecodeError:
                    text = read_string(data, start - 2)[0]
                cost += 2 * len(text)
                set_item(here, name, _new_string(text))
            elif tag == COMPOUND:
                if len(around) + 2 > MAX_DEPTH:
                    raise NbtError(f"more than {MAX_DEPTH} containers inside one another", pos)
                if cost > quota:
                    raise _too_large(pos)
                around.append((here, -1, END))
                child = Compound()
                set_item(here, name, child)
                here = child
            elif tag == LIST:
                if len(around) + 2 > MAX_DEPTH:
                    raise NbtError(f"more than {MAX_DEPTH} containers inside one another", pos)
                items, left, item, pos, extra = _read_list(data, pos, quota - cost)
                cost += extra
                set_item(here, name, items)
                if left:
                    around.append((here, -1, END))
                    around.append((items, left, item))
                    here = None
            else:
                array, pos, extra = _read_array(data, pos, tag, quota - cost)
                cost += extra
                set_item(here, name, array)
        # A container is complete, or a list of containers has just been opened: find what to read next.
        while around:
            here, left, item = around.pop()
            if left < 0:
                break
            if left == 0:
                continue
            if len(around) + 2 > MAX_DEPTH:
                raise NbtError(f"more than {MAX_DEPTH} containers inside one another", pos)
            if cost > quota:
                raise _too_large(pos)
            around.append((here, left - 1, item))
            if item == COMPOUND:
                child = Compound()
                list.append(here, child)
                here = child
                break
            items, left, item, pos, extra = _read_list(data, pos, quota - cost)
            cost += extra
            list.append(here, items)
            if left:
                around.append((items, left, item))
        else:
            if cost > quota:
                raise _too_large(pos)
            return pos


def _list_head(data: bytes, pos: int) -> tuple[int, int, int]:
    """Tag id and number of the items of the list at ``pos``, checked against what is left, and where they start."""
    item = data[pos]
    count = _LENGTH(data, pos + 1)[0]
    if item > LONG_ARRAY:
        raise NbtError(f"list of unknown tag type {item}", pos)
    if count < 0:
        raise NbtError(f"list of {count} items", pos + 1)
    pos += 5
    if not count:
        return item, count, pos
    if item == END:
        raise NbtError(f"list of {count} items without a type", pos - 5)
    if count * SMALLEST[item] > len(data) - pos:
        raise NbtError(f"list of {count} items of type {item}, {len(data) - pos} bytes left", pos - 4)
    return item, count, pos


def _read_list(data: bytes, pos: int, quota: int) -> tuple[Any, int, int, int, int]:
    """The list at ``pos``: the tag, containers still to be read into it, their tag id, position, cost."""
    item, count, pos = _list_head(data, pos)
    items = list.__new__(LIST_CLASSES[item])
    if not count:
        return items, 0, item, pos, 0
    cost = count * (4 + COST[item])
    if cost > quota:
        raise _too_large(pos)
    if item <= DOUBLE:
        end = pos + count * SCALAR_SIZE[item]
        if item == BYTE:
            list.extend(items, map(_BYTES.__getitem__, data[pos:end]))
        else:
            list.extend(items, map(_MAKE[item], struct.unpack_from(f">{count}{_CODES[item]}", data, pos)))
        return items, 0, item, end, cost
    if item == STRING:
        for _ in range(count):
            text, pos = read_string(data, pos)
            cost += 2 * len(text)
            list.append(items, _new_string(text))
        return items, 0, item, pos, cost
    if item in ELEMENT_SIZE:
        for _ in range(count):
            array, pos, extra = _read_array(data, pos, item, quota - cost)
            cost += extra
            list.append(items, array)
        return items, 0, item, pos, cost
    return items, count, item, pos, cost


def _read_array(data: bytes, pos: int, tag: int, quota: int) -> tuple[Any, int, int]:
    """The array at ``pos``: the tag (its own writable memory), position behind, cost of its elements."""
    count = _LENGTH(data, pos)[0]
    start = pos + 4
    width = count * ELEMENT_SIZE[tag]
    if count < 0 or width > len(data) - start:
        raise NbtError(f"array of {count} elements, {len(data) - start} bytes left", pos)
    if width > quota:
        raise _too_large(pos)
    cls = TAG_CLASSES[tag]
    end = start + width
    return _new_array(cls, (count,), cls.item_type["big"], bytearray(data[start:end])), end, width


def _cut_short(data: bytes, tag: int) -> NbtError:
    return NbtError(f"data ends inside a tag of type {tag}", len(data))


def _too_large(pos: int) -> NbtError:
    return NbtError("the tree is larger than its quota allows", pos)


def skip_compound(data: bytes, pos: int) -> int:
    """The position behind the payload of a root compound. Checks lengths, types and depth, not the text."""
    return skip_payload(data, pos, COMPOUND)


def skip_payload(data: bytes, pos: int, tag: int) -> int:
    """As :func:`skip_compound` for the payload of any tag type but :data:`END`."""
    try:
        if tag == COMPOUND:
            return _skip(data, pos, [], inside=True)
        if tag == LIST:
            left, item, pos = _skip_list(data, pos)
            end = _skip(data, pos, [(left, item)], inside=False)
        elif tag in ELEMENT_SIZE:
            end = _skip_array(data, pos, tag)
        elif tag == STRING:
            end = pos + 2 + (data[pos] << 8 | data[pos + 1])
        elif END < tag <= DOUBLE:
            end = pos + SCALAR_SIZE[tag]
        else:
            raise NbtError(f"unknown tag type {tag}", pos)
    except (IndexError, struct.error):
        raise _cut_short(data, tag) from None
    if end > len(data):
        raise _cut_short(data, tag)
    return end


def _skip(data: bytes, pos: int, around: list[tuple[int, int]], *, inside: bool) -> int:
    """As :func:`_fill`, with the items still to come of the lists around, -1 for a compound.

    ``inside`` an open compound; otherwise the next item of a list is to be opened.
    """
    while True:
        while inside:
            tag = data[pos]
            pos += 1
            if not tag:
                break
            pos += 2 + (data[pos] << 8 | data[pos + 1])
            if tag <= DOUBLE:
                pos += SCALAR_SIZE[tag]
            elif tag == STRING:
                pos += 2 + (data[pos] << 8 | data[pos + 1])
            elif tag in (COMPOUND, LIST):
                if len(around) + 2 > MAX_DEPTH:
                    raise NbtError(f"more than {MAX_DEPTH} containers inside one another", pos)
                if tag == COMPOUND:
                    around.append((-1, END))
                    continue
                left, item, pos = _skip_list(data, pos)
                if left:
                    around.append((-1, END))
                    around.append((left, item))
                    break
            elif tag in ELEMENT_SIZE:
                pos = _skip_array(data, pos, tag)
            else:
                raise NbtError(f"unknown tag type {tag}", pos)
        inside = True
        while around:
            left, item = around.pop()
            if left < 0:
                break
            if left == 0:
                continue
            if len(around) + 2 > MAX_DEPTH:
                raise NbtError(f"more than {MAX_DEPTH} containers inside one another", pos)
            around.append((left - 1, item))
            if item == COMPOUND:
                break
            left, item, pos = _skip_list(data, pos)
            if left:
                around.append((left, item))
        else:
            return pos


def _skip_list(data: bytes, pos: int) -> tuple[int, int, int]:
    """As :func:`_read_list`: containers still to be skipped, their tag id, position."""
    item, count, pos = _list_head(data, pos)
    if not count:
        return 0, item, pos
    if item <= DOUBLE:
        return 0, item, pos + count * SCALAR_SIZE[item]
    if item == STRING:
        for _ in range(count):
            pos += 2 + (data[pos] << 8 | data[pos + 1])
        return 0, item, pos
    if item in ELEMENT_SIZE:
        for _ in range(count):
            pos = _skip_array(data, pos, item)
        return 0, item, pos
    return count, item, pos


def _skip_array(data: bytes, pos: int, tag: int) -> int:
    count = _LENGTH(data, pos)[0]
    width = count * ELEMENT_SIZE[tag]
    if count < 0 or width > len(data) - pos - 4:
        raise NbtError(f"array of {count} elements, {len(data) - pos - 4} bytes left", pos)
    return pos + 4 + int(width)
