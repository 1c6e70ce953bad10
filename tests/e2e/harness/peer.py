"""A Node script that speaks the line protocol of tests/peers/lines.js."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from harness.processes import Process, ProcessManager
from harness.waiting import PATIENCE

PEERS = Path(__file__).parent.parent.parent / "peers"

Event = dict[str, Any]


class PeerError(AssertionError):
    """A peer answered a request with an error."""


class Peer(Process):
    """A running peer: ask it things, wait for what it reports."""

    def __init__(self, name: str, command: list[str | Path], cwd: Path, log: Path) -> None:
        self.events: list[Event] = []
        self._answers: dict[int, Event] = {}
        self._last_id = 0
        super().__init__(name, command, cwd, log, {})

    @classmethod
    def start_script(cls, manager: ProcessManager, cwd: Path, script: str, *arguments: str) -> Peer:
        """Start ``node tests/peers/<script>`` and wait until it is ready."""
        cwd.mkdir(parents=True, exist_ok=True)
        name = script.removesuffix(".js")
        peer = cls(name, ["node", PEERS / script, *arguments], cwd, manager.log_path(name))
        manager.adopt(peer)
        return peer

    def took(self, line: str, label: str) -> None:
        self.lines.append(line)
        if label != "out" or not line.startswith("{"):
            return
        message = json.loads(line)
        if "event" in message:
            self.events.append(message)
        else:
            self._answers[message["id"]] = message

    def ask(self, do: str, patience: float = PATIENCE, **arguments: Any) -> Any:
        """Send a request and return its answer; PeerError with the peer's own text when it failed."""
        with self.news:
            self._last_id += 1
            number = self._last_id
        self.write_line(json.dumps({"id": number, "do": do, **arguments}))
        answer = self._wait(lambda: self._answers.pop(number, None), f"an answer to {do}", patience)
        if "error" in answer:
            raise PeerError(f"{self.name} could not {do}: {answer['error']}")
        return answer["ok"]

    def bookmark(self) -> int:
        """Return a place in the stream of events; pass it as ``since`` to see only later ones."""
        with self.news:
            return len(self.events)

    def seen(self, event: str, since: int = 0, **fields: Any) -> list[Event]:
        """Return the events of that name with these fields."""
        with self.news:
            return [e for e in self.events[since:] if matches(e, event, fields)]

    def wait_for(self, event: str, since: int = 0, patience: float = PATIENCE, **fields: Any) -> Event:
        """Return the first event of that name with these fields, now or later."""
        return self._wait(
            lambda: next((e for e in self.events[since:] if matches(e, event, fields)), None),
            f"event {event} {fields or ''}",
            patience,
        )

    def _wait(self, look: Callable[[], Event | None], what: str, patience: float) -> Event:
        deadline = time.monotonic() + patience
        with self.news:
            while True:
                if found := look():
                    return found
                if not self.running:
                    raise AssertionError(
                        f"{self.name} ended while the test waited for {what}:\n{self._tail()}"
                    )
                if time.monotonic() >= deadline:
                    raise AssertionError(f"{self.name}: no {what} in {patience:g} s:\n{self._tail()}")
                self.news.wait(0.2)

    def _tail(self) -> str:
        return "\n".join(line[:300] for line in self.lines[-25:])


def matches(event: Event, name: str, fields: dict[str, Any]) -> bool:
    return event["event"] == name and all(event.get(key) == value for key, value in fields.items())
