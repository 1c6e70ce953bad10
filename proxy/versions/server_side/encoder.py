"""What all encoders of our own servers share."""

from __future__ import annotations

import struct

from proxy.versions.base import State
from proxy.versions.family import JavaFamily
from proxy.versions.releases import V1_16_2
from proxy.versions.server_side.data import BIOMES, WorldData
from proxy.wire.frame import pack_varint
from world.dimension import DimensionType

FALSE, TRUE = b"\x00", b"\x01"
BYTE = struct.Struct(">b")
INT = struct.Struct(">i")
LONG = struct.Struct(">q")
FLOAT = struct.Struct(">f")


class Encoder:
    """Knows the version, and how its packets are named."""

    def __init__(self, family: JavaFamily) -> None:
        self._family = family
        self._tables = family.tables
        self.data = WorldData(family)
        self._legacy = family.protocol < V1_16_2
        """1.8 and 1.12.2: what changed between the latter and 1.16.2 isn't told apart."""

    @property
    def dimension(self) -> DimensionType:
        """Of the world that a player joins."""
        return self.data.dimension

    def biome(self, name: str) -> int:
        """The id of a biome by its name without namespace. Raises KeyError."""
        return self.data.biome(name)

    @property
    def biome_count(self) -> int | None:
        """How many biomes the client is told of; None to 1.15, where all clients knew the same."""
        return len(self.data.registries[BIOMES]) if self.data.registries else None

    def _since(self, protocol: int) -> bool:
        """Whether the version has what came with ``protocol``."""
        return self._family.protocol >= protocol

    def _packet(self, name: str, *parts: bytes, state: State = "play") -> bytes:
        packet_id = self._family.packet_id(state, "clientbound", name)
        if packet_id is None:
            raise LookupError(f"{self._family.minecraft} has no packet {name} in {state}")
        return pack_varint(packet_id) + b"".join(parts)
