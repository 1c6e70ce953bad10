"""Small worlds with a script of keys for a player's body to go through: what its physics is compared on.

Heights: the ground's top is at y = 1 of each course unless it says otherwise; there is nothing but air around.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from world.physics.body import Controls
from world.terrain import Vector

Place = tuple[int, int, int]
Blocks = dict[Place, str]
"""Blocks by place, as commands write them: ``oak_stairs[facing=east]``."""

SOUTH, WEST, NORTH, EAST = 0.0, 90.0, 180.0, -90.0

RULE_SETS = ("1.8.8", "1.12.2", "1.16.5", "1.20.4", "1.21.4")
BEFORE_1_13, SINCE_1_13 = RULE_SETS[:2], RULE_SETS[2:]


@dataclass(frozen=True)
class Leg:
    """Some ticks with the same keys: ``Leg(20, "forward jump", EAST)``."""

    ticks: int
    keys: str = ""
    yaw: float = EAST


@dataclass(frozen=True)
class Course:
    name: str
    blocks: Blocks
    start: Vector
    """Middle of the feet."""
    script: tuple[Leg, ...]
    releases: tuple[str, ...] = RULE_SETS
    """Those where the other physics agrees with vanilla about all that is in the way."""
    velocity: Vector = (0.0, 0.0, 0.0)
    figures: Mapping[str, float] = field(default_factory=dict)
    """Properties of the other physics that it has wrong, with vanilla's value."""
    connected: bool = False
    """Its blocks depend on their neighbours, which to 1.12 isn't in their states: the shapes are those of 1.16."""
    reaches: tuple[Vector, Vector] | None = None
    """A box that the body has to be in at some tick: else the course isn't about what it says."""

    @property
    def ticks(self) -> list[Leg]:
        """The leg of each tick."""
        return [leg for leg in self.script for _ in range(leg.ticks)]


def controls(leg: Leg) -> Controls:
    keys = leg.keys.split()

    def axis(more: str, less: str) -> float:
        return float(more in keys) - float(less in keys)

    return Controls(
        forward=axis("forward", "back"),
        strafe=axis("left", "right"),
        yaw=leg.yaw,
        jump="jump" in keys,
        sneak="sneak" in keys,
        sprint="sprint" in keys,
    )


# --- building


def fill(low: Place, high: Place, block: str) -> Blocks:
    """A cuboid; both corners are part of it."""
    return {
        (x, y, z): block
        for y in range(low[1], high[1] + 1)
        for z in range(low[2], high[2] + 1)
        for x in range(low[0], high[0] + 1)
    }


def ground(length: int, width: int = 5, block: str = "stone", thickness: int = 1) -> Blocks:
    """From x = 0 and z = 0, with its top at y = 1."""
    return fill((0, 1 - thickness, 0), (length - 1, 0, width - 1), block)


def pool(length: int, depth: int, width: int, fluid: str) -> Blocks:
    """A walled basin full of a fluid whose surface is in the blocks at y = depth - 1; its floor is at y = 0."""
    basin = fill((-1, -1, -1), (length, depth, width), "stone")
    return (
        basin
        | fill((0, 0, 0), (length - 1, depth - 1, width - 1), fluid)
        | fill((0, depth, 0), (length - 1, depth, width - 1), "air")
    )


def row(x: int, low: int, high: int, block: str) -> Blocks:
    """Fences, panes or bars from z = low to high, which connect to each other."""
    return {
        (x, 1, z): f"{block}[north={str(z > low).lower()},south={str(z < high).lower()}]"
        for z in range(low, high + 1)
    }


def wall(x: int, low: int, high: int, block: str) -> Blocks:
    """A wall from z = low to high: lower than its posts, which are at its ends."""
    return {
        (x, 1, z): f"{block}[north={'low' if z > low else 'none'},south={'low' if z < high else 'none'},"
        f"up={str(z in (low, high)).lower()}]"
        for z in range(low, high + 1)
    }


def rubble(seed: int, size: int, kinds: tuple[str, ...]) -> Blocks:
    """Ground with blocks strewn over it."""
    chance = random.Random(seed)
    blocks = ground(size, size)
    for x in range(size):
        for z in range(size):
            if chance.random() < 0.35:
                blocks[x, 1, z] = chance.choice(kinds)
            if x in (0, size - 1) or z in (0, size - 1):
                blocks |= fill((x, 1, z), (x, 3, z), "stone")
    return blocks


def wandering(seed: int, ticks: int) -> tuple[Leg, ...]:
    """Keys pressed at random, each for some ticks."""
    chance = random.Random(seed)
    legs: list[Leg] = []
    while sum(leg.ticks for leg in legs) < ticks:
        keys = ["forward"] * (chance.random() < 0.9)
        keys += [key for key in ("left", "right", "jump", "sneak", "sprint") if chance.random() < 0.25]
        legs.append(Leg(chance.randint(3, 15), " ".join(keys), chance.uniform(-180.0, 180.0)))
    return tuple(legs)


# --- the courses


def _level() -> Iterator[Course]:
    yield Course(
        "walking, sprinting, strafing and turning on level ground",
        ground(40, 40),
        (20.5, 1.0, 20.5),
        (
            Leg(20, "forward", EAST), Leg(15, "forward sprint", 35.0), Leg(15, "back left", 120.0), Leg(15),
            Leg(20, "right", -15.0), Leg(15, "forward right sprint jump", 170.0), Leg(20, "forward", 77.7),
        ),
    )  # fmt: skip
    yield Course(
        "thrown into the air and walking against it",
        ground(40, 20),
        (3.5, 1.0, 10.5),
        (Leg(1), Leg(30, "forward", 60.0), Leg(40, "back sneak"), Leg(40, "forward sprint jump", SOUTH)),
        velocity=(0.9, 0.7, -0.25),
    )
    yield Course(
        "falling far and steering",
        ground(40, 40),
        (5.5, 45.0, 5.5),
        (Leg(30, "forward sprint", -45.0), Leg(30, "back"), Leg(50, "forward", WEST)),
    )


def _steps() -> Iterator[Course]:
    blocks = ground(30)
    for step in range(4):
        blocks |= fill((3 + step, 1 + step, 0), (3 + step, 1 + step, 4), "oak_stairs[facing=east]")
        blocks |= fill((4 + step, 1, 0), (10, 1 + step, 4), "stone")
        blocks |= fill((14 - step, 1 + step, 0), (14 - step, 1 + step, 4), "oak_stairs[facing=west]")
        blocks |= fill((10, 1, 0), (13 - step, 1 + step, 4), "stone")
    yield Course(
        "stairs up and down",
        blocks,
        (1.0, 1.0, 2.5),
        (Leg(70, "forward"), Leg(40, "forward sprint"), Leg(20)),
        reaches=((7.0, 5.0, 0.0), (11.0, 5.1, 5.0)),
    )
    yield Course(
        "stairs sprinted down and up again backwards and askew",
        blocks,
        (10.5, 5.0, 2.5),
        (Leg(35, "forward sprint", -80.0), Leg(20, "back"), Leg(70, "back", -95.0)),
        reaches=((9.0, 5.0, 0.0), (13.0, 5.1, 5.0)),
    )
    slabs = ground(30)
    for x, slab in enumerate(["bottom", "double", "double", "bottom", "bottom", "double"], 3):
        slabs |= fill((2 * x, 1, 0), (2 * x + 1, 1, 4), f"cobblestone_slab[type={slab}]")
    yield Course(
        "slabs up and down",
        slabs,
        (1.0, 1.0, 2.5),
        (Leg(60, "forward", -88.0), Leg(60, "forward sprint"), Leg(10)),
        reaches=((8.0, 2.0, 0.0), (12.0, 2.1, 5.0)),
    )
    layers = ground(30)
    for layer in range(1, 9):
        layers |= fill((2 * layer, 1, 0), (2 * layer + 1, 1, 4), f"snow[layers={layer}]")
    layers |= fill((20, 1, 0), (25, 1, 4), "white_carpet")
    yield Course(
        "snow layers and carpets",
        layers,
        (1.0, 1.0, 2.5),
        (Leg(80, "forward"), Leg(20, "forward sprint"), Leg(40, "back left", 80.0)),
        reaches=((16.0, 1.8, 0.0), (18.1, 1.9, 5.0)),
    )
    tall = ground(30)
    for step in range(5):
        tall |= fill((3 + 2 * step, 1, 0), (20, 1 + step, 4), "stone")
    yield Course(
        "whole blocks jumped up",
        tall,
        (1.0, 1.0, 2.5),
        (Leg(110, "forward jump"), Leg(20, "forward jump sprint", WEST)),
        reaches=((11.0, 6.0, 0.0), (20.0, 6.1, 5.0)),
    )
    yield Course(
        "whole blocks walked against",
        tall,
        (1.0, 1.0, 2.5),
        (Leg(50, "forward", -70.0), Leg(30, "forward jump", -70.0), Leg(40, "forward sprint", -100.0)),
    )


def _climbing() -> Iterator[Course]:
    # the ladder is beside the way, so that its thickness, which 1.8 has another of, isn't met
    tower = ground(12) | fill((5, 1, 0), (5, 8, 4), "stone") | fill((0, 1, 1), (5, 8, 1), "stone")
    ladder = tower | fill((4, 1, 2), (4, 8, 2), "ladder[facing=south]")
    yield Course(
        "a ladder up, let go, held and down",
        ladder,
        (2.5, 1.0, 2.5),
        (
            Leg(45, "forward"), Leg(15), Leg(15, "sneak"), Leg(25, "forward"), Leg(20, "back right sneak"),
            Leg(30, "back"),
        ),
        reaches=((4.0, 4.0, 2.0), (5.0, 9.0, 3.0)),
    )  # fmt: skip
    yield Course(
        "a ladder climbed to the top and over",
        ladder,
        (2.5, 1.0, 2.5),
        (Leg(90, "forward"), Leg(40, "right")),
        reaches=((5.0, 9.0, 0.0), (7.0, 9.1, 5.0)),
    )
    yield Course(
        "a ladder climbed by jumping",
        ladder,
        (4.5, 1.0, 2.5),
        (Leg(25, "jump"), Leg(10), Leg(10, "sneak"), Leg(30, "jump"), Leg(35, "forward jump")),
        releases=SINCE_1_13,
        reaches=((4.0, 4.0, 2.0), (5.0, 9.0, 3.0)),
    )
    yield Course(
        "vines up, down and off",
        tower | fill((4, 1, 2), (4, 8, 2), "vine[north=true]"),
        (2.5, 1.0, 2.5),
        (Leg(45, "forward"), Leg(20), Leg(15, "sneak"), Leg(40, "forward", -80.0)),
        reaches=((4.0, 4.0, 2.0), (5.0, 9.0, 3.0)),
    )
    trapdoor = ladder | {(4, 9, 2): "oak_trapdoor[facing=south,half=bottom,open=true]"}
    yield Course(
        "a ladder with an open trapdoor on top",
        trapdoor | fill((5, 9, 2), (5, 10, 2), "stone"),
        (2.5, 1.0, 2.5),
        (Leg(90, "forward"), Leg(30)),
        releases=("1.16.5", "1.20.4"),
        reaches=((4.0, 9.2, 2.0), (5.0, 12.0, 3.0)),
    )


def _fluids() -> Iterator[Course]:
    deep = pool(16, 24, 6, "water")
    yield Course(
        "swimming up, ahead and sinking in deep water",
        deep,
        (2.5, 8.0, 2.5),
        (
            Leg(25, "jump"), Leg(25, "forward jump"), Leg(20, "forward"), Leg(15, "back left", 20.0),
            Leg(20), Leg(20, "jump right"),
        ),
    )  # fmt: skip
    yield Course(
        "walking and jumping on the bottom of deep water, against its wall",
        deep,
        (10.5, 0.0, 2.5),
        (Leg(60, "forward", -70.0), Leg(15, "forward jump"), Leg(40, "back")),
    )
    channel = fill((-1, 0, 0), (8, 3, 2), "stone") | fill((0, 1, 1), (6, 3, 1), "air")
    channel |= {(x, 1, 1): f"water[level={x}]" for x in range(5)}
    yield Course(
        "against the flow in a channel",
        channel,
        (0.5, 1.0, 1.5),
        (Leg(12, "forward"), Leg(35, "back"), Leg(53, "left", SOUTH)),
        reaches=((1.5, 1.0, 1.0), (4.0, 1.1, 2.0)),
    )
    yield Course(
        "deep lava",
        pool(12, 20, 6, "lava"),
        (2.5, 8.0, 2.5),
        (Leg(30, "forward"), Leg(40, "forward jump"), Leg(15, "back left"), Leg(25, "jump")),
    )
    shore = ground(20) | fill((5, 1, 0), (19, 1, 4), "stone") | fill((0, 1, 0), (0, 1, 4), "stone")
    yield Course(
        "wading into shallow water and out onto land",
        shore | fill((1, 1, 0), (4, 1, 4), "water"),
        (0.5, 2.0, 2.5),
        (Leg(50, "forward"), Leg(20, "forward jump"), Leg(50, "back")),
        releases=BEFORE_1_13,
        reaches=((5.5, 2.0, 0.0), (9.0, 2.1, 5.0)),
    )
    yield Course(
        "swimming to the surface and out onto land",
        pool(8, 4, 5, "water") | fill((8, 3, -1), (20, 3, 5), "stone") | fill((8, 4, -1), (8, 4, 5), "air"),
        (2.5, 1.0, 2.5),
        (Leg(40, "jump"), Leg(80, "forward jump"), Leg(20)),
        releases=BEFORE_1_13,
        reaches=((8.5, 4.0, 0.0), (20.0, 4.1, 5.0)),
    )
    columns = fill((-1, -1, -1), (5, 50, 5), "stone") | fill((0, 0, 0), (4, 49, 4), "water")
    yield Course(
        "a column of bubbles that lifts",
        columns | fill((2, 0, 2), (2, 49, 2), "bubble_column[drag=false]"),
        (2.5, 3.0, 2.5),
        (Leg(60), Leg(25, "jump"), Leg(15), Leg(20, "forward")),
        releases=("1.16.5", "1.20.4"),
    )
    yield Course(
        "a column of bubbles that drags down",
        columns | fill((2, 0, 2), (2, 49, 2), "bubble_column[drag=true]"),
        (2.5, 40.0, 2.5),
        (Leg(60), Leg(25, "jump"), Leg(15), Leg(20, "forward")),
        releases=("1.16.5", "1.20.4"),
    )


def _slippery() -> Iterator[Course]:
    for ice, releases in (("ice", RULE_SETS), ("packed_ice", RULE_SETS), ("blue_ice", SINCE_1_13)):
        yield Course(
            f"running, turning and sliding on {ice}",
            fill((-20, 0, -20), (60, 0, 60), ice),
            (10.5, 1.0, 10.5),
            (
                Leg(40, "forward sprint"), Leg(30, "forward", SOUTH), Leg(20), Leg(20, "forward sprint jump", 20.0),
                Leg(20, "sneak back"),
            ),
            releases=releases,
        )  # fmt: skip
    yield Course(
        "from stone over ice against a wall",
        ground(20) | fill((6, 0, 0), (14, 0, 4), "ice") | fill((15, 1, 0), (15, 3, 4), "stone"),
        (1.0, 1.0, 1.5),
        (Leg(30, "forward sprint"), Leg(50), Leg(30, "forward sprint", -80.0)),
    )


def _sticky() -> Iterator[Course]:
    # two deep, for prismarine looks for these blocks in the one below the feet's, and they are lower than a block
    walk = (
        Leg(50, "forward"),
        Leg(20, "forward sprint"),
        Leg(30, "back left", -60.0),
        Leg(20, "forward sprint"),
    )
    jump = (
        *walk[:-1],
        Leg(30, "forward jump sprint"),
    )  # not as high as half a block, where prismarine still slows
    across = ground(30, 6, thickness=2) | fill((4, -1, 0), (18, 0, 5), "soul_sand")
    yield Course(
        "onto soul sand, which slows who touches it",
        across,
        (1.0, 1.0, 2.5),
        walk,
        releases=BEFORE_1_13,
    )
    # since 1.20 it doesn't slow who is still carried by the stone beside it, which prismarine doesn't know
    yield Course(
        "onto soul sand, which slows who is above it", across, (1.0, 1.0, 2.5), walk, releases=("1.16.5",)
    )
    kinds: tuple[tuple[str, tuple[Leg, ...], dict[str, float]], ...] = (
        ("soul_sand", walk, {}),
        ("honey_block", jump, {"honeyblockJumpSpeed": 0.5}),
    )
    for block, script, figures in kinds:
        yield Course(
            f"on {block}, which slows who is above it",
            ground(30, 20, block, thickness=2),
            (1.0, 1.0, 10.5),
            script,
            releases=("1.16.5", "1.20.4"),
            figures=figures,
        )
    yield Course(
        "bouncing on slime",
        fill((0, 0, 0), (8, 0, 8), "slime_block"),
        (4.5, 12.0, 4.5),
        (Leg(90), Leg(40, "sneak")),
    )
    web = ground(20) | fill((4, 1, 1), (6, 2, 3), "cobweb") | fill((10, 4, 0), (10, 4, 4), "cobweb")
    yield Course(
        "cobwebs",
        web,
        (1.0, 1.0, 2.5),
        (Leg(60, "forward"), Leg(30, "forward jump sprint"), Leg(40, "forward left")),
        reaches=((5.0, 1.0, 1.0), (7.0, 3.0, 4.0)),
    )
    yield Course(
        "falling through cobwebs",
        ground(5) | fill((0, 8, 0), (4, 9, 4), "cobweb"),
        (2.5, 16.0, 2.5),
        (Leg(60), Leg(30, "forward jump"), Leg(30)),
    )


def _edges() -> Iterator[Course]:
    bridge = fill((0, 0, 2), (20, 0, 2), "stone") | fill((0, 0, 0), (4, 0, 4), "stone")
    yield Course(
        "sneaking along edges",
        bridge,
        (2.5, 1.0, 2.5),
        (
            Leg(60, "forward sneak", -110.0), Leg(60, "forward sneak", -30.0), Leg(40, "back right sneak"),
            Leg(30, "left sneak", 10.0),
        ),
        reaches=((4.0, 1.0, 1.7), (20.0, 1.1, 3.4)),
    )  # fmt: skip
    islands = ground(5)
    for x in (7, 11, 15, 19, 24):
        islands |= fill((x, 0, 0), (x + 1, 0, 4), "stone")
    yield Course(
        "sprint jumps over gaps",
        islands | fill((0, -8, 0), (40, -8, 4), "stone"),
        (0.5, 1.0, 2.5),
        (Leg(60, "forward sprint jump"), Leg(60, "forward sprint jump", -85.0)),
        reaches=((24.0, 1.0, 0.0), (26.0, 1.1, 5.0)),
    )
    yield Course(
        "walking off a ledge",
        ground(8) | fill((0, -6, 0), (20, -6, 4), "stone"),
        (5.5, 1.0, 2.5),
        (Leg(50, "forward"), Leg(50, "back jump"), Leg(20)),
        reaches=((8.3, -5.0, 0.0), (20.0, -4.9, 5.0)),
    )


def _obstacles() -> Iterator[Course]:
    yield Course(
        "jumping under low ceilings",
        ground(30)
        | fill((4, 3, 0), (10, 3, 4), "stone")
        | fill((14, 3, 0), (20, 3, 4), "cobblestone_slab[type=bottom]"),
        (1.0, 1.0, 2.5),
        (Leg(60, "forward jump"), Leg(50, "forward sprint jump")),
        reaches=((14.0, 1.0, 0.0), (21.0, 1.3, 5.0)),
    )
    maze = ground(20, 12) | fill((6, 1, 0), (6, 3, 8), "stone") | fill((12, 1, 3), (12, 3, 11), "stone")
    yield Course(
        "walls met askew",
        maze,
        (2.5, 1.0, 2.5),
        (
            Leg(50, "forward", -60.0),
            Leg(30, "forward sprint"),
            Leg(40, "forward", -130.0),
            Leg(20, "back left"),
        ),
    )
    gates = fill((5, 1, 0), (5, 1, 4), "oak_fence_gate[facing=east,open=false]")
    for name, barrier in (
        ("a fence", row(5, 0, 4, "oak_fence")),
        ("a wall", wall(5, 0, 4, "cobblestone_wall")),
        ("a closed gate", gates),
    ):
        yield Course(
            f"{name}, too high to jump over, but not from a block",
            ground(14, 5) | barrier | fill((2, 1, 3), (3, 1, 4), "stone"),
            (1.0, 1.0, 1.5),
            (
                Leg(45, "forward jump"), Leg(15, "back"), Leg(10, "back"), Leg(10, "right"), Leg(5),
                Leg(80, "forward jump"),
            ),
            connected=True,
            reaches=((7.0, 1.0, 3.0), (14.0, 3.3, 5.0)),
        )  # fmt: skip
    yield Course(
        "a single post walked around and jumped at",
        ground(14, 7)
        | {(4, 1, 3): "oak_fence", (8, 1, 2): "cobblestone_wall[up=true]", (8, 1, 4): "oak_fence"},
        (1.0, 1.0, 3.5),
        (Leg(30, "forward jump"), Leg(12, "left"), Leg(8), Leg(40, "forward"), Leg(20, "forward sprint")),
    )
    panes = row(4, 1, 2, "glass_pane") | row(4, 4, 5, "glass_pane")
    panes |= {(x, y + 1, z): block for (x, y, z), block in panes.items()}
    yield Course(
        "panes and bars",
        ground(14, 7) | panes | row(8, 1, 5, "iron_bars"),
        (1.0, 1.0, 2.5),
        (Leg(30, "forward"), Leg(5, "forward", SOUTH), Leg(10), Leg(35, "forward"), Leg(35, "forward jump")),
        connected=True,
        reaches=((9.0, 1.0, 2.0), (14.0, 2.3, 5.0)),
    )
    ring = fill((3, 1, 1), (7, 1, 5), "stone")
    for along in (4, 5, 6):
        ring |= {(along, 1, 1): "oak_stairs[facing=south]", (along, 1, 5): "oak_stairs[facing=north]"}
    for along in (2, 3, 4):
        ring |= {(3, 1, along): "oak_stairs[facing=east]", (7, 1, along): "oak_stairs[facing=west]"}
    ring |= {
        (3, 1, 1): "oak_stairs[facing=east,shape=outer_right]",
        (7, 1, 1): "oak_stairs[facing=west,shape=outer_left]",
        (3, 1, 5): "oak_stairs[facing=east,shape=outer_left]",
        (7, 1, 5): "oak_stairs[facing=west,shape=outer_right]",
    }
    yield Course(
        "stairs that turn corners",
        ground(14, 7) | ring,
        (1.0, 1.0, 1.75),
        (Leg(50, "forward"), Leg(50, "back"), Leg(20, "right"), Leg(60, "forward")),
        connected=True,
        reaches=((3.9, 2.0, 1.7), (7.1, 2.1, 1.8)),
    )
    traps = ground(20, 5)
    for x, state in (
        (3, "half=bottom,open=false"), (6, "half=top,open=false"), (9, "half=bottom,open=true"),
        (12, "half=top,open=true"),
    ):  # fmt: skip
        traps |= fill((x, 1, 0), (x, 1, 4), f"oak_trapdoor[facing=west,{state}]")
    yield Course(
        "trapdoors, open and closed",
        traps,
        (1.0, 1.0, 2.5),
        (Leg(30, "forward"), Leg(40, "forward jump"), Leg(50, "forward jump sprint")),
        reaches=((12.0, 1.0, 0.0), (20.0, 3.0, 5.0)),
    )
    doors = ground(20, 5) | fill((5, 1, 0), (5, 2, 4), "stone") | fill((10, 1, 0), (10, 2, 4), "stone")
    for x, state in ((5, "true"), (10, "false")):
        for y, half in ((1, "lower"), (2, "upper")):
            doors[x, y, 2] = f"oak_door[facing=east,half={half},hinge=left,open={state}]"
    yield Course(
        "through an open door against a closed one",
        doors,
        (1.0, 1.0, 2.6),
        (Leg(60, "forward"), Leg(30, "forward jump", -100.0), Leg(20, "back")),
        connected=True,
        reaches=((8.0, 1.0, 2.0), (10.0, 2.3, 3.0)),
    )


def _furniture() -> Iterator[Course]:
    kinds = (
        "chest[facing=north]", "enchanting_table", "cauldron", "hopper", "anvil[facing=north]", "cake",
        "daylight_detector", "flower_pot", "end_portal_frame[eye=false]", "brewing_stand", "stone",
    )  # fmt: skip
    blocks = ground(40, 5)
    for index, kind in enumerate(kinds):
        blocks |= fill((3 + 3 * index, 1, 0), (3 + 3 * index, 1, 4), kind)
    yield Course(
        "furniture of all heights",
        blocks,
        (1.0, 1.0, 2.5),
        (Leg(270, "forward jump"),),
        releases=SINCE_1_13,
        reaches=((30.0, 1.0, 0.0), (40.0, 3.0, 5.0)),
    )
    strewn = (
        "stone",
        "cobblestone_slab[type=bottom]",
        "snow[layers=4]",
        "white_carpet",
        "oak_stairs[facing=west]",
    )
    for seed in (1, 2, 3, 4, 5):
        yield Course(
            f"random keys in rubble, {seed}",
            rubble(seed, 12, strewn),
            (6.5, 4.0, 6.5),
            wandering(seed, 150),
            # on the way of the others a corner is met askew
            releases=RULE_SETS if seed in (1, 2) else BEFORE_1_13,
        )


def courses() -> list[Course]:
    groups: tuple[Iterable[Course], ...] = (
        _level(), _steps(), _climbing(), _fluids(), _slippery(), _sticky(), _edges(), _obstacles(), _furniture(),
    )  # fmt: skip
    return [course for group in groups for course in group]
