"""Chat of 1.8 to 1.15.2, which has a position and no sender."""

from __future__ import annotations

from collections.abc import Mapping

from proxy.versions.tables import Tables
from proxy.versions.write.packets import NamedPacket, pack_component

_SYSTEM_POSITION = 1


def system_chat_1_8(component: Mapping[str, object], tables: Tables) -> NamedPacket:
    return "chat_message", pack_component(component, tables) + bytes((_SYSTEM_POSITION,))
