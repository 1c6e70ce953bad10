"""What hurts a body, by how much and when: vanilla's figures."""

from __future__ import annotations

from collections import defaultdict

import pytest
from courses import Blocks, fill, ground, pool
from small_worlds import rules_of, small_terrain

from world.physics.body import STILL, Body, Controls
from world.physics.harm import AIR, EYES, FROZEN, KINDLING, RESPITE, Harm, HarmKind, Harms, Respite
from world.physics.motion import step
from world.terrain import Terrain, Vector

ROUNDS_UP, ROUNDS_DOWN = "1.20.4", "1.21.5"
"""A release that leaves out the last tick of a fall and rounds up, and one that does neither."""
DEEP = pool(5, 20, 5, "water")


def suffered(
    body: Body,
    terrain: Terrain,
    ticks: int,
    controls: Controls = STILL,
    harms: Harms | None = None,
    release: str = ROUNDS_UP,
) -> list[tuple[int, Harm]]:
    """What counts of the harms of a body that is left to the world, by tick."""
    harms = Harms() if harms is None else harms
    rules = rules_of(release)
    respite = Respite()
    found = []
    for tick in range(ticks):
        step(body, controls, terrain, rules)
        found += [
            (tick, Harm(kind, counts))
            for kind, amount in harms.tick(body, controls, terrain)
            if (counts := respite.share(tick, amount))
        ]
    return found


def totals(harms: list[tuple[int, Harm]]) -> dict[HarmKind, float]:
    total: defaultdict[HarmKind, float] = defaultdict(float)
    for _, harm in harms:
        total[harm.kind] += harm.amount
    return dict(total)


def fallen(height: float, blocks: Blocks, release: str = ROUNDS_UP, controls: Controls = STILL) -> list[Harm]:
    """The harms of a fall onto ground whose top is at y = 1."""
    body = Body(2.5, 1.0 + height, 2.5)
    return [
        harm for _, harm in suffered(body, small_terrain(blocks, release), 200, controls, release=release)
    ]


# --- falls


@pytest.mark.parametrize(
    ("height", "damage", "without_the_last_tick"),
    [(3.0, 0, 0), (4.0, 1, 1), (5.0, 2, 2), (10.0, 7, 7), (12.0, 9, 8), (23.0, 20, 19)],
)
def test_a_fall_hurts_by_each_block_beyond_three(
    height: float, damage: int, without_the_last_tick: int
) -> None:
    for release, amount in ((ROUNDS_DOWN, damage), (ROUNDS_UP, without_the_last_tick)):
        assert fallen(height, ground(5), release) == [Harm(HarmKind.FALL, amount)] * bool(amount)


def test_part_of_a_block_hurts_until_falls_are_rounded_down() -> None:
    assert fallen(3.9, ground(5), ROUNDS_UP) == [Harm(HarmKind.FALL, 1.0)]
    assert fallen(3.9, ground(5), ROUNDS_DOWN) == []


@pytest.mark.parametrize(
    ("block", "damage"),
    [("stone", 20), ("hay_block", 4), ("honey_block", 4), ("white_bed", 8), ("slime_block", 0)],
)
def test_blocks_take_their_share_of_a_fall(block: str, damage: float) -> None:
    blocks = ground(5) | fill((0, 0, 0), (4, 0, 4), block)
    surface = 1.0 if block != "honey_block" else 0.9375
    body = Body(2.5, (0.5625 if block == "white_bed" else surface) + 23.0, 2.5)
    harms = suffered(body, small_terrain(blocks, ROUNDS_DOWN), 60, release=ROUNDS_DOWN)
    assert totals(harms) == ({HarmKind.FALL: damage} if damage else {})


def test_slime_spares_only_who_bounces() -> None:
    blocks = fill((0, 0, 0), (4, 0, 4), "slime_block")
    assert fallen(23.0, blocks, ROUNDS_DOWN, Controls(sneak=True)) == [Harm(HarmKind.FALL, 20.0)]


@pytest.mark.parametrize(
    ("block", "height"), [("water", 1), ("cobweb", 3), ("sweet_berry_bush[age=0]", 3), ("powder_snow", 3)]
)
def test_what_is_soft_ends_a_fall(block: str, height: int) -> None:
    """A web catches who is slow enough to be in it for a tick, so here is a heap of them."""
    harms = fallen(15.0, ground(5) | fill((0, 1, 0), (4, height, 4), block))
    assert HarmKind.FALL not in {harm.kind for harm in harms}


def test_a_ladder_ends_a_fall() -> None:
    blocks = (
        ground(5) | fill((2, 1, 1), (2, 6, 1), "stone") | fill((2, 1, 2), (2, 6, 2), "ladder[facing=south]")
    )
    assert fallen(15.0, blocks) == []


def test_a_stalagmite_hurts_twice_as_much_from_two_blocks_higher() -> None:
    blocks = ground(5) | {(2, 1, 2): "pointed_dripstone[thickness=tip,vertical_direction=up]"}
    body = Body(2.5, 7.0, 2.5)
    harms = totals(suffered(body, small_terrain(blocks, ROUNDS_DOWN), 60, release=ROUNDS_DOWN))
    top = 11 / 16
    assert harms == {HarmKind.STALAGMITE: float(int((7.0 - 1 - top + 2.0 - 3.0) * 2))}


# --- fire and lava


def test_lava_hurts_twice_a_second_and_sets_on_fire() -> None:
    harms = Harms()
    terrain = small_terrain(pool(5, 20, 5, "lava"))
    found = suffered(Body(2.5, 10.0, 2.5), terrain, 41, harms=harms)
    assert found == [(tick, Harm(HarmKind.LAVA, 4.0)) for tick in (0, 10, 20, 30, 40)]
    assert harms.fire_ticks == 299


def test_who_comes_out_of_lava_burns_on_for_fifteen_seconds() -> None:
    harms = Harms(fire_ticks=300)
    found = suffered(Body(2.5, 1.0, 2.5), small_terrain(ground(5)), 400, harms=harms)
    assert found == [(tick, Harm(HarmKind.ON_FIRE, 1.0)) for tick in range(0, 300, 20)]
    assert not harms.on_fire


def test_water_and_powder_snow_put_fire_out() -> None:
    for block in ("water", "powder_snow"):
        harms = Harms(fire_ticks=100)
        terrain = small_terrain(ground(5) | fill((0, 1, 0), (4, 1, 4), block))
        suffered(Body(2.5, 1.0, 2.5), terrain, 2, harms=harms)
        assert not harms.on_fire


@pytest.mark.parametrize(("block", "damage"), [("fire", 1.0), ("soul_fire", 2.0)])
def test_fire_hurts_at_once_and_catches_after_a_second(block: str, damage: float) -> None:
    beneath = "soul_sand" if block == "soul_fire" else "netherrack"
    terrain = small_terrain(ground(5, block=beneath) | fill((0, 1, 0), (4, 1, 4), block))
    harms = Harms()
    body = Body(2.5, 1.0, 2.5)
    found = suffered(body, terrain, KINDLING - 1, harms=harms)
    assert found == [(0, Harm(HarmKind.IN_FIRE, damage)), (10, Harm(HarmKind.IN_FIRE, damage))]
    assert not harms.on_fire
    suffered(body, terrain, 1, harms=harms)
    assert harms.fire_ticks == 159


def test_a_short_step_through_fire_sets_nobody_alight() -> None:
    terrain = small_terrain(ground(5) | {(2, 1, 2): "fire"})
    harms = Harms()
    suffered(Body(2.5, 1.0, 2.5), terrain, 10, harms=harms)
    suffered(Body(4.5, 1.0, 4.5), terrain, 1, harms=harms)
    assert harms.fire_ticks == -KINDLING


# --- by touch


@pytest.mark.parametrize(
    ("block", "kind", "amount"),
    [
        ("campfire[lit=true]", HarmKind.CAMPFIRE, 1.0),
        ("soul_campfire[lit=true]", HarmKind.CAMPFIRE, 2.0),
        ("wither_rose", HarmKind.WITHER, 1.0),
        ("cactus", HarmKind.CACTUS, 1.0),
        ("magma_block", HarmKind.HOT_FLOOR, 1.0),
    ],
)
def test_blocks_that_hurt_do_so_twice_a_second(block: str, kind: HarmKind, amount: float) -> None:
    terrain = small_terrain(ground(5, block="grass_block") | fill((0, 1, 0), (4, 1, 4), block))
    body = Body(2.5, 2.0, 2.5)
    suffered(body, terrain, 20, harms=Harms())  # let it come to rest
    assert suffered(body, terrain, 21) == [(tick, Harm(kind, amount)) for tick in (0, 10, 20)]


@pytest.mark.parametrize("block", ["campfire[lit=false]", "sweet_berry_bush[age=3]", "stone", "cauldron"])
def test_other_blocks_let_the_resting_be(block: str) -> None:
    terrain = small_terrain(ground(5) | fill((0, 1, 0), (4, 1, 4), block))
    assert suffered(Body(2.5, 2.0, 2.5), terrain, 60)[:1] == []


def test_who_touches_a_cactus_from_the_side_is_hurt_and_who_is_beside_it_is_not() -> None:
    terrain = small_terrain(ground(5) | {(2, 0, 2): "sand", (2, 1, 2): "cactus"})
    east = Controls(forward=1.0, yaw=-90.0)
    body = Body(1.0, 1.0, 2.5)
    assert totals(suffered(body, terrain, 12, east)) == {HarmKind.CACTUS: 1.0}
    assert body.x == pytest.approx(2 + 1 / 16 - 0.3)
    assert suffered(Body(1.69, 1.0, 2.5), terrain, 20) == []


def test_sneaking_spares_from_magma() -> None:
    terrain = small_terrain(ground(5, block="magma_block"))
    assert suffered(Body(2.5, 1.0, 2.5), terrain, 30, Controls(sneak=True)) == []


@pytest.mark.parametrize(("age", "hurts"), [(0, False), (1, True), (3, True)])
def test_a_berry_bush_scratches_who_moves_once_it_has_thorns(age: int, hurts: bool) -> None:
    terrain = small_terrain(ground(5) | fill((0, 1, 0), (4, 1, 4), f"sweet_berry_bush[age={age}]"))
    found = totals(suffered(Body(0.5, 1.0, 2.5), terrain, 11, Controls(forward=1.0, yaw=-90.0)))
    assert found == ({HarmKind.SWEET_BERRY_BUSH: 1.0} if hurts else {})


def test_a_lava_cauldron_burns_who_is_in_it_and_not_who_is_on_its_rim() -> None:
    terrain = small_terrain(ground(5) | {(2, 1, 2): "lava_cauldron"})
    inside, on_rim = Harms(), Harms()
    assert suffered(Body(2.5, 1.25, 2.5), terrain, 1, harms=inside) == [(0, Harm(HarmKind.LAVA, 4.0))]
    assert inside.on_fire
    assert suffered(Body(2.0, 2.0, 2.5), terrain, 5, harms=on_rim) == []
    assert not on_rim.on_fire


def test_powder_snow_freezes_after_seven_seconds_and_thaws_twice_as_fast() -> None:
    harms = Harms()
    terrain = small_terrain(ground(5) | fill((0, 1, 0), (4, 3, 4), "powder_snow"))
    found = suffered(Body(2.5, 1.0, 2.5), terrain, FROZEN + 81, harms=harms)
    assert found == [(tick, Harm(HarmKind.FREEZE, 1.0)) for tick in (139, 179, 219)]
    suffered(Body(2.5, 1.0, 2.5), small_terrain(ground(5)), FROZEN // 2, harms=harms)
    assert harms.frozen == 0


# --- water, walls and the void


def test_who_is_under_water_drowns_after_fifteen_seconds() -> None:
    found = suffered(Body(2.5, 0.0, 2.5), small_terrain(DEEP), 361)
    assert found == [(tick, Harm(HarmKind.DROWN, 2.0)) for tick in (319, 339, 359)]


def test_breath_comes_back_four_times_as_fast() -> None:
    harms = Harms(air=100)
    suffered(Body(2.5, 1.0, 2.5), small_terrain(ground(5)), 49, harms=harms)
    assert harms.air == 296
    assert not harms.calm
    suffered(Body(2.5, 1.0, 2.5), small_terrain(ground(5)), 1, harms=harms)
    assert harms.air == AIR
    assert harms.calm


def test_bubbles_give_breath_and_shallow_water_takes_none() -> None:
    for blocks in (
        DEEP | fill((2, 0, 2), (2, 20, 2), "bubble_column[drag=true]"),
        fill((0, 1, 0), (4, 1, 4), "water"),
    ):
        harms = Harms()
        suffered(
            Body(2.5, 1.0, 2.5),
            small_terrain(blocks | fill((0, 0, 0), (4, 0, 4), "magma_block")),
            5,
            harms=harms,
        )
        assert harms.air == AIR


@pytest.mark.parametrize(
    ("block", "suffocates"),
    [("stone", True), ("glass", False), ("oak_leaves", False), ("stone_bricks", True), ("oak_fence", False)],
)
def test_who_has_the_eyes_in_a_whole_block_suffocates(block: str, suffocates: bool) -> None:
    terrain = small_terrain(ground(5) | {(2, 2, 2): block})
    found = suffered(Body(2.5, 1.0, 2.5), terrain, 21)
    expected = [(tick, Harm(HarmKind.IN_WALL, 1.0)) for tick in (0, 10, 20)]
    assert found == (expected if suffocates else [])


def test_the_eyes_are_where_they_are_said_to_be() -> None:
    terrain = small_terrain(ground(5) | {(2, 2, 2): "stone"})
    assert suffered(Body(2.5, 1.0, 2.5), terrain, 2, harms=Harms(eyes=EYES / 2)) == []


def test_nobody_suffocates_in_what_nobody_knows() -> None:
    terrain = small_terrain(ground(5))
    far = Body(5000.5, 10.0, 5000.5)
    assert not terrain.cell(*far.block).known
    assert Harms().tick(far, STILL, terrain) == []


def test_the_void_begins_64_blocks_below_the_world() -> None:
    terrain = small_terrain(ground(5))
    bottom = terrain.world.dimension.min_y
    assert Harms().tick(Body(2.5, bottom - 64.0, 2.5), STILL, terrain) == []
    harms = Harms()
    for _ in range(2):
        found = harms.tick(Body(2.5, bottom - 64.1, 2.5), STILL, terrain)
        assert found == [Harm(HarmKind.OUT_OF_WORLD, 4.0)]


# --- the respite


def test_after_damage_only_what_is_greater_counts_for_ten_ticks_and_only_by_the_difference() -> None:
    respite = Respite()
    assert not respite.holds(100)
    assert respite.share(100, 1.0) == 1.0
    assert respite.holds(100 + RESPITE - 1)
    assert respite.share(101, 4.0) == 3.0
    assert respite.share(101, 4.0) == 0.0
    assert respite.share(105, 4.5) == 0.5
    assert respite.share(109, 4.0) == 0.0
    assert not respite.holds(110)
    assert respite.share(110, 4.0) == 4.0
    assert respite.holds(119)


def test_nothing_is_no_damage_and_brings_no_respite() -> None:
    respite = Respite()
    assert respite.share(5, 0.0) == 0.0
    assert not respite.holds(5)


def test_a_body_that_nothing_hurts_leaves_its_harms_calm() -> None:
    harms = Harms()
    assert suffered(Body(2.5, 1.0, 2.5), small_terrain(ground(5)), 30, harms=harms) == []
    assert harms.calm


def test_a_teleport_is_no_fall() -> None:
    terrain = small_terrain(ground(5))
    body = Body(2.5, 40.0, 2.5)
    assert suffered(body, terrain, 20) == []
    assert body.fall_distance > 3.0
    body.x, body.y, body.z = 2.5, 1.0, 2.5
    body.stop()
    assert suffered(body, terrain, 10) == []


def test_position_is_only_what_the_body_says() -> None:
    """Harms read the body and change nothing of it."""
    terrain = small_terrain(ground(5) | {(2, 1, 2): "fire"})
    body = Body(2.5, 1.0, 2.5)
    before: tuple[Vector, Vector] = body.position, body.velocity
    Harms().tick(body, STILL, terrain)
    assert (body.position, body.velocity) == before
