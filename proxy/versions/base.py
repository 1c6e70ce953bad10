"""What every protocol family offers. All that differs between Minecraft versions lives behind this face."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Literal
from uuid import UUID

from npc.cues import Particles
from npc.locomotion.stride import BlockPosition
from npc.stage_port import Actor
from proxy.messages import Message
from proxy.mood_symbols import Symbol
from proxy.versions.postures import Posture
from proxy.versions.write.moves import EntityMoves
from world.blocks import BlockTable
from world.chunk import Chunk, ColumnContents
from world.dimension import DimensionType
from world.item import ItemStack
from world.physics.rules import PhysicsRules

Direction = Literal["clientbound", "serverbound"]
State = Literal["handshaking", "status", "login", "configuration", "play"]

CONFIGURATION = "configuration/"
"""Comes before a packet's name where readers and observers speak of the configuration state (1.20.2+).

Without it a name is one of the play state: ``plugin_message``, ``configuration/plugin_message``.
"""


class ProtocolFamily(ABC):
    """One protocol version. Instances are shared and hold no connection state.

    Decoders raise :class:`proxy.wire.buffer.DecodeError` when a body is short, damaged or longer than its layout.
    Encoders return whole packets (id and body), not compressed and not framed.
    """

    protocol: int
    minecraft: str
    """The release as people name it, e.g. ``1.16.5``."""
    rounds_positions: bool
    """Whether the client rounds (1.19+) or floors positions when it applies relative moves."""
    units_per_block: int
    """What relative moves count in: 4096 a block, to 1.8.9 32."""
    eye_heights: Mapping[str, float]
    """How high a player's eyes are above its feet, in blocks by pose."""
    has_poses: bool
    """Whether entities have poses, and a flag for swimming (1.14+)."""
    tells_strikers: bool
    """Whether the server says who hurt whom (1.19.4+)."""
    health_index: int
    """Where metadata of who lives keep its health."""
    farthest_step: int
    """How many of these units one relative move can carry along an axis."""
    physics: PhysicsRules
    """How bodies move in its worlds."""
    channel_characters: int
    """The longest name of a plugin channel."""
    registration_channels: tuple[str, str]
    """The plugin channels on which a client says what others it begins and ends to listen to, NUL between two."""
    command_characters: int
    """The longest command that a client sends, without its slash."""
    has_configuration: bool
    """Whether login leads to the configuration state, which play can return to (1.20.2+)."""
    has_bundles: bool
    """Whether the server brackets packets that belong together with ``bundle_delimiter`` (1.19.4+)."""
    unlisted_entries: bool
    """Whether entries can be kept off the tab list (1.19.3+) instead of being removed when the skin is there."""

    # --- names and registries

    @abstractmethod
    def packet_name(self, state: State, direction: Direction, packet_id: int) -> str | None:
        """Quarry's name of a packet, None for an id that the version doesn't have."""

    @abstractmethod
    def packet_id(self, state: State, direction: Direction, name: str) -> int | None:
        """The id of a packet by quarry's name, None where the version has no such packet."""

    @abstractmethod
    def decodes(self, direction: Direction) -> frozenset[str]:
        """Names of the packets that :meth:`decode` reads: play, and with :data:`CONFIGURATION` in front, those."""

    @property
    @abstractmethod
    def blocks(self) -> BlockTable: ...

    @property
    @abstractmethod
    def items(self) -> Mapping[int, str]:
        """Item registry: id → key without namespace."""

    @property
    @abstractmethod
    def entity_kinds(self) -> Mapping[int, str]:
        """Entity type registry: id → key without namespace. To 1.12 of mobs only."""

    @property
    @abstractmethod
    def entity_sizes(self) -> Mapping[str, tuple[float, float]]:
        """Every entity type that there is → width and height in blocks."""

    @property
    @abstractmethod
    def spawnable(self) -> frozenset[str]:
        """Names of the entity types that :meth:`spawn` can show."""

    # --- reading

    @abstractmethod
    def read_login_success(self, body: bytes) -> tuple[UUID, str]:
        """UUID and name of the player whom a server lets in."""

    @abstractmethod
    def decode(self, direction: Direction, name: str, body: bytes) -> Message:
        """Read a packet to its last byte. Raises LookupError for one that :meth:`decodes` doesn't name."""

    @abstractmethod
    def reader(self, direction: Direction, name: str) -> Callable[[bytes], Message]:
        """:meth:`decode` for one packet, for those who read many of it."""

    @abstractmethod
    def read_column(self, body: bytes, dimension: DimensionType) -> ColumnContents:
        """Read all of a ``chunk_data`` body; sections stay packed until a block is asked for."""

    @abstractmethod
    def column_bodies(self, body: bytes) -> list[bytes]:
        """Take a ``map_chunk_bulk`` (to 1.8.9) apart: a body for :meth:`read_column` for each column, in order."""

    # --- writing: the clientbound play packets of an NPC

    @abstractmethod
    def add_to_player_list(self, actor: Actor) -> list[bytes]:
        """The entry a player-shaped actor needs before it spawns."""

    @abstractmethod
    def remove_from_player_list(self, uuid: UUID) -> list[bytes]: ...

    @abstractmethod
    def spawn(self, actor: Actor, entity_id: int, symbol: Symbol | None = None) -> list[bytes]:
        """Spawn, metadata, equipment and head look of an actor; not its player-list entry.

        ``symbol`` stands behind its name, unless it is a player: that takes :meth:`create_team`.

        Raises LookupError when the version has no such entity type.
        """

    @abstractmethod
    def destroy(self, entity_ids: Sequence[int]) -> list[bytes]: ...

    @abstractmethod
    def moves(self, entity_id: int) -> EntityMoves:
        """The writer of an entity's steps and turns.

        A step counts in :attr:`units_per_block`, at most :attr:`farthest_step` along an axis.
        """

    @abstractmethod
    def teleport(
        self, entity_id: int, x: float, y: float, z: float, yaw: float, pitch: float, on_ground: bool
    ) -> list[bytes]: ...

    @abstractmethod
    def metadata(self, actor: Actor, entity_id: int, symbol: Symbol | None = None) -> list[bytes]:
        """All of :meth:`looks`."""

    @abstractmethod
    def looks(self, actor: Actor, symbol: Symbol | None = None) -> dict[int, bytes]:
        """Flags, pose, health, skin layers and name of an actor: metadata index → entry as it travels.

        ``symbol`` as in :meth:`spawn`.
        """

    @abstractmethod
    def update_looks(self, entity_id: int, entries: Iterable[bytes]) -> list[bytes]:
        """Tell of some entries of :meth:`looks`: the client keeps the others as it has them."""

    @abstractmethod
    def create_team(self, team: str, member: str, symbol: Symbol) -> list[bytes]:
        """A scoreboard team (name of at most 16 characters) that puts a symbol behind the name of a player.

        ``member`` is the name of its profile, :func:`proxy.versions.write.session.profile_name`.
        """

    @abstractmethod
    def change_team(self, team: str, symbol: Symbol) -> list[bytes]: ...

    @abstractmethod
    def remove_team(self, team: str) -> list[bytes]: ...

    @abstractmethod
    def equipment(self, entity_id: int, items: Mapping[str, ItemStack]) -> list[bytes]:
        """All six slots; those that ``items`` doesn't name become empty. Items count by name, not by id; those that the
        version lacks have stand-ins."""

    @abstractmethod
    def swing(self, entity_id: int, hand: int) -> list[bytes]: ...

    @abstractmethod
    def hurt(self, entity_id: int, from_yaw: float, body_yaw: float) -> list[bytes]:
        """``from_yaw``: direction from the one who is hurt to who hurt it. Both in degrees, south is 0."""

    @abstractmethod
    def sound(self, name: str, x: float, y: float, z: float, volume: float, pitch: float) -> list[bytes]:
        """A named sound of the ``neutral`` category; position in blocks."""

    @abstractmethod
    def particles(self, cue: Particles) -> list[bytes]:
        """Those of them that the version has, or the likest; nothing where there are none."""

    @abstractmethod
    def posture(self, actor: Actor) -> Posture:
        """The posture that the version shows of an actor: its own, or the next best.

        Sitting takes :meth:`spawn_seat` and :meth:`mount` besides metadata; some go to bed by :meth:`use_bed`.
        """

    @property
    @abstractmethod
    def seat_height(self) -> float:
        """Blocks above the ground at which a seat is for who rides it to sit on the ground."""

    @abstractmethod
    def spawn_seat(self, rider: Actor, entity_id: int, uuid: UUID) -> list[bytes]:
        """An invisible thing for an actor to sit on, where the actor is."""

    @abstractmethod
    def mount(self, seat_id: int, rider_id: int) -> list[bytes]: ...

    @abstractmethod
    def dismount(self, seat_id: int, rider_id: int) -> list[bytes]: ...

    @abstractmethod
    def use_bed(self, entity_id: int, bed: BlockPosition) -> list[bytes]:
        """Lay a player into a bed, by its head's block. Raises LookupError since 1.14, where a pose does it."""

    @abstractmethod
    def leave_bed(self, entity_id: int) -> list[bytes]: ...

    @abstractmethod
    def block_change(self, x: int, y: int, z: int, state: int) -> list[bytes]:
        """Another block state at block coordinates."""

    @abstractmethod
    def system_chat(self, component: Mapping[str, object]) -> list[bytes]:
        """A text component as system chat."""

    @abstractmethod
    def plugin_message(self, channel: str, data: bytes) -> list[bytes]:
        """``data`` on a plugin channel, whose name the version has to have room for: 20 characters to 1.12.2."""

    # --- writing: what the demo server and replays need

    @abstractmethod
    def chunk_data(self, chunk: Chunk, biome: int = 0, biomes: int | None = None) -> list[bytes]:
        """A whole column with full sky light: chunk and light packets.

        ``biome`` fills sections that have none; ``biomes`` is how many the client's registry holds (None: as
        many as vanilla's), which gives the width of ids without a palette. Raises ValueError for a damaged
        chunk.
        """

    @abstractmethod
    def disconnect(self, component: Mapping[str, object], state: State = "play") -> bytes:
        """Turn a client away in ``play`` or ``configuration``."""
