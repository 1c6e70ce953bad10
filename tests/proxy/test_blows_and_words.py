"""Who strikes whom, who dies and who speaks, by the packets that tell of it."""

from __future__ import annotations

import struct
from types import SimpleNamespace
from typing import Any
from uuid import UUID

import pytest

from npc.happenings import Deed, Happening
from npc.stage_port import Actor
from proxy import messages as m
from proxy.tracking.client_view import ClientView
from proxy.tracking.doers import Doers
from proxy.tracking.tracker import NoEvents, WorldTracker
from proxy.versions import family_for
from proxy.versions.base import Direction, ProtocolFamily
from proxy.wire.buffer import pack_string
from proxy.wire.frame import Frame, pack_varint, read_varint
from world.dimension import DimensionType
from world.view import WorldRegistry

OVERWORLD = DimensionType("minecraft:overworld", 0, 256)
ANN, BEN, CAT, COW, ARMOR = 1, 20, 21, 22, 23
ANN_ID, BEN_ID, CAT_ID = UUID(int=7), UUID(int=20), UUID(int=21)
HURT, DIED = 2, 3
THORNS, BURNT = 33, 37
SWING, OTHER_SWING, LEAVE_BED = 0, 3, 2


def spoken(protocol: int) -> ProtocolFamily:
    family = family_for(protocol)
    assert family is not None
    return family


SILENT = [spoken(protocol) for protocol in (47, 340, 754, 760)]
"""Their servers tell that somebody is hurt, not by whom."""
OUTSPOKEN = [spoken(protocol) for protocol in (765, 770, 775)]
ALL = [*SILENT, *OUTSPOKEN]


def name_of(family: ProtocolFamily) -> str:
    return family.minecraft


class Proxy(NoEvents):
    """What all clients report, and who listens where."""

    def __init__(self) -> None:
        self.tick = 100
        self.doers = Doers(lambda: self.tick)
        self.worlds = WorldRegistry()
        self.happenings: list[Happening] = []
        self.watched = True

    def is_watched(self, view: ClientView, x: float, z: float) -> bool:
        return self.watched

    def happened(self, view: ClientView, happening: Happening) -> None:
        self.happenings.append(happening)

    def take(self) -> list[tuple[Deed, str, str]]:
        """Deed, doer and victim by name, of all since the last time; ``?`` for nobody."""
        taken, self.happenings = self.happenings, []
        return [
            (deed, "?" if doer is None else doer.name, "?" if victim is None else victim.name)
            for deed, _, doer, victim, *_ in taken
        ]


class Client:
    """Ann's client, at (0.5, 64, 0.5); Ben stands two blocks south of her, a cow two blocks south of him."""

    def __init__(self, family: ProtocolFamily, proxy: Proxy | None = None, player: int = ANN) -> None:
        self.family = family
        self.proxy = Proxy() if proxy is None else proxy
        name, uuid = {ANN: ("Ann", ANN_ID), BEN: ("Ben", BEN_ID)}[player]
        bridge: Any = SimpleNamespace(
            session=player, profile_name=name, profile_uuid=uuid, family=family, backend_name="server:1"
        )
        self.bridge = bridge
        self.view = ClientView(bridge, None)  # type: ignore[arg-type]
        self.tracker = WorldTracker(self.view, self.proxy.worlds, self.proxy, self.proxy.doers)
        self.tracker.joined(bridge)
        world = "minecraft:overworld"
        types = {OVERWORLD.name: OVERWORLD}
        self.gets(
            m.JoinGame(
                player,
                False,
                0,
                -1,
                (world,),
                world,
                OVERWORLD,
                None,
                types,
                5,
                20,
                10,
                False,
                True,
                False,
                False,
            ),
            m.PlayerTeleport(0.5, 64.0, 0.5 if player == ANN else 2.5, 0.0, 0.0, 0, 1, False, None),
            m.PlayerInfo(
                frozenset({"add", "game_mode"}),
                tuple(
                    m.PlayerInfoEntry(uuid, name, game_mode=0)
                    for uuid, name in ((ANN_ID, "Ann"), (BEN_ID, "Ben"), (CAT_ID, "Cat"))
                ),
            ),
        )
        self.sees(COW, "cow", 4.5)
        if player == ANN:
            self.sees(BEN, "player", 2.5, BEN_ID)
        else:
            self.sees(ANN, "player", 0.5, ANN_ID)

    def gets(self, *messages: m.Message) -> None:
        for message in messages:
            self.tracker.apply("clientbound", message)

    def sees(
        self, entity_id: int, kind: str, z: float, uuid: UUID | None = None, x: float = 0.5, yaw: float = 0.0
    ) -> None:
        uuid = UUID(int=entity_id) if uuid is None else uuid
        place = (x, 64.0, z, yaw, 0.0, yaw)
        self.gets(m.SpawnEntity(entity_id, uuid, kind, *place, (0.0, 0.0, 0.0), 0))

    def frame(self, direction: Direction, name: str, body: bytes) -> None:
        """A packet as the wire brings it, if the tracker asks for it."""
        interests = {
            "clientbound": self.tracker.clientbound_interests,
            "serverbound": self.tracker.serverbound_interests,
        }
        assert name in interests[direction], name
        packet = b"\x00" + body
        show = getattr(self.tracker, direction)
        assert show(self.bridge, name, Frame(packet, 0, 0, 0, packet)) is None
        assert not self.tracker.errors

    def status(self, entity_id: int, status: int) -> None:
        self.frame("clientbound", "entity_status", struct.pack(">ib", entity_id, status))

    def swings(self, entity_id: int, animation: int = SWING) -> None:
        self.frame("clientbound", "animation", pack_varint(entity_id) + bytes((animation,)))

    def damage(self, entity_id: int, cause: int | None, kind: int = 3) -> None:
        by = 0 if cause is None else cause + 1
        numbers = (entity_id, kind, by, by)
        self.frame("clientbound", "damage_event", b"".join(map(pack_varint, numbers)) + b"\x00")

    def health(self, health: float) -> None:
        body = struct.pack(">f", health) + pack_varint(20) + struct.pack(">f", 5.0)
        self.frame("clientbound", "update_health", body)

    def shows_health(self, entity_id: int, kind: str, health: float) -> None:
        """Metadata as the writer of our own companions' bodies has them."""
        actor = Actor("one", UUID(int=99), "One", kind, health=health)
        entry = self.family.looks(actor)[self.family.health_index]
        (packet,) = self.family.update_looks(entity_id, [entry])
        self.frame("clientbound", "entity_metadata", packet[read_varint(packet, 0)[1] :])

    def strikes(self, entity_id: int) -> None:
        if "attack" in self.family.decodes("serverbound"):
            self.frame("serverbound", "attack", pack_varint(entity_id))
            return
        sneaks = b"\x00" if self.family.protocol >= 735 else b""
        self.frame("serverbound", "use_entity", pack_varint(entity_id) + pack_varint(1) + sneaks)

    def says(self, text: str) -> None:
        protocol = self.family.protocol
        if protocol < 760:
            signed = b""
        elif protocol < 761:
            signed = bytes(16) + bytes((0, 0, 0, 0))
        else:
            signed = bytes(16) + b"\x00" + pack_varint(1) + bytes(3) + (bytes(1) if protocol >= 770 else b"")
        self.frame("serverbound", "chat_message", pack_string(text) + signed)

    def hears(self, sender: UUID, position: int = 0) -> None:
        """``position``: of the line, in releases that send others by the same packet."""
        protocol = self.family.protocol
        if protocol < 760:
            body = pack_string('{"text":"hello"}') + bytes((position,)) + sender.bytes
        else:
            before = pack_varint(300) if protocol >= 770 else b"\x00" if protocol < 761 else b""
            body = before + sender.bytes + b"whatever follows"
        self.frame("clientbound", "chat_message", body)


# --- blows where the server tells whose they are


@pytest.mark.parametrize("family", OUTSPOKEN, ids=name_of)
def test_a_server_that_tells_who_struck_is_believed(family: ProtocolFamily) -> None:
    client = Client(family)
    client.damage(COW, BEN)
    client.damage(ANN, COW)
    (blow, butt) = client.proxy.happenings
    assert blow.where == pytest.approx((0.5, 64.1, 4.5))
    assert blow.doer is not None
    assert blow.doer.uuid == BEN_ID
    assert client.proxy.take() == [(Deed.BLOW, "Ben", ""), (Deed.BLOW, "", "Ann")]
    assert butt.victim is not None
    assert butt.victim.uuid == ANN_ID


@pytest.mark.parametrize("family", OUTSPOKEN, ids=name_of)
def test_what_nobody_alive_does_is_no_blow(family: ProtocolFamily) -> None:
    client = Client(family)
    client.sees(ARMOR, "armor_stand", 1.5)
    client.swings(BEN)
    client.damage(COW, None)  # a fall, with somebody swinging an arm beside it
    client.damage(COW, COW)  # its own doing
    client.damage(COW, 4000)  # of somebody out of sight
    client.damage(COW, ARMOR)
    client.damage(ARMOR, BEN)
    client.status(COW, HURT)
    assert client.proxy.take() == []


def test_a_thorn_is_no_blow() -> None:
    client = Client(spoken(775))
    client.gets(m.RegistryData({"minecraft:damage_type": ("minecraft:thorns", "minecraft:trident")}, {}))
    client.damage(BEN, COW, kind=0)
    assert client.proxy.take() == []
    client.damage(BEN, COW, kind=1)
    assert client.proxy.take() == [(Deed.BLOW, "", "Ben")]


@pytest.mark.parametrize("family", OUTSPOKEN, ids=name_of)
def test_whom_nobody_sees_nobody_saw_strike(family: ProtocolFamily) -> None:
    client = Client(family)
    client.gets(m.EntityMetadata(BEN, {0: ("byte", 0x20)}))
    client.damage(COW, BEN)
    assert client.proxy.take() == []


# --- blows where it doesn't


@pytest.mark.parametrize("family", SILENT, ids=name_of)
def test_the_player_who_struck_it_is_known(family: ProtocolFamily) -> None:
    client = Client(family)
    client.strikes(COW)
    client.proxy.tick += 4
    client.status(COW, HURT)
    assert client.proxy.take() == [(Deed.BLOW, "Ann", "")]
    client.proxy.tick += 30
    client.status(COW, HURT)
    assert client.proxy.take() == []


@pytest.mark.parametrize("family", SILENT, ids=name_of)
def test_other_clients_know_whose_blow_it_was(family: ProtocolFamily) -> None:
    ann = Client(family)
    ben = Client(family, ann.proxy, BEN)
    ann.strikes(BEN)
    ben.status(BEN, HURT)
    ann.status(BEN, HURT)
    assert ann.proxy.take() == [(Deed.BLOW, "Ann", "Ben")] * 2  # the simulation counts the two as one


@pytest.mark.parametrize("family", SILENT, ids=name_of)
@pytest.mark.parametrize("animation", [SWING, OTHER_SWING])
def test_who_swings_an_arm_at_somebody_struck_them(family: ProtocolFamily, animation: int) -> None:
    """Players swing after they struck (1.9+), mobs before."""
    client = Client(family)
    client.status(COW, HURT)
    assert client.proxy.take() == []
    client.swings(BEN, animation)
    assert client.proxy.take() == [(Deed.BLOW, "Ben", "")]
    client.swings(BEN, animation)
    assert client.proxy.take() == []
    client.proxy.tick += 2
    client.status(COW, HURT)
    assert client.proxy.take() == [(Deed.BLOW, "Ben", "")]


@pytest.mark.parametrize("family", SILENT, ids=name_of)
def test_an_arm_that_swings_elsewhere_or_at_another_time_struck_nobody(family: ProtocolFamily) -> None:
    client = Client(family)
    client.sees(CAT, "player", 5.5, CAT_ID)  # beside the cow, and looks away from it
    client.swings(CAT)
    client.status(COW, HURT)
    client.swings(BEN, LEAVE_BED)
    client.proxy.tick += 3
    client.swings(BEN)  # too late to have been at it
    client.proxy.tick += 3
    client.status(COW, HURT)
    client.gets(m.EntityTeleport(COW, 0.5, 64.0, 9.5, 0.0, 0.0, True))
    client.swings(BEN)  # too far
    assert client.proxy.take() == []


@pytest.mark.parametrize("family", SILENT, ids=name_of)
def test_whose_strikes_are_known_isnt_guessed_by_arms(family: ProtocolFamily) -> None:
    ann = Client(family)
    Client(family, ann.proxy, BEN)
    ann.swings(BEN)
    ann.status(COW, HURT)
    assert ann.proxy.take() == []


@pytest.mark.parametrize("family", SILENT, ids=name_of)
def test_thorns_and_fire_are_no_blows(family: ProtocolFamily) -> None:
    client = Client(family)
    client.swings(BEN)
    for status in (THORNS, BURNT):
        client.status(COW, status)
    assert client.proxy.take() == []


@pytest.mark.parametrize("family", ALL, ids=name_of)
def test_nothing_is_told_where_no_companion_is(family: ProtocolFamily) -> None:
    client = Client(family)
    client.proxy.watched = False
    client.strikes(COW)
    client.swings(BEN)
    for status in (HURT, DIED):
        client.status(COW, status)
    client.says("hello")
    client.health(0.0)
    assert client.proxy.take() == []


# --- deaths


@pytest.mark.parametrize("family", ALL, ids=name_of)
def test_a_death_is_that_of_who_struck_last(family: ProtocolFamily) -> None:
    client = Client(family)
    client.strikes(COW)
    if family in OUTSPOKEN:
        client.damage(COW, ANN)
    else:
        client.status(COW, HURT)
    client.proxy.take()
    client.proxy.tick += 100
    client.status(COW, DIED)
    client.shows_health(COW, "cow", 0.0)
    assert client.proxy.take() == [(Deed.DEATH, "Ann", "")]
    client.status(BEN, DIED)
    client.sees(ARMOR, "snowball", 1.5)
    client.status(ARMOR, DIED)  # a snowball bursts by the same status
    assert client.proxy.take() == [(Deed.DEATH, "?", "Ben")]


@pytest.mark.parametrize("family", ALL, ids=name_of)
def test_an_old_grudge_is_no_cause_of_death(family: ProtocolFamily) -> None:
    client = Client(family)
    client.strikes(COW)
    if family in OUTSPOKEN:
        client.damage(COW, ANN)
    else:
        client.status(COW, HURT)
    client.proxy.take()
    client.proxy.tick += 101
    client.status(COW, DIED)
    assert client.proxy.take() == [(Deed.DEATH, "?", "")]


@pytest.mark.parametrize("family", ALL, ids=name_of)
def test_a_player_whose_health_is_seen_to_be_gone_is_dead(family: ProtocolFamily) -> None:
    client = Client(family)
    client.shows_health(BEN, "player", 0.5)
    assert client.proxy.take() == []
    client.shows_health(BEN, "player", 0.0)
    client.status(BEN, DIED)
    assert client.proxy.take() == [(Deed.DEATH, "?", "Ben")]


@pytest.mark.parametrize("family", ALL, ids=name_of)
def test_the_own_player_dies_once(family: ProtocolFamily) -> None:
    client = Client(family)
    client.health(3.0)
    client.health(0.0)
    client.health(0.0)
    client.status(ANN, DIED)
    assert client.proxy.take() == [(Deed.DEATH, "?", "Ann")]
    client.proxy.tick += 200
    client.health(0.0)  # still before the button to respawn
    assert client.proxy.take() == []
    client.health(20.0)
    client.health(0.0)
    assert client.proxy.take() == [(Deed.DEATH, "?", "Ann")]


# --- words


@pytest.mark.parametrize("family", ALL, ids=name_of)
def test_what_a_player_types_is_said_from_its_mouth(family: ProtocolFamily) -> None:
    client = Client(family)
    client.says("hello ✿")
    (happening,) = client.proxy.happenings
    assert happening.where == pytest.approx((0.5, 65.62, 0.5))
    assert client.proxy.take() == [(Deed.TALK, "Ann", "?")]


@pytest.mark.parametrize("family", [family for family in ALL if family.protocol < 760], ids=name_of)
def test_a_command_is_no_talk(family: ProtocolFamily) -> None:
    client = Client(family)
    client.says("/gamemode creative")
    assert client.proxy.take() == []


@pytest.mark.parametrize("family", ALL[2:], ids=name_of)
def test_somebody_else_whom_the_client_sees_is_heard(family: ProtocolFamily) -> None:
    client = Client(family)
    client.hears(BEN_ID)
    (happening,) = client.proxy.happenings
    assert happening.where == pytest.approx((0.5, 65.62, 2.5))
    client.hears(CAT_ID)  # who is too far away to be an entity
    client.hears(UUID(int=0))
    assert client.proxy.take() == [(Deed.TALK, "Ben", "?")]


@pytest.mark.parametrize("family", ALL[2:], ids=name_of)
def test_what_a_player_of_this_proxy_says_is_told_by_its_own_client_alone(family: ProtocolFamily) -> None:
    ann = Client(family)
    ben = Client(family, ann.proxy, BEN)
    ben.says("hello")
    ann.hears(BEN_ID)
    ben.hears(BEN_ID)
    assert ann.proxy.take() == [(Deed.TALK, "Ben", "?")]


@pytest.mark.parametrize("family", ALL[2:], ids=name_of)
def test_ghosts_are_not_heard(family: ProtocolFamily) -> None:
    client = Client(family)
    client.gets(m.PlayerInfo(frozenset({"game_mode"}), (m.PlayerInfoEntry(BEN_ID, game_mode=3),)))
    client.hears(BEN_ID)
    client.gets(m.GameStateChange(3, 3.0))
    client.says("boo")
    assert client.proxy.take() == []


def test_a_whisper_is_no_talk() -> None:
    client = Client(spoken(754))
    client.hears(BEN_ID, position=1)
    assert client.proxy.take() == []


@pytest.mark.parametrize("family", ALL[:2], ids=name_of)
def test_chat_of_which_nobody_knows_who_says_it_isnt_read(family: ProtocolFamily) -> None:
    assert "chat_message" not in Client(family).tracker.clientbound_interests
