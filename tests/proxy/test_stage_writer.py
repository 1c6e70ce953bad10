"""What the stage writer sends, with a family that writes its packets as pickled notes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from uuid import UUID

import pytest
from note_wire import NoteFamily, Wire, make_actor

from proxy.entity_ids import FIRST_ENTITY_ID
from proxy.stage_writer import KEPT_LINES, SKIN_TICKS
from world.item import ItemStack


@pytest.fixture
def wire() -> Wire:
    return Wire()


ID = FIRST_ENTITY_ID


# --- entity ids


def test_entity_ids_count_from_where_no_server_comes(wire: Wire) -> None:
    wire.writer.spawn(make_actor("juniper", 1))
    wire.writer.spawn(make_actor("fern", 2))
    assert [n for n in wire.take() if n[0] == "spawn"] == [
        ("spawn", 0x50000000, 0.0),
        ("spawn", 0x50000001, 0.0),
    ]
    assert wire.writer.is_own(0x50000001)
    assert not wire.writer.is_own(0x50000002)
    assert wire.writer.actor_of(0x50000001) == "fern"
    assert wire.writer.is_own_uuid(UUID(int=2))
    assert not wire.writer.is_own_uuid(UUID(int=3))


def test_an_id_that_the_server_uses_already_is_passed_over() -> None:
    wire = Wire(server_uses=lambda entity_id: entity_id in (ID, ID + 1))
    wire.writer.spawn(make_actor())
    assert wire.writer.entity_id_of("juniper") == ID + 2


def test_a_click_under_way_when_the_actor_left_is_still_known_as_ours_but_reaches_nobody(wire: Wire) -> None:
    wire.writer.spawn(make_actor())
    wire.writer.despawn("juniper")
    assert wire.writer.is_own(ID)
    assert wire.writer.actor_of(ID) is None
    assert wire.writer.is_own_uuid(UUID(int=1))


def test_an_actor_keeps_its_id_when_it_comes_back(wire: Wire) -> None:
    wire.writer.spawn(make_actor())
    wire.writer.despawn("juniper")
    wire.writer.spawn(make_actor("fern", 2))
    wire.writer.spawn(make_actor())
    assert wire.writer.entity_id_of("juniper") == ID


def test_an_actor_leaves_its_id_to_the_server_before_the_servers_packet(wire: Wire) -> None:
    actor = make_actor(x=1.0)
    wire.writer.spawn(actor)
    wire.take()
    actor.x = 2.0
    wire.writer.swing("juniper")
    wire.writer.avoid(ID)
    assert wire.writes == [[("swing", ID, 0), ("destroy", ID), ("list", 1), ("spawn", ID + 1, 2.0)]], (
        "at once, after what was already said of the old id"
    )
    assert not wire.writer.is_own(ID)
    assert wire.writer.actor_of(ID + 1) == "juniper"
    wire.writes.clear()
    actor.x = 2.5
    wire.writer.move(actor)
    assert wire.take() == [("step", ID + 1, 2048, 0, 0)]


def test_a_clash_with_an_actor_that_is_out_of_view_costs_it_only_its_id(wire: Wire) -> None:
    wire.writer.spawn(make_actor())
    wire.writer.despawn("juniper")
    wire.take()
    wire.writer.avoid(ID)
    assert wire.writes == []
    wire.writer.spawn(make_actor())
    assert wire.take()[-1] == ("spawn", ID + 1, 0.0)


def test_ids_of_the_server_that_are_not_ours_change_nothing(wire: Wire) -> None:
    wire.writer.spawn(make_actor())
    wire.take()
    for entity_id in (0, 17, -1, ID + 1):
        wire.writer.avoid(entity_id)
    assert wire.writes == []


# --- nothing for entities that the client doesn't have


def test_nothing_is_sent_of_an_actor_that_was_never_spawned_or_is_gone(wire: Wire) -> None:
    actor = make_actor(x=5.0, yaw=90.0)

    def everything() -> None:
        wire.writer.move(actor)
        wire.writer.look(actor)
        wire.writer.pose(actor)
        wire.writer.equip(actor)
        wire.writer.swing("juniper")
        wire.writer.hurt(actor, 0.0)
        wire.writer.sound(actor, "entity.player.hurt")
        wire.writer.despawn("juniper")

    everything()
    assert wire.take() == []
    wire.writer.spawn(actor)
    wire.writer.despawn("juniper")
    wire.take()
    everything()
    assert wire.take() == []
    wire.writer.spawn(actor)
    wire.writer.forget_all()
    wire.take()
    everything()
    assert wire.take() == []


def test_a_kind_that_the_version_lacks_is_left_out_and_named_once(
    wire: Wire, caplog: pytest.LogCaptureFixture
) -> None:
    warden = make_actor(kind="warden")
    for _ in range(3):
        wire.writer.spawn(warden)
        wire.writer.move(replace(warden, x=1.0))
        wire.writer.despawn("juniper")
    assert wire.take() == []
    assert caplog.text.count("npc juniper: Minecraft 0.0 has no warden") == 1


def test_a_second_actor_with_the_same_uuid_is_left_out(wire: Wire, caplog: pytest.LogCaptureFixture) -> None:
    wire.writer.spawn(make_actor("juniper", 1))
    wire.writer.spawn(make_actor("fern", 1))
    assert [n[0] for n in wire.take()] == ["list", "spawn"]
    assert "npc fern: spawn left out" in caplog.text
    wire.writer.despawn("juniper")
    wire.writer.spawn(make_actor("fern", 1))
    assert [n[0] for n in wire.take()] == ["destroy", "list", "spawn"]


def test_two_actors_of_one_name_are_two_entries_and_two_entities(wire: Wire) -> None:
    wire.writer.spawn(make_actor("juniper", 1))
    wire.writer.spawn(make_actor("fern", 2))
    assert [n[0] for n in wire.take()] == ["list", "spawn", "list", "spawn"]
    wire.clock.advance(SKIN_TICKS)
    assert wire.take() == [("unlist", 1), ("unlist", 2)]


# --- moves


@pytest.mark.parametrize("axis", ["x", "y", "z"])
@pytest.mark.parametrize(
    ("units", "relative"),
    [(0x7FFF, True), (0x8000, False), (-0x7FFF, True), (-0x8000, False), (-0x8001, False)],
)
def test_eight_blocks_along_an_axis_are_a_teleport(wire: Wire, axis: str, units: int, relative: bool) -> None:
    actor = make_actor()
    wire.writer.spawn(actor)
    wire.take()
    setattr(actor, axis, units / 4096)
    wire.writer.move(actor)
    (sent,) = wire.take()
    assert sent[0] == ("step" if relative else "teleport")
    assert sum(sent[2:]) == (units if relative else units / 4096)


@pytest.mark.parametrize(("x", "relative"), [(127 / 32, True), (4.0, False), (-4.0, False)])
def test_an_old_client_takes_steps_of_a_thirty_second_and_not_quite_four_blocks(
    wire: Wire, x: float, relative: bool
) -> None:
    wire.family.units_per_block, wire.family.farthest_step = 32, 127
    actor = make_actor(x=0.999 / 32)
    wire.writer.spawn(actor)
    wire.take()
    actor.x = x
    wire.writer.move(actor)
    assert wire.take() == [("step", ID, 127, 0, 0) if relative else ("teleport", ID, x, 0.0, 0.0)]


def test_a_teleport_is_one_however_near(wire: Wire) -> None:
    """A relative move would be drawn as a walk there."""
    actor = make_actor(head_yaw=22.5)
    wire.writer.spawn(actor)
    wire.take()
    actor.x, actor.teleported = 0.5, 1
    wire.writer.look(actor)
    assert wire.take() == []
    wire.writer.move(actor)
    assert wire.take() == [("teleport", ID, 0.5, 0.0, 0.0)]
    actor.x = 0.75
    wire.writer.move(actor)
    assert wire.take() == [("step", ID, 1024, 0, 0)]


def test_only_the_looks_that_changed_are_told(wire: Wire) -> None:
    actor = make_actor()
    wire.writer.spawn(actor)
    wire.take()
    wire.writer.pose(actor)
    assert wire.take() == []
    actor.sprinting = True
    wire.writer.pose(actor)
    assert wire.take() == [("metadata", ID, True)]
    actor.pose, actor.health = "sneaking", 3.0
    wire.writer.pose(actor)
    wire.writer.pose(actor)
    assert wire.take() == [("metadata", ID, "sneaking", 3.0)]
    wire.writer.despawn("juniper")
    wire.writer.spawn(make_actor())
    wire.take()
    wire.writer.pose(make_actor())
    assert wire.take() == [], "a spawn tells all"


def test_a_block_is_shown_and_given_back(wire: Wire) -> None:
    wire.writer.show_block(1, 64, -3, 17)
    wire.writer.restore_block(1, 64, -3, 16)
    assert wire.take() == [("block", 1, 64, -3, 17), ("block", 1, 64, -3, 16)]


def test_steps_smaller_than_a_unit_add_up_instead_of_being_lost(wire: Wire) -> None:
    actor = make_actor()
    wire.writer.spawn(actor)
    wire.take()
    for _ in range(10_000):
        actor.x += 0.0001
        wire.writer.move(actor)
    steps = wire.take()
    assert sum(step[2] for step in steps) == int(actor.x * 4096)
    assert all(step[2] == 1 for step in steps)


@pytest.mark.parametrize("rounds", [False, True])
def test_the_remainder_of_a_spawn_between_two_units_is_counted_as_the_client_counts_it(
    wire: Wire, rounds: bool
) -> None:
    wire.family.rounds_positions = rounds
    actor = make_actor(x=0.6 / 4096)
    wire.writer.spawn(actor)
    wire.take()
    actor.x = 1.0
    wire.writer.move(actor)
    assert wire.take() == [("step", ID, 4095 if rounds else 4096, 0, 0)]


def test_nothing_is_sent_when_nothing_visible_changed(wire: Wire) -> None:
    actor = make_actor(x=0.5, yaw=10.0, head_yaw=10.0)
    wire.writer.spawn(actor)
    wire.take()
    actor.x += 0.00001
    actor.yaw += 0.01
    actor.pitch += 0.01
    actor.head_yaw += 0.01
    wire.writer.move(actor)
    wire.writer.look(actor)
    assert wire.take() == []


def test_a_turn_of_the_head_alone_is_a_head_look_alone(wire: Wire) -> None:
    actor = make_actor()
    wire.writer.spawn(actor)
    wire.take()
    actor.head_yaw = 45.0
    wire.writer.look(actor)
    assert wire.take() == [("head", ID, 45.0)]


@pytest.mark.parametrize("call", ["move", "look"])
def test_a_turn_of_the_body_takes_the_head_along_and_a_nod_does_not(wire: Wire, call: str) -> None:
    actor = make_actor(head_yaw=22.5)
    wire.writer.spawn(actor)
    wire.take()
    actor.yaw = 45.0
    getattr(wire.writer, call)(actor)
    assert wire.take() == [("look", ID, 45.0, 0.0, True), ("head", ID, 22.5)]
    actor.pitch = 45.0
    getattr(wire.writer, call)(actor)
    assert wire.take() == [("look", ID, 45.0, 45.0, True)]


def test_a_step_that_turns_takes_the_head_along_and_one_that_does_not_leaves_it(wire: Wire) -> None:
    actor = make_actor(head_yaw=22.5)
    wire.writer.spawn(actor)
    wire.take()
    actor.z = 1.0
    wire.writer.move(actor)
    assert wire.take() == [("step", ID, 0, 0, 4096)]
    actor.z, actor.yaw = 2.0, 45.0
    wire.writer.move(actor)
    assert wire.take() == [("step", ID, 0, 0, 4096), ("head", ID, 22.5)]


def test_a_look_leaves_the_place_for_the_next_move(wire: Wire) -> None:
    actor = make_actor()
    wire.writer.spawn(actor)
    wire.take()
    actor.x, actor.yaw = 1.0, 90.0
    wire.writer.look(actor)
    wire.writer.move(actor)
    assert [n[:3] for n in wire.take()] == [("look", ID, 90.0), ("head", ID, 0.0), ("step", ID, 4096)]


def test_leaving_the_ground_is_told_without_a_move(wire: Wire) -> None:
    actor = make_actor()
    wire.writer.spawn(actor)
    wire.take()
    actor.on_ground = False
    wire.writer.move(actor)
    assert wire.take() == [("look", ID, 0.0, 0.0, False)]


def test_a_position_that_is_none_costs_a_log_line_and_the_next_one_is_exact(
    wire: Wire, caplog: pytest.LogCaptureFixture
) -> None:
    actor = make_actor()
    wire.writer.spawn(actor)
    wire.take()
    actor.x = float("nan")
    wire.writer.move(actor)
    assert wire.take() == []
    assert "npc juniper: move left out" in caplog.text
    actor.x = 1.0
    wire.writer.move(actor)
    assert wire.take() == [("step", ID, 4096, 0, 0)]


# --- tab list


def test_a_player_shaped_actor_is_listed_before_its_spawn_and_others_never(wire: Wire) -> None:
    wire.writer.spawn(make_actor("juniper", 1))
    wire.writer.spawn(make_actor("fern", 2, kind="fox"))
    assert wire.take() == [("list", 1), ("spawn", ID, 0.0), ("spawn", ID + 1, 0.0)]


def test_an_entry_stays_two_seconds_so_that_the_skin_loads(wire: Wire) -> None:
    wire.writer.spawn(make_actor())
    wire.take()
    wire.clock.advance(SKIN_TICKS - 1)
    assert wire.take() == []
    wire.clock.advance()
    assert wire.take() == [("unlist", 1)]
    wire.clock.advance(1000)
    assert wire.take() == []


def test_an_entry_outlives_its_actor_until_its_time(wire: Wire) -> None:
    wire.writer.spawn(make_actor())
    wire.writer.despawn("juniper")
    assert [n[0] for n in wire.take()] == ["list", "spawn", "destroy"]
    wire.clock.advance(SKIN_TICKS)
    assert wire.take() == [("unlist", 1)]


def test_each_spawn_lists_again_and_starts_the_time_anew(wire: Wire) -> None:
    wire.writer.spawn(make_actor())
    wire.take()
    wire.clock.advance(SKIN_TICKS - 1)
    wire.writer.forget_all()
    wire.writer.spawn(make_actor())
    wire.take()
    wire.clock.advance(SKIN_TICKS - 1)
    assert wire.take() == []
    wire.clock.advance()
    assert wire.take() == [("unlist", 1)]
    wire.writer.despawn("juniper")
    wire.writer.spawn(make_actor())
    assert wire.take() == [("destroy", ID), ("list", 1), ("spawn", ID, 0.0)]


def test_an_entry_due_in_the_tick_of_a_new_spawn_is_not_taken_from_it(wire: Wire) -> None:
    wire.writer.spawn(make_actor())
    wire.take()
    wire.writer.despawn("juniper")
    wire.clock.advance(SKIN_TICKS)
    wire.writer.spawn(make_actor())
    assert [n[0] for n in wire.take()] == ["destroy", "list", "spawn"]


def test_a_client_that_reads_slowly_gets_its_two_seconds_too(wire: Wire) -> None:
    wire.writer.spawn(make_actor())
    wire.take()
    wire.client_congested = True
    wire.clock.advance(SKIN_TICKS + 10)
    assert wire.take() == []
    wire.client_congested = False
    wire.clock.advance(SKIN_TICKS - 1)
    assert wire.take() == []
    wire.clock.advance()
    assert wire.take() == [("unlist", 1)]


def test_a_revived_actor_loses_the_entry_of_its_last_life(wire: Wire) -> None:
    wire.writer.spawn(make_actor("juniper", 1))
    wire.writer.despawn("juniper")
    wire.clock.advance(SKIN_TICKS // 2)
    wire.writer.spawn(make_actor("juniper", 2))
    wire.take()
    wire.clock.advance(SKIN_TICKS // 2)
    assert wire.take() == [("unlist", 1)]
    wire.clock.advance(SKIN_TICKS // 2)
    assert wire.take() == [("unlist", 2)]


def test_an_unlisted_entry_stays_as_long_as_its_actor(wire: Wire) -> None:
    wire.family.unlisted_entries = True
    wire.writer.spawn(make_actor())
    wire.take()
    wire.clock.advance(SKIN_TICKS * 10)
    assert wire.take() == []
    wire.writer.despawn("juniper")
    assert wire.take() == [("destroy", ID), ("unlist", 1)]


# --- forgetting


def test_whoever_forgets_is_told_to_before_and_shown_again(wire: Wire) -> None:
    wire.writer.spawn(make_actor("juniper", 1))
    wire.writer.spawn(make_actor("fern", 2, kind="fox"))
    wire.take()
    wire.writer.forget_all()
    assert wire.writes == [[("destroy", ID, ID + 1)]], "at once"
    wire.writer.forget_all()
    assert len(wire.writes) == 1
    wire.writes.clear()
    wire.writer.spawn(make_actor("fern", 2, kind="fox"))
    assert wire.take() == [("spawn", ID + 1, 0.0)]


def test_a_spawn_of_an_actor_that_is_there_replaces_it(wire: Wire) -> None:
    wire.writer.spawn(make_actor())
    wire.writer.spawn(make_actor(x=9.0))
    assert [n[0] for n in wire.take()] == ["list", "spawn", "destroy", "list", "spawn"]


# --- back in the configuration state


def test_a_client_that_is_reset_has_nothing_of_us_and_is_told_nothing(wire: Wire) -> None:
    wire.writer.spawn(make_actor("juniper", 1))
    wire.take()
    wire.writer.swing("juniper")
    wire.writer.spawn(make_actor("fern", 2))
    wire.writer.client_reset()
    wire.clock.advance(SKIN_TICKS)
    wire.writer.move(make_actor("juniper", 1, x=3.0))
    wire.writer.forget_all()
    wire.writer.avoid(ID + 1)
    assert wire.take() == [], "neither moves nor goodbyes, and no tab-list entry to take back"
    assert wire.writer.actor_of(ID) is None
    assert wire.writer.is_own(ID), "a click may still be under way"


def test_after_a_reset_actors_are_listed_and_spawned_anew(wire: Wire) -> None:
    wire.family.unlisted_entries = True
    wire.writer.spawn(make_actor())
    wire.take()
    wire.writer.client_reset()
    wire.writer.spawn(make_actor(x=5.0))
    assert wire.take() == [("list", 1), ("spawn", ID, 5.0)]
    wire.clock.advance(SKIN_TICKS)
    assert wire.take() == []


def test_words_wait_for_a_client_that_is_in_no_world() -> None:
    here = [False]
    wire = Wire(in_world=lambda: here[0])
    wire.writer.say("one")
    assert wire.take() == []
    wire.writer.client_reset()
    wire.writer.say("two")
    wire.writer.forget_all()
    assert wire.take() == []
    here[0] = True
    wire.writer.forget_all()
    assert wire.writes == [], "before the packet that lets it join"
    assert wire.take() == [("chat", {"text": "one"}), ("chat", {"text": "two"})]
    assert wire.take() == []


def test_words_that_wait_are_not_kept_without_bound() -> None:
    here = [False]
    wire = Wire(in_world=lambda: here[0])
    for number in range(KEPT_LINES + 3):
        wire.writer.say(str(number))
        wire.writer.flush()
    here[0] = True
    lines = wire.take()
    assert len(lines) == KEPT_LINES
    assert lines[0] == ("chat", {"text": "3"})


# --- words, acts and writes


def test_acts_name_the_entity_and_words_are_a_component(wire: Wire) -> None:
    actor = make_actor(x=1.0, y=2.0, z=3.0, yaw=-30.0)
    wire.writer.spawn(actor)
    wire.take()
    wire.writer.pose(replace(actor, pose="sneaking"))
    wire.writer.equip(replace(actor, equipment={"head": ItemStack(1, "pumpkin", 1)}))
    wire.writer.swing("juniper", 1)
    wire.writer.hurt(actor, 90.0)
    wire.writer.sound(actor, "entity.player.hurt", 0.5, 1.5)
    wire.writer.say("plain")
    wire.writer.say("red", "red")
    assert wire.take() == [
        ("metadata", ID, "sneaking"),
        ("equipment", ID, ["head"]),
        ("swing", ID, 1),
        ("hurt", ID, 90.0, -30.0),
        ("sound", "entity.player.hurt", 1.0, 2.0, 3.0, 0.5, 1.5),
        ("chat", {"text": "plain"}),
        ("chat", {"text": "red", "color": "red"}),
    ]


def test_a_flush_is_one_write_in_order_and_an_empty_one_is_none(wire: Wire) -> None:
    wire.writer.flush()
    assert wire.writes == []
    wire.writer.spawn(make_actor())
    wire.writer.swing("juniper")
    wire.writer.say("hi")
    assert wire.writes == []
    wire.writer.flush()
    wire.writer.flush()
    assert [[n[0] for n in write] for write in wire.writes] == [["list", "spawn", "swing", "chat"]]


def test_congestion_is_the_bridges(wire: Wire) -> None:
    assert not wire.writer.congested
    wire.client_congested = True
    assert wire.writer.congested


def test_no_call_raises_whatever_the_family_and_the_bridge_do(
    wire: Wire, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    actor = make_actor()
    wire.writer.spawn(actor)
    wire.take()

    def fail(*arguments: Any) -> list[bytes]:
        raise ZeroDivisionError

    for name in vars(NoteFamily):
        if not name.startswith("_") and callable(getattr(NoteFamily, name)):
            monkeypatch.setattr(wire.family, name, fail, raising=True)
    monkeypatch.setattr(wire, "send_to_client", fail)
    actor.x, actor.yaw = 3.0, 90.0
    calls = [
        lambda: wire.writer.move(actor),
        lambda: wire.writer.look(actor),
        lambda: wire.writer.pose(actor),
        lambda: wire.writer.equip(actor),
        lambda: wire.writer.swing("juniper"),
        lambda: wire.writer.hurt(actor, 0.0),
        lambda: wire.writer.sound(actor, "x"),
        lambda: wire.writer.say("x"),
        lambda: wire.writer.avoid(ID),
        lambda: wire.writer.spawn(make_actor("fern", 2)),
        lambda: wire.writer.despawn("juniper"),
        wire.writer.forget_all,
        wire.writer.flush,
        wire.writer.client_reset,
    ]
    for call in calls:
        call()
    assert caplog.text.count("left out") >= 9
