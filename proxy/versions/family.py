"""The protocol family of one version: names, readers and writers put together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from uuid import UUID

from npc.cues import Particles
from npc.locomotion.stride import BlockPosition
from npc.stage_port import Actor
from proxy.messages import Message
from proxy.mood_symbols import Symbol
from proxy.versions.base import Direction, ProtocolFamily, State
from proxy.versions.column_layout import VANILLA_BIOMES
from proxy.versions.legacy_metadata import HEALTH
from proxy.versions.names import PacketNames
from proxy.versions.physics import PHYSICS
from proxy.versions.plugin_channels import REGISTRATION_CHANNELS
from proxy.versions.postures import Posture, posture_of
from proxy.versions.read import READ_COLUMN, readers
from proxy.versions.read.legacy.column import column_bodies_1_8
from proxy.versions.read.login import read_login_success
from proxy.versions.releases import V1_14, V1_19, V1_19_3, V1_19_4, V1_20_2
from proxy.versions.tables import MOVES, Tables
from proxy.versions.text_lengths import CHANNEL_CHARACTERS, COMMAND_CHARACTERS
from proxy.versions.write import beds, entities, seats, session, teams
from proxy.versions.write.column import WRITE_COLUMN
from proxy.versions.write.metadata import looks, metadata, update
from proxy.versions.write.moves import EntityMoves
from proxy.versions.write.packets import NamedPacket, pack_component
from proxy.versions.write.particles import particles
from proxy.wire.buffer import DecodeError, Reader
from proxy.wire.frame import pack_varint
from world.blocks import BlockTable
from world.chunk import Chunk, ColumnContents
from world.dimension import DimensionType
from world.item import ItemStack
from world.player import EYE_HEIGHTS

_DIRECTIONS: tuple[Direction, ...] = ("clientbound", "serverbound")


class JavaFamily(ProtocolFamily):
    """A protocol version of Java Edition. ``releases`` all speak it; ``data`` names the one whose data we use."""

    def __init__(self, protocol: int, releases: tuple[str, ...], data: str) -> None:
        self.protocol = protocol
        self.releases = releases
        self.minecraft = data
        self.rounds_positions = protocol >= V1_19
        self.has_configuration = protocol >= V1_20_2
        self.has_poses = protocol >= V1_14
        self.eye_heights = EYE_HEIGHTS if self.has_poses else EYE_HEIGHTS | {"sneaking": 1.54}
        self.has_bundles = protocol >= V1_19_4
        self.unlisted_entries = protocol >= V1_19_3
        self.units_per_block, self.farthest_step = MOVES.at(protocol)
        self.physics = PHYSICS.at(protocol)
        self.channel_characters = CHANNEL_CHARACTERS.at(protocol)
        self.registration_channels = REGISTRATION_CHANNELS.at(protocol)
        self.command_characters = COMMAND_CHARACTERS.at(protocol)
        self.tables = Tables.of(protocol, data)
        self.tells_strikers = protocol >= V1_19_4
        self.health_index = self.tables.indices.health if self.has_poses else HEALTH.at(protocol)
        self._names = PacketNames(protocol, data)
        self._readers = {direction: readers(protocol, direction, self._names) for direction in _DIRECTIONS}
        self._read_column = READ_COLUMN.at(protocol)
        self._write_column = WRITE_COLUMN.at(protocol)

    def __repr__(self) -> str:
        return f"<JavaFamily {'/'.join(self.releases)} ({self.protocol})>"

    # --- names and registries

    def packet_name(self, state: State, direction: Direction, packet_id: int) -> str | None:
        return self._names.name(state, direction, packet_id)

    def packet_id(self, state: State, direction: Direction, name: str) -> int | None:
        return self._names.id(state, direction, name)

    def decodes(self, direction: Direction) -> frozenset[str]:
        return frozenset(self._readers[direction])

    @cached_property
    def _blocks(self) -> BlockTable:
        return BlockTable.load(self.minecraft)

    @property
    def blocks(self) -> BlockTable:
        return self._blocks

    @property
    def items(self) -> Mapping[int, str]:
        return self.tables.registries.items

    @property
    def entity_kinds(self) -> Mapping[int, str]:
        return self.tables.registries.entity_kinds

    @cached_property
    def _spawnable(self) -> frozenset[str]:
        return entities.spawnable(self.tables)

    @property
    def spawnable(self) -> frozenset[str]:
        return self._spawnable

    @property
    def entity_sizes(self) -> Mapping[str, tuple[float, float]]:
        """Entity type → width and height in blocks."""
        return self.tables.registries.entity_sizes

    # --- reading

    def read_login_success(self, body: bytes) -> tuple[UUID, str]:
        return read_login_success(self.protocol, body)

    def decode(self, direction: Direction, name: str, body: bytes) -> Message:
        """Raises LookupError for a packet that :meth:`decodes` doesn't list."""
        return self.reader(direction, name)(body)

    def reader(self, direction: Direction, name: str) -> Callable[[bytes], Message]:
        """Raises LookupError for a packet that :meth:`decodes` doesn't list."""
        read = self._readers[direction].get(name)
        if read is None:
            raise LookupError(f"{self.minecraft}: no reader for {direction} {name}")
        tables = self.tables

        def decode(body: bytes) -> Message:
            reader = Reader(body)
            try:
                message = read(reader, tables)
            except DecodeError as error:
                raise DecodeError(f"{name}: {error}") from None
            if reader.pos != len(body):
                raise DecodeError(f"{name}: {reader.remaining} bytes left over")
            return message

        return decode

    def read_column(self, body: bytes, dimension: DimensionType) -> ColumnContents:
        reader = Reader(body)
        try:
            contents = self._read_column(reader, self.tables, dimension)
        except DecodeError as error:
            raise DecodeError(f"chunk_data: {error}") from None
        if reader.remaining:
            raise DecodeError(f"chunk_data: {reader.remaining} bytes left over")
        return contents

    def column_bodies(self, body: bytes) -> list[bytes]:
        reader = Reader(body)
        try:
            bodies = column_bodies_1_8(reader)
        except DecodeError as error:
            raise DecodeError(f"map_chunk_bulk: {error}") from None
        if reader.remaining:
            raise DecodeError(f"map_chunk_bulk: {reader.remaining} bytes left over")
        return bodies

    # --- writing

    def _play(self, packets: Iterable[NamedPacket]) -> list[bytes]:
        return [self._packet("play", name, body) for name, body in packets]

    def _packet(self, state: State, name: str, body: bytes) -> bytes:
        packet_id = self.packet_id(state, "clientbound", name)
        if packet_id is None:
            raise LookupError(f"{self.minecraft} has no packet {name}")
        return pack_varint(packet_id) + body

    @cached_property
    def _move_ids(self) -> tuple[bytes, bytes, bytes]:
        step, look, head = (
            self._packet("play", name, b"")
            for name in ("entity_look_and_relative_move", "entity_look", "entity_head_look")
        )
        return step, look, head

    def add_to_player_list(self, actor: Actor) -> list[bytes]:
        return self._play(session.add_to_player_list(actor, self.tables))

    def remove_from_player_list(self, uuid: UUID) -> list[bytes]:
        return self._play(session.remove_from_player_list(uuid, self.tables))

    def spawn(self, actor: Actor, entity_id: int, symbol: Symbol | None = None) -> list[bytes]:
        return self._play(entities.spawn(actor, entity_id, symbol, self.tables))

    def destroy(self, entity_ids: Sequence[int]) -> list[bytes]:
        return self._play(entities.destroy(entity_ids))

    def moves(self, entity_id: int) -> EntityMoves:
        return EntityMoves(self.protocol, entity_id, *self._move_ids)

    def teleport(
        self, entity_id: int, x: float, y: float, z: float, yaw: float, pitch: float, on_ground: bool
    ) -> list[bytes]:
        return self._play(entities.teleport(entity_id, x, y, z, yaw, pitch, on_ground, self.tables))

    def metadata(self, actor: Actor, entity_id: int, symbol: Symbol | None = None) -> list[bytes]:
        return self._play(metadata(actor, entity_id, symbol, self.tables))

    def looks(self, actor: Actor, symbol: Symbol | None = None) -> dict[int, bytes]:
        return looks(actor, symbol, self.tables)

    def update_looks(self, entity_id: int, entries: Iterable[bytes]) -> list[bytes]:
        return self._play(update(entity_id, entries, self.tables))

    def create_team(self, team: str, member: str, symbol: Symbol) -> list[bytes]:
        return self._play(teams.create_team(team, member, symbol, self.tables))

    def change_team(self, team: str, symbol: Symbol) -> list[bytes]:
        return self._play(teams.change_team(team, symbol, self.tables))

    def remove_team(self, team: str) -> list[bytes]:
        return self._play(teams.remove_team(team))

    def equipment(self, entity_id: int, items: Mapping[str, ItemStack]) -> list[bytes]:
        return self._play(entities.equipment(entity_id, items, self.tables))

    def swing(self, entity_id: int, hand: int) -> list[bytes]:
        return self._play(entities.swing(entity_id, hand, self.tables))

    def hurt(self, entity_id: int, from_yaw: float, body_yaw: float) -> list[bytes]:
        return self._play(entities.hurt(entity_id, from_yaw, body_yaw, self.tables))

    def sound(self, name: str, x: float, y: float, z: float, volume: float, pitch: float) -> list[bytes]:
        return self._play(session.sound(name, x, y, z, volume, pitch, self.tables))

    def block_change(self, x: int, y: int, z: int, state: int) -> list[bytes]:
        return self._play(session.block_change(x, y, z, state, self.tables))

    def particles(self, cue: Particles) -> list[bytes]:
        return self._play(particles(cue, self.tables))

    def posture(self, actor: Actor) -> Posture:
        return posture_of(actor, self.protocol, self.tables.poses)

    @cached_property
    def _seat_height(self) -> float:
        return seats.seat_height(self.tables)

    @property
    def seat_height(self) -> float:
        return self._seat_height

    def spawn_seat(self, rider: Actor, entity_id: int, uuid: UUID) -> list[bytes]:
        seat = seats.seat_for(rider, uuid, self.tables)
        spawn = entities.spawn_bare(seat, entity_id, self.tables)
        return self._play([spawn, *seats.seat_metadata(entity_id, self.tables)])

    def mount(self, seat_id: int, rider_id: int) -> list[bytes]:
        return self._play(seats.mount(seat_id, rider_id, self.tables))

    def dismount(self, seat_id: int, rider_id: int) -> list[bytes]:
        return self._play(seats.dismount(seat_id, rider_id, self.tables))

    def use_bed(self, entity_id: int, bed: BlockPosition) -> list[bytes]:
        return self._play(beds.use_bed(entity_id, bed))

    def leave_bed(self, entity_id: int) -> list[bytes]:
        return self._play(beds.leave_bed(entity_id))

    def system_chat(self, component: Mapping[str, object]) -> list[bytes]:
        return self._play(session.system_chat(component, self.tables))

    def plugin_message(self, channel: str, data: bytes) -> list[bytes]:
        return self._play(session.plugin_message(channel, data))

    def chunk_data(self, chunk: Chunk, biome: int = 0, biomes: int | None = None) -> list[bytes]:
        count = VANILLA_BIOMES.at(self.protocol) if biomes is None else biomes
        return self._play(self._write_column(chunk, self.tables, self.blocks, biome, count))

    def disconnect(self, component: Mapping[str, object], state: State = "play") -> bytes:
        return self._packet(state, "disconnect", pack_component(component, self.tables))
