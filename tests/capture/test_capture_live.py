"""The demo with ``--record``, played by real clients: what they got is in the file, companions included."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from harness.hearthkin import Hearthkin
from harness.modern import Modern
from harness.places import JUNIPER, ROWAN
from harness.players import BotPool
from harness.processes import ProcessManager

from proxy.capture.anonymize import anonymize
from proxy.capture.reader import Capture
from proxy.capture.replay import replay
from proxy.versions import supported

# Leaves as soon as it has both companions, ten chunks, and the answer to its chat; prints what it got in
# play.
CLIENT = """
const [host, port, version, stay] = process.argv.slice(1)
const login = {host, port: +port, version, username: 'Recorded', auth: 'offline'}
const client = require('minecraft-protocol').createClient(login)
const packets = {}
const spawned = () => (packets.named_entity_spawn ?? 0) + (packets.spawn_entity ?? 0)
client.on('packet', (data, {name, state}) => {
  if (state !== 'play') return
  packets[name] = (packets[name] ?? 0) + 1
  if (name === 'position') {
    if (data.teleportId !== undefined) client.write('teleport_confirm', {teleportId: data.teleportId})
    const flags = {onGround: true, hasHorizontalCollision: false}
    client.write('position_look', {x: data.x, y: data.y, z: data.z, yaw: 0, pitch: 0, onGround: true, flags})
  }
  if (!stay && spawned() >= 2 && packets.map_chunk >= 10) client.end()
  if (stay && spawned()) console.log('there')
})
client.on('error', error => { console.log(String(error)); process.exit(1) })
client.on('end', () => { console.log(JSON.stringify(packets)); process.exit(0) })
"""


PLAYED = {"1.8.8", "1.16.5", "1.19.4", "1.20.4", "26.1"}
"""Releases with different logins and player lists."""


@contextmanager
def demo(folder: Path) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """A recording demo and its port; ended hard with the block."""
    command = [sys.executable, "-m", "proxy.cli", "demo", "--listen", "127.0.0.1:0"]
    command += ["--record", str(folder / "captures"), "--saves", str(folder / "saves")]
    log = folder / "demo.log"
    with log.open("w") as output:
        environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
        process = subprocess.Popen(command, stdout=output, stderr=output, text=True, env=environment)
    try:
        deadline = time.monotonic() + 60
        while not (found := re.search(r"Listening on 127\.0\.0\.1:(\d+)", log.read_text())):
            assert process.poll() is None, log.read_text()
            assert time.monotonic() < deadline, log.read_text()
            time.sleep(0.1)
        yield process, int(found[1])
    finally:
        process.kill()
        process.wait()


def wait_for(folder: Path, pattern: str) -> Path:
    deadline = time.monotonic() + 60
    while not (found := sorted(folder.glob(pattern))):
        assert time.monotonic() < deadline, f"no {pattern} in {folder}: {sorted(folder.rglob('*'))}"
        time.sleep(0.1)
    return found[-1]


@pytest.mark.peer
def test_what_a_real_client_got_is_in_the_file(peers: Path, tmp_path: Path) -> None:
    with demo(tmp_path) as (_, port):
        for family in [family for family in supported() if family.minecraft in PLAYED]:
            command = ["node", "-e", CLIENT, "127.0.0.1", str(port), family.minecraft]
            client = subprocess.run(command, cwd=peers, capture_output=True, text=True, timeout=120)
            assert client.returncode == 0, client.stdout + client.stderr + (tmp_path / "demo.log").read_text()
            got: dict[str, Any] = json.loads(client.stdout.splitlines()[-1])
            path = wait_for(tmp_path / "captures", "*.mcpr")
            summary = replay(path)
            assert summary["minecraft"] == family.minecraft
            assert summary["errors"] == {}
            recorded = summary["packets"]["clientbound"]
            # The client may leave before the last packets reach it, never the other way round.
            companions = [p.get("named_entity_spawn", 0) + p.get("spawn_entity", 0) for p in [got]]
            companions.append(recorded.get("spawn_player", 0) + recorded.get("spawn_object", 0))
            assert companions == [2, 2], "the companions are in it"
            assert recorded["chunk_data"] >= got["map_chunk"] >= 10
            assert recorded["join_game"] == recorded["login_success"] == 1
            assert recorded["player_list_item"] >= got["player_info"] >= 2
            assert summary["packets"]["serverbound"]["player_position_and_look"] >= 1
            path.unlink()


@pytest.mark.peer
def test_a_killed_proxy_leaves_a_recording_that_opens(peers: Path, tmp_path: Path) -> None:
    version = supported()[-1].minecraft
    with demo(tmp_path) as (process, port):
        command = ["node", "-e", CLIENT, "127.0.0.1", str(port), version, "stay"]
        client = subprocess.Popen(command, cwd=peers, stdout=subprocess.PIPE, text=True)
        assert client.stdout is not None
        try:
            assert client.stdout.readline().strip() == "there"
            stream = wait_for(tmp_path / "captures", "*.mcpr.tmp") / "recording.tmcpr"
            deadline = time.monotonic() + 60
            while stream.stat().st_size < 1_000_000:
                assert time.monotonic() < deadline, "nothing is written while recording"
                time.sleep(0.1)
            process.send_signal(signal.SIGKILL)
            process.wait()
        finally:
            client.kill()
            client.wait()
            client.stdout.close()
    summary = replay(stream.parent)
    assert summary["errors"] == {}
    assert summary["chunks"] > 10
    with Capture(stream.parent) as capture:
        assert capture.metadata.minecraft == version


@pytest.mark.peer
def test_a_player_who_is_configured_anew_stays_one_recording(
    processes: ProcessManager, bots: BotPool, tmp_path: Path
) -> None:
    """As on a network of servers: a server that isn't ours takes the client back to the configuration state."""
    release = "26.1"
    server = Modern(processes, tmp_path / "server", release, 2)
    records = tmp_path / "records"
    proxy = Hearthkin.run(
        processes, tmp_path / "hearthkin", server.port, [JUNIPER, ROWAN], "--record", str(records)
    )
    alice = bots.join("alice", proxy.port, release)
    before = alice.started
    for name in ("Juniper", "Rowan"):
        alice.wait_for("entity_spawn", since=before, name=name)
    before = alice.bookmark()
    server.reconfigure("alice")
    for name in ("Juniper", "Rowan"):
        alice.wait_for("entity_spawn", since=before, name=name)
    alice.quit()
    recording = wait_for(records, "*.mcpr")
    shared = tmp_path / "shared.mcpr"
    anonymize(recording, shared)
    for path in (recording, shared):
        summary = replay(path)
        assert summary["errors"] == {}
        clientbound, serverbound = summary["packets"]["clientbound"], summary["packets"]["serverbound"]
        assert clientbound["start_configuration"] == serverbound["configuration_acknowledged"] == 1
        assert clientbound["configuration/finish_configuration"] == clientbound["join_game"] == 2
        assert serverbound["configuration/finish_configuration"] == 2
        assert summary["entity_kinds"]["player"] == 4, "both companions, twice"
        assert summary["players"] == 3
