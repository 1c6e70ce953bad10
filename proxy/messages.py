"""Packets of the play and the configuration state in protocol-neutral form.

A :class:`proxy.versions.base.ProtocolFamily` turns the body of a packet into one of these and nothing
outside :mod:`proxy.versions` sees a layout. Positions are blocks, velocities blocks per tick, angles degrees
(those that travel as a byte too: ``byte * 360 / 256``), all as floats; relative moves are integers of 1/4096 block,
so that tracking loses nothing.

Nobody changes a message. They aren't frozen only because a frozen dataclass takes three times as long to make,
and one is made for each packet that is read.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from world.dimension import DimensionType
from world.item import ItemStack

BlockPos = tuple[int, int, int]
Vector = tuple[float, float, float]

RELATIVE_X, RELATIVE_Y, RELATIVE_Z, RELATIVE_YAW, RELATIVE_PITCH = 0x01, 0x02, 0x04, 0x08, 0x10
RELATIVE_VELOCITY_X, RELATIVE_VELOCITY_Y, RELATIVE_VELOCITY_Z = 0x20, 0x40, 0x80
"""What of a teleport is added to what was before instead of replacing it."""
TURN_VELOCITY = 0x100
"""The velocity turns as the look does."""


class Message:
    """Base of everything that a family decodes."""

    __slots__ = ()


# --- session and world ----------------------------------------------------------------------------


@dataclass(slots=True)
class JoinGame(Message):
    entity_id: int
    hardcore: bool
    game_mode: int
    previous_game_mode: int
    """-1: none."""
    world_names: tuple[str, ...]
    world: str
    dimension: DimensionType | None
    """None where the wire only gives ``dimension_key``."""
    dimension_key: str | int | None
    """Name (1.20.2) or number (1.20.5+) of a dimension type that :class:`RegistryData` told of."""
    dimension_types: dict[str, DimensionType]
    """All that the registry codec names (1.16.2 to 1.20.1); a respawn of 1.19 refers to them by name."""
    hashed_seed: int
    max_players: int
    view_distance: int
    """0 to 1.13.2, which don't tell it."""
    reduced_debug_info: bool
    respawn_screen: bool
    debug: bool
    flat: bool


@dataclass(slots=True)
class Respawn(Message):
    world: str
    dimension: DimensionType | None
    """None where the wire only gives ``dimension_key``."""
    dimension_key: str | int | None
    """Name (1.19+) or number (1.20.5+) of a dimension type that the client has heard of."""
    hashed_seed: int
    game_mode: int
    previous_game_mode: int
    debug: bool
    flat: bool
    keep_attributes: bool


@dataclass(slots=True)
class RegistryData(Message):
    """What a server says of its registries before play (1.20.2+): all at once, or one a packet (1.20.5+).

    Names have their namespace.
    """

    registries: dict[str, tuple[str, ...]]
    """Registry → its entries by number."""
    dimension_types: dict[str, DimensionType]
    """Those among the entries; a server may leave the data of vanilla's own to the client's copy."""


@dataclass(slots=True)
class StartConfiguration(Message):
    """The client leaves play for the configuration state and drops its world."""


@dataclass(slots=True)
class TimeUpdate(Message):
    world_age: int
    """Ticks."""
    time_of_day: int | None
    """Ticks, never negative; None where the time stands in ``clocks``."""
    daylight_cycle: bool
    """False when the sun stands still; without meaning where the time stands in ``clocks``."""
    clocks: tuple[ClockState, ...] = ()
    """From 26.1 on a dimension's time of day is that of the clock that its type names."""


@dataclass(slots=True)
class ClockState:
    clock: int
    """Number in the registry ``minecraft:world_clock``."""
    ticks: int
    rate: float
    """Ticks of the clock in a game tick; 0 when it stands still."""


@dataclass(slots=True)
class WorldBorder(Message):
    """A change of the world border; what a packet leaves as it was is None. Blocks and milliseconds."""

    center: tuple[float, float] | None = None
    diameter: float | None = None
    """Where a moving border starts."""
    target_diameter: float | None = None
    lerp_ms: int | None = None
    portal_boundary: int | None = None
    warning_time: int | None = None
    warning_blocks: int | None = None


@dataclass(slots=True)
class SpawnPosition(Message):
    position: BlockPos
    yaw: float
    pitch: float
    world: str | None
    """None to 1.21.8: the world that the player is in."""


@dataclass(slots=True)
class GameStateChange(Message):
    reason: int
    value: float


@dataclass(slots=True)
class ViewCenter(Message):
    chunk_x: int
    chunk_z: int


@dataclass(slots=True)
class ViewDistance(Message):
    chunks: int


@dataclass(slots=True)
class PluginMessage(Message):
    channel: str
    data: bytes


# --- chunks ---------------------------------------------------------------------------------------


@dataclass(slots=True)
class ChunkData(Message):
    """A chunk column. Only its place is read; ``family.read_column(body, ...)`` reads the rest when asked."""

    x: int
    z: int
    full: bool
    """False: only the sections it holds replace those of a column that the client has (to 1.16.5)."""
    body: bytes = field(repr=False)
    """The packet's body, without its id."""


@dataclass(slots=True)
class ChunkBulk(Message):
    """Whole columns in one packet (to 1.8.9). Only their places are read; ``family.column_bodies(body)`` takes
    the packet apart."""

    places: tuple[tuple[int, int], ...]
    """Chunk x and z."""


@dataclass(slots=True)
class UnloadChunk(Message):
    x: int
    z: int


@dataclass(slots=True)
class BlocksChanged(Message):
    """One or many block changes; ``states[i]`` is the global state id at ``positions[i]``."""

    positions: tuple[BlockPos, ...]
    states: tuple[int, ...]


@dataclass(slots=True)
class DiggingAcknowledged(Message):
    """To 1.18.2: the state that the server has at a place a player dug. 1.19+ counts sequences instead."""

    position: BlockPos
    state: int
    status: int
    successful: bool


@dataclass(slots=True)
class Explosion(Message):
    position: Vector
    strength: float | None
    """None in 1.21.2 to 1.21.8, which don't tell it."""
    destroyed: tuple[BlockPos, ...]
    """The blocks that became air; from 1.21.2 on they come as block changes instead."""
    player_motion: Vector


@dataclass(slots=True)
class BlockEntityData(Message):
    position: BlockPos
    kind: int
    nbt: Any
    """nbtlib Compound, or None: the block entity is gone."""


@dataclass(slots=True)
class BlockAction(Message):
    position: BlockPos
    action: int
    parameter: int
    block: int
    """Block (not state) id."""


# --- the player behind the client -----------------------------------------------------------------


@dataclass(slots=True)
class PlayerTeleport(Message):
    """Clientbound position and look. ``relative``: :data:`RELATIVE_X` and the others."""

    x: float
    y: float
    z: float
    yaw: float
    pitch: float
    relative: int
    teleport_id: int | None
    """None to 1.8.9, where the client answers with its new place alone."""
    dismount: bool
    velocity: Vector | None
    """None to 1.21.1: it stays."""


@dataclass(slots=True)
class PlayerTurn(Message):
    """The server turns the player without moving it (1.21.2+)."""

    yaw: float
    pitch: float
    relative_yaw: bool
    relative_pitch: bool


@dataclass(slots=True)
class HealthUpdate(Message):
    health: float
    food: int
    saturation: float


@dataclass(slots=True)
class Experience(Message):
    progress: float
    level: int
    total: int


@dataclass(slots=True)
class Abilities(Message):
    """Flags: 1 invulnerable, 2 flying, 4 may fly, 8 instant break."""

    flags: int
    flying_speed: float
    walking_speed: float


@dataclass(slots=True)
class HeldSlot(Message):
    """Hotbar slot 0–8, either direction."""

    slot: int


@dataclass(slots=True)
class WindowItems(Message):
    window: int
    state: int
    items: tuple[ItemStack | None, ...]
    cursor: ItemStack | None
    has_cursor: bool
    """False to 1.17, where the packet doesn't carry the cursor."""


CURSOR_WINDOW = -1
INVENTORY_WINDOW = -2
"""What :class:`SetSlot` calls the cursor (its slot is -1 too) and the player's inventory by slot number."""


@dataclass(slots=True)
class SetSlot(Message):
    """``window`` may also be :data:`CURSOR_WINDOW` or :data:`INVENTORY_WINDOW`."""

    window: int
    state: int
    slot: int
    item: ItemStack | None


@dataclass(slots=True)
class OpenWindow(Message):
    window: int
    kind: int | str
    """A number of the registry of menus; to 1.13.2 a name."""
    title: str
    """JSON text component."""


@dataclass(slots=True)
class CloseWindow(Message):
    window: int


@dataclass(slots=True)
class Camera(Message):
    entity_id: int


# --- player list ----------------------------------------------------------------------------------


@dataclass(slots=True)
class ProfileProperty:
    name: str
    value: str
    signature: str | None


@dataclass(slots=True)
class PlayerInfoEntry:
    """One entry of a player-info packet; fields that the actions don't name are None."""

    uuid: UUID
    name: str | None = None
    properties: tuple[ProfileProperty, ...] | None = None
    game_mode: int | None = None
    ping: int | None = None
    display_name: str | None = None
    """JSON text component; None also for none."""
    listed: bool | None = None
    """Whether the tab list shows it (1.19.3+); what doesn't say so stays hidden."""
    list_order: int | None = None
    """1.21.2+: higher ones come first."""
    hat: bool | None = None
    """1.21.4+: whether the hat shows on the tab list's face."""


@dataclass(slots=True)
class PlayerInfo(Message):
    """Entries that are new, or change."""

    actions: frozenset[str]
    """What the entries carry: ``add game_mode ping display_name listed list_order hat chat_session``."""
    entries: tuple[PlayerInfoEntry, ...]


@dataclass(slots=True)
class PlayersRemoved(Message):
    """Entries that leave the player list."""

    uuids: tuple[UUID, ...]


@dataclass(slots=True)
class TeamUpdate(Message):
    """A scoreboard team. ``action``: ``create`` (with its first members), ``remove``, ``change`` (how it looks),
    ``join`` or ``leave`` (of members)."""

    team: str
    action: str
    members: tuple[str, ...] = ()
    """Names of players, UUIDs of others. One is in one team at most: it leaves the one that it was in."""


# --- what is said ---------------------------------------------------------------------------------


@dataclass(slots=True)
class PlayerChat(Message):
    """A line of chat (1.16+; before, nothing tells who says it). The line itself isn't read."""

    sender: UUID | None
    """None: no player says it, or not to all."""


# --- entities -------------------------------------------------------------------------------------


@dataclass(slots=True)
class SpawnEntity(Message):
    entity_id: int
    uuid: UUID | None
    kind: str
    """Name of the entity type without namespace; ``player`` for players, ``experience_orb``, ``painting``."""
    x: float
    y: float
    z: float
    yaw: float
    pitch: float
    head_yaw: float
    velocity: Vector
    data: int
    """Object data; the experience of an orb."""
    metadata: dict[int, tuple[str, Any]] | None = None
    """As in :class:`EntityMetadata`, where it comes with the spawn (to 1.14.4)."""


@dataclass(slots=True)
class DestroyEntities(Message):
    entity_ids: tuple[int, ...]


@dataclass(slots=True)
class EntityMove(Message):
    """Relative move and/or look. Deltas in 1/4096 block; yaw and pitch None when the packet has none."""

    entity_id: int
    dx: int
    dy: int
    dz: int
    yaw: float | None
    pitch: float | None
    on_ground: bool
    has_position: bool


@dataclass(slots=True)
class EntityTeleport(Message):
    entity_id: int
    x: float
    y: float
    z: float
    yaw: float
    pitch: float
    on_ground: bool
    relative: int = 0
    """:data:`RELATIVE_X` and the others (1.21.2+)."""
    velocity: Vector | None = None
    """None to 1.21.1: it stays."""


@dataclass(slots=True)
class MinecartMove(Message):
    """The way a minecart takes until the next of these (1.21.2+, with the new minecart physics)."""

    entity_id: int
    steps: tuple[MinecartStep, ...]


@dataclass(slots=True)
class MinecartStep:
    position: Vector
    velocity: Vector
    yaw: float
    pitch: float
    weight: float
    """Its share of the time that the whole way takes."""


@dataclass(slots=True)
class EntityHeadLook(Message):
    entity_id: int
    head_yaw: float


@dataclass(slots=True)
class EntityVelocity(Message):
    entity_id: int
    velocity: Vector


@dataclass(slots=True)
class EntityMetadata(Message):
    """``values``: index → (serializer name, value), e.g. ``{6: ("pose", "sneaking")}``."""

    entity_id: int
    values: dict[int, tuple[str, Any]]


@dataclass(slots=True)
class EntityEquipment(Message):
    """Slots: ``main_hand off_hand feet legs chest head``, ``body`` (1.20.5+), ``saddle`` (1.21.5+)."""

    entity_id: int
    items: tuple[tuple[str, ItemStack | None], ...]


@dataclass(slots=True)
class SetPassengers(Message):
    vehicle_id: int
    passengers: tuple[int, ...]


@dataclass(slots=True)
class AttachEntity(Message):
    """Leash; ``holder_id`` -1: let go."""

    entity_id: int
    holder_id: int


@dataclass(slots=True)
class RideEntity(Message):
    """To 1.8.9 a rider is told its vehicle instead of a vehicle its passengers; ``vehicle_id`` None: it gets off."""

    entity_id: int
    vehicle_id: int | None


@dataclass(slots=True)
class UseBed(Message):
    """To 1.13.2 somebody lies down; later that is a pose."""

    entity_id: int
    position: BlockPos


@dataclass(slots=True)
class EntityStatus(Message):
    entity_id: int
    status: int


SWINGS = (0, 3)
"""Animations of an arm that swings."""


@dataclass(slots=True)
class EntityAnimation(Message):
    """0 swing main arm, 1 hurt (to 1.19.3), 2 leave bed, 3 swing off hand, 4 critical, 5 magic critical."""

    entity_id: int
    animation: int


@dataclass(slots=True)
class EntityDamaged(Message):
    """1.19.4+. ``cause_id`` is who is to blame, ``direct_id`` what hit, such as an arrow; None for nobody."""

    entity_id: int
    kind: int
    """Number in the registry ``minecraft:damage_type``."""
    cause_id: int | None
    direct_id: int | None
    position: Vector | None
    """Where it came from when no entity did it."""


@dataclass(slots=True)
class HurtAnimation(Message):
    """1.19.4+: the camera of a hurt player tilts."""

    entity_id: int
    yaw: float
    """Where the blow came from, relative to the body."""


@dataclass(slots=True)
class CollectItem(Message):
    collected_id: int
    collector_id: int
    count: int


@dataclass(slots=True)
class EntityEffect(Message):
    entity_id: int
    effect: int
    amplifier: int
    duration: int
    """Ticks."""
    flags: int


@dataclass(slots=True)
class RemoveEntityEffect(Message):
    entity_id: int
    effect: int


@dataclass(slots=True)
class VehicleMove(Message):
    """The vehicle that the player drives, either direction."""

    x: float
    y: float
    z: float
    yaw: float
    pitch: float


# --- serverbound ----------------------------------------------------------------------------------


@dataclass(slots=True)
class PlayerMove(Message):
    """What a client says of its own body; parts that the packet doesn't carry are None."""

    position: tuple[float, float, float] | None
    look: tuple[float, float] | None
    """Yaw, pitch in degrees, yaw unwrapped as the client sends it."""
    on_ground: bool


@dataclass(slots=True)
class AbilitiesChanged(Message):
    """The client started or stopped flying (flag 2); servers look at no other flag."""

    flags: int


@dataclass(slots=True)
class TeleportConfirm(Message):
    teleport_id: int


@dataclass(slots=True)
class SteerVehicle(Message):
    """To 1.21.1, from riders only; :class:`PlayerInput` came after it."""

    sideways: float
    forward: float
    jump: bool
    unmount: bool


@dataclass(slots=True)
class PlayerInput(Message):
    """The movement keys that a player holds (1.21.2+), whether it rides or not."""

    forward: bool
    backward: bool
    left: bool
    right: bool
    jump: bool
    sneak: bool
    sprint: bool


@dataclass(slots=True)
class EntityAction(Message):
    """``start_sneaking stop_sneaking leave_bed start_sprinting stop_sprinting start_horse_jump
    stop_horse_jump open_horse_inventory start_elytra``."""

    action: str
    entity_id: int
    """The player's own, says the client."""


@dataclass(slots=True)
class SwingArm(Message):
    hand: int
    """0 main, 1 off."""


@dataclass(slots=True)
class InteractEntity(Message):
    """``action``: ``interact``, ``attack`` or ``interact_at``; ``hand`` is None for an attack."""

    entity_id: int
    action: str
    target: tuple[float, float, float] | None
    hand: int | None
    sneaking: bool | None
    """None to 1.15.2, where the packet doesn't say."""


@dataclass(slots=True)
class Digging(Message):
    """Status: 0 start, 1 cancel, 2 finish, 3 drop stack, 4 drop item, 5 release use, 6 swap hands, 7 stab."""

    status: int
    position: BlockPos
    face: int


@dataclass(slots=True)
class UseItemOn(Message):
    hand: int
    position: BlockPos
    face: int
    cursor: tuple[float, float, float]
    inside: bool


@dataclass(slots=True)
class UseItem(Message):
    hand: int
    look: tuple[float, float] | None = None
    """Yaw and pitch (1.21+)."""


@dataclass(slots=True)
class ClientSettings(Message):
    locale: str
    view_distance: int
    chat_mode: int
    chat_colors: bool
    skin_parts: int
    main_hand: int


@dataclass(slots=True)
class ClientStatus(Message):
    """0 respawn, 1 statistics."""

    action: int


@dataclass(slots=True)
class ClickWindow(Message):
    window: int
    slot: int
    button: int
    mode: int
    changed: tuple[tuple[int, ItemStack | None], ...]
    """From 1.17 the client says what it changed."""
    cursor: ItemStack | None
    """From 1.17 the cursor afterwards; before, the item it clicked on."""
    reports_result: bool
    """Whether ``changed`` and ``cursor`` are the outcome of the click (1.17+)."""


@dataclass(slots=True)
class CreativeSlot(Message):
    slot: int
    item: ItemStack | None


@dataclass(slots=True)
class EntityNbtQuery(Message):
    """The debug key that asks for an entity's NBT."""

    transaction: int
    entity_id: int


@dataclass(slots=True)
class Spectate(Message):
    """A spectator's wish to fly to somebody."""

    uuid: UUID


@dataclass(slots=True)
class EntityChosen(Message):
    """Packets that do no more to an entity than to name it: ``pick`` (1.21.4+), ``spectate`` (26.1+, to see through
    its eyes), ``edit_command`` (the command of a minecart)."""

    entity_id: int
    purpose: str


@dataclass(slots=True)
class ChatSaid(Message):
    """What the player typed; ``command`` without its slash."""

    text: str
    command: bool
