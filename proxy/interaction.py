"""Keeps packets that name a companion away from the server and hands them to the simulation."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol

from proxy import messages as m
from proxy.wire.frame import Frame

if TYPE_CHECKING:
    from proxy.connection.bridge import Bridge
    from proxy.stage_writer import StageWriter
    from proxy.versions.base import ProtocolFamily

log = logging.getLogger(__name__)

CONSUMED: tuple[bytes, ...] = ()

COMMAND_OF_MINECART = "update_command_block_minecart"
NAMING_ENTITIES = frozenset(
    f"""
    use_entity attack entity_metadata_request entity_action pick_item_from_entity spectate spectate_entity
    {COMMAND_OF_MINECART}
    """.split()
)
"""All serverbound packets that name an entity, in whatever version."""


class InteractionEvents(Protocol):
    """What a client does to a companion."""

    def on_use(self, viewer_id: int, actor_id: str, hand: int, sneaking: bool) -> None: ...

    def on_attack(self, viewer_id: int, actor_id: str) -> None: ...


class InteractionFilter:
    """Observer of one client. A packet with one of our entity ids ends here, even if its companion is gone by now."""

    clientbound_interests: frozenset[str] = frozenset()

    def __init__(
        self,
        family: ProtocolFamily,
        stage: StageWriter,
        events: InteractionEvents,
        *,
        sneaking: Callable[[], bool] = lambda: False,
    ) -> None:
        """``sneaking``: whether the player sneaks, for packets that don't say so."""
        self.serverbound_interests = NAMING_ENTITIES & family.decodes("serverbound")
        if COMMAND_OF_MINECART not in self.serverbound_interests:
            self.serverbound_interests |= {"plugin_message"}  # it comes as one then
        self.stage = stage
        self.events = events
        self.sneaking = sneaking

    def joined(self, bridge: Bridge) -> None: ...

    def left(self, bridge: Bridge) -> None: ...

    def clientbound(self, bridge: Bridge, name: str, frame: Frame) -> Sequence[bytes] | None:
        return None

    def serverbound(self, bridge: Bridge, name: str, frame: Frame) -> Sequence[bytes] | None:
        message = bridge.family.decode("serverbound", name, frame.body)
        if isinstance(message, m.Spectate):
            return CONSUMED if self.stage.is_own_uuid(message.uuid) else None
        if isinstance(message, m.PluginMessage):
            return None
        assert isinstance(message, (m.InteractEntity, m.EntityNbtQuery, m.EntityAction, m.EntityChosen))
        if not self.stage.is_own(message.entity_id):
            return None
        actor = self.stage.actor_of(message.entity_id)
        if actor is not None and isinstance(message, m.InteractEntity):
            try:
                if message.action == "attack":
                    self.events.on_attack(bridge.session, actor)
                else:
                    sneaking = self.sneaking() if message.sneaking is None else message.sneaking
                    self.events.on_use(bridge.session, actor, message.hand or 0, sneaking)
            except Exception:
                # Whatever the companion made of it, the server must not see the packet.
                log.exception("npc %s failed on %s", actor, message.action)
        return CONSUMED
