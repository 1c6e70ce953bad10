"""What users of other NPC systems report of bodies on clients, one test for each symptom, in every layout."""

from __future__ import annotations

from uuid import UUID

import pytest
from model_client import PROTOCOLS, Watcher

from npc.clock import ManualClock
from npc.cues import Flinch, Swing
from npc.gaze import HEAD_REACH, Neck, wrap_degrees
from npc.stage import Stage
from npc.stage_port import Actor
from proxy.entity_ids import FIRST_ENTITY_ID
from world.entity import Entity

OVERWORLD, NETHER = "minecraft:overworld", "minecraft:the_nether"
ANGLE = 360 / 256


class Scene:
    """A client of one layout, and Juniper."""

    def __init__(self, protocol: int) -> None:
        self.clock = ManualClock()
        self.stage = Stage()
        self.watcher = Watcher(1, protocol, self.clock)
        self.actor = Actor("juniper", UUID(int=7), "Juniper", x=3.5, y=64.0, z=0.5)
        self.stage.enter(self.actor, OVERWORLD)
        self.stage.seat(self.watcher)
        self.tick()

    def tick(self, count: int = 1) -> None:
        for _ in range(count):
            self.clock.advance()
            self.stage.update()
            self.stage.flush()
        assert self.watcher.client.complaints == []

    def bodies(self) -> list[Entity]:
        return list(self.watcher.client.entities.values())

    def body(self) -> Entity:
        (body,) = self.bodies()
        return body

    def live(self) -> None:
        """All that an actor can do in a tick."""
        actor = self.actor
        actor.x, actor.yaw, actor.head_yaw = actor.x + 0.1, actor.yaw + 7.0, actor.head_yaw + 9.0
        actor.on_ground, actor.sprinting = not actor.on_ground, not actor.sprinting
        actor.pose = "sneaking" if actor.pose == "standing" else "standing"
        self.stage.update()
        self.stage.perform("juniper", Swing())
        self.stage.perform("juniper", Flinch(0.0))
        self.stage.flush()

    def assert_it_is_whole(self) -> None:
        """There once, where it is, and a click on it reaches it."""
        body = self.body()
        assert abs(body.x - self.actor.x) <= self.watcher.unit
        assert self.watcher.port.actor_of(body.entity_id) == "juniper"
        assert self.watcher.port.is_own(body.entity_id)


@pytest.fixture(params=PROTOCOLS)
def scene(request: pytest.FixtureRequest) -> Scene:
    return Scene(request.param)


def test_gone_after_world_change_and_return(scene: Scene) -> None:
    """FancyNpcs #35, FancyPlugins #268, NPCLib #69."""
    for world in (NETHER, OVERWORLD):
        scene.watcher.enter(None)
        scene.stage.forget(1)  # before the packet that takes the world away …
        scene.watcher.client.entities.clear()  # … which does this
        scene.tick(3)
        assert scene.bodies() == []
        scene.watcher.enter(world)
        scene.tick()
    scene.assert_it_is_whole()


@pytest.mark.parametrize("keeps", [True, False])
def test_invisible_after_respawn(scene: Scene, keeps: bool) -> None:
    """The same reports. Whether a client keeps its entities when it respawns where it died depends on its version."""
    scene.stage.forget(1)
    if not keeps:
        scene.watcher.client.entities.clear()
    scene.tick()
    scene.assert_it_is_whole()


def test_after_chunk_reload_the_body_is_gone_and_clicks_are_dead(scene: Scene) -> None:
    """znpcs #88."""
    before = scene.body().entity_id
    scene.watcher.missing.add((0, 0))
    scene.tick()
    assert scene.bodies() == []
    assert scene.watcher.port.is_own(before), "a click under way is still nobody's but ours"
    scene.watcher.missing.clear()
    scene.tick()
    scene.assert_it_is_whole()


def test_after_a_chunk_reload_within_a_tick_it_is_still_there(scene: Scene) -> None:
    """Vanilla clients keep an entity whose chunk goes and comes: nothing may be lost or doubled."""
    scene.watcher.missing.add((0, 0))
    scene.watcher.missing.clear()
    scene.tick()
    scene.assert_it_is_whole()


def test_head_rotation_is_ignored(scene: Scene) -> None:
    """packetevents #1400: a spawn or a move tells nothing of the head."""
    scene.actor.head_yaw = 60.0
    scene.stage.forget(1)
    scene.tick()
    assert abs(wrap_degrees(scene.body().head_yaw - 60.0)) <= ANGLE
    scene.actor.head_yaw = -45.0
    scene.tick()
    assert abs(wrap_degrees(scene.body().head_yaw + 45.0)) <= ANGLE


def test_head_rotation_is_reset(scene: Scene) -> None:
    """Citizens2 #1753: a move, a turn or a teleport puts the head back."""
    scene.actor.head_yaw = 60.0
    scene.tick()
    for change in (
        {"x": 4.0},
        {"yaw": 40.0},
        {"x": 40.0, "teleported": 1},
        {"pitch": 20.0},
        {"pose": "sneaking"},
    ):
        for name, value in change.items():
            setattr(scene.actor, name, value)
        scene.tick()
        assert abs(wrap_degrees(scene.body().head_yaw - 60.0)) <= ANGLE, change


def test_head_rotation_goes_beyond_the_bodys_reach(scene: Scene) -> None:
    """Citizens2 #2789: an owl's neck. Not even on the way to somebody who runs around it."""
    neck = Neck()
    for tick in range(120):
        neck.turn(scene.actor, wrap_degrees(tick * 37.0), 0.0)
        scene.tick()
        body = scene.body()
        assert abs(wrap_degrees(body.head_yaw - body.yaw)) <= HEAD_REACH + ANGLE


def test_move_or_look_for_an_entity_never_spawned(scene: Scene) -> None:
    """RaycastedAntiESP #67. The model client complains of every packet for a body that it doesn't have."""
    hidden: list[tuple[str, object]] = [("player.placed", False), ("player.x", 500.0), ("missing", {(0, 0)})]
    for attribute, value in hidden:
        owner = scene.watcher.player if attribute.startswith("player.") else scene.watcher
        name = attribute.removeprefix("player.")
        before = getattr(owner, name)
        setattr(owner, name, value)
        scene.tick()
        assert scene.bodies() == []
        scene.watcher.client.names.clear()
        for _ in range(5):
            scene.live()
        assert scene.watcher.client.names == [], attribute
        setattr(owner, name, before)
        scene.tick()
        scene.assert_it_is_whole()
    scene.stage.leave("juniper")
    scene.tick()
    scene.live()
    assert scene.watcher.client.complaints == []


def test_entity_id_collision(scene: Scene) -> None:
    """Paper #4232, DragonProxy #535: the server takes our id, and one of the two is never seen again."""
    assert scene.body().entity_id == FIRST_ENTITY_ID
    scene.watcher.port.avoid(FIRST_ENTITY_ID)
    assert FIRST_ENTITY_ID not in scene.watcher.client.entities
    theirs = Entity(FIRST_ENTITY_ID, UUID(int=55), "cow", 0.0, 64.0, 0.0)
    scene.watcher.client.entities[FIRST_ENTITY_ID] = theirs
    scene.live()
    scene.tick()
    assert theirs.x == 0.0
    del scene.watcher.client.entities[FIRST_ENTITY_ID]
    scene.assert_it_is_whole()


def test_pops(scene: Scene) -> None:
    """Citizens2 #307 #1058: a body that jumps. Whoever walks is never teleported, not even past whole blocks."""
    scene.watcher.client.names.clear()
    for tick in range(60):
        scene.actor.x += 0.28
        scene.actor.y += (0.5, -0.5)[tick % 2]
        scene.tick()
    assert not {"entity_teleport", "sync_entity_position"} & set(scene.watcher.client.names)
    scene.assert_it_is_whole()
