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

from proxy.versions.server_side import server_side


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


LIVE = "1.8.8 1.18.2 26.1".split()
"""Versions that real clients watch a capture with: one takes seconds to start."""


@pytest.mark.peer
@pytest.mark.parametrize("family", LIVE, indirect=True)
@pytest.mark.proves("captures", "node-minecraft-protocol")
def test_a_real_client_sees_the_session_in_real_time(session: Any, peers: Path, tmp_path: Path) -> None:
    # Longer than the client takes to read its tables of the play state, during which it lags.
    session.add("clientbound", *server_side(session.family).time(100, 6000), after=3000)
    with served(session.save(tmp_path / "a.mcpr")) as (host, port), ThreadPoolExecutor() as clients:
        seen, other = clients.map(lambda _: watch(peers, host, port, session.family.minecraft), range(2))
    assert seen["error"] is None
    assert seen["profile"] == {"uuid": "11111111-2222-4333-8444-555555555555", "username": "Xenomorph_Me"}
    packets = seen["packets"]
    assert packets["map_chunk"] == packets["login"] == 1
    assert packets.get("named_entity_spawn", 0) + packets.get("spawn_entity", 0) == 1
    assert packets["player_info"] + packets.get("player_remove", 0) == 4
    assert packets["keep_alive"] == 1, "its own, not the twenty that were recorded"
    assert seen["positions"][0] == [0.5, 64.0, 0.5]
    assert seen["positions"][-1] == pytest.approx([4.5, 64.0, 0.5]), "the client walks the recorded path"
    assert len(seen["positions"]) == 21
    assert "The capture ends here." in json.dumps(seen["kick"])
    play = session.names("clientbound").index("join_game")
    clientbound = [packet for packet in session.packets if packet.direction == "clientbound"]
    duration = session.packets[-1].time - clientbound[play].time
    assert seen["milliseconds"] > 0.3 * duration, "played in real time and not at once"
    assert other["packets"] == packets, "each client sees it from its start"
    if session.family.has_configuration:
        assert seen["states"] == ["login", "configuration", "play"]


@pytest.mark.peer
@pytest.mark.parametrize("family", ["1.21.4"], indirect=True)
def test_a_client_follows_to_another_server_and_back_to_play(
    session: Any, peers: Path, tmp_path: Path
) -> None:
    """As a network of servers does it: the recording leads back to the configuration state."""
    server = server_side(session.family)
    session.add("clientbound", session.packet("clientbound", "start_configuration"))
    session.add("serverbound", session.packet("serverbound", "configuration_acknowledged"))
    session.add("clientbound", *server.registries(core_known=False), *server.finish_configuration())
    session.add("clientbound", *server.join_game(2, 0, max_players=20, view_distance=8))
    session.add("clientbound", *server.teleport(9.5, 70.0, 9.5, 0.0, 0.0, 2))
    with served(session.save(tmp_path / "a.mcpr")) as (host, port):
        seen = watch(peers, host, port, session.family.minecraft)
    assert seen["error"] is None
    assert seen["states"] == ["login", "configuration", "play", "configuration", "play"]
    assert seen["packets"]["login"] == 2
    assert seen["positions"][-1] == [9.5, 70.0, 9.5]
    assert "The capture ends here." in json.dumps(seen["kick"])


@pytest.mark.peer
@pytest.mark.parametrize("family", ["1.12.2"], indirect=True)
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
    """A client of bare bytes that has been let in, and is in play."""
    family, protocol = session.family, session.family.protocol
    client = RawConnection.connect(port)
    client.send(handshake(protocol, 2), login_start(protocol, "Watcher"))
    assert client.receive()[0] == 3
    client.threshold = 256
    assert client.receive() == session.packets[0].data, "the recorded login success"
    if family.has_configuration:
        client.send(varint(family.packet_id("login", "serverbound", "login_acknowledged")))
        client.receive_id(family.packet_id("configuration", "clientbound", "finish_configuration"))
        client.send(varint(family.packet_id("configuration", "serverbound", "finish_configuration")))
    return client


OVERSIZED_BEFORE_LOGIN = varint(8_193)
OVERSIZED_IN_PLAY = varint(2_097_152)
BOMB = frame(varint(0) + bytes(3_000_000), 256)


@pytest.mark.parametrize("family", ["1.12.2", "1.20.4", "26.1"], indirect=True)
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
