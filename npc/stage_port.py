"""What the stage asks of the wire: the port that the proxy implements for each client."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol
from uuid import UUID

from npc.cues import Particles
from npc.emotion.mood import Mood
from npc.locomotion.stride import BlockPosition
from world.entity import Entity, ListedPlayer
from world.item import ItemStack
from world.player import Player

if TYPE_CHECKING:
    from world.view import WorldView


@dataclass(slots=True)
class Actor:
    """All of an NPC that a client can see. Position in blocks (feet), angles in degrees.

    ``actor_id`` is the NPC's stable id; entity ids are the wire's own business and may differ per client.
    """

    actor_id: str
    uuid: UUID
    """The incarnation's UUID (version 2, so that clients don't take it for an account)."""
    name: str
    kind: str = "player"
    """Entity type without namespace."""
    skin: tuple[str, str | None] | None = None
    """Texture property: base64 value and signature."""
    x: float = 0.0
    y: float = 0.0
    z: float = 0.0
    yaw: float = 0.0
    """Body."""
    pitch: float = 0.0
    head_yaw: float = 0.0
    on_ground: bool = True
    teleported: int = 0
    """How often it has been put somewhere else instead of going there: clients don't draw a way between."""
    pose: str = "standing"
    """What the whole body does: ``standing sneaking sitting sleeping swimming spinning gliding``, or by the name that
    vanilla has for it. Who sleeps lies on its back with its feet at its place."""
    bed: BlockPosition | None = None
    """The bed that it sleeps in, by its head's block; None: it lies on the ground."""
    sprinting: bool = False
    """Clients raise dust behind whoever sprints."""
    on_fire: bool = False
    holds_open: BlockPosition | None = None
    """A door (any block of it) that who sees the actor sees open, although the world has it closed."""
    health: float = 20.0
    mood: Mood = Mood.COMPOSED
    """The primary one: all of its feelings that anybody sees."""
    symbol: str = ""
    """A word or sign that stands behind its name for a while."""
    using: int | None = None
    """The hand whose item it uses: 0 main, 1 off."""
    props: dict[int, str] = field(default_factory=dict)
    """Hand → item without namespace that it shows there instead of what it carries."""
    equipment: dict[str, ItemStack] = field(default_factory=dict)


class StagePort(Protocol):
    """One client's side of the stage. No method raises; what a client can't show is left out.

    Packets of calls between two ``flush`` leave together, in order, never inside a bundle.
    """

    def spawn(self, actor: Actor) -> None: ...

    def despawn(self, actor_id: str) -> None: ...

    def move(self, actor: Actor) -> None:
        """Bring the client to the actor's present position and look, with the fewest packets that do it exactly.

        An actor that has ``teleported`` since the client last heard of it is put there, however near.
        """

    def look(self, actor: Actor) -> None:
        """Body yaw, pitch and head yaw only."""

    def pose(self, actor: Actor) -> None:
        """Pose, use of an item, sprinting, fire and health: those of them that the client has otherwise."""

    def equip(self, actor: Actor) -> None:
        """What it wears, and what it holds or seems to hold."""

    def mood(self, actor: Actor) -> None:
        """The primary mood is another one; a spawn shows it too."""

    def name_line(self, actor: Actor) -> None:
        """Its symbol is another one; a spawn shows it too."""

    def swing(self, actor_id: str, hand: int = 0) -> None: ...

    def hurt(self, actor: Actor, from_yaw: float) -> None:
        """The red flinch with the version's hurt animation; ``from_yaw`` is the direction of the blow in degrees."""

    def sound(self, actor: Actor, sound: str, volume: float = 1.0, pitch: float = 1.0) -> None:
        """``sound``: key without namespace, e.g. ``entity.player.hurt``."""

    def particles(self, actor: Actor, cue: Particles) -> None:
        """Those of them that the version has, or the likest that it has."""

    def show_block(self, x: int, y: int, z: int, state: int) -> None:
        """Let this client alone see a block state (of its own version) at block coordinates."""

    def restore_block(self, x: int, y: int, z: int, state: int) -> None:
        """End :meth:`show_block`: ``state`` is what the world really has there."""

    def say(self, text: str, color: str | None = None) -> None:
        """A line of system chat to this client."""

    def forget_all(self) -> None:
        """The client dropped its entities (world change, re-login): nothing of ours is left on it."""

    def flush(self) -> None: ...

    @property
    def congested(self) -> bool:
        """Whether the client reads too slowly: only spawns and despawns are worth sending."""


class Viewer(Protocol):
    """A connected client as the simulation sees it."""

    viewer_id: int
    """Positive session number, new at each join."""
    player: Player
    port: StagePort

    @property
    def world(self) -> WorldView | None:
        """The world it is in; None while it has none (joining, switching)."""

    @property
    def entities(self) -> Mapping[int, Entity]:
        """Entities that the server told it of, its own player among them, by entity id."""

    @property
    def listed(self) -> Mapping[UUID, ListedPlayer]:
        """The server's player list."""

    def holds_chunk(self, chunk_x: int, chunk_z: int) -> bool:
        """Whether this very client has that chunk loaded."""
