"""Plays clips to a client without a connection, and keeps what it saw."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from random import Random
from uuid import UUID

from npc.acting import Acting
from npc.clock import ManualClock
from npc.emotes import BodyState, Clip
from npc.emotes.definition import EmoteCatalogue
from npc.stage import Stage
from npc.stage_port import Actor, StagePort
from proxy.emote_sheet.mannequin import Stance
from proxy.emote_sheet.puppet import Puppet
from proxy.stage_writer import StageWriter
from proxy.versions.family import JavaFamily
from proxy.versions.sight import ParticlesSeen, Sight
from world.dimension import DimensionType
from world.entity import Entity, ListedPlayer
from world.player import Player
from world.view import WorldKey, WorldView

SETTLING = 6
"""Ticks that are played after a clip, in which everything comes back."""
PARTICLE_LIFE = 8
"""Ticks that a particle is drawn for; in a client each kind has its own."""
WORLD = "minecraft:overworld"


@dataclass(frozen=True, slots=True)
class Dot:
    """A particle, in blocks from where the player's feet are when it stands there."""

    particle: str
    position: tuple[float, float, float]
    age: int
    """Ticks."""


@dataclass(frozen=True, slots=True)
class Frame:
    """What a client shows at a tick since the clip's start."""

    tick: int
    stance: Stance
    lift: float
    """Blocks that its feet are above the ground: riders' are below."""
    symbol: str
    """Behind its name."""
    dots: tuple[Dot, ...]
    sounds: tuple[str, ...]


class _Spectator:
    """A viewer in an empty world."""

    def __init__(self, port: StageWriter, world: WorldView) -> None:
        self.viewer_id = 1
        self.player = Player("spectator", UUID(int=0), placed=True)
        self.port: StagePort = port
        self.world: WorldView | None = world
        self.entities: dict[int, Entity] = {}
        self.listed: dict[UUID, ListedPlayer] = {}

    def holds_chunk(self, chunk_x: int, chunk_z: int) -> bool:
        return True


def _empty_world(family: JavaFamily) -> WorldView:
    return WorldView(WorldKey("", WORLD, 0), DimensionType(WORLD), family.blocks)


def play(clip: Clip, family: JavaFamily) -> list[Frame]:
    """A frame for each tick of a clip, as a client of that version sees it, and a few after its end."""
    clock, puppet, stage, dice = ManualClock(), Puppet(Sight(family)), Stage(), Random(0)
    writer = StageWriter(puppet, family, clock, mood_symbols=False)
    stage.seat(_Spectator(writer, _empty_world(family)))
    actor = Actor("wanda", UUID("00000000-0000-2000-8000-000000000001"), "Wanda")
    stage.enter(actor, WORLD)
    acting = Acting(actor, EmoteCatalogue(tuple), {clip.key: clip}, Random(0))
    stage.update()
    stage.flush()
    puppet.tick()
    frames: list[Frame] = []
    dots: list[Dot] = []
    acting.hold(clip)
    for tick in range(clip.length + SETTLING):
        if tick == clip.length:
            acting.let_go()
        cues = acting.tick(clock.tick, BodyState())
        puppet.forget_moment()
        stage.update()
        for cue in cues:
            stage.perform(actor.actor_id, cue)
        stage.flush()
        puppet.tick()
        dots = _age(dots, puppet.particles, dice)
        sounds = tuple(puppet.sounds)
        frames.append(Frame(tick, puppet.stance, puppet.height, puppet.symbol, tuple(dots), sounds))
        clock.advance()
    return frames


def _age(dots: Iterable[Dot], seen: Iterable[ParticlesSeen], random: Random) -> list[Dot]:
    """The dots of a tick from those of the one before and from what has come."""
    old = [Dot(dot.particle, dot.position, dot.age + 1) for dot in dots if dot.age + 1 < PARTICLE_LIFE]
    new = [
        Dot(cloud.particle, _scattered(cloud, random), 0)
        for cloud in seen
        for _ in range(max(1, cloud.count))
    ]
    return old + new


def _scattered(cloud: ParticlesSeen, random: Random) -> tuple[float, float, float]:
    (dx, dy, dz) = cloud.spread
    return (
        cloud.x + random.gauss(0.0, dx),
        cloud.y + random.gauss(0.0, dy),
        cloud.z + random.gauss(0.0, dz),
    )
