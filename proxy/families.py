"""Stands in until proxy.versions builds families."""

from __future__ import annotations

from typing import Any

from proxy.buffer import pack_string
from proxy.frame import pack_varint
from proxy.text import to_json
from proxy.versions import family_for as _family_for
from proxy.versions import supported_releases as supported_releases
from quarry.data.packets import packet_names


class _Family:
    def __init__(self, protocol: int, minecraft: str) -> None:
        self.protocol = protocol
        self.minecraft = minecraft
        self.t = {k[1:]: v for k, v in packet_names.items() if k[0] == protocol}
        self.i = {(*k[:2], v): k[2] for k, v in self.t.items()}

    def packet_name(self, state: str, direction: str, packet_id: int) -> str | None:
        return self.t.get((state, {"clientbound": "downstream"}.get(direction, "upstream"), packet_id))

    def packet_id(self, state: str, direction: str, name: str) -> int | None:
        return self.i.get((state, {"clientbound": "downstream"}.get(direction, "upstream"), name))

    def disconnect(self, component: Any) -> bytes:
        packet_id = self.packet_id("play", "clientbound", "disconnect")
        assert packet_id is not None
        return pack_varint(packet_id) + pack_string(to_json(component))


_ALL = {p: _Family(p, m) for p, m in ((754, "1.16.5"), (758, "1.18.2"), (760, "1.19.2"))}


def family_for(protocol: int) -> Any:
    try:
        return _family_for(protocol)
    except ImportError:
        return _ALL.get(protocol)
