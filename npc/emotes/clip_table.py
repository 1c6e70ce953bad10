"""Clips as people write them: TOML tables, checked."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from npc.emotes.clip import (
    HANDS,
    Act,
    Clip,
    Hold,
    Particles,
    PlaySound,
    Posture,
    SwingArm,
    Symbol,
    UseItem,
)
from npc.emotes.curve import Curve, Key

Tick = Annotated[int, Field(ge=0)]
Hand = Literal["main", "off"]
AngleKey = tuple[Tick, float] | tuple[Tick, float, str]
ResourceName = Annotated[str, Field(pattern=r"^(minecraft:)?[a-z0-9_./-]+$")]
SYMBOL_LIMIT = 8
"""Characters: there is little room on a name line of the oldest clients."""


class ClipError(ValueError):
    """A clip can't be read. The text names it and what is wrong."""


class _Table(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class ParticleTable(_Table):
    at: Tick
    name: ResourceName
    count: Annotated[int, Field(ge=1, le=100)] = 1
    height: Annotated[float, Field(ge=-2, le=4)] = 1.8
    ahead: Annotated[float, Field(ge=-4, le=4)] = 0.0
    spread: Annotated[float, Field(ge=0, le=4)] = 0.3
    speed: Annotated[float, Field(ge=0, le=4)] = 0.0


class SoundTable(_Table):
    at: Tick
    name: ResourceName
    volume: Annotated[float, Field(ge=0, le=4)] = 1.0
    pitch: Annotated[float, Field(ge=0.5, le=2)] = 1.0


class ClipTable(_Table):
    """A clip, with each kind of act as a list of its own. Keys of a curve are ``[tick, degrees]`` or
    ``[tick, degrees, easing]``."""

    length: Annotated[int, Field(ge=1)]
    """Ticks."""
    head_yaw: tuple[AngleKey, ...] = ()
    head_pitch: tuple[AngleKey, ...] = ()
    body_yaw: tuple[AngleKey, ...] = ()
    posture: tuple[
        tuple[
            Tick, Literal["standing", "sneaking", "sitting", "sleeping", "swimming", "spinning", "gliding"]
        ],
        ...,
    ] = ()
    swing: tuple[tuple[Tick, Hand], ...] = ()
    hold: tuple[tuple[Tick, Hand, ResourceName | Literal[""]], ...] = ()
    use: tuple[tuple[Tick, Hand | Literal[""]], ...] = ()
    symbol: tuple[tuple[Tick, Annotated[str, Field(max_length=SYMBOL_LIMIT)]], ...] = ()
    particle: tuple[ParticleTable, ...] = ()
    sound: tuple[SoundTable, ...] = ()

    @model_validator(mode="after")
    def _is_a_clip(self) -> ClipTable:
        self.clip("clip")
        return self

    def clip(self, key: str) -> Clip:
        """The clip of that name. Acts of one tick come as they are listed above: a posture before a swing."""
        acts = sorted(self._acts(), key=lambda entry: entry[0])  # stable
        return Clip(
            key,
            self.length,
            _curve("head_yaw", self.head_yaw),
            _curve("head_pitch", self.head_pitch),
            _curve("body_yaw", self.body_yaw),
            tuple(acts),
        )

    def _acts(self) -> Iterable[tuple[int, Act]]:
        for tick, posture in self.posture:
            yield tick, Posture(posture)
        for tick, hand, item in self.hold:
            yield tick, Hold(HANDS.index(hand), _bare(item) or None)
        for tick, used in self.use:
            yield tick, UseItem(HANDS.index(used) if used else None)
        for tick, hand in self.swing:
            yield tick, SwingArm(HANDS.index(hand))
        for tick, text in self.symbol:
            yield tick, Symbol(text)
        for p in self.particle:
            yield p.at, Particles(_bare(p.name), p.count, p.height, p.ahead, p.spread, p.speed)
        for s in self.sound:
            yield s.at, PlaySound(_bare(s.name), s.volume, s.pitch)


def _bare(name: str) -> str:
    return name.removeprefix("minecraft:")


def _curve(name: str, keys: Iterable[AngleKey]) -> Curve | None:
    keys = tuple(keys)
    try:
        return Curve(tuple(Key(*key) for key in keys)) if keys else None
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from None


def read_clip(key: str, text: str) -> Clip:
    """A clip from the text of its file. Raises :class:`ClipError`."""
    try:
        return ClipTable.model_validate(tomllib.loads(text)).clip(key)
    except tomllib.TOMLDecodeError as error:
        raise ClipError(f"clip {key!r}: not valid TOML: {error}") from None
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        what = first["msg"].removeprefix("Value error, ")
        raise ClipError(f"clip {key!r}: {where}: {what}" if where else f"clip {key!r}: {what}") from None


@cache
def shipped_clips() -> Mapping[str, Clip]:
    """The clips that come with the package, by name. Raises :class:`ClipError`."""
    folder = files("npc.emotes").joinpath("clips")
    names = sorted(entry.name for entry in folder.iterdir() if entry.name.endswith(".toml"))
    keys = [name.removesuffix(".toml") for name in names]
    return MappingProxyType(
        {
            key: read_clip(key, folder.joinpath(name).read_text("utf-8"))
            for key, name in zip(keys, names, strict=True)
        }
    )
