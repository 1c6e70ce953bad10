"""Recordings on disk: written, read back, cut short, recovered."""

from __future__ import annotations

import json
import os
import shutil
import signal
import struct
import subprocess
import sys
import time
from pathlib import Path
from typing import Any
from uuid import UUID
from zipfile import ZIP_DEFLATED, ZipFile

import pytest

from proxy.capture.container import CapturedPacket, CaptureError, Metadata
from proxy.capture.reader import Capture, recover
from proxy.capture.writer import CaptureWriter

METADATA = Metadata(754, "1.16.5", "somewhere:25565", started=1_700_000_000_000)


def packets_of(path: Path) -> list[CapturedPacket]:
    with Capture(path) as capture:
        return list(capture.packets())


def entries(data: bytes) -> list[tuple[int, bytes]]:
    """A .tmcpr, read by the layout and nothing of ours."""
    found = []
    position = 0
    while position < len(data):
        moment, length = struct.unpack_from(">ii", data, position)
        found.append((moment, data[position + 8 : position + 8 + length]))
        position += 8 + length
    assert position == len(data)
    return found


def test_a_session_comes_back_as_it_was_recorded(session: Any, tmp_path: Path) -> None:
    path = session.save(tmp_path / "a.mcpr")
    again = packets_of(path)
    for direction in ("clientbound", "serverbound"):
        expected = [packet for packet in session.packets if packet.direction == direction]
        assert [packet for packet in again if packet.direction == direction] == expected
    assert [packet.time for packet in again] == sorted(packet.time for packet in again)
    assert os.listdir(tmp_path) == ["a.mcpr"], "nothing else is left"


def test_the_file_is_what_replaymod_reads(session: Any, tmp_path: Path) -> None:
    path = session.save(tmp_path / "a.mcpr")
    with ZipFile(path) as archive:
        assert archive.testzip() is None
        assert archive.namelist() == [
            "metaData.json",
            "hearthkin.json",
            "recording.tmcpr",
            "serverbound.tmcpr",
        ]
        metadata = json.loads(archive.read("metaData.json"))
        recording = entries(archive.read("recording.tmcpr"))
        serverbound = entries(archive.read("serverbound.tmcpr"))
        ours = archive.read("hearthkin.json").decode()
    generator = metadata.pop("generator")
    assert generator.startswith("Hearthkin ")
    assert metadata == {
        "singleplayer": False,
        "serverName": "play.quokka.example:25565",
        "duration": session.packets[-1].time,
        "date": 1_700_000_000_000,
        "mcversion": session.family.minecraft,
        "fileFormat": "MCPR",
        "fileFormatVersion": 14,
        "protocol": session.family.protocol,
        "selfId": -1,
        "players": ["11111111-2222-4333-8444-555555555555", "a1b2c3d4-e5f6-4a5b-8c9d-e0f102030405"],
    }
    times = [moment for moment, _ in recording]
    assert times == sorted(times)
    login = session.family.packet_id("login", "clientbound", "login_success")
    # As ReplayMod has it, the configuration state of 1.20.2 and later is part of the recording.
    state, then = (
        ("configuration", "plugin_message") if session.family.has_configuration else ("play", "join_game")
    )
    after_login = session.family.packet_id(state, "clientbound", then)
    assert [packet[0] for _, packet in recording[:2]] == [login, after_login]
    assert len(recording) + len(serverbound) == len(session.packets)
    assert "quokka" not in ours


def test_times_never_run_backwards(tmp_path: Path) -> None:
    moments = iter([0.0, 0.010, 0.030, 0.020, 0.040])
    writer = CaptureWriter(tmp_path / "a.mcpr", METADATA, clock=lambda: next(moments))
    for number in range(4):
        writer.record("clientbound", bytes((number,)))
    writer.close()
    assert writer.wait(60)
    assert [packet.time for packet in packets_of(tmp_path / "a.mcpr")] == [10, 30, 30, 40]


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    (tmp_path / "a.mcpr").write_text("precious")
    with pytest.raises(FileExistsError):
        CaptureWriter(tmp_path / "a.mcpr", METADATA)
    (tmp_path / "b.mcpr.tmp").mkdir()
    with pytest.raises(FileExistsError):
        CaptureWriter(tmp_path / "b.mcpr", METADATA)


def test_a_disk_that_does_not_keep_up_ends_the_recording_not_the_session(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    writer = CaptureWriter(tmp_path / "a.mcpr", METADATA, queue_bytes=1000)
    writer.record("clientbound", b"\x01" * 900)
    writer.record("clientbound", b"\x02" * 900)
    assert writer.wait(60)
    writer.record("clientbound", b"\x03")
    assert writer.failure is not None
    assert "too slow" in caplog.text
    assert not (tmp_path / "a.mcpr").exists()
    with Capture(tmp_path / "a.mcpr.tmp") as capture:
        assert capture.metadata.protocol == 754


# --- cut short ------------------------------------------------------------------------------------


@pytest.fixture
def unfinished(session: Any, tmp_path: Path) -> Path:
    """The folder that a killed recording leaves."""
    path = session.save(tmp_path / "a.mcpr")
    folder = tmp_path / "killed.mcpr.tmp"
    with ZipFile(path) as archive:
        archive.extractall(folder)
    return folder


def test_a_recording_opens_to_its_last_whole_packet_wherever_it_is_cut(
    session: Any, unfinished: Path
) -> None:
    stream = unfinished / "recording.tmcpr"
    whole = stream.read_bytes()
    clientbound = [packet for packet in session.packets if packet.direction == "clientbound"]
    sizes = [8 + len(packet.data) for packet in clientbound]
    for end in range(len(whole), len(whole) - sum(sizes[-4:]) - 1, -1):
        stream.write_bytes(whole[:end])
        complete, total = 0, 0
        for size in sizes:
            total += size
            complete += total <= end
        with Capture(unfinished) as capture:
            found = [packet for packet in capture.packets() if packet.direction == "clientbound"]
            assert found == clientbound[:complete]
            assert capture.cut == (sum(sizes[:complete]) != end)


def test_an_unfinished_recording_is_recovered(session: Any, unfinished: Path) -> None:
    stream = unfinished / "recording.tmcpr"
    stream.write_bytes(stream.read_bytes()[:-1])
    path = recover(unfinished)
    assert path == unfinished.with_name("killed.mcpr")
    assert unfinished.is_dir(), "what it was made from stays"
    again = packets_of(path)
    assert len(again) == len(session.packets) - 1
    with Capture(path) as capture:
        assert list(capture.packets()) == again
        assert not capture.cut
        assert capture.metadata.duration == again[-1].time
    with pytest.raises(CaptureError, match="exists"):
        recover(unfinished)


def test_a_zip_that_lost_its_end_opens_to_its_last_whole_packet(session: Any, tmp_path: Path) -> None:
    path = session.save(tmp_path / "a.mcpr")
    whole = path.read_bytes()
    with ZipFile(path) as archive:
        start = archive.getinfo("recording.tmcpr").header_offset
        directory = archive.start_dir
    expected = packets_of(path)
    cut = tmp_path / "cut.mcpr"
    for end in range(start + 60, len(whole), 37):
        cut.write_bytes(whole[:end])
        with Capture(cut) as capture:
            found = list(capture.packets())
            assert capture.cut
        clientbound = [packet for packet in expected if packet.direction == "clientbound"]
        assert [packet for packet in found if packet.direction == "clientbound"] == clientbound[
            : sum(packet.direction == "clientbound" for packet in found)
        ]
        if end >= directory:
            assert found == expected
    assert packets_of(recover(cut)) == found
    assert (tmp_path / "cut.recovered.mcpr").exists()


def test_a_zip_with_a_damaged_stream_is_refused_with_its_place(tmp_path: Path) -> None:
    with ZipFile(tmp_path / "a.mcpr", "w", ZIP_DEFLATED) as archive:
        archive.writestr("metaData.json", METADATA.to_json())
        archive.writestr("recording.tmcpr", struct.pack(">ii", 0, 1) + b"x" + struct.pack(">ii", 5, -4))
    with pytest.raises(CaptureError, match=r"recording\.tmcpr is damaged at byte 9: packet of -4 bytes"):
        packets_of(tmp_path / "a.mcpr")


def test_flipped_bits_in_a_zip_are_noticed(session: Any, tmp_path: Path) -> None:
    path = session.save(tmp_path / "a.mcpr")
    data = bytearray(path.read_bytes())
    with ZipFile(path) as archive:
        start = archive.getinfo("recording.tmcpr").header_offset
    data[start + 100] ^= 0xFF
    path.write_bytes(data)
    with pytest.raises(CaptureError, match="damaged"):
        packets_of(path)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "not a capture"),
        (b"hello", "not a capture"),
        (b"PK\x03\x04" + bytes(40), "not a capture"),
    ],
)
def test_what_is_no_capture_is_refused(tmp_path: Path, content: bytes, words: str) -> None:
    path = tmp_path / "a.mcpr"
    path.write_bytes(content)
    with pytest.raises(CaptureError, match=words):
        Capture(path)


@pytest.mark.parametrize(
    ("metadata", "words"),
    [
        ("not json", "isn't JSON"),
        ("[]", "isn't an object"),
        ("{}", "no protocol number"),
        ('{"protocol": true}', "no protocol number"),
        ('{"fileFormat": "XYZ", "protocol": 754}', "XYZ"),
    ],
)
def test_metadata_that_says_nothing_is_refused(tmp_path: Path, metadata: str, words: str) -> None:
    with ZipFile(tmp_path / "a.mcpr", "w") as archive:
        archive.writestr("metaData.json", metadata)
    with pytest.raises(CaptureError, match=words):
        Capture(tmp_path / "a.mcpr")


def test_captures_of_others_without_our_parts_are_read(tmp_path: Path) -> None:
    with ZipFile(tmp_path / "a.mcpr", "w") as archive:
        archive.writestr("metaData.json", '{"protocol": 754, "mcversion": "1.16.5", "players": ["x", 5]}')
        archive.writestr("recording.tmcpr", struct.pack(">ii", 3, 1) + b"\x26")
        archive.writestr("markers.json", "[]")
    assert packets_of(tmp_path / "a.mcpr") == [CapturedPacket(3, "clientbound", b"\x26")]


def test_metadata_comes_back() -> None:
    metadata = METADATA.with_end(5, [UUID(int=3)])
    again = Metadata.from_json(metadata.to_json())
    assert again.generator.startswith("Hearthkin")
    assert Metadata.from_json(again.to_json()) == again
    assert again.players == (UUID(int=3),)


# --- killed ---------------------------------------------------------------------------------------

RECORDER = """
import sys
from pathlib import Path
from proxy.capture.container import Metadata
from proxy.capture.writer import CaptureWriter
writer = CaptureWriter(Path(sys.argv[1]), Metadata(754, "1.16.5"))
print("recording", flush=True)
number = 0
while True:
    number += 1
    writer.record("clientbound", b"\\x26" + number.to_bytes(4, "big") + bytes(number % 3000))
    if number % 50 == 0:
        import time
        time.sleep(0.001)
"""


def test_a_killed_recording_holds_whole_packets_in_order(tmp_path: Path) -> None:
    path = tmp_path / "a.mcpr"
    process = subprocess.Popen([sys.executable, "-c", RECORDER, str(path)], stdout=subprocess.PIPE)
    assert process.stdout is not None
    process.stdout.readline()
    stream = tmp_path / "a.mcpr.tmp" / "recording.tmcpr"
    deadline = time.monotonic() + 60
    while stream.stat().st_size < 500_000:
        assert time.monotonic() < deadline, "nothing is written while recording"
        time.sleep(0.01)
    process.send_signal(signal.SIGKILL)
    process.wait()
    process.stdout.close()
    assert not path.exists()
    found = packets_of(tmp_path / "a.mcpr.tmp")
    assert len(found) > 100
    for number, packet in enumerate(found, 1):
        assert packet.data == b"\x26" + number.to_bytes(4, "big") + bytes(number % 3000)
    assert packets_of(recover(tmp_path / "a.mcpr.tmp")) == found


def test_the_end_of_the_process_finishes_a_recording_that_nobody_closed(tmp_path: Path) -> None:
    code = RECORDER.replace("while True:", "while number < 100:")
    path = tmp_path / "a.mcpr"
    subprocess.run(
        [sys.executable, "-c", code, str(path)], check=True, stdout=subprocess.DEVNULL, timeout=120
    )
    assert len(packets_of(path)) == 100
    assert not (tmp_path / "a.mcpr.tmp").exists()


def test_a_folder_of_another_kind_is_refused(tmp_path: Path) -> None:
    shutil.rmtree(tmp_path / "x", ignore_errors=True)
    (tmp_path / "x").mkdir()
    with pytest.raises(CaptureError, match=r"no metaData\.json"):
        Capture(tmp_path / "x")
