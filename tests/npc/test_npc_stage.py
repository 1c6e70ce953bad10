"""Who sees whom. The recording port itself refuses calls for actors that its client doesn't have."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest

from npc.cues import Say, Swing
from npc.stage import Stage
from npc.stage_port import Actor
from world.item import ItemStack

OVERWORLD, NETHER = "minecraft:overworld", "minecraft:the_nether"
RANGE, LEAVE_MARGIN = 48.0, 8.0

MakeViewer = Callable[..., Any]


def make_actor(actor_id: str = "juniper", x: float = 0.5, z: float = 0.5, kind: str = "player") -> Actor:
    return Actor(
        actor_id, UUID(int=int.from_bytes(actor_id.encode())), actor_id.title(), kind, x=x, y=64.0, z=z
    )


@pytest.fixture
def stage() -> Stage:
    return Stage()


def test_an_actor_appears_at_its_range_and_stays_for_eight_blocks_more(
    stage: Stage, make_viewer: MakeViewer
) -> None:
    viewer = make_viewer()
    stage.enter(make_actor(x=0.0, z=0.0), OVERWORLD)
    stage.seat(viewer)
    for distance, in_view in (
        (RANGE + 0.01, False),
        (RANGE, True),
        (RANGE + LEAVE_MARGIN, True),
        (RANGE + LEAVE_MARGIN + 0.01, False),
        (RANGE + LEAVE_MARGIN, False),
        (RANGE, True),
    ):
        viewer.stand(0.0, 64.0, distance)
        stage.update()
        assert ("juniper" in viewer.port.shown) is in_view, distance
        assert stage.sees(1, "juniper") is in_view


@pytest.mark.parametrize(
    ("kind", "reach"), [("player", 48), ("fox", 128), ("cow", 160), ("cod", 64), ("bat", 80)]
)
def test_each_kind_is_seen_as_far_as_vanilla_tracks_it(
    stage: Stage, make_viewer: MakeViewer, kind: str, reach: float
) -> None:
    viewer = make_viewer(at=(reach + 0.5, 64.0, 0.0))
    stage.enter(make_actor(x=0.0, z=0.0, kind=kind), OVERWORLD)
    stage.seat(viewer)
    stage.update()
    assert not viewer.port.shown
    viewer.stand(reach, 64.0, 0.0)
    stage.update()
    assert viewer.port.shown


def test_height_does_not_count_as_distance(stage: Stage, make_viewer: MakeViewer) -> None:
    viewer = make_viewer(at=(0.5, 300.0, 0.5))
    stage.enter(make_actor(), OVERWORLD)
    stage.seat(viewer)
    stage.update()
    assert viewer.port.shown


def test_only_viewers_in_the_same_world_see_it(stage: Stage, make_viewer: MakeViewer) -> None:
    here, elsewhere, nowhere = make_viewer(1), make_viewer(2, world=NETHER), make_viewer(3, world=None)
    stage.enter(make_actor(), OVERWORLD)
    for viewer in (here, elsewhere, nowhere):
        stage.seat(viewer)
    stage.update()
    assert here.port.shown
    assert not elsewhere.port.calls
    assert not nowhere.port.calls


def test_a_viewer_that_the_server_has_not_placed_yet_sees_nobody(
    stage: Stage, make_viewer: MakeViewer
) -> None:
    viewer = make_viewer()
    viewer.player.placed = False
    stage.enter(make_actor(), OVERWORLD)
    stage.seat(viewer)
    stage.update()
    assert not viewer.port.calls


def test_it_leaves_with_its_chunk_and_comes_back_with_it(stage: Stage, make_viewer: MakeViewer) -> None:
    viewer = make_viewer()
    viewer.missing.add((0, 0))
    stage.enter(make_actor(), OVERWORLD)
    stage.seat(viewer)
    stage.update()
    assert viewer.port.take() == []
    viewer.missing.clear()
    stage.update()
    viewer.missing.add((0, 0))
    stage.update()
    viewer.missing.clear()
    stage.update()
    assert viewer.port.take() == [("spawn", "juniper"), ("despawn", "juniper"), ("spawn", "juniper")]


def test_a_step_into_a_chunk_that_the_client_lacks_takes_it_away(
    stage: Stage, make_viewer: MakeViewer
) -> None:
    viewer, actor = make_viewer(), make_actor()
    viewer.missing.add((-1, 0))
    stage.enter(actor, OVERWORLD)
    stage.seat(viewer)
    stage.update()
    actor.x = -0.5
    stage.update()
    assert viewer.port.take() == [("spawn", "juniper"), ("despawn", "juniper")]


def test_whoever_forgets_its_entities_gets_them_again(stage: Stage, make_viewer: MakeViewer) -> None:
    viewer, other = make_viewer(1), make_viewer(2)
    stage.enter(make_actor(), OVERWORLD)
    stage.seat(viewer)
    stage.seat(other)
    stage.update()
    viewer.port.take(), other.port.take()
    stage.forget(1)
    assert not stage.sees(1, "juniper")
    stage.update()
    assert viewer.port.take() == [("forget_all",), ("spawn", "juniper")]
    assert other.port.take() == []


def test_a_world_change_and_return_brings_it_back(stage: Stage, make_viewer: MakeViewer) -> None:
    viewer = make_viewer()
    stage.enter(make_actor(), OVERWORLD)
    stage.seat(viewer)
    stage.update()
    for world in (None, NETHER, None, OVERWORLD):
        viewer.enter(world)
        stage.update()
    assert viewer.port.take("spawn", "forget_all", "despawn") == [
        ("spawn", "juniper"),
        ("forget_all",),
        ("spawn", "juniper"),
    ]


def test_a_switch_of_worlds_in_one_tick_is_noticed_without_being_told(
    stage: Stage, make_viewer: MakeViewer
) -> None:
    viewer = make_viewer()
    stage.enter(make_actor("juniper"), OVERWORLD)
    stage.enter(make_actor("ember"), NETHER)
    stage.seat(viewer)
    stage.update()
    viewer.enter(NETHER)
    stage.update()
    assert viewer.port.take() == [("spawn", "juniper"), ("forget_all",), ("spawn", "ember")]


def test_at_most_eight_appear_in_a_tick_the_nearest_first(stage: Stage, make_viewer: MakeViewer) -> None:
    viewer = make_viewer(at=(0.0, 64.0, 0.0))
    for number in range(20):
        stage.enter(make_actor(f"n{number:02}", x=40.0 - number, z=0.0), OVERWORLD)
    stage.seat(viewer)
    stage.update()
    assert [call[1] for call in viewer.port.take()] == [f"n{number:02}" for number in range(19, 11, -1)]
    stage.update()
    assert len(viewer.port.take()) == 8
    stage.update()
    assert len(viewer.port.take()) == 4
    stage.update()
    assert viewer.port.take() == []


def test_only_what_changed_is_told_and_only_to_those_who_see_it(
    stage: Stage, make_viewer: MakeViewer
) -> None:
    near, far, actor = make_viewer(1), make_viewer(2, at=(500.0, 64.0, 0.0)), make_actor()
    stage.enter(actor, OVERWORLD)
    stage.seat(near)
    stage.seat(far)
    stage.update()
    near.port.take()
    stage.update()
    assert near.port.take() == []
    actor.head_yaw = 10.0
    stage.update()
    assert near.port.take() == [("look", "juniper")]
    actor.x += 0.1
    actor.head_yaw = 20.0
    stage.update()
    assert near.port.take() == [("move", "juniper")]
    actor.pose = "sneaking"
    actor.equipment["head"] = ItemStack(1, "pumpkin", 1)
    stage.update()
    assert near.port.take() == [("equip", "juniper"), ("pose", "juniper")]
    assert far.port.calls == []


def test_a_new_incarnation_name_or_skin_is_a_new_spawn(stage: Stage, make_viewer: MakeViewer) -> None:
    viewer, actor = make_viewer(), make_actor()
    stage.enter(actor, OVERWORLD)
    stage.seat(viewer)
    stage.update()
    viewer.port.take()
    for field, value in (
        ("uuid", UUID(int=99)),
        ("name", "June"),
        ("skin", ("value", None)),
        ("kind", "fox"),
    ):
        setattr(actor, field, value)
        stage.update()
        assert viewer.port.take() == [("despawn", "juniper"), ("spawn", "juniper")], field
        assert getattr(viewer.port.shown["juniper"], field) == value


def test_a_congested_client_gets_spawns_and_despawns_only_and_then_catches_up(
    stage: Stage, make_viewer: MakeViewer
) -> None:
    viewer, juniper, fern = make_viewer(), make_actor("juniper"), make_actor("fern", x=60.0)
    stage.enter(juniper, OVERWORLD)
    stage.enter(fern, OVERWORLD)
    stage.seat(viewer)
    stage.update()
    viewer.port.take()
    viewer.port.congested = True
    for step in range(10):
        juniper.x += 0.5
        juniper.pose = "sneaking"
        stage.update()
        stage.perform("juniper", Swing())
        if step == 5:
            fern.x = 40.0
    assert viewer.port.take() == [("spawn", "fern")]
    viewer.port.congested = False
    stage.update()
    assert viewer.port.take() == [("move", "juniper"), ("pose", "juniper")]
    assert viewer.port.shown["juniper"].x == juniper.x
    stage.update()
    assert viewer.port.take() == []


def test_nothing_held_back_is_told_of_someone_who_left_meanwhile(
    stage: Stage, make_viewer: MakeViewer
) -> None:
    viewer, actor = make_viewer(), make_actor()
    stage.enter(actor, OVERWORLD)
    stage.seat(viewer)
    stage.update()
    viewer.port.take()
    viewer.port.congested = True
    actor.x += 1.0
    stage.update()
    stage.leave("juniper")
    viewer.port.congested = False
    stage.update()
    assert viewer.port.take() == [("despawn", "juniper")]


def test_a_removed_actor_does_not_return(stage: Stage, make_viewer: MakeViewer) -> None:
    viewer = make_viewer()
    stage.enter(make_actor(), OVERWORLD)
    stage.seat(viewer)
    stage.update()
    stage.leave("juniper")
    stage.forget(1)
    for _ in range(3):
        stage.update()
    stage.perform("juniper", Swing())
    assert viewer.port.take() == [("spawn", "juniper"), ("despawn", "juniper"), ("forget_all",)]


def test_a_client_that_left_is_told_nothing_more(stage: Stage, make_viewer: MakeViewer) -> None:
    viewer, actor = make_viewer(), make_actor()
    stage.enter(actor, OVERWORLD)
    stage.seat(viewer)
    stage.update()
    viewer.port.take()
    stage.unseat(1)
    actor.x += 1.0
    stage.update()
    stage.forget(1)
    stage.leave("juniper")
    assert viewer.port.take() == []


def test_acts_reach_those_who_see_the_actor_and_words_one_of_them(
    stage: Stage, make_viewer: MakeViewer
) -> None:
    one, two, far = make_viewer(1), make_viewer(2), make_viewer(3, at=(500.0, 64.0, 0.0))
    stage.enter(make_actor(), OVERWORLD)
    for viewer in (one, two, far):
        stage.seat(viewer)
    stage.update()
    stage.perform("juniper", Swing(1))
    stage.perform("juniper", Say(2, "hello"))
    stage.perform("juniper", Say(3, "you don't see me"))
    assert one.port.take("swing", "say") == [("swing", "juniper", 1)]
    assert two.port.take("swing", "say") == [("swing", "juniper", 1), ("say", "hello")]
    assert far.port.take() == []


def test_a_port_that_fails_on_one_actor_still_shows_the_others_and_so_do_other_clients(
    stage: Stage, make_viewer: MakeViewer, caplog: pytest.LogCaptureFixture
) -> None:
    one, two = make_viewer(1), make_viewer(2)
    one.port.broken_for.add("juniper")
    stage.enter(make_actor("juniper"), OVERWORLD)
    stage.enter(make_actor("fern"), OVERWORLD)
    stage.seat(one)
    stage.seat(two)
    for _ in range(3):
        stage.update()
    assert set(one.port.shown) == {"fern"}
    assert set(two.port.shown) == {"fern", "juniper"}
    assert caplog.text.count(": spawn failed for npc juniper") == 1, "it must not be tried every tick"
    stage.forget(1)
    one.port.broken_for.clear()
    stage.update()
    assert "juniper" in one.port.shown, "a client that starts anew gets another chance"


def test_an_actor_follows_its_world_when_it_is_transferred(stage: Stage, make_viewer: MakeViewer) -> None:
    over, under = make_viewer(1), make_viewer(2, world=NETHER)
    stage.enter(make_actor(), OVERWORLD)
    stage.seat(over)
    stage.seat(under)
    stage.update()
    stage.transfer("juniper", NETHER)
    stage.update()
    assert over.port.take() == [("spawn", "juniper"), ("despawn", "juniper")]
    assert under.port.take() == [("spawn", "juniper")]


def test_the_same_actor_or_viewer_twice_is_refused(stage: Stage, make_viewer: MakeViewer) -> None:
    stage.enter(make_actor(), OVERWORLD)
    stage.seat(make_viewer())
    with pytest.raises(ValueError, match="'juniper' is on the stage"):
        stage.enter(make_actor(), OVERWORLD)
    with pytest.raises(ValueError, match="viewer 1 is seated"):
        stage.seat(make_viewer())
