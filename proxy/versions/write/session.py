"""Player list, chat, sounds and goodbyes."""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping
from math import floor
from uuid import UUID

from npc.stage_port import Actor
from proxy.versions.releases import FIRST, V1_19, V1_19_1, Since
from proxy.versions.tables import Tables
from proxy.versions.write.packets import NamedPacket, pack_boolean, pack_component
from proxy.wire.buffer import pack_string
from proxy.wire.frame import pack_varint

NAME_LIMIT = 16
"""Characters of a profile's name; a client drops the connection over a longer one."""

_ADD, _REMOVE = 0, 4
_SYSTEM_POSITION = 1
_NOBODY = UUID(int=0)
_NEUTRAL = 6
"""Sound category."""


def add_to_player_list(actor: Actor, tables: Tables) -> list[NamedPacket]:
    """The entry of an actor, its name cut to :data:`NAME_LIMIT`."""
    properties = pack_varint(0)
    if actor.skin is not None:
        value, signature = actor.skin
        properties = (
            pack_varint(1)
            + pack_string("textures")
            + pack_string(value)
            + pack_boolean(signature is not None)
        )
        if signature is not None:
            properties += pack_string(signature)
    entry = (
        actor.uuid.bytes
        + pack_string(actor.name[:NAME_LIMIT])
        + properties
        + pack_varint(0)  # survival
        + pack_varint(0)  # ping
        + pack_boolean(False)  # display name
        + _PROFILE_KEY.at(tables.protocol)
    )
    return [("player_list_item", pack_varint(_ADD) + pack_varint(1) + entry)]


_PROFILE_KEY = Since((FIRST, b""), (V1_19, pack_boolean(False)))
"""An actor has no key to sign chat with."""


def remove_from_player_list(uuid: UUID) -> list[NamedPacket]:
    return [("player_list_item", pack_varint(_REMOVE) + pack_varint(1) + uuid.bytes)]


def _system_chat_1_16(component: Mapping[str, object], tables: Tables) -> NamedPacket:
    return "chat_message", pack_component(component, tables) + bytes((_SYSTEM_POSITION,)) + _NOBODY.bytes


def _system_chat_1_19_1(component: Mapping[str, object], tables: Tables) -> NamedPacket:
    return "system_message", pack_component(component, tables) + pack_boolean(False)  # not above the hotbar


_SYSTEM_CHAT: Since[Callable[[Mapping[str, object], Tables], NamedPacket]] = Since(
    (FIRST, _system_chat_1_16), (V1_19_1, _system_chat_1_19_1)
)


def system_chat(component: Mapping[str, object], tables: Tables) -> list[NamedPacket]:
    return [_SYSTEM_CHAT.at(tables.protocol)(component, tables)]


_SOUND_SEED = Since((FIRST, b""), (V1_19, bytes(8)))
"""Which of a sound's variants plays."""


def sound(
    name: str, x: float, y: float, z: float, volume: float, pitch: float, tables: Tables
) -> list[NamedPacket]:
    """Positions travel in eighths of a block."""
    key = name if ":" in name else f"minecraft:{name}"
    place = struct.pack(">iii", floor(x * 8), floor(y * 8), floor(z * 8))
    body = pack_string(key) + pack_varint(_NEUTRAL) + place + struct.pack(">ff", volume, pitch)
    return [("named_sound_effect", body + _SOUND_SEED.at(tables.protocol))]
