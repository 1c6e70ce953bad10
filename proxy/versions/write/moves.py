"""The packets that a client gets of a body most: steps and turns, many times a second."""

from __future__ import annotations

import struct
from math import floor

from proxy.versions.releases import FIRST, V1_9, Since
from proxy.wire.frame import pack_varint

_STEP = Since((FIRST, struct.Struct(">bbbBB?")), (V1_9, struct.Struct(">hhhBB?")))
_LOOK = struct.Struct(">BB?")


def angle_units(degrees: float) -> int:
    """Degrees as 1/256 turns, rounded down as vanilla does."""
    return floor(degrees * 256.0 / 360.0) & 0xFF


class EntityMoves:
    """Writes steps and turns of one entity. What stays the same in them is made once.

    Angles are 1/256 turns, see :func:`angle_units`. Every method returns a whole packet (id and body).
    """

    __slots__ = ("_head", "_look", "_step", "_step_layout")

    def __init__(self, protocol: int, entity_id: int, step: bytes, look: bytes, head: bytes) -> None:
        """``step``, ``look`` and ``head``: ids of the version's packets as they travel."""
        entity = pack_varint(entity_id)
        self._step = step + entity
        self._look = look + entity
        self._head = head + entity
        self._step_layout = _STEP.at(protocol)

    def step(self, dx: int, dy: int, dz: int, yaw: int, pitch: int, on_ground: bool) -> bytes:
        """A relative move in units of the version. Raises struct.error beyond its farthest step."""
        return self._step + self._step_layout.pack(dx, dy, dz, yaw, pitch, on_ground)

    def look(self, yaw: int, pitch: int, on_ground: bool) -> bytes:
        """Where the body stands to, and whether its feet are on the ground."""
        return self._look + _LOOK.pack(yaw, pitch, on_ground)

    def head(self, yaw: int) -> bytes:
        """Where the head looks to, which the other packets leave as it was."""
        return self._head + bytes((yaw,))
