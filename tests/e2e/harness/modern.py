"""node-minecraft-protocol as a server of 1.20.2 and later, through tests/peers/modern.js."""

from __future__ import annotations

from harness.players import BlockPosition
from harness.server import Server


class Modern(Server):
    """What this server does beyond flying-squid: bundles, batches, and the configuration state again."""

    script = "modern.js"

    def reconfigure(self, name: str) -> None:
        """Start to send a player back to the configuration state, as proxies do, and then into the world again."""
        self.ask("reconfigure", name=name)

    def greet(self, channel: str, data: bytes) -> None:
        """From now on each configuration asks on a plugin channel and waits for an answer on it."""
        self.ask("greet", channel=channel, data=data.hex())

    def stop_greeting(self) -> None:
        self.ask("greet", channel=None, data="")

    def send_payload(self, name: str, channel: str, data: bytes) -> None:
        """Send a plugin message in play."""
        self.ask("payload", name=name, channel=channel, data=data.hex())

    def open_bundle(self, name: str) -> None:
        """From now on all that a player is sent belongs to one bundle."""
        self.ask("open_bundle", name=name)

    def close_bundle(self, name: str) -> None:
        self.ask("close_bundle", name=name)

    def batches(self, name: str) -> tuple[int, int]:
        """How many chunk batches a player was sent, and how many acknowledgements came from it."""
        batches = self.ask("batches", name=name)
        return batches["sent"], batches["acknowledged"]

    def set_blocks(self, positions: list[BlockPosition], block: str) -> None:
        """Change many blocks of one section with one packet."""
        self.ask("set_blocks", positions=positions, block=block)
