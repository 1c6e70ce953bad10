"""What vanilla does to a body that prismarine-physics knows nothing of, against figures that are worked out here.

The figures are those of vanilla's classes, named in each test; velocities are blocks per tick.
"""

from __future__ import annotations

from itertools import pairwise
from math import radians, sin

import pytest
from courses import EAST, Blocks, fill, ground, pool
from small_worlds import rules_of, small_terrain

from world.physics.body import STILL, Body, Controls
from world.physics.motion import step
from world.terrain import Vector

GRAVITY, DRAG = 0.08, 0.98
AHEAD = Controls(forward=1.0, yaw=EAST)
WALK = 0.1 * 0.98
"""What a tick of walking on ground of slipperiness 0.6 adds."""

V1_8, V1_12, V1_16, V1_20, V1_21_4 = "1.8.8", "1.12.2", "1.16.5", "1.20.4", "1.21.4"


def way(
    blocks: Blocks, body: Body, ticks: int, controls: Controls = STILL, release: str = V1_20
) -> list[Vector]:
    """Positions before the first tick and after each."""
    terrain, rules = small_terrain(blocks, release), rules_of(release)
    positions = [body.position]
    for _ in range(ticks):
        step(body, controls, terrain, rules)
        positions.append(body.position)
    return positions


def moves(positions: list[Vector], axis: int) -> list[float]:
    return [after[axis] - before[axis] for before, after in pairwise(positions)]


@pytest.mark.parametrize(("release", "share"), [(V1_8, 0.0), (V1_12, 0.66), (V1_16, 0.66), (V1_21_4, 0.66)])
def test_a_bed_gives_back_two_thirds_of_a_fall_since_1_12(release: str, share: float) -> None:
    """``BedBlock.bounceUp``."""
    beds = fill((0, 0, 0), (4, 0, 4), "red_bed")
    body = Body(2.5, 6.0, 2.5)
    terrain, rules = small_terrain(beds, release), rules_of(release)
    falling = 0.0
    while not body.on_ground:
        falling = body.vy
        step(body, STILL, terrain, rules)
    assert falling < -0.8
    assert body.vy == pytest.approx((-falling * share - GRAVITY) * DRAG)


@pytest.mark.parametrize("release", [V1_8, V1_12, V1_16, V1_20, V1_21_4])
def test_slime_slows_who_walks_on_it(release: str) -> None:
    """``SlimeBlock.stepOn``: 0.4 + 0.2 of the vertical speed.

    A walker is thrown back by the speed that gravity gave it, which gravity then takes: too little is left for a fall,
    so in each other tick it isn't on the ground. Up to 1.21.1 the slime acts ahead of gravity, later behind it.
    """
    thrown = GRAVITY * DRAG
    factor = 0.4 + 0.2 * (abs(thrown - GRAVITY) * DRAG if release == V1_21_4 else thrown)
    landing, standing = 0.02 * 0.98, WALK * (0.6 / 0.8) ** 3
    speed = 0.0
    for _ in range(50):
        speed = (speed + landing) * factor * 0.91
        speed = (speed + standing) * 0.8 * 0.91
    last = moves(way(fill((0, 0, 0), (30, 0, 4), "slime_block"), Body(1.0, 1.0, 2.5), 80, AHEAD, release), 0)[
        -2:
    ]
    assert max(last) == pytest.approx(speed + landing, rel=1e-5)
    assert min(last) == pytest.approx((speed + landing) * factor * 0.91 + standing, rel=1e-5)


@pytest.mark.parametrize("release", [V1_16, V1_20, V1_21_4])
def test_who_falls_along_honey_slides(release: str) -> None:
    """``HoneyBlock.doSlideMovement``: a speed of -0.05 ahead of gravity."""
    wall = ground(5) | fill((3, 1, 0), (3, 20, 4), "honey_block")
    body = Body(2.7625, 18.0, 2.5)
    fall = moves(way(wall, body, 60, AHEAD, release), 1)
    assert fall[-1] == pytest.approx((-0.05 - GRAVITY) * DRAG)
    assert body.fall_distance < 0.2


def test_nobody_slides_along_stone() -> None:
    wall = fill((3, 1, 0), (3, 20, 4), "stone")
    assert moves(way(wall, Body(2.7, 18.0, 2.5), 20, AHEAD), 1)[-1] < -1.0


@pytest.mark.parametrize("release", [V1_20, V1_21_4])
@pytest.mark.parametrize(
    ("block", "sinking", "walking"), [("powder_snow", 1.5, 0.9), ("sweet_berry_bush[age=0]", 0.75, 0.8)]
)
def test_snow_and_bushes_hold_who_is_in_them(
    block: str, sinking: float, walking: float, release: str
) -> None:
    """``PowderSnowBlock`` and ``SweetBerryBushBlock.entityInside``: each tick begins from rest."""
    heap = ground(9) | fill((0, 1, 0), (8, 6, 4), block)
    assert moves(way(heap, Body(2.5, 5.0, 2.5), 20, release=release), 1)[-1] == pytest.approx(
        -GRAVITY * DRAG * sinking
    )
    layer = ground(9) | fill((0, 1, 0), (8, 1, 4), block)
    assert moves(way(layer, Body(1.0, 1.0, 2.5), 20, AHEAD, release), 0)[-1] == pytest.approx(
        WALK * walking, rel=1e-6
    )


def test_powder_snow_carries_who_has_fallen_far_until_it_stands() -> None:
    """``PowderSnowBlock.getCollisionShape``: 0.9 high for a fall of more than 2.5."""
    heap = ground(5) | fill((0, 1, 0), (4, 3, 4), "powder_snow")
    body = Body(2.5, 12.0, 2.5)
    heights = [y for _, y, _ in way(heap, body, 40)]
    assert 3.9 in [pytest.approx(y) for y in heights]
    assert heights[-1] < 3.9


@pytest.mark.parametrize("release", [V1_16, V1_21_4])
def test_scaffolding_carries_lifts_and_lets_down(release: str) -> None:
    """``ScaffoldingBlock``: a floor for who is above, climbed by jumping, left downwards by sneaking."""
    tower = ground(5) | fill((2, 1, 2), (2, 5, 2), "scaffolding[bottom=false,distance=0]")
    body = Body(2.5, 1.0, 2.5)
    up = moves(way(tower, body, 30, Controls(jump=True), release), 1)
    assert up[-1] == pytest.approx((0.2 - GRAVITY) * DRAG)
    body = Body(2.5, 6.0, 2.5)
    assert way(tower, body, 20, release=release)[-1][1] == 6.0
    down = moves(way(tower, body, 20, Controls(sneak=True), release), 1)
    assert down[-1] == pytest.approx(-0.15)


@pytest.mark.parametrize("release", [V1_16, V1_21_4])
def test_sprinting_swims_faster_and_sneaking_dives_since_1_13(release: str) -> None:
    """``LivingEntity.travel`` in water: friction 0.9 and no gravity, ``goDownInWater`` 0.04 a tick."""
    sea = pool(40, 30, 5, "water")
    sprint = Controls(forward=1.0, yaw=EAST, sprint=True)
    swim = way(sea, Body(1.0, 15.0, 2.5), 60, sprint, release)
    assert moves(swim, 0)[-1] == pytest.approx(0.02 * 0.98 / (1 - 0.9), rel=0.01)
    assert swim[-1][1] == pytest.approx(15.0)
    dive = moves(way(sea, Body(1.0, 28.0, 2.5), 40, Controls(sneak=True), release), 1)
    assert dive[-1] == pytest.approx(-(0.04 + GRAVITY / 16) / (1 - 0.8), rel=0.02)


@pytest.mark.parametrize("release", [V1_8, V1_12])
def test_neither_was_so_before(release: str) -> None:
    sea = pool(40, 30, 5, "water")
    sprint = Controls(forward=1.0, yaw=EAST, sprint=True)
    assert moves(way(sea, Body(1.0, 15.0, 2.5), 60, sprint, release), 0)[-1] == pytest.approx(
        0.0196 / 0.2, rel=0.01
    )
    dive = moves(way(sea, Body(1.0, 28.0, 2.5), 40, Controls(sneak=True), release), 1)
    assert dive[-1] == pytest.approx(-0.02 / 0.2, rel=0.02)


@pytest.mark.parametrize("release", [V1_16, V1_20, V1_21_4])
def test_who_swims_against_a_shore_gets_out_of_the_water(release: str) -> None:
    """``LivingEntity.travel``: 0.3 upwards where there is room within 0.6 above, to which swimming up adds its 0.04."""
    shore = (
        pool(8, 4, 5, "water") | fill((8, 4, -1), (8, 4, 5), "air") | fill((8, 3, -1), (20, 3, 5), "stone")
    )
    positions = way(shore, Body(5.5, 2.0, 2.5), 80, Controls(forward=1.0, yaw=EAST, jump=True), release)
    jumps = [
        up
        for up, (x, _, _) in zip(moves(positions, 1), positions[1:], strict=True)
        if x == pytest.approx(7.7)
    ]
    assert any(up == pytest.approx(0.3 + 0.04) for up in jumps)
    assert positions[-1][0] > 8.3
    assert positions[-1][1] >= 4.0


@pytest.mark.parametrize(
    ("release", "fastest"), [(V1_16, 0.7 * 0.8 - 0.005), (V1_20, 0.7 * 0.8 - 0.005), (V1_21_4, 0.7)]
)
def test_bubbles_lift_faster_since_they_act_at_the_end_of_a_tick(release: str, fastest: float) -> None:
    """``BubbleColumnBlock.entityInside`` lifts to 0.7, to 1.21.1 ahead of the friction and gravity of water."""
    column = fill((-1, -1, -1), (5, 60, 5), "stone") | fill((0, 0, 0), (4, 59, 4), "water")
    column |= fill((2, 0, 2), (2, 59, 2), "bubble_column[drag=false]")
    assert max(moves(way(column, Body(2.5, 2.0, 2.5), 60, release=release), 1)) == pytest.approx(fastest)


@pytest.mark.parametrize(
    ("level", "speed", "push"),
    [(0, 0.0, 0.0), (4, 0.0, 0.014), (4, 0.05, 0.014), (6, 0.0, 0.0045), (6, 0.05, 0.014 * (2 / 9 - 0.001))],
)
def test_shallow_water_pushes_by_its_depth_since_1_13(level: int, speed: float, push: float) -> None:
    """``Entity.updateFluidHeightAndDoFluidPushing``: below 0.4 blocks a flow counts by how deep it is, but pushes who
    hardly moves by 0.0045 at least."""
    channel = fill((-1, 0, 0), (9, 3, 2), "stone") | fill((0, 1, 1), (8, 3, 1), "air")
    for x in range(9):
        channel[x, 1, 1] = f"water[level={min(max(level + x - 4, 0), 7) if level else 0}]"
    body = Body(4.5, 1.0, 1.5, vx=speed)
    step(body, STILL, small_terrain(channel), rules_of(V1_20))
    assert body.x - 4.5 == pytest.approx(speed + push, abs=1e-9)


@pytest.mark.parametrize(("release", "slowed"), [(V1_16, True), (V1_20, False), (V1_21_4, False)])
def test_since_1_20_the_block_that_carries_counts_not_the_one_below_the_middle(
    release: str, slowed: bool
) -> None:
    """``Entity.mainSupportingBlockPos``: beside soul sand, which is lower, stone carries."""
    blocks = ground(20) | fill((5, 0, 0), (19, 0, 4), "soul_sand")
    body = Body(5.1, 1.0, 2.5)
    way(blocks, body, 3, release=release)
    body.vx = 0.1
    step(body, STILL, small_terrain(blocks, release), rules_of(release))
    assert body.y == 1.0
    assert body.vx == pytest.approx(0.1 * 0.6 * 0.91 * (0.4 if slowed else 1.0), rel=1e-6)


@pytest.mark.parametrize("release", [V1_12, V1_16, V1_21_4])
def test_at_a_corner_the_longer_way_goes_first_since_1_14(release: str) -> None:
    """``Entity.axisStepOrder``, before: always x and then z. A corner is met along z, which is the longer way."""
    blocks = ground(6) | fill((2, 1, 0), (2, 2, 1), "stone")
    body = Body(1.69, 1.0, 2.25)
    way(blocks, body, 3, release=release)
    body.vx, body.vz = 0.1, 0.12
    step(body, STILL, small_terrain(blocks, release), rules_of(release))
    assert body.z == pytest.approx(2.37)
    assert body.x == pytest.approx(1.7 if release == V1_12 else 1.79)


@pytest.mark.parametrize("yaw", [0.0, 37.0, 90.0, -135.0])
def test_a_sprinting_jump_adds_a_fifth_of_a_block_along_the_look(yaw: float) -> None:
    """``LivingEntity.jumpFromGround``."""
    body = Body(2.5, 1.0, 2.5)
    way(ground(6), body, 3)
    step(body, Controls(yaw=yaw, jump=True, sprint=True), small_terrain(ground(6)), rules_of(V1_20))
    assert body.x - 2.5 == pytest.approx(-sin(radians(yaw)) * 0.2)
    assert body.y - 1.0 == pytest.approx(0.42)
