"""Which beds companions find, and who has which."""

from __future__ import annotations

import pytest
from flat_world import FlatWorld

from npc.beds import Bed, Beds, beds_near, is_bed
from world.blocks import BlockTable
from world.physics.body import Body
from world.terrain import terrain_of

HERE = (0.5, 64.0, 0.5)
TOWARDS = {"north": (0, -1), "south": (0, 1), "west": (-1, 0), "east": (1, 0)}
RELEASES = ("1.8.8", "1.12.2", "1.16.5", "1.21.4")


def put_bed(world: FlatWorld, x: int, y: int, z: int, facing: str, colour: str = "red") -> Bed:
    """One with its head there."""
    dx, dz = TOWARDS[facing]
    world.put(x, y, z, f"{colour}_bed", part="head", facing=facing)
    world.put(x - dx, y, z - dz, f"{colour}_bed", part="foot", facing=facing)
    return Bed((x, y, z), facing)


@pytest.fixture
def world() -> FlatWorld:
    return FlatWorld("minecraft:overworld")


@pytest.mark.parametrize("release", RELEASES)
def test_beds_of_every_way_of_writing_blocks_are_found_the_nearest_first(release: str) -> None:
    world = FlatWorld("minecraft:overworld", BlockTable.load(release))
    beds = [put_bed(world, 3 * number, 64, 6, facing) for number, facing in enumerate(TOWARDS)]
    assert beds_near(world, HERE, 16) == beds
    assert all(is_bed(world, bed) for bed in beds)
    assert [bed.yaw for bed in beds] == [-180.0, 0.0, 90.0, -90.0]


@pytest.mark.parametrize("colour", ["white", "black"])
def test_a_bed_has_any_colour(world: FlatWorld, colour: str) -> None:
    bed = put_bed(world, 3, 64, 3, "north", colour)
    assert beds_near(world, HERE, 16) == [bed]


def test_only_whole_beds_in_reach_that_nobody_sleeps_in_are_found(world: FlatWorld) -> None:
    put_bed(world, 17, 64, 0, "north")
    put_bed(world, 0, 69, 0, "north")
    world.put(4, 64, 0, "red_bed", part="head", facing="north")  # half of one
    world.put(8, 64, 0, "red_bed", part="head", facing="north")
    world.put(8, 64, 1, "red_bed", part="foot", facing="east")  # halves of two
    for part, z in (("head", 0), ("foot", 1)):
        world.put(-4, 64, z, "red_bed", part=part, facing="north", occupied="true")
    assert beds_near(world, HERE, 16) == []
    near = put_bed(world, 16, 68, 5, "north")
    assert beds_near(world, HERE, 16) == [near]


def test_a_broken_bed_is_none_any_more(world: FlatWorld) -> None:
    bed = put_bed(world, 3, 64, 3, "north")
    world.put(*bed.foot, "air")
    assert not is_bed(world, bed)


def test_who_lies_down_needs_room_above_and_beside_the_bed(world: FlatWorld) -> None:
    terrain, body = terrain_of(world), Body(*HERE)
    bed = put_bed(world, 3, 64, 3, "north")
    assert bed.place(terrain, body) == (3.5, 64.5625, 3.5)
    assert bed.bedside(terrain, body) == (2.5, 64.0, 3.5)
    world.put(2, 64, 3, "fire")
    assert bed.bedside(terrain, body) == (3.5, 64.0, 2.5)
    world.put(3, 65, 3, "stone")
    assert bed.place(terrain, body) is None


def test_a_bed_is_one_companions_until_it_takes_another_or_needs_none() -> None:
    beds = Beds()
    one, other = Bed((0, 64, 0), "north"), Bed((9, 64, 0), "north")
    assert beds.take("juniper", "here", one)
    assert beds.take("juniper", "here", one)
    assert not beds.take("rill", "here", one)
    assert beds.take("rill", "there", one), "another world"
    assert beds.take("juniper", "here", other)
    assert beds.take("fern", "here", one)
    beds.release("juniper")
    assert beds.take("rill", "here", other)
