"""Draws stances as a camera a few blocks away sees them."""

from __future__ import annotations

from collections.abc import Iterable
from math import radians
from typing import TYPE_CHECKING

import numpy as np

from proxy.emote_sheet.mannequin import Matrix, Stance, faces_of, turn_x, turn_y

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from proxy.emote_sheet.playing import Dot

COLOURS = {
    "head": (0.45, 0.30, 0.20),
    "body": (0.22, 0.55, 0.60),
    "arm": (0.90, 0.72, 0.58),
    "leg": (0.26, 0.28, 0.52),
    "item": (0.75, 0.30, 0.22),
}
FACE_COLOUR = (0.95, 0.78, 0.64)
DOT_COLOURS = {
    "happy_villager": "#2fb52a",
    "splash": "#3f76d6",
    "rain": "#3f76d6",
    "falling_water": "#3f76d6",
    "note": "#a04fc2",
    "heart": "#d6303a",
    "item": "#c8442a",
    "flame": "#ef7d22",
}
OTHER_DOT = "#77736a"
SHADES = {"front": 1.0, "back": 0.72, "left": 0.86, "right": 0.86, "top": 0.95, "bottom": 0.55}
CAMERA_YAW, CAMERA_PITCH = 35.0, 12.0
"""Degrees beside and above the way a body of yaw 0 looks."""
WIDE, LOW, HIGH = 1.1, -0.4, 2.9
"""Blocks to either side, below and above the feet that a picture shows."""


def camera() -> Matrix:
    """(3, 3) from the world to the picture: right, up, towards the eye."""
    matrix: Matrix = (turn_x(radians(CAMERA_PITCH)) @ turn_y(radians(CAMERA_YAW)))[:3, :3]
    return matrix


def draw_stance(axes: Axes, stance: Stance, lift: float = 0.0) -> None:
    """Draw one, ``lift`` blocks above the ground; the axes get blocks as their unit."""
    from matplotlib.collections import PolyCollection

    view = camera()
    seen = []
    for face in faces_of(stance, lift):
        corners = face.corners @ view.T
        colour = FACE_COLOUR if (face.part, face.side) == ("head", "front") else COLOURS[face.part]
        shade = SHADES[face.side]
        seen.append((corners[:, 2].mean(), corners[:, :2], tuple(part * shade for part in colour)))
    seen.sort(key=lambda entry: entry[0])
    axes.add_collection(
        PolyCollection(
            [corners for _, corners, _ in seen],
            facecolors=[colour for _, _, colour in seen],
            edgecolors=(0, 0, 0, 0.35),
            linewidths=0.3,
        )
    )
    axes.set_xlim(-WIDE, WIDE)
    axes.set_ylim(LOW, HIGH)
    axes.set_aspect("equal")
    axes.axis("off")


def draw_dots(axes: Axes, dots: Iterable[Dot]) -> None:
    """Draw particles, the older the paler."""
    view = camera()
    for dot in dots:
        right, up, _ = view @ np.array(dot.position)
        colour = DOT_COLOURS.get(dot.particle, OTHER_DOT)
        axes.plot(
            [right],
            [up],
            "o",
            color=colour,
            markersize=3,
            markeredgecolor="white",
            markeredgewidth=0.3,
            alpha=1 / (1 + dot.age / 6),
        )
