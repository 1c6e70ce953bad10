"""What a companion does of its own accord, as the inspection port tells it."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, ValidationError
from rich.table import Table
from rich.text import Text

from proxy.asking import Ask, AskError, problem_in


class BehaviorReport(BaseModel):
    """The chain of idleness of one companion."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    id: str
    name: str
    tick: int
    mode: str
    asleep: bool
    state: str
    idle: bool
    """Whether nothing else has its body."""
    expires: int | None
    """The tick in which the chain goes on."""
    states: list[str]
    matrix: list[list[int]]
    """Weights, row by row of the state that it is in; disabled columns are negative."""
    disabled: list[bool]
    """By state: a weight of 0 can't show it."""


def fetch_behavior(ask: Ask, npc_id: str) -> BehaviorReport:
    """Ask for the chain of a companion. Raises :class:`~proxy.asking.AskError`."""
    try:
        return BehaviorReport.model_validate(ask({"ask": "behavior", "npc": npc_id}))
    except ValidationError as error:
        raise AskError(f"behaviour not understood: {problem_in(error)}") from None


def table_of(report: BehaviorReport) -> Table:
    """Weights from each state to each, the present one marked, disabled ones in brackets."""
    told = [f"{report.name} ({report.mode}): {report.state}"]
    if report.asleep:
        told.append("asleep")
    if not report.idle:
        told.append("something else has its body")
    elif report.expires is not None:
        told.append(f"goes on in {max(0, report.expires - report.tick) / 20:.1f} s")
    table = Table(title=", ".join(told), title_justify="left")
    table.add_column("from \\ to")
    for state, disabled in zip(report.states, report.disabled, strict=True):
        table.add_column(f"({state})" if disabled else state, justify="right")
    for state, row in zip(report.states, report.matrix, strict=True):
        present = state == report.state
        cells = [
            Text(f"({abs(weight)})" if disabled else str(weight), "dim" if disabled else "")
            for weight, disabled in zip(row, report.disabled, strict=True)
        ]
        table.add_row(f"* {state}" if present else f"  {state}", *cells, style="bold" if present else "")
    return table
