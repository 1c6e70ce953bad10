"""Blocks."""

from __future__ import annotations

from math import floor

from expected.params import Builder, Params
from expected.values import long, nbt, position, vector
from proxy import messages as m

DESTROY, DESTROY_WITH_DECAY = 1, 2


def multi_block_change(p: Params) -> m.Message:
    section = p("chunkCoordinates")
    p.ignore("notTrustEdges", "suppressLightUpdates")
    records = [long(record) for record in p("records")]
    positions = tuple(
        (
            section["x"] * 16 + (record >> 8) % 16,
            section["y"] * 16 + record % 16,
            section["z"] * 16 + (record >> 4) % 16,
        )
        for record in records
    )
    return m.BlocksChanged(positions, tuple(record // 4096 for record in records))


def explosion(p: Params) -> m.Message:
    p.ignore("small_explosion_particle", "large_explosion_particle", "sound")
    p.ignore("explosionParticle", "blockParticles", "blockCount")
    x, y, z = vector(p("center")) if "center" in p.fields else (p("x"), p("y"), p("z"))
    offsets = p("affectedBlockOffsets", default=())
    if p("block_interaction_type", default=DESTROY) not in (DESTROY, DESTROY_WITH_DECAY):
        offsets = ()
    destroyed = tuple(
        (floor(x) + offset["x"], floor(y) + offset["y"], floor(z) + offset["z"]) for offset in offsets
    )
    knockback = p("playerKnockback", default=None)
    motion = (0, 0, 0) if knockback is None else vector(knockback)
    if "playerMotionX" in p.fields:
        motion = p("playerMotionX"), p("playerMotionY"), p("playerMotionZ")
    return m.Explosion((x, y, z), p("radius", default=None), destroyed, motion)


CLIENTBOUND: dict[str, Builder] = {
    "unload_chunk": lambda p: m.UnloadChunk(p("chunkX"), p("chunkZ")),
    "block_change": lambda p: m.BlocksChanged((position(p("location")),), (p("type"),)),
    "multi_block_change": multi_block_change,
    "acknowledge_player_digging": lambda p: m.DiggingAcknowledged(
        position(p("location")), p("block"), p("status"), p("successful")
    ),
    "explosion": explosion,
    "tile_entity_data": lambda p: m.BlockEntityData(
        position(p("location")), p("action"), nbt(p("nbtData", default=None))
    ),
    "block_action": lambda p: m.BlockAction(position(p("location")), p("byte1"), p("byte2"), p("blockId")),
}
