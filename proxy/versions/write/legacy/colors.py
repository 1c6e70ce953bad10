"""Colors in plain text, as 1.8 to 1.12.2 have it in names."""

from __future__ import annotations

from proxy.mood_symbols import Symbol

_COLORS = (
    *("black", "dark_blue", "dark_green", "dark_aqua", "dark_red", "dark_purple", "gold", "gray"),
    *("dark_gray", "blue", "green", "aqua", "red", "light_purple", "yellow", "white"),
)
"""By the hexadecimal digit of their code."""


def colored(symbol: Symbol) -> str:
    """What stands behind a name. Raises ValueError for a color that there isn't."""
    return "".join(f" \N{SECTION SIGN}{_COLORS.index(color):x}{text}" for text, color in symbol.parts)
