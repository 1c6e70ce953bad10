"""What a companion has in mind, by the inspection port."""

from __future__ import annotations

from dataclasses import dataclass
from math import log
from typing import Any

from harness.hearthkin import Hearthkin


@dataclass(frozen=True)
class Memory:
    """One memory, as the inspection port tells it."""

    retrievability: float
    salience: float
    stability: float
    """Seconds."""
    recalls: int


@dataclass(frozen=True)
class Mind:
    """One companion's. Asking changes nothing in it."""

    hearthkin: Hearthkin
    npc_id: str

    def ask(self) -> dict[str, Any]:
        return self.hearthkin.memory(self.npc_id)

    def about(self, who: str | None) -> dict[str, Memory]:
        """What it remembers of a being (UUID), or of nobody in particular: by type of memory."""
        return {
            row["type"]: Memory(row["retrievability"], row["salience"], row["stability"], row["recalls"])
            for row in self.ask()["memories"]
            if row["entity"] == who
        }

    def recalls(self, who: str | None, kind: str) -> int:
        """How often something of a type came to its mind; 0 if it knows nothing of it."""
        memory = self.about(who).get(kind)
        return 0 if memory is None else memory.recalls

    def has_in_view(self, who: str) -> bool:
        return who in self.tiers()

    def tiers(self) -> dict[str, str | None]:
        """Whom it has in view, and what it met them with."""
        return {row["entity"]: row["tier"] for row in self.ask()["in_view"]}

    def tier(self, who: str) -> str | None:
        """What somebody in view was met with. AssertionError when they aren't in view."""
        tiers = self.tiers()
        assert who in tiers, f"{self.npc_id} hasn't {who} in view, but {tiers}"
        return tiers[who]

    @property
    def encounter(self) -> dict[str, Any] | None:
        """What it is at with somebody."""
        encounter: dict[str, Any] | None = self.ask()["encounter"]
        return encounter

    def fade(self, who: str, kind: str, retrievability: float) -> None:
        """Let so much time pass that a memory has faded to that, if it hasn't yet."""
        memory = self.about(who)[kind]
        self.hearthkin.elapse(memory.stability * max(log(memory.retrievability / retrievability), 0.0))
