"""The judge of other searches' steps knows what a body can't do."""

from __future__ import annotations

import pytest
from body_steps import BodySteps
from path_courses import Ground, Place
from real_terrain import dimension_of, family_of

from world.chunk import Chunk, ColumnContents
from world.paths.route import Abilities
from world.terrain import terrain_of
from world.view import WorldKey, WorldView

RELEASE = "1.16.5"


@pytest.fixture
def ground() -> Ground:
    family = family_of(RELEASE)
    dimension = dimension_of(family)
    world = WorldView(WorldKey("", "minecraft:overworld", 0), dimension, family.blocks)
    world.load(1, Chunk(0, 0, dimension, ColumnContents([]), family.blocks))
    laid = Ground(world, 0)
    laid.floor(range(1, 4))
    return laid


def judged(ground: Ground, start: Place, end: Place) -> str:
    steps = BodySteps(terrain_of(ground.world), Abilities(max_drop=3.0, can_leap=True))
    return steps.obstacle(start, end)


def test_level_ground_is_walked(ground: Ground) -> None:
    assert judged(ground, ground.at(1), ground.at(2)) == ""
    assert judged(ground, ground.at(1), ground.at(2, 0, 1)) == ""


def test_a_block_is_jumped_upon_and_two_are_too_much(ground: Ground) -> None:
    ground.put(2, 0, 0, "stone")
    assert judged(ground, ground.at(1), ground.at(2, 1)) == ""
    ground.put(2, 1, 0, "stone")
    assert judged(ground, ground.at(1), ground.at(2, 2)) == "out of reach"


def test_a_fence_is_too_high_to_jump_upon(ground: Ground) -> None:
    ground.put(2, 0, 0, "oak_fence")
    assert judged(ground, ground.at(1), ground.at(2, 1)) == "out of reach"


def test_no_body_gets_straight_past_a_corner(ground: Ground) -> None:
    ground.put(2, 0, 0, "stone")
    assert judged(ground, ground.at(1), ground.at(2, 0, 1)) == "a corner"


def test_there_must_be_something_to_stand_on(ground: Ground) -> None:
    ground.put(2, -1, 0, "air")
    assert judged(ground, ground.at(1), ground.at(2)) == "nothing to stand on"


def test_a_place_must_be_high_enough_for_the_body(ground: Ground) -> None:
    ground.put(2, 1, 0, "stone_slab", type="top")
    assert judged(ground, ground.at(1), ground.at(2)) == "too narrow"


def test_falls_are_no_deeper_than_it_may_fall_but_for_water(ground: Ground) -> None:
    ground.put(4, -5, 0, "stone")
    assert judged(ground, ground.at(3), ground.at(4, -4)) == "too deep"
    ground.put(4, -4, 0, "stone")
    assert judged(ground, ground.at(3), ground.at(4, -3)) == ""
    ground.put(4, -4, 0, "water")
    assert judged(ground, ground.at(3), ground.at(4, -4)) == ""


@pytest.mark.parametrize("block", ["magma_block", "cactus"])
def test_what_harms_those_who_stand_on_it_is_named(ground: Ground, block: str) -> None:
    ground.put(2, -1, 0, block)
    assert judged(ground, ground.at(1), ground.at(2)) == block


@pytest.mark.parametrize(
    ("block", "properties"), [("fire", {}), ("sweet_berry_bush", {"age": 3}), ("wither_rose", {})]
)
def test_what_harms_those_who_are_in_it_is_named(
    ground: Ground, block: str, properties: dict[str, int]
) -> None:
    ground.put(2, 0, 0, block, **properties)
    assert judged(ground, ground.at(1), ground.at(2)) == block


@pytest.mark.parametrize(("gap", "rise", "why"), [(1, 0, ""), (3, 0, ""), (2, 1, ""), (5, 0, "out of reach")])
def test_gaps_are_leapt_as_far_as_legs_carry(ground: Ground, gap: int, rise: int, why: str) -> None:
    ground.put(4 + gap, rise - 1, 0, "stone")
    assert judged(ground, ground.at(3), ground.at(4 + gap, rise)) == why


def test_layers_of_snow_are_stood_upon_where_they_are(ground: Ground) -> None:
    ground.put(2, 0, 0, "snow", layers=5)
    feet = BodySteps(terrain_of(ground.world), Abilities()).feet(ground.at(2))
    assert feet is not None
    assert feet[1] == ground.at(2)[1] + 0.5
