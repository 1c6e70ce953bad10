"""What ``hearthkin behavior`` makes of an answer."""

from __future__ import annotations

from io import StringIO
from typing import Any

import pytest
from rich.console import Console

from proxy.asking import AskError
from proxy.behavior import fetch_behavior, table_of

ANSWER: dict[str, Any] = {
    "id": "juniper",
    "name": "Juniper",
    "tick": 100,
    "mode": "stay",
    "asleep": False,
    "state": "SIT",
    "idle": True,
    "expires": 150,
    "states": ["IDLE", "SIT", "SLEEP", "MOVE_L", "MOVE_R", "SPECIAL"],
    "matrix": [[40, 20, 3, -10, 0, 10]] * 6,
    "disabled": [False, False, False, True, True, False],
}


def shown(**changes: Any) -> str:
    console = Console(width=100, record=True, file=StringIO())
    console.print(table_of(fetch_behavior(lambda question: ANSWER | changes, "juniper")))
    return console.export_text()


def test_the_table_marks_the_present_state_and_puts_disabled_ones_in_brackets() -> None:
    text = shown()
    assert "Juniper (stay): SIT, goes on in 2.5 s" in text
    assert "* SIT" in text
    assert "* IDLE" not in text
    assert "(MOVE_L)" in text
    assert "(10)" in text
    assert "(0)" in text
    assert "-10" not in text


def test_it_tells_who_sleeps_and_whom_something_else_has() -> None:
    assert "asleep" in shown(asleep=True, state="SLEEP")
    assert "something else has its body" in shown(idle=False, expires=None)


def test_an_answer_of_another_kind_is_refused() -> None:
    with pytest.raises(AskError, match="behaviour not understood: tick"):
        fetch_behavior(lambda question: {"id": "juniper", "name": "Juniper"}, "juniper")
