"""Where somebody looks, and what lies within."""

from __future__ import annotations

from math import cos, hypot, isfinite, radians, sin
from typing import NamedTuple

from world.sight import Point, Sight

FIELD = 120.0
"""Degrees, from one edge of the field of view to the other, all around the direction of the look."""
_EDGE = cos(radians(FIELD / 2))
TOUCHING = 0.5
"""Blocks within which there is no direction: who stands in one's face is seen."""


class Eyes(NamedTuple):
    """Place of the eyes in blocks, direction of the head in degrees: yaw 0 south, 90 west; pitch 90 down."""

    x: float
    y: float
    z: float
    yaw: float
    pitch: float = 0.0

    @property
    def place(self) -> Point:
        return self.x, self.y, self.z

    def distance(self, point: Point) -> float:
        """Blocks."""
        return hypot(point[0] - self.x, point[1] - self.y, point[2] - self.z)

    def faces(self, point: Point) -> bool:
        """Whether a point lies in the field of view, however far and whatever is between."""
        dx, dy, dz = point[0] - self.x, point[1] - self.y, point[2] - self.z
        distance = hypot(dx, dy, dz)
        if distance <= TOUCHING:
            return True
        yaw, pitch = radians(self.yaw), radians(self.pitch)
        level = cos(pitch)
        along = -sin(yaw) * level * dx - sin(pitch) * dy + cos(yaw) * level * dz
        return along >= _EDGE * distance

    def can_watch(self, point: Point, reach: float) -> bool:
        """Whether a point is near enough and in the field of view. A point that isn't finite is nowhere."""
        return all(map(isfinite, point)) and self.distance(point) <= reach and self.faces(point)


class Silhouette(NamedTuple):
    """What is to be seen of a body: its eyes, its middle and its feet."""

    eyes: Point
    middle: Point
    feet: Point

    @classmethod
    def of(cls, x: float, y: float, z: float, eye_height: float) -> Silhouette:
        """Of a body at ``y`` (feet) whose eyes are ``eye_height`` blocks above."""
        return cls((x, y + eye_height, z), (x, y + eye_height / 2, z), (x, y + min(0.1, eye_height), z))


def sees(eyes: Eyes, body: Silhouette, reach: float, sight: Sight) -> bool:
    """Whether any part of a body is near enough, in the field of view, and not behind something."""
    return any(eyes.can_watch(part, reach) and sight.is_clear(eyes.place, part) for part in body)
