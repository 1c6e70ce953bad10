"""Companions that walk, as real clients see them."""

from __future__ import annotations

import json
import subprocess
import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import atan2, degrees, dist, hypot
from pathlib import Path
from typing import Any

import pytest
from harness import course
from harness.hearthkin import COMMAND, Companion, Hearthkin, StartHearthkin
from harness.places import FAR_AWAY, SPAWN
from harness.players import Bot, BotPool, Position, Sample, Watched
from harness.processes import ProcessManager
from harness.server import Server
from harness.waiting import eventually

from proxy.demo.places import COMPANION_BY_POND
from world.relief import Ground

pytestmark = pytest.mark.peer

REPORT = Path(__file__).parent.parent.parent / "test-report"

LONGEST_STEP = 0.6
"""Blocks between two ticks."""
NECK = 75.0 + 360 / 256
"""Degrees between head and body: as far as a head turns, and what the wire rounds."""

WALKER = Companion("walker", "Wanda", course.START, yaw=-90.0, more="open_doors = true")
GARDENER = Companion(
    "gardener", "Gard", (4.5, 68.0, -30.5), more='mode = "wander_by_radius"\nwander_radius = 6.0'
)
STROLLED = 4.0
"""Blocks that the one that wanders goes before it is judged."""
ROAMER = Companion("roamer", "Roan", (-30.5, 68.0, -20.5))
HOMEBODY = Companion("homebody", "Hob", (6.5, 68.0, 0.5), yaw=90.0)


def turned(a: float, b: float) -> float:
    """Degrees between two directions."""
    return abs((a - b + 180.0) % 360.0 - 180.0)


def assert_moves_like_a_body(seen: Watched) -> None:
    """No jump, no wall, and a head and a body that look where they may."""
    assert len(seen.samples) > 20
    for before, after in pairwise(seen.samples):
        # On a busy machine several ticks' moves arrive within one of the client's.
        assert dist(before.position, after.position) <= LONGEST_STEP * max(1, after.moves), (before, after)
    for here, there in pairwise(seen.places):
        assert dist(here, there) <= LONGEST_STEP, f"it jumped from {here} to {there}"
    for sample in seen.samples:
        assert sample.inside is None, sample
        assert turned(sample.head_yaw, sample.yaw) <= NECK, sample
        assert abs(sample.pitch) <= 90.0, sample


def appear(bot: Bot, name: str) -> int:
    """Wait for a companion and watch it; return its entity id."""
    entity: int = bot.wait_for("entity_spawn", name=name)["id"]
    bot.watch(entity)
    return entity


def wait_until_at(hearthkin: Hearthkin, npc_id: str, place: Position, near: float = 0.7) -> None:
    """Wait until a companion stands at a place, and for as long again as its last steps need to get to the clients."""

    def arrived() -> bool:
        here = hearthkin.npc_position(npc_id)
        assert dist(here, place) <= near, f"{npc_id} is at {here}"
        before = len(hearthkin.track(npc_id)["samples"])
        time.sleep(0.5)
        return len(hearthkin.track(npc_id)["samples"]) == before

    eventually(arrived, f"{npc_id} to come to {place} and stand")


# --- one walk in front of each of two servers, judged by several tests

watched = pytest.mark.in_front_of("1.16.5-squid", "1.20.4-squid")


@dataclass(frozen=True)
class Walk:
    """What a client saw of two companions, and what ``hearthkin track`` kept of the one that walked the course."""

    walker: Watched
    gardener: Watched
    doors: list[list[dict[str, Any] | None]]
    """The halves of the course's door as the client had them before and after."""
    picture: bytes
    track: dict[str, Any]


@pytest.fixture(scope="session")
def walk(
    server: Server,
    version: str,
    _server_processes: ProcessManager,
    _bot_pool: BotPool,
    tmp_path_factory: pytest.TempPathFactory,
) -> Walk:
    """One companion walks the course, another wanders among things to shun, and a client watches both."""
    since = _bot_pool.peer.bookmark()
    picture = REPORT / f"course-{version}.png"
    with course.course(server), course.places_to_shun(server, GARDENER.position):
        folder = tmp_path_factory.mktemp("walk")
        hearthkin = Hearthkin.run(_server_processes, folder, server.port, [WALKER, GARDENER])
        try:
            alice = _bot_pool.join("alice", hearthkin.port, version)
            doors = [alice.blocks(course.DOOR_HALVES)]
            bodies = [appear(alice, companion.name) for companion in (WALKER, GARDENER)]
            hearthkin.go("walker", course.END)
            wait_until_at(hearthkin, "walker", course.END)
            eventually(lambda: walked(hearthkin, "gardener") > STROLLED, "the other one to stroll")
            doors.append(alice.blocks(course.DOOR_HALVES))
            walker, gardener = (alice.watched(body) for body in bodies)
            track = keep_picture(hearthkin, "walker", picture)
            drawn = picture.read_bytes()
        finally:
            _bot_pool.quit_all()
            hearthkin.interrupt()
    assert _bot_pool.peer.seen("error", since) + _bot_pool.peer.seen("fault", since) == []
    return Walk(walker, gardener, doors, drawn, track)


def walked(hearthkin: Hearthkin, npc_id: str) -> float:
    """Blocks that a companion has gone lately."""
    places = [(sample["x"], sample["y"], sample["z"]) for sample in hearthkin.track(npc_id)["samples"]]
    return sum(dist(here, there) for here, there in pairwise(places))


def keep_picture(hearthkin: Hearthkin, npc_id: str, picture: Path) -> dict[str, Any]:
    """Ask for picture and track as a person would; return the track."""
    picture.parent.mkdir(exist_ok=True)
    picture.unlink(missing_ok=True)
    saved = picture.with_suffix(".json")
    host, port = hearthkin.inspector.address
    options: list[str | Path] = ["--inspect", f"{host}:{port}", "--plot", picture, "--json", saved]
    done = subprocess.run([COMMAND, "track", npc_id, *options], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    track: dict[str, Any] = json.loads(saved.read_text("utf-8"))
    return track


@watched
def test_a_companion_walks_a_course_over_stairs_through_a_gap_water_and_a_door_and_over_ladders(
    walk: Walk,
) -> None:
    samples = walk.walker.samples
    assert dist(samples[0].position, course.START) < 0.01
    assert dist(samples[-1].position, course.END) < 0.7
    # The course is walled in: whoever arrives came over everything in it, and was inside of nothing.
    assert max(sample.position[1] for sample in samples) >= course.FLOOR + course.TOWER_HEIGHT
    assert {"stone_stairs", "water", "ladder"} <= {sample.below for sample in samples}
    assert_moves_like_a_body(walk.walker)


@watched
def test_the_door_that_it_went_through_is_closed_again(walk: Walk) -> None:
    before, after = walk.doors
    assert [block and block["name"] for block in before] == ["oak_door", "oak_door"]
    assert after == before


@watched
def test_its_body_points_along_its_way_and_does_not_spin_on_a_ladder(walk: Walk) -> None:
    assert_faces_where_it_goes(walk.walker.samples)


@watched
def test_a_companion_that_wanders_keeps_to_its_radius_and_off_fields_cliffs_and_lava(walk: Walk) -> None:
    assert_moves_like_a_body(walk.gardener)
    x, y, z = GARDENER.position
    assert sum(dist(here, there) for here, there in pairwise(walk.gardener.places)) > STROLLED / 2, (
        "it only stood"
    )
    for sample in walk.gardener.samples:
        assert hypot(sample.position[0] - x, sample.position[2] - z) <= 6.5, sample
        assert sample.position[1] > y - 0.01, sample
        assert sample.below not in ("farmland", "lava"), sample


@watched
def test_a_picture_tells_where_it_went_and_what_was_there(walk: Walk) -> None:
    assert walk.picture.startswith(b"\x89PNG")
    kept, seen = walk.track["samples"], walk.walker.places
    assert len(kept) >= len(seen)
    assert dist((kept[-1]["x"], kept[-1]["y"], kept[-1]["z"]), seen[-1]) < 2 / 4096
    moves = {step["move"] for step in walk.track["trips"][-1]["waypoints"]}
    assert {"walk", "climb", "swim"} <= moves
    ground = "".join(walk.track["map"]["ground"])
    assert all(letter in ground for letter in (Ground.FLOOR, Ground.WALL, Ground.WATER, Ground.LADDER))


def assert_faces_where_it_goes(samples: Sequence[Sample]) -> None:
    """While it walks, its body points along its way; on a ladder it doesn't spin."""
    astray = walking = 0
    turns = 0.0
    for before, after in pairwise(samples):
        dx, dy, dz = (b - a for a, b in zip(before.position, after.position, strict=True))
        if hypot(dx, dz) > 0.15:
            walking += 1
            astray += turned(after.yaw, degrees(atan2(-dx, dz))) > 60.0
        elif abs(dy) > 0.05:
            turns += turned(after.yaw, before.yaw)
    assert walking > 100
    assert astray <= walking * 0.05, f"its body points elsewhere in {astray} of {walking} steps"
    assert turns < 360.0, f"it turned by {turns:.0f} degrees in all while it went up and down"


# --- what else happens to those who walk


@pytest.mark.in_front_of("1.16.5-squid")
def test_a_companion_sleeps_while_its_chunk_is_unloaded_and_goes_on_after(
    start_hearthkin: StartHearthkin, bots: BotPool, server: Server, version: str
) -> None:
    hearthkin = start_hearthkin([ROAMER, HOMEBODY])
    alice = bots.join("alice", hearthkin.port, version)
    before = alice.wait_for("entity_spawn", name="Roan")
    goal = (ROAMER.position[0] + 24.0, *ROAMER.position[1:])
    hearthkin.go("roamer", goal)
    eventually(lambda: hearthkin.npc_position("roamer")[0] > ROAMER.position[0] + 4.0, "it to be on its way")
    server.teleport("alice", FAR_AWAY)
    eventually(lambda: hearthkin.npc("roamer")["loaded"] is False, "the companion to rest")
    asleep = hearthkin.npc_position("roamer")
    assert asleep[0] < goal[0] - 1.0, "it arrived before its chunk was gone: nothing is proved"
    alice.ask("wait_ticks", ticks=20)
    assert hearthkin.npc_position("roamer") == asleep
    since = alice.bookmark()
    server.teleport("alice", SPAWN)
    again = alice.wait_for("entity_spawn", since=since, name="Roan")
    assert again["uuid"] == before["uuid"]
    assert dist(again["position"], asleep) < 1.0, "it comes back where it was"
    wait_until_at(hearthkin, "roamer", goal)


@pytest.mark.in_front_of("1.16.5-squid")
def test_a_companion_that_stays_makes_way_for_a_player_and_comes_home(
    start_hearthkin: StartHearthkin, bots: BotPool, version: str
) -> None:
    hearthkin = start_hearthkin([ROAMER, HOMEBODY])
    alice = bots.join("alice", hearthkin.port, version)
    hob = appear(alice, "Hob")
    for distance in (5.5, 0.4, 0.4, 0.4):
        x, _, _ = alice.walk(distance, yaw=-90.0)
        alice.ask("wait_ticks", ticks=10)
    pushed = hearthkin.npc_position("homebody")
    assert pushed[0] > max(x + 0.5, HOMEBODY.position[0] + 1.0)
    alice.walk(5.0, yaw=90.0)
    wait_until_at(hearthkin, "homebody", HOMEBODY.position, near=0.3)
    assert_moves_like_a_body(alice.watched(hob))


# --- in the demo

DOWN_THE_PATH: Position = (0.5, 67.0, 32.5)
"""Twenty-five blocks to the south of Juniper."""
RILL = (COMPANION_BY_POND.x, COMPANION_BY_POND.z)
"""Home of the companion that wanders."""
FROM_THE_POND: Position = (-4.5, 67.0, 9.5)
"""Six blocks from there: whether it strolls of its own accord meanwhile is up to it."""


@pytest.fixture(scope="module")
def demo(_long_lived: ProcessManager, tmp_path_factory: pytest.TempPathFactory) -> Hearthkin:
    return Hearthkin.demo(_long_lived, tmp_path_factory.mktemp("demo"))


def test_clients_of_different_releases_see_the_same_walk(demo: Hearthkin, bots: BotPool) -> None:
    clients = {"alice": "1.12.2", "bob": "1.16.5", "carol": "26.1"}
    players = [bots.join(name, demo.port, release) for name, release in clients.items()]
    bodies = [appear(player, "Juniper") for player in players]
    strollers = [appear(player, "Rill") for player in players]
    for player in players:
        player.rest()
    demo.go("rill", FROM_THE_POND)
    demo.go("juniper", DOWN_THE_PATH)
    wait_until_at(demo, "juniper", DOWN_THE_PATH)
    walks = [player.watched(body) for player, body in zip(players, bodies, strict=True)]
    for walk in walks:
        assert_moves_like_a_body(walk)
        assert dist(walk.places[-1], DOWN_THE_PATH) < 0.7
        assert len(walk.places) == len(walks[0].places) > 100
        for here, there in zip(walk.places, walks[0].places, strict=True):
            assert dist(here, there) <= 2 / 4096, "places on the wire are rounded, and no more"
    for player, stroller in zip(players, strollers, strict=True):
        stroll = player.watched(stroller)
        assert_moves_like_a_body(stroll)
        assert all(hypot(x - RILL[0], z - RILL[1]) <= 8.5 for x, _, z in stroll.places)
