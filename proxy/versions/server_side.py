"""What a server of our own must send besides what NPCs need, for each version.

Layouts after the packet descriptions of minecraft-data; registries and tags are those of vanilla servers.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from json import dumps
from uuid import UUID

from nbtlib.tag import Compound, Int, String

from nbt.codec import read_file_bytes, write_network
from proxy.messages import BlockPos
from proxy.versions.base import ProtocolFamily, State
from proxy.versions.releases import V1_17, V1_17_1, V1_18, V1_19, V1_19_1
from proxy.wire.buffer import DecodeError, Reader, pack_position, pack_string
from proxy.wire.frame import pack_varint
from world.chunk import BlockEntity
from world.dimension import DimensionType
from world.item import ItemStack

_BYTE = struct.Struct(">b")
_INT = struct.Struct(">i")
_LONG = struct.Struct(">q")
_FLOAT = struct.Struct(">f")

OVERWORLD = "minecraft:overworld"
_NO_GAME_MODE = -1
_FALSE, _TRUE = b"\x00", b"\x01"
_BREAK = 2001
"""Effect: a block breaks."""

_BLOCK_ENTITIES = (
    "furnace chest trapped_chest ender_chest jukebox dispenser dropper sign mob_spawner piston brewing_stand "
    "enchanting_table end_portal beacon skull daylight_detector hopper comparator banner structure_block "
    "end_gateway command_block shulker_box bed conduit barrel smoker blast_furnace lectern bell jigsaw "
    "campfire"
)
_BLOCK_ENTITY_IDS = {name: number for number, name in enumerate(_BLOCK_ENTITIES.split())}
"""Types by number, the same from 1.18 to 1.19.2."""


@dataclass(frozen=True, slots=True)
class _Layout:
    """What a version's packets have or lack."""

    simulation_distance: bool
    named_dimension: bool
    """Join and respawn name the dimension's type instead of describing it, and may tell a place of death."""
    dismount: bool
    """The teleport says whether to leave the vehicle."""
    spawn_angle: bool
    window_state: bool
    """Changes of a window carry its state number."""
    sequences: bool
    """The client numbers its actions on blocks and waits for the number to come back."""
    profile_properties: bool
    """Login success carries the profile's properties."""
    profile_keys: bool
    """Entries of the player list may carry a key for signed chat."""
    server_data: bool
    numbered_block_entities: bool
    """Block entities in a column have the number of their type and their place apart from the NBT."""
    secure_chat_flag: bool
    """The server data say whether chat must be signed."""

    @classmethod
    def at(cls, protocol: int) -> _Layout:
        return cls(
            simulation_distance=protocol >= V1_18,
            named_dimension=protocol >= V1_19,
            dismount=protocol >= V1_17,
            spawn_angle=protocol >= V1_17,
            window_state=protocol >= V1_17_1,
            sequences=protocol >= V1_19,
            profile_properties=protocol >= V1_19,
            profile_keys=protocol >= V1_19,
            server_data=protocol >= V1_19,
            numbered_block_entities=protocol >= V1_18,
            secure_chat_flag=protocol >= V1_19_1,
        )


@dataclass(frozen=True, slots=True)
class Listing:
    """A line of the player list. ``ping`` in milliseconds."""

    uuid: UUID
    name: str
    game_mode: int
    ping: int = 0


class ServerSide:
    """Encoders of clientbound packets: each gives whole packets (id and body), not compressed, not framed."""

    def __init__(self, family: ProtocolFamily) -> None:
        self._family = family
        self._layout = _Layout.at(family.protocol)
        data = files("proxy.versions.data").joinpath(f"server_{family.minecraft}.nbt").read_bytes()
        root = read_file_bytes(data)[1]
        codec = root["dimension_codec"]
        self._tags = bytes(root["tags"].view("u1"))
        self._codec = write_network(codec)
        overworld = _element(codec, "minecraft:dimension_type", OVERWORLD)
        self._dimension = pack_string(OVERWORLD) if self._layout.named_dimension else write_network(overworld)
        self._biomes = {
            str(entry["name"]): int(entry["id"]) for entry in codec["minecraft:worldgen/biome"]["value"]
        }
        self.dimension = DimensionType(
            OVERWORLD,
            min_y=int(overworld.get("min_y", 0)),
            height=int(overworld.get("height", 256)),
        )
        """Of the world that a player joins."""

    def biome(self, name: str) -> int:
        """The id of a biome by its name without namespace. Raises KeyError."""
        return self._biomes[f"minecraft:{name}"]

    def _packet(self, name: str, *parts: bytes, state: State = "play") -> bytes:
        packet_id = self._family.packet_id(state, "clientbound", name)
        if packet_id is None:
            raise LookupError(f"{self._family.minecraft} has no packet {name}")
        return pack_varint(packet_id) + b"".join(parts)

    # --- login

    def set_compression(self, threshold: int) -> bytes:
        """Frames after this one are compressed from ``threshold`` bytes on."""
        return self._packet("login_set_compression", pack_varint(threshold), state="login")

    def login_success(self, uuid: UUID, name: str) -> bytes:
        """Ends the login; play packets follow."""
        properties = pack_varint(0) if self._layout.profile_properties else b""
        return self._packet("login_success", uuid.bytes, pack_string(name), properties, state="login")

    # --- joining

    def join_game(
        self, entity_id: int, game_mode: int, *, max_players: int, view_distance: int
    ) -> list[bytes]:
        """The player enters a flat overworld (flat only moves the horizon down)."""
        distances = [view_distance]
        if self._layout.simulation_distance:
            distances.append(view_distance)
        return [
            self._packet(
                "join_game",
                _INT.pack(entity_id),
                _FALSE,  # not hardcore
                bytes((game_mode,)),
                _BYTE.pack(_NO_GAME_MODE),
                pack_varint(1),
                pack_string(OVERWORLD),
                self._codec,
                self._dimension,
                pack_string(OVERWORLD),
                _LONG.pack(0),  # hashed seed: only biome edges depend on it
                pack_varint(max_players),
                *map(pack_varint, distances),
                _FALSE,  # all debug information
                _TRUE,  # respawn screen
                _FALSE,  # not the debug world
                _TRUE,  # flat
                self._no_death_place(),
            )
        ]

    def respawn(self, game_mode: int) -> list[bytes]:
        return [
            self._packet(
                "respawn",
                self._dimension,
                pack_string(OVERWORLD),
                _LONG.pack(0),
                bytes((game_mode,)),
                _BYTE.pack(game_mode),
                _FALSE,
                _TRUE,
                _FALSE,  # attributes and metadata start anew
                self._no_death_place(),
            )
        ]

    def _no_death_place(self) -> bytes:
        return _FALSE if self._layout.named_dimension else b""

    def brand(self, name: str) -> list[bytes]:
        return [self._packet("plugin_message", pack_string("minecraft:brand"), pack_string(name))]

    def difficulty(self, difficulty: int) -> list[bytes]:
        """0 peaceful to 3 hard, not locked."""
        return [self._packet("server_difficulty", bytes((difficulty,)), _FALSE)]

    def abilities(self, flags: int) -> list[bytes]:
        """Vanilla's speeds. Flags: 1 invulnerable, 2 flying, 4 may fly, 8 instant break."""
        return [self._packet("player_abilities", bytes((flags,)), _FLOAT.pack(0.05), _FLOAT.pack(0.1))]

    def held_slot(self, slot: int) -> list[bytes]:
        return [self._packet("held_item_change", bytes((slot,)))]

    def tags(self) -> list[bytes]:
        """Vanilla's tags; without them a client doesn't swim in water or climb ladders."""
        return [self._packet("tags", self._tags)]

    def commands(self, names: Sequence[str]) -> list[bytes]:
        """A Brigadier tree of commands without arguments."""
        root_children = b"".join(pack_varint(index) for index in range(1, len(names) + 1))
        literal_executable = b"\x05"
        leaves = b"".join(literal_executable + pack_varint(0) + pack_string(name) for name in names)
        return [
            self._packet(
                "declare_commands",
                pack_varint(len(names) + 1),
                b"\x00" + pack_varint(len(names)) + root_children,
                leaves,
                pack_varint(0),
            )
        ]

    def server_data(self, motd: Mapping[str, object]) -> list[bytes]:
        """Says that chat needs no signature, where a version wants to hear that."""
        if not self._layout.server_data:
            return []
        return [
            self._packet(
                "server_data",
                _TRUE + pack_string(dumps(motd)),
                _FALSE,  # no icon
                _FALSE,  # no chat preview
                _FALSE if self._layout.secure_chat_flag else b"",
            )
        ]

    def health(self, health: float, food: int, saturation: float) -> list[bytes]:
        return [
            self._packet("update_health", _FLOAT.pack(health), pack_varint(food), _FLOAT.pack(saturation))
        ]

    # --- place and time

    def spawn_position(self, position: BlockPos, angle: float) -> list[bytes]:
        """Where the compass points; 1.18.2 and later leave the loading screen on it."""
        return [
            self._packet(
                "spawn_position",
                pack_position(*position),
                _FLOAT.pack(angle) if self._layout.spawn_angle else b"",
            )
        ]

    def teleport(
        self, x: float, y: float, z: float, yaw: float, pitch: float, teleport_id: int
    ) -> list[bytes]:
        """Put the player somewhere; position in blocks (feet), angles in degrees, all absolute."""
        return [
            self._packet(
                "player_position_and_look",
                struct.pack(">dddff", x, y, z, yaw, pitch),
                _FALSE,
                pack_varint(teleport_id),
                _FALSE if self._layout.dismount else b"",
            )
        ]

    def view_center(self, chunk_x: int, chunk_z: int) -> list[bytes]:
        """The client drops chunks that are too far from here."""
        return [self._packet("update_view_position", pack_varint(chunk_x), pack_varint(chunk_z))]

    def unload_chunk(self, chunk_x: int, chunk_z: int) -> list[bytes]:
        return [self._packet("unload_chunk", _INT.pack(chunk_x), _INT.pack(chunk_z))]

    def time(self, world_age: int, time_of_day: int) -> list[bytes]:
        """Both in ticks; the sun goes on by itself."""
        return [self._packet("time_update", _LONG.pack(world_age), _LONG.pack(time_of_day))]

    def keep_alive(self, token: int) -> list[bytes]:
        """Ask for a sign of life; the client sends :meth:`keep_alive_body` back."""
        return [self._packet("keep_alive", self.keep_alive_body(token))]

    @staticmethod
    def keep_alive_body(token: int) -> bytes:
        return _LONG.pack(token)

    # --- inventory

    def set_slot(self, slot: int, item: ItemStack | None) -> list[bytes]:
        """A slot of the player's own window; ``item`` by its id, so it must be one of this version."""
        return [
            self._packet(
                "set_slot",
                _FALSE,  # window 0
                pack_varint(0) if self._layout.window_state else b"",
                struct.pack(">h", slot),
                _FALSE if item is None else _TRUE + pack_varint(item.item_id) + _BYTE.pack(item.count),
                b"" if item is None else write_network(item.nbt),
            )
        ]

    # --- blocks

    def block_entity(self, kind: str, position: BlockPos) -> BlockEntity | None:
        """A block entity without contents, as a column carries it; None for a kind that isn't known."""
        if self._layout.numbered_block_entities:
            number = _BLOCK_ENTITY_IDS.get(kind)
            return None if number is None else BlockEntity(number, None)
        x, y, z = position
        key = f"minecraft:{kind}"
        return BlockEntity(key, Compound({"id": String(key), "x": Int(x), "y": Int(y), "z": Int(z)}))

    def break_effect(self, position: BlockPos, state: int) -> list[bytes]:
        """Sound and splinters of a block that somebody else broke."""
        return [self._packet("effect", _INT.pack(_BREAK), pack_position(*position), _INT.pack(state), _FALSE)]

    def block_change(self, position: BlockPos, state: int) -> list[bytes]:
        return [self._packet("block_change", pack_position(*position), pack_varint(state))]

    def acknowledge_digging(self, position: BlockPos, state: int, status: int) -> list[bytes]:
        """Tell the client that its dig (status 0 start, 1 cancel, 2 finish) counted, and what is there now.

        Nothing where :meth:`acknowledge_action` does that.
        """
        if self._layout.sequences:
            return []
        place = pack_position(*position)
        return [
            self._packet("acknowledge_player_digging", place, pack_varint(state), pack_varint(status), _TRUE)
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
        if not self._layout.sequences:
            return None
        reader = Reader(body)
        if name == "player_digging":
            reader.varint()
            reader.take(9)  # position and face
        elif name == "player_block_placement":
            reader.varint()
            reader.take(8)  # position
            reader.varint()  # face
            reader.take(13)  # cursor and whether the head is inside
        elif name == "use_item":
            reader.varint()
        else:
            raise DecodeError(f"{name} has no sequence number")
        return reader.varint()

    # --- other players

    def list_players(self, players: Iterable[Listing]) -> list[bytes]:
        """Add lines to the player list. A client shows no player whom it doesn't list."""
        lines = [self._listing(player) for player in players]
        return [self._packet("player_list_item", pack_varint(0), pack_varint(len(lines)), *lines)]

    def _listing(self, player: Listing) -> bytes:
        return b"".join(
            (
                player.uuid.bytes,
                pack_string(player.name),
                pack_varint(0),  # no properties: the default skin
                pack_varint(player.game_mode),
                pack_varint(player.ping),
                _FALSE,  # no display name
                _FALSE if self._layout.profile_keys else b"",
            )
        )

    def unlist_players(self, uuids: Sequence[UUID]) -> list[bytes]:
        return [
            self._packet(
                "player_list_item", pack_varint(4), pack_varint(len(uuids)), *(uuid.bytes for uuid in uuids)
            )
        ]


def _element(codec: Compound, registry: str, name: str) -> Compound:
    for entry in codec[registry]["value"]:
        if entry["name"] == name:
            element: Compound = entry["element"]
            return element
    raise LookupError(f"{registry} has no {name}")


@cache
def server_side(family: ProtocolFamily) -> ServerSide:
    """The encoders for a family; made once."""
    return ServerSide(family)
