"""What the world does to a body's health: vanilla's damage, and when.

Only what happens is told. What becomes of whom it happens to isn't the world's business; :class:`Respite` tells what of
it counts. Rain isn't known, so it puts no fire out; nor are armour and effects.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from enum import StrEnum
from math import ceil, floor
from typing import NamedTuple

from world.physics.body import Body, Controls
from world.physics.fluids import depth_and_flow, surface
from world.physics.support import UNDERFOOT
from world.physics.vicinity import vicinity
from world.terrain import WATER, Cell, Terrain

SAFE_FALL = 3.0
"""Blocks that a fall may have without harm (``LivingEntity.calculateFallDamage``)."""
FALL_MARGIN = 1e-6
"""Blocks that a fall may lack of a whole one (``LivingEntity.calculateFallPower``)."""
LAVA_DAMAGE, LAVA_BURNS = 4.0, 300
"""Damage, and ticks that it burns afterwards (``Entity.lavaHurt``)."""
FIRE_DAMAGE, SOUL_FIRE_DAMAGE, FIRE_BURNS = 1.0, 2.0, 160
"""Of being in fire (``BaseFireBlock.entityInside``)."""
KINDLING = 20
"""Ticks in fire before who isn't burning catches it (a player's ``getFireImmuneTicks``)."""
BURNING_INTERVAL = 20
"""Ticks of burning for 1 damage (``Entity.baseTick``)."""
AIR, AIR_BACK, AIR_GONE, DROWNING_DAMAGE = 300, 4, -20, 2.0
"""Ticks of breath, how many a tick out of water gives back, where it hurts, and how (``LivingEntity.baseTick``)."""
EYES_SINK = 1 / 9
"""Blocks that eyes have to be below a surface (``Entity.updateFluidOnEyes``; the latest releases ask for none)."""
VOID_DEPTH, VOID_DAMAGE = 64, 4.0
"""Blocks below the world where the void begins (``Entity.checkBelowWorld``)."""
FROZEN, THAWING, FREEZING_INTERVAL = 140, 2, 40
"""Ticks in powder snow until it hurts, how much a tick out of it takes off, and ticks for 1 damage."""
RESPITE = 10
"""Ticks after damage in which only greater damage has an effect, namely what it is greater by."""
STIR = 0.003
"""Blocks along an axis in a tick from which on a berry bush scratches."""
CAULDRON = (0.25, 0.9375)
"""Heights of a cauldron's floor and of its contents."""
EYES = 1.62
"""Height of a player's eyes in blocks."""
SUFFOCATING_WIDTH = 0.8
"""Share of the body's width that counts at its eyes (``Entity.isInWall``)."""
ON_MARGIN = 1e-5


class HarmKind(StrEnum):
    """Vanilla's names of damage types."""

    FALL = "fall"
    STALAGMITE = "stalagmite"
    LAVA = "lava"
    IN_FIRE = "in_fire"
    ON_FIRE = "on_fire"
    CAMPFIRE = "campfire"
    HOT_FLOOR = "hot_floor"
    DROWN = "drown"
    OUT_OF_WORLD = "out_of_world"
    CACTUS = "cactus"
    SWEET_BERRY_BUSH = "sweet_berry_bush"
    WITHER = "wither"
    FREEZE = "freeze"
    IN_WALL = "in_wall"


class Harm(NamedTuple):
    """Damage; ``amount`` in half hearts."""

    kind: HarmKind
    amount: float


@dataclass(slots=True)
class Respite:
    """After damage only greater damage counts for a while (``LivingEntity.hurt``)."""

    _ends: int = 0
    """The tick from which on all damage counts."""
    _greatest: float = 0.0
    """Damage that it is the respite from, in half hearts."""

    def holds(self, now: int) -> bool:
        """Whether there was damage of late."""
        return now < self._ends

    def share(self, now: int, amount: float) -> float:
        """What counts of some damage (half hearts) at a tick; the respite from that begins, or goes on."""
        before = self._greatest if self.holds(now) else 0.0
        if amount <= before:
            return 0.0
        if not self.holds(now):
            self._ends = now + RESPITE
        self._greatest = amount
        return amount - before


@dataclass(slots=True)
class Harms:
    """What hurts one body, over time. :meth:`tick` after each :func:`world.physics.motion.step`."""

    eyes: float = EYES
    """Blocks above the feet."""
    fire_ticks: int = -KINDLING
    """Ticks that it will burn on; negative: ticks in fire until it catches it."""
    air: int = AIR
    """Ticks of breath."""
    frozen: int = 0
    """Ticks in powder snow, at most :data:`FROZEN`."""
    _before: tuple[float, float] | None = None
    """x and z a tick ago."""
    _freezing: int = 0
    """Ticks since it is frozen through."""

    @property
    def on_fire(self) -> bool:
        return self.fire_ticks > 0

    @property
    def calm(self) -> bool:
        """Whether a body that rests where nothing hurts it needs no ticks."""
        return not (self.on_fire or self.frozen) and self.air == AIR

    def tick(self, body: Body, controls: Controls, terrain: Terrain) -> list[Harm]:
        """The damage of a tick, mostly none, in the order in which it is done."""
        if self._is_safe(body, terrain):
            self._before = body.x, body.z
            return []
        harms = list(self._all(body, controls, terrain))
        self._before = body.x, body.z
        return harms

    def _is_safe(self, body: Body, terrain: Terrain) -> bool:
        """Whether nothing hurts it and nothing is to pass: so it is in most ticks, and found out soon."""
        return (
            self.fire_ticks == -KINDLING
            and self.air == AIR
            and not (self.frozen or self._freezing or body.impact or body.lava)
            and body.y >= terrain.world.dimension.min_y
            and self.eyes < body.height
            and _is_harmless(body, terrain)
        )

    def _all(self, body: Body, controls: Controls, terrain: Terrain) -> Iterator[Harm]:
        amid = bool(vicinity(body, terrain).contents)
        yield from _void(body, terrain)
        yield from self._breath(amid and _is_under(terrain, body, self.eyes))
        if amid and _is_walled_in(terrain, body, self.eyes):
            yield Harm(HarmKind.IN_WALL, 1.0)
        yield from _fall(body, controls, terrain)
        yield from self._touch(body, _touched(body, terrain) if amid else ())
        if body.on_ground and not controls.sneak and _below(body, terrain, ON_MARGIN).hazard == "magma_block":
            yield Harm(HarmKind.HOT_FLOOR, 1.0)
        yield from self._burn(body)

    # --- over time

    def _breath(self, under: bool) -> Iterator[Harm]:
        if not under:
            self.air = min(AIR, self.air + AIR_BACK)
            return
        self.air -= 1
        if self.air == AIR_GONE:
            self.air = 0
            yield Harm(HarmKind.DROWN, DROWNING_DAMAGE)

    def _burn(self, body: Body) -> Iterator[Harm]:
        if body.in_lava:
            self.fire_ticks = max(self.fire_ticks, LAVA_BURNS)
            yield Harm(HarmKind.LAVA, LAVA_DAMAGE)
        if body.in_water:
            self.fire_ticks = min(self.fire_ticks, -KINDLING)
        if not self.on_fire:
            return
        if self.fire_ticks % BURNING_INTERVAL == 0 and not body.in_lava:
            yield Harm(HarmKind.ON_FIRE, 1.0)
        self.fire_ticks -= 1

    # --- by touch

    def _touch(self, body: Body, touched: Collection[str]) -> Iterator[Harm]:
        for hazard in touched:
            if hazard in _BY_TOUCH:
                yield _BY_TOUCH[hazard]
        if "lava_cauldron" in touched:
            self.fire_ticks = max(self.fire_ticks, LAVA_BURNS)
        if "sweet_berry_bush" in touched and self._stirs(body):
            yield Harm(HarmKind.SWEET_BERRY_BUSH, 1.0)
        self._kindle("fire" in touched or "soul_fire" in touched)
        yield from self._freeze("powder_snow" in touched)

    def _kindle(self, in_fire: bool) -> None:
        if in_fire:
            self.fire_ticks += 1
            if self.fire_ticks >= 0:
                self.fire_ticks = max(self.fire_ticks, FIRE_BURNS)
        elif not self.on_fire:
            self.fire_ticks = -KINDLING

    def _freeze(self, in_snow: bool) -> Iterator[Harm]:
        if not in_snow:
            self.frozen = max(0, self.frozen - THAWING)
        elif self.frozen < FROZEN:
            self.frozen += 1
        if in_snow:
            self.fire_ticks = min(self.fire_ticks, -KINDLING)
        if self.frozen < FROZEN:
            self._freezing = 0
            return
        if self._freezing % FREEZING_INTERVAL == 0:
            yield Harm(HarmKind.FREEZE, 1.0)
        self._freezing += 1

    def _stirs(self, body: Body) -> bool:
        if self._before is None:
            return False
        return abs(body.x - self._before[0]) >= STIR or abs(body.z - self._before[1]) >= STIR


_BY_TOUCH = {
    "cactus": Harm(HarmKind.CACTUS, 1.0),
    "campfire": Harm(HarmKind.CAMPFIRE, FIRE_DAMAGE),
    "soul_campfire": Harm(HarmKind.CAMPFIRE, SOUL_FIRE_DAMAGE),
    "fire": Harm(HarmKind.IN_FIRE, FIRE_DAMAGE),
    "soul_fire": Harm(HarmKind.IN_FIRE, SOUL_FIRE_DAMAGE),
    "lava_cauldron": Harm(HarmKind.LAVA, LAVA_DAMAGE),
    # of the effect only the first tick hurts; but in the rose each tick is its first
    "wither_rose": Harm(HarmKind.WITHER, 1.0),
}
"""What a tick in a block does, by :attr:`world.terrain.Cell.hazard`."""


def _is_harmless(body: Body, terrain: Terrain) -> bool:
    """Whether nothing that a body is in or stands on could hurt it, whatever it does."""
    near = vicinity(body, terrain)
    for *_, number in near.contents:
        cell = terrain.cells[number]
        if cell.full or cell.fluid or cell.hazard:
            return False
    return near.plain or not body.on_ground or not _below(body, terrain, ON_MARGIN).hazard


def _touched(body: Body, terrain: Terrain) -> Collection[str]:
    """Hazards of the blocks that a body is in, each once, in a fixed order."""
    touched: dict[str, None] = {}
    for _, y, _, number in sorted(vicinity(body, terrain).contents, key=lambda at: (at[1], at[2], at[0])):
        hazard = terrain.cells[number].hazard
        if hazard and (hazard != "lava_cauldron" or _is_in_cauldron(body, y)):
            touched[hazard] = None
    return touched


def _is_in_cauldron(body: Body, y: int) -> bool:
    bottom, top = CAULDRON
    return body.y < y + top and body.y + body.height > y + bottom


def _fall(body: Body, controls: Controls, terrain: Terrain) -> Iterator[Harm]:
    """``Block.fallOn`` of the block that it landed on, unless its feet are in water by now."""
    if body.impact <= 0.0 or depth_and_flow(terrain, body.box, WATER)[0]:
        return
    cell = _below(body, terrain, UNDERFOOT)
    distance = body.impact * cell.fall_share + cell.fall_extra - SAFE_FALL
    factor = 1.0 if cell.sticky and controls.sneak else cell.fall_factor
    if terrain.world.rules.falls_to_the_end:
        amount = floor((distance + FALL_MARGIN) * factor)
    else:
        amount = ceil(distance * factor)
    if amount > 0:
        yield Harm(HarmKind.STALAGMITE if cell.fall_extra else HarmKind.FALL, float(amount))


def _is_walled_in(terrain: Terrain, body: Body, eyes: float) -> bool:
    """``Entity.isInWall``: whether the eyes are in a block that lets nobody breathe."""
    half = body.width * SUFFOCATING_WIDTH / 2
    y = floor(body.y + eyes)
    cells = (
        terrain.cell(x, y, z)
        for z in range(floor(body.z - half), floor(body.z + half) + 1)
        for x in range(floor(body.x - half), floor(body.x + half) + 1)
    )
    return any(cell.full and cell.known and not cell.see_through for cell in cells)


def _void(body: Body, terrain: Terrain) -> Iterator[Harm]:
    if body.y < terrain.world.dimension.min_y - VOID_DEPTH:
        yield Harm(HarmKind.OUT_OF_WORLD, VOID_DAMAGE)


def _is_under(terrain: Terrain, body: Body, eyes: float) -> bool:
    """Whether the eyes are in water in which nobody can breathe."""
    if _below(body, terrain, -eyes).bubbles:
        return False
    height = body.y + eyes - EYES_SINK
    x, y, z = floor(body.x), floor(height), floor(body.z)
    cell = terrain.cell(x, y, z)
    return cell.fluid == WATER and height < y + surface(terrain, x, y, z, cell)


def _below(body: Body, terrain: Terrain, depth: float) -> Cell:
    """The cell of the block some way below the feet."""
    return terrain.cell(floor(body.x), floor(body.y - depth), floor(body.z))
