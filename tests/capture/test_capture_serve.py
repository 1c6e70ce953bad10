"""A capture played to a real client: node-minecraft-protocol reads what it would read from a server."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from wire_harness.raw import RawConnection, frame, handshake, login_start, varint


@contextmanager
def served(path: Path) -> Iterator[tuple[str, int]]:
    """``hearthkin replay --listen`` in a process of its own; where it listens."""
    command = [sys.executable, "-m", "proxy.cli", "replay", str(path), "--listen", "127.0.0.1:0"]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    try:
        said = []
        for line in process.stderr:
            said.append(line)
            found = re.search(r"join ([0-9.]+):(\d+) ", line)
            if found:
                yield found[1], int(found[2])
                return
        pytest.fail(f"the replay didn't start: {''.join(said)}")
    finally:
        process.kill()
        process.wait()
        process.stderr.close()


def watch(peers: Path, host: str, port: int, version: str) -> dict[str, Any]:
    command = ["node", str(peers / "watch_replay.js"), host, str(port), version]
    output = subprocess.run(
        command, cwd=peers, capture_output=True, text=True, check=True, timeout=120
    ).stdout
    seen: dict[str, Any] = json.loads(output.splitlines()[-1])
    return seen


@pytest.mark.peer
def test_a_real_client_sees_the_session_in_real_time(session: Any, peers: Path, tmp_path: Path) -> None:
    with served(session.save(tmp_path / "a.mcpr")) as (host, port), ThreadPoolExecutor() as clients:
        seen, other = clients.map(lambda _: watch(peers, host, port, session.family.minecraft), range(2))
    assert seen["error"] is None
    assert seen["profile"] == {"uuid": "11111111-2222-4333-8444-555555555555", "username": "Xenomorph_Me"}
    packets = seen["packets"]
    assert packets["map_chunk"] == packets["login"] == packets["named_entity_spawn"] == 1
    assert packets["player_info"] == 4
    assert packets["keep_alive"] == 1, "its own, not the twenty that were recorded"
    assert seen["positions"][0] == [0.5, 64.0, 0.5]
    assert seen["positions"][-1] == pytest.approx([4.5, 64.0, 0.5]), "the client walks the recorded path"
    assert len(seen["positions"]) == 21
    assert "The capture ends here." in json.dumps(seen["kick"])
    duration = session.packets[-1].time - session.packets[1].time
    assert seen["milliseconds"] > 0.3 * duration, (
        "played in real time and not at once (a slow client lags at first)"
    )
    assert other["packets"] == packets, "each client sees it from its start"


@pytest.mark.peer
def test_a_client_of_another_version_is_told_which_one_it_takes(
    session: Any, peers: Path, tmp_path: Path
) -> None:
    other = "1.16.5" if session.family.minecraft != "1.16.5" else "1.19.2"
    script = (
        "const c = require('minecraft-protocol').createClient({host: process.argv[1], port: +process.argv[2],"
        " version: process.argv[3], username: 'Watcher', auth: 'offline'});"
        "c.on('disconnect', p => { console.log(p.reason); process.exit(0) }); c.on('error', () => {});"
    )
    with served(session.save(tmp_path / "a.mcpr")) as (host, port):
        command = ["node", "-e", script, host, str(port), other]
        output = subprocess.run(command, cwd=peers, capture_output=True, text=True, timeout=120).stdout
    assert f"This capture is of Minecraft {session.family.minecraft}" in output


def watch_raw(session: Any, port: int) -> RawConnection:
    """A client of bare bytes that has been let in."""
    protocol = session.family.protocol
    client = RawConnection.connect(port)
    client.send(handshake(protocol, 2), login_start(protocol, "Watcher"))
    assert client.receive()[0] == 3
    client.threshold = 256
    assert client.receive() == session.packets[0].data, "the recorded login success"
    return client


OVERSIZED_BEFORE_LOGIN = varint(8_193)
OVERSIZED_IN_PLAY = varint(2_097_152)
BOMB = frame(varint(0) + bytes(3_000_000), 256)


def test_an_oversized_frame_closes_only_the_client_that_sends_it(session: Any, tmp_path: Path) -> None:
    with served(session.save(tmp_path / "a.mcpr")) as (_, port), watch_raw(session, port) as watcher:
        with RawConnection.connect(port) as hostile:
            hostile.send_bytes(OVERSIZED_BEFORE_LOGIN)
            assert hostile.rest() == b""
        disconnect = session.family.packet_id("play", "clientbound", "disconnect")
        for attack, reason in ((OVERSIZED_IN_PLAY, b"too large"), (BOMB, b"2097152")):
            with watch_raw(session, port) as hostile:
                hostile.send_bytes(attack)
                assert reason in hostile.receive_id(disconnect)
        assert b"The capture ends here." in watcher.receive_id(disconnect)
