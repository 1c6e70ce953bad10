"""What a companion feels as bars in a terminal."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.live import Live
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from proxy.mood import EmotionReport, MoodState

SHORTEST, LONGEST = 10, 50
"""Cells of a bar. Of the odd ones the numbers beside them take nothing away."""


class Marks(NamedTuple):
    """What a chart is drawn with."""

    pools: str
    """Impulse, memory, context."""
    threshold: str
    primary: str
    secondary: str


BLOCKS = Marks("█▓░", "│", "●", "○")
PLAIN = Marks("#=-", "|", "*", "o")
"""For terminals and files that take nothing but ASCII."""
POOLS = ("impulse", "memory", "context")
COLOURS = ("yellow", "magenta", "cyan")
"""Of the pools."""


def marks_for(encoding: str) -> Marks:
    """The marks that an encoding has."""
    try:
        "".join(BLOCKS).encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return PLAIN
    return BLOCKS


class Bar:
    """The pools of a mood one after another, on a scale of 0 to 100, and its threshold."""

    def __init__(self, state: MoodState, marks: Marks) -> None:
        self.state = state
        self.marks = marks

    def cells(self, width: int) -> Text:
        """The bar, ``width`` cells long. What is above 100 in all doesn't count."""
        bar, level, end = Text(), 0.0, 0
        for mark, colour, pool in zip(self.marks.pools, COLOURS, self.state.pools, strict=True):
            level = min(level + pool, 100.0)
            begin, end = end, round(level * width / 100)
            bar.append(mark * (end - begin), colour)
        bar.append(" " * (width - end))
        threshold = min(int(self.state.threshold * width / 100), width - 1)
        if self.state.threshold and threshold >= end:
            return Text.assemble(bar[:threshold], (self.marks.threshold, "dim"), bar[threshold + 1 :])
        return bar

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield self.cells(min(options.max_width, LONGEST))

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        return Measurement(SHORTEST, LONGEST)


def chart(feelings: EmotionReport, marks: Marks = BLOCKS) -> RenderableType:
    """All pools of all moods, the primary and the secondary mood marked, and what it is in."""
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), header_style="dim")
    table.add_column("")
    table.add_column("mood", no_wrap=True)
    table.add_column("0 to 100")
    for name in ("total", "threshold"):
        table.add_column(name, justify="right", no_wrap=True)
    for pool, colour in zip(POOLS, COLOURS, strict=True):
        table.add_column(pool, justify="right", no_wrap=True, style=colour)
    for key, state in feelings.moods.items():
        role = {feelings.primary: marks.primary, feelings.secondary: marks.secondary}.get(key, "")
        table.add_row(
            role,
            key,
            Bar(state, marks),
            f"{state.total:.1f}",
            f"{state.threshold:g}",
            *(f"{pool:.1f}" if pool else "" for pool in state.pools),
            style="bold" if key == feelings.primary else None,
        )
    return Group(Text(headline(feelings), "bold"), Text(circumstances(feelings)), table, _legend(marks))


def show(looks: Iterable[EmotionReport], console: Console) -> None:
    """Print charts: in a terminal each in place of the one before, else one below the other."""
    marks = marks_for(console.encoding)
    if console.is_terminal:
        with Live(console=console, auto_refresh=False) as live:
            for feelings in looks:
                live.update(chart(feelings, marks), refresh=True)
    else:
        for feelings in looks:
            console.print(chart(feelings, marks))


def headline(feelings: EmotionReport) -> str:
    """Who it is and what it feels above all."""
    second = "" if feelings.secondary is None else f", and {_strength(feelings, feelings.secondary)}"
    who = f"{feelings.name} ({feelings.id}, {feelings.temperament})"
    return f"{who} is {_strength(feelings, feelings.primary)}{second}"


def circumstances(feelings: EmotionReport) -> str:
    """What it is in."""
    situation = feelings.situation
    states = [name.replace("_", " ") for name, value in situation.items() if value is True]
    if not feelings.loaded:
        states.append("time stands still: no client holds its chunk")
    return ", ".join([f"health {feelings.health:g} of {feelings.full_health:g}", *states])


def _strength(feelings: EmotionReport, key: str) -> str:
    state = feelings.moods.get(key)
    return key if state is None else f"{key} {state.total:.1f}"


def _legend(marks: Marks) -> Text:
    legend = Text.assemble(f"{marks.primary} primary  {marks.secondary} secondary  ")
    for pool, mark, colour in zip(POOLS, marks.pools, COLOURS, strict=True):
        legend.append(mark, colour).append(f" {pool}  ")
    return legend.append(marks.threshold, "dim").append(" threshold")
