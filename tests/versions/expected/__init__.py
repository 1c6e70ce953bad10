"""Builds our neutral messages from packets as node-minecraft-protocol reads them: the expectation of the tests.

Written against minecraft-data's field names and nothing of ours but the messages, so that a wrong layout can't
agree with itself. :class:`expected.params.Params` remembers what was looked at: a field that no builder read is an
error, so that a comparison can't be incomplete.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from expected import blocks, chat, entities, inventory, legacy, metadata, player, serverbound, session, teams
from expected.params import Builder, Params
from proxy.messages import Message
from proxy.versions.base import ProtocolFamily

CLIENTBOUND: dict[str, Builder] = {
    **session.CLIENTBOUND,
    **blocks.CLIENTBOUND,
    **player.CLIENTBOUND,
    **entities.CLIENTBOUND,
    **metadata.CLIENTBOUND,
    **inventory.CLIENTBOUND,
    **teams.CLIENTBOUND,
    **chat.CLIENTBOUND,
}
"""minecraft-data's name → the message that the packet has to become. Chunks are compared elsewhere."""

SERVERBOUND: dict[str, Builder] = {
    **session.SERVERBOUND,
    **inventory.SERVERBOUND,
    **serverbound.SERVERBOUND,
}

_MODERN = 754
"""The first protocol that only the modules by topic are for; older ones look into ``legacy`` first."""


def builders(family: ProtocolFamily, direction: str) -> dict[str, Builder]:
    by_topic, older = {
        "clientbound": (CLIENTBOUND, legacy.CLIENTBOUND),
        "serverbound": (SERVERBOUND, legacy.SERVERBOUND),
    }[direction]
    return by_topic if family.protocol >= _MODERN else {**by_topic, **older}


def expected(
    direction: str,
    name: str,
    fields: Mapping[str, Any],
    family: ProtocolFamily,
    particles: Mapping[int, str] | None = None,
) -> Message:
    """The message for a packet of minecraft-data's ``name``. Fails when a field was left out."""
    params = Params(fields, family, particles or {})
    message = builders(family, direction)[name](params)
    assert not params.unread(), f"{name}: fields that nobody compared: {sorted(params.unread())}"
    return message
