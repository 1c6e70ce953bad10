"""Entity metadata."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from samples.items import no_item, sword
from samples.values import FAR, NBT, NEAR, UUID_A, Packet


def clientbound(protocol: int, particles: dict[int, str]) -> Iterator[Packet]:
    values: list[tuple[int, Any]] = [
        (0, -1),
        (1, 2**31 - 1),
        (1, -5),
        (2, 0.25),
        (3, "text"),
        (4, '{"text":"x"}'),
        (5, '{"text":"y"}'),
        (5, None),
        (6, sword(protocol)),
        (6, no_item(protocol)),
        (7, True),
        (8, {"pitch": 1.5, "yaw": -2, "roll": 0}),
        (9, FAR),
        (10, NEAR),
        (10, None),
        *((11, direction) for direction in range(6)),
        (12, UUID_A),
        (12, None),
        (13, 17_000),
        (13, 0),
        (14, NBT),
        *((15, value) for value in _particles(protocol, particles)),
        (16, {"villagerType": 6, "villagerProfession": 14, "level": 5}),
        (17, 0),
        (17, 4001),
        *((18, pose) for pose in range({754: 7, 758: 8, 760: 14}[protocol])),
    ]
    if protocol >= 760:
        values += [(19, 10), (20, 2), (22, 29), (21, None)]
    for kind, value in values:
        entry = {"key": 20, "type": kind} if value is None else {"key": 20, "type": kind, "value": value}
        flags = {"key": 0, "type": 0, "value": 2}
        yield "entity_metadata", {"entityId": 700, "metadata": [flags, entry]}
    yield "entity_metadata", {"entityId": 7, "metadata": []}


def _particles(protocol: int, particles: dict[int, str]) -> Iterator[dict[str, Any]]:
    block = {"blockState": 9}
    data: dict[str, dict[str, Any]] = {
        "block": block,
        "block_marker": block,
        "falling_dust": block,
        "dust": {"red": 1, "green": 0.5, "blue": 0, "scale": 2},
        "dust_color_transition": {
            **{"fromRed": 1, "fromGreen": 0.5, "fromBlue": 0, "scale": 2},
            **{"toRed": 0, "toGreen": 0.25, "toBlue": 1},
        },
        "item": {"item": sword(protocol)},
        "sculk_charge": {"rotation": 1.5},
        "shriek": {"delayInTicksBeforeShown": 20},
    }
    for particle_id, name in particles.items():
        if name == "vibration":  # towards an entity: minecraft-data's layout isn't vanilla's
            place = {"positionType": "minecraft:block", "destination": NEAR, "ticks": 20}
            # 1.17 and 1.18 also say where it starts; 1.19's writer doesn't look at that
            yield {"particleId": particle_id, "data": {"origin": FAR, **place}}
        else:
            yield {"particleId": particle_id, "data": data.get(name, {})}
