"""Entities: where they are, what they are like, and who rides whom."""

from __future__ import annotations

from typing import TYPE_CHECKING

from proxy import messages as m
from proxy.tracking import blows
from proxy.tracking.handlers import Handlers
from world.entity import FLAG_GLIDING, FLAG_SWIMMING, FLAGS_INDEX, POSE_INDEX, Entity

if TYPE_CHECKING:
    from proxy.tracking.tracker import WorldTracker


def drive_vehicle(tracker: WorldTracker, message: m.VehicleMove) -> None:
    vehicle = tracker.view.entities.get(tracker.view.player.vehicle or -1)
    if vehicle is not None:
        vehicle.x, vehicle.y, vehicle.z = message.x, message.y, message.z
        vehicle.yaw, vehicle.pitch = message.yaw, message.pitch
        tracker.view.place_player(message.x, message.y, message.z, walked=True)


def spawn(tracker: WorldTracker, message: m.SpawnEntity) -> None:
    tracker.view.entities[message.entity_id] = Entity(
        message.entity_id,
        message.uuid,
        message.kind,
        message.x,
        message.y,
        message.z,
        message.yaw,
        message.pitch,
        message.head_yaw,
        message.velocity,
        data=message.data,
        metadata=dict(message.metadata or {}),
    )
    tracker.events.server_uses_entity_id(tracker.view, message.entity_id)


def destroy(tracker: WorldTracker, message: m.DestroyEntities) -> None:
    for entity_id in message.entity_ids:
        entity = tracker.view.entities.pop(entity_id, None)
        if entity is None:
            continue
        if entity.vehicle is not None and (vehicle := tracker.view.entities.get(entity.vehicle)) is not None:
            vehicle.passengers = tuple(p for p in vehicle.passengers if p != entity_id)
        for passenger in entity.passengers:
            _set_vehicle(tracker, passenger, None)


def move(tracker: WorldTracker, message: m.EntityMove) -> None:
    entity = tracker.view.entities.get(message.entity_id)
    if entity is None:
        return
    if message.has_position:
        entity.move_by(message.dx, message.dy, message.dz, rounded=tracker.family.rounds_positions)
    if message.yaw is not None and message.pitch is not None:
        entity.yaw, entity.pitch = message.yaw, message.pitch
    entity.on_ground = message.on_ground
    if entity.entity_id == tracker.view.player.vehicle:
        _carry_player(tracker, entity)


def teleport(tracker: WorldTracker, message: m.EntityTeleport) -> None:
    entity, relative = tracker.view.entities.get(message.entity_id), message.relative
    if entity is None:
        return
    entity.x = message.x + (entity.x if relative & m.RELATIVE_X else 0.0)
    entity.y = message.y + (entity.y if relative & m.RELATIVE_Y else 0.0)
    entity.z = message.z + (entity.z if relative & m.RELATIVE_Z else 0.0)
    entity.yaw = message.yaw + (entity.yaw if relative & m.RELATIVE_YAW else 0.0)
    entity.pitch = message.pitch + (entity.pitch if relative & m.RELATIVE_PITCH else 0.0)
    if message.velocity is not None:
        x, y, z = message.velocity
        entity.velocity = (
            x + (entity.velocity[0] if relative & m.RELATIVE_VELOCITY_X else 0.0),
            y + (entity.velocity[1] if relative & m.RELATIVE_VELOCITY_Y else 0.0),
            z + (entity.velocity[2] if relative & m.RELATIVE_VELOCITY_Z else 0.0),
        )
    entity.on_ground = message.on_ground
    if entity.entity_id == tracker.view.player.vehicle:
        _carry_player(tracker, entity)


def move_minecart(tracker: WorldTracker, message: m.MinecartMove) -> None:
    """The client takes a few ticks for the way; its end is where the server has the minecart."""
    entity = tracker.view.entities.get(message.entity_id)
    if entity is None or not message.steps:
        return
    end = message.steps[-1]
    entity.x, entity.y, entity.z = end.position
    entity.velocity = end.velocity
    entity.yaw, entity.pitch = end.yaw, end.pitch
    if entity.entity_id == tracker.view.player.vehicle:
        _carry_player(tracker, entity)


def _carry_player(tracker: WorldTracker, vehicle: Entity) -> None:
    """A passenger's client sends no position of its own: it goes where its vehicle goes."""
    tracker.view.place_player(vehicle.x, vehicle.y, vehicle.z, walked=True)


def turn_head(tracker: WorldTracker, message: m.EntityHeadLook) -> None:
    if (entity := tracker.view.entities.get(message.entity_id)) is not None:
        entity.head_yaw = message.head_yaw


def set_velocity(tracker: WorldTracker, message: m.EntityVelocity) -> None:
    if (entity := tracker.view.entities.get(message.entity_id)) is not None:
        entity.velocity = message.velocity


def set_metadata(tracker: WorldTracker, message: m.EntityMetadata) -> None:
    entity = tracker.view.entities.get(message.entity_id)
    if entity is None:
        return
    entity.metadata.update(message.values)
    if message.entity_id == tracker.view.player.entity_id:
        _set_own_metadata(tracker, message)
    elif tracker.family.health_index in message.values:
        blows.shows_health(tracker, entity)


def _set_own_metadata(tracker: WorldTracker, message: m.EntityMetadata) -> None:
    player, has_poses = tracker.view.player, tracker.family.has_poses
    if FLAGS_INDEX in message.values:
        flags = message.values[FLAGS_INDEX][1]
        player.gliding = bool(flags & FLAG_GLIDING)
        player.swimming = has_poses and bool(flags & FLAG_SWIMMING)
    if has_poses and POSE_INDEX in message.values:
        player.sleeping = message.values[POSE_INDEX][1] == "sleeping"


def set_equipment(tracker: WorldTracker, message: m.EntityEquipment) -> None:
    if (entity := tracker.view.entities.get(message.entity_id)) is not None:
        for slot, item in message.items:
            if item is None:
                entity.equipment.pop(slot, None)
            else:
                entity.equipment[slot] = item


def set_passengers(tracker: WorldTracker, message: m.SetPassengers) -> None:
    vehicle = tracker.view.entities.get(message.vehicle_id)
    if vehicle is None:
        return
    for passenger in set(vehicle.passengers) - set(message.passengers):
        _set_vehicle(tracker, passenger, None)
    vehicle.passengers = message.passengers
    for passenger in message.passengers:
        _set_vehicle(tracker, passenger, vehicle.entity_id)


def ride(tracker: WorldTracker, message: m.RideEntity) -> None:
    entities, rider = tracker.view.entities, message.entity_id
    for entity in entities.values():
        if rider in entity.passengers:
            entity.passengers = tuple(p for p in entity.passengers if p != rider)
    if message.vehicle_id is not None and (vehicle := entities.get(message.vehicle_id)) is not None:
        vehicle.passengers = (*vehicle.passengers, rider)
    _set_vehicle(tracker, rider, message.vehicle_id)


def _set_vehicle(tracker: WorldTracker, passenger_id: int, vehicle_id: int | None) -> None:
    if (passenger := tracker.view.entities.get(passenger_id)) is not None:
        passenger.vehicle = vehicle_id
    if passenger_id == tracker.view.player.entity_id:
        tracker.view.player.vehicle = vehicle_id


def dismount(tracker: WorldTracker) -> None:
    own = tracker.view.player.entity_id
    vehicle = tracker.view.entities.get(tracker.view.player.vehicle or -1)
    if vehicle is not None:
        vehicle.passengers = tuple(p for p in vehicle.passengers if p != own)
    _set_vehicle(tracker, own, None)


def add_effect(tracker: WorldTracker, message: m.EntityEffect) -> None:
    if (entity := tracker.view.entities.get(message.entity_id)) is not None:
        entity.effects[message.effect] = (message.amplifier, message.duration)


def remove_effect(tracker: WorldTracker, message: m.RemoveEntityEffect) -> None:
    if (entity := tracker.view.entities.get(message.entity_id)) is not None:
        entity.effects.pop(message.effect, None)


CLIENTBOUND: Handlers = {
    m.SpawnEntity: spawn,
    m.DestroyEntities: destroy,
    m.EntityMove: move,
    m.EntityTeleport: teleport,
    m.MinecartMove: move_minecart,
    m.EntityHeadLook: turn_head,
    m.EntityVelocity: set_velocity,
    m.EntityMetadata: set_metadata,
    m.EntityEquipment: set_equipment,
    m.SetPassengers: set_passengers,
    m.RideEntity: ride,
    m.EntityEffect: add_effect,
    m.RemoveEntityEffect: remove_effect,
    m.VehicleMove: drive_vehicle,
}
SERVERBOUND: Handlers = {m.VehicleMove: drive_vehicle}
