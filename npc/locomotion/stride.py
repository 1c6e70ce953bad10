"""What a companion's legs are to do in one tick."""

from __future__ import annotations

from typing import NamedTuple

from world.physics.body import STILL, Controls

BlockPosition = tuple[int, int, int]


class Stride(NamedTuple):
    """Controls for the body, and what of it others see."""

    controls: Controls = STILL
    facing: float | None = None
    """Yaw in degrees that it goes along or, on a ladder, that of its support; None: wherever it looks."""
    sprinting: bool = False
    """Whether it is shown as sprinting."""
    opens: BlockPosition | None = None
    """A closed door that it holds open in this tick: :func:`npc.locomotion.doors.ajar` is the terrain to move in."""

    def in_place(self) -> Stride:
        """The same without a step to anywhere: STANDING stays that very object."""
        controls = self.controls
        if not (controls.forward or controls.strafe):
            return self
        return self._replace(
            controls=controls._replace(forward=0.0, strafe=0.0, sprint=False), sprinting=False
        )


STANDING = Stride()
