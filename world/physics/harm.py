"""What the world does to a body's health: vanilla's damage, and when.

Only what happens is told. What becomes of whom it happens to isn't the world's business.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from math import ceil, floor
from typing import NamedTuple

from world.physics.body import Body, Controls
from world.terrain import WATER, Cell, Terrain

SAFE_FALL = 3.0
"""Blocks that a fall may have without harm (``LivingEntity.calculateFallDamage``)."""
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
EYES_ABOVE_SURFACE = 1 / 9
"""Blocks that eyes have to be below a surface (``Entity.updateFluidOnEyes``)."""
VOID_DEPTH, VOID_DAMAGE = 64, 4.0
"""Blocks below the world where the void begins (``Entity.checkBelowWorld``)."""
FROZEN, THAWING, FREEZING_INTERVAL = 140, 2, 40
"""Ticks in powder snow until it hurts, how much a tick out of it takes off, and ticks for 1 damage."""
PAUSE = 10
"""Ticks after damage in which only greater damage has an effect, namely what it is greater by."""
STIR = 0.003
"""Blocks along an axis in a tick from which on a berry bush scratches."""
CAULDRON = (0.25, 0.9375)
"""Heights of a cauldron's floor and of its contents."""
EYES = 1.62
"""Height of a player's eyes in blocks."""
SUFFOCATING_WIDTH = 0.8
"""Share of the body's width that counts at its eyes (``Entity.isInWall``)."""
INSIDE_MARGIN = 1e-7
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
    _pause: int = 0
    _last: float = 0.0
    """Greatest damage of this pause."""

    @property
    def on_fire(self) -> bool:
        return self.fire_ticks > 0

    @property
    def calm(self) -> bool:
        """Whether a body that rests where nothing hurts it needs no ticks."""
        return not (self.on_fire or self._pause or self.frozen) and self.air == AIR

    def tick(self, body: Body, controls: Controls, terrain: Terrain) -> list[Harm]:
        """The damage of a tick, mostly none, in the order in which it is done."""
        if self._pause:
            self._pause -= 1
        harms = [
            harm for each in self._all(body, controls, terrain) if (harm := self._felt(each)) is not None
        ]
        self._before = body.x, body.z
        return harms

    def _felt(self, harm: Harm) -> Harm | None:
        """What is left of damage after that of the last ticks (``LivingEntity.hurt``)."""
        if not self._pause:
            self._pause, self._last = PAUSE, harm.amount
            return harm
        if harm.amount <= self._last:
            return None
        more = harm.amount - self._last
        self._last = harm.amount
        return Harm(harm.kind, more)

    def _all(self, body: Body, controls: Controls, terrain: Terrain) -> Iterator[Harm]:
        eyes = _cell_at(terrain, body.x, body.y + self.eyes, body.z)
        yield from _void(body, terrain)
        yield from self._breath(body, terrain, eyes)
        yield from self._suffocation(body, terrain)
        yield from _fall(body, controls, terrain)
        yield from self._touch(body, controls, terrain)
        yield from self._burn(body)

    # --- over time

    def _breath(self, body: Body, terrain: Terrain, eyes: Cell) -> Iterator[Harm]:
        if eyes.bubbles or not _is_under(terrain, body.x, body.y + self.eyes - EYES_ABOVE_SURFACE, body.z):
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

    def _suffocation(self, body: Body, terrain: Terrain) -> Iterator[Harm]:
        half = body.width * SUFFOCATING_WIDTH / 2
        y = floor(body.y + self.eyes)
        for z in range(floor(body.z - half), floor(body.z + half) + 1):
            for x in range(floor(body.x - half), floor(body.x + half) + 1):
                cell = terrain.cell(x, y, z)
                if cell.full and cell.known and not cell.see_through:
                    yield Harm(HarmKind.IN_WALL, 1.0)
                    return

    # --- by touch

    def _touch(self, body: Body, controls: Controls, terrain: Terrain) -> Iterator[Harm]:
        x0, y0, z0, x1, y1, z1 = body.box
        in_fire = in_snow = False
        for y in range(floor(y0 + INSIDE_MARGIN), floor(y1 - INSIDE_MARGIN) + 1):
            for z in range(floor(z0 + INSIDE_MARGIN), floor(z1 - INSIDE_MARGIN) + 1):
                for x in range(floor(x0 + INSIDE_MARGIN), floor(x1 - INSIDE_MARGIN) + 1):
                    match terrain.cell(x, y, z).hazard:
                        case "":
                            pass
                        case "cactus":
                            yield Harm(HarmKind.CACTUS, 1.0)
                        case "campfire":
                            yield Harm(HarmKind.CAMPFIRE, FIRE_DAMAGE)
                        case "soul_campfire":
                            yield Harm(HarmKind.CAMPFIRE, SOUL_FIRE_DAMAGE)
                        case "fire":
                            in_fire = True
                            yield Harm(HarmKind.IN_FIRE, FIRE_DAMAGE)
                        case "soul_fire":
                            in_fire = True
                            yield Harm(HarmKind.IN_FIRE, SOUL_FIRE_DAMAGE)
                        case "lava_cauldron":
                            if y0 < y + CAULDRON[1] and y1 > y + CAULDRON[0]:
                                self.fire_ticks = max(self.fire_ticks, LAVA_BURNS)
                                yield Harm(HarmKind.LAVA, LAVA_DAMAGE)
                        case "powder_snow":
                            in_snow = True
                        case "sweet_berry_bush":
                            if self._stirs(body):
                                yield Harm(HarmKind.SWEET_BERRY_BUSH, 1.0)
                        case "wither_rose":
                            # the effect, whose first tick hurts, is given anew in each
                            yield Harm(HarmKind.WITHER, 1.0)
        self._kindle(in_fire)
        yield from self._freeze(in_snow)
        if body.on_ground and not controls.sneak:
            beneath = _cell_at(terrain, body.x, body.y - ON_MARGIN, body.z)
            if beneath.hazard == "magma_block":
                yield Harm(HarmKind.HOT_FLOOR, 1.0)

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


def _fall(body: Body, controls: Controls, terrain: Terrain) -> Iterator[Harm]:
    """``Block.fallOn`` of the block that it landed on, unless its feet are in water by now."""
    if body.impact <= 0.0 or _is_under(terrain, body.x, body.y, body.z):
        return
    cell = _cell_at(terrain, body.x, body.y - 0.2, body.z)
    distance = body.impact * cell.fall_share + cell.fall_extra
    factor = cell.fall_factor
    if cell.bounce == 1.0 and controls.sneak:
        factor = 1.0
    amount = ceil((distance - SAFE_FALL) * factor)
    if amount > 0:
        yield Harm(HarmKind.STALAGMITE if cell.fall_extra else HarmKind.FALL, float(amount))


def _void(body: Body, terrain: Terrain) -> Iterator[Harm]:
    if body.y < terrain.world.dimension.min_y - VOID_DEPTH:
        yield Harm(HarmKind.OUT_OF_WORLD, VOID_DAMAGE)


def _is_under(terrain: Terrain, x: float, y: float, z: float) -> bool:
    """Whether a point is in water."""
    block_x, block_y, block_z = floor(x), floor(y), floor(z)
    cell = terrain.cell(block_x, block_y, block_z)
    if cell.fluid != WATER:
        return False
    full = terrain.cell(block_x, block_y + 1, block_z).fluid == WATER
    return full or y < block_y + cell.fluid_height


def _cell_at(terrain: Terrain, x: float, y: float, z: float) -> Cell:
    return terrain.cell(floor(x), floor(y), floor(z))
