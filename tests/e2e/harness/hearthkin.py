"""Hearthkin itself as a subprocess, and its inspection port."""

from __future__ import annotations

import json
import socket
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from harness.players import BlockPosition, Position
from harness.processes import Process, ProcessManager
from harness.waiting import eventually

COMMAND = Path(sys.executable).with_name("hearthkin")
"""The console script as a user calls it, of the environment that runs the tests."""

SETTINGS = """
[limits]
login_interval = 0.0    # the tests' players all come from one address, and quickly
"""


@dataclass(frozen=True)
class Companion:
    """An NPC of a test's configuration."""

    id: str
    name: str
    position: Position
    yaw: float = 0.0
    greeting: str = "Hello there."
    world: str = "minecraft:overworld"
    kind: str = "player"
    lively: bool = False
    """Whether it does things of its own accord, in the way of tests that look at something else."""
    wary: bool = False
    """The same of what it does about those who harm it."""
    more: str = ""
    """Further lines of its table."""

    def toml(self) -> str:
        lines = [
            f"[npc.{self.id}]",
            f"name = {json.dumps(self.name)}",
            f"world = {json.dumps(self.world)}",
            f"position = {list(self.position)}",
            f"yaw = {self.yaw}",
            f"kind = {json.dumps(self.kind)}",
            f"greeting = {json.dumps(self.greeting)}",
            f"lively = {json.dumps(self.lively)}",
            f"wary = {json.dumps(self.wary)}",
            self.more,
        ]
        return "\n".join(lines) + "\n"


class Inspector:
    """Asks a running proxy what it knows. One question, one answer, one connection that stays open."""

    def __init__(self, host: str, port: int) -> None:
        self.address = host, port
        self._socket = socket.create_connection((host, port), timeout=30)
        self._file = self._socket.makefile("rw", encoding="utf-8")

    def ask(self, question: str, **arguments: Any) -> dict[str, Any]:
        self._file.write(json.dumps({"ask": question, **arguments}) + "\n")
        self._file.flush()
        line = self._file.readline()
        assert line, f"the inspection port closed instead of answering {question}"
        answer: dict[str, Any] = json.loads(line)
        assert "error" not in answer, f"{question}: {answer['error']}"
        return answer

    def close(self) -> None:
        self._file.close()
        self._socket.close()


class Hearthkin:
    """A running ``hearthkin run`` or ``hearthkin demo``."""

    def __init__(self, process: Process) -> None:
        self.process = process
        host, port = process.wait_for_line(r"Inspect on ([\d.]+):(\d+)").groups()
        self.inspector = Inspector(host, int(port))
        self.port = int(process.wait_for_line(r"Listening on [\d.]+:(\d+)")[1])

    @classmethod
    def run(
        cls,
        manager: ProcessManager,
        folder: Path,
        server_port: int,
        companions: Sequence[Companion] = (),
        *options: str,
        settings: str = SETTINGS,
    ) -> Hearthkin:
        """Start in front of a local server; a configuration that lies in ``folder`` is used as it is."""
        folder.mkdir(parents=True, exist_ok=True)
        config = folder / "hearthkin.toml"
        if not config.exists():
            config.write_text(
                f"[saves]\nfolder = {json.dumps(str(folder / 'saves'))}\n{settings}\n"
                + "\n".join(companion.toml() for companion in companions),
                encoding="utf-8",
            )
        arguments = [
            "--server",
            f"127.0.0.1:{server_port}",
            "--listen",
            "127.0.0.1:0",
            "--config",
            str(config),
        ]
        command: list[str | Path] = [COMMAND, "run", *arguments, "--inspect", "127.0.0.1:0", *options]
        return cls(manager.start("hearthkin", command, folder))

    @classmethod
    def demo(cls, manager: ProcessManager, folder: Path, *options: str) -> Hearthkin:
        folder.mkdir(parents=True, exist_ok=True)
        command: list[str | Path] = [
            COMMAND,
            "demo",
            "--listen",
            "127.0.0.1:0",
            "--inspect",
            "127.0.0.1:0",
            *options,
        ]
        return cls(manager.start("hearthkin-demo", command, folder))

    # --- what it knows

    def player(self, session: int | None = None) -> dict[str, Any]:
        return self.inspector.ask("player", session=session)

    def position(self, session: int | None = None) -> Position:
        player = self.player(session)
        return player["x"], player["y"], player["z"]

    def states(self, positions: Sequence[BlockPosition], session: int | None = None) -> list[int | None]:
        """Block state ids; None where the client has no chunk."""
        states: list[int | None] = self.inspector.ask("blocks", positions=positions, session=session)[
            "states"
        ]
        return states

    def entities(self, session: int | None = None) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.inspector.ask("entities", session=session)["entities"]
        return found

    def npc(self, npc_id: str) -> dict[str, Any]:
        """What it knows of a companion; AssertionError when there is none of that id."""
        npcs: list[dict[str, Any]] = self.inspector.ask("npcs")["npcs"]
        found = [npc for npc in npcs if npc["id"] == npc_id]
        assert len(found) == 1, f"{len(found)} companions with id {npc_id!r} among {npcs}"
        return found[0]

    def go(self, npc_id: str, destination: Position) -> None:
        """Send a companion somewhere."""
        x, y, z = destination
        self.inspector.ask("go", npc=npc_id, x=x, y=y, z=z)

    def stimulate(self, npc_id: str, mood: str, intensity: float = 100.0) -> None:
        """Push a mood of a companion."""
        self.inspector.ask("stimulate", npc=npc_id, mood=mood, intensity=intensity)

    def mood(self, npc_id: str) -> str:
        """The key of a companion's primary mood."""
        primary: str = self.inspector.ask("mood", npc=npc_id)["primary"]
        return primary

    def track(self, npc_id: str) -> dict[str, Any]:
        """What a companion did lately."""
        return self.inspector.ask("track", npc=npc_id)

    def memory(self, npc_id: str) -> dict[str, Any]:
        """What a companion remembers, whom it has in view, and what it is at with whom."""
        return self.inspector.ask("memory", npc=npc_id)

    def elapse(self, seconds: float) -> None:
        """Let time pass for what companions remember."""
        self.inspector.ask("elapse", seconds=seconds)

    def npc_position(self, npc_id: str) -> Position:
        npc = self.npc(npc_id)
        return npc["x"], npc["y"], npc["z"]

    def statistics(self) -> dict[str, Any]:
        return self.inspector.ask("stats")

    def is_idle(self) -> bool:
        """Whether no player holds a chunk any more."""
        return not any(self.statistics()["chunks"].values())

    def wait_for_session(self, name: str) -> int:
        """Return the session number of a player by name, once it plays."""

        def look() -> int | None:
            player = self.player()
            return int(player["session"]) if player["name"] == name else None

        return eventually(look, f"a session of {name}")

    # --- the end

    def interrupt(self) -> int:
        """Press Ctrl-C and return the exit code."""
        self.inspector.close()
        return self.process.interrupt()


@dataclass(frozen=True)
class Lonely:
    """A Hearthkin whose server is down, and where that server would be."""

    hearthkin: Hearthkin
    server_port: int


class StartHearthkin(Protocol):
    """The fixture ``start_hearthkin``."""

    def __call__(self, companions: Sequence[Companion] = ()) -> Hearthkin: ...
