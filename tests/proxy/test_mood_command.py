"""``hearthkin mood``: what a companion feels, as bars."""

from __future__ import annotations

import json
import socketserver
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from rich.console import Console
from watched_app import Watched, watched_app

from npc.emotion import Mood
from proxy import mood
from proxy.asking import AskError
from proxy.cli import main
from proxy.mood import EmotionReport, MoodState, read_feelings, watch_feelings
from proxy.mood_chart import BLOCKS, PLAIN, Bar, chart, marks_for, show


def feelings(**changes: Any) -> EmotionReport:
    """Somebody flustered at 40 (20 impulse, 15 memory, 5 context), and a little uneasy."""
    nothing = {"impulse": 0.0, "memory": 0.0, "context": 0.0, "total": 0.0, "threshold": 8.0}
    moods = {each.key: nothing for each in Mood} | {
        "flustered": {"impulse": 20.0, "memory": 15.0, "context": 5.0, "total": 40.0, "threshold": 6.0},
        "uneasy": {"impulse": 0.0, "memory": 9.0, "context": 0.0, "total": 9.0, "threshold": 7.0},
    }
    answer = {
        "id": "juniper", "name": "Juniper", "temperament": "shy", "loaded": True, "health": 17.0, "full_health": 20.0,
        "primary": "flustered", "secondary": "uneasy", "situation": {"talking": True, "idle": False}, "moods": moods,
    }  # fmt: skip
    return read_feelings(answer | changes)


def printed(report: EmotionReport, width: int = 80, **options: Any) -> list[str]:
    console = Console(width=width, **options)
    with console.capture() as capture:
        console.print(chart(report))
    return [line.rstrip() for line in capture.get().splitlines()]


def state(impulse: float, memory: float = 0.0, context: float = 0.0, threshold: float = 0.0) -> MoodState:
    total = min(100.0, impulse + memory + context)
    return MoodState(impulse=impulse, memory=memory, context=context, total=total, threshold=threshold)


def test_a_chart_has_all_pools_of_all_moods_and_marks_the_two_that_show() -> None:
    lines = printed(feelings())
    assert lines[0] == "Juniper (juniper, shy) is flustered 40.0, and uneasy 9.0"
    assert lines[1] == "health 17 of 20, talking"
    assert lines[2].split() == "mood 0 to 100 total threshold impulse memory context".split()
    rows = {line.strip("●○ ").split()[0]: line for line in lines[3:14]}
    assert list(rows) == [each.key for each in Mood]
    assert rows["flustered"].startswith("● ")
    assert rows["flustered"].split()[-5:] == ["40.0", "6", "20.0", "15.0", "5.0"]
    assert rows["uneasy"].startswith("○ ")
    assert sum(line[0] in "●○" for line in rows.values()) == 2
    for word in ("impulse", "memory", "context", "threshold"):
        assert word in lines[14]


def test_pools_have_colours_in_a_terminal_and_none_elsewhere() -> None:
    assert "\x1b[" in "".join(printed(feelings(), force_terminal=True, color_system="standard"))
    assert "\x1b" not in "".join(printed(feelings()))


def test_a_chart_fits_into_any_terminal() -> None:
    for width in (20, 40, 80, 200):
        assert max(map(len, printed(feelings(), width))) <= width


@pytest.mark.parametrize(
    ("pools", "cells"),
    [
        (state(20, 15, 5), "####===-            "),
        (state(0, 0, 9, threshold=10), "--|                 "),
        (state(0, threshold=8), " |                  "),
        (state(60, 50, 90, threshold=8), "############========"),
        (state(100, threshold=100), "####################"),
        (state(0, threshold=100), "                   |"),
    ],
)
def test_a_bar_shows_its_pools_in_proportion_up_to_100_and_the_threshold_that_is_ahead(
    pools: MoodState, cells: str
) -> None:
    assert Bar(pools, PLAIN).cells(20).plain == cells


def test_what_an_encoding_lacks_is_drawn_in_ascii() -> None:
    assert marks_for("utf-8") == BLOCKS
    assert marks_for("ascii") == marks_for("cp1252") == marks_for("nonsense") == PLAIN


def test_one_that_nobody_is_near_is_said_to_stand_still() -> None:
    assert printed(feelings(loaded=False))[1].endswith("time stands still: no client holds its chunk")


def test_an_answer_that_means_nothing_is_refused_with_the_place_of_the_fault() -> None:
    with pytest.raises(AskError, match=r"feelings not understood: moods\.angry\.memory: Field required"):
        feelings(moods={"angry": {"impulse": 1.0}})
    with pytest.raises(AskError, match="feelings not understood: health: "):
        feelings(health=float("nan"))


def test_watching_looks_again_after_each_pause() -> None:
    healths = count(3)
    pauses: list[None] = []

    def ask(question: dict[str, Any]) -> dict[str, Any]:
        assert question == {"ask": "mood", "npc": "juniper"}
        return feelings().model_dump() | {"health": float(next(healths))}

    looks = watch_feelings(ask, "juniper", lambda: pauses.append(None))
    assert [next(looks).health for _ in range(3)] == [3.0, 4.0, 5.0]
    assert len(pauses) == 2


def test_in_a_terminal_the_newest_chart_takes_the_place_of_the_one_before() -> None:
    looks = [feelings(), feelings(health=4.0)]
    terminal, file = Console(width=80, force_terminal=True), Console(width=80)
    with terminal.capture() as live:
        show(looks, terminal)
    with file.capture() as plain:
        show(looks, file)
    up = "\x1b[1A"
    assert live.get().count(up) >= len(printed(feelings())) - 1
    assert up not in plain.get()
    assert [line for line in plain.get().splitlines() if line.startswith("health")] == [
        "health 17 of 20, talking",
        "health 4 of 20, talking",
    ]


# --- the command


class _Lines(socketserver.StreamRequestHandler):
    """Answers each line that comes with what the server's ``answer`` makes of it, and hangs up at None."""

    def handle(self) -> None:
        for line in self.rfile:
            answer = self.server.answer(line)  # type: ignore[attr-defined]
            if answer is None:
                return
            self.wfile.write(answer + b"\n")


@contextmanager
def port(answer: Callable[[bytes], bytes | None]) -> Iterator[str]:
    """An inspection port that answers lines in a thread of its own; its address."""
    with socketserver.TCPServer(("127.0.0.1", 0), _Lines) as server:
        server.answer = answer  # type: ignore[attr-defined]
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield f"127.0.0.1:{server.server_address[1]}"
        finally:
            server.shutdown()
            thread.join()


def run(*arguments: str) -> Result:
    return CliRunner(env={"COLUMNS": "100"}).invoke(main, ["mood", *arguments])


@pytest.fixture
def watched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Watched]:
    with watched_app(tmp_path, monkeypatch) as app:
        yield app


def answers_of(app: Watched) -> Callable[[bytes], bytes]:
    """What the real inspection answers, errors included."""

    def answer(line: bytes) -> bytes:
        try:
            return json.dumps(app.inspection.answer(json.loads(line))).encode()
        except ValueError as error:
            return json.dumps({"error": str(error)}).encode()

    return answer


def test_the_command_shows_what_a_companion_of_a_running_hearthkin_feels(watched: Watched) -> None:
    watched.run(1)
    watched.ask(ask="stimulate", npc="juniper", mood="flustered", intensity=20)
    watched.run(1)
    with port(answers_of(watched)) as address:
        done = run("juniper", "--inspect", address)
    assert done.exit_code == 0, done.output
    assert done.output.startswith("Juniper (juniper, shy) is flustered 3")
    assert done.output.count("health 20 of 20, idle") == 1


def test_somebody_unknown_and_somebody_without_feelings_are_errors_of_one_line(watched: Watched) -> None:
    with port(answers_of(watched)) as address:
        for npc, why in (
            ("nobody", "no npc 'nobody'"),
            ("guard", "npc 'guard' has no feelings: it isn't unique"),
        ):
            done = run(npc, "--inspect", address)
            assert (done.exit_code, done.output) == (1, f"Error: {address}: {why}\n")


@pytest.mark.parametrize("answer", [None, b"", b"[1]", b"{", b"\xff"])
def test_a_port_that_is_another_program_is_an_error_of_one_line(answer: bytes | None) -> None:
    with port(lambda line: answer) as address:
        done = run("juniper", "--inspect", address)
    assert done.exit_code == 1
    assert done.output.startswith(f"Error: no answer from {address}: ")
    assert done.output.count("\n") == 1


def test_nobody_listening_is_an_error_of_one_line_that_says_what_to_do() -> None:
    done = run("juniper", "--inspect", "127.0.0.1:1")
    assert done.exit_code == 1
    assert done.output.endswith("was Hearthkin started with --inspect?\n")
    assert run("juniper").exit_code == 2, "without an address there is nobody to ask"


def test_watching_ends_with_the_connection_or_with_an_interrupt(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mood, "PAUSE", 0.0)
    answers = iter([feelings().model_dump_json().encode(), feelings().model_dump_json().encode(), None])
    with port(lambda line: next(answers)) as address:
        done = run("juniper", "--inspect", address, "--watch")
    assert done.exit_code == 1
    assert done.output.count("Juniper (juniper, shy)") == 2
    assert "it closed the connection" in done.output

    def interrupted(*arguments: object) -> Iterator[EmotionReport]:
        yield feelings()
        raise KeyboardInterrupt

    monkeypatch.setattr(mood, "watch_feelings", interrupted)
    with port(lambda line: b"{}") as address:
        done = run("juniper", "--inspect", address, "--watch")
    assert done.exit_code == 0
    assert done.output.count("Juniper (juniper, shy)") == 1
