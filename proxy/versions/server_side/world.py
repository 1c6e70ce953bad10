"""Place, time and blocks."""

from __future__ import annotations

import struct
from collections.abc import Callable

from nbtlib.tag import Compound, Int, String

from proxy.messages import BlockPos
from proxy.versions.releases import (
    FIRST,
    V1_9,
    V1_17,
    V1_18,
    V1_19,
    V1_19_3,
    V1_19_4,
    V1_20_2,
    V1_20_3,
    V1_21_2,
    V1_21_9,
    V26_1,
    Since,
)
from proxy.versions.server_side.data import OVERWORLD
from proxy.versions.server_side.encoder import FALSE, FLOAT, INT, LONG, TRUE, Encoder
from proxy.versions.write.legacy import values as legacy
from proxy.wire.buffer import DecodeError, Reader, pack_position, pack_string
from proxy.wire.frame import pack_varint
from world.chunk import BlockEntity

_BREAK = 2001
"""Effect: a block breaks."""
_WAIT_FOR_CHUNKS = 13
_DIGGING, _PLACING, _USING = "player_digging", "player_block_placement", "use_item"
_CLOCK_RATE = 1.0

_BLOCK_ENTITIES_1_18 = (
    "furnace chest trapped_chest ender_chest jukebox dispenser dropper sign mob_spawner piston brewing_stand "
    "enchanting_table end_portal beacon skull daylight_detector hopper comparator banner structure_block "
    "end_gateway command_block shulker_box bed conduit barrel smoker blast_furnace lectern bell jigsaw "
    "campfire"
).split()
_BLOCK_ENTITIES = Since(
    (FIRST, _BLOCK_ENTITIES_1_18),
    (V1_19_3, [*_BLOCK_ENTITIES_1_18[:8], "hanging_sign", *_BLOCK_ENTITIES_1_18[8:]]),
    (
        V1_21_2,
        [
            *_BLOCK_ENTITIES_1_18[:8],
            "hanging_sign",
            "mob_spawner",
            "creaking_heart",
            *_BLOCK_ENTITIES_1_18[9:],
        ],
    ),
)
"""Types by number, as far as we show them."""


class WorldPackets(Encoder):
    """The player's place, the clock, chunks and blocks."""

    # --- place and time

    def spawn_position(self, position: BlockPos, angle: float) -> list[bytes]:
        """Where the compass points; 1.18.2 and later leave the loading screen on it."""
        place = self._position(position)
        if self._since(V1_21_9):
            return [
                self._packet(
                    "spawn_position", pack_string(OVERWORLD), place, FLOAT.pack(angle), FLOAT.pack(0)
                )
            ]
        return [self._packet("spawn_position", place, FLOAT.pack(angle) if self._since(V1_17) else b"")]

    def _position(self, position: BlockPos) -> bytes:
        return legacy.pack_position(*position) if self._legacy else pack_position(*position)

    @property
    def confirms_teleports(self) -> bool:
        """Whether clients confirm a :meth:`teleport` by its id; others only answer with their place (1.8)."""
        return self._since(V1_9)

    def teleport(
        self, x: float, y: float, z: float, yaw: float, pitch: float, teleport_id: int
    ) -> list[bytes]:
        """Put the player somewhere at rest; position in blocks (feet), angles in degrees, all absolute."""
        place, look, number = (
            struct.pack(">ddd", x, y, z),
            struct.pack(">ff", yaw, pitch),
            pack_varint(teleport_id),
        )
        body: tuple[bytes, ...]
        if self._since(V1_21_2):
            velocity, flags = struct.pack(">ddd", 0.0, 0.0, 0.0), INT.pack(0)
            body = (number, place, velocity, look, flags)
        else:
            flags = FALSE
            keep_vehicle = FALSE if self._since(V1_17) and not self._since(V1_19_4) else b""
            body = (place, look, flags, number if self.confirms_teleports else b"", keep_vehicle)
        return [self._packet("player_position_and_look", *body)]

    def time(self, world_age: int, time_of_day: int) -> list[bytes]:
        """Both in ticks; the sun goes on by itself."""
        if self._since(V26_1):
            clock = self.data.number("minecraft:world_clock", OVERWORLD)
            # The clock's id, its ticks, the part of the next one that is over, and how fast it goes.
            update = (
                pack_varint(clock) + _pack_varlong(time_of_day) + FLOAT.pack(0.0) + FLOAT.pack(_CLOCK_RATE)
            )
            return [self._packet("time_update", LONG.pack(world_age), pack_varint(1), update)]
        goes_on = TRUE if self._since(V1_21_2) else b""
        return [self._packet("time_update", LONG.pack(world_age), LONG.pack(time_of_day), goes_on)]

    # --- chunks

    def view_center(self, chunk_x: int, chunk_z: int) -> list[bytes]:
        """The client drops chunks that are too far from here (1.14+)."""
        if self._legacy:
            return []
        return [self._packet("update_view_position", pack_varint(chunk_x), pack_varint(chunk_z))]

    def wait_for_chunks(self) -> list[bytes]:
        """The loading screen stays until the player's own chunk is there (1.20.3+)."""
        if not self._since(V1_20_3):
            return []
        return [self._packet("change_game_state", bytes((_WAIT_FOR_CHUNKS,)), FLOAT.pack(0.0))]

    def chunk_batch_start(self) -> list[bytes]:
        """Columns follow, up to :meth:`chunk_batch_finished` (1.20.2+)."""
        return [self._packet("chunk_batch_start")] if self._since(V1_20_2) else []

    def chunk_batch_finished(self, columns: int) -> list[bytes]:
        """The client answers with how many it wants a tick."""
        return [self._packet("chunk_batch_finished", pack_varint(columns))] if self._since(V1_20_2) else []

    def unload_chunk(self, chunk_x: int, chunk_z: int) -> list[bytes]:
        if not self._since(V1_9):  # a whole column of no sections
            return [
                self._packet(
                    "chunk_data", INT.pack(chunk_x), INT.pack(chunk_z), TRUE, bytes(2), pack_varint(0)
                )
            ]
        first, second = (chunk_z, chunk_x) if self._since(V1_20_2) else (chunk_x, chunk_z)
        return [self._packet("unload_chunk", INT.pack(first), INT.pack(second))]

    def block_entity(self, kind: str, position: BlockPos) -> BlockEntity | None:
        """A block entity without contents, as a column carries it; None for a kind that isn't known."""
        if self._since(V1_18):
            kinds = _BLOCK_ENTITIES.at(self._family.protocol)
            return BlockEntity(kinds.index(kind), None) if kind in kinds else None
        x, y, z = position
        key = f"minecraft:{kind}"
        return BlockEntity(key, Compound({"id": String(key), "x": Int(x), "y": Int(y), "z": Int(z)}))

    # --- blocks

    def break_effect(self, position: BlockPos, state: int) -> list[bytes]:
        """Sound and splinters of a block that somebody else broke."""
        return [self._packet("effect", INT.pack(_BREAK), self._position(position), INT.pack(state), FALSE)]

    def block_change(self, position: BlockPos, state: int) -> list[bytes]:
        return [self._packet("block_change", self._position(position), pack_varint(state))]

    def acknowledge_digging(self, position: BlockPos, state: int, status: int) -> list[bytes]:
        """Tell the client that its dig (status 0 start, 1 cancel, 2 finish) counted, and what is there now.

        Nothing where :meth:`acknowledge_action` does that.
        """
        if self._legacy or self._since(V1_19):
            return []
        place = self._position(position)
        return [
            self._packet("acknowledge_player_digging", place, pack_varint(state), pack_varint(status), TRUE)
        ]

    def acknowledge_action(self, sequence: int | None) -> list[bytes]:
        """Tell the client that what it did to blocks up to ``sequence`` is settled; for None nothing."""
        if sequence is None:
            return []
        return [self._packet("acknowledge_block_changes", pack_varint(sequence))]

    def action_sequence(self, name: str, body: bytes) -> int | None:
        """The number that a client gave its digging, placing or use of an item.

        None where the version doesn't number them. Raises :class:`DecodeError` for a body that is too short.
        """
        if not self._since(V1_19):
            return None
        reader = Reader(body)
        skip: dict[str, Callable[[], object]] = {
            # Status; position and face.
            _DIGGING: lambda: (reader.varint(), reader.take(9)),
            # Hand; position; face; cursor, whether the head is inside, and (1.21.2+) the world's border hit.
            _PLACING: lambda: (
                reader.varint(),
                reader.take(8),
                reader.varint(),
                reader.take(14 if self._since(V1_21_2) else 13),
            ),
            _USING: reader.varint,  # hand
        }
        if name not in skip:
            raise DecodeError(f"{name} has no sequence number")
        skip[name]()
        return reader.varint()


def _pack_varlong(value: int) -> bytes:
    """``value`` isn't negative."""
    packed = bytearray()
    while value > 0x7F:
        packed.append(value & 0x7F | 0x80)
        value >>= 7
    packed.append(value)
    return bytes(packed)
