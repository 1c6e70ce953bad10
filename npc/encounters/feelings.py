"""What it does to a companion's mood to meet somebody who harmed it."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from npc.emotion import Mood, MoodImpulse, Traits
from npc.emotion.reactions import inverse


class Push(NamedTuple):
    """Of one mood, for an average character; its strength is of 100."""

    mood: Mood
    intensity: float
    retention: float
    """Share that stays as memory."""
    factor: Callable[[Traits], float]
    """What a character makes of it."""


# Who is awake is composed at 9, and a mood shows at once where it leads by 3.5: what is to be seen of an average
# character needs 13. A blow of one heart pushes anger by 7 and unease by 4; to see again who struck does more.
CHASE = (Push(Mood.ANGRY, 18.0, 0.25, lambda traits: traits.temper * traits.pride),)
"""Anger, of the kind that a foe's blow makes; some of it stays."""
FLIGHT = (Push(Mood.UNEASY, 26.0, 0.35, lambda traits: inverse(traits.courage)),)
"""Fear, the strongest of all, and slow to go."""
SEARCH = (
    Push(Mood.FOCUSED, 16.0, 0.0, lambda traits: traits.courage),
    Push(Mood.UNEASY, 6.0, 0.1, lambda traits: inverse(traits.courage)),
)
"""On its guard: attention first, and a little unease with it that alone wouldn't show."""
HESITATION = (Push(Mood.FLUSTERED, 14.0, 0.0, lambda traits: inverse(traits.composure)),)
"""A puzzle, forgotten in seconds."""


def impulses(pushes: tuple[Push, ...], traits: Traits) -> tuple[MoodImpulse, ...]:
    """What somebody of such a character feels of them, before the factors that every push gets."""
    return tuple(
        MoodImpulse.of(push.mood, push.intensity * push.factor(traits), push.retention) for push in pushes
    )
