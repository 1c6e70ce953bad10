from dataclasses import replace
from random import Random
from uuid import UUID

import pytest
from flat_world import flat_world

from npc.crowd import NOBODY, Bystander, Crowd
from npc.cues import Flinch, Say, Sound, Swing
from npc.definition import NpcDefinition
from npc.gaze import direction
from npc.npc import Npc
from npc.surroundings import Surroundings
from world.paths.finder import Pathfinder
from world.physics.rules import MODERN
from world.sight import Sight
from world.terrain import terrain_of


def make_npc(**fields: object) -> Npc:
    definition = NpcDefinition("juniper", "Juniper", **{"y": 64.0, "greeting": "Hi {player}!", **fields})  # type: ignore[arg-type]
    return Npc(definition, UUID(int=2), Random(1))


def player(
    viewer_id: int = 1, x: float = 0.0, eye_y: float = 65.62, z: float = 4.0, yaw: float = 0.0
) -> Bystander:
    return Bystander(viewer_id, f"Player{viewer_id}", x, eye_y, z, yaw)


def surroundings(now: int, crowd: Crowd) -> Surroundings:
    terrain = terrain_of(flat_world("minecraft:overworld"))
    return Surroundings(now, crowd, terrain, MODERN, Pathfinder(), Sight(terrain))


def live(npc: Npc, *crowd: Bystander, ticks: int = 60, since: int = 0) -> None:
    for now in range(since, since + ticks):
        npc.tick(surroundings(now, Crowd(crowd)))


def test_it_looks_into_the_eyes_of_the_nearest_player() -> None:
    npc = make_npc()
    live(npc, player(1, x=-6.0, z=0.0), player(2, x=4.0, eye_y=69.62, z=0.0))
    assert npc.actor.head_yaw == pytest.approx(-90.0)
    assert npc.actor.pitch == pytest.approx(-45.0)


def test_it_notices_at_eight_blocks_from_eye_to_eye_and_not_beyond() -> None:
    npc = make_npc(yaw=90.0)
    live(npc, player(z=8.0 + 0.001))
    assert npc.actor.head_yaw == 90.0
    live(npc, player(z=8.0))
    assert npc.actor.head_yaw == pytest.approx(0.0)


def test_it_goes_back_to_its_home_direction_when_everybody_has_left() -> None:
    npc = make_npc(yaw=-135.0)
    live(npc, player(eye_y=68.0))
    assert npc.actor.head_yaw == pytest.approx(0.0)
    live(npc)
    assert npc.actor.yaw == pytest.approx(-135.0)
    assert npc.actor.head_yaw == pytest.approx(-135.0)
    assert npc.actor.pitch == pytest.approx(0.0)


def test_its_eyes_are_where_its_kind_has_them() -> None:
    fox = make_npc(kind="fox")
    live(fox, player(eye_y=64.4))
    assert fox.actor.pitch == pytest.approx(0.0)


def test_a_use_is_answered_with_a_swing_and_a_line_to_the_user_alone() -> None:
    npc = make_npc()
    npc.use(10, player(7))
    assert npc.take_cues() == [Swing(0), Say(7, "<Juniper> Hi Player7!")]
    assert npc.take_cues() == []


def test_an_npc_without_a_greeting_only_swings() -> None:
    npc = make_npc(greeting="")
    npc.use(10, player())
    assert npc.take_cues() == [Swing(0)]


def test_both_hands_and_interact_at_are_one_use() -> None:
    npc = make_npc()
    for _ in range(4):
        npc.use(10, player())
    npc.use(11, player())
    assert len(npc.take_cues()) == 2


def test_a_button_held_down_is_one_use() -> None:
    npc = make_npc()
    for now in range(10, 100, 4):
        npc.use(now, player())
    assert len(npc.take_cues()) == 2


def test_a_second_click_after_a_pause_is_a_second_use() -> None:
    npc = make_npc()
    npc.use(10, player())
    npc.use(14, player())
    npc.use(19, player())
    assert npc.take_cues().count(Swing(0)) == 2


def test_two_players_who_click_in_the_same_tick_are_both_answered() -> None:
    npc = make_npc()
    npc.use(10, player(1))
    npc.use(10, player(2))
    assert [cue.viewer_id for cue in npc.take_cues() if isinstance(cue, Say)] == [1, 2]


def test_a_blow_shows_as_a_flinch_away_from_the_attacker_with_a_cry() -> None:
    npc = make_npc()
    npc.hit(10, player(x=-2.0, z=0.0))
    flinch, cry = npc.take_cues()
    assert flinch == Flinch(pytest.approx(90.0))  # type: ignore[arg-type]
    assert isinstance(cry, Sound)
    assert cry.key == "entity.player.hurt"
    assert 0.8 <= cry.pitch <= 1.2


def test_blows_within_ten_ticks_make_one_flinch() -> None:
    npc = make_npc()
    for now in range(10, 20):
        npc.hit(now, player())
    assert len(npc.take_cues()) == 2
    npc.hit(20, player())
    assert len(npc.take_cues()) == 2


def test_it_looks_at_its_attacker_for_a_second_although_another_is_nearer() -> None:
    npc = make_npc()
    attacker, friend = player(1, x=-3.0, z=0.0), player(2, x=0.0, z=2.0)
    npc.hit(0, attacker)
    live(npc, attacker, friend, ticks=15)
    assert npc.actor.head_yaw == pytest.approx(90.0)
    live(npc, attacker, friend, ticks=60, since=15)
    towards = direction(friend.x - npc.actor.x, friend.z - npc.actor.z)
    assert npc.actor.head_yaw == pytest.approx(towards)


def test_a_blow_throws_it_away_from_who_struck_and_a_runner_throws_it_further() -> None:
    thrown = {}
    for sprinting in (False, True):
        npc = make_npc()
        live(npc, ticks=2)
        npc.hit(2, replace(player(x=-2.0, z=0.0, yaw=-90.0), sprinting=sprinting))
        live(npc, ticks=30, since=3)
        assert npc.actor.z == pytest.approx(0.0)
        assert npc.actor.y == 64.0
        thrown[sprinting] = npc.actor.x
    assert 0.5 < thrown[False] < thrown[True] < 6.0


def test_an_attacker_who_leaves_is_not_stared_after() -> None:
    npc = make_npc()
    npc.hit(0, player(1, x=-3.0, z=0.0))
    npc.tick(surroundings(1, NOBODY))
    assert npc.actor.head_yaw == 0.0


def test_a_blow_costs_half_a_heart_and_nobody_dies_of_it() -> None:
    npc = make_npc()
    npc.hit(0, player())
    assert npc.actor.health == 19.0
    for now in range(10, 1000, 10):
        npc.hit(now, player())
    assert npc.actor.health == 1.0


@pytest.mark.parametrize(
    ("x", "z", "cell", "chunk"),
    [
        (0.5, 0.5, (0, 64, 0), (0, 0)),
        (-0.5, 16.0, (-1, 64, 16), (-1, 1)),
        (15.99, -16.01, (15, 64, -17), (0, -2)),
    ],
)
def test_cell_and_chunk_are_those_of_its_feet(
    x: float, z: float, cell: tuple[int, int, int], chunk: tuple[int, int]
) -> None:
    npc = make_npc(x=x, z=z)
    assert npc.cell == cell
    assert npc.chunk == chunk
