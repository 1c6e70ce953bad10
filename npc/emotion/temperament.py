"""What kind of character somebody is: nine traits, and scales by mood."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from importlib.resources import files
from math import isfinite
from typing import Any

from npc.emotion.mood import Mood

PERSONALITIES = (
    "default", "tsundere", "optimistic", "yandere", "gloomy", "kuudere", "genki", "loyal", "shy", "dojikko", "lazy",
    "tennen", "chatterbox", "mukuchi", "ojou_sama", "onee_san", "tomboy", "bookworm", "trickster", "cowardly",
    "justice", "workaholic", "chuunibyou",
)  # fmt: skip
"""Keys of the personalities that a companion may have. Each needs a temperament."""


class TemperamentError(ValueError):
    """A temperament is missing or can't be used. The text names it and what is wrong."""


@dataclass(frozen=True, slots=True)
class Traits:
    """Factors, 1 for an average character. Each is finite and greater than 0."""

    temper: float = 1.0
    """Anger, and excitement about striking."""
    resilience: float = 1.0
    """Recovery of the sensitive moods, and how well food helps against exhaustion."""
    energy: float = 1.0
    """Excitement, focus at work, boredom."""
    empathy: float = 1.0
    """Hurt by a friend's blow or an unwelcome gift."""
    pride: float = 1.0
    """Anger about a foe's blow or an unwelcome gift."""
    bond_affinity: float = 1.0
    """Affection and joy over gifts; hurt by a friend's blow."""
    courage: float = 1.0
    """Focus and excitement in a fight; the more of it, the less unease."""
    composure: float = 1.0
    """The more of it, the less fluster."""
    reactivity: float = 1.0
    """Strength of all events; not of what the situation does."""


def _even() -> tuple[float, ...]:
    return (1.0,) * len(Mood)


@dataclass(frozen=True, slots=True)
class Temperament:
    """A profile. ``response`` and ``recovery`` hold a factor for each mood, in the order of the moods.

    They are copied. Raises :class:`TemperamentError` for a number that isn't finite and greater than 0 and for
    scales of another length.
    """

    key: str
    traits: Traits = field(default_factory=Traits)
    response: tuple[float, ...] = field(default_factory=_even)
    """What of a stimulus, or of a situation's target, reaches each mood."""
    recovery: tuple[float, ...] = field(default_factory=_even)
    """How fast each mood's impulse and memory fade."""

    def __post_init__(self) -> None:
        for trait in fields(Traits):
            self._check(f"trait {trait.name}", getattr(self.traits, trait.name))
        for name in ("response", "recovery"):
            scale = tuple(getattr(self, name))
            if len(scale) != len(Mood):
                raise TemperamentError(
                    f"temperament {self.key!r}: {name} has {len(scale)} values, one for each mood expected"
                )
            for mood, factor in zip(Mood, scale, strict=True):
                self._check(f"{name} of {mood.key}", factor)
            object.__setattr__(self, name, scale)

    def _check(self, what: str, value: Any) -> None:
        if (
            isinstance(value, bool)
            or not isinstance(value, (int, float))
            or not isfinite(value)
            or value <= 0
        ):
            raise TemperamentError(
                f"temperament {self.key!r}: {what} is {value!r}, a finite number above 0 expected"
            )


def read_temperament(key: str, table: Mapping[str, Any]) -> Temperament:
    """A profile from a table of traits with ``response`` and ``recovery`` by mood.

    Raises :class:`TemperamentError`.
    """
    known = {trait.name for trait in fields(Traits)}
    rest = dict(table)
    scales = {name: _scale(key, name, rest.pop(name, {})) for name in ("response", "recovery")}
    if unknown := sorted(rest.keys() - known):
        raise TemperamentError(f"temperament {key!r}: there is no trait {unknown[0]!r}")
    return Temperament(key, Traits(**rest), **scales)


def _scale(key: str, name: str, by_mood: Mapping[str, float]) -> tuple[float, ...]:
    scale = dict.fromkeys(Mood, 1.0)
    for mood_key, factor in by_mood.items():
        mood = Mood.known(mood_key)
        if mood is None:
            raise TemperamentError(f"temperament {key!r}: {name} names {mood_key!r}, which is no mood")
        scale[mood] = factor
    return tuple(scale.values())


def read_temperaments(text: str, personalities: Iterable[str] = PERSONALITIES) -> dict[str, Temperament]:
    """The profiles of a TOML text, by personality, in their order.

    Raises :class:`TemperamentError` when a personality has none or one can't be used.
    """
    tables = tomllib.loads(text)
    missing = [key for key in personalities if key not in tables]
    if missing:
        raise TemperamentError(f"temperament {missing[0]!r} is missing")
    return {key: read_temperament(key, table) for key, table in tables.items()}


TEMPERAMENTS: Mapping[str, Temperament] = read_temperaments(
    files("npc.emotion").joinpath("temperaments.toml").read_text("utf-8")
)
"""By personality."""
DEFAULT_TEMPERAMENT = TEMPERAMENTS["default"]
