"""What ``hearthkin memory`` makes of an answer."""

from __future__ import annotations

from io import StringIO
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from click.testing import CliRunner
from rich.console import Console
from watched_app import watched_app

from npc.memory import MemoryType
from proxy.asking import AskError
from proxy.cli import main
from proxy.memory import fetch_memory, in_words, view_of

BOB, ANN = str(UUID(int=9)), str(UUID(int=7))


def memory(entity: str | None, kind: str, retrievability: float, **changes: Any) -> dict[str, Any]:
    return {
        "entity": entity,
        "type": kind,
        "retrievability": retrievability,
        "salience": 0.8,
        "stability": 780.0,
        "recalls": 2,
        "permanent": False,
        "since": 42.0,
    } | changes


ANSWER: dict[str, Any] = {
    "id": "juniper",
    "name": "Juniper",
    "tick": 100,
    "seconds": 5.0,
    "dropped": 0,
    "memories": [
        memory(None, "observation", 0.25, stability=15.0, since=3.0),
        memory(BOB, "hostile", 0.75),
        memory(ANN, "trauma", 1.0, permanent=True),
    ],
    "knowledge": [
        {"entity": BOB, "strength": 0.7, "disposition": -0.35, "facts": {"hostile": 1, "trivia": 2}}
    ],
    "in_view": [{"entity": BOB, "tier": "search", "where": [1.0, 64.0, -2.25]}],
    "encounter": {"who": BOB, "tier": "search", "purpose": "searches for [Bob]"},
    "names": {BOB: "[Bob]"},
}


def shown(**changes: Any) -> str:
    console = Console(width=120, record=True, file=StringIO())
    console.print(view_of(fetch_memory(lambda question: ANSWER | changes, "juniper")))
    return console.export_text()


def row_of(text: str, *cells: str) -> list[str]:
    """The cells of the only row that has these."""
    rows = [
        [cell.strip() for cell in line.strip("│").split("│")] for line in text.splitlines() if "│" in line
    ]
    (found,) = [row for row in rows if set(cells) <= set(row)]
    return found


def test_memories_are_told_strongest_first_with_names_where_known() -> None:
    text = shown()
    assert "Juniper: 3 memories, searches for [Bob]" in text
    assert row_of(text, "hostile") == ["[Bob]", "hostile", "0.75", "0.80", "13 min", "2", "42 s ago"]
    assert row_of(text, "trauma")[0] == ANN, "nobody knows the name"
    assert row_of(text, "trauma")[4] == "never"
    assert row_of(text, "observation")[0] == "nobody in particular"
    assert text.index("trauma") < text.index("hostile") < text.index("observation")


def test_what_it_knows_and_whom_it_has_in_view_is_told() -> None:
    text = shown()
    assert row_of(text, "-0.35") == ["[Bob]", "0.70", "-0.35", "hostile 1, trivia 2"]
    assert row_of(text, "search") == ["[Bob]", "search", "1.0 64.0 -2.2"]


def test_what_there_is_nothing_of_isn_t_shown() -> None:
    text = shown(memories=[], knowledge=[], in_view=[], encounter=None, dropped=1)
    assert "Juniper: 0 memories, 1 event found no room" in text
    assert "Knows" not in text
    assert "view" not in text


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0.0, "0 s"), (59.4, "59 s"), (60.0, "1.0 min"), (596.9, "9.9 min"), (780.0, "13 min"), (5400.0, "1.5 h"),
     (86_400.0, "1.0 d"), (30 * 86_400.0, "30 d")],
)  # fmt: skip
def test_times_are_told_in_the_unit_that_suits_them(seconds: float, words: str) -> None:
    assert in_words(seconds) == words


@pytest.mark.parametrize(
    ("changes", "what"),
    [
        ({"memories": 3}, "memory not understood: memories"),
        ({"memories": [memory(BOB, "hostile", 1.0, stability=-1.0)]}, "memories.0.stability"),
        ({"in_view": [{"entity": BOB, "tier": None, "where": [1.0]}]}, "in_view.0.where"),
    ],
)
def test_an_answer_of_another_kind_is_refused(changes: dict[str, Any], what: str) -> None:
    with pytest.raises(AskError, match=what):
        shown(**changes)


def test_a_running_hearthkin_is_understood(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with watched_app(tmp_path, monkeypatch) as watched:
        watched.run(1)
        npc = watched.app.simulation.npcs["juniper"]
        assert npc.awareness is not None
        npc.awareness.memory.record(UUID(BOB), MemoryType.HOSTILE, 0.5)
        npc.awareness.memory.record(npc.actor.uuid, MemoryType.TRIVIA, 0.5)
        npc.awareness.memory.dawn()
        report = fetch_memory(lambda question: watched.ask(**question), "juniper")
    assert [report.name_of(row.entity) for row in report.memories] == [BOB, "Juniper"]
    assert [row.entity for row in report.knowledge] == [BOB, str(npc.actor.uuid)]


def test_where_nobody_answers_the_command_says_so() -> None:
    result = CliRunner().invoke(main, ["memory", "juniper", "--inspect", "127.0.0.1:1"])
    assert result.exit_code == 1
    assert "no answer from 127.0.0.1:1" in result.output
    assert "was Hearthkin started with --inspect?" in result.output
