"""The 20 Hz clock over all companions: events in, a stage full of life out."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from math import floor, inf, isfinite
from random import Random
from uuid import UUID

from nbt.schema import NpcRecord, WorldRecord
from nbt.store import NpcStore, StoreError
from npc.alarms import Alarms
from npc.archive import Archive
from npc.autosave import Autosave
from npc.awareness import FARTHEST
from npc.beds import Beds
from npc.clock import TICKS_PER_SECOND, Clock
from npc.company import NO_COMPANY, Company, being_of_companion, being_of_player, is_bodily
from npc.crowd import NOBODY, Bystander, Crowd
from npc.definition import NpcDefinition
from npc.emotes import Repertoire, shipped_repertoire
from npc.feelings import Feelings
from npc.happenings import Deed, Happening, Reports
from npc.identity import incarnate
from npc.jostling import jostle
from npc.minds import Minds, MindSettings
from npc.npc import Npc
from npc.quarters import Quarters, Views
from npc.records import record_of, restore
from npc.stage import Stage
from npc.stage_port import Viewer
from npc.surroundings import Surroundings
from world.paths.finder import Pathfinder
from world.sight import Sight
from world.terrain import terrain_of
from world.view import WorldView

log = logging.getLogger(__name__)

CATCH_UP_TICKS = 5
"""Most ticks that one call makes up for; what is later than that is left out and counted."""
COMPANY_EVERY = 5
"""Ticks after which it is looked anew where everybody is."""
CELL_REACH = 14.0
"""Blocks from the middle of a chunk to its corner, and what somebody may have gone since it was looked."""
LATE_REPORT = 60.0
"""Seconds between two log lines that say how many ticks were left out."""


class Simulation:
    """All companions and all clients that watch them.

    Everything happens in the caller's thread. A companion that raises is logged with its id, taken from
    everybody's view and ticks no more; the others go on. With the same ``generator`` state and the same
    events at the same ticks the stage is told the same.
    """

    def __init__(
        self,
        clock: Clock,
        generator: Random,
        store: NpcStore | None = None,
        repertoire: Repertoire | None = None,
        minds: MindSettings | None = None,
    ) -> None:
        """``repertoire``: the emotes that there are; those of the package unless given."""
        self.clock = clock
        self.generator = generator
        self.archive = Archive(store)
        self.stage = Stage()
        self.paths = Pathfinder()
        self.beds = Beds()
        self.feelings = Feelings()
        self.minds = Minds(clock, minds)
        self.repertoire = repertoire if repertoire is not None else shipped_repertoire()
        self.tick_number = 0
        """Ticks simulated so far, over all sessions of these saves."""
        self.late_ticks = 0
        """Ticks left out because the caller came too late for them."""
        self.npcs: dict[str, Npc] = {}
        self.faulty: set[str] = set()
        """Companions put to sleep because they failed."""
        self.viewers: dict[int, Viewer] = {}
        self._autosave = Autosave(self.archive)
        self._quarters = Quarters()
        self._alarms = Alarms()
        self._reports = Reports()
        self._watched: dict[tuple[str, int, int], bool] = {}
        """World, chunk → whether anybody may perceive what happens there; for some ticks."""
        self._watched_since = 0
        self._companies: dict[str, Company] = {}
        """By world, as it was a few ticks ago at most."""
        self._start: float | None = None
        self._due_before = 0
        self._reported_late = 0
        self._next_late_report = -inf

    # --- companions

    def add(self, definition: NpcDefinition) -> Npc:
        """Bring a companion in: as its record says where there is one, else new and saved at once.

        Place and identity come from the record, everything else from the definition. Raises ValueError when
        its id is taken.
        """
        if definition.id in self.npcs:
            raise ValueError(f"npc {definition.id!r} is there already")
        npc = Npc(
            definition,
            self._new_uuid(),
            Random(self.generator.getrandbits(64)),
            self.feelings.emotion_of(definition),
            self.repertoire,
            self.minds.awareness_of(definition),
        )
        self.feelings.admit(npc)
        record = self.archive.find(definition.id)
        if record is not None:
            restore(npc, record)
            if any(other.actor.uuid == npc.actor.uuid for other in self.npcs.values()):
                log.warning("npc %s: its saved UUID belongs to another one: it gets a new one", npc.id)
                npc.actor.uuid = self._new_uuid()
        self.npcs[npc.id] = npc
        self.stage.enter(npc.actor, npc.world)
        if record is None:
            # Its identity has to survive even if nobody gets to save it before the power goes.
            try:
                self.archive.write([npc])
            except StoreError as error:
                log.error("npc %s: not saved yet: %s", npc.id, error)
        return npc

    def remove(self, npc_id: str) -> None:
        """Take a companion out of the simulation and of everybody's view. What was saved of it stays on disk.

        Nothing happens when there is none of that id.
        """
        npc = self.npcs.pop(npc_id, None)
        if npc is None:
            return
        npc.wake()
        if npc_id in self.faulty:
            self.faulty.discard(npc_id)
        else:
            self.archive.part_with(npc)
        self.feelings.dismiss(npc)
        self.minds.dismiss(npc)
        self.beds.release(npc_id)
        self.stage.leave(npc_id)

    def _new_uuid(self) -> UUID:
        while True:
            uuid = incarnate(self.generator)
            if all(npc.actor.uuid != uuid for npc in self.npcs.values()):
                return uuid

    # --- clients

    def add_viewer(self, viewer: Viewer) -> None:
        """A client has joined. Raises ValueError when its number is taken."""
        self.stage.seat(viewer)
        self.viewers[viewer.viewer_id] = viewer

    def remove_viewer(self, viewer_id: int) -> None:
        """A client has left; nothing more is sent to it."""
        self.viewers.pop(viewer_id, None)
        self.stage.unseat(viewer_id)

    def forget(self, viewer_id: int) -> None:
        """A client drops its entities (world change, respawn, new login)."""
        self.stage.forget(viewer_id)

    # --- events

    def on_use(self, viewer_id: int, actor_id: str, hand: int, sneaking: bool) -> None:
        """A client used a companion. Both hands and "interact at" may come: they are one use."""
        viewer = self.viewers.get(viewer_id)
        offers = sneaking and viewer is not None and viewer.player.main_hand_item is not None

        def use(npc: Npc, now: int, user: Bystander) -> None:
            npc.use(now, user, offers)

        self._on_event(viewer_id, actor_id, use)

    def on_attack(self, viewer_id: int, actor_id: str) -> None:
        """A client hit a companion: those around see it if they look."""

        def hit(npc: Npc, now: int, attacker: Bystander) -> None:
            if npc.hit(now, attacker):
                victim = being_of_companion(npc.actor, npc.definition.owner)
                doer = being_of_player(self.viewers[viewer_id])
                self._tell(npc.world, Happening(Deed.BLOW, victim.shape.feet, doer, victim))

        self._on_event(viewer_id, actor_id, hit)

    def happened(self, viewer_id: int, happening: Happening) -> None:
        """Something happens in the world that a client is in, says its wire. Others may say so too: it counts once."""
        viewer = self.viewers.get(viewer_id)
        if viewer is None or viewer.world is None:
            return
        world = viewer.world.key.name
        if self._reports.is_new(world, happening, viewer_id, self.tick_number):
            self._tell(world, happening)

    def _tell(self, world: str, happening: Happening) -> None:
        """Have those companions perceive something that are near enough."""
        x, _, z = happening.where
        for npc_id in self.stage.near(world, x, z, FARTHEST):
            npc = self.npcs.get(npc_id)
            if npc is None or npc.view is None or npc_id in self.faulty:
                continue
            try:
                npc.perceive(self.tick_number, happening, Sight(terrain_of(npc.view)))
            except Exception:
                self._put_to_sleep(npc)

    def is_watched(self, world: str, x: float, z: float) -> bool:
        """Whether any companion may perceive what happens at a place in blocks. As it was some ticks ago at most."""
        if self.tick_number - self._watched_since >= COMPANY_EVERY:
            self._watched_since = self.tick_number
            self._watched.clear()
        if not isfinite(x + z):
            return False
        cell = world, floor(x) >> 4, floor(z) >> 4
        watched = self._watched.get(cell)
        if watched is None:
            middle = (cell[1] + 0.5) * 16.0, (cell[2] + 0.5) * 16.0
            nearby = self.stage.near(world, *middle, FARTHEST + CELL_REACH)
            watched = any(
                npc.loaded and npc.awareness is not None
                for npc in map(self.npcs.get, nearby)
                if npc is not None
            )
            self._watched[cell] = watched
        return watched

    def _on_event(self, viewer_id: int, actor_id: str, act: Callable[[Npc, int, Bystander], None]) -> None:
        npc, viewer = self.npcs.get(actor_id), self.viewers.get(viewer_id)
        if (
            npc is None
            or viewer is None
            or actor_id in self.faulty
            or not self.stage.sees(viewer_id, actor_id)
        ):
            return
        try:
            act(npc, self.tick_number, _bystander(viewer))
        except Exception:
            self._put_to_sleep(npc)

    # --- time

    def tick(self) -> int:
        """Simulate the ticks that are due by the clock, at most :data:`CATCH_UP_TICKS`; return their number.

        To be called 20 times a second; the first call starts the time.
        """
        seconds = self.clock.seconds
        if self._start is None:
            self.archive.report_unclaimed(self.npcs)
            self._start = seconds - 1 / TICKS_PER_SECOND
        # To the nearest tick: a caller a little early or late of its beat neither loses nor doubles one.
        due = floor((seconds - self._start) * TICKS_PER_SECOND + 0.5)
        count, self._due_before = due - self._due_before, due
        if count > CATCH_UP_TICKS:
            self.late_ticks += count - CATCH_UP_TICKS
            count = CATCH_UP_TICKS
            self._report_late(seconds)
        for _ in range(count):
            self._step()
        if count:
            self.stage.flush()
            if self.is_saving:
                self._autosave.go_on(self._savable().get, self._world_records)
        return count

    def _step(self) -> None:
        self.tick_number += 1
        crowds = self._crowds()
        awake = self._wake(crowds)
        self._search()
        self._mind()
        touched = self.feelings.tick(self.tick_number, self._put_to_sleep)
        if self.faulty:
            awake = [npc for npc in awake if npc.id not in self.faulty]
        self._jostle(awake)
        surroundings: dict[WorldView, Surroundings] = {}
        for npc in awake:
            crowd = crowds.get(npc.world, NOBODY)
            if npc.view is not None:
                around = surroundings.get(npc.view)
                if around is None:
                    around = surroundings[npc.view] = self._surroundings(npc.view, crowd)
                try:
                    self._live(npc, around)
                except Exception:
                    self._put_to_sleep(npc)
                    continue
            self._quarters.admit(npc, crowd)
            if npc.dormant and npc.loaded:
                self._alarms.set(npc)
        # whoever rests feels all the same
        shown = {npc.id: npc for npc in (*awake, *touched)}
        self.stage.update(shown)
        for npc in shown.values():
            for cue in npc.take_cues():
                self.stage.perform(npc.id, cue)

    def _wake(self, crowds: Mapping[str, Crowd]) -> list[Npc]:
        """Everybody who needs a tick, in the view that it lives in."""
        views = Views(self.viewers)
        self._quarters.review(views, crowds)
        self._alarms.ring(self.tick_number)
        awake = [npc for npc in self.npcs.values() if not npc.dormant]
        if self.faulty:
            awake = [npc for npc in awake if npc.id not in self.faulty]
        for npc in awake:
            npc.enter(views.view_at((npc.world, npc.chunk), npc.view))
        return awake

    def _jostle(self, awake: Iterable[Npc]) -> None:
        by_world: dict[str, list[Npc]] = {}
        for npc in awake:
            if npc.loaded:
                by_world.setdefault(npc.world, []).append(npc)
        for viewer in self.viewers.values():
            if viewer.world is not None:
                by_world.setdefault(viewer.world.key.name, [])
        for world, npcs in by_world.items():
            jostle(
                self.tick_number,
                npcs,
                [viewer.player for viewer in self._players(world)],
                lambda chunk, world=world: self._quarters.residents((world, chunk)),  # type: ignore[misc]
            )

    def _surroundings(self, view: WorldView, crowd: Crowd) -> Surroundings:
        company = self._companies.get(view.key.name)
        terrain = terrain_of(view)
        return Surroundings(
            self.tick_number,
            crowd,
            terrain,
            view.rules,
            self.paths,
            Sight(terrain),
            self.beds,
            NO_COMPANY if company is None else company,
        )

    def _mind(self) -> None:
        """Let time pass for memories, and take notice now and then of where everybody is."""
        by_world: dict[str, list[Viewer]] = {}
        for viewer in self.viewers.values():
            if viewer.world is not None:
                by_world.setdefault(viewer.world.key.name, []).append(viewer)
        views = {world: viewers[0].world for world, viewers in by_world.items()}
        self.minds.tick(
            {world: view for world, view in views.items() if view is not None}, self.npcs.values()
        )
        if self.tick_number % COMPANY_EVERY == 0 or self._companies.keys() != by_world.keys():
            self._companies = {world: Company(viewers) for world, viewers in by_world.items()}

    def _search(self) -> None:
        try:
            self.paths.tick(self.tick_number)
        except Exception:
            log.exception("the search for ways failed at tick %d", self.tick_number)

    def _live(self, npc: Npc, around: Surroundings) -> None:
        npc.tick(around)
        actor = npc.actor
        if not isfinite(actor.x + actor.y + actor.z + actor.yaw + actor.pitch + actor.head_yaw):
            raise ArithmeticError(f"a coordinate or angle isn't finite: {actor}")

    def _crowds(self) -> dict[str, Crowd]:
        """Who can be looked at, by world."""
        worlds = {viewer.world.key.name: None for viewer in self.viewers.values() if viewer.world is not None}
        return {world: Crowd(map(_bystander, self._players(world))) for world in worlds}

    def _players(self, world: str) -> list[Viewer]:
        """Who is bodily in a world: living players whose place is known, no spectators."""
        return [
            viewer
            for viewer in self.viewers.values()
            if viewer.world is not None and viewer.world.key.name == world and is_bodily(viewer)
        ]

    def _report_late(self, seconds: float) -> None:
        if seconds >= self._next_late_report:
            self._next_late_report = seconds + LATE_REPORT
            log.warning(
                "%d ticks came too late and were left out (%d so far)",
                self.late_ticks - self._reported_late, self.late_ticks,
            )  # fmt: skip
            self._reported_late = self.late_ticks

    def _put_to_sleep(self, npc: Npc) -> None:
        """Take a companion that has just raised out of play, and say so."""
        log.exception("npc %s failed at tick %d and is put to sleep", npc.id, self.tick_number)
        self.faulty.add(npc.id)
        self.beds.release(npc.id)
        npc.enter(None)
        npc.take_cues()
        self.stage.leave(npc.id)

    # --- saves

    def load_records(self) -> Mapping[str, NpcRecord]:
        """Read what the store has; return it by companion id. To be called once, before :meth:`add`.

        Time goes on from where these saves left it. A record whose companion is never added stays as it is on
        disk. Raises :class:`nbt.store.StoreError`.
        """
        records = self.archive.load()
        for name in self.archive.worlds:
            self.tick_number = max(self.tick_number, self.archive.world(name).tick)
        return records

    def snapshot(self) -> list[NpcRecord]:
        """What is to be kept of every companion now. Of one that failed, what was saved before stays."""
        return [record_of(npc) for npc in self._savable().values()]

    def save(self) -> int:
        """Write all that changed since it was last written; return how many companions are safe on disk.

        Raises :class:`nbt.store.StoreError`.
        """
        self._autosave.finish()
        count = self.archive.write(self._savable().values())
        self.archive.write_worlds(self._world_records())
        return count

    def autosave(self) -> None:
        """Have what is worth it written during the ticks to come, without holding any of them up.

        Errors are logged. What of feelings changes by itself is left to :meth:`save`.
        """
        self._autosave.begin(self.npcs)

    @property
    def is_saving(self) -> bool:
        """Whether an autosave is on its way."""
        return self._autosave.is_running

    def _savable(self) -> dict[str, Npc]:
        """Companions that are in their right mind."""
        if not self.faulty:
            return self.npcs
        return {npc_id: npc for npc_id, npc in self.npcs.items() if npc_id not in self.faulty}

    def _world_records(self) -> list[WorldRecord]:
        """What is to be kept now of the worlds that companions are in."""
        records = []
        for name in sorted({npc.world for npc in self.npcs.values()}):
            record = self.archive.world(name)
            record.tick = self.tick_number
            for viewer in self.viewers.values():
                if viewer.world is not None and viewer.world.key.name == name:
                    record.world_age = viewer.world.world_age
            records.append(replace(record))
        return records


def _bystander(viewer: Viewer) -> Bystander:
    player = viewer.player
    eye_y = player.y + player.eye_height
    return Bystander(
        viewer.viewer_id, player.name, player.x, eye_y, player.z, player.yaw, player.sprinting, player.uuid
    )
