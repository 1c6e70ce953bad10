"""What somebody who did harm is met with, by how well it is remembered."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum


class Tier(IntEnum):
    """The better the harm is remembered, the higher."""

    HESITATE = 0
    """Something about them: it stops, looks, tilts its head."""
    SEARCH = 1
    """On its guard: it looks about and goes to where they were last."""
    CONFRONT = 2
    """It knows them well: it goes for them, or flees."""


@dataclass(frozen=True, slots=True)
class Thresholds:
    """Retrievabilities of the hostile memory, each 0 to 1, above which a tier begins.

    Raises ValueError where they aren't in this order, or ``margin`` (see :meth:`tier`) leaves no tier between them.
    """

    confront: float = 0.8
    search: float = 0.3
    margin: float = 0.05

    def __post_init__(self) -> None:
        if not 0.0 <= self.search < self.confront < 1.0:
            raise ValueError(
                f"search is {self.search} and confront {self.confront}: 0 ≤ search < confront < 1 expected"
            )
        if not 0.0 <= 2.0 * self.margin < self.confront - self.search:
            raise ValueError(
                f"margin is {self.margin}: 0 to less than half of what is between the thresholds"
            )

    def tier(self, retrievability: float, before: Tier | None = None) -> Tier:
        """The tier of a memory, 0 to 1.

        Who was met with a tier ``before`` is met with it again until the memory is beyond a threshold by the margin.
        """
        confront, search = self.confront, self.search
        if before is not None:
            confront += -self.margin if before >= Tier.CONFRONT else self.margin
            search += -self.margin if before >= Tier.SEARCH else self.margin
        if retrievability > confront or retrievability >= 1.0:  # what has just happened is never doubtful
            return Tier.CONFRONT
        return Tier.SEARCH if retrievability > search else Tier.HESITATE


def is_brave(courage: float, health_ratio: float) -> bool:
    """Whether somebody who confronts goes for whom it met, instead of fleeing.

    ``courage`` is the trait (1 for an average character), ``health_ratio`` 0 to 1. An average one flees when it has
    less than half of its health, one of less than two thirds of the courage always, one of twice the courage never.
    """
    return courage * (0.5 + health_ratio) >= 1.0
