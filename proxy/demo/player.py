"""A player in the demo world."""

from __future__ import annotations

from dataclasses import dataclass, field
from uuid import UUID

from npc.stage_port import Actor
from proxy.demo.places import SPAWN
from world.item import ItemStack

CREATIVE = 1
_HOTBAR = 36
_OFF_HAND = LAST_SLOT = 45


@dataclass(eq=False)
class DemoPlayer:
    """Body, hands and identity. ``actor`` is what others see of it."""

    entity_id: int
    uuid: UUID
    name: str
    actor: Actor = field(init=False)
    held_slot: int = 0
    slots: dict[int, ItemStack] = field(default_factory=dict)
    """Slot of the player's own window → item; a creative client says what it puts where."""

    def __post_init__(self) -> None:
        self.actor = Actor(actor_id=self.name, uuid=self.uuid, name=self.name)
        self.place(SPAWN.x, SPAWN.y, SPAWN.z, SPAWN.yaw, SPAWN.pitch)

    def place(self, x: float, y: float, z: float, yaw: float, pitch: float) -> None:
        actor = self.actor
        actor.x, actor.y, actor.z = x, y, z
        actor.yaw = actor.head_yaw = yaw
        actor.pitch = pitch

    @property
    def chunk(self) -> tuple[int, int]:
        return int(self.actor.x // 16), int(self.actor.z // 16)

    def item_in(self, hand: int) -> ItemStack | None:
        """What is in a hand: 0 main, 1 off."""
        return self.slots.get(_OFF_HAND if hand else _HOTBAR + self.held_slot)

    def set_slot(self, slot: int, item: ItemStack | None) -> None:
        if item is None:
            self.slots.pop(slot, None)
        else:
            self.slots[slot] = item

    def swap_hands(self) -> None:
        main, off = self.item_in(0), self.item_in(1)
        self.set_slot(_HOTBAR + self.held_slot, off)
        self.set_slot(_OFF_HAND, main)

    @property
    def equipment(self) -> dict[str, ItemStack]:
        """What others see in its hands and on its body, by the slots of an entity."""
        slots = {"head": 5, "chest": 6, "legs": 7, "feet": 8}
        worn = {name: self.slots[slot] for name, slot in slots.items() if slot in self.slots}
        hands = {"main_hand": self.item_in(0), "off_hand": self.item_in(1)}
        return worn | {name: item for name, item in hands.items() if item is not None}

    def touches(self, cell: tuple[int, int, int]) -> bool:
        """Whether the body (0.6 × 1.8 blocks) reaches into a block's cube."""
        x, y, z = cell
        actor = self.actor
        return abs(actor.x - (x + 0.5)) < 0.8 and abs(actor.z - (z + 0.5)) < 0.8 and y - 1.8 < actor.y < y + 1
