"""Blocks, time, the border."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from samples.values import FAR, NBT, NEAR, Packet


def clientbound(protocol: int) -> Iterator[Packet]:
    yield from _blocks(protocol)
    yield from _border(protocol)


def _blocks(protocol: int) -> Iterator[Packet]:
    yield from _explosions(protocol)
    yield "tile_entity_data", {"location": FAR, "action": 9, "nbtData": NBT}
    yield "tile_entity_data", {"location": NEAR, "action": 1}
    yield "block_action", {"location": FAR, "byte1": 255, "byte2": 1, "blockId": 300}
    if protocol < 760:
        yield (
            "acknowledge_player_digging",
            {"location": FAR, "block": 9000, "status": 2, "successful": True},
        )
    yield "block_change", {"location": FAR, "type": 17_000}
    yield "update_view_position", {"chunkX": -1_875_000, "chunkZ": 7}
    yield "unload_chunk", {"chunkX": -1_875_000, "chunkZ": 7}
    yield "update_view_distance", {"viewDistance": 32}
    yield from _times(protocol)
    yield "camera", {"cameraId": 2_000_000_000}
    yield "vehicle_move", {"x": 1.5, "y": -60.25, "z": 1e7, "yaw": -720.5, "pitch": 90}
    yield "game_state_change", {"reason": "change_game_mode", "gameMode": 3}
    trust = {} if protocol >= 763 else {"suppressLightUpdates" if protocol >= 760 else "notTrustEdges": True}
    low = -1 if protocol > 754 else 3
    section = {"x": -2_000_000, "y": low, "z": 1_000_000}
    records = [(17_000 << 12) | 0xABC, 0x0F0]
    yield "multi_block_change", {"chunkCoordinates": section, **trust, "records": records}


def _times(protocol: int) -> Iterator[Packet]:
    if protocol >= 775:
        clock = {"id": 300, "totalTicks": 1_000_000, "partialTick": 0.5, "rate": 0.25}
        for clocks in ([], [clock, {**clock, "id": 0, "rate": 0}]):
            yield "update_time", {"age": [1, 2], "clockUpdates": clocks}
    elif protocol >= 768:
        for ticking in (True, False):
            yield "update_time", {"age": [1, 2], "time": [0, 6000], "tickDayTime": ticking}
    else:
        yield "update_time", {"age": [1, 2], "time": [-1, -6000]}
        yield "update_time", {"age": [1, 2], "time": [0, 6000]}


def _explosions(protocol: int) -> Iterator[Packet]:
    """Those of 1.20.3, and knockback of 1.21.2, are not as minecraft-data says: see ``hand_written``."""
    sounds: list[dict[str, Any]] = [{"soundId": 3}, {"data": {"soundName": "pack:boom", "fixedRange": 16}}]
    for center, sound in zip((-0.5, 100.25), sounds, strict=True):
        place = {"x": center, "y": 64.5, "z": -center}
        if protocol < 768:
            yield from _explosions_with_blocks(protocol, place, sound)
        else:
            yield from _explosions_without_blocks(protocol, place, sound)


_PUFF = {"type": "explosion"}


def _explosions_with_blocks(
    protocol: int, place: dict[str, float], sound: dict[str, Any]
) -> Iterator[Packet]:
    offsets = [{"x": -128, "y": 0, "z": 127}, {"x": 0, "y": -1, "z": 1}]
    explosion = {**place, "radius": 4, "affectedBlockOffsets": offsets}
    explosion |= {"playerMotionX": 0.5, "playerMotionY": -0.25, "playerMotionZ": 0}
    if protocol < 765:
        yield "explosion", explosion
    elif protocol > 765:
        particles = {"small_explosion_particle": _PUFF, "large_explosion_particle": _PUFF}
        for interaction in range(4):
            effects = {"block_interaction_type": interaction, **particles, "sound": sound}
            yield "explosion", {**explosion, **effects}


def _explosions_without_blocks(
    protocol: int, place: dict[str, float], sound: dict[str, Any]
) -> Iterator[Packet]:
    effects = {"explosionParticle": _PUFF, "sound": sound}
    pushes: list[dict[str, Any]] = [{}]
    if protocol > 768:
        pushes.append({"playerKnockback": {"x": 0.5, "y": -0.25, "z": 0}})
    for push in pushes:
        if protocol < 773:
            yield "explosion", {**place, **push, **effects}
            continue
        weighted = {"data": {"particle": _PUFF, "scaling": 0.5, "speed": 1}, "weight": 300}
        for particles in ([], [weighted, weighted]):
            sizes = {"radius": 4, "blockCount": 70_000, "blockParticles": particles}
            yield "explosion", {"center": place, **sizes, **push, **effects}


def _border(protocol: int) -> Iterator[Packet]:
    if protocol < 758:
        yield "world_border", {"action": 0, "radius": 100.5}
        yield "world_border", {"action": 1, "old_radius": 10, "new_radius": 20, "speed": 5000}
        yield "world_border", {"action": 2, "x": -5.5, "z": 6}
        yield "world_border", {"action": 4, "warning_time": 7}
        yield "world_border", {"action": 5, "warning_blocks": 8}
        return
    moving = {"oldDiameter": 10, "newDiameter": 20, "speed": 5000}
    warnings = {"warningBlocks": 5, "warningTime": 15}
    border = {"x": -5.5, "z": 6, **moving, "portalTeleportBoundary": 29_999_984, **warnings}
    yield "initialize_world_border", border
    yield "world_border_center", {"x": -5.5, "z": 6}
    yield "world_border_lerp_size", moving
    yield "world_border_size", {"diameter": 100.5}
    yield "world_border_warning_delay", {"warningTime": 7}
    yield "world_border_warning_reach", {"warningBlocks": 8}
