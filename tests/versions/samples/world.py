"""Blocks, time, the border."""

from __future__ import annotations

from collections.abc import Iterator

from samples.values import FAR, NBT, NEAR, Packet


def clientbound(protocol: int) -> Iterator[Packet]:
    yield from _blocks(protocol)
    yield from _border(protocol)


def _blocks(protocol: int) -> Iterator[Packet]:
    offsets = [{"x": -128, "y": 0, "z": 127}, {"x": 0, "y": -1, "z": 1}]
    for center in (-0.5, 100.25):
        explosion = {"x": center, "y": 64.5, "z": -center, "radius": 4, "affectedBlockOffsets": offsets}
        yield "explosion", {**explosion, "playerMotionX": 0.5, "playerMotionY": -0.25, "playerMotionZ": 0}
    yield "tile_entity_data", {"location": FAR, "action": 9, "nbtData": NBT}
    yield "tile_entity_data", {"location": NEAR, "action": 1}
    yield "block_action", {"location": FAR, "byte1": 255, "byte2": 1, "blockId": 300}
    if protocol < 760:
        yield (
            "acknowledge_player_digging",
            {"location": FAR, "block": 9000, "status": 2, "successful": True},
        )
    yield "unload_chunk", {"chunkX": -1_875_000, "chunkZ": 7}
    yield "update_view_distance", {"viewDistance": 32}
    yield "update_time", {"age": [1, 2], "time": [-1, -6000]}
    yield "camera", {"cameraId": 2_000_000_000}
    yield "vehicle_move", {"x": 1.5, "y": -60.25, "z": 1e7, "yaw": -720.5, "pitch": 90}
    yield "game_state_change", {"reason": "change_game_mode", "gameMode": 3}
    trust = "suppressLightUpdates" if protocol >= 760 else "notTrustEdges"
    low = -1 if protocol > 754 else 3
    section = {"x": -2_000_000, "y": low, "z": 1_000_000}
    records = [(17_000 << 12) | 0xABC, 0x0F0]
    yield "multi_block_change", {"chunkCoordinates": section, trust: True, "records": records}


def _border(protocol: int) -> Iterator[Packet]:
    if protocol < 758:
        yield "world_border", {"action": 0, "radius": 100.5}
        yield "world_border", {"action": 1, "old_radius": 10, "new_radius": 20, "speed": 5000}
        yield "world_border", {"action": 2, "x": -5.5, "z": 6}
        yield "world_border", {"action": 4, "warning_time": 7}
        yield "world_border", {"action": 5, "warning_blocks": 8}
        return
    yield "world_border_center", {"x": -5.5, "z": 6}
    yield "world_border_lerp_size", {"oldDiameter": 10, "newDiameter": 20, "speed": 5000}
    yield "world_border_size", {"diameter": 100.5}
    yield "world_border_warning_delay", {"warningTime": 7}
    yield "world_border_warning_reach", {"warningBlocks": 8}
