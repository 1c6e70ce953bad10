"""A player's connection in the demo world."""

from __future__ import annotations

import logging
import re
from math import isfinite
from typing import TYPE_CHECKING
from uuid import UUID

from proxy.connection.offline_server import OfflineConnection, PlayerSession
from proxy.demo import placement, places
from proxy.demo.chunk_stream import ChunkStream
from proxy.demo.placement import Click
from proxy.demo.player import CREATIVE, LAST_SLOT, DemoPlayer
from proxy.demo.sighting import Sighting
from proxy.demo.world import VOID, Cell
from proxy.messages import (
    ChatSaid,
    ClientSettings,
    ClientStatus,
    CreativeSlot,
    Digging,
    EntityAction,
    HeldSlot,
    Message,
    PlayerInput,
    PlayerMove,
    SwingArm,
    TeleportConfirm,
    UseItemOn,
)
from proxy.versions.base import CONFIGURATION, ProtocolFamily
from proxy.versions.server_side import Listing
from proxy.wire.frame import Frame, FrameError
from proxy.wire.text import Component
from world.item import ItemStack

if TYPE_CHECKING:
    from proxy.demo.server import DemoServer

log = logging.getLogger(__name__)

BRAND = "Hearthkin demo"
VIEW_DISTANCE = 8
"""Chunks to each side."""
CHUNKS_A_TICK = 5
KEEP_ALIVE_TICKS = 200
COMMANDS = ("spawn",)
FULL = "The demo is full."

_ABILITIES = 1 | 4 | 8  # invulnerable, may fly, breaks at once
_PEACEFUL = 0
_NUMBERED = frozenset({"player_digging", "player_block_placement", "use_item"})
_UNSPEAKABLE = re.compile("[\x00-\x1f\x7f§]")
_WORLD_EDGE = 29_999_984
"""Vanilla lets nobody farther from the middle."""
_DIG_START, _DIG_CANCEL, _DIG_FINISH, _SWAP_HANDS = 0, 1, 2, 6
_REACH = 8.0
"""Blocks between the eyes and what a hand may touch; vanilla's limit is 6 from block to feet, in creative."""


class PlayHandler(PlayerSession):
    """Reads what a client does and shows it the world and the others."""

    brand = BRAND

    def __init__(
        self,
        connection: OfflineConnection,
        server: DemoServer,
        family: ProtocolFamily,
        name: str,
        uuid: UUID,
    ) -> None:
        super().__init__(connection, family, name, uuid)
        self.server = server
        self.view = server.view(family)
        self.player = DemoPlayer(server.next_entity_id(), uuid, name)
        self.chunks = ChunkStream(VIEW_DISTANCE)
        self.sighting = Sighting(self)
        self._awaited_teleport: int | None = None
        self._teleports = 0
        self._keep_alive: int | None = None
        self._readable = family.decodes("serverbound")
        self._joined = False

    def __repr__(self) -> str:
        return f"<PlayHandler of {self.player.name}>"

    @property
    def listing(self) -> Listing:
        return Listing(self.player.uuid, self.player.name, CREATIVE)

    # --- joining and leaving

    def configuration_received(self, name: str, body: bytes) -> None:
        super().configuration_received(name, body)
        if name == "client_settings" and CONFIGURATION + name in self._readable:
            self._handle(self.family.decode("serverbound", CONFIGURATION + name, body))

    def join(self) -> None:
        """Bring the client into the world; what vanilla sends, in vanilla's order."""
        if self.server.full:  # others came while it was configured
            self.disconnect(FULL)
            return
        encode = self.encode
        log.info(
            "%s joins the demo with %s from %s",
            self.player.name,
            self.family.minecraft,
            self.connection.address,
        )
        self.send(
            [
                *encode.join_game(
                    self.player.entity_id,
                    CREATIVE,
                    max_players=self.server.max_players,
                    view_distance=VIEW_DISTANCE,
                ),
                *encode.feature_flags(),
                *encode.brand(BRAND),
                *encode.difficulty(_PEACEFUL),
                *encode.abilities(_ABILITIES),
                *encode.held_slot(self.player.held_slot),
                *encode.tags(),
                *encode.commands(COMMANDS),
                *encode.server_data(self.server.motd),
            ]
        )
        self._joined = True
        self.server.player_joined(self)
        self._enter_world()

    def _enter_world(self) -> None:
        """Give the client its body, its place and the ground it stands on."""
        spawn, encode = places.SPAWN, self.encode
        self.player.place(spawn.x, spawn.y, spawn.z, spawn.yaw, spawn.pitch)
        self._follow_with_chunks()
        self.send(encode.wait_for_chunks())
        self._send_chunks(9)  # so that there is ground before there is a body
        self.teleport(spawn)
        self.send(
            [
                *encode.time(self.server.world_age, self.server.time_of_day),
                *encode.spawn_position((int(spawn.x // 1), int(spawn.y), int(spawn.z // 1)), spawn.yaw),
                *encode.health(20.0, 20, 5.0),
            ]
        )

    def lost(self) -> None:
        if self._joined:
            self._joined = False
            self.server.player_left(self)

    # --- the clock

    def tick(self, age: int) -> None:
        """Called 20 times a second."""
        self._send_chunks(CHUNKS_A_TICK)
        if self.player.actor.y < VOID:
            self.teleport(places.SPAWN)
        if age % KEEP_ALIVE_TICKS == 0:
            self._check_alive(age)
        self.sighting.tick()

    def _check_alive(self, age: int) -> None:
        if self._keep_alive is not None:
            self.timed_out()
            return
        self._keep_alive = age
        self.send(self.encode.keep_alive(age))

    def _follow_with_chunks(self) -> None:
        """Move the square of chunks to where the player is."""
        center = self.player.chunk
        if center == self.chunks.center:
            return
        dropped = self.chunks.move_to(center)
        packets = self.encode.view_center(*center)
        for place in dropped:
            packets += self.encode.unload_chunk(*place)
        self.send(packets)

    def _send_chunks(self, count: int) -> None:
        places = [] if self.congested else self.chunks.take(count)
        if places:
            self.send(self.encode.chunk_batch_start())
            for place in places:
                self.connection.write(self.view.column_frames(*place))
            self.send(self.encode.chunk_batch_finished(len(places)))

    # --- the body

    def teleport(self, place: places.Place) -> None:
        """Put the player somewhere. Its own moves don't count until its client has confirmed."""
        self._teleports += 1
        self._awaited_teleport = self._teleports
        self.player.place(*place)
        self.send(self.encode.teleport(*place, self._teleports))
        self._follow_with_chunks()

    def _moved(self, move: PlayerMove) -> None:
        actor = self.player.actor
        if self._awaited_teleport is not None:
            # Where clients don't confirm, they answer with the place they were put to.
            if not self.encode.confirms_teleports and move.position == (actor.x, actor.y, actor.z):
                self._awaited_teleport = None
            return
        actor.on_ground = move.on_ground
        if move.position is not None:
            if not all(isfinite(value) for value in move.position):
                raise FrameError(f"a position of {move.position}")
            x, y, z = move.position
            actor.x = min(max(x, -_WORLD_EDGE), _WORLD_EDGE)
            actor.z = min(max(z, -_WORLD_EDGE), _WORLD_EDGE)
            actor.y = min(max(y, -20_000_000.0), 20_000_000.0)
            self._follow_with_chunks()
        if move.look is not None:
            if not all(isfinite(value) for value in move.look):
                raise FrameError(f"a look of {move.look}")
            actor.yaw = actor.head_yaw = (move.look[0] + 180.0) % 360.0 - 180.0
            actor.pitch = min(max(move.look[1], -90.0), 90.0)

    def _reaches(self, cell: Cell) -> bool:
        actor = self.player.actor
        dx, dy, dz = cell[0] + 0.5 - actor.x, cell[1] + 0.5 - (actor.y + 1.62), cell[2] + 0.5 - actor.z
        return dx * dx + dy * dy + dz * dz <= _REACH * _REACH

    # --- what the client sends

    def received(self, item: bytes | Frame) -> None:
        if isinstance(item, bytes):
            return
        name = self.family.packet_name("play", "serverbound", item.packet_id)
        if name == "keep_alive":
            if self._keep_alive is not None and item.body == self.encode.keep_alive_body(self._keep_alive):
                self._keep_alive = None
        elif name is not None and name in self._readable:
            message = self.family.decode("serverbound", name, item.body)
            self._handle(message)
            if name in _NUMBERED:
                self.send(self.encode.acknowledge_action(self.encode.action_sequence(name, item.body)))

    def _handle(self, message: Message) -> None:
        match message:
            case PlayerMove():
                self._moved(message)
            case TeleportConfirm(teleport_id):
                if teleport_id == self._awaited_teleport:
                    self._awaited_teleport = None
            case Digging():
                self._dig(message)
            case UseItemOn():
                self._use_item_on(message)
            case HeldSlot(slot):
                if 0 <= slot <= 8:
                    self.player.held_slot = slot
                    self.server.equipment_changed(self)
            case CreativeSlot(slot, item):
                self._put_in_slot(slot, item)
            case SwingArm(hand):
                self.server.swung(self, 1 if hand else 0)
            case EntityAction(action=action):
                if action in {"start_sneaking", "stop_sneaking"}:
                    self._sneak(action == "start_sneaking")
            case PlayerInput(sneak=sneak):
                self._sneak(sneak)
            case ClientSettings(view_distance=distance):
                self._set_view_distance(distance)
            case ClientStatus(action=0):
                self._respawn()
            case ChatSaid(text, command):
                self._say(text, command)
            case _:
                pass

    def _put_in_slot(self, slot: int, item: ItemStack | None) -> None:
        """A creative player takes whatever it likes; the answer tells its client that it has it."""
        if 0 <= slot <= LAST_SLOT:
            self.player.set_slot(slot, item)
            self.send(self.encode.set_slot(slot, item))
            self.server.equipment_changed(self)

    def _sneak(self, sneaking: bool) -> None:
        pose = "sneaking" if sneaking else "standing"
        if pose != self.player.actor.pose:
            self.player.actor.pose = pose
            self.server.pose_changed(self)

    def _set_view_distance(self, distance: int) -> None:
        radius = min(max(distance, 2), VIEW_DISTANCE)
        if self.chunks.center is None:  # said before it is in the world
            self.chunks.radius = radius
        elif radius != self.chunks.radius:
            dropped = self.chunks.move_to(self.chunks.center, radius)
            self.send([packet for place in dropped for packet in self.encode.unload_chunk(*place)])

    def _respawn(self) -> None:
        self.send([*self.encode.respawn(CREATIVE), *self.encode.abilities(_ABILITIES)])
        self.chunks.reset()
        self.sighting.reset()
        self._enter_world()

    def _say(self, text: str, command: bool) -> None:
        words = _UNSPEAKABLE.sub("", text).strip()
        if words.startswith("/"):
            command, words = True, words[1:]
        if not command:
            if words:
                self.server.say({"translate": "chat.type.text", "with": [self.player.name, words]})
        elif words == "spawn":
            self.teleport(places.SPAWN)
        else:
            self.tell({"text": f"The demo knows no command /{words}; there is /spawn.", "color": "gray"})

    def tell(self, component: Component) -> None:
        """Show this player a line of chat."""
        self.send(self.family.system_chat(component))

    # --- blocks

    def _dig(self, digging: Digging) -> None:
        if digging.status == _SWAP_HANDS:
            self.player.swap_hands()
            self.server.equipment_changed(self)
            return
        if digging.status not in {_DIG_START, _DIG_CANCEL, _DIG_FINISH}:
            return
        cell = digging.position
        if digging.status == _DIG_START and self._reaches(cell):
            self.server.break_block(self, cell)
        state = self.view.state(self.server.world.block(cell))
        self.send(self.encode.acknowledge_digging(cell, state, digging.status))
        self.send(self.encode.block_change(cell, state))

    def _use_item_on(self, use: UseItemOn) -> None:
        if not 0 <= use.face <= 5:
            raise FrameError(f"face {use.face} of a block, 5 is the last")
        world, actor = self.server.world, self.player.actor
        cells = [use.position, placement.offset(use.position, use.face)]
        if self._reaches(use.position):
            changes = None
            if actor.pose != "sneaking":
                changes = placement.used(world, use.position)
            item = self.player.item_in(use.hand)
            if changes is None and item is not None:
                click = Click(use.position, use.face, use.cursor, actor.yaw, actor.pitch)
                changes = placement.placed(world, click, item.name, self.family.blocks)
                if self.server.would_bury_somebody(self, changes):
                    changes = {}
            if changes:
                self.server.change_blocks(changes)
                cells += changes
        # The client has guessed the outcome already: tell it what is there now.
        for cell in dict.fromkeys(cells):
            self.send(self.encode.block_change(cell, self.view.state(world.block(cell))))
