"""Identity of an incarnation: the entity UUID that clients see, new at each revival."""

from __future__ import annotations

from random import Random
from uuid import UUID

NPC_UUID_VERSION = 2
"""Real accounts have version 4 (Mojang's) or 3 (offline); clients and plugins take version 2 for an NPC."""


def incarnate(generator: Random) -> UUID:
    """A random UUID with the version nibble of an NPC."""
    return UUID(int=generator.getrandbits(128), version=NPC_UUID_VERSION)


def is_incarnation(uuid: UUID) -> bool:
    """Whether a UUID is one that :func:`incarnate` could have made."""
    return uuid.version == NPC_UUID_VERSION
