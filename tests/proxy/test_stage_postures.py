"""Postures as clients of all layouts have them: who sits is on a seat, who lies is in bed or on the ground."""

from __future__ import annotations

from random import Random
from typing import Any
from uuid import UUID

import pytest
from model_client import PROTOCOLS, Watcher

from npc.clock import ManualClock
from npc.cues import Particles, Swing
from npc.emotes.clip import POSTURES
from npc.gaze import wrap_degrees
from npc.stage import Stage
from npc.stage_port import Actor
from proxy.entity_ids import FIRST_ENTITY_ID
from world.entity import Entity

WORLD = "minecraft:overworld"
BED = (3, 64, 3)
ALL = pytest.mark.parametrize("protocol", PROTOCOLS)


class Theatre:
    """A stage with one actor and one client before it."""

    def __init__(self, protocol: int, **looks: Any) -> None:
        self.clock = ManualClock()
        self.stage = Stage()
        self.actor = Actor("juniper", UUID(int=1 << 77), "Juniper", y=64.0, **looks)
        self.stage.enter(self.actor, WORLD)
        self.seat = Watcher(1, protocol, self.clock)
        self.client = self.seat.client
        self.stage.seat(self.seat)
        self.tick()

    def tick(self) -> None:
        self.clock.advance()
        self.client.names.clear()
        self.stage.update()
        self.stage.flush()
        assert not self.client.complaints

    @property
    def body(self) -> Entity:
        (body,) = (entity for entity in self.client.entities.values() if entity.kind != "armor_stand")
        return body

    @property
    def chairs(self) -> list[Entity]:
        return [entity for entity in self.client.entities.values() if entity.kind == "armor_stand"]

    def check(self) -> None:
        """All that a client that reads has to have of the actor."""
        actor, family, unit = self.actor, self.client.family, self.seat.unit
        posture = family.posture(actor)
        assert self.seat.port.actor_of(self.body.entity_id) == "juniper"
        assert (self.body.entity_id in self.client.in_bed) == posture.bed_packet
        place, rise = self.body, posture.rise
        if posture.seated:
            (place,) = self.chairs
            rise = family.seat_height
            assert self.client.riders == {place.entity_id: self.body.entity_id}
            assert abs(wrap_degrees(place.yaw - actor.yaw)) <= 360 / 256
            assert self.seat.port.is_own(place.entity_id)
            assert self.seat.port.actor_of(place.entity_id) == "juniper", (
                "a click at the seat is meant for it"
            )
        else:
            assert not self.chairs
            assert not self.client.riders
        if posture.name == "sleeping" and actor.bed is not None:
            return  # the client has it in the bed, wherever that is
        shown, wanted = (place.x, place.y, place.z), (actor.x, actor.y + rise, actor.z)
        assert all(abs(a - b) <= unit + 1e-9 for a, b in zip(shown, wanted, strict=True)), (shown, wanted)


@ALL
def test_whatever_postures_follow_each_other_the_client_has_the_last_one(protocol: int) -> None:
    """Walks, turns, teleports, lost worlds, stolen ids, slow readers and new incarnations in between."""
    random = Random(protocol)
    theatre = Theatre(protocol)
    actor = theatre.actor
    for _ in range(400):
        match random.randrange(9):
            case 0 | 1 | 2:
                actor.pose = random.choice(POSTURES)
                actor.bed = BED if actor.pose == "sleeping" and random.random() < 0.5 else None
            case 3:
                actor.x, actor.y = actor.x + random.uniform(-1, 1), actor.y + random.uniform(-0.5, 0.5)
            case 4:
                actor.yaw = actor.head_yaw = random.uniform(0, 359)
            case 5:
                actor.z = random.uniform(-30, 30)
                actor.teleported += 1
            case 6:
                taken = random.choice(list(theatre.client.entities))
                theatre.seat.port.avoid(taken)
                assert taken not in theatre.client.entities
            case 7:
                theatre.client.client_congested = not theatre.client.client_congested
            case _:
                theatre.stage.forget(1)
                assert not theatre.client.entities
        theatre.tick()
        if not theatre.client.client_congested:
            theatre.check()
    theatre.stage.leave("juniper")
    theatre.tick()
    assert not theatre.client.entities
    assert not theatre.client.riders


@ALL
def test_who_sits_down_and_gets_up_does_so_in_the_tick_of_it(protocol: int) -> None:
    theatre = Theatre(protocol)
    theatre.actor.pose = "sitting"
    theatre.tick()
    theatre.check()
    (chair,) = theatre.chairs
    assert chair.entity_id != theatre.body.entity_id
    theatre.tick()
    assert theatre.client.names == [], "and nothing is told again"
    theatre.actor.pose = "standing"
    theatre.tick()
    theatre.check()
    assert not theatre.chairs


@ALL
def test_who_is_sitting_when_it_comes_into_view_is_seen_sitting(protocol: int) -> None:
    theatre = Theatre(protocol, pose="sitting")
    theatre.check()
    (chair,) = theatre.chairs
    theatre.seat.player.x = 500.0
    theatre.tick()
    assert not theatre.client.entities
    theatre.seat.player.x = 0.0
    theatre.tick()
    theatre.check()
    assert [again.entity_id for again in theatre.chairs] == [chair.entity_id], "with the seat's own id again"


@ALL
def test_a_seat_whose_id_the_server_wants_is_another_from_then_on(protocol: int) -> None:
    theatre = Theatre(protocol, pose="sitting")
    (chair,) = theatre.chairs
    theatre.seat.port.avoid(chair.entity_id)
    assert chair.entity_id not in theatre.client.entities
    assert not theatre.seat.port.is_own(chair.entity_id)
    theatre.tick()
    theatre.check()


@ALL
def test_a_body_turns_with_its_seat(protocol: int) -> None:
    theatre = Theatre(protocol, pose="sitting")
    theatre.actor.yaw = theatre.actor.head_yaw = 90.0
    theatre.tick()
    (chair,) = theatre.chairs
    assert chair.yaw == 90.0
    assert theatre.body.yaw == 90.0


@pytest.mark.parametrize("protocol", [47, 340])
def test_old_clients_lay_a_player_to_bed_and_get_it_up_where_it_is(protocol: int) -> None:
    theatre = Theatre(protocol, x=2.5)
    theatre.actor.pose, theatre.actor.bed = "sleeping", BED
    theatre.tick()
    assert theatre.client.in_bed == {theatre.body.entity_id}
    assert "entity_teleport" not in theatre.client.names, "the client itself puts it to bed"
    theatre.actor.pose, theatre.actor.bed = "standing", None
    theatre.tick()
    assert not theatre.client.in_bed
    assert "entity_teleport" in theatre.client.names
    theatre.check()


@ALL
def test_hands_are_filled_before_what_is_in_them_is_used(protocol: int) -> None:
    theatre = Theatre(protocol)
    theatre.actor.props, theatre.actor.using = {0: "apple"}, 0
    theatre.tick()
    names = theatre.client.names
    assert names[-1] == "entity_metadata"
    assert set(names[:-1]) == {"entity_equipment"}
    theatre.stage.forget(1)
    theatre.tick()
    names = [name for name in theatre.client.names if name.startswith("entity_")]
    assert names.index("entity_equipment") < names.index("entity_metadata")


@ALL
def test_what_lasts_waits_for_a_slow_client_and_what_is_momentary_does_not(protocol: int) -> None:
    theatre = Theatre(protocol)
    theatre.client.client_congested = True
    theatre.actor.pose, theatre.actor.props, theatre.actor.symbol = "sitting", {0: "apple"}, "ha"
    theatre.tick()
    theatre.stage.perform("juniper", Swing(0))
    theatre.stage.perform("juniper", Particles("heart", 0.0, 66.0, 0.0))
    theatre.tick()
    assert theatre.client.names == []
    theatre.client.client_congested = False
    theatre.tick()
    theatre.check()
    names = theatre.client.names
    assert {"entity_equipment", "teams"} <= set(names)
    assert "animation" not in names


@ALL
def test_a_word_comes_and_goes_without_a_word_on_the_mood_channel(protocol: int) -> None:
    theatre = Theatre(protocol)
    theatre.seat.port.tell_moods(True)
    theatre.tick()
    theatre.client.moods.clear()
    theatre.actor.symbol = "ha"
    theatre.tick()
    assert theatre.client.team_of("Juniper") is not None
    theatre.actor.symbol = ""
    theatre.tick()
    assert theatre.client.team_of("Juniper") is None
    assert theatre.client.moods == []


def test_seats_have_ids_of_ours() -> None:
    theatre = Theatre(775, pose="sitting")
    assert all(entity_id >= FIRST_ENTITY_ID for entity_id in theatre.client.entities)
    assert all(theatre.seat.port.is_own_uuid(e.uuid) for e in theatre.client.entities.values() if e.uuid)
