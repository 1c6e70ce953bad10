"""Entities, but for their metadata."""

from __future__ import annotations

from collections.abc import Iterator

from samples.items import no_item, stones, sword
from samples.values import FAR, NBT, UUID_A, UUID_B, Packet


def clientbound(protocol: int) -> Iterator[Packet]:
    if protocol < 770:
        yield "spawn_entity_experience_orb", {"entityId": 5, "x": 1.5, "y": -2, "z": 3, "count": 77}
    yield from _spawns(protocol)
    yield from _moves(protocol)
    if protocol < 760:
        for direction in range(4):
            painting = {"entityId": 6, "entityUUID": UUID_A, "title": 25, "location": FAR}
            yield "spawn_entity_painting", {**painting, "direction": direction}
    yield "animation", {"entityId": 300, "animation": 3}
    yield "attach_entity", {"entityId": 5, "vehicleId": 6}
    yield "attach_entity", {"entityId": 5, "vehicleId": 0}
    yield "attach_entity", {"entityId": 5, "vehicleId": -1}
    yield "set_passengers", {"entityId": 5, "passengers": [6, 700, 80_000]}
    yield "set_passengers", {"entityId": 5, "passengers": []}
    yield "entity_destroy", {"entityIds": [1, 200, 40_000, 2_000_000_000]}
    held = no_item(protocol), sword(protocol), stones(protocol)
    count = 6 if protocol < 766 else 7 if protocol < 770 else 8
    slots = [{"slot": slot, "item": held[slot % 3]} for slot in range(count)]
    yield "entity_equipment", {"entityId": 9, "equipments": slots}
    effect = {"entityId": 5, "effectId": 31, "amplifier": -1, "duration": 1_000_000}
    yield "entity_effect", {**effect, "flags" if protocol >= 766 else "hideParticles": 5}
    if 759 <= protocol < 766:
        yield "entity_effect", {**effect, "hideParticles": 5, "factorCodec": NBT}
    yield "remove_entity_effect", {"entityId": 5, "effectId": 31}
    yield "entity_status", {"entityId": 5, "entityStatus": -3}
    yield "collect", {"collectedEntityId": 5, "collectorEntityId": 600, "pickupItemCount": 64}
    if protocol >= 762:
        hit = {"entityId": 5, "sourceTypeId": 43}
        yield "damage_event", {**hit, "sourceCauseId": 0, "sourceDirectId": 0}
        place = {"sourcePosition": {"x": 0.5, "y": -60, "z": 1e7}}
        yield "damage_event", {**hit, "sourceCauseId": 701, "sourceDirectId": 1, **place}
        yield "hurt_animation", {"entityId": 5, "yaw": -90.5}


def _spawns(protocol: int) -> Iterator[Packet]:
    place = {"entityId": 300, "x": -0.5, "y": 300, "z": 1e7, "pitch": -128, "yaw": 127}
    head = {"headPitch": 64}
    data = {"objectData": 200, **head} if protocol >= 759 else {"objectData": -1}
    for velocity in _velocities(protocol):
        yield "spawn_entity", {**place, "objectUUID": UUID_A, "type": 7, **data, "velocity": velocity}
        if protocol < 759:
            mob = {**place, "entityUUID": UUID_B, "type": 7, **head, "velocity": velocity}
            yield "spawn_entity_living", mob
    if protocol < 764:
        yield "named_entity_spawn", {**place, "playerUUID": UUID_B}


def _velocities(protocol: int) -> list[dict[str, float]]:
    """From 1.21.9 on those that travel exactly; what becomes of others is in ``test_lp_vec3``."""
    if protocol < 773:
        return [{"x": -32768, "y": 32767, "z": 0}]
    still: dict[str, float] = {"x": 0, "y": 0, "z": 0}
    return [still, {"x": 3, "y": -3, "z": 0}, {"x": -4, "y": 0, "z": 4}, {"x": 0, "y": 2.0**31, "z": 0}]


def _moves(protocol: int) -> Iterator[Packet]:
    extreme = {"entityId": 2**31 - 1, "dX": -32768, "dY": 32767, "dZ": 1}
    look = {"yaw": -128, "pitch": 127}
    yield "rel_entity_move", {**extreme, "onGround": True}
    yield "entity_move_look", {**extreme, **look, "onGround": False}
    yield "entity_look", {"entityId": 5, **look, "onGround": True}
    yield "entity_head_rotation", {"entityId": 5, "headYaw": -128}
    yield from (
        ("entity_velocity", {"entityId": 5, "velocity": velocity}) for velocity in _velocities(protocol)
    )
    place = {"entityId": 70_000, "x": -0.5, "y": 300, "z": 1e7, "onGround": True}
    if protocol < 768:
        yield "entity_teleport", {**place, **look}
        return
    exact = {**place, "dx": 0.1, "dy": -3.5, "dz": 1e-5, "yaw": -725.5, "pitch": 89.5}
    for flags in ((), ("x", "yaw"), ("y", "z", "pitch", "dx", "dy", "dz", "yawDelta")):
        yield "entity_teleport", {**exact, "flags": dict.fromkeys(flags, True) | {"_value": 0}}
    yield "sync_entity_position", exact
