"""Sounds by the names that they had to 1.12.2. What we play is known by its name of today."""

from __future__ import annotations

import struct

from proxy.versions.write.packets import NamedPacket
from proxy.wire.buffer import pack_string
from proxy.wire.frame import pack_varint

_NEUTRAL = 6
"""Sound category."""
_PITCH_STEPS = 63.0
"""1.8's unit of pitch, which has a byte."""

_NAMES_1_8 = {
    "block.note_block.hat": "note.hat",
    "entity.armor_stand.hit": "dig.wood",
    "entity.bat.hurt": "mob.bat.hurt",
    "entity.blaze.hurt": "mob.blaze.hit",
    "entity.chicken.hurt": "mob.chicken.hurt",
    "entity.cow.hurt": "mob.cow.hurt",
    "entity.creeper.hurt": "mob.creeper.say",
    "entity.ender_dragon.hurt": "mob.enderdragon.hit",
    "entity.enderman.hurt": "mob.endermen.hit",
    "entity.endermite.hurt": "mob.silverfish.hit",
    "entity.generic.eat": "random.eat",
    "entity.ghast.hurt": "mob.ghast.scream",
    "entity.guardian.hurt_land": "mob.guardian.land.hit",
    "entity.horse.hurt": "mob.horse.hit",
    "entity.iron_golem.hurt": "mob.irongolem.hit",
    "entity.magma_cube.hurt": "mob.magmacube.small",
    "entity.ocelot.hurt": "mob.cat.hitt",
    "entity.pig.hurt": "mob.pig.say",
    "entity.player.burp": "random.burp",
    "entity.player.hurt": "game.player.hurt",
    "entity.rabbit.hurt": "mob.rabbit.hurt",
    "entity.sheep.hurt": "mob.sheep.say",
    "entity.silverfish.hurt": "mob.silverfish.hit",
    "entity.skeleton.hurt": "mob.skeleton.hurt",
    "entity.slime.hurt": "mob.slime.small",
    "entity.spider.hurt": "mob.spider.say",
    "entity.villager.hurt": "mob.villager.hit",
    "entity.wither.hurt": "mob.wither.hurt",
    "entity.wolf.hurt": "mob.wolf.hurt",
    "entity.zombie.hurt": "mob.zombie.hurt",
    "entity.zombified_piglin.hurt": "mob.zombiepig.zpighurt",
}
_ANY_HURT_1_8 = "game.neutral.hurt"
"""What mobs without a cry of their own have."""

_NAMES_1_12 = {
    "block.note_block.hat": "block.note.hat",
    "entity.armor_stand.hit": "entity.armorstand.hit",
    "entity.ender_dragon.hurt": "entity.enderdragon.hurt",
    "entity.enderman.hurt": "entity.endermen.hurt",
    "entity.evoker.hurt": "entity.evocation_illager.hurt",
    "entity.illusioner.hurt": "entity.illusion_illager.hurt",
    "entity.iron_golem.hurt": "entity.irongolem.hurt",
    "entity.magma_cube.hurt": "entity.magmacube.hurt",
    "entity.ocelot.hurt": "entity.cat.hurt",
    "entity.snow_golem.hurt": "entity.snowman.hurt",
    "entity.vindicator.hurt": "entity.vindication_illager.hurt",
    "entity.zombified_piglin.hurt": "entity.zombie_pig.hurt",
}


def _name_1_8(key: str) -> str:
    """Sounds of other namespaces come from resource packs and keep their names."""
    name = key.removeprefix("minecraft:")
    return _NAMES_1_8.get(name) or (_ANY_HURT_1_8 if ".hurt" in name else key)


def sound_1_8(key: str, place: bytes, volume: float, pitch: float) -> NamedPacket:
    step = max(0, min(int(pitch * _PITCH_STEPS), 255))
    return "sound_effect", pack_string(_name_1_8(key)) + place + struct.pack(">fB", volume, step)


def sound_1_10(key: str, place: bytes, volume: float, pitch: float) -> NamedPacket:
    """To 1.12.2."""
    name = key.removeprefix("minecraft:")
    key = f"minecraft:{_NAMES_1_12[name]}" if name in _NAMES_1_12 else key
    body = pack_string(key) + pack_varint(_NEUTRAL) + place + struct.pack(">ff", volume, pitch)
    return "named_sound_effect", body
