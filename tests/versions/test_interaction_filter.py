"""No packet that names one of our entities reaches the server, and every other does."""

from __future__ import annotations

import struct
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from uuid import UUID

import pytest
from generated import Generated, GeneratedPackets
from minecraft_data_names import minecraft_data, minecraft_data_name

from proxy.interaction import InteractionFilter
from proxy.versions import family_for, supported
from proxy.versions.base import CONFIGURATION, ProtocolFamily
from proxy.wire.buffer import pack_string
from proxy.wire.frame import Frame

FAMILIES = pytest.mark.parametrize("family", supported(), ids=lambda family: family.minecraft)


class Stage:
    """What the filter asks a stage writer."""

    def __init__(self, *own: int, uuids: tuple[UUID, ...] = ()) -> None:
        self.own = set(own)
        self.uuids = uuids

    def is_own(self, entity_id: int) -> bool:
        return entity_id in self.own

    def is_own_uuid(self, uuid: UUID) -> bool:
        return uuid in self.uuids

    def actor_of(self, entity_id: int) -> str | None:
        return "ada" if entity_id in self.own else None


class Events:
    def __init__(self) -> None:
        self.seen: list[tuple[Any, ...]] = []

    def on_use(self, viewer_id: int, actor_id: str, hand: int, sneaking: bool) -> None:
        self.seen.append(("use", viewer_id, actor_id, hand, sneaking))

    def on_attack(self, viewer_id: int, actor_id: str) -> None:
        self.seen.append(("attack", viewer_id, actor_id))


def filtered(
    family: ProtocolFamily, name: str, body: bytes, stage: Stage, *, sneaking: bool = False
) -> tuple[Any, Events]:
    """What the filter answers, and what the simulation hears."""
    events = Events()
    bridge: Any = SimpleNamespace(family=family, session=3)
    observer = InteractionFilter(family, stage, events, sneaking=lambda: sneaking)  # type: ignore[arg-type]
    assert name in observer.serverbound_interests
    packet = b"\x00" + body
    return observer.serverbound(bridge, name, Frame(packet, 0, 0, 0, packet)), events


def named_by(packet: Generated) -> int | None:
    """The entity that minecraft-data says a packet names."""
    found = {packet.params[key] for key in ("target", "entityId") if isinstance(packet.params.get(key), int)}
    assert len(found) < 2
    return found.pop() if found else None


@FAMILIES
def test_what_names_one_of_ours_is_consumed_and_what_names_another_travels_on(
    family: ProtocolFamily, generated: GeneratedPackets
) -> None:
    tried: set[str] = set()
    for packet in generated[family.protocol]:
        entity_id = named_by(packet) if packet.direction == "serverbound" else None
        if entity_id is None:
            continue
        consumed, _ = filtered(family, packet.our_name, packet.body, Stage(entity_id))
        assert consumed == (), packet
        passed, events = filtered(family, packet.our_name, packet.body, Stage(entity_id + 1))
        assert passed is None, packet
        assert not events.seen
        tried.add(packet.our_name)
    interests = InteractionFilter(family, Stage(), Events()).serverbound_interests  # type: ignore[arg-type]
    assert interests - {"spectate", "plugin_message"} == tried


@FAMILIES
def test_a_spectator_flies_to_nobody_of_ours(family: ProtocolFamily, generated: GeneratedPackets) -> None:
    packets = [packet for packet in generated[family.protocol] if packet.our_name == "spectate"]
    assert packets
    for packet in packets:
        target = UUID(packet.params["target"])
        assert filtered(family, "spectate", packet.body, Stage(uuids=(target,)))[0] == ()
        assert filtered(family, "spectate", packet.body, Stage(uuids=(UUID(int=1),)))[0] is None


@FAMILIES
def test_clicks_and_blows_reach_the_simulation(family: ProtocolFamily, generated: GeneratedPackets) -> None:
    heard = set()
    for packet in generated[family.protocol]:
        if packet.our_name not in ("use_entity", "attack"):
            continue
        target = named_by(packet)
        assert target is not None
        _, events = filtered(family, packet.our_name, packet.body, Stage(target), sneaking=True)
        (event,) = events.seen
        if packet.our_name == "attack" or packet.params.get("mouse") == 1:
            assert event == ("attack", 3, "ada")
        else:
            hand = packet.params.get("hand", 0)
            hand = ("main_hand", "off_hand").index(hand) if isinstance(hand, str) else hand
            # what the packet doesn't say is known from the player's keys
            assert event == ("use", 3, "ada", hand, packet.params.get("sneaking", True))
        heard.add(event[0])
    assert heard == {"use", "attack"}


@FAMILIES
def test_no_packet_is_forgotten_that_minecraft_data_says_names_an_entity(
    family: ProtocolFamily, peers: Path
) -> None:
    protocol = minecraft_data(peers, family.minecraft, "protocol")
    naming = set()
    for state in ("play", "configuration"):
        types = protocol.get(state, {}).get("toServer", {}).get("types", {})
        for name, layout in types.items():
            if name.startswith("packet_") and names_entity(layout):
                naming.add(("" if state == "play" else CONFIGURATION) + name.removeprefix("packet_"))
    interests = InteractionFilter(family, Stage(), Events()).serverbound_interests  # type: ignore[arg-type]
    ours = {minecraft_data_name(family.protocol, "play", "serverbound", name) for name in interests}
    assert naming == ours - {"custom_payload"}


def names_entity(layout: Any) -> bool:
    """Whether any number or UUID, however deep, is called like an entity."""
    if isinstance(layout, dict):
        called = str(layout.get("name", "")).lower()
        is_id = layout.get("type") in ("varint", "i32", "UUID")
        return (is_id and ("entity" in called or called == "target")) or any(
            map(names_entity, layout.values())
        )
    return isinstance(layout, list) and any(map(names_entity, layout))


@pytest.mark.parametrize(("protocol", "channel"), [(47, "MC|AdvCdm"), (340, "MC|AdvCmd")])
def test_the_command_of_a_minecart_of_ours_stays_here_when_it_is_a_plugin_message(
    protocol: int, channel: str
) -> None:
    family = family_for(protocol)
    assert family is not None
    text = pack_string("say hello") + b"\x01"
    minecart = pack_string(channel) + struct.pack(">bi", 1, 0x5000_0000) + text
    block = pack_string(channel) + struct.pack(">biii", 0, 0x5000_0000, 64, 0) + text
    other = pack_string("MC|Brand") + struct.pack(">bi", 1, 0x5000_0000)
    stage = Stage(0x5000_0000)
    assert filtered(family, "plugin_message", minecart, stage)[0] == ()
    assert filtered(family, "plugin_message", minecart, Stage(1))[0] is None
    assert filtered(family, "plugin_message", block, stage)[0] is None
    assert filtered(family, "plugin_message", other, stage)[0] is None
    assert filtered(family, "plugin_message", pack_string(channel) + b"\x01", stage)[0] is None


def test_what_a_companion_makes_of_a_click_never_lets_it_through(caplog: pytest.LogCaptureFixture) -> None:
    family = family_for(775)
    assert family is not None

    class Faulty(Events):
        def on_attack(self, viewer_id: int, actor_id: str) -> None:
            raise RuntimeError("out of order")

    stage: Any = Stage(5)
    observer = InteractionFilter(family, stage, Faulty())
    bridge: Any = SimpleNamespace(family=family, session=3)
    assert observer.serverbound(bridge, "attack", Frame(b"\x01\x05", 0, 0, 1, b"\x01\x05")) == ()
    assert "npc ada failed on attack" in caplog.text
