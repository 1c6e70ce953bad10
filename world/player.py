"""The player behind one client: what both directions of its connection say of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from uuid import UUID

from world.item import ItemStack

EYE_HEIGHTS = {
    "standing": 1.62,
    "sneaking": 1.27,
    "swimming": 0.4,
    "gliding": 0.4,
    "sleeping": 0.2,
    "dying": 1.62,
}
"""Blocks above the feet by pose, as vanilla has had them since 1.14."""


@dataclass(slots=True)
class Player:
    """Own player of a client. Position in blocks (feet), angles in degrees; ``None`` until the server said it."""

    name: str
    uuid: UUID
    entity_id: int = -1
    x: float = 0.0
    y: float = 0.0
    z: float = 0.0
    placed: bool = False
    """Whether the server has put the player anywhere yet."""
    yaw: float = 0.0
    pitch: float = 0.0
    velocity: tuple[float, float, float] = (0.0, 0.0, 0.0)
    """Estimate from successive positions, blocks per tick."""
    on_ground: bool = False
    sneaking: bool = False
    sprinting: bool = False
    flying: bool = False
    gliding: bool = False
    swimming: bool = False
    sleeping: bool = False
    game_mode: int = 0
    health: float = 20.0
    food: int = 20
    saturation: float = 5.0
    level: int = 0
    abilities: int = 0
    held_slot: int = 0
    inventory: dict[int, ItemStack] = field(default_factory=dict)
    """Slot number of the player's own window (0–45) → item; empty slots are absent."""
    cursor: ItemStack | None = None
    vehicle: int | None = None
    locale: str = "en_us"
    skin_parts: int = 0x7F
    main_hand: int = 1
    view_distance: int = 10
    eye_heights: Mapping[str, float] = field(default_factory=lambda: EYE_HEIGHTS)
    """Those of the player's release."""

    def leave_world(self) -> None:
        """Forget what belongs to a world: place, vehicle, inventory, poses."""
        self.entity_id = -1
        self.placed = False
        self.velocity = (0.0, 0.0, 0.0)
        self.vehicle = None
        self.inventory.clear()
        self.cursor = None
        self.sneaking = self.sprinting = self.gliding = self.swimming = self.sleeping = False

    @property
    def position(self) -> tuple[float, float, float]:
        return self.x, self.y, self.z

    @property
    def pose(self) -> str:
        """``dying sleeping gliding swimming sneaking standing``: the first that holds, in vanilla's order."""
        if not self.alive:
            return "dying"
        for pose in ("sleeping", "gliding", "swimming", "sneaking"):
            if getattr(self, pose):
                return pose
        return "standing"

    @property
    def eye_height(self) -> float:
        """Blocks above the feet, by pose, as vanilla has them."""
        return self.eye_heights[self.pose]

    @property
    def alive(self) -> bool:
        return self.health > 0

    @property
    def main_hand_item(self) -> ItemStack | None:
        return self.inventory.get(36 + self.held_slot)

    @property
    def off_hand_item(self) -> ItemStack | None:
        return self.inventory.get(45)
