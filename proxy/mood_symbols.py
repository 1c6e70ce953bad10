"""How a mood looks on a name line: one symbol in one of the chat's colours."""

from __future__ import annotations

from typing import NamedTuple

from npc.emotion.mood import Mood

WORD_COLOR = "white"


class Symbol(NamedTuple):
    """A character and its colour, after a word or alone."""

    character: str
    """Of the Basic Multilingual Plane and as old as Unicode 4.0: the default font of each release has it."""
    color: str
    """By the chat's name for it."""
    word: str = ""
    """What a companion says with an emote: it stands before the character, in white."""

    @property
    def parts(self) -> tuple[tuple[str, str], ...]:
        """Text and color of what there is, in the order in which it stands behind a name."""
        both = ((self.word, WORD_COLOR), (self.character, self.color))
        return tuple((text, color) for text, color in both if text)


def with_word(word: str, symbol: Symbol | None) -> Symbol | None:
    """A symbol after a word; None when there is neither."""
    if symbol is not None:
        return symbol._replace(word=word)
    return Symbol(word, WORD_COLOR) if word else None


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
