"""Writes the stage's wishes as packets of one client's protocol family."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Sequence
from functools import wraps
from typing import TYPE_CHECKING, Concatenate, ParamSpec, Protocol
from uuid import UUID

from npc.clock import Clock
from npc.cues import Particles
from npc.stage_port import Actor
from proxy.entity_ids import EntityIds, Owner
from proxy.mood_channel import MOOD_CHANNEL, mood_message
from proxy.mood_symbols import MOOD_SYMBOLS, Symbol, with_word
from proxy.name_tags import NameTags
from proxy.seat import seat_uuid
from proxy.shown_actor import ShownActor
from proxy.versions.write.entities import shown_items

if TYPE_CHECKING:
    from proxy.versions.base import ProtocolFamily

log = logging.getLogger(__name__)

SKIN_TICKS = 40
"""How long a tab-list entry stays after a spawn: a client that loses it earlier shows a default skin."""

KEPT_LINES = 100
"""Lines of chat that wait for a client to be in a world; of more, the oldest are lost."""

P = ParamSpec("P")


class Link(Protocol):
    """What the writer needs of a bridge."""

    @property
    def client_congested(self) -> bool:
        """Whether the client reads more slowly than it is sent to."""

    def send_to_client(self, *packets: bytes) -> None:
        """Write packets (id and body) in order, at once and in one piece, but never inside a bundle.

        Outside the play state nothing is written.
        """


def _guarded(
    method: Callable[Concatenate[StageWriter, P], None],
) -> Callable[Concatenate[StageWriter, P], None]:
    """Log what goes wrong instead of raising it: a companion never costs the player the connection."""

    @wraps(method)
    def call(self: StageWriter, /, *args: P.args, **kwargs: P.kwargs) -> None:
        try:
            method(self, *args, **kwargs)
        except Exception:
            subject = next(
                (a.actor_id if isinstance(a, Actor) else a for a in args if isinstance(a, (Actor, str))), "-"
            )
            log.exception("npc %s: %s left out", subject, method.__name__)

    return call


class StageWriter:
    """The :class:`npc.stage_port.StagePort` of one client.

    An actor keeps its entity id as long as the client is connected, so that a click still under way when it
    despawns is known for what it is. ``server_uses`` tells whether the server has an entity of that id there,
    ``server_has_name`` whether it has a player of that name or that name in a team, ``server_has_team`` whether it
    has that team, ``in_world`` whether the client is in a world: one that is still joining, or back in the
    configuration state, gets its chat later. Without ``mood_symbols`` moods don't stand behind names.
    """

    def __init__(
        self,
        bridge: Link,
        family: ProtocolFamily,
        clock: Clock,
        *,
        server_uses: Callable[[int], bool] = lambda entity_id: False,
        server_has_name: Callable[[str], bool] = lambda name: False,
        server_has_team: Callable[[str], bool] = lambda team: False,
        in_world: Callable[[], bool] = lambda: True,
        mood_symbols: bool = True,
    ) -> None:
        self._bridge = bridge
        self._family = family
        self._clock = clock
        self._entity_ids = EntityIds(server_uses)
        self.server_has_name = server_has_name
        self.server_has_team = server_has_team
        self.in_world = in_world
        self._mood_symbols = mood_symbols
        self._tells_moods = False
        self._tags = NameTags(
            family,
            server_has_name=lambda name: self.server_has_name(name),
            server_has_team=lambda team: self.server_has_team(team),
        )
        self._kinds = family.spawnable
        self._unknown_kinds: set[str] = set()
        """Entity types that this client's version was asked for and doesn't have."""
        self._shown: dict[str, ShownActor] = {}
        self._in_view: set[UUID] = set()
        self._uuids: set[UUID] = set()
        self._listed: dict[UUID, int] = {}
        """Tab-list entries that the client has of us, with the tick from which they may go."""
        self._unused: dict[UUID, None] = {}
        """Those of them whose actor is out of view, in the order in which they left it."""
        self._pending: list[bytes] = []
        self._lines: deque[bytes] = deque(maxlen=KEPT_LINES)

    # --- whose ids are whose

    def is_own(self, entity_id: int) -> bool:
        """Whether an entity id is one of ours on this client, its actor in view or not."""
        return entity_id in self._entity_ids

    def is_own_uuid(self, uuid: UUID) -> bool:
        """Whether an entity UUID is one that this client got from us."""
        return uuid in self._uuids

    def actor_of(self, entity_id: int) -> str | None:
        """The actor that the client has under an id; None when it is not (or no longer) there."""
        owner = self._entity_ids.owner(entity_id)
        return owner.actor_id if owner is not None and owner.actor_id in self._shown else None

    def entity_id_of(self, actor_id: str) -> int | None:
        """The id that an actor has on this client, None before its first spawn."""
        return self._entity_ids.get(Owner(actor_id))

    @_guarded
    def avoid(self, entity_id: int) -> None:
        """The server is about to use an id on this client: whoever of ours has it moves to another.

        To be called before the server's packet goes out. The client takes a second entity of an id for a
        replacement of the first, so ours leaves first, at once.
        """
        owner = self._entity_ids.give_up(entity_id)
        if owner is None:
            return
        log.info("npc %s leaves entity id %d to the server", owner.actor_id, entity_id)
        shown = self._shown.get(owner.actor_id)
        if shown is not None and entity_id in shown.entity_ids:
            self._pending += self._family.destroy(shown.entity_ids)
            del self._shown[owner.actor_id]
            self._lose(shown)
            self._spawn(shown.actor)
            self._send()

    @property
    def server_uses(self) -> Callable[[int], bool]:
        return self._entity_ids.server_uses

    @server_uses.setter
    def server_uses(self, server_uses: Callable[[int], bool]) -> None:
        self._entity_ids.server_uses = server_uses

    # --- names, teams and plugin channels

    @_guarded
    def reconsider_names(self, names: Sequence[str]) -> None:
        """The server has begun or ended to use these names: those of ours give way, or come back."""
        self._tags.reconsider(names)

    @_guarded
    def avoid_team(self, team: str) -> None:
        """The server is about to make a team of that name; ours gets another. As :meth:`avoid`."""
        packets = self._tags.avoid(team)
        if packets:
            self._pending += packets
            self._send()

    @_guarded
    def tell_moods(self, wanted: bool) -> None:
        """Whether the client listens to :data:`proxy.mood_channel.MOOD_CHANNEL`."""
        if wanted == self._tells_moods:
            return
        self._tells_moods = wanted
        for shown in self._shown.values():
            self._pending += self._mood_message(shown.actor, shown.entity_id)

    # --- StagePort

    @property
    def congested(self) -> bool:
        return self._bridge.client_congested

    @_guarded
    def spawn(self, actor: Actor) -> None:
        if actor.actor_id in self._shown:
            self._despawn(actor.actor_id)
        self._spawn(actor)

    def _spawn(self, actor: Actor) -> None:
        if actor.kind not in self._kinds:
            if actor.kind not in self._unknown_kinds:
                self._unknown_kinds.add(actor.kind)
                log.warning(
                    "npc %s: Minecraft %s has no %s, clients of it don't see it",
                    actor.actor_id, self._family.minecraft, actor.kind,
                )  # fmt: skip
            return
        if actor.uuid in self._in_view:
            raise ValueError(f"another companion in view has the UUID {actor.uuid}")
        entity_id = self._entity_ids.take(Owner(actor.actor_id))
        symbol = self._symbol(actor)
        shown = ShownActor(actor, entity_id, self._family, symbol)
        packets: list[bytes] = []
        if actor.kind == "player":
            packets += self._family.add_to_player_list(actor)
        packets += self._family.spawn(actor, entity_id, symbol)
        packets += self._settle(shown, actor)
        packets += self._mood_message(actor, entity_id)
        self._pending += packets
        self._shown[actor.actor_id] = shown
        self._in_view.add(actor.uuid)
        self._unused.pop(actor.uuid, None)
        self._uuids.add(actor.uuid)
        if actor.kind == "player":
            self._listed[actor.uuid] = self._clock.tick + SKIN_TICKS
            self._tags.show(actor.actor_id, actor.name, symbol)

    @_guarded
    def despawn(self, actor_id: str) -> None:
        self._despawn(actor_id)

    def _despawn(self, actor_id: str) -> None:
        shown = self._shown.pop(actor_id, None)
        if shown is not None:
            self._lose(shown)
            self._pending += self._family.destroy(shown.entity_ids)

    def _lose(self, shown: ShownActor) -> None:
        self._tags.drop(shown.actor.actor_id)
        self._in_view.discard(shown.uuid)
        if shown.uuid in self._listed:
            self._unused[shown.uuid] = None

    @_guarded
    def move(self, actor: Actor) -> None:
        shown = self._shown.get(actor.actor_id)
        if shown is not None:
            self._pending += shown.move(actor)

    @_guarded
    def look(self, actor: Actor) -> None:
        shown = self._shown.get(actor.actor_id)
        if shown is not None:
            self._pending += shown.turn(actor)

    @_guarded
    def pose(self, actor: Actor) -> None:
        shown = self._shown.get(actor.actor_id)
        if shown is not None:
            self._pending += shown.restyle(actor, self._symbol(actor)) + self._settle(shown, actor)

    def _settle(self, shown: ShownActor, actor: Actor) -> list[bytes]:
        def seat_id() -> int:
            self._uuids.add(seat_uuid(actor))
            return self._entity_ids.take(Owner(actor.actor_id, "seat"))

        return shown.settle(actor, seat_id)

    @_guarded
    def equip(self, actor: Actor) -> None:
        shown = self._shown.get(actor.actor_id)
        if shown is not None:
            self._pending += self._family.equipment(shown.entity_id, shown_items(actor))

    @_guarded
    def mood(self, actor: Actor) -> None:
        shown = self._shown.get(actor.actor_id)
        if shown is not None:
            self._renew_name_line(actor, shown)
            self._pending += self._mood_message(actor, shown.entity_id)

    @_guarded
    def name_line(self, actor: Actor) -> None:
        shown = self._shown.get(actor.actor_id)
        if shown is not None:
            self._renew_name_line(actor, shown)

    def _renew_name_line(self, actor: Actor, shown: ShownActor) -> None:
        symbol = self._symbol(actor)
        self._pending += shown.restyle(actor, symbol)
        if actor.kind == "player":
            self._tags.show(actor.actor_id, actor.name, symbol)

    def _symbol(self, actor: Actor) -> Symbol | None:
        """What stands behind its name: the word of an emote, and its mood's symbol."""
        return with_word(actor.symbol, MOOD_SYMBOLS[actor.mood] if self._mood_symbols else None)

    def _mood_message(self, actor: Actor, entity_id: int) -> list[bytes]:
        if not self._tells_moods:
            return []
        return self._family.plugin_message(MOOD_CHANNEL, mood_message(entity_id, actor.mood))

    @_guarded
    def swing(self, actor_id: str, hand: int = 0) -> None:
        shown = self._shown.get(actor_id)
        if shown is not None:
            self._pending += self._family.swing(shown.entity_id, hand)

    @_guarded
    def hurt(self, actor: Actor, from_yaw: float) -> None:
        shown = self._shown.get(actor.actor_id)
        if shown is not None:
            self._pending += self._family.hurt(shown.entity_id, from_yaw, actor.yaw)

    @_guarded
    def sound(self, actor: Actor, sound: str, volume: float = 1.0, pitch: float = 1.0) -> None:
        if actor.actor_id in self._shown:
            self._pending += self._family.sound(sound, actor.x, actor.y, actor.z, volume, pitch)

    @_guarded
    def particles(self, actor: Actor, cue: Particles) -> None:
        if actor.actor_id in self._shown:
            self._pending += self._family.particles(cue)

    @_guarded
    def show_block(self, x: int, y: int, z: int, state: int) -> None:
        self._pending += self._family.block_change(x, y, z, state)

    @_guarded
    def restore_block(self, x: int, y: int, z: int, state: int) -> None:
        self._pending += self._family.block_change(x, y, z, state)

    @_guarded
    def say(self, text: str, color: str | None = None) -> None:
        component: dict[str, object] = {"text": text}
        if color is not None:
            component["color"] = color
        self._lines += self._family.system_chat(component)

    @_guarded
    def forget_all(self) -> None:
        # Whether a client drops its entities differs (vanilla keeps them when it respawns in the same world):
        # they leave at once, before the packet that makes it forget. Tab-list entries survive that packet and
        # go when they are due.
        if self._shown:
            self._pending += self._family.destroy(
                [entity_id for shown in self._shown.values() for entity_id in shown.entity_ids]
            )
            for shown in self._shown.values():
                self._lose(shown)
            self._shown.clear()
            self._settle_tags()
        self._send()

    @_guarded
    def client_reset(self) -> None:
        """The client goes back to the configuration state (1.20.2+): it drops its world and its tab list.

        What was meant for that world is dropped too; chat is kept for the next one.
        """
        self._shown.clear()
        self._in_view.clear()
        self._listed.clear()
        self._unused.clear()
        self._tags.clear()
        self._pending.clear()

    @_guarded
    def flush(self) -> None:
        self._retire_list_entries()
        self._settle_tags()
        if self._lines and self.in_world():
            self._pending += self._lines
            self._lines.clear()
        self._send()

    @_guarded
    def _settle_tags(self) -> None:
        self._pending.extend(self._tags.settle())

    # --- tab list

    def _retire_list_entries(self) -> None:
        """Take entries off the tab list whose skins the client has had time to load."""
        if self._family.unlisted_entries:
            self._drop_unused_entries()
            return
        now = self._clock.tick
        if self.congested:
            # What is sent now may reach the client together with what was sent two seconds ago.
            self._listed = {uuid: max(due, now + SKIN_TICKS) for uuid, due in self._listed.items()}
            return
        for uuid in [uuid for uuid, due in self._listed.items() if due <= now]:
            self._unlist(uuid)

    def _drop_unused_entries(self) -> None:
        """Entries that no tab list shows stay as long as their actor is in view."""
        now = self._clock.tick
        for uuid in [uuid for uuid in self._unused if self._listed[uuid] <= now]:
            self._unlist(uuid)

    def _unlist(self, uuid: UUID) -> None:
        del self._listed[uuid]
        self._unused.pop(uuid, None)
        self._pending += self._family.remove_from_player_list(uuid)

    def _send(self) -> None:
        if self._pending:
            packets, self._pending = self._pending, []
            self._bridge.send_to_client(*packets)
