"""Texts and UUIDs where they are in a packet: each is replaced by something of the same length.

So nothing has to be written anew, and what isn't text stays as it came.
"""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Iterator, Mapping
from typing import Any
from uuid import UUID

from nbtlib.tag import IntArray, String

from nbt import modified_utf8
from proxy import messages as m
from proxy.capture.identities import SHORTEST, Identities
from proxy.wire.buffer import pack_string
from proxy.wire.frame import pack_varint
from world.item import ComponentHash, ItemStack

_RESOURCE = re.compile(r"minecraft:[a-z0-9_./-]+")
_PERSONAL = frozenset(
    {"string", "component", "optional_component", "item_stack", "optional_uuid", "compound"}
)
"""Serializers of metadata that can hold texts and UUIDs; the words of others, such as poses, aren't on the wire."""
_UNREADABLE = frozenset({"resolvable_profile"})
"""Serializers of metadata that can't do without a name or a skin."""
_PARTICLES = frozenset({"particle", "particles"})
_SAYING = frozenset(
    {"text", "fallback", "insertion", "value", "url", "command", "page", "selector", "name", "contents"}
)
"""Keys of a text component whose strings somebody wrote; those of others are the game's: ``color``, ``translate``."""
_NESTED = frozenset({"extra", "with", "hover_event", "hoverEvent", "click_event", "clickEvent", "separator"})
"""Keys of a text component that hold components, and what is like them."""

_STRUCTURE = frozenset({"action", "color", "font", "id", "translate", "type"})
_WORD = re.compile(r"[a-z0-9_.:/#-]+")
"""What NBT has under these keys is the game's, as long as it looks so: a client refuses it when it's blank."""


class UnsafeError(Exception):
    """A packet can't be made anonymous."""


def replacements(value: Any, identities: Identities) -> Iterator[tuple[bytes, bytes]]:
    """Bytes to be replaced by others of the same length, for each text and UUID in a decoded value.

    Raises :class:`UnsafeError` where something personal couldn't be found in the packet's bytes.
    """
    if isinstance(value, String):
        # A text of NBT: two bytes of length, modified UTF-8.
        raw = modified_utf8.encode(value)
        if len(raw) >= SHORTEST and not _RESOURCE.fullmatch(value):
            length = len(raw).to_bytes(2, "big")
            yield length + raw, length + _blank_text(raw)
    elif isinstance(value, IntArray):
        if len(value) == 4:
            uuid = UUID(bytes=value.astype(">i4").tobytes())
            yield uuid.bytes, identities.replacement(uuid)[0].bytes
    elif isinstance(value, str):
        yield from _texts(value)
    elif isinstance(value, UUID):
        yield value.bytes, identities.replacement(value)[0].bytes
    elif isinstance(value, ItemStack):
        if _tells(value.components):
            raise UnsafeError
        yield from replacements(value.nbt, identities)
    elif isinstance(value, m.EntityMetadata):
        yield from _in_metadata(value.values, identities)
    elif isinstance(value, m.SpawnEntity):
        yield from _in_metadata(value.metadata or {}, identities)
    elif isinstance(value, m.EntityEquipment):
        for _, item in value.items:
            yield from replacements(item, identities)
    elif isinstance(value, Mapping):
        for key, content in value.items():
            if not (key in _STRUCTURE and isinstance(content, String) and _WORD.fullmatch(content)):
                yield from replacements(content, identities)
    elif isinstance(value, list | tuple):
        for content in value:
            yield from replacements(content, identities)
    elif dataclasses.is_dataclass(value):
        for field in dataclasses.fields(value):
            yield from replacements(getattr(value, field.name), identities)


def _in_metadata(
    values: Mapping[int, tuple[str, Any]], identities: Identities
) -> Iterator[tuple[bytes, bytes]]:
    for serializer, content in values.values():
        if serializer in _UNREADABLE:
            raise UnsafeError
        if serializer in _PARTICLES:
            for particle in [content] if serializer == "particle" else content:
                yield from replacements(particle[1], identities)
        elif serializer in _PERSONAL:
            yield from replacements(content, identities)


def _texts(value: str) -> Iterator[tuple[bytes, bytes]]:
    """A text component or string of the protocol, in each form that it may have in the packet.

    A VarInt of the length and UTF-8, to 1.20.2 also for components; later these are NBT.
    """
    raw = value.encode("utf-8")
    if len(raw) >= SHORTEST:
        yield pack_string(value), pack_varint(len(raw)) + _blank_text(raw)
    try:
        component = json.loads(value)
    except ValueError:
        return
    for text in _said(component):
        tag = modified_utf8.encode(text)
        if len(tag) >= SHORTEST:
            length = len(tag).to_bytes(2, "big")
            yield length + tag, length + b" " * len(tag)


def _said(component: Any) -> Iterator[str]:
    """The strings of a text component that somebody wrote."""
    if isinstance(component, str):
        yield component
    elif isinstance(component, list):
        for part in component:
            yield from _said(part)
    elif isinstance(component, dict):
        for key, content in component.items():
            # An empty key is how NBT wraps what stands in a list of mixed types.
            if key in _SAYING or key in _NESTED or not key:
                yield from _said(content)


def _tells(value: Any) -> bool:
    """Whether components of an item hold a text, a UUID, or a client's hash of what may be one."""
    if isinstance(value, str | UUID | IntArray | ComponentHash):
        return True
    if isinstance(value, Mapping):
        return any(map(_tells, value.values()))
    if isinstance(value, list | tuple):
        return any(map(_tells, value))
    return isinstance(value, ItemStack) and (_tells(value.components) or value.nbt is not None)


def _blank_text(raw: bytes) -> bytes:
    """The empty text as JSON, filled up with spaces: a component where one is wanted, and a text anyway."""
    return b'""' + b" " * (len(raw) - 2)
