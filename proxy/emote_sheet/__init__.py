"""Pictures of clips, drawn from the packets that a client gets of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from npc.emotes import Clip
from proxy.emote_sheet.playing import Frame, play
from proxy.emote_sheet.sheet import write_sheet
from proxy.versions import family_of_release, supported_releases
from proxy.versions.family import JavaFamily


class SheetError(ValueError):
    """A sheet can't be made. Its text says why, for people."""


def make_sheet(names: Sequence[str], release: str, clips: Mapping[str, Clip], path: Path) -> list[str]:
    """Draw the clips of these names, all of them without names, as a client of a release sees them.

    Returns what was drawn. Raises :class:`SheetError`, and what :func:`proxy.emote_sheet.sheet.write_sheet` does.
    """
    family = family_of_release(release)
    if not isinstance(family, JavaFamily):
        raise SheetError(f"Minecraft {release!r} isn't spoken, {supported_releases()} are")
    shown = list(dict.fromkeys(names or clips))
    missing = next((name for name in shown if name not in clips), None)
    if missing is not None:
        raise SheetError(f"there is no clip {missing!r}; there are {', '.join(clips)}")
    rows: dict[str, Sequence[Frame]] = {name: play(clips[name], family) for name in shown}
    write_sheet(rows, f"as a client of Minecraft {release} draws them; figures are ticks", path)
    return shown
