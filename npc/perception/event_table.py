"""What can be perceived, and what sort of memory it makes: a TOML table, checked."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from npc.memory.memory_type import MemoryType

Distance = Annotated[float, Field(ge=0.0, le=128.0, allow_inf_nan=False)]
EVENT_KEYS = (
    "passes", "door", "chest", "block_placed", "block_broken", "talk", "trade", "gift", "attack_on_self",
    "attack_on_friend", "attack_on_owner", "attack_on_other", "theft", "home_broken", "death_of_friend",
    "death_of_owner", "death_of_other",
)  # fmt: skip
"""Kinds of events that a table must have; it may have no others."""


class EventTableError(ValueError):
    """A table of events can't be read. The text names the event and what is wrong."""


class EventKind(BaseModel):
    """One kind of event. Distances in blocks; 0 where it can't be seen, or heard, at all."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    type: Literal["trivia", "observation", "interaction", "hostile", "trauma"]
    salience: Annotated[float, Field(ge=0.0, le=1.0, allow_inf_nan=False)]
    """Of what is seen, or felt, in full strength."""
    seen: Distance = 0.0
    heard: Distance = 0.0
    voice: bool = False
    """Who hears it knows whose it is."""
    felt: bool = False
    """It happens to whoever perceives it, who needs neither eyes nor ears for it."""
    again: Annotated[float, Field(ge=0.0, le=3600.0, allow_inf_nan=False)] = 0.0
    """Seconds in which the same from the same being is still the same event."""

    @model_validator(mode="after")
    def _can_be_perceived(self) -> Self:
        if not (self.seen or self.heard or self.felt):
            raise ValueError("it can be neither seen nor heard nor felt")
        if self.voice and not self.heard:
            raise ValueError("it has a voice but can't be heard")
        return self

    @property
    def memory(self) -> MemoryType:
        """What sort of memory it becomes."""
        return MemoryType[self.type.upper()]


def read_events(text: str) -> Mapping[str, EventKind]:
    """The kinds of events of a TOML text, by key, in the order of :data:`EVENT_KEYS`. Raises
    :class:`EventTableError`."""
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise EventTableError(f"not valid TOML: {error}") from None
    if unknown := sorted(tables.keys() - set(EVENT_KEYS)):
        raise EventTableError(f"there is no event {unknown[0]!r}")
    kinds = {}
    for key in EVENT_KEYS:
        if key not in tables:
            raise EventTableError(f"event {key!r} is missing")
        try:
            kinds[key] = EventKind.model_validate(tables[key])
        except ValidationError as error:
            first = error.errors()[0]
            where = ".".join(str(part) for part in first["loc"])
            what = first["msg"].removeprefix("Value error, ")
            raise EventTableError(f"event {key!r}: {where + ': ' if where else ''}{what}") from None
    return MappingProxyType(kinds)


@cache
def shipped_events() -> Mapping[str, EventKind]:
    """The table that comes with the package."""
    return read_events(files("npc.perception").joinpath("events.toml").read_text("utf-8"))
