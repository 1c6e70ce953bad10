"""Between a living companion and its record on disk."""

from __future__ import annotations

from nbtlib import Compound, Double, Float, List, String

from nbt.schema import NpcRecord, as_float
from npc.gaze import wrap_degrees
from npc.npc import Npc

HOME_YAW = "HomeYaw"
"""Tag of the yaw in degrees that a companion goes back to when nobody is near."""


CONFIGURED = "Configured"
"""Compound with the place (Pos, Yaw, World) that the configuration gave last: only a change of that counts."""


def _configured(npc: Npc) -> Compound:
    definition = npc.definition
    return Compound(
        {
            "Pos": List[Double]([definition.x, definition.y, definition.z]),
            "Yaw": Float(definition.yaw),
            "World": String(definition.world),
        }
    )


def record_of(npc: Npc) -> NpcRecord:
    """What is to be kept of a companion. The record shares nothing that a later tick changes."""
    actor = npc.actor
    extra = {**npc.kept, HOME_YAW: Float(npc.home_yaw)}
    if npc.definition.placed:
        extra[CONFIGURED] = _configured(npc)
    return NpcRecord(
        npc_id=npc.id,
        name=actor.name,
        uuid=actor.uuid,
        kind=actor.kind,
        incarnation=npc.incarnation,
        position=(actor.x, actor.y, actor.z),
        yaw=actor.yaw,
        pitch=actor.pitch,
        head_yaw=actor.head_yaw,
        world=npc.world,
        personality=npc.definition.personality,
        skin=actor.skin,
        health=actor.health,
        extra=extra,
    )


def restore(npc: Npc, record: NpcRecord) -> None:
    """Put a companion where its record has it and give it the identity it had.

    Its looks, words and temper stay those of its definition, which may have changed since; so does its place
    where the configuration gives another one than it did when the record was made.
    """
    actor = npc.actor
    actor.uuid = record.uuid
    npc.incarnation = record.incarnation
    npc.kept = dict(record.extra)
    actor.health = record.health
    if npc.definition.placed and CONFIGURED in npc.kept and npc.kept[CONFIGURED] != _configured(npc):
        npc.kept.pop(HOME_YAW, None)
        return
    actor.x, actor.y, actor.z = record.position
    npc.world = record.world
    try:
        npc.home_yaw = wrap_degrees(as_float(npc.kept.pop(HOME_YAW, None)))
    except (TypeError, ValueError):
        npc.home_yaw = wrap_degrees(record.yaw)
    actor.yaw = wrap_degrees(record.yaw)
    actor.head_yaw = wrap_degrees(record.head_yaw)
    actor.pitch = max(-90.0, min(90.0, record.pitch))
