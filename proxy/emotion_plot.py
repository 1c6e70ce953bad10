"""A picture of what characters feel through a scripted day, and the same in words."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from npc.emotion import Mood
from npc.emotion.day import History
from proxy.emotion_script import TICKS_PER_HOUR, Script, format_time

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MISSING = "a picture needs matplotlib: pip install 'hearthkin[plot]'"

COLOURS: dict[Mood, str] = {
    Mood.COMPOSED: "#9a9a94",
    Mood.JOYFUL: "#f2b134",
    Mood.AFFECTIONATE: "#e0569a",
    Mood.FLUSTERED: "#f4a6b8",
    Mood.EXCITED: "#ef7d22",
    Mood.FOCUSED: "#2f7fc1",
    Mood.BORED: "#8c6d4f",
    Mood.UNEASY: "#7c5cb0",
    Mood.HURT: "#3b4a8c",
    Mood.ANGRY: "#c62828",
    Mood.EXHAUSTED: "#3f6b4f",
}
PALE = {Mood.COMPOSED, Mood.JOYFUL, Mood.FLUSTERED}
"""Moods in whose colour dark letters are read more easily than white ones."""
INK = "#1d1d1b"


def describe(histories: Mapping[str, History]) -> str:
    """For each character when its primary mood changed, and to what."""
    lines = []
    for key, history in histories.items():
        runs = groupby(zip(history.ticks.tolist(), history.primary.tolist(), strict=True), lambda at: at[1])
        steps = [f"{format_time(next(iter(run))[0])} {Mood(mood).key}" for mood, run in runs]
        lines.append(f"{key}: {', '.join(steps)}")
    return "\n".join(lines)


def write_plot(script: Script, histories: Mapping[str, History], path: Path) -> None:
    """Draw histories into a file, in the format that its ending names: png, svg or pdf.

    Raises ModuleNotFoundError, with what to do about it, when matplotlib is missing, ValueError for a format
    that it doesn't know, OSError.
    """
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(MISSING) from error
    figure = Figure(figsize=(13.0, 1.2 + 2.6 * len(histories)), layout="constrained")
    FigureCanvasAgg(figure)
    draw(script, histories, figure)
    figure.savefig(path, dpi=110)


def draw(script: Script, histories: Mapping[str, History], figure: Figure) -> None:
    """Fill an empty figure: a row for each character, with its moods and below them which one shows."""
    rows = figure.subplots(len(histories), 1, sharex=True, squeeze=False)[:, 0]
    shown: set[Mood] = set()
    top = max(25.0, *(float(history.totals.max()) for history in histories.values())) * 1.04
    for axes, (key, history) in zip(rows, histories.items(), strict=True):
        shown |= _draw_one(axes, key, history, top)
        for event in script.events:
            axes.axvline(event.tick / TICKS_PER_HOUR, color="#c9c5bb", linewidth=0.7, zorder=0)
    _label_events(rows[0], script)
    first, last = script.start / TICKS_PER_HOUR, script.end / TICKS_PER_HOUR
    rows[-1].set_xlim(first, last)
    rows[-1].set_xticks(np.arange(np.ceil(first), last + 1, max(1, round((last - first) / 18))))
    rows[-1].xaxis.set_major_formatter(lambda hour, _: f"{hour:02.0f}:00")
    handles = {line.get_label(): line for axes in rows for line in axes.get_lines()}
    figure.legend(
        [handles[mood.key] for mood in sorted(shown)],
        [mood.key for mood in sorted(shown)],
        loc="outside right upper",
        frameon=False,
        fontsize=9,
    )


STRIP, GAP = 14.0, 2.0
"""Parts of a hundred of an axes' height for the strip of primary moods, and for the gap above it."""
CROWDED = 0.6
"""Hours within which events share one label."""


def _draw_one(axes: Axes, key: str, history: History, top: float) -> set[Mood]:
    """Draw one character; return the moods that ever were there."""
    hours = history.ticks / TICKS_PER_HOUR
    shown = {mood for mood in Mood if history.totals[:, mood].max() > 0.5}
    for mood in sorted(shown):
        axes.plot(hours, history.totals[:, mood], color=COLOURS[mood], linewidth=1.4, label=mood.key)
    bottom, ceiling = -top * STRIP / 100, -top * GAP / 100
    edges = np.flatnonzero(np.diff(history.primary)) + 1
    begins = np.concatenate(([0], edges))
    ends = np.concatenate((hours[edges], hours[-1:]))
    for begin, end in zip(begins.tolist(), ends.tolist(), strict=True):
        mood = Mood(int(history.primary[begin]))
        axes.fill_between([hours[begin], end], bottom, ceiling, color=COLOURS[mood], linewidth=0)
        if end - hours[begin] > 0.7:
            middle = (hours[begin] + end) / 2, (bottom + ceiling) / 2
            ink = INK if mood in PALE else "white"
            axes.text(*middle, mood.key, ha="center", va="center", fontsize=7, color=ink)
    axes.set_ylim(bottom, top)
    axes.set_yticks(np.arange(0, top, 25))
    axes.set_ylabel(key, fontsize=11)
    axes.spines[["top", "right"]].set_visible(False)
    return shown


def _label_events(axes: Axes, script: Script) -> None:
    """Write above the axes what happens; what happens soon after goes into one label."""
    labels: list[tuple[float, list[str]]] = []
    for event, label in zip(script.events, script.labels, strict=True):
        hour = event.tick / TICKS_PER_HOUR
        if labels and hour - labels[-1][0] < CROWDED:
            labels[-1][1].append(label)
        else:
            labels.append((hour, [label]))
    above = axes.get_xaxis_transform()  # hours along, parts of the axes' height up
    for hour, texts in labels:
        text = ", ".join(texts)
        axes.text(
            hour,
            1.02,
            text,
            transform=above,
            rotation=35,
            rotation_mode="anchor",
            fontsize=7.5,
            color="#59564d",
        )
