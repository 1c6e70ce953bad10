"""Companions play emotes: who has the body, what a clip takes and gives back, and how the idle wake for it."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import pytest
from scene import Scene

from npc.emotes import BodyState, EmoteDefinition, EmoteManager, StopReason, shipped_repertoire
from npc.emotes.clip import SwingArm
from npc.emotion import Mood, MoodImpulse
from npc.locomotion.stride import STANDING, Stride
from npc.modes import Mode
from npc.npc import Npc
from npc.precedence import Claim, ruling
from world.physics.body import Controls

HOME_LOOK = (0.0, 0.0, 0.0)


def playing(npc: Npc) -> str | None:
    now = npc.acting.emotes.playing
    return None if now is None else now.definition.id


def look(npc: Npc) -> tuple[float, float, float]:
    return npc.actor.yaw, npc.actor.head_yaw, npc.actor.pitch


def play(scene: Scene, npc: Npc, emote: str, ticks: int = 10) -> None:
    assert npc.emote(scene.simulation.tick_number, emote, force=True) is None
    scene.run(ticks)
    assert playing(npc) == emote


def test_a_clip_begins_with_its_first_tick_even_when_asked_for_between_ticks(scene: Scene) -> None:
    npc = scene.add()
    scene.run(5)
    assert npc.dormant
    assert npc.emote(scene.simulation.tick_number, "dance") is None
    start, swings = scene.simulation.tick_number + 1, []
    for _ in range(70):
        scene.viewer.port.take()
        scene.run()
        swings += [
            (scene.simulation.tick_number - start, hand) for _, _, hand in scene.viewer.port.take("swing")
        ]
    clip = shipped_repertoire().clips["dance"]
    assert swings == [(tick, act.hand) for tick, act in clip.acts if isinstance(act, SwingArm) and tick < 70]
    playing_now = npc.acting.emotes.playing
    assert playing_now is not None
    assert playing_now.started == start


def test_a_refusal_says_why(scene: Scene) -> None:
    npc = scene.add()
    scene.run()
    now = scene.simulation.tick_number
    assert npc.emote(now, "fly") == "it has no emote 'fly'"
    assert npc.emote(now, "dance") is None
    assert "rest for 200 more ticks" in str(npc.emote(now, "nod"))
    npc.send((5.5, 64.0, 0.5))
    assert npc.emote(now, "nod", force=True) == "its body isn't free: commanded"


@pytest.mark.parametrize("emote", list(shipped_repertoire().emotes))
def test_when_an_emote_is_over_the_actor_is_as_it_was(scene: Scene, emote: str) -> None:
    npc = scene.add()
    scene.run()
    play(scene, npc, emote)
    assert (look(npc), npc.actor.pose) != (HOME_LOOK, "standing") or npc.actor.props
    scene.run(shipped_repertoire().find(emote).duration_ticks)
    assert playing(npc) is None
    actor = npc.actor
    assert (look(npc), actor.pose, actor.props, actor.using, actor.symbol) == (
        HOME_LOOK, "standing", {}, None, "",
    )  # fmt: skip
    assert npc.body.position == npc.home


@pytest.mark.parametrize("emote", ["eat", "dance", "sit", "sleep"])
def test_a_blow_ends_an_emote_and_gives_back_what_it_took(scene: Scene, make_viewer: Any, emote: str) -> None:
    npc = scene.add()
    scene.simulation.add_viewer(make_viewer(2, at=(0.5, 64.0, 3.5)))
    scene.run(3)
    play(scene, npc, emote, 5)
    scene.simulation.on_attack(2, "juniper")
    scene.run()
    assert playing(npc) is None
    actor = npc.actor
    assert (actor.pose, actor.props, actor.using, actor.symbol) == ("standing", {}, None, "")


def test_sleeping_as_an_emote_is_no_sleep_to_its_feelings(scene: Scene) -> None:
    npc = scene.add()
    scene.run()
    play(scene, npc, "sleep")
    assert npc.actor.pose == "sleeping"
    assert not npc.situation(scene.simulation.tick_number).asleep


def test_one_that_its_clients_leave_stops(scene: Scene) -> None:
    npc = scene.add()
    scene.run()
    play(scene, npc, "dance")
    scene.viewer.missing.add((0, 0))
    scene.run()
    assert not npc.loaded
    assert (playing(npc), npc.actor.symbol) == (None, "")


def test_what_is_saved_of_one_that_dances_is_how_it_stood_before(scene: Scene) -> None:
    npc = scene.add()
    scene.run()
    play(scene, npc, "dance", 12)
    assert look(npc) != HOME_LOOK
    (record,) = scene.simulation.snapshot()
    assert (record.yaw, record.head_yaw, record.pitch) == HOME_LOOK


# --- who has the body


def stops(npc: Npc) -> list[StopReason]:
    reasons: list[StopReason] = []
    heard = npc.acting.on_emote_stopped

    def hear(definition: EmoteDefinition, reason: StopReason) -> None:
        reasons.append(reason)
        heard(definition, reason)

    npc.acting.on_emote_stopped = hear  # type: ignore[method-assign]
    return reasons


def test_sleep_beats_a_command_that_a_talk_that_an_emote_and_that_idleness(
    scene: Scene, make_viewer: Any
) -> None:
    npc = scene.add()
    scene.simulation.add_viewer(make_viewer(2, at=(0.5, 64.0, 3.5)))
    scene.run(3)
    order = [Claim.STOCHASTIC]
    assert list(npc.claims()) == order
    play(scene, npc, "dance", 1)
    order.insert(0, Claim.EMOTE)
    assert list(npc.claims()) == order
    scene.simulation.on_use(2, "juniper", 0, False)
    order.insert(0, Claim.DIALOGUE)
    assert list(npc.claims()) == order
    npc.send((5.5, 64.0, 0.5))
    order.insert(0, Claim.COMMAND)
    assert list(npc.claims()) == order
    npc.asleep = True
    order.insert(0, Claim.SLEEP)
    assert list(npc.claims()) == order
    for index, stronger in enumerate(order):
        for weaker in order[index + 1 :]:
            assert ruling([weaker, stronger]) is stronger


def test_a_command_ends_an_emote_and_is_carried_out(scene: Scene) -> None:
    npc = scene.add()
    scene.run()
    play(scene, npc, "dance")
    reasons = stops(npc)
    npc.send((5.5, 64.0, 0.5))
    scene.run(1)
    assert reasons == [StopReason.BODY]
    assert npc.walker.destination == (5.5, 64.0, 0.5)
    scene.run(100)
    assert npc.body.x == pytest.approx(5.5, abs=0.6)


def test_sleep_in_earnest_ends_an_emote(scene: Scene) -> None:
    npc = scene.add()
    scene.run()
    play(scene, npc, "dance")
    reasons = stops(npc)
    npc.asleep = True
    scene.run()
    assert reasons == [StopReason.BODY]


def test_whoever_talks_to_it_ends_an_emote_and_keeps_others_off_for_a_while(
    scene: Scene, make_viewer: Any
) -> None:
    npc = scene.add()
    scene.simulation.add_viewer(make_viewer(2, at=(0.5, 64.0, 3.5)))
    scene.run(3)
    play(scene, npc, "dance")
    reasons = stops(npc)
    scene.simulation.on_use(2, "juniper", 0, False)
    scene.run()
    assert reasons == [StopReason.DIALOGUE]
    assert npc.emote(scene.simulation.tick_number, "nod", force=True) == "somebody talks to it"
    scene.run(60)
    assert npc.emote(scene.simulation.tick_number, "nod", force=True) is None


def test_an_emote_has_the_body_before_a_stroll(scene: Scene) -> None:
    npc = scene.add(mode=Mode.WANDER)
    scene.run()
    play(scene, npc, "dance", 100)
    assert npc.body.position == npc.home
    scene.run(600)
    assert npc.body.position != npc.home


def test_while_navigation_is_locked_no_order_sets_the_walker_going(scene: Scene) -> None:
    npc = scene.add()
    scene.run()
    play(scene, npc, "think")
    npc.walker.go((5.5, 64.0, 0.5))
    assert npc.walker.destination is None
    scene.run(100)
    npc.walker.go((5.5, 64.0, 0.5))
    assert npc.walker.destination == (5.5, 64.0, 0.5)


# --- moods


def test_a_mood_that_comes_over_it_has_it_play_what_was_chosen(scene: Scene) -> None:
    npc = scene.add(on_mood={"joyful": "dance"})
    scene.run(2)
    npc.emotion.stimulate(MoodImpulse.of(Mood.JOYFUL, 80.0, 0.0))
    scene.run(3)
    assert npc.actor.mood is Mood.JOYFUL
    assert playing(npc) == "dance"


# --- idleness


def test_the_idle_rest_between_looks_and_play_what_one_that_never_rests_would(scene: Scene) -> None:
    npc = scene.add()  # and nothing but emotes of its own accord
    npc.acting.emotes.idles = True
    oracle_random = Random()
    oracle_random.setstate(npc.random.getstate())
    starts: list[tuple[int, str]] = []
    heard = npc.acting.on_emote_started

    def hear(definition: EmoteDefinition) -> None:
        starts.append((scene.simulation.tick_number, definition.id))
        heard(definition)

    npc.acting.on_emote_started = hear  # type: ignore[method-assign]
    awake = 0
    for _ in range(6000):
        scene.run()
        awake += not npc.dormant

    class Diary:
        def __init__(self) -> None:
            self.now = 0
            self.told: list[tuple[int, str]] = []

        def on_emote_started(self, definition: EmoteDefinition) -> None:
            self.told.append((self.now, definition.id))

        def on_emote_stopped(self, definition: EmoteDefinition, reason: StopReason) -> None: ...

    diary = Diary()
    manager = EmoteManager(shipped_repertoire().catalogue(), oracle_random, diary)
    for diary.now in range(1, 6001):
        manager.tick(diary.now, BodyState())
    assert starts == diary.told
    assert len(starts) > 5
    assert awake < 2500


def test_one_that_is_not_lively_does_nothing_of_its_own_accord(scene: Scene) -> None:
    npc = scene.add()
    scene.run(1500)
    assert npc.dormant
    assert npc.due is None


def test_an_emote_that_loops_ends_with_a_round() -> None:
    repertoire = shipped_repertoire()
    for definition in repertoire.emotes.values():
        rounds, rest = divmod(definition.duration_ticks, repertoire.clips[definition.animation_key].length)
        assert (rest, rounds > 1) == (0, definition.loop), definition.id


# --- what needs its body for something else


def test_a_push_ends_an_emote(scene: Scene) -> None:
    npc = scene.add()
    scene.run()
    play(scene, npc, "dance")
    reasons = stops(npc)
    npc.body.vx = 0.05
    scene.run()
    assert reasons == [StopReason.BODY]


def test_water_that_lifts_it_ends_an_emote(scene: Scene) -> None:
    npc = scene.add()
    scene.run()
    play(scene, npc, "sit")
    reasons = stops(npc)
    for x, y, z in product(range(-3, 4), (64, 65), range(-3, 4)):
        scene.world.put(x, y, z, "water")
    scene.run(20)
    assert reasons == [StopReason.BODY]
    assert npc.actor.pose != "sitting"


def test_a_ladder_ends_an_emote_where_it_climbs_and_not_where_it_stands(scene: Scene) -> None:
    npc = scene.add()
    scene.run()
    play(scene, npc, "dance")
    assert npc.body_state.hindrance is None
    npc.body.climbing = True
    assert npc.body_state.hindrance is None
    npc.body.on_ground = False
    npc.embodiment.resting = False
    assert npc.body_state.hindrance == "climbing"


def test_locked_movement_takes_the_keys_for_steps_and_leaves_the_others() -> None:
    stride = Stride(Controls(1.0, -0.5, 30.0, jump=True, sneak=True, sprint=True), 30.0, True, (1, 2, 3))
    assert stride.in_place() == Stride(
        Controls(0.0, 0.0, 30.0, jump=True, sneak=True), 30.0, False, (1, 2, 3)
    )
    assert STANDING.in_place() is STANDING
