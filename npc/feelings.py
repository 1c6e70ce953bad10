"""The feelings of all companions of a simulation: told what they are in, and telling what changed."""

from __future__ import annotations

from collections.abc import Callable

from npc.definition import NpcDefinition
from npc.emotion import TEMPERAMENTS, Emotion, EmotionManager, EmotionRuntime, NoEmotion
from npc.npc import Npc


class Feelings:
    """Between companions and the runtime that holds what they feel."""

    def __init__(self) -> None:
        self.runtime = EmotionRuntime()
        self._whose: dict[int, Npc] = {}
        """By row of the runtime."""

    def emotion_of(self, definition: NpcDefinition) -> Emotion:
        """What a new companion is to feel with: nothing, for one of many alike.

        Its time stands still until the companion, :meth:`admitted <admit>`, enters a view of its world.
        """
        if not definition.unique:
            return NoEmotion()
        emotion = EmotionManager(self.runtime, TEMPERAMENTS[definition.personality])
        emotion.awake = False
        return emotion

    def admit(self, npc: Npc) -> None:
        """Let a companion take part."""
        if npc.emotion.row is not None:
            self._whose[npc.emotion.row] = npc

    def dismiss(self, npc: Npc) -> None:
        """A companion is gone."""
        if npc.emotion.row is not None:
            del self._whose[npc.emotion.row]
            npc.emotion.close()

    def tick(self, now: int, on_failure: Callable[[Npc], None]) -> list[Npc]:
        """Let time pass for all feelings; return the companions whose primary mood changed, who know it by now.

        ``on_failure`` gets a companion that raised, while the exception is being handled.
        """
        for row in self.runtime.due(now).tolist():
            npc = self._whose[row]
            try:
                npc.emotion.perceive(npc.situation(now))
            except Exception:
                on_failure(npc)
        changed = []
        for row, before, after in self.runtime.tick(now):
            npc = self._whose[row]
            try:
                npc.on_mood_changed(before, after)
                changed.append(npc)
            except Exception:
                on_failure(npc)
        return changed
