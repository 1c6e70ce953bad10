"""Which emote is played: every rule of requests, cooldowns, locks and dialogues."""

from __future__ import annotations

from dataclasses import fields, replace
from random import Random
from uuid import UUID

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from npc.emotes import BodyState, EmoteCatalogue, EmoteDefinition, EmoteFlag, EmoteManager, StopReason
from npc.emotes.readiness import FREE

SESSION, OTHER_SESSION = UUID(int=1), UUID(int=2)
HOP = EmoteDefinition("hop", "hop", 20, priority=100)
NOD = EmoteDefinition("nod", "nod", 10, priority=100, cooldown_ticks=50)
BOW = EmoteDefinition("bow", "bow", 40, priority=500, flags=EmoteFlag.MOVEMENT_LOCK)
SHRUG = EmoteDefinition("shrug", "shrug", 10, priority=10)
OATH = EmoteDefinition("oath", "oath", 60, interruptible=False, flags=EmoteFlag.NAVIGATION_LOCK)
DANCE = EmoteDefinition("dance", "dance", 100, loop=True)
ALL = (HOP, NOD, BOW, SHRUG, OATH, DANCE)


class Stagehand:
    """A manager, its clock, and what it told."""

    def __init__(self, *definitions: EmoteDefinition, seed: int = 0) -> None:
        self.told: list[tuple[str, str]] = []
        self.manager = EmoteManager(EmoteCatalogue(lambda: definitions or ALL), Random(seed), self)
        self.now = 1000
        self.body = FREE
        self.sessions: set[UUID] = set()
        self.manager.tick(self.now, self.body, self.sessions)

    def on_emote_started(self, definition: EmoteDefinition) -> None:
        self.told.append((definition.id, "started"))

    def on_emote_stopped(self, definition: EmoteDefinition, reason: StopReason) -> None:
        self.told.append((definition.id, reason.value))

    def tick(self, ticks: int = 1) -> None:
        for _ in range(ticks):
            self.now += 1
            self.manager.tick(self.now, self.body, self.sessions)

    @property
    def plays(self) -> str | None:
        playing = self.manager.playing
        return None if playing is None else playing.definition.id


@pytest.fixture
def hand() -> Stagehand:
    return Stagehand()


def test_an_emote_lasts_its_ticks_and_tells_of_its_start_and_end(hand: Stagehand) -> None:
    assert hand.manager.try_emote("hop")
    assert (hand.plays, hand.manager.index) == ("hop", 0)
    hand.tick(19)
    assert hand.plays == "hop"
    assert hand.told == [("hop", "started")]
    hand.tick()
    assert hand.plays is None
    assert hand.manager.index == -1
    assert hand.told == [("hop", "started"), ("hop", "finished")]


def test_a_clip_that_loops_ends_at_its_duration_too(hand: Stagehand) -> None:
    assert hand.manager.try_emote("dance")
    hand.tick(99)
    assert hand.plays == "dance"
    hand.tick()
    assert hand.told[-1] == ("dance", "finished")


def test_nobody_plays_what_nobody_defined(hand: Stagehand) -> None:
    hand.sessions = {SESSION}
    assert not hand.manager.try_emote("fly")
    assert not hand.manager.force_emote("fly")
    hand.tick()
    assert not hand.manager.play_dialogue_emote("fly", SESSION)
    assert hand.told == []


def test_of_two_with_one_id_the_last_is_played(hand: Stagehand) -> None:
    hand = Stagehand(HOP, replace(HOP, animation_key="hop high"))
    assert hand.manager.try_emote("hop")
    assert hand.manager.playing is not None
    assert hand.manager.playing.definition.animation_key == "hop high"
    assert hand.manager.index == 1


# --- priorities


@pytest.mark.parametrize(
    ("current", "wanted", "replaced"),
    [
        (HOP, BOW, True),
        (HOP, DANCE, False),
        (HOP, HOP, True),
        (SHRUG, HOP, True),
        (BOW, HOP, False),
        (OATH, BOW, False),
        (OATH, OATH, False),
    ],
)
def test_a_request_replaces_what_may_be_interrupted_and_matters_no_more(
    hand: Stagehand, current: EmoteDefinition, wanted: EmoteDefinition, replaced: bool
) -> None:
    assert hand.manager.try_emote(current.id)
    hand.tick()
    assert hand.manager.try_emote(wanted.id) is replaced
    if replaced:
        assert hand.told == [(current.id, "started"), (current.id, "replaced"), (wanted.id, "started")]
        assert hand.manager.playing is not None
        assert hand.manager.playing.started == hand.now
    else:
        assert hand.plays == current.id


def test_force_asks_neither_for_priority_nor_for_leave_to_interrupt(hand: Stagehand) -> None:
    assert hand.manager.force_emote("oath")
    assert hand.manager.force_emote("shrug")
    assert hand.told == [("oath", "started"), ("oath", "replaced"), ("shrug", "started")]


def test_a_request_from_the_hook_of_a_replaced_emote_is_refused(hand: Stagehand) -> None:
    answers: list[bool] = []

    def stopped(definition: EmoteDefinition, reason: StopReason) -> None:
        answers.append(hand.manager.force_emote("dance"))

    hand.manager.force_emote("hop")
    hand.on_emote_stopped = stopped  # type: ignore[method-assign]
    assert hand.manager.force_emote("bow")
    assert answers == [False]
    assert hand.plays == "bow"
    hand.tick(40)
    assert answers == [False, True]
    assert hand.plays == "dance"


# --- cooldowns


def test_a_cooldown_begins_at_the_start_for_itself_and_for_all(hand: Stagehand) -> None:
    assert hand.manager.try_emote("nod")
    assert hand.manager.cooldown == 50
    hand.tick(49)
    assert hand.plays is None
    assert not hand.manager.try_emote("nod")
    assert not hand.manager.try_emote("hop")
    hand.tick()
    assert hand.manager.cooldown == 0
    assert hand.manager.try_emote("nod")


def test_a_cooldown_is_the_longer_of_what_is_left_and_what_is_defined() -> None:
    long, short = replace(NOD, id="long", cooldown_ticks=200), replace(NOD, id="short", cooldown_ticks=10)
    hand = Stagehand(long, short)
    assert hand.manager.force_emote("long")
    hand.tick(20)
    assert hand.manager.force_emote("short")
    assert hand.manager.cooldown == 180  # all wait for the long one
    hand.tick(170)
    assert hand.manager.force_emote("long")
    assert hand.manager.cooldown == 200


def test_force_asks_for_no_cooldown_and_begins_one(hand: Stagehand) -> None:
    assert hand.manager.force_emote("nod")
    hand.tick(30)
    assert hand.manager.force_emote("nod")
    assert hand.manager.cooldown == 50


def test_cooldowns_run_on_through_a_dialogue(hand: Stagehand) -> None:
    assert hand.manager.try_emote("nod")
    hand.sessions = {SESSION}
    hand.tick(50)
    hand.sessions = set()
    hand.tick()
    assert hand.manager.try_emote("nod")


# --- the one that waits


def test_what_waits_is_played_when_nothing_else_is(hand: Stagehand) -> None:
    assert hand.manager.try_emote("oath")
    assert hand.manager.queue_emote("hop")
    hand.tick(59)
    assert (hand.plays, hand.manager.queued) == ("oath", "hop")
    hand.tick()
    assert (hand.plays, hand.manager.queued) == ("hop", None)


def test_the_newest_request_takes_the_one_place_and_an_unknown_one_leaves_it_empty(hand: Stagehand) -> None:
    assert hand.manager.queue_emote("hop")
    assert hand.manager.queue_emote("bow")
    assert hand.manager.queued == "bow"
    assert not hand.manager.queue_emote("fly")
    assert hand.manager.queued is None
    hand.tick()
    assert hand.plays is None


def test_what_waits_is_forced_whatever_rests(hand: Stagehand) -> None:
    assert hand.manager.force_emote("nod")
    assert hand.manager.queue_emote("nod")
    hand.tick(10)
    assert hand.told == [("nod", "started"), ("nod", "finished"), ("nod", "started")]


def test_what_waits_is_forgotten_when_the_body_is_not_free(hand: Stagehand) -> None:
    hand.body = BodyState(climbing=True)
    assert hand.manager.queue_emote("hop")
    hand.tick()
    assert hand.manager.queued is None
    hand.body = FREE
    hand.tick()
    assert hand.plays is None


# --- the body

HINDRANCES = [
    BodyState(alive=False),
    BodyState(loaded=False),
    BodyState(sleeping=True),
    BodyState(swimming=True),
    BodyState(flying=True),
    BodyState(hovering=True),
    BodyState(riding=True),
    BodyState(climbing=True),
    BodyState(using_item=True),
    BodyState(working=True),
    BodyState(fighting=True),
    BodyState(has_target=True),
    BodyState(commanded=True),
    BodyState(following=True),
    BodyState(speed_squared=0.00010001),
    BodyState(speed_squared=float("nan")),
]


def test_every_field_of_a_body_is_tried() -> None:
    changed = {
        f.name
        for state in HINDRANCES
        for f in fields(state)
        if getattr(state, f.name) != getattr(FREE, f.name)
    }
    assert changed == {f.name for f in fields(BodyState)} - {"lounging"}


def test_one_that_lounges_does_what_is_asked_and_nothing_of_its_own_accord(hand: Stagehand) -> None:
    hand.body = BodyState(lounging=True)
    hand.tick()
    assert hand.manager.due is None
    assert hand.manager.try_emote("hop")


@pytest.mark.parametrize("body", HINDRANCES, ids=lambda body: body.hindrance)
def test_a_body_that_is_not_free_plays_nothing_and_stops_what_it_played(
    hand: Stagehand, body: BodyState
) -> None:
    assert hand.manager.force_emote("oath")
    hand.body = body
    hand.tick()
    assert hand.told == [("oath", "started"), ("oath", "body")]
    assert not hand.manager.try_emote("hop")
    assert not hand.manager.force_emote("hop")
    hand.sessions = {SESSION}
    hand.tick()
    assert not hand.manager.play_dialogue_emote("hop", SESSION)


def test_a_body_that_hardly_moves_plays(hand: Stagehand) -> None:
    hand.body = BodyState(speed_squared=0.0001)
    hand.tick()
    assert hand.manager.try_emote("hop")


@pytest.mark.parametrize(
    ("emote", "navigation", "movement"),
    [("hop", False, False), ("oath", True, False), ("bow", True, True)],
)
def test_locks_hold_for_as_long_as_the_emote(
    hand: Stagehand, emote: str, navigation: bool, movement: bool
) -> None:
    assert not hand.manager.locks_navigation
    assert not hand.manager.locks_movement
    assert hand.manager.force_emote(emote)
    assert (hand.manager.locks_navigation, hand.manager.locks_movement) == (navigation, movement)
    hand.tick(60)
    assert not hand.manager.locks_navigation
    assert not hand.manager.locks_movement


# --- dialogues


def test_a_dialogue_stops_what_is_played_and_forgets_what_waits(hand: Stagehand) -> None:
    assert hand.manager.force_emote("oath")
    assert hand.manager.queue_emote("hop")
    hand.sessions = {SESSION}
    hand.tick()
    assert hand.told == [("oath", "started"), ("oath", "dialogue")]
    assert hand.manager.queued is None
    assert not hand.manager.try_emote("hop")
    assert not hand.manager.force_emote("hop")
    hand.manager.queue_emote("hop")
    hand.tick()
    hand.sessions = set()
    hand.tick()
    assert hand.plays is None


def test_an_emote_of_a_dialogue_lasts_no_longer_than_it(hand: Stagehand) -> None:
    assert not hand.manager.play_dialogue_emote("hop", SESSION)
    hand.sessions = {SESSION, OTHER_SESSION}
    hand.tick()
    assert hand.manager.play_dialogue_emote("hop", SESSION)
    hand.tick()
    assert hand.plays == "hop"
    hand.sessions = {OTHER_SESSION}
    hand.tick()
    assert hand.told == [("hop", "started"), ("hop", "session")]
    assert not hand.manager.play_dialogue_emote("hop", SESSION)


def test_an_emote_of_a_dialogue_ends_in_its_time_and_is_replaced_by_another_one(hand: Stagehand) -> None:
    hand.sessions = {SESSION}
    hand.tick()
    assert hand.manager.play_dialogue_emote("nod", SESSION)
    assert hand.manager.play_dialogue_emote("nod", SESSION)
    hand.tick(10)
    assert hand.told == [("nod", "started"), ("nod", "replaced"), ("nod", "started"), ("nod", "finished")]


def test_cancelling_stops_what_is_played_and_forgets_what_waits(hand: Stagehand) -> None:
    hand.manager.cancel()
    assert hand.manager.force_emote("hop")
    assert hand.manager.queue_emote("bow")
    hand.manager.cancel()
    hand.tick()
    assert hand.told == [("hop", "started"), ("hop", "cancelled")]


# --- any sequence of them

REQUEST = st.tuples(
    st.sampled_from(["try", "force", "queue", "dialogue", "cancel", "talk", "hush", "busy", "free", "wait"]),
    st.sampled_from([*(d.id for d in ALL), "fly"]),
    st.integers(1, 70),
)


@settings(max_examples=60)
@given(st.lists(REQUEST, max_size=25))
def test_whatever_is_asked_starts_and_stops_alternate_and_nothing_outlives_its_time(
    requests: list[tuple[str, str, int]],
) -> None:
    hand = Stagehand()
    for what, emote, ticks in requests:
        match what:
            case "try":
                hand.manager.try_emote(emote)
            case "force":
                hand.manager.force_emote(emote)
            case "queue":
                assert hand.manager.queue_emote(emote) == (emote != "fly")
            case "dialogue":
                hand.manager.play_dialogue_emote(emote, SESSION)
            case "cancel":
                hand.manager.cancel()
            case "talk" | "hush":
                hand.sessions = {SESSION} if what == "talk" else set()
                hand.tick()
            case "busy" | "free":
                hand.body = BodyState(riding=what == "busy")
                hand.tick()
            case "wait":
                hand.tick(ticks)
        playing = hand.manager.playing
        if playing is not None:
            assert hand.body is FREE or hand.body.hindrance is None
            assert hand.now < playing.ends
            assert (playing.session is not None) == bool(hand.sessions)
            rested = hand.now - playing.started
            assert hand.manager.cooldown >= playing.definition.cooldown_ticks - rested
    states = [word for _, word in hand.told]
    assert all((word == "started") == (place % 2 == 0) for place, word in enumerate(states))
    assert (len(states) % 2 == 1) == (hand.manager.playing is not None)


# --- the published steps by which the runtime is verified; the others are about feelings


def test_step_6_duplicates_replacement_the_one_place_loops_cooldowns_sessions_and_what_stops_it() -> None:
    taller = replace(HOP, animation_key="hop high")
    hand = Stagehand(HOP, NOD, BOW, SHRUG, OATH, DANCE, taller)
    manager = hand.manager
    # of two with one id the last is played; what matters less replaces it only by force
    assert manager.try_emote("hop")
    assert manager.playing is not None
    assert manager.playing.definition is taller
    assert not manager.try_emote("shrug")
    assert manager.force_emote("shrug")
    # one place to wait in, for the newest
    assert manager.queue_emote("bow")
    assert manager.queue_emote("dance")
    hand.tick(10)
    assert (hand.plays, manager.queued) == ("dance", None)
    # a loop ends at its duration
    hand.tick(99)
    assert hand.plays == "dance"
    hand.tick()
    assert hand.plays is None
    # a cooldown holds back ordinary requests for whatever emote
    assert manager.try_emote("nod")
    hand.tick(10)
    assert not manager.try_emote("hop")
    assert manager.force_emote("hop")
    # a dialogue ends it, and an emote of one dialogue ends with that, though another one is open
    hand.sessions = {SESSION}
    hand.tick()
    assert hand.told[-1] == ("hop", "dialogue")
    assert manager.play_dialogue_emote("bow", SESSION)
    hand.sessions = {OTHER_SESSION}
    hand.tick()
    assert hand.told[-1] == ("bow", "session")
    # so do steps and fights
    hand.sessions = set()
    for body in (BodyState(speed_squared=0.01), BodyState(fighting=True)):
        hand.body = FREE
        hand.tick()
        assert manager.force_emote("oath")
        hand.body = body
        hand.tick()
        assert hand.told[-1] == ("oath", "body")
