"""Packets of 1.8.8 and 1.12.2 whose fields differ so much that the modules by topic leave them."""

from __future__ import annotations

from expected.params import Builder

CLIENTBOUND: dict[str, Builder] = {}
SERVERBOUND: dict[str, Builder] = {}
