"""Entities, but for their metadata."""

from __future__ import annotations

from uuid import UUID

from expected.items import item
from expected.params import Builder, Params
from expected.player import relative
from expected.values import angle, position, unsigned_byte, vector, velocity
from proxy import messages as m


def spawn_entity(p: Params) -> m.Message:
    yaw = angle(p("yaw"))
    return m.SpawnEntity(
        entity_id=p("entityId"),
        uuid=UUID(p("objectUUID")),
        kind=p.family.entity_kinds[p("type")],
        x=p("x"),
        y=p("y"),
        z=p("z"),
        yaw=yaw,
        pitch=angle(p("pitch")),
        head_yaw=angle(p("headPitch")) if "headPitch" in p.fields else yaw,
        velocity=velocity(p),
        data=p("objectData"),
    )


def spawn_entity_living(p: Params) -> m.Message:
    return m.SpawnEntity(
        entity_id=p("entityId"),
        uuid=UUID(p("entityUUID")),
        kind=p.family.entity_kinds[p("type")],
        x=p("x"),
        y=p("y"),
        z=p("z"),
        yaw=angle(p("yaw")),
        pitch=angle(p("pitch")),
        head_yaw=angle(p("headPitch")),
        velocity=velocity(p),
        data=0,
    )


def named_entity_spawn(p: Params) -> m.Message:
    yaw, pitch = angle(p("yaw")), angle(p("pitch"))
    place = p("x"), p("y"), p("z")
    return m.SpawnEntity(
        p("entityId"), UUID(p("playerUUID")), "player", *place, yaw, pitch, yaw, (0, 0, 0), 0
    )


def spawn_entity_experience_orb(p: Params) -> m.Message:
    place = p("x"), p("y"), p("z")
    return m.SpawnEntity(p("entityId"), None, "experience_orb", *place, 0, 0, 0, (0, 0, 0), p("count"))


def spawn_entity_painting(p: Params) -> m.Message:
    yaw = p("direction") * 90.0
    place = position(p("location"))
    uuid = UUID(p("entityUUID"))
    return m.SpawnEntity(p("entityId"), uuid, "painting", *place, yaw, 0, yaw, (0, 0, 0), p("title"))


def moved(p: Params) -> m.Message:
    turned = "yaw" in p.fields
    return m.EntityMove(
        entity_id=p("entityId"),
        dx=p("dX", default=0),
        dy=p("dY", default=0),
        dz=p("dZ", default=0),
        yaw=angle(p("yaw")) if turned else None,
        pitch=angle(p("pitch")) if turned else None,
        on_ground=p("onGround"),
        has_position="dX" in p.fields,
    )


_SLOTS = ("main_hand", "off_hand", "feet", "legs", "chest", "head", "body", "saddle")


def entity_equipment(p: Params) -> m.Message:
    items = tuple((_SLOTS[entry["slot"]], item(entry["item"], p.family)) for entry in p("equipments"))
    return m.EntityEquipment(p("entityId"), items)


def entity_effect(p: Params) -> m.Message:
    p.ignore("factorCodec")
    return m.EntityEffect(
        p("entityId"),
        p("effectId"),
        p("amplifier"),
        p("duration"),
        unsigned_byte(p("hideParticles", "flags")),
    )


def entity_teleport(p: Params) -> m.Message:
    if "dx" not in p.fields:
        yaw, pitch = angle(p("yaw")), angle(p("pitch"))
        return m.EntityTeleport(p("entityId"), p("x"), p("y"), p("z"), yaw, pitch, p("onGround"))
    return m.EntityTeleport(
        entity_id=p("entityId"),
        x=p("x"),
        y=p("y"),
        z=p("z"),
        yaw=p("yaw"),
        pitch=p("pitch"),
        on_ground=p("onGround"),
        relative=relative(p("flags", default=0)),
        velocity=(p("dx"), p("dy"), p("dz")),
    )


def damage_event(p: Params) -> m.Message:
    """Ids of entities come one higher, for 0 to mean nobody."""
    cause, direct = p("sourceCauseId"), p("sourceDirectId")
    place = p("sourcePosition", default=None)
    return m.EntityDamaged(
        p("entityId"),
        p("sourceTypeId"),
        cause - 1 if cause else None,
        direct - 1 if direct else None,
        None if place is None else vector(place),
    )


CLIENTBOUND: dict[str, Builder] = {
    "spawn_entity": spawn_entity,
    "spawn_entity_living": spawn_entity_living,
    "named_entity_spawn": named_entity_spawn,
    "spawn_entity_experience_orb": spawn_entity_experience_orb,
    "spawn_entity_painting": spawn_entity_painting,
    "entity_destroy": lambda p: m.DestroyEntities(tuple(p("entityIds"))),
    "rel_entity_move": moved,
    "entity_move_look": moved,
    "entity_look": moved,
    "entity_teleport": entity_teleport,
    "sync_entity_position": entity_teleport,
    "damage_event": damage_event,
    "hurt_animation": lambda p: m.HurtAnimation(p("entityId"), p("yaw")),
    "entity_head_rotation": lambda p: m.EntityHeadLook(p("entityId"), angle(p("headYaw"))),
    "entity_velocity": lambda p: m.EntityVelocity(p("entityId"), velocity(p)),
    "entity_equipment": entity_equipment,
    "set_passengers": lambda p: m.SetPassengers(p("entityId"), tuple(p("passengers"))),
    "attach_entity": lambda p: m.AttachEntity(p("entityId"), p("vehicleId") or -1),
    "entity_status": lambda p: m.EntityStatus(p("entityId"), p("entityStatus")),
    "animation": lambda p: m.EntityAnimation(p("entityId"), p("animation")),
    "collect": lambda p: m.CollectItem(p("collectedEntityId"), p("collectorEntityId"), p("pickupItemCount")),
    "entity_effect": entity_effect,
    "remove_entity_effect": lambda p: m.RemoveEntityEffect(p("entityId"), p("effectId")),
}
