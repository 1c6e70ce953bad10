"""Captures fed to observers without a socket, and recorded again."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

import pytest

from proxy.capture.container import CapturedPacket, CaptureError, Metadata
from proxy.capture.observer import CaptureObserver, free_path
from proxy.capture.reader import Capture
from proxy.capture.replay import ReplayBridge, replay
from proxy.connection.bridge import Bridge
from proxy.connection.observer import EVERYTHING, Observer
from proxy.versions import supported
from proxy.versions.base import ProtocolFamily
from proxy.wire.frame import Frame


def packets_of(path: Path) -> list[CapturedPacket]:
    with Capture(path) as capture:
        return list(capture.packets())


class Watcher:
    """Observer that does what a test wants."""

    clientbound_interests: frozenset[str] = EVERYTHING
    serverbound_interests: frozenset[str] = EVERYTHING

    def __init__(self) -> None:
        self.seen: list[tuple[str, str]] = []
        self.events: list[str] = []

    def joined(self, bridge: Bridge) -> None:
        self.events.append(f"joined as {bridge.profile_name}")

    def left(self, bridge: Bridge) -> None:
        self.events.append("left")

    def clientbound(self, bridge: Bridge, name: str, frame: Frame) -> Sequence[bytes] | None:
        self.seen.append(("clientbound", name))
        return None

    def serverbound(self, bridge: Bridge, name: str, frame: Frame) -> Sequence[bytes] | None:
        self.seen.append(("serverbound", name))
        return None


def test_the_summary_counts_what_the_capture_shows(session: Any, tmp_path: Path) -> None:
    path = session.save(tmp_path / "a.mcpr")
    progress: list[tuple[int, int]] = []
    summary = replay(path, lambda done, total: progress.append((done, total)))
    json.dumps(summary)
    assert summary["minecraft"] == session.family.minecraft
    assert summary["duration"] == session.packets[-1].time
    assert summary["cut"] is False
    assert summary["errors"] == {}
    assert summary["chunks"] == 1
    assert summary["players"] == 3
    assert summary["entity_kinds"] == {"player": 1}
    assert summary["entities"] == 1
    for direction in ("clientbound", "serverbound"):
        assert summary["packets"][direction] == dict(Counter(session.names(direction)))
    assert summary["packets"]["serverbound"]["player_position"] == 20
    assert progress[-1][0] == progress[-1][1] > 0


def test_damage_is_counted_by_packet(session: Any, tmp_path: Path) -> None:
    session.add("clientbound", session.packet("clientbound", "update_health", b"\x00"))
    session.add("clientbound", session.packet("clientbound", "chunk_data", b"\x00" * 8 + b"\x01\x07garbage"))
    summary = replay(session.save(tmp_path / "a.mcpr"))
    assert summary["errors"]["update_health"] == 1
    assert summary["errors"]["chunk_data"] == 1
    assert summary["chunks"] == 1, "the damaged one takes the place of the other at (0, 0)"


def test_unknown_packets_are_counted_by_number(session: Any, tmp_path: Path) -> None:
    session.add("clientbound", b"\xff\x01data")
    summary = replay(session.save(tmp_path / "a.mcpr"))
    assert summary["packets"]["clientbound"]["unknown_0xff"] == 1
    assert summary["errors"] == {}


def test_a_cut_capture_is_replayed_to_its_end(session: Any, tmp_path: Path) -> None:
    writer = session.record(tmp_path / "a.mcpr")
    writer.close()
    assert writer.wait(60)
    path = tmp_path / "a.mcpr"
    path.write_bytes(path.read_bytes()[:-150])
    summary = replay(path)
    assert summary["cut"] is True
    assert summary["chunks"] == 1


def test_observers_see_all_packets_and_may_fail(session: Any, tmp_path: Path) -> None:
    watcher, faulty = Watcher(), Watcher()

    def fail(*_: object) -> None:
        raise RuntimeError("on purpose")

    faulty.serverbound = fail  # type: ignore[method-assign, assignment]
    summary = replay(session.save(tmp_path / "a.mcpr"), observers=lambda bridge: [faulty, watcher])
    assert watcher.events == ["joined as Xenomorph_Me", "left"]
    assert len(watcher.seen) == len(session.packets) - 1
    serverbound = sum(packet.direction == "serverbound" for packet in session.packets)
    assert sum(summary["errors"].values()) == serverbound


def test_a_version_that_we_do_not_speak_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "a.mcpr.tmp"
    folder.mkdir()
    (folder / "metaData.json").write_text(Metadata(5, "1.7.10").to_json())
    with pytest.raises(CaptureError, match=r"of 1\.7\.10 \(protocol 5\), Hearthkin reads 1\.8"):
        replay(folder)


def test_a_capture_in_which_nobody_logs_in_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "a.mcpr.tmp"
    folder.mkdir()
    (folder / "metaData.json").write_text(Metadata(754, "1.16.5").to_json())
    with pytest.raises(CaptureError, match="nobody logs in"):
        replay(folder)


# --- recording ------------------------------------------------------------------------------------


def record_again(session: Any, folder: Path, *others: Observer) -> tuple[ReplayBridge, list[CapturedPacket]]:
    """Run a session past a recorder and ``others``; return what was recorded."""
    recorder: list[CaptureObserver] = []

    def observers(bridge: ReplayBridge) -> list[Observer]:
        recorder.append(CaptureObserver(cast(Bridge, bridge), folder))
        return [recorder[0], *others]

    bridge = ReplayBridge(session.family, observers)
    for packet in session.packets:
        bridge.feed(packet)
    bridge.leave()
    writer = recorder[0].writer
    assert writer is not None
    assert writer.wait(60)
    return bridge, packets_of(writer.path)


def contents(packets: Sequence[CapturedPacket], direction: str) -> list[bytes]:
    return [packet.data for packet in packets if packet.direction == direction]


def test_a_recording_holds_every_packet_of_both_directions(session: Any, tmp_path: Path) -> None:
    _, recorded = record_again(session, tmp_path)
    for direction in ("clientbound", "serverbound"):
        assert contents(recorded, direction) == contents(session.packets, direction)
    [path] = tmp_path.iterdir()
    assert path.name.endswith("_Xenomorph_Me.mcpr")
    with Capture(path) as capture:
        assert capture.metadata.protocol == session.family.protocol
        players = [str(player) for player in capture.metadata.players]
    assert players == ["11111111-2222-4333-8444-555555555555", "0f0e0d0c-0b0a-2908-8706-050403020100"]


class Companion(Watcher):
    """Sends packets before the teleport, replaces the time, and keeps the chat from the server."""

    def clientbound(self, bridge: Bridge, name: str, frame: Frame) -> Sequence[bytes] | None:
        if name == "player_position_and_look":
            bridge.send_to_client(b"\x70injected", b"\x71injected")
        return [b"\x72instead"] if name == "time_update" else None

    def serverbound(self, bridge: Bridge, name: str, frame: Frame) -> Sequence[bytes] | None:
        return [] if name == "chat_message" else None


def test_what_the_client_got_is_recorded_in_the_order_of_the_wire(session: Any, tmp_path: Path) -> None:
    original = session.packet("clientbound", "time_update", bytes(16))
    session.add("clientbound", original)
    _, recorded = record_again(session, tmp_path, Companion())
    clientbound = contents(recorded, "clientbound")
    # Two more than before the teleport in what the server sent.
    index = session.names("clientbound").index("player_position_and_look") + 2
    assert clientbound[index - 2 : index] == [b"\x70injected", b"\x71injected"]
    assert clientbound[-1] == b"\x72instead"
    assert original not in clientbound
    assert len(clientbound) == len(contents(session.packets, "clientbound")) + 2


def test_what_is_kept_from_the_server_is_recorded(session: Any, tmp_path: Path) -> None:
    _, recorded = record_again(session, tmp_path, Companion())
    assert contents(recorded, "serverbound") == contents(session.packets, "serverbound")


def test_a_folder_that_cannot_be_used_costs_only_the_recording(
    session: Any, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").write_text("")
    watcher = Watcher()
    bridge = ReplayBridge(
        session.family, lambda bridge: [CaptureObserver(cast(Bridge, bridge), tmp_path / "file"), watcher]
    )
    for packet in session.packets:
        bridge.feed(packet)
    bridge.leave()
    assert "isn't recorded" in caplog.text
    assert len(watcher.seen) == len(session.packets) - 1
    assert not bridge.errors


def test_two_recordings_of_one_second_have_different_names(tmp_path: Path) -> None:
    first = free_path(tmp_path, "a/../b", 0.0)
    assert first.parent == tmp_path
    assert first.name.endswith("_a____b.mcpr")
    first.touch()
    second = free_path(tmp_path, "a/../b", 0.0)
    assert second.name.endswith("_a____b_2.mcpr")
    second.with_name(second.name + ".tmp").mkdir()
    assert free_path(tmp_path, "a/../b", 0.0).name.endswith("_a____b_3.mcpr")


# --- packets of vanilla servers -------------------------------------------------------------------

ORDER = ("login", "player_info", "position", "map_chunk")
"""Comes first, as on the wire; the rest in the order of its names."""


RECORDED = "1.8.8 1.12.2 1.16.5 1.18.2 1.19.2 1.19.3 1.19.4 1.20.1".split()


@pytest.mark.peer
@pytest.mark.parametrize(
    "family", [f for f in supported() if f.minecraft in RECORDED], ids=lambda family: family.minecraft
)
def test_the_packets_of_a_vanilla_server_are_replayed_without_an_error(
    family: ProtocolFamily, recorded_packets: Path, session: Any, tmp_path: Path
) -> None:
    folder = recorded_packets / family.minecraft / "from-server"
    kinds = sorted(
        folder.iterdir(), key=lambda path: (ORDER.index(path.name) if path.name in ORDER else 9, path.name)
    )
    session.packets = session.packets[:1]
    chunks = 0
    for kind in kinds:
        if kind.name in ("respawn", "kick_disconnect"):
            continue
        files = sorted(kind.glob("*.raw"))
        chunks += len(files) if kind.name == "map_chunk" else 0
        session.add("clientbound", *(file.read_bytes() for file in files[:1] if kind.name == "login"))
        session.add("clientbound", *(file.read_bytes() for file in files if kind.name != "login"))
    summary = replay(session.save(tmp_path / "a.mcpr"))
    assert chunks == 5
    assert summary["packets"]["clientbound"]["chunk_data"] == 5
    assert summary["errors"] == {}
    assert not any(name.startswith("unknown") for name in summary["packets"]["clientbound"])
    assert summary["chunks"] >= 1
    assert summary["entities"] > 0
