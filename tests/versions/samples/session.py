"""Configuring, joining, changing worlds, the own player."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from samples.values import FAR, Packet, buffer

_WITH_ENVIRONMENT_ATTRIBUTES = 774
"""From here on dimension types no longer say what their ``effects`` are."""


def clientbound(protocol: int) -> Iterator[Packet]:
    yield from _teleports(protocol)
    yield "custom_payload", {"channel": "pack:one", "data": buffer(0, 255, 7)}
    yield "update_health", {"health": 0.5, "food": 19, "foodSaturation": 2.25}
    yield "experience", {"experienceBar": 0.25, "level": 300, "totalExperience": 70_000}
    yield "abilities", {"flags": 15, "flyingSpeed": 0.25, "walkingSpeed": 0.5}
    yield "held_item_slot", {"slot": 8}
    if protocol >= 773:
        place = {"dimensionName": "pack:below", "location": FAR}
        yield "spawn_position", {"globalPos": place, "yaw": -90.5, "pitch": 12}
    else:
        yield "spawn_position", {"location": FAR, **({"angle": -90.5} if protocol > 754 else {})}
    if protocol >= 764:
        yield "start_configuration", {}
        yield "configuration/custom_payload", {"channel": "pack:one", "data": buffer(0, 255, 7)}
        yield from _registries(protocol)
    yield from _worlds(protocol)


def _teleports(protocol: int) -> Iterator[Packet]:
    place = {"x": -0.5, "y": 300, "z": 1e7, "yaw": -725.5, "pitch": 89.5, "teleportId": 200_000}
    if protocol >= 768:
        velocity = {"dx": 0.1, "dy": -3.5, "dz": 1e-5}
        for flags in (_RELATIVE, *((name,) for name in _RELATIVE), ()):
            yield "position", {**place, **velocity, "flags": dict.fromkeys(flags, True) | {"_value": 0}}
        yield (
            "player_rotation",
            {
                "yaw": -725.5,
                "pitch": 89.5,
                **({"relativeYaw": True, "relativePitch": False} if protocol >= 773 else {}),
            },
        )
    elif protocol >= 766:
        for flags in (_RELATIVE[:5], *((name,) for name in _RELATIVE[:5]), ()):
            yield "position", {**place, "flags": dict.fromkeys(flags, True) | {"_value": 0}}
    else:
        dismount = {"dismountVehicle": True} if 755 <= protocol <= 761 else {}
        for bits in (0x1F, 0x08, -1):
            yield "position", {**place, "flags": bits, **dismount}


_RELATIVE = ("x", "y", "z", "yaw", "pitch", "dx", "dy", "dz", "yawDelta")


def _nether(protocol: int) -> dict[str, Any]:
    values: dict[str, Any] = {"has_skylight": {"type": "byte", "value": 0}}
    if protocol < _WITH_ENVIRONMENT_ATTRIBUTES:
        values["natural"] = {"type": "byte", "value": 0}
        values["effects"] = {"type": "string", "value": "minecraft:the_nether"}
    if protocol > 754:
        values |= {"min_y": {"type": "int", "value": -32}, "height": {"type": "int", "value": 160}}
    if protocol >= 775:
        values["default_clock"] = {"type": "string", "value": "pack:clock"}
    return {"type": "compound", "name": "", "value": values}


def _registries(protocol: int) -> Iterator[Packet]:
    if protocol < 766:
        dimensions = [
            {
                "name": {"type": "string", "value": name},
                "id": {"type": "int", "value": number},
                "element": {"type": "compound", "value": _nether(protocol)["value"]},
            }
            for number, name in ((1, "pack:second"), (0, "minecraft:overworld"))
        ]
        plain = [{"name": {"type": "string", "value": "pack:a"}, "id": {"type": "int", "value": 0}}]
        registries = {
            "minecraft:dimension_type": _registry(dimensions),
            "minecraft:damage_type": _registry(plain),
        }
        yield "configuration/registry_data", {"codec": {"type": "compound", "name": "", "value": registries}}
        return
    vanilla = ("overworld", "minecraft:overworld_caves", "minecraft:the_end", "minecraft:the_nether")
    entries: list[dict[str, Any]] = [{"key": name} for name in vanilla]
    entries += [{"key": "pack:below", "value": _nether(protocol)}, {"key": "pack:nobody_knows"}]
    yield "configuration/registry_data", {"id": "minecraft:dimension_type", "entries": entries}
    other = [{"key": "pack:a", "value": _nether(protocol)}, {"key": "b"}]
    yield "configuration/registry_data", {"id": "damage_type", "entries": other}
    yield "configuration/registry_data", {"id": "pack:empty", "entries": []}


def _registry(entries: list[dict[str, Any]]) -> dict[str, Any]:
    values = {
        "type": {"type": "string", "value": "whatever"},
        "value": {"type": "list", "value": {"type": "compound", "value": entries}},
    }
    return {"type": "compound", "value": values}


def _worlds(protocol: int) -> Iterator[Packet]:
    world: dict[str, Any] = {
        "hashedSeed": [-2, 3],
        "isDebug": True,
        "isFlat": False,
        "portalCooldown": 300,
        "seaLevel": -63,
    }
    death = {"dimensionName": "minecraft:the_end", "location": FAR}
    if protocol >= 766:
        for gamemode, previous, died in (("adventure", 255, {}), ("spectator", 1, {"death": death})):
            numbered = {**world, "dimension": 300, "name": "pack:below", "gamemode": gamemode}
            state = {**numbered, "previousGamemode": previous, **died}
            for kept in (0, 1, 2, 3):
                yield "respawn", {"worldState": state, "copyMetadata": kept}
            yield "login", {**_login(), "worldState": state, "enforcesSecureChat": True}
        return
    names = {"worldName": "pack:below", **world}
    dimension = "minecraft:the_nether" if protocol >= 759 else _nether(protocol)
    respawn = {**names, "dimension": dimension, "copyMetadata": True, "gamemode": 2, "previousGamemode": 255}
    died = {"death": death} if protocol >= 759 else {}
    yield "respawn", respawn
    yield "respawn", {**respawn, "previousGamemode": 1, "isDebug": False, "isFlat": True, **died}
    if protocol >= 764:
        joined = {**_login(), **names, "worldType": "minecraft:the_nether", "gameMode": 2}
        yield "login", {**joined, "previousGameMode": -1}
        yield "login", {**joined, "previousGameMode": 1, "isDebug": False, "isFlat": True, **died}


def _login() -> dict[str, Any]:
    return {
        "entityId": 2**31 - 1,
        "isHardcore": True,
        "worldNames": ["minecraft:overworld", "pack:below"],
        "maxPlayers": 20,
        "viewDistance": 32,
        "simulationDistance": 5,
        "reducedDebugInfo": False,
        "enableRespawnScreen": True,
        "doLimitedCrafting": True,
    }
