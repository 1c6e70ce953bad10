"""What an event does to somebody: pushes of moods, and what it soothes.

Pushes are before the factors that every push gets (reactivity, response to the mood) and before the clamp to 100;
the factors of the traits that an event goes by are in.
"""

from __future__ import annotations

from enum import Enum, auto
from typing import NamedTuple

from npc.emotion.impulse import MoodImpulse
from npc.emotion.mood import Mood
from npc.emotion.temperament import Traits

LOW_HEALTH = 0.45
"""Share of health below which a blow exhausts and frightens."""
FULL_FAVOR = 30.0
"""Favor of a gift, or disfavor, that counts in full."""


class Attacker(Enum):
    """Who did the damage."""

    NOBODY = auto()
    """The world did: a fall, fire, the void."""
    FRIEND = auto()
    """A player who is friendly or trusted."""
    OTHER = auto()
    """Any other that lives."""


class Damage(NamedTuple):
    """Damage that was really taken and survived."""

    amount: float
    """Half hearts."""
    health: float
    """What is left, in half hearts."""
    max_health: float
    attacker: Attacker = Attacker.NOBODY
    has_target: bool = False
    """Whether whoever was hurt is after somebody."""


class Reaction(NamedTuple):
    """Pushes in order, then amounts soothed in order."""

    impulses: tuple[MoodImpulse, ...]
    soothing: tuple[tuple[Mood, float], ...] = ()


def smooth(x: float, a: float, b: float) -> float:
    """From ``a`` at 0 to ``b`` at 1 without a corner: cubic Hermite."""
    return a + (b - a) * x * x * (3.0 - 2.0 * x)


def inverse(trait: float) -> float:
    """A factor that falls while a trait rises, from 1.55 to 0.45."""
    return min(max(2.0 - trait, 0.45), 1.55)


def _unit(value: float) -> float:
    return min(max(value, 0.0), 1.0)


def to_damage(damage: Damage, traits: Traits) -> Reaction:
    """Being hurt."""
    push = MoodImpulse
    s = _unit(damage.amount / max(1.0, damage.max_health))
    fear = inverse(traits.courage)
    impulses: list[MoodImpulse] = []
    if damage.attacker is Attacker.FRIEND:
        impulses += (
            push(Mood.HURT, (8 + 48 * s) * traits.empathy * traits.bond_affinity, smooth(s, 0.35, 0.86)),
            push(Mood.ANGRY, (2 + 17 * s) * traits.temper, smooth(s, 0.12, 0.48)),
        )
    else:
        impulses.append(push(Mood.UNEASY, (3 + 25 * s) * fear, smooth(s, 0.10, 0.56)))
        if damage.attacker is Attacker.OTHER:
            anger = (5 + 31 * s) * traits.temper * traits.pride
            impulses.append(push(Mood.ANGRY, anger, smooth(s, 0.12, 0.64)))
    if damage.has_target:
        thrill = (2 + 10 * s) * traits.energy * traits.courage
        impulses.append(push(Mood.EXCITED, thrill, smooth(s, 0.0, 0.20)))
    ratio = damage.health / max(1.0, damage.max_health)
    if ratio < LOW_HEALTH:
        d = _unit((LOW_HEALTH - ratio) / LOW_HEALTH)
        impulses += (
            push(Mood.EXHAUSTED, 5 + 22 * d, smooth(d, 0.18, 0.66)),
            push(Mood.UNEASY, (4 + 18 * d) * fear, smooth(d, 0.16, 0.72)),
        )
    return Reaction(tuple(impulses))


def to_meal(traits: Traits) -> Reaction:
    """Eating or drinking something."""
    return Reaction(
        (
            MoodImpulse(Mood.JOYFUL, 5 * max(0.85, traits.bond_affinity), 0.08),
            MoodImpulse(Mood.EXCITED, 2.4 * traits.energy, 0.0),
        ),
        ((Mood.BORED, 4.0), (Mood.EXHAUSTED, 3 * traits.resilience)),
    )


def to_gift(favor: int, traits: Traits) -> Reaction:
    """A gift that was taken, by what it is worth to whoever got it: below 0 an unwelcome one."""
    push = MoodImpulse
    m = min(abs(favor), FULL_FAVOR) / FULL_FAVOR
    if favor < 0:
        return Reaction(
            (
                push(Mood.HURT, (5 + 14 * m) * traits.empathy, smooth(m, 0.22, 0.62)),
                push(Mood.ANGRY, (2 + 10 * m) * traits.pride, smooth(m, 0.08, 0.35)),
            )
        )
    shame = inverse(traits.composure)
    if favor == 0:
        return Reaction((MoodImpulse(Mood.FLUSTERED, 2 * shame, 0.0),), ((Mood.BORED, 2.0),))
    bond = traits.bond_affinity
    return Reaction(
        (
            push(Mood.JOYFUL, (7 + 15 * m) * bond, smooth(m, 0.08, 0.28)),
            push(Mood.AFFECTIONATE, (5 + 18 * m) * bond, smooth(m, 0.24, 0.66)),
            push(Mood.FLUSTERED, (3 + 10 * m) * bond * shame, smooth(m, 0.0, 0.20)),
        ),
        ((Mood.BORED, 6.0), (Mood.HURT, 2 + 4 * m), (Mood.ANGRY, 1 + 3 * m)),
    )


def to_own_attack(traits: Traits) -> Reaction:
    """Striking at somebody."""
    return Reaction(
        (
            MoodImpulse(Mood.EXCITED, 4 * traits.energy * max(0.85, traits.temper), 0.0),
            MoodImpulse(Mood.FOCUSED, 2.5 * traits.courage, 0.0),
        ),
        ((Mood.BORED, 4.0),),
    )
