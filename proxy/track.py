"""Where a companion went and why, as the inspection port tells it and as it is kept in a file."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor
from pathlib import Path
from typing import Annotated, Any, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from proxy.asking import Ask, AskError, asking, problem_in
from proxy.wire.address import Address
from world.relief import Ground

Finite = Annotated[float, Field(allow_inf_nan=False)]
Place = tuple[Finite, Finite, Finite]
"""x, y, z of feet in blocks."""

MARGIN = 6
"""Blocks shown around all places of a track."""
WIDEST = 160
"""Blocks from side to side beyond which a map is cut, around the last place."""


class TrackError(Exception):
    """A track can't be had or read. The text says why."""


class _Part(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True)


class Sample(_Part):
    """Where the companion was after a tick in which it moved."""

    tick: int
    x: Finite
    y: Finite
    z: Finite
    teleported: bool = False
    """Whether it was put there instead of going."""
    purpose: str = ""
    """What it moved for; empty when others moved it."""

    @property
    def place(self) -> Place:
        return self.x, self.y, self.z


class Step(_Part):
    """A waypoint, and how it is reached from the one before it."""

    x: Finite
    y: Finite
    z: Finite
    move: str

    @property
    def place(self) -> Place:
        return self.x, self.y, self.z


class Trip(_Part):
    """A route that it took up."""

    tick: int
    purpose: str = ""
    start: Place
    goal: Place
    waypoints: tuple[Step, ...]
    partial: bool
    polls: int
    searched: tuple[Place, ...] = ()
    """Places that the search looked at."""

    @property
    def corners(self) -> list[Place]:
        """The start and all waypoints."""
        return [self.start, *(step.place for step in self.waypoints)]


class Remark(_Part):
    """Why it stopped short or gave up."""

    tick: int
    text: str


class Map(_Part):
    """A :class:`world.relief.Relief`."""

    x: int
    z: int
    ground: tuple[str, ...]
    heights: tuple[tuple[Finite | None, ...], ...]

    @model_validator(mode="after")
    def _check(self) -> Self:
        """A letter that means something, and a height or none, for each column of a rectangle."""
        width = len(self.ground[0]) if self.ground else 0
        if not width or {len(row) for row in (*self.ground, *self.heights)} != {width}:
            raise ValueError("rows of one length expected")
        if len(self.ground) != len(self.heights):
            raise ValueError("as many rows of heights as of ground expected")
        if unknown := set("".join(self.ground)) - set(Ground):
            raise ValueError(f"unknown ground {min(unknown)!r}")
        return self


class Track(_Part):
    """All that a picture of a companion's way is made of."""

    id: str
    name: str
    world: str
    mode: str
    purpose: str = ""
    """What it is about, such as ``goes home``."""
    state: str = ""
    """Of its legs, such as ``walking``."""
    samples: tuple[Sample, ...] = ()
    trips: tuple[Trip, ...] = ()
    """The newest last."""
    remarks: tuple[Remark, ...] = ()
    map: Map | None = None


# --- in a file


def load(path: Path) -> Track:
    """Read a track that :func:`save` wrote. Raises :class:`TrackError`."""
    try:
        return _read(path.read_text("utf-8"), str(path))
    except (OSError, UnicodeDecodeError) as error:
        raise TrackError(f"{path}: {error}") from None


def save(track: Track, path: Path) -> None:
    """Write a track as JSON. Raises :class:`TrackError`."""
    try:
        path.write_text(track.model_dump_json() + "\n", "utf-8")
    except OSError as error:
        raise TrackError(f"{path}: {error}") from None


def _read(text: str | dict[str, Any], source: str) -> Track:
    try:
        return Track.model_validate_json(text) if isinstance(text, str) else Track.model_validate(text)
    except ValidationError as error:
        raise TrackError(f"{source}: {problem_in(error)}") from None


# --- from a running Hearthkin


def fetch(npc_id: str, address: Address) -> Track:
    """Ask a running Hearthkin for the track of a companion and the map around it. Raises :class:`TrackError`."""
    try:
        with asking(address) as ask:
            return fetch_by(ask, npc_id)
    except AskError as error:
        raise TrackError(str(error)) from None


def fetch_by(ask: Ask, npc_id: str) -> Track:
    """As :func:`fetch`, through any way to ask."""
    track = _read(ask({"ask": "track", "npc": npc_id}), f"track of {npc_id}")
    places = places_of(track)
    if not places:
        return track
    corner, size = extent(places)
    try:
        answer = ask({"ask": "relief", "npc": npc_id, "corner": corner, "size": size, "places": places})
    except AskError:
        return track  # nobody is in its world, so nobody knows what is there
    return _read(track.model_dump() | {"map": answer}, f"track of {npc_id}")


def places_of(track: Track) -> list[Place]:
    """Where it was and where it goes, which is what a picture of it has to show."""
    places = [sample.place for sample in track.samples]
    for trip in track.trips:
        places += trip.corners
    if track.trips and track.trips[-1].partial:
        places += track.trips[-1].searched  # why there was no way
    return places


def extent(places: Sequence[Place]) -> tuple[tuple[int, int], tuple[int, int]]:
    """North-western column and size of the map around places, at most :data:`WIDEST` blocks around the last one."""
    corner, size = [], []
    for axis in (0, 2):
        along = [place[axis] for place in places]
        least, most = floor(min(along)) - MARGIN, ceil(max(along)) + MARGIN
        last = floor(along[-1])
        least, most = max(least, last - WIDEST // 2), min(most, last + WIDEST // 2)
        corner.append(least)
        size.append(most - least)
    return (corner[0], corner[1]), (size[0], size[1])
