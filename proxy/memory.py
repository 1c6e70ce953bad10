"""What a companion remembers and knows, as the inspection port tells it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from rich.console import Group
from rich.table import Table
from rich.text import Text

from npc.memory.forgetting import FORGOTTEN
from proxy.asking import Ask, AskError, problem_in

NOBODY = "nobody in particular"
_UNITS = (("d", 86_400.0), ("h", 3600.0), ("min", 60.0))


class _Answer(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True)


class MemoryRow(_Answer):
    """One memory."""

    entity: str | None
    """UUID; None for nobody in particular."""
    type: str
    retrievability: float
    salience: float
    stability: Annotated[float, Field(ge=0.0, allow_inf_nan=False)]
    """Seconds."""
    recalls: int
    permanent: bool
    since: Annotated[float, Field(ge=0.0, allow_inf_nan=False)]
    """Seconds."""


class KnowledgeRow(_Answer):
    """What is known of somebody."""

    entity: str | None
    strength: float
    disposition: float
    facts: dict[str, int]


class SightedRow(_Answer):
    """Somebody in view."""

    entity: str
    tier: str | None
    where: tuple[float, float, float]


class EncounterRow(_Answer):
    """What it is at with somebody."""

    who: str
    tier: str
    purpose: str


class MemoryReport(_Answer):
    """All that one companion has in mind."""

    id: str
    name: str
    dropped: int
    memories: list[MemoryRow]
    knowledge: list[KnowledgeRow]
    in_view: list[SightedRow]
    encounter: EncounterRow | None
    names: dict[str, str] = {}
    """By UUID, as far as anybody on the server knows them."""

    def name_of(self, entity: str | None) -> str:
        """Whom people would call it; the UUID where nobody knows the name."""
        return NOBODY if entity is None else self.names.get(entity, entity)


def fetch_memory(ask: Ask, npc_id: str) -> MemoryReport:
    """Ask for what a companion has in mind. Raises :class:`~proxy.asking.AskError`."""
    try:
        return MemoryReport.model_validate(ask({"ask": "memory", "npc": npc_id}))
    except ValidationError as error:
        raise AskError(f"memory not understood: {problem_in(error)}") from None


def view_of(report: MemoryReport) -> Group:
    """Its memories, what is best remembered first and forgotten ones dim; what it knows; whom it has in view."""
    told = [f"{report.name}: {_count(len(report.memories), 'memory', 'memories')}"]
    if report.dropped:
        told.append(f"{_count(report.dropped, 'event', 'events')} found no room")
    if report.encounter is not None:
        told.append(report.encounter.purpose)
    tables: list[Table] = [_memories(report, ", ".join(told))]
    if report.knowledge:
        tables.append(_knowledge(report))
    if report.in_view:
        tables.append(_in_view(report))
    return Group(*tables)


def _memories(report: MemoryReport, title: str) -> Table:
    table = _table(title, "about", "what", "R", "salience", "S", "recalls", "happened")
    for row in sorted(report.memories, key=lambda row: (-row.retrievability, row.since)):
        cells = (
            report.name_of(row.entity),
            row.type,
            f"{row.retrievability:.2f}",
            f"{row.salience:.2f}",
            "never" if row.permanent else in_words(row.stability),
            str(row.recalls),
            f"{in_words(row.since)} ago",
        )
        _add(table, cells, "dim" if row.retrievability < FORGOTTEN else "")
    return table


def _knowledge(report: MemoryReport) -> Table:
    table = _table("Knows", "whom", "strength", "disposition", "days")
    for row in sorted(report.knowledge, key=lambda row: -row.strength):
        days = ", ".join(f"{kind} {count}" for kind, count in row.facts.items())
        _add(table, (report.name_of(row.entity), f"{row.strength:.2f}", f"{row.disposition:+.2f}", days))
    return table


def _in_view(report: MemoryReport) -> Table:
    table = _table("Has in view", "whom", "met with", "last seen at")
    for row in report.in_view:
        x, y, z = row.where
        _add(table, (report.name_of(row.entity), row.tier or "nothing", f"{x:.1f} {y:.1f} {z:.1f}"))
    return table


def _table(title: str, *columns: str) -> Table:
    table = Table(title=Text(title), title_justify="left")
    for column in columns:
        table.add_column(column)
    return table


def _add(table: Table, cells: Iterable[str], style: str = "") -> None:
    """Cells as they are: what looks like markup in a name is part of it."""
    table.add_row(*map(Text, cells), style=style)


def in_words(seconds: float) -> str:
    """A time in the largest unit of which there is one, to two figures below ten of it."""
    for unit, size in _UNITS:
        if seconds >= size:
            count = seconds / size
            return f"{count:.1f} {unit}" if count < 9.95 else f"{count:.0f} {unit}"
    return f"{seconds:.0f} s"


def _count(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"
