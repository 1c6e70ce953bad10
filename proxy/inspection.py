"""A loopback port that tells what Hearthkin knows: one JSON question a line, one JSON answer a line.

``{"ask": "player"}``, ``blocks`` (with ``positions``), ``entities``, ``npcs``, ``chunks``, ``stats``,
``relief`` (a map around ``npc``: ``corner`` and ``size`` in x and z, ``places`` that it is seen from); ``session``
picks a client, the newest one unless given. ``go`` sends companion ``npc`` to ``x``, ``y``, ``z`` (feet, in blocks),
``track`` tells what companion ``npc`` did in its last ``ticks`` of moving, and why. ``mood`` tells what it feels,
``stimulate`` pushes its ``mood`` by ``intensity`` (0 to 100), of which the share ``retention`` (0 to 1, 0 unless given)
stays as memory. ``emote`` has companion ``npc`` play an ``emote`` in ``mode`` "try" (unless given), "force" or "queue";
``emotes`` lists those that it has and tells what it plays. ``memory`` tells what it remembers and knows of whom, whom
it has in view and what it is at with them; nothing comes to its mind by that. ``elapse`` lets ``seconds`` pass for all
memories at once, as if they had been played. For tests and for people who wonder what the proxy sees.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any
from uuid import UUID

from twisted.internet import protocol
from twisted.internet.interfaces import IAddress
from twisted.protocols.basic import LineOnlyReceiver

from npc.definition import HORIZONTAL_LIMIT, VERTICAL_LIMIT
from npc.emotion import EmotionManager, Mood, MoodImpulse
from npc.emotion.mood import COURSES
from npc.memory import NOBODY, MemoryType
from npc.perception import Tier
from npc.track import CAPACITY
from world.relief import relief
from world.terrain import terrain_of

if TYPE_CHECKING:
    from npc.npc import Npc
    from proxy.app import Hearthkin
    from proxy.tracking.client_view import ClientView
    from world.paths.route import Route
    from world.view import WorldView


class Inspection:
    """Answers questions about a running proxy."""

    def __init__(self, app: Hearthkin) -> None:
        self.app = app

    def answer(self, question: dict[str, Any]) -> dict[str, Any]:
        """Answer one question; raises ValueError with a text for one it doesn't understand, KeyError for a lack."""
        match ask := question.get("ask"):
            case "npcs":
                return {"npcs": self.app.describe_npcs()}
            case "stats":
                return self.app.statistics()
            case "relief":
                return self._relief(question)
            case "go":
                return self._go(question)
            case "track":
                return self._track(question)
            case "mood":
                return self._mood(question)
            case "stimulate":
                return self._stimulate(question)
            case "emote":
                return self._emote(question)
            case "emotes":
                return self._emotes(question)
            case "behavior":
                return self._behavior(question)
            case "memory":
                return self._memory(question)
            case "elapse":
                return self._elapse(question)
        view = self._view(question.get("session"))
        match ask:
            case "player":
                return self._player(view)
            case "blocks":
                return self._blocks(view, question.get("positions", []))
            case "entities":
                return {"entities": [self._entity(e) for e in view.entities.values()]}
            case "chunks":
                world = view.world
                held = (
                    sorted((c.x, c.z) for c in world.chunks() if view.holds_chunk(c.x, c.z)) if world else []
                )
                return {"chunks": held, "world": world.key.name if world else None}
        raise ValueError(f"unknown question {ask!r}")

    def _relief(self, question: dict[str, Any]) -> dict[str, Any]:
        """What the world around some places is to a body."""
        world = self._world_of(question["npc"])
        corner, size = ((int(x), int(z)) for x, z in (question["corner"], question["size"]))
        places = [(float(x), float(y), float(z)) for x, y, z in question["places"]]
        return relief(terrain_of(world), corner, size, places)._asdict()

    def _world_of(self, npc_id: str) -> WorldView:
        """The world of a companion, as the first client there sees it."""
        npc = self._npc(npc_id)
        for _, view in sorted(self.app.views.items()):
            if view.world is not None and view.world.key.name == npc.world:
                return view.world
        raise ValueError(f"nobody is in the world of npc {npc_id!r}")

    def _go(self, question: dict[str, Any]) -> dict[str, Any]:
        """Send a companion somewhere."""
        npc = self._npc(question["npc"])
        x, y, z = (float(question[axis]) for axis in "xyz")
        # NaN is in no range
        if not (abs(x) <= HORIZONTAL_LIMIT and abs(y) <= VERTICAL_LIMIT and abs(z) <= HORIZONTAL_LIMIT):
            raise ValueError(f"no place: {x} {y} {z}")
        npc.send((x, y, z))
        return {"npc": npc.id, "destination": [x, y, z]}

    def _track(self, question: dict[str, Any]) -> dict[str, Any]:
        """What a companion did lately and why."""
        npc = self._npc(question["npc"])
        track = npc.track
        samples = track.last(int(question.get("ticks", CAPACITY)))
        return {
            "id": npc.id,
            "name": npc.actor.name,
            "world": npc.world,
            "mode": npc.mode.name.lower(),
            "home": list(npc.home),
            "purpose": npc.purpose,
            "state": npc.walker.state.name.lower(),
            "harm": dict(sorted(npc.harm_taken.items())),
            "samples": [sample._asdict() for sample in samples],
            "trips": [
                {"tick": trip.tick, "purpose": trip.purpose, **_route(trip.route)} for trip in track.trips
            ],
            "remarks": [remark._asdict() for remark in track.remarks],
        }

    def _mood(self, question: dict[str, Any]) -> dict[str, Any]:
        """All that a companion feels, and what it is in."""
        npc, emotion = self._feeling(question["npc"])
        simulation = self.app.simulation
        snapshot = emotion.snapshot()
        situation = npc.situation(simulation.tick_number)
        return {
            "id": npc.id,
            "name": npc.actor.name,
            "temperament": emotion.temperament.key,
            "loaded": npc.loaded,
            "tick": simulation.tick_number,
            "health": npc.vitals.health,
            "full_health": npc.vitals.full_health,
            "primary": snapshot.primary.key,
            "primary_intensity": snapshot.primary_intensity,
            "secondary": None if snapshot.secondary is None else snapshot.secondary.key,
            "secondary_intensity": snapshot.secondary_intensity,
            "situation": {**situation._asdict(), "idle": situation.idle},
            "moods": {
                mood.key: {
                    "impulse": impulse,
                    "memory": memory,
                    "context": context,
                    "total": emotion.intensity(mood),
                    "threshold": COURSES[mood].threshold,
                }
                for mood, impulse, memory, context in zip(Mood, *emotion.pools.tolist(), strict=True)
            },
        }

    def _stimulate(self, question: dict[str, Any]) -> dict[str, Any]:
        """Push a mood of a companion, as an event would."""
        npc, emotion = self._feeling(question["npc"])
        key = question["mood"]
        mood = Mood.known(key) if isinstance(key, str) else None
        if mood is None:
            raise ValueError(f"no mood {key!r}; there are {', '.join(mood.key for mood in Mood)}")
        intensity = _number(question["intensity"], "intensity", 100.0)
        retention = _number(question.get("retention", 0.0), "retention", 1.0)
        emotion.stimulate(MoodImpulse.of(mood, intensity, retention))
        return {"npc": npc.id, "mood": mood.key, "total": emotion.intensity(mood)}

    def _emote(self, question: dict[str, Any]) -> dict[str, Any]:
        """Have a companion play an emote: what became of the request, and why."""
        npc = self._npc(question["npc"])
        emote_id, mode = question["emote"], question.get("mode", "try")
        emotes = npc.acting.emotes
        if not isinstance(emote_id, str) or emotes.catalogue.find(emote_id) is None:
            known = ", ".join(definition.id for definition in emotes.catalogue)
            raise ValueError(f"npc {npc.id!r} has no emote {emote_id!r}; it has {known}")
        match mode:
            case "queue":
                outcome: dict[str, Any] = {"queued": npc.queue_emote(emote_id)}
            case "try" | "force":
                why = npc.emote(self.app.simulation.tick_number, emote_id, force=mode == "force")
                outcome = {"started": why is None, **({} if why is None else {"why": why})}
            case _:
                raise ValueError(f"no mode {mode!r}; there are try, force, queue")
        return {"npc": npc.id, "emote": emote_id, "tick": self.app.simulation.tick_number, **outcome}

    def _emotes(self, question: dict[str, Any]) -> dict[str, Any]:
        """The emotes of a companion, and what it plays."""
        npc = self._npc(question["npc"])
        emotes = npc.acting.emotes
        playing = emotes.playing
        return {
            "id": npc.id,
            "name": npc.actor.name,
            "tick": self.app.simulation.tick_number,
            "playing": None
            if playing is None
            else {
                "index": playing.index,
                "emote": playing.definition.id,
                "clip": playing.definition.animation_key,
                "started": playing.started,
                "ends": playing.ends,
                "session": None if playing.session is None else str(playing.session),
            },
            "queued": emotes.queued,
            "cooldown": emotes.cooldown_at(self.app.simulation.tick_number),
            "hindrance": npc.body_state.hindrance,
            "emotes": [
                {
                    "index": index,
                    "id": definition.id,
                    "clip": definition.animation_key,
                    "duration": definition.duration_ticks,
                    "loop": definition.loop,
                    "priority": definition.priority,
                    "cooldown": definition.cooldown_ticks,
                    "flags": definition.flags,
                    "interruptible": definition.interruptible,
                }
                for index, definition in enumerate(emotes.catalogue)
            ],
        }

    def _behavior(self, question: dict[str, Any]) -> dict[str, Any]:
        """What a companion does of its own accord, and what may follow."""
        npc = self._npc(question["npc"])
        if npc.life is None:
            raise ValueError(f"npc {npc.id!r} does nothing of its own accord: it isn't lively")
        return {
            "id": npc.id,
            "name": npc.actor.name,
            "tick": self.app.simulation.tick_number,
            "mode": npc.mode.name.lower(),
            "asleep": npc.asleep,
            **npc.life.describe(),
        }

    def _memory(self, question: dict[str, Any]) -> dict[str, Any]:
        """What a companion has in mind, untouched by the question."""
        npc = self._npc(question["npc"])
        awareness, encounter = npc.awareness, npc.encounter
        if awareness is None:
            raise ValueError(f"npc {npc.id!r} has no memory: it isn't unique")
        memory = awareness.memory
        return {
            "id": npc.id,
            "name": npc.actor.name,
            "tick": self.app.simulation.tick_number,
            "seconds": self.app.simulation.minds.clock.seconds,
            "dropped": memory.dropped,
            "memories": [
                {**one._asdict(), "entity": _entity_key(one.entity), "type": one.type.key}
                for one in memory.look()
            ],
            "knowledge": [
                {
                    **known._asdict(),
                    "entity": _entity_key(known.entity),
                    "facts": {
                        kind.key: days for kind, days in zip(MemoryType, known.facts, strict=True) if days
                    },
                }
                for known in memory.knowledge()
            ],
            "in_view": [
                {"entity": str(one.who), "tier": _tier_key(one.tier), "where": list(one.where)}
                for one in awareness.in_view
            ],
            "encounter": None
            if encounter is None
            else {
                "who": str(encounter.who),
                "tier": _tier_key(encounter.tier),
                "purpose": encounter.purpose,
            },
            "names": self._names(),
        }

    def _names(self) -> dict[str, str]:
        """Of companions, and of players whom the server lists to anybody, by UUID."""
        names = {str(npc.actor.uuid): npc.actor.name for npc in self.app.simulation.npcs.values()}
        for _, view in sorted(self.app.views.items()):
            names |= {str(uuid): entry.name for uuid, entry in view.listed.items()}
            names[str(view.player.uuid)] = view.player.name
        return names

    def _elapse(self, question: dict[str, Any]) -> dict[str, Any]:
        """Let time pass for all memories."""
        seconds = question["seconds"]
        if isinstance(seconds, bool) or not isinstance(seconds, (int, float)):
            raise ValueError(f"seconds {seconds!r}: a number of 0 and more expected")
        clock = self.app.simulation.minds.clock
        clock.elapse(float(seconds))
        return {"seconds": clock.seconds}

    def _feeling(self, npc_id: object) -> tuple[Npc, EmotionManager]:
        """A companion that feels."""
        npc = self._npc(npc_id)
        if not isinstance(npc.emotion, EmotionManager):
            raise ValueError(f"npc {npc_id!r} has no feelings: it isn't unique")
        return npc, npc.emotion

    def _npc(self, npc_id: object) -> Npc:
        npc = self.app.simulation.npcs.get(npc_id) if isinstance(npc_id, str) else None
        if npc is None:
            raise ValueError(f"no npc {npc_id!r}")
        return npc

    def _view(self, session: int | None) -> ClientView:
        views = self.app.views
        if session is None:
            session = max(views, default=None)
        if session not in views:
            raise ValueError(f"no session {session}")
        return views[session]

    def _player(self, view: ClientView) -> dict[str, Any]:
        player = view.player
        return {
            "session": view.viewer_id,
            "name": player.name,
            "uuid": str(player.uuid),
            "entity_id": player.entity_id,
            "x": player.x,
            "y": player.y,
            "z": player.z,
            "yaw": player.yaw,
            "pitch": player.pitch,
            "on_ground": player.on_ground,
            "pose": player.pose,
            "sprinting": player.sprinting,
            "health": player.health,
            "food": player.food,
            "game_mode": player.game_mode,
            "held_slot": player.held_slot,
            "inventory": {str(k): {"name": i.name, "count": i.count} for k, i in player.inventory.items()},
            "vehicle": player.vehicle,
            "locale": player.locale,
            "world": view.world.key.name if view.world else None,
            "time_of_day": view.world.time_of_day if view.world else None,
            "listed": sorted(entry.name for entry in view.listed.values() if entry.listed),
        }

    def _blocks(self, view: ClientView, positions: list[list[int]]) -> dict[str, Any]:
        world = view.world
        states = [None if world is None else world.state(x, y, z) for x, y, z in positions]
        return {
            "states": states,
            "names": [None if s is None or world is None else world.blocks.name(s) for s in states],
        }

    def _entity(self, entity: Any) -> dict[str, Any]:
        return {
            "id": entity.entity_id,
            "uuid": str(entity.uuid) if entity.uuid else None,
            "kind": entity.kind,
            "x": entity.x,
            "y": entity.y,
            "z": entity.z,
            "yaw": entity.yaw,
            "pitch": entity.pitch,
            "head_yaw": entity.head_yaw,
            "passengers": list(entity.passengers),
            "equipment": {slot: item.name for slot, item in entity.equipment.items()},
        }


def _entity_key(entity: UUID) -> str | None:
    """None for nobody in particular."""
    return None if entity == NOBODY else str(entity)


def _tier_key(tier: Tier | None) -> str | None:
    return None if tier is None else tier.name.lower()


def _number(value: object, name: str, most: float) -> float:
    # NaN is in no range
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0.0 <= value <= most:
        raise ValueError(f"{name} {value!r}: a number from 0 to {most:g} expected")
    return float(value)


def _route(route: Route) -> dict[str, Any]:
    return {
        "start": list(route.start),
        "goal": list(route.goal),
        "partial": route.partial,
        "polls": route.polls,
        "searched": [[x + 0.5, y, z + 0.5] for x, y, z in route.searched.tolist()],
        "waypoints": [{"x": w.x, "y": w.y, "z": w.z, "move": w.move.name.lower()} for w in route.waypoints],
    }


class InspectionProtocol(LineOnlyReceiver):
    delimiter = b"\n"
    MAX_LENGTH = 1 << 20

    def __init__(self, inspection: Inspection) -> None:
        self.inspection = inspection

    def lineReceived(self, line: bytes) -> None:
        try:
            question = json.loads(line)
            if not isinstance(question, dict):
                raise ValueError("a question is a JSON object")
            answer = self.inspection.answer(question)
        except KeyError as error:
            answer = {"error": f"the question lacks {error}"}
        except (ValueError, TypeError) as error:
            answer = {"error": str(error)}
        self.sendLine(json.dumps(answer).encode())  # type: ignore[no-untyped-call]


class InspectionFactory(protocol.Factory):
    noisy = False

    def __init__(self, inspection: Inspection) -> None:
        self.inspection = inspection

    def buildProtocol(self, addr: IAddress | None) -> InspectionProtocol:
        return InspectionProtocol(self.inspection)
