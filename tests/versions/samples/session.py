"""Joining, changing worlds, the own player."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from samples.values import FAR, Packet


def clientbound(protocol: int) -> Iterator[Packet]:
    dismount = {"dismountVehicle": True} if protocol > 754 else {}
    place = {"x": -0.5, "y": 300, "z": 1e7, "yaw": -725.5, "pitch": 89.5}
    for flags in (0x1F, 0x08, -1):
        yield "position", {**place, "flags": flags, "teleportId": 200_000, **dismount}
    yield "abilities", {"flags": 15, "flyingSpeed": 0.25, "walkingSpeed": 0.5}
    yield "held_item_slot", {"slot": 8}
    yield "spawn_position", {"location": FAR, **({"angle": -90.5} if protocol > 754 else {})}
    nether = {
        "has_skylight": {"type": "byte", "value": 0},
        "natural": {"type": "byte", "value": 0},
        "effects": {"type": "string", "value": "minecraft:the_nether"},
    }
    if protocol > 754:
        nether |= {"min_y": {"type": "int", "value": -32}, "height": {"type": "int", "value": 160}}
    element: Any = {"type": "compound", "name": "", "value": nether}
    respawn = {
        "dimension": "minecraft:the_nether" if protocol >= 760 else element,
        "worldName": "pack:below",
        "hashedSeed": [-2, 3],
        "gamemode": 2,
        "previousGamemode": 255,
        "isDebug": True,
        "isFlat": False,
        "copyMetadata": True,
    }
    yield "respawn", respawn
    yield "respawn", {**respawn, "previousGamemode": 1, "isDebug": False, "isFlat": True}
