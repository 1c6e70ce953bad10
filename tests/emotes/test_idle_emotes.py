"""When somebody with nothing to do plays an emote."""

from __future__ import annotations

from random import Random
from uuid import UUID

from npc.emotes import BodyState, EmoteCatalogue, EmoteDefinition, EmoteFlag, EmoteManager, StopReason
from npc.emotes.idle import CHANCE, INTERVAL, MIN_IDLE
from npc.emotes.readiness import FREE

IDLE = EmoteFlag.IDLE_POOL


class Dice(Random):
    """Falls as it is told to."""

    def __init__(self, chance: float = 0.0, interval: int = 120, choice: int = 0) -> None:
        super().__init__(0)
        self.chance, self.interval, self.picked = chance, interval, choice
        self.intervals: list[tuple[int, int]] = []
        self.choices = 0

    def random(self) -> float:
        return self.chance

    def randint(self, a: int, b: int) -> int:
        self.intervals.append((a, b))
        return self.interval

    def choice(self, seq):  # type: ignore[no-untyped-def]
        self.choices += 1
        return seq[self.picked]


class Diary:
    def __init__(self) -> None:
        self.starts: list[tuple[int, str]] = []
        self.now = 0

    def on_emote_started(self, definition: EmoteDefinition) -> None:
        self.starts.append((self.now, definition.id))

    def on_emote_stopped(self, definition: EmoteDefinition, reason: StopReason) -> None: ...


def live(
    dice: Random, *definitions: EmoteDefinition, ticks: int, busy: range = range(0), talk: range = range(0)
) -> list[tuple[int, str]]:
    """Ticks 1 to ``ticks``; return when emotes began."""
    diary = Diary()
    manager = EmoteManager(EmoteCatalogue(lambda: definitions), dice, diary)
    for now in range(1, ticks + 1):
        diary.now = now
        manager.tick(
            now, BodyState(riding=True) if now in busy else FREE, {UUID(int=1)} if now in talk else ()
        )
    return diary.starts


HOP = EmoteDefinition("hop", "hop", 10, flags=IDLE)


def test_the_first_look_comes_as_soon_as_it_has_been_idle_for_long_enough() -> None:
    dice = Dice()
    assert live(dice, HOP, ticks=MIN_IDLE - 1) == []
    assert live(dice, HOP, ticks=MIN_IDLE) == [(MIN_IDLE, "hop")]
    assert dice.intervals == [INTERVAL]


def test_looks_come_at_random_intervals_and_only_some_bring_an_emote() -> None:
    assert live(Dice(interval=200), HOP, ticks=600) == [(80, "hop"), (280, "hop"), (480, "hop")]
    assert live(Dice(chance=CHANCE), HOP, ticks=600) == []
    assert live(Dice(chance=CHANCE - 1e-9), HOP, ticks=100) == [(80, "hop")]


def test_it_has_to_be_idle_anew_after_anything_else() -> None:
    assert live(Dice(), HOP, ticks=200, busy=range(70, 71)) == [(150, "hop")]


def test_after_its_own_emote_it_has_to_be_idle_anew() -> None:
    long = EmoteDefinition("long", "long", 100, flags=IDLE)
    assert live(Dice(interval=120), long, ticks=300) == [(80, "long"), (259, "long")]


def test_after_an_emote_of_a_tick_that_somebody_asked_for_it_has_to_be_idle_anew() -> None:
    blink = EmoteDefinition("blink", "blink", 1)
    diary = Diary()
    manager = EmoteManager(EmoteCatalogue(lambda: [HOP, blink]), Dice(), diary)
    for diary.now in range(1, 200):
        manager.tick(diary.now, FREE)
        if diary.now == 70:
            assert manager.try_emote("blink")
    assert diary.starts[:2] == [(70, "blink"), (150, "hop")]


def test_one_that_rests_is_not_drawn_again() -> None:
    tired = EmoteDefinition("tired", "tired", 10, cooldown_ticks=1000, flags=IDLE)
    dice = Dice(interval=120)
    assert live(dice, tired, HOP, ticks=900) == [(80, "tired")]
    assert dice.choices == 7  # each drew the tired one, and none drew twice


def test_only_those_of_the_pool_are_drawn_and_without_one_nothing_is() -> None:
    other = EmoteDefinition("other", "other", 10)
    starts = live(Random(5), other, HOP, other, EmoteDefinition("nod", "nod", 10, flags=IDLE), ticks=20_000)
    assert {emote for _, emote in starts} == {"hop", "nod"}
    dice = Dice()
    assert live(dice, other, ticks=1000) == []
    assert dice.intervals == []


def test_after_a_dialogue_the_next_look_is_put_off() -> None:
    dice = Dice(interval=150)
    assert live(dice, HOP, ticks=400, talk=range(10, 20)) == [(170, "hop"), (320, "hop")]


def test_in_the_long_run_the_draws_are_fair_and_come_as_often_as_they_should() -> None:
    pool = [EmoteDefinition(name, name, 1, flags=IDLE) for name in "abcd"]
    ticks = 400_000
    starts = live(Random(11), *pool, ticks=ticks)
    expected = ticks / (sum(INTERVAL) / 2) * CHANCE
    assert abs(len(starts) - expected) < 4 * expected**0.5
    for name in "abcd":
        count = sum(emote == name for _, emote in starts)
        assert abs(count - expected / 4) < 4 * (expected / 4) ** 0.5
