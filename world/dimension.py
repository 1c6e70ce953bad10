"""The shape of a dimension, as its server describes it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class DimensionType:
    """Vertical extent and light of a dimension. ``min_y`` and ``height`` in blocks, multiples of 16."""

    name: str
    min_y: int = 0
    height: int = 256
    has_skylight: bool = True
    clock: str | None = None
    """The world clock that tells its time of day (26.1+)."""

    @property
    def section_count(self) -> int:
        return self.height // 16
