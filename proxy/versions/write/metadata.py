"""Metadata of an actor: what of its looks the client can't know from the spawn packet."""

from __future__ import annotations

import struct
from collections.abc import Iterable

from npc.stage_port import Actor
from proxy.versions.tables import Tables
from proxy.versions.write.packets import NamedPacket, pack_boolean, pack_component
from proxy.wire.frame import pack_varint

ALL_SKIN_LAYERS = 0x7F
"""Cape, jacket, both sleeves, both trouser legs, hat."""

_FLAGS = {"sneaking": 0x02, "swimming": 0x10, "fall_flying": 0x80}
"""Entity flags that go with a pose: the client looks at them for the name tag and for animations."""

_LIFELESS = frozenset(
    {
        "area_effect_cloud",
        "arrow",
        "boat",
        "chest_boat",
        "chest_minecart",
        "command_block_minecart",
        "dragon_fireball",
        "egg",
        "end_crystal",
        "ender_pearl",
        "evoker_fangs",
        "experience_bottle",
        "experience_orb",
        "eye_of_ender",
        "falling_block",
        "fireball",
        "firework_rocket",
        "fishing_bobber",
        "furnace_minecart",
        "glow_item_frame",
        "hopper_minecart",
        "item",
        "item_frame",
        "leash_knot",
        "lightning_bolt",
        "llama_spit",
        "marker",
        "minecart",
        "painting",
        "potion",
        "shulker_bullet",
        "small_fireball",
        "snowball",
        "spawner_minecart",
        "spectral_arrow",
        "tnt",
        "tnt_minecart",
        "trident",
        "wither_skull",
    }
)
"""Where living kinds keep their health, these keep something else, which a float would break."""


def is_living(kind: str) -> bool:
    """Whether an entity type has health, equipment and a head."""
    return kind not in _LIFELESS


def metadata(actor: Actor, entity_id: int, tables: Tables) -> list[NamedPacket]:
    entries = b"".join(_entries(actor, tables))
    return [("entity_metadata", pack_varint(entity_id) + entries + b"\xff")]


def _entries(actor: Actor, tables: Tables) -> Iterable[bytes]:
    indices = tables.indices
    pose = actor.pose if actor.pose in tables.poses else "standing"

    def entry(index: int, serializer: str, value: bytes) -> bytes:
        return bytes((index,)) + pack_varint(tables.serializers.index(serializer)) + value

    yield entry(indices.flags, "byte", bytes((_FLAGS.get(pose, 0),)))
    yield entry(indices.pose, "pose", pack_varint(tables.poses.index(pose)))
    if is_living(actor.kind):
        yield entry(indices.health, "float", struct.pack(">f", actor.health))
    if actor.kind == "player":
        yield entry(indices.skin_layers, "byte", bytes((ALL_SKIN_LAYERS,)))
    else:  # a player's name comes from its profile
        yield entry(
            indices.custom_name, "optional_component", b"\x01" + pack_component({"text": actor.name}, tables)
        )
        yield entry(indices.custom_name_visible, "boolean", pack_boolean(True))
