"""Records the captures of this folder again: real sessions, anonymized before they are kept.

python tests/captures/record.py

Each is mineflayer on a flat flying-squid server, through Hearthkin with two companions: it joins, sees another
player come and go, places and digs a block, clicks a companion, hits it, walks, dies, respawns, and visits
another dimension.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "e2e"))

from harness.hearthkin import COMMAND, Hearthkin  # noqa: E402
from harness.places import JUNIPER, ROWAN  # noqa: E402
from harness.players import BotPool  # noqa: E402
from harness.processes import ProcessManager  # noqa: E402
from harness.squid import Squid  # noqa: E402

RELEASES = ("1.16.5", "1.18.2", "1.19.2", "1.20.4", "1.21.4")
VIEW_DISTANCE = 3


def play(manager: ProcessManager, folder: Path, release: str) -> Path:
    """Play a session and return its recording."""
    squid = Squid(manager, folder / "squid", release, VIEW_DISTANCE, "flat")
    bots = BotPool(manager, folder / "bots")
    records = folder / "records"
    hearthkin = Hearthkin.run(
        manager, folder / "hearthkin", squid.port, [JUNIPER, ROWAN], "--record", str(records)
    )
    alice = bots.join("alice", hearthkin.port, release)
    juniper = alice.wait_for("entity_spawn", name="Juniper")["id"]
    bob = bots.join("bob", squid.port, release)  # past Hearthkin, so that there is one recording
    alice.wait_for("entity_spawn", name="bob")
    bob.walk(4, yaw=0)
    alice.ask("take", slot=36, item="oak_planks")
    alice.ask("hold", slot=0)
    alice.ask("place", position=(2, 67, 1), face=(0, 1, 0))
    alice.ask("dig", position=(2, 68, 1))
    bob.quit()
    alice.ask("click", entity=juniper)
    alice.wait_for("chat", text="<Juniper> Hello, alice!")
    alice.ask("attack", entity=juniper)
    alice.wait_for("entity_hurt", id=juniper)
    alice.walk(12, yaw=90)
    squid.kill("alice")
    alice.wait_for("death")
    alice.ask("respawn")
    alice.wait_for("respawn")
    alice.rest()
    squid.ask("change_world", name="alice", world="nether")
    alice.wait_for("respawn", world="minecraft:the_nether")
    alice.rest()
    alice.quit()
    hearthkin.interrupt()
    (recording,) = records.glob("*.mcpr")
    return recording


def main() -> None:
    for release in RELEASES:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            manager = ProcessManager(folder / "logs")
            try:
                recording = play(manager, folder, release)
            finally:
                manager.stop_all()
            target = HERE / f"session-{release}.mcpr"
            target.unlink(missing_ok=True)
            subprocess.run([COMMAND, "anonymize", recording, target], check=True)
            print(target, target.stat().st_size)


if __name__ == "__main__":
    main()
