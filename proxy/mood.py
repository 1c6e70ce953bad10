"""What a companion feels, as the inspection port tells it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from proxy.asking import Ask, AskError, problem_in

PAUSE = 1.0
"""Seconds between two looks: feelings are updated once a second."""

Intensity = Annotated[float, Field(ge=0.0, le=100.0)]


class _Part(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True)


class MoodState(_Part):
    """One mood."""

    impulse: Intensity
    """What is quickly gone again."""
    memory: Intensity
    """What stays for long."""
    context: Intensity
    """What the situation keeps up."""
    total: Intensity
    threshold: Intensity
    """Total from which it can be the primary mood."""

    @property
    def pools(self) -> tuple[float, float, float]:
        """Impulse, memory, context."""
        return self.impulse, self.memory, self.context


class EmotionReport(_Part):
    """All that a companion feels, and what of its situation has to do with it."""

    id: str
    name: str
    temperament: str
    loaded: bool
    """Whether time passes for it."""
    health: float = Field(allow_inf_nan=False)
    """Half hearts."""
    full_health: float = Field(allow_inf_nan=False)
    primary: str
    secondary: str | None = None
    situation: dict[str, bool | float] = {}
    moods: dict[str, MoodState]
    """By key, in the order of their ordinals."""


def fetch_feelings(ask: Ask, npc_id: str) -> EmotionReport:
    """Ask for what a companion feels. Raises :class:`~proxy.asking.AskError`."""
    return read_feelings(ask({"ask": "mood", "npc": npc_id}))


def watch_feelings(
    ask: Ask, npc_id: str, wait: Callable[[], None] = lambda: time.sleep(PAUSE)
) -> Iterator[EmotionReport]:
    """What a companion feels, again and again, with a ``wait`` between. Raises :class:`~proxy.asking.AskError`."""
    while True:
        yield fetch_feelings(ask, npc_id)
        wait()


def read_feelings(answer: dict[str, Any]) -> EmotionReport:
    """An answer of the inspection port. Raises :class:`~proxy.asking.AskError` when it is another's."""
    try:
        return EmotionReport.model_validate(answer)
    except ValidationError as error:
        raise AskError(f"feelings not understood: {problem_in(error)}") from None
