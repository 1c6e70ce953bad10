"""How a head and a body turn: the head first, the body after it, neither further than a neck allows."""

from __future__ import annotations

from math import atan2, copysign, degrees, hypot

from npc.stage_port import Actor

HEAD_SPEED = 30.0
BODY_SPEED = 12.0
"""Degrees a tick."""
HEAD_REACH = 75.0
"""How far the head turns away from the body."""
FOLLOW_ANGLE = 50.0
"""Beyond this the body comes after, until it stands as the head does."""
BEHIND_ANGLE = 150.0
"""Somebody further round than this is behind: the head stays over the shoulder it looks over."""
OVERHEAD = 0.1
"""Blocks of horizontal distance below which a direction has no meaning."""


def wrap_degrees(angle: float) -> float:
    """The same angle in [-180, 180)."""
    return (angle + 180.0) % 360.0 - 180.0


def direction(dx: float, dz: float) -> float:
    """Yaw in degrees towards a horizontal offset: 0 south (+z), 90 west (-x)."""
    return degrees(atan2(-dx, dz))


def look_angles(dx: float, dy: float, dz: float) -> tuple[float | None, float]:
    """Yaw and pitch in degrees that look along an offset in blocks; yaw None straight up or down."""
    distance = hypot(dx, dz)
    yaw = direction(dx, dz) if distance > OVERHEAD else None
    return yaw, -degrees(atan2(dy, distance))


def _step(difference: float, limit: float) -> float:
    return max(-limit, min(limit, difference))


class Neck:
    """Turns an actor's head and body a tick at a time."""

    __slots__ = ("_following",)

    def __init__(self) -> None:
        self._following = False

    def turn(self, actor: Actor, yaw: float | None, pitch: float, *, settle: bool = False) -> None:
        """One tick towards ``yaw`` (None: as it is) and ``pitch``.

        With ``settle`` the body follows at once, however little the head is turned.
        """
        if settle and actor.yaw == actor.head_yaw == yaw and actor.pitch == pitch:
            return  # by far the most frequent case: nobody near, all at rest
        offset = wrap_degrees(actor.head_yaw - actor.yaw)
        wanted = offset if yaw is None else wrap_degrees(yaw - actor.yaw)
        if abs(wanted) > BEHIND_ANGLE and offset:
            wanted = copysign(HEAD_REACH, offset)
        # Both offsets lie within the neck's reach, so the way between them never leads round the back.
        offset = _step(offset, HEAD_REACH)
        offset += _step(_step(wanted, HEAD_REACH) - offset, HEAD_SPEED)

        if settle or abs(offset) > FOLLOW_ANGLE:
            self._following = True
        turned = _step(offset, BODY_SPEED) if self._following else 0.0
        if turned == offset:
            self._following = False

        head = actor.yaw + offset
        actor.yaw = wrap_degrees(actor.yaw + turned)
        actor.head_yaw = actor.yaw if turned == offset else wrap_degrees(head)
        actor.pitch += _step(pitch - actor.pitch, HEAD_SPEED)
