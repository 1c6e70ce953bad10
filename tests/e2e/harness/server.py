"""A game server that a peer script runs, whatever is behind it."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

from harness.peer import Peer
from harness.players import BlockPosition, Position
from harness.processes import ProcessManager

FIRST_NPC_ID = 0x5000_0000
MOTD = "a server for tests"


class Server:
    """One server; its world is the same each time it starts (tests/peers/terrain.js)."""

    script: ClassVar[str]

    def __init__(
        self, manager: ProcessManager, folder: Path, version: str, view_distance: int = 4, *options: str
    ) -> None:
        self.version = version
        self.peer = Peer.start_script(manager, folder, self.script, version, str(view_distance), *options)
        self.port: int = self.peer.wait_for("ready")["port"]

    def ask(self, do: str, **arguments: Any) -> Any:
        return self.peer.ask(do, **arguments)

    def packets_naming_companions(self) -> list[dict[str, Any]]:
        """Serverbound packets with an entity id of ours: there must never be one."""
        return [packet for packet in self.ask("named") if packet["id"] >= FIRST_NPC_ID]

    def players(self) -> dict[str, Position]:
        return {player["name"]: tuple(player["position"]) for player in self.ask("players")}

    def block(self, position: BlockPosition) -> int:
        """State id at a position."""
        return self.blocks([position])[0]

    def blocks(self, positions: list[BlockPosition]) -> list[int]:
        """State id at each position."""
        states: list[int] = self.ask("blocks", positions=positions)
        return states

    def set_block(self, position: BlockPosition, block: str) -> None:
        self.ask("set_block", position=position, block=block)

    def kill(self, name: str) -> None:
        self.ask("kill", name=name)

    def teleport(self, name: str, position: Position) -> None:
        self.ask("teleport", name=name, position=position)
