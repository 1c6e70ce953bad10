"""Between a living companion and its record on disk."""

from __future__ import annotations

from nbtlib import Compound, Double, Float, Int, List, String

from nbt.emotion import NAME as EMOTION
from nbt.memory import NAME as MEMORY
from nbt.schema import NpcRecord, as_compound, as_float, as_int
from npc.embodiment import WEIGHT
from npc.gaze import wrap_degrees
from npc.modes import Mode
from npc.npc import Npc

HOME_YAW = "HomeYaw"
"""Tag of the yaw in degrees that a companion goes back to when nobody is near."""
BEHAVIOR, MODE = "NpcBehavior", "Mode"
"""Compound of what it is doing, with the number of its :class:`npc.modes.Mode`."""
CONFIGURED = "Configured"
"""Compound with what the configuration said last of things that change by themselves: only a change of that counts."""
PLACE = ("Pos", "Yaw", "World")
"""Tags in it that say where the companion is put; a change of one of them moves it."""
FASTEST = 10.0
"""Blocks per tick; vanilla takes no faster motion from its saves."""


def _configured(npc: Npc) -> Compound:
    definition = npc.definition
    said = Compound({MODE: Int(definition.mode)})
    if definition.placed:
        said |= {
            "Pos": List[Double]([definition.x, definition.y, definition.z]),
            "Yaw": Float(definition.yaw),
            "World": String(definition.world),
        }
    if definition.home is not None:
        said["Home"] = List[Double](definition.home)
    return said


def record_of(npc: Npc) -> NpcRecord:
    """What is to be kept of a companion. The record shares nothing that a later tick changes."""
    actor, body = npc.actor, npc.body
    yaw, head_yaw, pitch = npc.acting.own_look
    behavior = Compound(_compound(npc, BEHAVIOR))
    behavior[MODE] = Int(npc.mode)
    extra = {**npc.kept, HOME_YAW: Float(npc.home_yaw), BEHAVIOR: behavior, CONFIGURED: _configured(npc)}
    if (emotion := npc.emotion.write_to_nbt()) is not None:
        extra[EMOTION] = emotion
    if npc.awareness is not None:
        extra[MEMORY] = npc.awareness.memory.write_to_nbt()
    return NpcRecord(
        npc_id=npc.id,
        name=actor.name,
        uuid=actor.uuid,
        kind=actor.kind,
        incarnation=npc.incarnation,
        position=(actor.x, actor.y, actor.z),
        yaw=yaw,
        pitch=pitch,
        head_yaw=head_yaw,
        world=npc.world,
        personality=npc.definition.personality,
        skin=actor.skin,
        health=actor.health,
        motion=(0.0, 0.0, 0.0) if npc.embodiment.stands else body.velocity,
        fall_distance=body.fall_distance,
        on_ground=npc.embodiment.stands or body.on_ground,
        home=npc.home,
        extra=extra,
    )


def restore(npc: Npc, record: NpcRecord) -> None:
    """Put a companion where its record has it and give it the identity it had.

    Its looks, words and temper stay those of its definition, which may have changed since; so do its place, its home
    and its mode where the configuration says otherwise than it did when the record was made.
    """
    actor = npc.actor
    actor.uuid = record.uuid
    npc.incarnation = record.incarnation
    npc.kept = dict(record.extra)
    npc.vitals.restore(record.health)
    npc.emotion.read_from_nbt(npc.kept.get(EMOTION))
    actor.mood = npc.emotion.current_mood
    if npc.awareness is not None:
        npc.awareness.memory.read_from_nbt(npc.kept.pop(MEMORY, None))
    before, now = _compound(npc, CONFIGURED), _configured(npc)
    if before.get(MODE, Int(Mode.STAY)) == now[MODE]:
        npc.mode = _mode(npc)
    home_yaw = npc.kept.pop(HOME_YAW, None)
    is_moved = "Pos" in now and "Pos" in before and any(before.get(tag) != now[tag] for tag in PLACE)
    if record.home is not None and not is_moved and before.get("Home") == now.get("Home"):
        npc.home = record.home
    if is_moved:
        return
    _restore_place(npc, record)
    if record.home is None and npc.definition.home is None and not npc.definition.placed:
        npc.home = record.position
    try:
        npc.home_yaw = wrap_degrees(as_float(home_yaw))
    except (TypeError, ValueError):
        npc.home_yaw = wrap_degrees(record.yaw)


def _restore_place(npc: Npc, record: NpcRecord) -> None:
    actor, body = npc.actor, npc.body
    npc.world = record.world
    body.x, body.y, body.z = actor.x, actor.y, actor.z = record.position
    body.on_ground = actor.on_ground = record.on_ground
    body.fall_distance = max(0.0, record.fall_distance)
    body.vx, body.vy, body.vz = (max(-FASTEST, min(FASTEST, speed)) for speed in record.motion)
    if record.on_ground and not any(record.motion):
        body.vy = WEIGHT
    actor.yaw = wrap_degrees(record.yaw)
    actor.head_yaw = wrap_degrees(record.head_yaw)
    actor.pitch = max(-90.0, min(90.0, record.pitch))


def _compound(npc: Npc, name: str) -> Compound:
    try:
        return as_compound(npc.kept.get(name))
    except TypeError:
        return Compound()


def _mode(npc: Npc) -> Mode:
    try:
        return Mode(as_int(_compound(npc, BEHAVIOR).get(MODE)))
    except (TypeError, ValueError):
        return npc.definition.mode
