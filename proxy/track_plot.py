"""A picture of where a companion went and why: from above, and its height over time.

matplotlib draws it, which the extra ``plot`` of the package brings along.
"""

from __future__ import annotations

from itertools import pairwise
from math import dist, hypot
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
import numpy.typing as npt

from npc.clock import TICKS_PER_SECOND
from proxy.track import Map, Place, Sample, Track, Trip
from world.paths.route import Move
from world.relief import CLIMB, Ground

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Colour = Literal["speed", "tick"]

MISSING = "a picture needs matplotlib: pip install 'hearthkin[plot]'"

INK, EDGE = "#1d1d1b", "#59564d"
ROUTE, SEARCH, TELEPORT = "#d1007a", "#5b3fa0", "#ff7f00"
COLOURS: dict[Ground, str] = {
    Ground.FLOOR: "#b5c7a3",
    Ground.WALL: "#4c4a48",
    Ground.WATER: "#6fa8dc",
    Ground.LAVA: "#e8542f",
    Ground.HAZARD: "#f2b134",
    Ground.FARMLAND: "#a97c50",
    Ground.LADDER: "#8a5a2b",
    Ground.DOOR: "#c58bd0",
    Ground.ABYSS: "#000000",
    Ground.UNKNOWN: "#ffffff",
}
LEGEND: dict[Ground, str] = {
    Ground.FLOOR: "floor",
    Ground.WALL: "wall, from where it walks",
    Ground.WATER: "water",
    Ground.LAVA: "lava",
    Ground.HAZARD: "hurts",
    Ground.FARMLAND: "farmland",
    Ground.LADDER: "to climb",
    Ground.DOOR: "closed door or gate",
    Ground.ABYSS: "too deep to see",
    Ground.UNKNOWN: "not loaded",
}
SHADED = (Ground.FLOOR, Ground.FARMLAND)
RELIEF = 6.0
"""Blocks above or below the height of most places at which shading is at its end."""
MARKERS: dict[str, tuple[str, str]] = {
    Move.WALK.name.lower(): ("o", "walk"),
    Move.HOP.name.lower(): ("^", "hop"),
    Move.DROP.name.lower(): ("v", "drop"),
    Move.CLIMB.name.lower(): ("D", "climb"),
    Move.SWIM.name.lower(): ("s", "swim"),
    Move.LEAP.name.lower(): ("P", "leap"),
    Move.DOOR.name.lower(): ("X", "through a door"),
    Move.FLY.name.lower(): ("*", "fly"),
}
FASTEST = 6.0
"""Blocks a second at which the colours of speed end."""
SLIDING = 8
"""Ticks for which a body may go on after it gave up its purpose."""
CHARACTER_WIDTH = 0.008
"""Of the small words, as a share of the picture's width."""
MAP_WIDTH, PROFILE_HEIGHT = 9.3, 1.5
"""Inches."""
LABEL_EVERY = 5
"""Seconds between two labels of time along the way."""


def write_plot(track: Track, path: Path, colour: Colour = "speed") -> None:
    """Draw a track into a file, in the format that its ending names: png, svg or pdf.

    ``colour`` is what the colours of its way tell. Raises ModuleNotFoundError, with what to do about it, when
    matplotlib is missing, ValueError for a format that it doesn't know, OSError.
    """
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(MISSING) from error
    figure = Figure(
        figsize=(MAP_WIDTH + 3.2, _map_height(track) + PROFILE_HEIGHT + 1.9), layout="constrained"
    )
    FigureCanvasAgg(figure)
    draw(track, figure, colour)
    figure.savefig(path, dpi=110)


def draw(track: Track, figure: Figure, colour: Colour = "speed") -> None:
    """Fill an empty figure."""
    figure.suptitle(describe(track), fontsize=11, x=0.01, ha="left", linespacing=1.4)
    above, beside = figure.subplots(2, 1, height_ratios=(_map_height(track), PROFILE_HEIGHT))
    above.set_aspect("equal")
    handles = [] if track.map is None else _draw_map(track.map, above)
    handles += _draw_routes(track, above)
    handles += _draw_way(track, above, colour)
    above.set_xlabel("x (to the east)")
    above.set_ylabel("z (to the south)")
    if (seen := track.map) is not None:
        above.set_xlim(seen.x, seen.x + len(seen.ground[0]))
        above.set_ylim(seen.z, seen.z + len(seen.ground))
    above.yaxis.set_inverted(True)
    for axis in (above.xaxis, above.yaxis):
        axis.get_major_locator().set_params(integer=True)
    above.legend(
        handles=handles,
        loc="upper left",
        bbox_to_anchor=(1.01, 1.0),
        borderaxespad=0.0,
        fontsize=8,
        frameon=False,
    )
    _draw_heights(track, beside)


def describe(track: Track) -> str:
    """Who, what about, where from and to, and how well the search went, in a few lines."""
    about = f"{track.mode}: {track.purpose}" if track.purpose else track.mode
    lines = [
        f"{track.name} ({track.id}) in {track.world}. {about}" + (f" ({track.state})" if track.state else "")
    ]
    if track.trips:
        trip = track.trips[-1]
        length = sum(dist(a, b) for a, b in pairwise(trip.corners))
        lines.append(
            f"last route, from {_place(trip.start)} to {_place(trip.goal)}: {length:.1f} blocks over "
            f"{len(trip.waypoints)} waypoints, {trip.polls} places looked at"
        )
        if trip.partial:
            end = trip.corners[-1]
            lines.append(
                f"no whole way found: it ends at {_place(end)}, {dist(end, trip.goal):.1f} blocks short"
            )
    if track.samples:
        first, last = track.samples[0].tick, track.samples[-1].tick
        lines.append(f"seen for {(last - first) / TICKS_PER_SECOND:.1f} s, ticks {first} to {last}")
    return "\n".join(lines)


def _place(place: Place) -> str:
    return "({:.1f}, {:.1f}, {:.1f})".format(*place)


def _map_height(track: Track) -> float:
    """Inches that the map takes at its width."""
    if track.map is None:
        return 6.0
    return max(2.0, min(9.0, MAP_WIDTH * len(track.map.ground) / len(track.map.ground[0])))


# --- from above


def _draw_map(seen: Map, axes: Axes) -> list[Artist]:
    """Draw what is there; return what belongs into the legend."""
    from matplotlib.collections import LineCollection
    from matplotlib.patches import Patch

    grounds = [[Ground(letter) for letter in row] for row in seen.ground]
    heights = np.array([[np.nan if y is None else y for y in row] for row in seen.heights])
    depth, width = heights.shape
    right, lower = seen.x + width, seen.z + depth
    # Columns that aren't known let this through.
    axes.patch.set(facecolor="white", edgecolor="#c9c5bb", hatch="////", linewidth=0.0)
    axes.imshow(_shaded(grounds, heights), extent=(seen.x, right, lower, seen.z), interpolation="nearest")
    axes.add_collection(LineCollection(_ledges(seen, grounds, heights), colors=EDGE, linewidths=0.8))
    present = {ground for row in grounds for ground in row}
    return [
        Patch(
            facecolor=COLOURS[ground],
            edgecolor="#c9c5bb",
            linewidth=0.4,
            hatch="////" if ground is Ground.UNKNOWN else None,
            label=_legend(ground, grounds, heights),
        )
        for ground in Ground
        if ground in present
    ]


def _legend(ground: Ground, grounds: list[list[Ground]], heights: npt.NDArray[np.float64]) -> str:
    if ground is not Ground.FLOOR:
        return LEGEND[ground]
    levels = heights[np.array([[here is ground for here in row] for row in grounds])]
    return f"floor, y {levels.min():.4g} (darkest) to {levels.max():.4g}"


def _shaded(grounds: list[list[Ground]], heights: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Colours of the columns, shape (z, x, 4)."""
    from matplotlib.colors import to_rgb

    number = {ground: index for index, ground in enumerate(Ground)}
    palette = np.array([to_rgb(COLOURS[ground]) for ground in Ground])
    kinds = np.array([[number[ground] for ground in row] for row in grounds])
    colours: npt.NDArray[np.float64] = palette[kinds]
    shaded = np.isin(kinds, [number[ground] for ground in SHADED])
    if shaded.any():
        offset = (heights[shaded] - np.nanmedian(heights[shaded])) / RELIEF
        share = np.clip(np.nan_to_num(offset), -1.0, 1.0)[:, None] * 0.6
        towards = np.where(share > 0.0, 1.0, 0.0)
        colours[shaded] += (towards - colours[shaded]) * np.abs(share)
    known = kinds != number[Ground.UNKNOWN]
    return np.dstack([colours, known.astype(np.float64)])


def _ledges(
    seen: Map, grounds: list[list[Ground]], heights: npt.NDArray[np.float64]
) -> list[list[tuple[float, float]]]:
    """Lines between columns of floor so different in height that nobody walks from the lower one to the higher."""
    walls = np.array([[ground is Ground.WALL for ground in row] for row in grounds])
    level = np.where(walls, np.nan, heights)
    lines: list[list[tuple[float, float]]] = []
    for z, x in np.argwhere(np.abs(np.diff(level, axis=1)) > CLIMB).tolist():
        east = seen.x + x + 1
        lines.append([(east, seen.z + z), (east, seen.z + z + 1)])
    for z, x in np.argwhere(np.abs(np.diff(level, axis=0)) > CLIMB).tolist():
        south = seen.z + z + 1
        lines.append([(seen.x + x, south), (seen.x + x + 1, south)])
    return lines


def _draw_routes(track: Track, axes: Axes) -> list[Artist]:
    """Draw the last route with its moves, those before it faintly; return what belongs into the legend."""
    handles: list[Artist] = []
    for trip in track.trips[:-1]:
        xs, _, zs = zip(*trip.corners, strict=True)
        handles[:] = axes.plot(
            xs, zs, color=ROUTE, linewidth=0.8, alpha=0.4, zorder=4.4, label="routes before"
        )
    if not track.trips:
        return handles
    trip = track.trips[-1]
    if trip.searched:
        xs, _, zs = zip(*trip.searched, strict=True)
        handles += axes.plot(
            xs, zs, ".", color=SEARCH, markersize=3.5, alpha=0.5, label="looked at in the search"
        )
    xs, _, zs = zip(*trip.corners, strict=True)
    axes.plot(xs, zs, color=ROUTE, linewidth=1.0, zorder=4.5)
    handles += _draw_moves(trip, axes)
    if trip.partial:
        handles += axes.plot(
            [xs[-1], trip.goal[0]], [zs[-1], trip.goal[2]],
            color=ROUTE, linewidth=1.0, linestyle=":", zorder=4.5, label="no way found from there",
        )  # fmt: skip
    handles += axes.plot(
        trip.goal[0], trip.goal[2], "*", color="#ffd21f", markeredgecolor=INK, markersize=15.0, zorder=6, linestyle="",
        label="where it wants to go",
    )  # fmt: skip
    return handles


def _draw_moves(trip: Trip, axes: Axes) -> list[Artist]:
    from matplotlib.lines import Line2D

    handles: list[Artist] = []
    for move, (marker, name) in MARKERS.items():
        steps = [step for step in trip.waypoints if step.move == move]
        if steps:
            style: dict[str, Any] = {
                "marker": marker,
                "color": ROUTE,
                "markersize": 6.0,
                "markeredgecolor": "white",
            }
            axes.plot(
                [s.x for s in steps],
                [s.z for s in steps],
                linestyle="",
                markeredgewidth=0.4,
                zorder=4.6,
                **style,
            )
            handles.append(Line2D([], [], linewidth=1.0, label=f"route: {name} ({len(steps)})", **style))
    return handles


def _draw_way(track: Track, axes: Axes, colour: Colour) -> list[Artist]:
    """Draw where it was, in colours; return what belongs into the legend."""
    from matplotlib.cm import ScalarMappable
    from matplotlib.collections import LineCollection
    from matplotlib.colors import Normalize
    from matplotlib.lines import Line2D

    samples = track.samples
    if not samples:
        return []
    steps = [pair for pair in pairwise(samples) if not pair[1].teleported]
    values = [_speed(*pair) if colour == "speed" else pair[1].tick for pair in steps]
    ends = (0.0, FASTEST) if colour == "speed" else (samples[0].tick, samples[-1].tick)
    shades = ScalarMappable(Normalize(*ends), "plasma" if colour == "speed" else "viridis")
    segments = [[(a.x, a.z), (b.x, b.z)] for a, b in steps]
    axes.add_collection(LineCollection(segments, colors=INK, linewidths=5.0, capstyle="round", zorder=4))
    axes.add_collection(
        LineCollection(
            segments, colors=shades.to_rgba(np.array(values)), linewidths=3.4, capstyle="round", zorder=4.1
        )
    )
    assert axes.figure is not None
    axes.figure.colorbar(
        shades, ax=axes, shrink=0.5, anchor=(0.0, 0.0), pad=0.02,
        label="speed (blocks a second)" if colour == "speed" else "tick",
    )  # fmt: skip
    _label_times(samples, axes)
    first, last = samples[0], samples[-1]
    handles: list[Artist] = []
    handles += axes.plot(
        first.x, first.z, "o", color="#2e9e4f", markeredgecolor="white", markersize=9.0, zorder=5, linestyle="",
        label="where it was first",
    )  # fmt: skip
    handles += axes.plot(
        last.x, last.z, "o", color=INK, markeredgecolor="white", markersize=9.0, zorder=5, linestyle="",
        label="where it is now",
    )  # fmt: skip
    jumps = [pair for pair in pairwise(samples) if pair[1].teleported]
    for before, after in jumps:
        arrow = {"arrowstyle": "->", "color": TELEPORT, "linestyle": "--", "linewidth": 1.6}
        axes.annotate("", (after.x, after.z), (before.x, before.z), arrowprops=arrow, zorder=5)
    if jumps:
        handles.append(Line2D([], [], color=TELEPORT, linestyle="--", label=f"teleported: {len(jumps)}"))
    return handles


def _speed(before: Sample, after: Sample) -> float:
    """Blocks a second, upwards too. It rested up to the tick in which it went from the one to the other."""
    return dist(before.place, after.place) * TICKS_PER_SECOND


def _label_times(samples: tuple[Sample, ...], axes: Axes) -> None:
    """Write beside the way how many seconds after the first sample it was there, unless it stood there before."""
    labelled: list[Sample] = [samples[0]]
    for sample in samples:
        seconds, rest = divmod(sample.tick - samples[0].tick, TICKS_PER_SECOND)
        near = any(hypot(sample.x - other.x, sample.z - other.z) < 2.0 for other in labelled)
        if rest or seconds % LABEL_EVERY or near:
            continue
        labelled.append(sample)
        axes.annotate(
            f"{seconds} s", (sample.x, sample.z), (0, 9), textcoords="offset points", ha="center", fontsize=7,
            zorder=7, bbox={"boxstyle": "round,pad=0.15", "facecolor": "white", "alpha": 0.75, "linewidth": 0.0},
        )  # fmt: skip


# --- from the side


def _draw_heights(track: Track, axes: Axes) -> None:
    """Height over time, each sample in the colour of what is there on the map."""
    samples = track.samples
    axes.set_xlabel("seconds")
    axes.set_ylabel("y of the feet")
    axes.grid(visible=True, color="#e4e1d9", linewidth=0.6)
    axes.set_axisbelow(True)
    if not samples:
        return
    seconds = [(sample.tick - samples[0].tick) / TICKS_PER_SECOND for sample in samples]
    heights = [sample.y for sample in samples]
    axes.plot(seconds, heights, color=INK, linewidth=0.8)
    axes.scatter(
        seconds,
        heights,
        s=14.0,
        c=[_colour_at(track.map, s) for s in samples],
        edgecolors=INK,
        linewidths=0.3,
    )
    for second, sample in zip(seconds, samples, strict=True):
        if sample.teleported:
            axes.axvline(second, color=TELEPORT, linestyle="--", linewidth=1.2)
    if track.trips:
        axes.axhline(track.trips[-1].goal[1], color=ROUTE, linewidth=0.8, linestyle=":")
    for remark in track.remarks:
        second = (remark.tick - samples[0].tick) / TICKS_PER_SECOND
        axes.axvline(second, color=ROUTE, linewidth=0.8)
        axes.annotate(
            remark.text, (second, 0.0), (2, 3), xycoords=("data", "axes fraction"), textcoords="offset points",
            fontsize=7, color=ROUTE,
        )  # fmt: skip
    written = 0.0
    """Seconds up to which there are words."""
    for begin, end, purpose in _purposes(samples):
        axes.axvspan(begin, end, color="#ece9df", zorder=0)
        if begin >= written:
            written = begin + len(purpose) * CHARACTER_WIDTH * seconds[-1]
            axes.annotate(
                purpose, (begin, 1.0), (2, -3), xycoords=("data", "axes fraction"), textcoords="offset points",
                va="top", fontsize=7, color=INK,
            )  # fmt: skip
    lowest, room = min(heights), max(2.0, max(heights) - min(heights))
    axes.set_ylim(lowest - room * 0.12, lowest + room * 1.3)


def _purposes(samples: tuple[Sample, ...]) -> list[tuple[float, float, str]]:
    """What it moved for, from when to when in seconds after the first sample; a rest ends a span."""
    spans: list[tuple[float, float, str]] = []
    begin = samples[0]
    for sample, after in zip(samples, (*samples[1:], None), strict=True):
        if after is None or after.purpose != begin.purpose or after.tick - sample.tick > TICKS_PER_SECOND:
            ticks = [at.tick - samples[0].tick for at in (begin, sample)]
            if begin.purpose or ticks[1] - ticks[0] > SLIDING:
                seconds = [tick / TICKS_PER_SECOND for tick in ticks]
                spans.append((seconds[0], seconds[1], begin.purpose or "moved by others"))
            if after is not None:
                begin = after
    return spans


def _colour_at(seen: Map | None, sample: Sample) -> str:
    if seen is None:
        return COLOURS[Ground.FLOOR]
    row, column = int(sample.z // 1) - seen.z, int(sample.x // 1) - seen.x
    if not (0 <= row < len(seen.ground) and 0 <= column < len(seen.ground[row])):
        return COLOURS[Ground.UNKNOWN]
    return COLOURS[Ground(seen.ground[row][column])]
