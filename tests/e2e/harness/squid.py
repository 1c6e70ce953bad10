"""A flying-squid server, through tests/peers/squid.js."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from harness.peer import Peer
from harness.players import BlockPosition, Position
from harness.processes import ProcessManager

FIRST_NPC_ID = 0x5000_0000


class Squid:
    """One server; its world is the same each time it starts (tests/peers/terrain.js)."""

    def __init__(
        self, manager: ProcessManager, folder: Path, version: str, view_distance: int = 4, *terrain: str
    ) -> None:
        self.version = version
        self.peer = Peer.start_script(manager, folder, "squid.js", version, str(view_distance), *terrain)
        self.port: int = self.peer.wait_for("ready", patience=120)["port"]

    def ask(self, do: str, **arguments: Any) -> Any:
        return self.peer.ask(do, **arguments)

    def packets_naming_companions(self) -> list[dict[str, Any]]:
        """Serverbound packets with an entity id of ours: there must never be one."""
        return [packet for packet in self.ask("named") if packet["id"] >= FIRST_NPC_ID]

    def players(self) -> dict[str, Position]:
        return {player["name"]: tuple(player["position"]) for player in self.ask("players")}

    def block(self, position: BlockPosition) -> int:
        """State id at a position."""
        state: int = self.ask("block", position=position)
        return state

    def set_block(self, position: BlockPosition, block: str) -> None:
        self.ask("set_block", position=position, block=block)

    def kill(self, name: str) -> None:
        self.ask("kill", name=name)

    def teleport(self, name: str, position: Position) -> None:
        self.ask("teleport", name=name, position=position)
