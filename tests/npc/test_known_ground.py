"""Ground that is remembered is judged as if it were looked at each time."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from small_worlds import small_terrain

from npc.locomotion.footing import CLIFF, objection
from npc.locomotion.known_ground import KnownGround
from world.paths.route import Abilities
from world.physics.body import Body
from world.terrain import Terrain

FEET = 64.0
KINDS = (
    "air",
    "stone",
    "stone",
    "stone",
    "stone_slab",
    "lava",
    "water",
    "farmland",
    "magma_block",
    "oak_fence",
    "ladder[facing=east]",
)
EDGE = 4

heights = st.lists(st.sampled_from((60, 62, 62, 63, 63, 63, 64, 65)), min_size=EDGE**2, max_size=EDGE**2)
kinds = st.lists(st.sampled_from(KINDS), min_size=EDGE**2, max_size=EDGE**2)
places = st.tuples(
    st.floats(0.0, EDGE), st.sampled_from((FEET, FEET - 0.5, FEET - 1.0)), st.floats(0.0, EDGE)
)


def hills(tops: list[int], kinds: list[str]) -> Terrain:
    columns = [(x, z) for x in range(EDGE) for z in range(EDGE)]
    blocks = {(x, 58, z): "stone" for x, z in columns}
    for (x, z), top, kind in zip(columns, tops, kinds, strict=True):
        blocks[x, top, z] = kind
    return small_terrain(blocks)


def body_at(x: float, y: float, z: float, hop_height: float = 1.25) -> Body:
    return Body(x, y, z, step_height=0.5, hop_height=hop_height, on_ground=True)


@settings(deadline=None, max_examples=60)
@given(
    heights,
    kinds,
    st.lists(places, min_size=4, max_size=12),
    st.sampled_from((0.0, 1.25)),
    st.sampled_from((0.1, 2.0, 3.0)),
)
def test_memory_objects_to_what_eyes_object_to(
    tops: list[int],
    kinds: list[str],
    walk: list[tuple[float, float, float]],
    hop_height: float,
    max_drop: float,
) -> None:
    terrain, abilities = hills(tops, kinds), Abilities(max_drop=max_drop)
    known = KnownGround(abilities)
    for x, y, z in walk * 2:
        body = body_at(x, y, z, hop_height)
        for dx, dz in ((0.6, 0.8), (-1.0, 0.0)):
            for reach in (0.3, 0.5, 0.9, 1.2):
                seen = [
                    objection(terrain, body, dx * at, dz * at, abilities) for at in (0.5, 1.0) if at < reach
                ]
                seen.append(objection(terrain, body, dx * reach, dz * reach, abilities))
                assert known.objection(terrain, body, dx, dz, reach) == next(filter(None, seen), "")


def test_a_block_that_changes_is_looked_at_again() -> None:
    terrain, body = hills([63] * EDGE**2, ["stone"] * EDGE**2), body_at(1.5, FEET, 1.5)
    known = KnownGround(Abilities())
    assert known.objection(terrain, body, 1.0, 0.0, 1.0) == ""
    terrain.world.set_state(2, 63, 1, terrain.world.blocks.state("air"))
    assert known.objection(terrain, body, 1.0, 0.0, 1.0) == CLIFF


def test_the_same_place_in_another_world_is_looked_at() -> None:
    known, body = KnownGround(Abilities()), body_at(1.5, FEET, 1.5)
    plain, pit = (hills([top] * EDGE**2, ["stone"] * EDGE**2) for top in (63, 60))
    assert known.objection(plain, body, 1.0, 0.0, 1.0) == ""
    assert known.objection(pit, body, 1.0, 0.0, 1.0) == CLIFF
