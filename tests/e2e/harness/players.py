"""mineflayer clients, through tests/peers/bot.js."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from harness.peer import Event, Peer
from harness.processes import ProcessManager
from harness.waiting import PATIENCE, eventually

Position = tuple[float, float, float]
BlockPosition = tuple[int, int, int]


@dataclass(frozen=True)
class Sample:
    """An entity as mineflayer has it after one of its ticks. Degrees as on the wire."""

    tick: int
    position: Position
    yaw: float
    pitch: float
    head_yaw: float
    moves: int
    """Packets that moved it since the sample before: several when the machine is late."""
    teleports: int
    """Those among them that told an absolute place."""
    inside: dict[str, Any] | None
    """Name and place of a block of mineflayer's own world that its body is in."""
    below: str | None
    """Name of the block right below its feet."""


@dataclass(frozen=True)
class Watched:
    """What a client saw of an entity over time."""

    samples: list[Sample]
    places: list[Position]
    """Each place that it was moved to, in order."""


class Bot:
    """One mineflayer client. Methods return what mineflayer itself believes."""

    def __init__(self, peer: Peer, name: str) -> None:
        self.peer = peer
        self.name = name
        self.started = peer.bookmark()
        self.has_clicked = False
        """Whether it has used a companion already: see :func:`harness.checks.assert_answers`."""

    def ask(self, do: str, patience: float = PATIENCE, **arguments: Any) -> Any:
        return self.peer.ask(do, patience, bot=self.name, **arguments)

    def bookmark(self) -> int:
        return self.peer.bookmark()

    def seen(self, event: str, since: int | None = None, **fields: Any) -> list[Event]:
        return self.peer.seen(event, self.started if since is None else since, bot=self.name, **fields)

    def wait_for(self, event: str, since: int | None = None, **fields: Any) -> Event:
        return self.peer.wait_for(event, self.started if since is None else since, bot=self.name, **fields)

    def position(self) -> Position:
        x, y, z = self.ask("where")["position"]
        return x, y, z

    def blocks(self, positions: list[BlockPosition]) -> list[dict[str, Any] | None]:
        """State id and name at each position; None where it has no chunk."""
        found: list[dict[str, Any] | None] = self.ask("blocks", positions=positions)
        return found

    def chunks(self) -> set[tuple[int, int]]:
        return {(x, z) for x, z in self.ask("chunks")}

    def wait_for_chunk(self, x: int, z: int) -> None:
        eventually(lambda: (x, z) in self.chunks(), f"{self.name} to hold chunk {x} {z}")

    def walk(self, distance: float, yaw: float, *, sprint: bool = False) -> Position:
        """Walk (or run) with the keys, stand still, and return where."""
        x, y, z = self.ask("walk", distance=distance, yaw=yaw, sprint=sprint)
        return x, y, z

    def rest(self) -> Position:
        """Wait until it stands still and return where."""
        x, y, z = self.ask("rest")
        return x, y, z

    def entities(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.ask("entities")
        return found

    def entity_named(self, name: str) -> dict[str, Any] | None:
        return next((e for e in self.entities() if e["name"] == name), None)

    def name_tag(self, entity: int) -> str | None:
        """What stands over an entity's head, without its colors."""
        tag: str | None = self.ask("name_tag", entity=entity)
        return tag

    def sees_tag(self, entity: int, text: str) -> bool:
        """Whether that is what stands over an entity."""
        return self.name_tag(entity) == text

    def watch(self, entity: int) -> None:
        """From now on keep a sample of an entity after each physics tick."""
        self.ask("watch", entity=entity)

    def watched(self, entity: int) -> Watched:
        """Stop that, and return what was seen."""
        seen = self.ask("watched", entity=entity)
        return Watched(
            [Sample(**sample) for sample in seen["samples"]], [tuple(place) for place in seen["places"]]
        )

    def quit(self) -> None:
        self.ask("quit")


class BotPool:
    """A bot.js process; clients of any version come and go in it."""

    def __init__(self, manager: ProcessManager, folder: Path) -> None:
        self.peer = Peer.start_script(manager, folder, "bot.js")
        self.peer.wait_for("ready")

    def connect(self, name: str, port: int, version: str, **options: Any) -> Bot:
        """Start to connect and return at once."""
        bot = Bot(self.peer, name)
        self.peer.ask("join", bot=name, port=port, version=version, **options)
        return bot

    def join(self, name: str, port: int, version: str, **options: Any) -> Bot:
        """Connect and wait until the player is in the world and stands on its ground."""
        bot = self.connect(name, port, version, **options)
        bot.wait_for("spawn")
        bot.ask("wait_for_chunks")
        bot.rest()
        return bot

    def quit_all(self) -> None:
        for name in self.peer.ask("bots"):
            self.peer.ask("quit", bot=name)
