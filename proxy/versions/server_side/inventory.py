"""What a player holds."""

from __future__ import annotations

import struct

from proxy.versions.releases import V1_17_1
from proxy.versions.server_side.encoder import FALSE, Encoder
from proxy.versions.write.items import pack_item
from proxy.wire.frame import pack_varint
from world.item import ItemStack

_OWN_WINDOW = FALSE


class InventoryPackets(Encoder):
    """The hotbar and the slots of the player's own window."""

    def held_slot(self, slot: int) -> list[bytes]:
        return [self._packet("held_item_change", bytes((slot,)))]

    def set_slot(self, slot: int, item: ItemStack | None) -> list[bytes]:
        """A slot of the player's own window; ``item`` counts by its name."""
        state = pack_varint(0) if self._since(V1_17_1) else b""
        place = struct.pack(">h", slot)
        return [self._packet("set_slot", _OWN_WINDOW, state, place, pack_item(item, self._tables))]
