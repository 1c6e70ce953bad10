"""One companion's feelings."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from nbtlib import Compound

from nbt.emotion import EmotionRecord, clamped
from npc.emotion.context import Situation
from npc.emotion.impulse import MoodImpulse
from npc.emotion.mood import MOOD_KEYS, Mood
from npc.emotion.reactions import Damage, Reaction, to_damage, to_gift, to_meal, to_own_attack
from npc.emotion.runtime import EmotionRuntime, secondary_of, totals_of
from npc.emotion.temperament import DEFAULT_TEMPERAMENT, Temperament


class EmotionSnapshot(NamedTuple):
    """What shows of somebody's feelings."""

    primary: Mood = Mood.COMPOSED
    primary_intensity: float = 0.0
    """0 to 1."""
    secondary: Mood | None = None
    secondary_intensity: float = 0.0
    """0 to 1."""


class EmotionManager:
    """The feelings of a unique companion: a view on its row of the runtime."""

    def __init__(self, runtime: EmotionRuntime, temperament: Temperament) -> None:
        self.temperament = temperament
        self._scale = tuple(temperament.traits.reactivity * factor for factor in temperament.response)
        self._runtime = runtime
        self.row = runtime.add(temperament)
        """Its number in the runtime, as switches name it."""

    # --- what happens to it

    def on_damage_taken(self, damage: Damage) -> None:
        """It was hurt and lives. Damage that was dodged, or killed it, is no feeling: it isn't taken here."""
        if damage.amount > 0.0 and damage.health > 0.0:
            self._react(to_damage(damage, self.temperament.traits))

    def on_item_consumed(self) -> None:
        """It ate or drank something."""
        self._react(to_meal(self.temperament.traits))

    def on_gift_received(self, favor: int) -> None:
        """It took a gift that is worth ``favor`` to it."""
        self._react(to_gift(favor, self.temperament.traits))

    def on_attack_performed(self) -> None:
        """It struck at somebody."""
        self._react(to_own_attack(self.temperament.traits))

    def stimulate(self, impulse: MoodImpulse) -> None:
        """Push a mood, scaled by temperament. Raises TypeError for what is no impulse of a mood."""
        if not isinstance(impulse, MoodImpulse):
            raise TypeError(f"{impulse!r} is no impulse")
        _check_mood(impulse.mood)
        self._push((impulse,))
        self._runtime.resolve_soon(self.row)

    def soothe(self, mood: Mood, amount: float) -> None:
        """Take up to 100 from a mood, whatever the temperament; an amount that isn't finite is 0.

        Raises TypeError for what is no mood.
        """
        _check_mood(mood)
        self._runtime.drain(self.row, mood, clamped(amount))
        self._runtime.resolve_soon(self.row)

    def perceive(self, situation: Situation) -> None:
        """What it is in; the next update goes by it."""
        self._runtime.perceive(self.row, situation)

    def _react(self, reaction: Reaction) -> None:
        self._push(reaction.impulses)
        for mood, amount in reaction.soothing:
            self._runtime.drain(self.row, mood, clamped(amount))
        self._runtime.resolve_soon(self.row)

    def _push(self, impulses: Iterable[MoodImpulse]) -> None:
        push, row, scale = self._runtime.push, self.row, self._scale
        for mood, intensity, retention in impulses:
            push(row, mood, clamped(intensity) * scale[mood], clamped(retention, 1.0))

    # --- what can be seen of it

    @property
    def current_mood(self) -> Mood:
        """The primary mood."""
        return Mood(int(self._runtime.current[self.row]))

    @property
    def pools(self) -> npt.NDArray[np.float64]:
        """A view, shape (pools, moods): impulse, memory, context, each 0 to 100. Outdated when others come."""
        return self._runtime.pools[:, self.row]

    def intensity(self, mood: Mood) -> float:
        """0 to 100."""
        return self._runtime.intensity(self.row, mood)

    def snapshot(self) -> EmotionSnapshot:
        """Primary and secondary mood with their intensities of 1."""
        totals = totals_of(self.pools)
        primary = self.current_mood
        secondary = secondary_of(totals, primary)
        return EmotionSnapshot(
            primary,
            float(totals[primary]) / 100.0,
            secondary,
            0.0 if secondary is None else float(totals[secondary]) / 100.0,
        )

    # --- coming and going

    def write_to_nbt(self) -> Compound:
        """What is to be kept, as the compound ``NpcEmotion``."""
        runtime, row = self._runtime, self.row
        return EmotionRecord(
            self.current_mood.key,
            int(runtime.last_change[row]),
            int(runtime.last_update[row]),
            int(runtime.idle[row]),
            dict(zip(MOOD_KEYS, map(tuple, self.pools.T.tolist()), strict=True)),
        ).to_nbt()

    def read_from_nbt(self, tag: object) -> None:
        """Forget all, then feel what was kept; what of it is missing or damaged stays forgotten."""
        runtime, row = self._runtime, self.row
        record = EmotionRecord.from_nbt(tag, MOOD_KEYS)
        runtime.clear(row)
        runtime.current[row] = Mood.of(record.current_mood)
        runtime.last_change[row] = record.last_change
        runtime.last_update[row] = record.last_update
        runtime.idle[row] = record.idle_seconds
        for key, pools in record.states.items():
            runtime.fill(row, Mood.of(key), *pools)

    @property
    def awake(self) -> bool:
        """Whether time passes for it. What passed while it didn't is made up for, within its cap, afterwards."""
        return bool(self._runtime.awake[self.row])

    @awake.setter
    def awake(self, awake: bool) -> None:
        self._runtime.awake[self.row] = awake

    def close(self) -> None:
        """Give its row back; it mustn't be used afterwards."""
        self._runtime.remove(self.row)


def _check_mood(mood: object) -> None:
    # a number would do, but one out of range would be felt as another mood, or by somebody else
    if not isinstance(mood, Mood):
        raise TypeError(f"{mood!r} is no mood")


class NoEmotion:
    """In place of feelings, for whoever has none: composed, at 0, and nothing changes that."""

    temperament = DEFAULT_TEMPERAMENT
    row = None
    current_mood = Mood.COMPOSED

    @property
    def awake(self) -> bool:
        """Never."""
        return False

    @awake.setter
    def awake(self, awake: bool) -> None:
        """Nothing happens."""

    def on_damage_taken(self, damage: Damage) -> None:
        """Nothing happens."""

    def on_item_consumed(self) -> None:
        """Nothing happens."""

    def on_gift_received(self, favor: int) -> None:
        """Nothing happens."""

    def on_attack_performed(self) -> None:
        """Nothing happens."""

    def stimulate(self, impulse: MoodImpulse) -> None:
        """Nothing happens."""

    def soothe(self, mood: Mood, amount: float) -> None:
        """Nothing happens."""

    def perceive(self, situation: Situation) -> None:
        """Nothing happens."""

    def intensity(self, mood: Mood) -> float:
        """0."""
        return 0.0

    def snapshot(self) -> EmotionSnapshot:
        """Composed, at 0, with no secondary mood."""
        return EmotionSnapshot()

    def write_to_nbt(self) -> None:
        """Nothing is kept."""

    def read_from_nbt(self, tag: object) -> None:
        """Nothing happens."""

    def close(self) -> None:
        """Nothing happens."""


Emotion = EmotionManager | NoEmotion
"""What a companion feels with."""
