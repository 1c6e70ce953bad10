"""A player's body on its way through courses, against prismarine-physics, which moves mineflayer's player.

Where the two disagree about vanilla, vanilla counts, and the course goes around the matter or gives the other the right
figure (:attr:`courses.Course.figures`). prismarine-physics 1.11.1

- has one limit below which velocities vanish; to 1.8 it is 0.005;
- moves along x before z always, where vanilla since 1.14 takes the longer way first: which tells at corners that are
  met askew;
- under a low ceiling rises for a step only as far as the way that the body got allows, not the way that it wants;
- now and then lets a body that stands against a wall into it, where 2.3 - 0.3 is less than 2;
- leaves 0.4 of a jump on honey, not half;
- looks for honey and soul sand below the block of the feet, though both are lower than a block (so there are two layers
  of them), and doesn't know that they slow in 1.21, nor that since 1.20 not the block below the feet's middle counts
  but the one that carries;
- doesn't know that an open trapdoor over a ladder can be climbed in 1.21, nor that bubbles act at the end of a tick
  since 1.21.2;
- asks whether a block of water is 0.4 above the feet, as vanilla did to 1.12; since 1.13 it counts how deep it is. So
  bodies are well under water, or in a channel that both find them in;
- knows no bounce on beds, no slow walk on slime, no sliding down honey, no powder snow, no bushes, no scaffolding, no
  diving by sneaking and no fast swimming by sprinting (``test_physics_by_hand.py`` has vanilla's figures for them);
- is given the ladder of 1.9 in 1.8, which is thinner: the courses climb it from the side;
- goes by a block's own state, which to 1.12 doesn't tell what fences, walls, panes, stairs and doors make of their
  neighbours: there it is given the shapes that the same blocks have in 1.16 (:attr:`courses.Course.connected`).
"""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import NamedTuple

import pytest
from courses import BEFORE_1_13, Course, controls, courses
from small_worlds import rules_of, small_terrain, states

from world.physics.body import Body
from world.physics.motion import step
from world.terrain import Vector

TOLERANCE = 0.01
"""Blocks, along each axis, at each tick."""

COURSES = courses()
CONNECTED = "1.16.5"
"""A release whose states say what fences, panes, walls and doors are connected to."""
NEGLIGIBLE = {"1.8.8": 0.005}


class Run(NamedTuple):
    course: Course
    release: str

    def __str__(self) -> str:
        return f"{self.course.name}-{self.release}"


RUNS = [Run(course, release) for course in COURSES for release in course.releases]


def connected(course: Course) -> dict[str, object]:
    """The states of a course's blocks where they tell of the neighbours."""
    return {"release": CONNECTED, "states": list(states(course.blocks, CONNECTED).values())}


@pytest.fixture(scope="module")
def prismarine(peers: Path) -> dict[str, list[Vector]]:
    """Positions after each tick, by run, all from one process."""
    asked = [
        {
            "release": release,
            "connected": connected(course) if course.connected and release in BEFORE_1_13 else None,
            "figures": {"negligeableVelocity": NEGLIGIBLE.get(release, 0.003)} | dict(course.figures),
            "blocks": [(*place, state) for place, state in states(course.blocks, release).items()],
            "start": course.start,
            "velocity": course.velocity,
            "script": [(leg.keys.split(), leg.yaw) for leg in course.ticks],
        }
        for course, release in RUNS
    ]
    process = subprocess.run(
        ["node", str(peers / "physics_oracle.js")],
        input=json.dumps(asked), capture_output=True, text=True, timeout=240, check=False,
    )  # fmt: skip
    assert process.returncode == 0, process.stderr
    ways = [[tuple(place) for place in json.loads(line)] for line in process.stdout.splitlines()]
    return {str(run): way for run, way in zip(RUNS, ways, strict=True)}


def way_of(run: Run) -> list[Vector]:
    """Our body's positions after each tick."""
    course, release = run
    terrain = small_terrain(course.blocks, release)
    rules = rules_of(release)
    body = Body(*course.start)
    body.vx, body.vy, body.vz = course.velocity
    way: list[Vector] = []
    for leg in course.ticks:
        step(body, controls(leg), terrain, rules)
        way.append(body.position)
    return way


@pytest.mark.peer
@pytest.mark.parametrize("run", RUNS, ids=str)
def test_a_body_moves_as_prismarines_player(run: Run, prismarine: dict[str, list[Vector]]) -> None:
    theirs = prismarine[str(run)]
    ours = way_of(run)
    assert len(ours) == len(theirs) >= 100
    for tick, (mine, other) in enumerate(zip(ours, theirs, strict=True)):
        apart = max(abs(a - b) for a, b in zip(mine, other, strict=True))
        assert apart <= TOLERANCE, f"tick {tick}: {mine} is {apart:.4f} from {other}"


@pytest.mark.parametrize(
    "course", [course for course in COURSES if course.reaches], ids=lambda course: course.name
)
def test_a_course_leads_where_it_should(course: Course) -> None:
    assert course.reaches is not None
    low, high = course.reaches
    way = way_of(Run(course, course.releases[-1]))
    assert any(all(a <= at <= b for a, at, b in zip(low, place, high, strict=True)) for place in way)
