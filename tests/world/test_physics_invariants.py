"""Whatever a body tries and whatever stands about, it never ends inside something solid."""

from __future__ import annotations

from functools import cache
from math import dist, floor, hypot, isfinite
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from small_worlds import Place, rules_of, small_terrain

from world.blocks import BlockTable
from world.physics.body import WALKING_SPEED, Body, Controls
from world.physics.collision import boxes_around, is_free, moved, swept
from world.physics.motion import step
from world.physics.rules import PhysicsRules
from world.terrain import Box, Terrain, Vector

RELEASES = ("1.8.8", "1.12.2", "1.16.5", "1.21.4")
"""One of each generation of collisions."""

KINDS = """
    acacia_door anvil bamboo black_bed black_carpet brewing_stand cactus cake cauldron chest cobblestone_wall cobweb
    composter daylight_detector dragon_egg enchanting_table end_portal_frame end_rod farmland flower_pot glass_pane
    hay_block honey_block hopper ice iron_bars iron_door iron_trapdoor ladder lava lectern lily_pad nether_brick_fence
    oak_fence oak_fence_gate oak_slab oak_stairs oak_trapdoor piston piston_head pointed_dripstone powder_snow repeater
    scaffolding skeleton_skull slime_block snow soul_sand stone stone_slab stone_stairs sweet_berry_bush vine water
""".split()
"""Every kind of box there is, what has none, and what acts on who is in it."""

EDGE, HEIGHT = 4, 3
TICKS = 8
OVERLAP = 1e-6
FASTER, KICK = 1.5, 1.0
"""Nothing moves further in a tick than its speed says, more than powder snow, a jump and a step add to it."""


@cache
def pool(release: str) -> list[str]:
    """Blocks of all states of the kinds that a release has."""
    table = BlockTable.load(release)
    return [table.describe(int(state)) for name in KINDS if name in table for state in table.states(name)]


def world(release: str, dice: Random) -> dict[Place, str]:
    """Blocks at random on a floor of stone."""
    blocks = {(x, 0, z): "stone" for x in range(-2, EDGE + 2) for z in range(-2, EDGE + 2)}
    for _ in range(dice.randint(4, 24)):
        place = dice.randrange(EDGE), dice.randint(1, HEIGHT), dice.randrange(EDGE)
        blocks[place] = dice.choice(pool(release))
    return blocks


KEYS = st.sampled_from((-1.0, 0.0, 1.0, 1.0))
LEGS = st.lists(
    st.builds(
        Controls,
        forward=KEYS,
        strafe=KEYS,
        yaw=st.floats(-180.0, 180.0),
        jump=st.booleans(),
        sneak=st.booleans(),
        sprint=st.booleans(),
        speed=st.just(WALKING_SPEED),
    ),
    min_size=3,
    max_size=6,
)
BODIES = st.builds(
    Body,
    x=st.floats(0.0, EDGE),
    y=st.sampled_from((1.0, 1.5, 2.0, 4.0, 4.25)),
    z=st.floats(0.0, EDGE),
    width=st.sampled_from((0.6, 0.6, 1.4)),
    height=st.sampled_from((1.8, 0.9)),
    step_height=st.sampled_from((0.6, 0.5, 0.0)),
    hop_height=st.sampled_from((0.0, 1.25)),
    vx=st.floats(-0.5, 0.5),
    vy=st.floats(-1.0, 0.5),
    vz=st.floats(-0.5, 0.5),
)


def solid_boxes(terrain: Terrain, body: Body) -> list[Box]:
    """Of all blocks that a body reaches into, those that are there for everybody."""
    x0, y0, z0, x1, y1, z1 = body.box
    boxes = []
    for x in range(floor(x0), floor(x1) + 1):
        for y in range(floor(y0) - 1, floor(y1) + 1):
            for z in range(floor(z0), floor(z1) + 1):
                cell = terrain.cell(x, y, z)
                if not cell.scaffolding and not cell.powder:
                    boxes += [(x + a, y + b, z + c, x + d, y + e, z + f) for a, b, c, d, e, f in cell.boxes]
    return boxes


def depth(one: Box, other: Box) -> float:
    """Blocks by which two boxes overlap along the axis where they do least; negative if they don't."""
    return min(min(one[axis + 3], other[axis + 3]) - max(one[axis], other[axis]) for axis in range(3))


def carried(terrain: Terrain, body: Body, before: Vector) -> bool:
    """Whether there is something below where it is, or was: it comes down first, then goes ahead."""
    x0, y0, z0, x1, _, z1 = swept(body.box, before[0] - body.x, 0.0, before[2] - body.z)
    below = x0, y0 - 2 * OVERLAP, z0, x1, y0 - OVERLAP, z1
    x, y, z = floor(body.x), floor(body.y - 0.01), floor(body.z)
    soft = any(
        terrain.cell(x + dx, y, z + dz).scaffolding or terrain.cell(x + dx, y, z + dz).powder
        for dx in (-1, 0, 1)
        for dz in (-1, 0, 1)
    )
    return soft or not is_free(terrain, below)


def may_have_stepped(terrain: Terrain, body: Body, before: Vector, rules: PhysicsRules) -> bool:
    """Whether it may have gone up a step, which may end in the air, as in vanilla.

    To 1.12 a step may end at the height at which it began; today one of that height is gone up if the top or the
    bottom of something beside is as high.
    """
    if body.y != before[1] or not rules.longer_axis_first:
        return body.y >= before[1]
    beside = boxes_around(terrain, swept(moved(body.box, -1.0, -0.5, -1.0), 2.0, 1.0, 2.0))
    return rules.steps_to_tops and any(abs(y - body.y) < OVERLAP for box in beside for y in (box[1], box[4]))


@pytest.mark.parametrize("release", RELEASES)
@given(dice=st.randoms(use_true_random=False), body=BODIES, legs=LEGS)
@settings(max_examples=80, deadline=None)
def test_no_body_ever_ends_inside_something_solid(
    release: str, dice: Random, body: Body, legs: list[Controls]
) -> None:
    terrain = small_terrain(world(release, dice), release)
    rules = rules_of(release)
    assume(is_free(terrain, body.box))
    for controls in legs:
        for _ in range(TICKS):
            before, speed = body.position, hypot(*body.velocity)
            step(body, controls, terrain, rules)
            inside = [box for box in solid_boxes(terrain, body) if depth(body.box, box) > OVERLAP]
            assert not inside, f"{body} is in {inside}"
            assert all(isfinite(value) for value in (*body.position, *body.velocity))
            assert dist(before, body.position) <= FASTER * speed + KICK
            if body.on_ground and not may_have_stepped(terrain, body, before, rules):
                assert carried(terrain, body, before), f"nothing carries {body}"
