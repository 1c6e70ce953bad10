"""The tracker against the packets of every version, as others write them."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any
from uuid import UUID

import pytest
from generated import GeneratedPackets
from recordings import RECORDED, recordings

from proxy import messages as m
from proxy.tracking.client_view import ClientView
from proxy.tracking.tracker import HANDLERS, NoEvents, WorldTracker
from proxy.versions import supported
from proxy.versions.base import Direction, ProtocolFamily
from proxy.wire.frame import Frame
from world.view import WorldRegistry

FAMILIES = pytest.mark.parametrize("family", supported(), ids=lambda family: family.minecraft)
FROM_FRAMES = frozenset({"chunk_data", "map_chunk_bulk"})
"""What is taken in before it is read."""


class EverythingMatters(NoEvents):
    """So that the tracker looks at what it leaves alone where no companion is."""

    def is_watched(self, view: ClientView, x: float, z: float) -> bool:
        return True


@pytest.fixture
def tracker(family: ProtocolFamily) -> WorldTracker:
    bridge: Any = SimpleNamespace(
        session=1, profile_name="Ann", profile_uuid=UUID(int=7), family=family, backend_name="server:1"
    )
    view = ClientView(bridge, None)  # type: ignore[arg-type]
    return WorldTracker(view, WorldRegistry(), EverythingMatters())


def packets_of_interest(
    tracker: WorldTracker, generated: GeneratedPackets, peers: Path
) -> list[tuple[Direction, str, bytes]]:
    family = tracker.family
    interests: dict[Direction, frozenset[str]] = {
        "clientbound": tracker.clientbound_interests,
        "serverbound": tracker.serverbound_interests,
    }
    packets: list[tuple[Direction, str, bytes]] = []
    if family in RECORDED:
        packets += [("clientbound", one.our_name, one.body) for one in recordings(peers, family)]
    packets += [(one.direction, one.our_name, one.body) for one in generated[family.protocol]]
    return [packet for packet in packets if packet[1] in interests[packet[0]]]


@FAMILIES
def test_something_comes_of_every_packet_that_the_tracker_asks_for(
    family: ProtocolFamily, tracker: WorldTracker, generated: GeneratedPackets, peers: Path
) -> None:
    for direction, name, body in packets_of_interest(tracker, generated, peers):
        message = family.decode(direction, name, body)
        # to 1.8.9 a leash comes in the same packet as a seat does, and a use of nothing as one of a block
        known = type(message) in HANDLERS[direction] or name in FROM_FRAMES
        assert known or isinstance(message, m.AttachEntity | m.UseItem), name


@FAMILIES
def test_no_packet_is_too_much_for_the_tracker(
    tracker: WorldTracker, generated: GeneratedPackets, peers: Path
) -> None:
    for direction, name, body in packets_of_interest(tracker, generated, peers):
        packet = b"\x00" + body
        show = tracker.clientbound if direction == "clientbound" else tracker.serverbound
        assert show(tracker.view.bridge, name, Frame(packet, 0, 0, 0, packet)) is None
    assert not tracker.errors
    assert tracker.view.player.locale == "zh_cn"
