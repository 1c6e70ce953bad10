"""Scripts of a day for ``hearthkin simulate-emotion``: TOML with what happens when, and to which characters.

Times are those of the world's clock, ``HH:MM``: a day of 24,000 ticks, in which an hour takes 50 seconds. They may
go past 24:00, into the days after.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from npc.emotion import PERSONALITIES, Attacker, Damage, Mood, MoodImpulse, Situation
from npc.emotion.day import Event, Gift, Happening, Meal, Soothe, Strike
from proxy.config.load import ConfigError, line_of, parse_as, read

TICKS_PER_HOUR = 1000
LAST_HOUR = 31 * 24
"""From the midnight before it all begins: histories have to fit into memory."""
GREATEST_FAVOR = 1000


@dataclass(frozen=True, slots=True)
class Script:
    """What happens, in ticks since midnight."""

    personalities: tuple[str, ...]
    start: int
    end: int
    events: tuple[Event, ...]
    """By tick."""
    labels: tuple[str, ...]
    """What each event is, in a word or two."""


def load_script(path: Path) -> Script:
    """Read a script. Raises :class:`~proxy.config.load.ConfigError`, which names file, line and key."""
    return parse_script(read(path), str(path))


def parse_script(text: str, source: str) -> Script:
    """Read the text of a script; ``source`` names it in errors. Raises as :func:`load_script`."""
    file = parse_as(_File, text, source)
    _check_times(file, text, source)
    entries = sorted(file.event, key=lambda entry: entry.at)
    return Script(
        tuple(dict.fromkeys(file.temperaments)),
        file.start,
        file.end,
        tuple(Event(entry.at, entry.happening()) for entry in entries),
        tuple(entry.label() for entry in entries),
    )


def _check_times(file: _File, text: str, source: str) -> None:
    if file.end <= file.start:
        line = line_of(text, ["end"] if "end" in file.model_fields_set else ["start"])
        raise ConfigError(
            f"{source}:{line}: end: {format_time(file.end)} isn't after start, {format_time(file.start)}"
        )
    for index, entry in enumerate(file.event):
        if not file.start <= entry.at < file.end:
            raise ConfigError(
                f"{source}:{line_of(text, ['event', index, 'at'])}: event.{index}.at: {format_time(entry.at)} isn't"
                f" between start, {format_time(file.start)}, and end, {format_time(file.end)}"
            )


def format_time(tick: int) -> str:
    """The time of day, ``HH:MM``, of a tick since midnight."""
    hours, rest = divmod(tick, TICKS_PER_HOUR)
    return f"{hours:02d}:{rest * 60 // TICKS_PER_HOUR:02d}"


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", allow_inf_nan=False, strict=True)


def _ticks(value: Any) -> int:
    """Ticks since midnight of a time ``HH:MM``, which may be past 24:00."""
    time = re.fullmatch(r"([0-9]{1,3}):([0-5][0-9])", value) if isinstance(value, str) else None
    if time is None:
        raise ValueError(f"{value!r}: a time like '07:30' expected")
    # the first tick of the minute, so that it reads as the same time again
    ticks = int(time[1]) * TICKS_PER_HOUR + -(-int(time[2]) * TICKS_PER_HOUR // 60)
    if ticks > LAST_HOUR * TICKS_PER_HOUR:
        raise ValueError(f"{value!r}: a time up to '{LAST_HOUR}:00' expected")
    return ticks


def _mood(value: Any) -> Mood:
    mood = Mood.known(value) if isinstance(value, str) else None
    if mood is None:
        raise ValueError(f"{value!r} is no mood; there are {', '.join(mood.key for mood in Mood)}")
    return mood


class Entry(_Strict):
    """Something that happens, as a script has it: ``do`` says what."""

    at: int

    _read_at = field_validator("at", mode="before")(_ticks)

    def happening(self) -> Happening:
        raise NotImplementedError

    def label(self) -> str:
        """In a word or two."""
        raise NotImplementedError


class _Meal(Entry):
    do: Literal["meal"]

    def happening(self) -> Happening:
        return Meal()

    def label(self) -> str:
        return "meal"


class _Strike(Entry):
    do: Literal["strike"]

    def happening(self) -> Happening:
        return Strike()

    def label(self) -> str:
        return "strike"


class _Gift(Entry):
    do: Literal["gift"]
    favor: int = Field(ge=-GREATEST_FAVOR, le=GREATEST_FAVOR)

    def happening(self) -> Happening:
        return Gift(self.favor)

    def label(self) -> str:
        return f"gift {self.favor:+d}"


class _Damage(Entry):
    do: Literal["damage"]
    amount: float = Field(gt=0)
    health: float = Field(gt=0)
    """What is left."""
    max_health: float = Field(20.0, gt=0)
    attacker: Literal["nobody", "friend", "other"] = "nobody"
    has_target: bool = False

    @model_validator(mode="after")
    def _check_health(self) -> Self:
        if self.health > self.max_health:
            raise ValueError("health is more than max_health")
        return self

    def happening(self) -> Happening:
        return Damage(
            self.amount, self.health, self.max_health, Attacker[self.attacker.upper()], self.has_target
        )

    def label(self) -> str:
        by = {"nobody": "", "friend": " by a friend", "other": " by a foe"}[self.attacker]
        return f"{self.amount:g} damage{by}"


class _Situation(Entry):
    do: Literal["situation"]
    asleep: bool = False
    working: bool = False
    fighting: bool = False
    talking: bool = False
    using_item: bool = False
    walking: bool = False
    health_ratio: float = Field(1.0, ge=0, le=1)

    def happening(self) -> Happening:
        return Situation(
            asleep=self.asleep,
            working=self.working,
            fighting=self.fighting,
            talking=self.talking,
            using_item=self.using_item,
            navigating=self.walking,
            health_ratio=self.health_ratio,
        )

    def label(self) -> str:
        names = ("asleep", "working", "fighting", "talking", "using_item", "walking")
        states = [name.replace("_", " ") for name in names if getattr(self, name)] or ["idle"]
        if self.health_ratio < 1:
            states.append(f"at {self.health_ratio:.0%} health")
        return " and ".join(states)


class _Push(Entry):
    do: Literal["stimulate"]
    mood: Mood
    intensity: float = Field(ge=0, le=100)
    retention: float = Field(0.0, ge=0, le=1)

    _read_mood = field_validator("mood", mode="before")(_mood)

    def happening(self) -> Happening:
        return MoodImpulse.of(self.mood, self.intensity, self.retention)

    def label(self) -> str:
        return f"{self.mood.key} +{self.intensity:g}"


class _Soothe(Entry):
    do: Literal["soothe"]
    mood: Mood
    amount: float = Field(ge=0, le=100)

    _read_mood = field_validator("mood", mode="before")(_mood)

    def happening(self) -> Happening:
        return Soothe(self.mood, self.amount)

    def label(self) -> str:
        return f"{self.mood.key} -{self.amount:g}"


class _File(_Strict):
    temperaments: list[str] = Field(min_length=1)
    start: int = 6 * TICKS_PER_HOUR
    end: int = 24 * TICKS_PER_HOUR
    event: list[
        Annotated[_Meal | _Strike | _Gift | _Damage | _Situation | _Push | _Soothe, Field(discriminator="do")]
    ] = Field(default_factory=list)

    _read_times = field_validator("start", "end", mode="before")(_ticks)

    @field_validator("temperaments")
    @classmethod
    def _known(cls, keys: list[str]) -> list[str]:
        for key in keys:
            if key not in PERSONALITIES:
                raise ValueError(f"{key!r} is no temperament; there are {', '.join(PERSONALITIES)}")
        return keys
