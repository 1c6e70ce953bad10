"""What somebody is to a companion."""

from __future__ import annotations

from enum import Enum, auto


class Bond(Enum):
    """What somebody is to a companion."""

    OWNER = auto()
    FRIEND = auto()
    """Somebody it trusts."""
    STRANGER = auto()
    """Anybody else."""
