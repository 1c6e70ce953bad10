"""A flying-squid server, through tests/peers/squid.js."""

from __future__ import annotations

from collections.abc import Sequence

from harness.players import BlockPosition
from harness.server import Server


class Squid(Server):
    """flying-squid. ``options`` may be ``flat``: plain ground for small recordings."""

    script = "squid.js"

    # --- what tests/peers/furniture.js adds; a test puts back what was there

    def put_door(self, lower: BlockPosition) -> None:
        """A closed one, that opens and closes with a click."""
        self.ask("put_door", position=lower)

    def put_chest(self, place: BlockPosition, items: Sequence[tuple[str, int]]) -> None:
        """One with stacks in it."""
        self.ask("put_chest", position=place, items=items)
