"""Player list, blocks, chat, sounds and goodbyes."""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping
from math import floor
from uuid import UUID

from npc.stage_port import Actor
from proxy.versions.releases import FIRST, V1_9, V1_14, V1_16_2, V1_19, V1_19_1, V1_19_3, Since
from proxy.versions.tables import Tables
from proxy.versions.write.legacy.session import system_chat_1_8
from proxy.versions.write.legacy.sounds import sound_1_8, sound_1_10
from proxy.versions.write.legacy.values import pack_position as position_1_8
from proxy.versions.write.packets import NamedPacket, pack_boolean, pack_component
from proxy.wire.buffer import pack_position, pack_string
from proxy.wire.frame import pack_varint

NAME_LIMIT = 16
"""UTF-16 units of a profile's name; a client drops the connection over a longer one."""

_ADD, _REMOVE = 0, 4
_ADD_PLAYER, _UPDATE_GAME_MODE, _UPDATE_LISTED, _UPDATE_LATENCY = 0x01, 0x04, 0x08, 0x10
"""What an entry tells (1.19.3+)."""
_SYSTEM_POSITION = 1
_NOBODY = UUID(int=0)
_NEUTRAL = 6
"""Sound category."""


def profile_name(name: str) -> str:
    """A name as a profile has it: cut to :data:`NAME_LIMIT`."""
    return name.encode("utf-16-le", "replace")[: 2 * NAME_LIMIT].decode("utf-16-le", "ignore")


def _profile(actor: Actor) -> bytes:
    """Name and skin."""
    name = profile_name(actor.name)
    if actor.skin is None:
        return pack_string(name) + pack_varint(0)
    value, signature = actor.skin
    signed = pack_boolean(False) if signature is None else pack_boolean(True) + pack_string(signature)
    return pack_string(name) + pack_varint(1) + pack_string("textures") + pack_string(value) + signed


def _add_to_player_list_1_8(actor: Actor, tables: Tables) -> NamedPacket:
    entry = (
        actor.uuid.bytes
        + _profile(actor)
        + pack_varint(0)  # survival
        + pack_varint(0)  # ping
        + pack_boolean(False)  # display name
        + _PROFILE_KEY.at(tables.protocol)
    )
    return "player_list_item", pack_varint(_ADD) + pack_varint(1) + entry


_PROFILE_KEY = Since((FIRST, b""), (V1_19, pack_boolean(False)))
"""An actor has no key to sign chat with."""


def _add_to_player_list_1_19_3(actor: Actor, tables: Tables) -> NamedPacket:
    told = _ADD_PLAYER | _UPDATE_GAME_MODE | _UPDATE_LISTED | _UPDATE_LATENCY
    entry = (
        actor.uuid.bytes
        + _profile(actor)
        + pack_varint(0)  # survival
        + pack_boolean(False)  # not listed
        + pack_varint(0)  # ping
    )
    return "player_list_item", bytes((told,)) + pack_varint(1) + entry


_ADD_TO_PLAYER_LIST: Since[Callable[[Actor, Tables], NamedPacket]] = Since(
    (FIRST, _add_to_player_list_1_8), (V1_19_3, _add_to_player_list_1_19_3)
)


def add_to_player_list(actor: Actor, tables: Tables) -> list[NamedPacket]:
    """The entry of an actor, its name cut to :data:`NAME_LIMIT`; not on the tab list from 1.19.3 on."""
    return [_ADD_TO_PLAYER_LIST.at(tables.protocol)(actor, tables)]


def _remove_from_player_list_1_8(uuid: UUID) -> NamedPacket:
    return "player_list_item", pack_varint(_REMOVE) + pack_varint(1) + uuid.bytes


def _remove_from_player_list_1_19_3(uuid: UUID) -> NamedPacket:
    return "player_remove", pack_varint(1) + uuid.bytes


_REMOVE_FROM_PLAYER_LIST: Since[Callable[[UUID], NamedPacket]] = Since(
    (FIRST, _remove_from_player_list_1_8), (V1_19_3, _remove_from_player_list_1_19_3)
)


def remove_from_player_list(uuid: UUID, tables: Tables) -> list[NamedPacket]:
    return [_REMOVE_FROM_PLAYER_LIST.at(tables.protocol)(uuid)]


def _system_chat_1_16(component: Mapping[str, object], tables: Tables) -> NamedPacket:
    return "chat_message", pack_component(component, tables) + bytes((_SYSTEM_POSITION,)) + _NOBODY.bytes


def _system_chat_1_19_1(component: Mapping[str, object], tables: Tables) -> NamedPacket:
    return "system_message", pack_component(component, tables) + pack_boolean(False)  # not above the hotbar


_SYSTEM_CHAT: Since[Callable[[Mapping[str, object], Tables], NamedPacket]] = Since(
    (FIRST, system_chat_1_8), (V1_16_2, _system_chat_1_16), (V1_19_1, _system_chat_1_19_1)
)


def system_chat(component: Mapping[str, object], tables: Tables) -> list[NamedPacket]:
    return [_SYSTEM_CHAT.at(tables.protocol)(component, tables)]


def plugin_message(channel: str, data: bytes) -> list[NamedPacket]:
    return [("plugin_message", pack_string(channel) + data)]


Sound = Callable[[str, bytes, float, float], NamedPacket]


def _sound_1_16(key: str, place: bytes, volume: float, pitch: float) -> NamedPacket:
    body = pack_string(key) + pack_varint(_NEUTRAL) + place + struct.pack(">ff", volume, pitch)
    return "named_sound_effect", body


def _sound_1_19(key: str, place: bytes, volume: float, pitch: float) -> NamedPacket:
    name, body = _sound_1_16(key, place, volume, pitch)
    return name, body + _ANY_VARIANT


def _sound_1_19_3(key: str, place: bytes, volume: float, pitch: float) -> NamedPacket:
    """The sound as an event of its own (0) instead of the number of one in the registry, without a fixed range."""
    event = pack_varint(0) + pack_string(key) + pack_boolean(False)
    body = event + pack_varint(_NEUTRAL) + place + struct.pack(">ff", volume, pitch)
    return "sound_effect", body + _ANY_VARIANT


_ANY_VARIANT = bytes(8)
"""Seed of the choice among a sound's variants."""
_SOUND: Since[Sound] = Since(
    (FIRST, sound_1_8),
    (V1_9, sound_1_10),
    (V1_16_2, _sound_1_16),
    (V1_19, _sound_1_19),
    (V1_19_3, _sound_1_19_3),
)


def sound(
    name: str, x: float, y: float, z: float, volume: float, pitch: float, tables: Tables
) -> list[NamedPacket]:
    """Positions travel in eighths of a block."""
    key = name if ":" in name else f"minecraft:{name}"
    place = struct.pack(">iii", floor(x * 8), floor(y * 8), floor(z * 8))
    return [_SOUND.at(tables.protocol)(key, place, volume, pitch)]


_POSITION: Since[Callable[[int, int, int], bytes]] = Since((FIRST, position_1_8), (V1_14, pack_position))


def block_change(x: int, y: int, z: int, state: int, tables: Tables) -> list[NamedPacket]:
    return [("block_change", _POSITION.at(tables.protocol)(x, y, z) + pack_varint(state))]
