"""A model client that applies what the proxy really sends is never further off than the wire's resolution."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any
from uuid import UUID

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule
from model_client import PROTOCOLS, ModelClient

from npc.clock import ManualClock
from npc.definition import NpcDefinition
from npc.gaze import wrap_degrees
from npc.identity import incarnate
from npc.npc import Npc
from npc.simulation import Simulation
from proxy.entity_ids import FIRST_ENTITY_ID
from proxy.stage_writer import StageWriter
from proxy.versions import family_for
from world.blocks import BlockTable
from world.dimension import DimensionType
from world.player import Player
from world.view import WorldKey, WorldView

OVERWORLD, NETHER = "minecraft:overworld", "minecraft:the_nether"
ANGLE_TOLERANCE = 360 / 256
RANGES = {"juniper": 48.0, "fern": 128.0, "moss": 48.0}
COMPANIONS = (
    NpcDefinition("juniper", "Juniper", x=0.5, y=64.0, z=0.5, skin=("dGV4dHVyZQ==", None), lively=False),
    NpcDefinition("fern", "Fern", kind="zombie", x=30.1, y=70.3, z=-20.7, lively=False),
    NpcDefinition("moss", "Juniper", x=-5.3, y=64.0, z=12.9, world=NETHER, lively=False),
)


@cache
def unknown_world(name: str) -> WorldView:
    """A world of which nobody knows anything: companions stay where the test has them."""
    return WorldView(WorldKey("test", name, 0), DimensionType("overworld"), BlockTable.load("1.20.4"))


class Spectator:
    """A viewer behind a model client, with the oracle of what it ought to see."""

    def __init__(self, viewer_id: int, protocol: int, clock: ManualClock) -> None:
        family = family_for(protocol)
        assert family is not None
        self.viewer_id = viewer_id
        self.player = Player(f"Player{viewer_id}", UUID(int=viewer_id), y=64.0, placed=True)
        self.client = ModelClient(family, clock)
        self.port = StageWriter(self.client, family, clock, in_world=lambda: self.world is not None)
        self.said: list[bytes] = []
        self.place_tolerance = 1 / family.units_per_block
        self.missing: set[tuple[int, int]] = set()
        self.entities: dict[int, Any] = {}
        self.listed: dict[UUID, Any] = {}
        self.world: Any = None
        self.enter(OVERWORLD)
        self.in_view: set[str] = set()

    def enter(self, world: str) -> None:
        self.world = unknown_world(world)

    def holds_chunk(self, chunk_x: int, chunk_z: int) -> bool:
        return (chunk_x, chunk_z) not in self.missing

    def should_see(self, npc: Npc) -> bool:
        reach = RANGES[npc.id] + (8.0 if npc.id in self.in_view else 0.0)
        distance = ((npc.actor.x - self.player.x) ** 2 + (npc.actor.z - self.player.z) ** 2) ** 0.5
        if self.world is None:
            return False
        return npc.world == self.world.key.name and self.holds_chunk(*npc.chunk) and distance <= reach


SEATS = st.sampled_from([1, 2])
IDS = st.sampled_from([definition.id for definition in COMPANIONS])
STEPS = st.floats(-0.9, 0.9)
CREEP = st.sampled_from([-1.2e-4, 0.0, 1.3e-4])
"""Less than a unit of the wire."""
PLACES = st.floats(-150, 150)


class TwoClientsAndThreeCompanions(RuleBasedStateMachine):
    @initialize(
        protocols=st.tuples(st.sampled_from(PROTOCOLS), st.sampled_from(PROTOCOLS)), seed=st.integers(0, 99)
    )
    def begin(self, protocols: tuple[int, int], seed: int) -> None:
        self.random = Random(seed)
        self.clock = ManualClock()
        self.simulation = Simulation(self.clock, self.random)
        for definition in COMPANIONS:
            self.simulation.add(definition)
        self.seats = {
            number: Spectator(number, protocol, self.clock) for number, protocol in enumerate(protocols, 1)
        }
        for seat in self.seats.values():
            self.simulation.add_viewer(seat)
        self.tick()

    # --- what companions do

    @rule(npc_id=IDS, step=st.tuples(STEPS, STEPS, STEPS), count=st.integers(1, 12), yaw=st.floats(-180, 179))
    def walk(self, npc_id: str, step: tuple[float, float, float], count: int, yaw: float) -> None:
        self.move_on(npc_id, step, count, yaw)

    @rule(npc_id=IDS, step=st.tuples(CREEP, CREEP, CREEP), count=st.integers(1, 40))
    def creep(self, npc_id: str, step: tuple[float, float, float], count: int) -> None:
        self.move_on(npc_id, step, count, 0.0)

    def move_on(self, npc_id: str, step: tuple[float, float, float], count: int, yaw: float) -> None:
        npc = self.simulation.npcs[npc_id]
        actor = npc.actor
        for _ in range(count):
            npc.wake()
            actor.x, actor.y, actor.z = actor.x + step[0], actor.y + step[1], actor.z + step[2]
            actor.yaw = yaw
            self.tick()

    @rule(npc_id=IDS, x=PLACES, y=st.floats(-60, 300), z=PLACES)
    def teleport(self, npc_id: str, x: float, y: float, z: float) -> None:
        npc = self.simulation.npcs[npc_id]
        npc.wake()
        npc.actor.x, npc.actor.y, npc.actor.z = x, y, z

    @rule(npc_id=IDS)
    def revive(self, npc_id: str) -> None:
        self.simulation.npcs[npc_id].wake()
        self.simulation.npcs[npc_id].actor.uuid = incarnate(self.random)

    # --- what players and their clients do

    @rule(number=SEATS, x=PLACES, z=PLACES)
    def go(self, number: int, x: float, z: float) -> None:
        self.seats[number].player.x, self.seats[number].player.z = x, z

    @rule(number=SEATS, npc_id=IDS)
    def stand_beside(self, number: int, npc_id: str) -> None:
        actor, player = self.simulation.npcs[npc_id].actor, self.seats[number].player
        player.x, player.y, player.z = actor.x + 2.0, actor.y, actor.z

    @rule(number=SEATS, npc_id=IDS, attack=st.booleans())
    def click(self, number: int, npc_id: str, attack: bool) -> None:
        if attack:
            self.simulation.on_attack(number, npc_id)
        else:
            self.simulation.on_use(number, npc_id, 0, False)

    @rule(number=SEATS, world=st.sampled_from([OVERWORLD, NETHER]), drops=st.booleans())
    def respawn(self, number: int, world: str, drops: bool) -> None:
        """As the tracker does it, before the client gets the packet. Not every client drops its entities."""
        seat = self.seats[number]
        drops = drops or world != seat.world.key.name
        seat.enter(world)
        self.simulation.forget(number)
        seat.in_view.clear()
        if drops:
            seat.client.entities.clear()

    @rule(number=SEATS, world=st.sampled_from([OVERWORLD, NETHER]), count=st.integers(0, 60))
    def reconfigure(self, number: int, world: str, count: int) -> None:
        """As the application does it when the server says ``start_configuration``, and when play begins again."""
        seat = self.seats[number]
        if not seat.client.family.has_configuration:
            return
        seat.port.client_reset()
        self.simulation.forget(number)
        seat.client.reset()
        seat.world = None
        for _ in range(count):
            self.tick()
        seat.client.in_play = True
        seat.enter(world)
        self.simulation.forget(number)
        seat.in_view.clear()

    @rule(number=SEATS)
    def speak(self, number: int) -> None:
        seat = self.seats[number]
        text = f"line {len(seat.said)}"
        seat.port.say(text)
        seat.said += seat.client.family.system_chat({"text": text})

    @rule(number=SEATS, npc_id=IDS)
    def unload_or_load_its_chunk(self, number: int, npc_id: str) -> None:
        self.seats[number].missing ^= {self.simulation.npcs[npc_id].chunk}

    @rule(number=SEATS)
    def stop_or_start_reading(self, number: int) -> None:
        client = self.seats[number].client
        client.client_congested = not client.client_congested

    @rule(number=SEATS, offset=st.integers(0, 6))
    def server_takes_an_id(self, number: int, offset: int) -> None:
        seat = self.seats[number]
        seat.port.avoid(FIRST_ENTITY_ID + offset)
        assert FIRST_ENTITY_ID + offset not in seat.client.entities, "the server's entity would replace ours"
        assert not seat.port.is_own(FIRST_ENTITY_ID + offset)

    @rule(count=st.integers(1, 50))
    def wait(self, count: int) -> None:
        for _ in range(count):
            self.tick()

    def teardown(self) -> None:
        for seat in self.seats.values():
            assert seat.client.complaints == []

    # --- the comparison

    def uuid_of(self, actor_id: str | None) -> UUID | None:
        return None if actor_id is None else self.simulation.npcs[actor_id].actor.uuid

    def tick(self) -> None:
        self.clock.advance()
        assert self.simulation.tick() == 1
        for seat in self.seats.values():
            self.compare(seat)

    def compare(self, seat: Spectator) -> None:
        assert seat.client.complaints == []
        seat.in_view = {npc.id for npc in self.simulation.npcs.values() if seat.should_see(npc)}
        seen = {
            entity.uuid or self.uuid_of(seat.port.actor_of(entity_id)): entity
            for entity_id, entity in seat.client.entities.items()
        }
        assert len(seen) == len(seat.client.entities)
        expected = {self.simulation.npcs[npc_id].actor.uuid for npc_id in seat.in_view}
        assert seen.keys() == expected, "nobody too few, no ghosts"
        if seat.world is not None:
            ours = set(seat.said)
            assert [line for line in seat.client.heard if line in ours] == seat.said, "once, and in order"
        if seat.client.client_congested:
            return
        for npc_id in seat.in_view:
            actor = self.simulation.npcs[npc_id].actor
            entity = seen[actor.uuid]
            assert seat.port.actor_of(entity.entity_id) == npc_id
            for axis in "xyz":
                assert abs(getattr(entity, axis) - getattr(actor, axis)) <= seat.place_tolerance, axis
            for angle in ("yaw", "pitch", "head_yaw"):
                off = wrap_degrees(getattr(entity, angle) - getattr(actor, angle))
                assert abs(off) <= ANGLE_TOLERANCE, angle
            assert abs(wrap_degrees(entity.head_yaw - entity.yaw)) <= 75.0 + ANGLE_TOLERANCE


TwoClientsAndThreeCompanions.TestCase.settings = settings(
    max_examples=50, stateful_step_count=40, deadline=None
)
TestModelClients = TwoClientsAndThreeCompanions.TestCase


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_a_long_walk_does_not_drift(protocol: int) -> None:
    """Two thousand steps that no unit of the wire divides, in the version's own way of counting."""
    clock = ManualClock()
    simulation = Simulation(clock, Random(1))
    npc = simulation.add(COMPANIONS[0])
    seat = Spectator(1, protocol, clock)
    simulation.add_viewer(seat)
    # Once it has stepped, an entity is on the grid: half a unit off at most where clients round to it.
    one_way_of_counting = seat.place_tolerance * (0.5 if seat.client.family.rounds_positions else 1.0) + 1e-9
    random = Random(2)
    for _ in range(2_000):
        npc.actor.x = max(-40.0, min(40.0, npc.actor.x + random.uniform(-0.3, 0.3)))
        npc.actor.z = max(-20.0, min(20.0, npc.actor.z + random.uniform(-0.001, 0.001)))
        clock.advance()
        simulation.tick()
        (entity,) = seat.client.entities.values()
        assert abs(entity.x - npc.actor.x) <= one_way_of_counting
        assert abs(entity.z - npc.actor.z) <= seat.place_tolerance


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_the_model_client_notices_a_packet_for_an_entity_that_it_lacks(protocol: int) -> None:
    """The oracle itself: it must not let through what it is there to catch."""
    seat = Spectator(1, protocol, ManualClock())
    moves = seat.client.family.moves(5)
    for packet in (
        moves.step(1, 0, 0, 0, 0, True),
        moves.look(0, 0, True),
        moves.head(0),
        *seat.client.family.destroy([5]),
    ):
        seat.client.send_to_client(packet)
        assert seat.client.complaints.pop().endswith("KeyError(5)")
