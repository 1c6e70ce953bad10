"""Clients that only remember what the stage asked of them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any
from uuid import UUID

from flat_world import flat_world

from npc.cues import Particles
from npc.stage_port import Actor
from world.entity import Entity, ListedPlayer
from world.player import Player
from world.view import WorldView


@dataclass
class RecordingPort:
    """Notes each call as (name, actor id or argument, …) and keeps the actors as they were shown."""

    calls: list[tuple[Any, ...]] = field(default_factory=list)
    shown: dict[str, Actor] = field(default_factory=dict)
    congested: bool = False
    broken_for: set[str] = field(default_factory=set)

    def _note(self, name: str, subject: Actor | str, *arguments: Any) -> str:
        actor_id = subject.actor_id if isinstance(subject, Actor) else subject
        if actor_id in self.broken_for:
            raise RuntimeError("this port can't")
        self.calls.append((name, actor_id, *arguments))
        return actor_id

    def _show(self, actor: Actor) -> None:
        self.shown[actor.actor_id] = replace(actor, equipment=dict(actor.equipment), props=dict(actor.props))

    def spawn(self, actor: Actor) -> None:
        assert actor.actor_id not in self.shown, "spawned twice"
        self._note("spawn", actor)
        self._show(actor)

    def despawn(self, actor_id: str) -> None:
        assert actor_id in self.shown, "despawned without a spawn"
        del self.shown[actor_id]
        self._note("despawn", actor_id)

    def _update(self, name: str, actor: Actor, *arguments: Any) -> None:
        assert actor.actor_id in self.shown, f"{name} for an actor that this client doesn't have"
        self._note(name, actor, *arguments)
        self._show(actor)

    def move(self, actor: Actor) -> None:
        self._update("move", actor)

    def look(self, actor: Actor) -> None:
        self._update("look", actor)

    def pose(self, actor: Actor) -> None:
        self._update("pose", actor)

    def equip(self, actor: Actor) -> None:
        self._update("equip", actor)

    def mood(self, actor: Actor) -> None:
        self._update("mood", actor)

    def name_line(self, actor: Actor) -> None:
        self._update("name_line", actor)

    def particles(self, actor: Actor, cue: Particles) -> None:
        self._update("particles", actor, cue)

    def swing(self, actor_id: str, hand: int = 0) -> None:
        assert actor_id in self.shown, "swing for an actor that this client doesn't have"
        self._note("swing", actor_id, hand)

    def hurt(self, actor: Actor, from_yaw: float) -> None:
        self._update("hurt", actor, from_yaw)

    def sound(self, actor: Actor, sound: str, volume: float = 1.0, pitch: float = 1.0) -> None:
        self._update("sound", actor, sound, volume, pitch)

    def show_block(self, x: int, y: int, z: int, state: int) -> None:
        self.calls.append(("show_block", x, y, z, state))

    def restore_block(self, x: int, y: int, z: int, state: int) -> None:
        self.calls.append(("restore_block", x, y, z, state))

    def say(self, text: str, color: str | None = None) -> None:
        self.calls.append(("say", text))

    def forget_all(self) -> None:
        self.shown.clear()
        self.calls.append(("forget_all",))

    def flush(self) -> None: ...

    def take(self, *names: str) -> list[tuple[Any, ...]]:
        """The calls since the last time, of those names only if any are given."""
        calls, self.calls = self.calls, []
        return [call for call in calls if not names or call[0] in names]


class FakeViewer:
    """A client in a flat world of which it holds all chunks but ``missing``."""

    def __init__(self, viewer_id: int, x: float, y: float, z: float, world: str | None) -> None:
        self.viewer_id = viewer_id
        self.player = Player(f"Player{viewer_id}", UUID(int=viewer_id), x=x, y=y, z=z, placed=True)
        self.port = RecordingPort()
        self.missing: set[tuple[int, int]] = set()
        self.entities: dict[int, Entity] = {}
        self.listed: dict[UUID, ListedPlayer] = {}
        self.enter(world)

    def enter(self, world: str | None) -> None:
        self.world: WorldView | None = None if world is None else flat_world(world)

    def holds_chunk(self, chunk_x: int, chunk_z: int) -> bool:
        return self.world is not None and (chunk_x, chunk_z) not in self.missing

    def stand(self, x: float, y: float, z: float) -> None:
        self.player.x, self.player.y, self.player.z = x, y, z
