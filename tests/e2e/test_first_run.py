"""What somebody sees who starts Hearthkin for the first time, or with a mistake in the configuration."""

import subprocess
from math import hypot
from pathlib import Path

import pytest
from harness.hearthkin import COMMAND, Hearthkin
from harness.players import BotPool
from harness.processes import ProcessManager
from harness.server import Server

pytestmark = pytest.mark.peer


def start(processes: ProcessManager, folder: Path, server: Server) -> Hearthkin:
    """As the README says, in a folder that holds nothing but what earlier runs left."""
    folder.mkdir(exist_ok=True)
    address, listen = f"127.0.0.1:{server.port}", "127.0.0.1:0"
    command: list[str | Path] = [COMMAND, "run", "--server", address, "--listen", listen, "--inspect", listen]
    return Hearthkin(processes.start("hearthkin", command, folder))


def test_the_first_companion_settles_beside_the_first_player_and_stays(
    processes: ProcessManager, tmp_path: Path, server: Server, bots: BotPool, version: str
) -> None:
    hearthkin = start(processes, tmp_path / "home", server)
    assert (tmp_path / "home" / "hearthkin.toml").exists()
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
    alice.quit()
    assert hearthkin.interrupt() == 0
    hearthkin.process.wait_for_line(r"saved 1 companion to saves")

    again = start(processes, tmp_path / "home", server)
    alice = bots.join("alice", again.port, version)
    back = alice.wait_for("entity_spawn", name="Juniper")
    assert (back["uuid"], back["position"]) == (juniper["uuid"], juniper["position"])


def test_a_mistake_in_the_configuration_stops_the_start_with_one_line(tmp_path: Path) -> None:
    config = tmp_path / "hearthkin.toml"
    config.write_text('[server]\naddress = "localhost:25565"\n\n[npc.a]\nname = "Ann"\nyaw = "north"\n')
    done = subprocess.run([COMMAND, "run", "--config", config], capture_output=True, text=True, timeout=60)
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert f"{config}:6: npc.a.yaw: " in done.stderr


def test_an_address_that_is_taken_stops_the_start_with_one_line(tmp_path: Path, server: Server) -> None:
    listen = f"127.0.0.1:{server.port}"
    done = subprocess.run(
        [COMMAND, "run", "--listen", listen], cwd=tmp_path, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 1
    assert f"Error: can't listen on {listen}: " in done.stderr
    assert "Traceback" not in done.stderr
