"""A client of any version, as far as it concerns companions.

It refuses what a well-kept client never gets: packets for entities that it doesn't have, a second entity of an id or
UUID, a player without a tab-list entry, an entry that shows where it could be hidden, one that goes before its skin
could load or while its hidden player is there, a scoreboard team that is there already or isn't, a name out of a team
that it isn't in, and anything outside the play state.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any
from uuid import UUID

from npc.clock import ManualClock
from npc.emotion.mood import Mood
from proxy import messages as m
from proxy.mood_symbols import MOOD_SYMBOLS, Symbol
from proxy.stage_writer import SKIN_TICKS, StageWriter
from proxy.versions import family_for
from proxy.versions.base import ProtocolFamily
from proxy.wire.frame import read_varint
from world.entity import Entity
from world.player import Player

PROTOCOLS = (47, 340, 754, 758, 760, 761, 764, 768, 773, 775)
"""One of each layout of what a companion is on the wire, and the newest."""


class ModelClient:
    """A client of one version, as far as it concerns companions."""

    def __init__(self, family: ProtocolFamily, clock: ManualClock) -> None:
        self.family = family
        self.clock = clock
        self.entities: dict[int, Entity] = {}
        self.in_play = True
        self.listed: set[UUID] = set()
        self.spawned_at: dict[UUID, int] = {}
        self.client_congested = False
        self.heard: list[bytes] = []
        self.names: list[str] = []
        """Packets of entities that it got, by name."""
        self.blocks: dict[tuple[int, int, int], int] = {}
        """What it was told of single blocks."""
        self.teams: dict[str, set[str]] = {}
        """The scoreboard's: name → members."""
        self.symbols: dict[str, Symbol] = {}
        """What our teams put behind their members' names."""
        self.moods: list[tuple[int, Mood]] = []
        """What it was told on the plugin channel, by entity id."""
        self.riders: dict[int, int] = {}
        """Vehicle → its rider."""
        self.in_bed: set[int] = set()
        """Who was laid to bed by a packet (to 1.13.2)."""
        self.complaints: list[str] = []
        """What it refused. The writer lets no exception through, so they are looked at afterwards."""

    # --- the bridge's side

    def send_to_client(self, *packets: bytes) -> None:
        for packet in packets:
            packet_id, start = read_varint(packet, 0)
            name = self.family.packet_name("play", "clientbound", packet_id)
            if not self.in_play:
                self.complaints.append(f"{name} outside play")
            elif name is None:
                self.complaints.append(f"unknown packet id {packet_id}")
            elif name in {"chat_message", "system_message"}:
                self.heard.append(packet)
            elif name in self.family.decodes("clientbound"):
                self.names.append(name)
                message = self.family.decode("clientbound", name, packet[start:])
                try:
                    self.apply(message)
                    if isinstance(message, m.TeamUpdate):
                        self.read_symbol(message.team, packet)
                except (AssertionError, KeyError) as error:
                    self.complaints.append(f"{message}: {error!r}")
            elif name not in {"sound_effect", "named_sound_effect", "particle"}:
                self.complaints.append(f"{name} is nothing that a companion needs")

    # --- the client's side

    def apply(self, message: m.Message) -> None:
        match message:
            case m.PlayerInfo(actions=actions, entries=entries):
                assert "add" in actions
                assert all(entry.listed is False for entry in entries) or not self.family.unlisted_entries
                self.listed |= {entry.uuid for entry in entries}
            case m.PlayersRemoved(uuids=uuids):
                for uuid in uuids:
                    assert self.clock.tick - self.spawned_at[uuid] >= SKIN_TICKS, (
                        "its skin can't be there yet"
                    )
                    if self.family.unlisted_entries:
                        assert uuid not in self.by_uuid(), "who needs no place on the list keeps its entry"
                    self.listed.remove(uuid)
            case m.SpawnEntity():
                self.spawn(message)
            case m.DestroyEntities(entity_ids=entity_ids):
                for entity_id in entity_ids:
                    del self.entities[entity_id]
                    self.in_bed.discard(entity_id)
                    self.riders = {
                        seat: rider for seat, rider in self.riders.items() if entity_id not in (seat, rider)
                    }
            case m.EntityMove():
                entity = self.entities[message.entity_id]
                entity.move_by(message.dx, message.dy, message.dz, rounded=self.family.rounds_positions)
                if message.yaw is not None and message.pitch is not None:
                    entity.yaw, entity.pitch = message.yaw, message.pitch
            case m.EntityTeleport():
                entity = self.entities[message.entity_id]
                entity.x, entity.y, entity.z = message.x, message.y, message.z
                entity.yaw, entity.pitch = message.yaw, message.pitch
            case m.EntityHeadLook():
                self.entities[message.entity_id].head_yaw = message.head_yaw
            case m.SetPassengers(vehicle_id=seat, passengers=riders):
                assert self.entities.keys() >= {seat, *riders}
                self.riders.pop(seat, None)
                if riders:
                    (self.riders[seat],) = riders
            case m.RideEntity(entity_id=rider, vehicle_id=vehicle):
                self.riders = {seat: other for seat, other in self.riders.items() if other != rider}
                assert rider in self.entities
                if vehicle is not None:
                    assert vehicle in self.entities
                    self.riders[vehicle] = rider
            case m.UseBed(entity_id=entity_id):
                assert self.entities[entity_id].kind == "player"
                assert entity_id not in self.in_bed
                self.in_bed.add(entity_id)
            case m.EntityAnimation(entity_id=entity_id, animation=2):
                self.in_bed.remove(entity_id)
            case m.EntityMetadata() | m.EntityEquipment() | m.EntityAnimation() | m.HurtAnimation():
                assert message.entity_id in self.entities
            case m.TeamUpdate():
                self.apply_team(message)
            case m.PluginMessage(channel="hearthkin:mood", data=data):
                entity_id, ordinal_at = read_varint(data, 0)
                assert entity_id in self.entities
                ordinal, end = read_varint(data, ordinal_at)
                assert end == len(data)
                self.moods.append((entity_id, Mood(ordinal)))
            case m.BlocksChanged(positions=positions, states=states):
                self.blocks |= dict(zip(positions, states, strict=True))
            case _:
                raise AssertionError("nothing that a companion needs")

    def apply_team(self, message: m.TeamUpdate) -> None:
        """As vanilla's scoreboard, which throws where this fails."""
        team, names = message.team, message.members
        if message.action == "create":
            assert team not in self.teams, "a team of that name is there"
            self.teams[team] = set()
        members = self.teams[team]
        match message.action:
            case "create" | "join":
                for other in self.teams.values():
                    other.difference_update(names)
                members.update(names)
            case "leave":
                assert members.issuperset(names), "it isn't in that team"
                members.difference_update(names)
            case "remove":
                del self.teams[team]
                self.symbols.pop(team, None)

    def read_symbol(self, team: str, packet: bytes) -> None:
        """Take what a team of ours shows from its packet, whose layout other tests compare."""
        for symbol in MOOD_SYMBOLS.values():
            if symbol is None:
                continue
            members = self.teams.get(team, set())
            written = [self.family.create_team(team, member, symbol) for member in members]
            if [packet] in (*written, self.family.change_team(team, symbol)):
                self.symbols[team] = symbol

    def team_of(self, name: str) -> str | None:
        return next((team for team, members in self.teams.items() if name in members), None)

    def spawn(self, message: m.SpawnEntity) -> None:
        assert message.entity_id not in self.entities
        if message.kind == "player" or self.family.protocol >= 107:  # before 1.9 a mob's UUID isn't told
            assert message.uuid is not None
            assert message.uuid not in self.by_uuid()
        if message.kind == "player":
            assert message.uuid is not None
            assert message.uuid in self.listed, "a player without an entry is never shown"
            self.spawned_at[message.uuid] = self.clock.tick
        self.entities[message.entity_id] = Entity(
            message.entity_id,
            message.uuid,
            message.kind,
            *(message.x, message.y, message.z),
            *(message.yaw, message.pitch, message.head_yaw),
        )

    def reset(self) -> None:
        """Back to the configuration state."""
        self.in_play = False
        self.entities.clear()
        self.listed.clear()
        self.teams.clear()
        self.symbols.clear()

    def by_uuid(self) -> dict[UUID | None, Entity]:
        return {entity.uuid: entity for entity in self.entities.values()}


class Watcher:
    """A viewer behind a model client of one version, in a world of which it holds all chunks but ``missing``."""

    def __init__(self, viewer_id: int, protocol: int, clock: ManualClock) -> None:
        family = family_for(protocol)
        assert family is not None
        self.viewer_id = viewer_id
        self.player = Player(f"Player{viewer_id}", UUID(int=viewer_id), y=64.0, placed=True)
        self.client = ModelClient(family, clock)
        self.port = StageWriter(self.client, family, clock)
        self.unit = 1 / family.units_per_block
        """Blocks that its version can tell apart."""
        self.missing: set[tuple[int, int]] = set()
        self.entities: dict[int, Entity] = {}
        self.listed: dict[UUID, Any] = {}
        self.world: Any = None
        self.enter("minecraft:overworld")

    def enter(self, world: str | None) -> None:
        self.world = (
            None if world is None else SimpleNamespace(key=SimpleNamespace(name=world), time_of_day=0)
        )

    def holds_chunk(self, chunk_x: int, chunk_z: int) -> bool:
        return self.world is not None and (chunk_x, chunk_z) not in self.missing
