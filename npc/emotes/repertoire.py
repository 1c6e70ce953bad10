"""The emotes and clips that companions of a simulation may have: those of the package and those of its user."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from npc.emotes.clip import Clip
from npc.emotes.clip_table import shipped_clips
from npc.emotes.definition import EmoteCatalogue, EmoteDefinition


class EmoteError(ValueError):
    """There is no such emote, or no such clip for one. The text says what there is instead."""

    def __init__(self, emote_id: str, problem: str, choices: Iterable[str]) -> None:
        self.emote_id = emote_id
        self.problem = f"{problem}; there are {', '.join(choices)}"
        super().__init__(f"emote {emote_id!r}: {self.problem}")


class EmoteTable(BaseModel):
    """An emote as people write it."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    clip: Annotated[str, Field(min_length=1)] | None = None
    """The one of its own name unless given."""
    duration: Annotated[int, Field(ge=1)] | None = None
    """Ticks; as long as its clip unless given."""
    loop: bool = False
    priority: int = 0
    cooldown: Annotated[int, Field(ge=0)] = 0
    """Ticks."""
    flags: Annotated[int, Field(ge=0)] = 0
    interruptible: bool = True


class Repertoire:
    """Emotes by id, in order, and every clip that they name."""

    def __init__(self, emotes: Mapping[str, EmoteDefinition], clips: Mapping[str, Clip]) -> None:
        """Raises :class:`EmoteError` for an emote whose clip isn't there."""
        for definition in emotes.values():
            if definition.animation_key not in clips:
                raise EmoteError(definition.id, f"there is no clip {definition.animation_key!r}", clips)
        self.emotes = MappingProxyType(dict(emotes))
        self.clips = MappingProxyType(dict(clips))

    def with_more(self, emotes: Mapping[str, EmoteTable], clips: Mapping[str, Clip]) -> Repertoire:
        """One that has these too; an id or a name that is known already stands for the new one.

        Raises :class:`EmoteError` for an emote whose clip isn't there.
        """
        all_clips = {**self.clips, **clips}
        defined = {key: _definition(key, table, all_clips) for key, table in emotes.items()}
        return Repertoire({**self.emotes, **defined}, all_clips)

    def catalogue(self, ids: Iterable[str] | None = None) -> EmoteCatalogue:
        """The emotes of one companion: all of them, or those of these ids in their order.

        Raises :class:`EmoteError` for an id that isn't there.
        """
        if ids is None:
            return EmoteCatalogue(self.emotes.values)
        chosen = tuple(self.find(emote_id) for emote_id in ids)
        return EmoteCatalogue(lambda: chosen)

    def find(self, emote_id: str) -> EmoteDefinition:
        """Raises :class:`EmoteError` for an id that isn't there."""
        try:
            return self.emotes[emote_id]
        except KeyError:
            raise EmoteError(emote_id, "there is none of that id", self.emotes) from None


def _definition(emote_id: str, table: EmoteTable, clips: Mapping[str, Clip]) -> EmoteDefinition:
    key = table.clip if table.clip is not None else emote_id
    if key not in clips:
        raise EmoteError(emote_id, f"there is no clip {key!r}", clips)
    return EmoteDefinition(
        emote_id,
        key,
        table.duration if table.duration is not None else clips[key].length,
        loop=table.loop,
        priority=table.priority,
        cooldown_ticks=table.cooldown,
        flags=table.flags,
        interruptible=table.interruptible,
    )


@cache
def shipped_repertoire() -> Repertoire:
    """The emotes and clips that come with the package."""
    text = files("npc.emotes").joinpath("emotes.toml").read_text("utf-8")
    tables = {key: EmoteTable.model_validate(table) for key, table in tomllib.loads(text).items()}
    return Repertoire({}, shipped_clips()).with_more(tables, {})
