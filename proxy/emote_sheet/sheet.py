"""A picture of clips: a row for each, with the moments that show best how it goes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from proxy.emote_sheet.draw import draw_dots, draw_stance
from proxy.emote_sheet.mannequin import Matrix, faces_of
from proxy.emote_sheet.playing import Frame

if TYPE_CHECKING:
    from matplotlib.figure import Figure

MISSING = "a picture needs matplotlib: pip install 'hearthkin[plot]'"
FRAMES = 12
"""Pictures in a row."""
CELL = 0.95, 1.42
"""Inches that a picture takes, wide and high."""
INK, PALE = "#1d1d1b", "#77736a"


def write_sheet(rows: Mapping[str, Sequence[Frame]], title: str, path: Path) -> None:
    """Draw into a file, in the format that its ending names: png, svg or pdf. ``rows``: by name of the clip.

    Raises ModuleNotFoundError, with what to do about it, when matplotlib is missing, ValueError for a format
    that it doesn't know, OSError.
    """
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(MISSING) from error
    figure = Figure(figsize=(CELL[0] * FRAMES, CELL[1] * len(rows) + 0.3))
    FigureCanvasAgg(figure)
    draw_sheet(rows, title, figure)
    figure.savefig(path, dpi=80)


def draw_sheet(rows: Mapping[str, Sequence[Frame]], title: str, figure: Figure) -> None:
    """Fill an empty figure."""
    figure.text(0.005, 1 - 0.08 / figure.get_figheight(), title, fontsize=8, color=PALE, va="top")
    grid = figure.subplots(len(rows), FRAMES, squeeze=False)
    top = 1 - 0.3 / figure.get_figheight()
    figure.subplots_adjust(left=0.0, right=1.0, bottom=0.0, top=top, wspace=0.0, hspace=0.0)
    for cells, (name, frames) in zip(grid, rows.items(), strict=True):
        chosen = telling(frames, FRAMES)
        for axes, frame in zip(cells, chosen, strict=False):
            draw_stance(axes, frame.stance, frame.lift)
            draw_dots(axes, frame.dots)
            axes.text(
                0.5, 0.86, f"{frame.tick}", transform=axes.transAxes, fontsize=6, color=PALE, ha="center"
            )
            axes.text(
                0.5, 0.775, frame.symbol, transform=axes.transAxes, fontsize=8, color=INK, ha="center",
                family="DejaVu Sans",
            )  # fmt: skip
        for axes in cells[len(chosen) :]:
            axes.axis("off")
        cells[0].text(0.04, 0.99, _heading(name, frames), transform=cells[0].transAxes, fontsize=8, va="top")


def _heading(name: str, frames: Sequence[Frame]) -> str:
    sounds = Counter(sound for frame in frames for sound in frame.sounds)
    heard = ", ".join(f"{sound} ×{count}" if count > 1 else sound for sound, count in sounds.items())
    return f"{name}   [{heard}]" if heard else name


def telling(frames: Sequence[Frame], count: int) -> list[Frame]:
    """``count`` frames, the first one and of each part of the rest the one that differs most from the one before.

    The parts are of equal length; fewer frames than that are all told.
    """
    if len(frames) <= count:
        return list(frames)
    bounds = np.linspace(1, len(frames), count).astype(int).tolist()
    chosen = [frames[0]]
    for begin, end in pairwise(bounds):
        before = _corners(chosen[-1])
        differences = [_difference(before, _corners(frame)) for frame in frames[begin:end]]
        chosen.append(frames[begin + int(np.argmax(differences))])
    return chosen


def _corners(frame: Frame) -> Matrix:
    """(n, 3) in blocks, of the six limbs alone."""
    corners: Matrix = np.concatenate(
        [face.corners for face in faces_of(frame.stance, frame.lift) if face.part != "item"]
    )
    return corners


def _difference(before: Matrix, after: Matrix) -> float:
    return float(np.abs(before - after).sum())
