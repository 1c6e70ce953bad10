"""How connections begin and end, as the people at both ends see it."""

import json
import socket
from typing import Any

import pytest
from harness.hearthkin import Lonely, StartHearthkin
from harness.players import BotPool
from harness.server import MOTD, Server
from harness.waiting import eventually

pytestmark = pytest.mark.peer


def text_of(reason: Any) -> str:
    """The words of a kick reason, which may be a component, its JSON, or plain text."""
    if isinstance(reason, str):
        try:
            return text_of(json.loads(reason))
        except json.JSONDecodeError:
            return str(reason)
    if isinstance(reason, dict):
        return str(reason.get("text", "")) + "".join(text_of(part) for part in reason.get("extra", []))
    return str(reason)


def ping_like_1_4(port: int) -> dict[str, str]:
    """Send the server-list ping of 1.4 and read the kick packet that answers it."""
    with socket.create_connection(("127.0.0.1", port), timeout=30) as client:
        client.sendall(b"\xfe\x01")
        answer = client.makefile("rb")
        assert answer.read(1) == b"\xff"
        units = int.from_bytes(answer.read(2), "big")
        fields = answer.read(2 * units).decode("utf-16-be").split("\0")
    return dict(zip(("marker", "protocol", "version", "motd", "online", "maximum"), fields, strict=True))


def test_a_backend_that_is_down_is_a_readable_message(lonely: Lonely, bots: BotPool, version: str) -> None:
    alice = bots.connect("alice", lonely.hearthkin.port, version)
    reason = text_of(alice.wait_for("kicked")["reason"])
    assert f"127.0.0.1:{lonely.server_port}" in reason or "server" in reason.lower(), reason
    alice.wait_for("end")


def test_the_servers_kick_reason_reaches_the_player_and_chat_and_commands_of_the_next_pass(
    start_hearthkin: StartHearthkin, bots: BotPool, server: Server, version: str
) -> None:
    hearthkin = start_hearthkin()
    alice = bots.join("alice", hearthkin.port, version)
    server.ask("kick", name="alice", reason="Bedtime.")
    assert text_of(alice.wait_for("kicked")["reason"]) == "Bedtime."
    alice.wait_for("end")

    alice = bots.join("alice", hearthkin.port, version)
    alice.ask("chat", text="good evening")
    server.peer.wait_for("said", name="alice", text="good evening")
    alice.ask("chat", text="/ping 4")
    eventually(lambda: [c for c in alice.seen("chat") if "pong [5]" in c["text"]], "the command's answer")


@pytest.mark.everywhere
@pytest.mark.proves("connection", "node-minecraft-protocol")
def test_the_server_list_shows_the_servers_own_words(
    start_hearthkin: StartHearthkin, bots: BotPool, server: Server, version: str
) -> None:
    hearthkin = start_hearthkin()
    direct = bots.peer.ask("ping", port=server.port, version=version)
    through = bots.peer.ask("ping", port=hearthkin.port, version=version)
    assert through["description"] == direct["description"]
    assert through["players"] == direct["players"]
    assert through["version"]["protocol"] == direct["version"]["protocol"]


def test_the_server_list_of_an_ancient_client_is_answered(
    start_hearthkin: StartHearthkin, server: Server, version: str
) -> None:
    hearthkin = start_hearthkin()
    direct, through = (ping_like_1_4(port) for port in (server.port, hearthkin.port))
    assert through["motd"] == direct["motd"] == MOTD
    assert (through["online"], through["maximum"]) == (direct["online"], direct["maximum"])


def test_a_version_that_is_not_supported_is_told_which_are(lonely: Lonely, bots: BotPool) -> None:
    newcomer = bots.connect("newcomer", lonely.hearthkin.port, "1.17.1")
    reason = text_of(newcomer.wait_for("kicked")["reason"])
    # Releases without a gap between them are told by the first and the last.
    for release in ("1.8.9", "1.12.2", "1.16.5", "1.18.2", "1.19.1–26.1"):
        assert release in reason, reason
