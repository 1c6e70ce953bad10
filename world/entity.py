"""Entities and players as one client sees them, exact to the wire's fixed point."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import floor
from typing import Any
from uuid import UUID

from world.item import ItemStack

UNITS = 4096
"""Position units a block: relative moves travel as multiples of 1/4096 block; to 1.8.9 of 1/32."""


# Indices of metadata that all entities have, and bits of the flags.
FLAGS_INDEX, POSE_INDEX = 0, 6
FLAG_SNEAKING, FLAG_SWIMMING, FLAG_INVISIBLE, FLAG_GLIDING = 0x02, 0x10, 0x20, 0x80


def encode_position(value: float, *, rounded: bool, units: int = UNITS) -> int:
    """Block coordinate to position units; the client rounds from 1.19 on and floors before.

    Raises ValueError for NaN and OverflowError for infinities.
    """
    return floor(value * units + 0.5) if rounded else floor(value * units)


@dataclass(slots=True)
class Entity:
    """Anything with an entity id. Angles in degrees, velocity in blocks per tick."""

    entity_id: int
    uuid: UUID | None
    kind: str
    """Entity type name without namespace."""
    x: float
    y: float
    z: float
    yaw: float = 0.0
    pitch: float = 0.0
    head_yaw: float = 0.0
    velocity: tuple[float, float, float] = (0.0, 0.0, 0.0)
    on_ground: bool = False
    data: int = 0
    metadata: dict[int, tuple[str, Any]] = field(default_factory=dict)
    equipment: dict[str, ItemStack] = field(default_factory=dict)
    effects: dict[int, tuple[int, int]] = field(default_factory=dict)
    """Effect id → (amplifier, duration in ticks)."""
    passengers: tuple[int, ...] = ()
    vehicle: int | None = None

    @property
    def position(self) -> tuple[float, float, float]:
        return self.x, self.y, self.z

    def move_by(self, dx: int, dy: int, dz: int, *, rounded: bool) -> None:
        """Apply a relative move in 1/4096 block as the client does: an axis that doesn't move keeps its value."""
        if dx:
            self.x = (encode_position(self.x, rounded=rounded) + dx) / UNITS
        if dy:
            self.y = (encode_position(self.y, rounded=rounded) + dy) / UNITS
        if dz:
            self.z = (encode_position(self.z, rounded=rounded) + dz) / UNITS


@dataclass(slots=True)
class ListedPlayer:
    """A player-list entry."""

    uuid: UUID
    name: str
    properties: tuple[tuple[str, str, str | None], ...] = ()
    """(name, value, signature)."""
    game_mode: int = 0
    ping: int = 0
    display_name: str | None = None
    listed: bool = True
    """Whether the tab list shows it."""
