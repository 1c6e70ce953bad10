"""How a mood looks on a name line: one symbol in one of the chat's colours."""

from __future__ import annotations

from typing import NamedTuple

from npc.emotion.mood import Mood


class Symbol(NamedTuple):
    """A character and its colour."""

    character: str
    """Of the Basic Multilingual Plane and as old as Unicode 4.0: the default font of each release has it."""
    color: str
    """By the chat's name for it."""


MOOD_SYMBOLS: dict[Mood, Symbol | None] = {
    Mood.COMPOSED: None,
    Mood.JOYFUL: Symbol("\N{WHITE SMILING FACE}", "green"),
    Mood.AFFECTIONATE: Symbol("\N{BLACK HEART SUIT}", "light_purple"),
    Mood.FLUSTERED: Symbol("\N{DITTO MARK}", "gold"),
    Mood.EXCITED: Symbol("\N{BLACK STAR}", "yellow"),
    Mood.FOCUSED: Symbol("\N{BULLSEYE}", "aqua"),
    Mood.BORED: Symbol("\N{HORIZONTAL ELLIPSIS}", "gray"),
    Mood.UNEASY: Symbol("\N{CLOUD}", "dark_aqua"),
    Mood.HURT: Symbol("\N{WHITE FROWNING FACE}", "blue"),
    Mood.ANGRY: Symbol("\N{HIGH VOLTAGE SIGN}", "red"),
    Mood.EXHAUSTED: Symbol("\N{LAST QUARTER MOON}", "dark_purple"),
}
"""By mood. Who is composed shows none."""
