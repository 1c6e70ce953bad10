"""What somebody sees who starts Hearthkin for the first time, or with a mistake in the configuration."""

import socket
import subprocess
from math import hypot
from pathlib import Path

import pytest
from harness.checks import assert_answers
from harness.hearthkin import COMMAND, Hearthkin
from harness.players import BotPool
from harness.processes import ProcessManager
from harness.server import Server

pytestmark = pytest.mark.peer


def start(processes: ProcessManager, folder: Path, server: Server, *options: str) -> Hearthkin:
    """As the README says, in a folder that holds nothing but what earlier runs left."""
    folder.mkdir(exist_ok=True)
    address, listen = f"127.0.0.1:{server.port}", "127.0.0.1:0"
    command: list[str | Path] = [COMMAND, "run", "--server", address, "--listen", listen, "--inspect", listen]
    return Hearthkin(processes.start("hearthkin", [*command, *options], folder))


def test_the_first_companion_settles_beside_the_first_player_and_outlives_ctrl_c_and_a_kill(
    processes: ProcessManager, tmp_path: Path, server: Server, bots: BotPool, version: str
) -> None:
    """One life in three runs: each start costs more than all that is asked of it."""
    home = tmp_path / "home"
    hearthkin = start(processes, home, server)
    assert (home / "hearthkin.toml").exists()
    hearthkin.process.wait_for_line(r"wrote hearthkin\.toml")
    alice = bots.join("alice", hearthkin.port, version)
    juniper = alice.wait_for("entity_spawn", name="Juniper")
    x, y, z = juniper["position"]
    player = hearthkin.player()
    assert 1.0 < hypot(x - player["x"], z - player["z"]) < 6.0
    below, feet, head = hearthkin.states([(int(x // 1), int(y) + dy, int(z // 1)) for dy in (-1, 0, 1)])
    assert below not in (0, None)
    assert (feet, head) == (0, 0)
    alice.ask("click", entity=juniper["id"])
    alice.wait_for("chat", text="<Juniper> Hello, alice! I'm Juniper. Shall we look around?")
    assert hearthkin.interrupt() == 0
    hearthkin.process.wait_for_line(r"saved 1 companion to saves")
    assert "stopping" in str(alice.wait_for("kicked")["reason"])
    alice.wait_for("end")

    second = start(processes, home, server)
    before = second.npc("juniper")
    assert before["uuid"] == juniper["uuid"]
    second.process.kill()

    third = start(processes, home, server, "--verbose")
    after = third.npc("juniper")
    assert [after[key] for key in ("uuid", "x", "y", "z")] == [before[key] for key in ("uuid", "x", "y", "z")]
    alice = bots.join("alice", third.port, version)
    back = alice.wait_for("entity_spawn", name="Juniper")
    assert (back["uuid"], back["position"]) == (juniper["uuid"], juniper["position"])
    assert_answers(alice, "Juniper", "Hello, alice! I'm Juniper. Shall we look around?")
    for name in ("join_game", "chunk_data", "player_position_and_look"):  # what --verbose is for
        third.process.wait_for_line(rf"\b{name}\b")


def test_a_mistake_in_the_configuration_stops_the_start_with_one_line(tmp_path: Path) -> None:
    config = tmp_path / "hearthkin.toml"
    config.write_text('[server]\naddress = "localhost:25565"\n\n[npc.a]\nname = "Ann"\nyaw = "north"\n')
    done = subprocess.run([COMMAND, "run", "--config", config], capture_output=True, text=True, timeout=60)
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert f"{config}:6: npc.a.yaw: " in done.stderr


def test_an_address_that_is_taken_stops_the_start_with_one_line(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        listen = f"127.0.0.1:{taken.getsockname()[1]}"
        done = subprocess.run(
            [COMMAND, "run", "--listen", listen], cwd=tmp_path, capture_output=True, text=True, timeout=60
        )
    assert done.returncode == 1
    assert f"Error: can't listen on {listen}: " in done.stderr
    assert "Traceback" not in done.stderr
