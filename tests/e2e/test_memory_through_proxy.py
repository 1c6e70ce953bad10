"""What companions remember of real clients, and what these see of it.

flying-squid serves the worlds. What it lacks or does in its own way is done as a vanilla server does it, by
``tests/peers/squid.js`` and ``tests/peers/furniture.js``: doors, what is in chests, packets that tell of a
blow or of whose words they are.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from math import atan2, degrees, dist
from pathlib import Path

import pytest
from harness.course import AIR, BlockSpec, built
from harness.hearthkin import Companion, Hearthkin, StartHearthkin
from harness.minds import Mind
from harness.players import BlockPosition, Bot, BotPool, Position
from harness.processes import ProcessManager
from harness.server import Server
from harness.squid import Squid
from harness.waiting import eventually

pytestmark = [pytest.mark.peer, pytest.mark.in_front_of("1.12.2-squid", "1.20.4-squid")]

FLOOR = 68
WALL: BlockSpec = "dirt", {}
"""Something that nobody takes for a part of a home."""
WALL_HEIGHT = 3
NORTH, SOUTH, EAST = 180.0, 0.0, -90.0


def wall(xs: range, zs: range) -> dict[BlockPosition, BlockSpec]:
    """Too high to look or climb over."""
    return {(x, FLOOR + y, z): WALL for x in xs for z in zs for y in range(WALL_HEIGHT)}


def box(west: int, east: int, north: int, south: int) -> dict[BlockPosition, BlockSpec]:
    """Walls around a yard, each along these blocks."""
    along, across = range(west, east + 1), range(north, south + 1)
    sides = [(along, [north]), (along, [south]), ([west], across), ([east], across)]
    return {
        place: WALL for xs, zs in sides for place in wall(range(xs[0], xs[-1] + 1), range(zs[0], zs[-1] + 1))
    }


def uuid_of(bot: Bot) -> str:
    uuid: str = bot.ask("where")["uuid"]
    return uuid


def put(server: Server, bot: Bot, place: Position) -> None:
    """Have the server put a client somewhere."""
    server.teleport(bot.name, place)
    eventually(lambda: dist(bot.position(), place) < 0.1, f"{bot.name} to be at {place}")


def turned(a: float, b: float) -> float:
    """Degrees between two directions."""
    return abs((a - b + 180.0) % 360.0 - 180.0)


# --- struck, and met again

YARD = {"west": -18, "east": 18, "north": -12, "south": -7}
"""Where those who struck somebody hide: walled in, with a gate in front of each companion."""
STAND = YARD["north"] - 8.5
"""z where the companions stand and look at the gates."""
REACH = 2.8
WAY_IN = 7.2
"""Blocks from where it strikes to behind the gate."""


def beyond_gate(npc_id: str, name: str, gate: int, personality: str) -> Companion:
    more = f"personality = {personality!r}"
    return Companion(npc_id, name, (gate + 0.5, FLOOR, STAND), yaw=SOUTH, wary=True, more=more)


BRAVE = beyond_gate("brava", "Brava", -12, "justice")
COWARD = beyond_gate("cora", "Cora", -4, "cowardly")
SEEKER = beyond_gate("dora", "Dora", 4, "cowardly")
HESITANT = beyond_gate("emma", "Emma", 12, "cowardly")
PASSED_BY = Companion("tess", "Tess", (40.5, FLOOR, 20.5), yaw=SOUTH, wary=True)

# --- who sees what happens, and who is behind a wall

CHEST: BlockPosition = (-43, FLOOR, 36)
DOOR: BlockPosition = (-39, FLOOR, 36)
TO_BUILD_ON: BlockPosition = (-41, FLOOR - 1, 36)
PLANKS: BlockPosition = (-40, FLOOR, 33)
"""A part of the witness's home."""
DOER: Position = (-41.5, FLOOR, 38.0)
OWNER: Position = (-40.0, FLOOR, 38.0)
FRIEND: Position = (-41.5, FLOOR, 39.5)
_BONDS = f'owner = "olga"\ntrusts = ["fred"]\nguards = [{list(CHEST)}]'
WITNESS = Companion("wit", "Wit", (-40.5, FLOOR, 30.5), yaw=SOUTH, more=_BONDS)
WALLED_IN = Companion("wal", "Wal", (-46.5, FLOOR, 31.5), yaw=SOUTH, more=_BONDS)
CELL = {"west": -49, "east": -44, "north": 29, "south": 34}

COMPANIONS = (BRAVE, COWARD, SEEKER, HESITANT, PASSED_BY, WITNESS, WALLED_IN)


class Foe:
    """A client that strikes a companion and hides."""

    def __init__(self, server: Server, hearthkin: Hearthkin, bot: Bot, companion: Companion) -> None:
        self.server, self.bot, self.companion = server, bot, companion
        self.mind = Mind(hearthkin, companion.id)
        self.uuid = uuid_of(bot)
        self.gate = int(companion.position[0] - 0.5)
        x, y, z = companion.position
        put(server, bot, (x, y, z + REACH))
        eventually(lambda: self.mind.has_in_view(self.uuid), f"{companion.name} to see {bot.name}")

    @property
    def body(self) -> int:
        """The companion's entity id in this client."""
        found = self.bot.entity_named(self.companion.name)
        assert found is not None, f"{self.bot.name} doesn't see {self.companion.name}"
        return int(found["id"])

    def place(self) -> Position:
        """Where this client sees the companion."""
        found = self.bot.entity_named(self.companion.name)
        assert found is not None, f"{self.bot.name} doesn't see {self.companion.name}"
        x, y, z = found["position"]
        return x, y, z

    def distance(self) -> float:
        return dist(self.place(), self.bot.position())

    def is_faced(self) -> bool:
        """Whether the companion's head looks at this client."""
        found = self.bot.entity_named(self.companion.name)
        assert found is not None
        (x, _, z), (mine_x, _, mine_z) = found["position"], self.bot.position()
        return turned(found["head_yaw"], degrees(atan2(-(mine_x - x), mine_z - z))) < 25.0

    def strike(self) -> None:
        self.bot.ask("attack", entity=self.body)
        eventually(lambda: "hostile" in self.mind.about(self.uuid), f"{self.companion.name} to resent it")

    def hide(self) -> None:
        """Go through the gate, which falls shut."""
        self.bot.walk(WAY_IN, yaw=SOUTH)
        self.set_gate(WALL)

    def come_back(self) -> None:
        """Come out again."""
        self.set_gate(AIR)
        self.bot.walk(3.0, yaw=NORTH)

    def set_gate(self, block: BlockSpec) -> None:
        gate = [(self.gate, FLOOR + y, YARD["north"]) for y in range(WALL_HEIGHT)]
        self.server.ask("build", blocks=[[*place, *block] for place in gate])
        eventually(
            lambda: all(there and there["name"] == block[0] for there in self.bot.blocks(gate)),
            f"the gate to be {block[0]}",
        )

    def is_at_rest(self) -> bool:
        """Whether the companion has lost it and stands at home again, as before."""
        found = self.bot.entity_named(self.companion.name)
        assert found is not None
        mind = self.mind.ask()
        assert mind["encounter"] is None, mind["encounter"]
        assert self.uuid not in [row["entity"] for row in mind["in_view"]], mind["in_view"]
        assert dist(found["position"], self.companion.position) < 0.3, found["position"]
        return turned(found["head_yaw"], self.companion.yaw) < 5.0

    def met_with(self, tier: str) -> None:
        """Wait until the companion has seen it and is at it."""
        eventually(lambda: self.mind.tier(self.uuid) == tier, f"{self.companion.name} to {tier}")


def open_yard() -> dict[BlockPosition, BlockSpec]:
    blocks = box(**YARD)
    for companion in (BRAVE, COWARD, SEEKER, HESITANT):
        for y in range(WALL_HEIGHT):
            blocks[int(companion.position[0] - 0.5), FLOOR + y, YARD["north"]] = AIR
    return blocks


def test_who_struck_it_and_hid_is_confronted_searched_for_or_puzzled_at_by_the_time_that_went_by(
    start_hearthkin: StartHearthkin, bots: BotPool, server: Server, version: str
) -> None:
    with built(server, open_yard()):
        hearthkin = start_hearthkin(COMPANIONS)
        ann, bea, cyd, dee = foes = [
            Foe(server, hearthkin, bots.join(name, hearthkin.port, version), companion)
            for name, companion in zip(
                ("ann", "bea", "cyd", "dee"), (BRAVE, COWARD, SEEKER, HESITANT), strict=True
            )
        ]
        for foe in foes:
            assert foe.mind.tier(foe.uuid) is None, "it has something against who has done nothing"
            foe.strike()
            foe.met_with("confront")
            foe.hide()
        for foe in foes:
            eventually(foe.is_at_rest, f"{foe.companion.name} to be at its own business again")
        assert_confronts(ann)
        assert_flees(bea)
        assert_searches(cyd)
        assert_hesitates(dee)


def assert_confronts(foe: Foe) -> None:
    """After a short time one that is brave comes, and looks into the face of who struck it."""
    foe.mind.fade(foe.uuid, "hostile", 0.9)
    foe.come_back()
    foe.met_with("confront")
    eventually(lambda: foe.distance() < 3.3, f"{foe.companion.name} to come")
    eventually(foe.is_faced, f"{foe.companion.name} to look at who struck it")


def assert_flees(foe: Foe) -> None:
    """After a short time one that isn't runs away."""
    foe.mind.fade(foe.uuid, "hostile", 0.9)
    foe.come_back()
    foe.met_with("confront")
    home = dist(foe.companion.position, foe.bot.position())
    eventually(lambda: foe.distance() > home + 3.0, f"{foe.companion.name} to run away")


def assert_searches(foe: Foe) -> None:
    """After a longer time it looks about, and comes, but no nearer than it dares."""
    foe.mind.fade(foe.uuid, "hostile", 0.5)
    foe.bot.watch(body := foe.body)
    foe.come_back()
    foe.met_with("search")
    eventually(lambda: foe.mind.encounter is None, f"{foe.companion.name} to have looked enough")
    seen = foe.bot.watched(body).samples
    assert max(sample.position[2] for sample in seen) > STAND + 1.5, "it didn't come to look"
    assert min(dist(sample.position, foe.bot.position()) for sample in seen) > 3.3, "it is no search"
    looks = {round(sample.head_yaw / 60.0) % 6 for sample in seen}
    assert len(looks) >= 3, "it looked about in less than three directions"


def assert_hesitates(foe: Foe) -> None:
    """After a long time it stops and wonders."""
    foe.mind.fade(foe.uuid, "hostile", 0.15)
    foe.bot.watch(body := foe.body)
    foe.bot.ask("watch_acts")
    foe.come_back()
    foe.met_with("hesitate")
    eventually(foe.is_faced, f"{foe.companion.name} to look at who struck it")
    eventually(lambda: foe.mind.encounter is None, f"{foe.companion.name} to go on with what it did")
    seen = foe.bot.watched(body).samples
    assert all(dist(sample.position, foe.companion.position) < 0.3 for sample in seen), (
        "it didn't stand still"
    )
    words = [act["text"] for act in foe.bot.ask("watched_acts") if act["packet"] == "team"]
    assert any("?" in word for word in words), f"nothing tells that it wonders: {words}"


def test_who_only_passes_by_is_noticed_and_soon_forgotten(
    start_hearthkin: StartHearthkin, bots: BotPool, server: Server, version: str
) -> None:
    hearthkin = start_hearthkin(COMPANIONS)
    pat = bots.join("pat", hearthkin.port, version)
    who, mind = uuid_of(pat), Mind(hearthkin, PASSED_BY.id)
    x, y, z = PASSED_BY.position
    put(server, pat, (x - 15.5, y, z + 8.7))
    body = pat.wait_for("entity_spawn", name=PASSED_BY.name)["id"]
    pat.watch(body)
    assert mind.about(who) == {}, "it has seen pat already"
    pat.walk(31.0, yaw=EAST, sprint=True)
    (kind, memory), *more = mind.about(who).items()
    assert (kind, memory.recalls, more) == ("trivia", 1, []), "it remembers more than that somebody passed"
    assert mind.tier(who) is None
    assert mind.encounter is None
    for sample in pat.watched(body).samples:
        assert dist(sample.position, PASSED_BY.position) < 0.01, "it left its place for somebody who passed"
    assert mind.about(who)["trivia"].stability < 5.0
    hearthkin.elapse(3.0 * memory.stability)
    assert mind.about(who)["trivia"].retrievability < 0.05


# --- what happens before its eyes, and behind a wall


@contextmanager
def stage(server: Server) -> Iterator[None]:
    """A cell around one of the two, and all that somebody may lay hands on."""
    planks = "oak_planks" if server.version != "1.12.2" else "planks"
    blocks = box(**CELL) | {PLANKS: (planks, {})}
    x, y, z = TO_BUILD_ON
    blocks |= dict.fromkeys((CHEST, DOOR, (DOOR[0], DOOR[1] + 1, DOOR[2]), (x, y + 1, z)), AIR)
    with built(server, blocks):
        assert isinstance(server, Squid)
        server.put_door(DOOR)
        server.put_chest(CHEST, [("stick", 5), ("apple", 3)])
        yield


class Witnesses:
    """One that sees everything, and one behind a wall."""

    def __init__(self, hearthkin: Hearthkin, doer: str) -> None:
        self.seeing, self.hearing = Mind(hearthkin, WITNESS.id), Mind(hearthkin, WALLED_IN.id)
        self.doer = doer

    @contextmanager
    def notice(self, kind: str, *, heard: bool, voice: bool = False) -> Iterator[None]:
        """What is done meanwhile has to be remembered so, of who did it; behind the wall of nobody, if at all."""
        seen = self.seeing.recalls(self.doer, kind)
        told = self.hearing.recalls(None, kind)
        known = self.hearing.recalls(self.doer, kind)
        yield
        eventually(partial(self._has_seen, kind, seen + 1), f"the witness to remember one more {kind}")
        # both were told at once
        assert self.hearing.recalls(None, kind) == told + (heard and not voice), self.hearing.ask()
        assert self.hearing.recalls(self.doer, kind) == known + voice, self.hearing.ask()

    def _has_seen(self, kind: str, times: int) -> bool:
        assert self.seeing.recalls(self.doer, kind) == times, self.seeing.ask()
        return True


def test_what_somebody_does_is_remembered_of_them_by_who_sees_it(
    start_hearthkin: StartHearthkin, bots: BotPool, server: Server, version: str
) -> None:
    with stage(server):
        hearthkin = start_hearthkin(COMPANIONS)
        mick, olga = (bots.join(name, hearthkin.port, version) for name in ("mick", "olga"))
        fred = bots.join("fred", server.port, version)  # not on the proxy
        put(server, mick, DOER)
        put(server, olga, OWNER)
        put(server, fred, FRIEND)
        witnesses = Witnesses(hearthkin, uuid_of(mick))
        eventually(lambda: witnesses.seeing.has_in_view(witnesses.doer), "the witness to see mick")
        noticed = witnesses.notice
        with noticed("observation", heard=True):
            mick.ask("activate", position=DOOR)
        x, y, z = TO_BUILD_ON
        mick.ask("take", slot=36, item="dirt")
        with noticed("observation", heard=True):
            mick.ask("place", position=TO_BUILD_ON, face=[0, 1, 0])
        with noticed("observation", heard=True):
            mick.ask("dig", position=(x, y + 1, z))
        with noticed("interaction", heard=True, voice=True):
            mick.ask("chat", text="Nice house you have there")
        if version != "1.12.2":  # where clients aren't told whose words they are
            by_fred = Witnesses(hearthkin, uuid_of(fred))
            with by_fred.notice("interaction", heard=True, voice=True):
                server.ask("speak", name="fred", text="Listen, this is mine")
        with noticed("observation", heard=True), noticed("hostile", heard=False):
            mick.ask("loot", position=CHEST)
        for victim in (olga, fred):
            server.ask("game_mode", name=victim.name, mode=0)
            body = eventually(partial(mick.entity_named, victim.name), f"mick to see {victim.name}")
            with noticed("hostile", heard=False):
                mick.ask("attack", entity=body["id"])
            with noticed("trauma", heard=True):
                server.kill(victim.name)
        with noticed("trauma", heard=False):
            mick.ask("dig", position=PLANKS)
        assert not witnesses.hearing.has_in_view(witnesses.doer), "one can see through the wall"
        assert set(witnesses.hearing.about(witnesses.doer)) == {"interaction"}


# --- a restart in between

RUE = Companion("rue", "Rue", (0.5, FLOOR, -30.5), yaw=NORTH, wary=True, more="personality = 'cowardly'")
BEFORE_HER: Position = (0.5, FLOOR, -33.3)


def test_a_restart_between_blow_and_return_changes_nothing(
    bots: BotPool, server: Server, version: str, processes: ProcessManager, tmp_path: Path
) -> None:
    hearthkin = Hearthkin.run(processes, tmp_path, server.port, [RUE])
    rex = bots.join("rex", hearthkin.port, version)
    who, mind = uuid_of(rex), Mind(hearthkin, RUE.id)
    body = rex.wait_for("entity_spawn", name=RUE.name)["id"]
    put(server, rex, BEFORE_HER)
    eventually(lambda: mind.has_in_view(who), "Rue to see rex")
    rex.ask("attack", entity=body)
    eventually(lambda: "hostile" in mind.about(who), "Rue to resent it")
    rex.quit()
    mind.fade(who, "hostile", 0.5)
    before = mind.about(who)["hostile"]
    assert hearthkin.interrupt() == 0

    hearthkin = Hearthkin.run(processes, tmp_path, server.port)
    mind = Mind(hearthkin, RUE.id)
    after = mind.about(who)["hostile"]
    assert after.retrievability == pytest.approx(before.retrievability, abs=0.02)
    assert (after.stability, after.salience, after.recalls) == pytest.approx(
        (before.stability, before.salience, before.recalls), rel=1e-3
    )
    rex = bots.join("rex", hearthkin.port, version)
    put(server, rex, BEFORE_HER)
    encounter = eventually(lambda: mind.encounter, "Rue to recognize rex")
    assert (encounter["who"], encounter["tier"]) == (who, "search")
