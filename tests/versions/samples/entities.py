"""Entities, but for their metadata."""

from __future__ import annotations

from collections.abc import Iterator

from samples.items import no_item, stones, sword
from samples.values import FAR, NBT, UUID_A, Packet


def clientbound(protocol: int) -> Iterator[Packet]:
    yield "spawn_entity_experience_orb", {"entityId": 5, "x": 1.5, "y": -2, "z": 3, "count": 77}
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
    slots = [
        {"slot": slot, "item": (no_item(protocol), sword(protocol), stones(protocol))[slot % 3]}
        for slot in range(6)
    ]
    yield "entity_equipment", {"entityId": 9, "equipments": slots}
    effect = {"entityId": 5, "effectId": 31, "amplifier": -1, "duration": 1_000_000, "hideParticles": 5}
    yield "entity_effect", effect
    if protocol >= 760:
        yield "entity_effect", {**effect, "factorCodec": NBT}
    extreme = {"entityId": 2**31 - 1, "dX": -32768, "dY": 32767, "dZ": 1}
    yield "entity_move_look", {**extreme, "yaw": -128, "pitch": 127, "onGround": False}
