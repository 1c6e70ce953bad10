"""What the inspection port answers about companions."""

from __future__ import annotations

import json
from collections.abc import Iterator
from math import e
from pathlib import Path
from typing import Any, cast
from uuid import UUID

import pytest
from twisted.internet.testing import StringTransport
from watched_app import Watched, watched_app

from npc.awareness import LOOK_EVERY
from npc.clock import ManualClock
from npc.emotion import Mood
from npc.memory import NOBODY, MemoryType
from proxy.inspection import InspectionProtocol

PUSH = {"ask": "stimulate", "npc": "juniper", "mood": "flustered", "intensity": 20}


@pytest.fixture
def watched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Watched]:
    with watched_app(tmp_path, monkeypatch) as app:
        yield app


def test_a_companion_that_was_sent_somewhere_tells_how_it_went_and_why(watched: Watched) -> None:
    assert watched.ask(ask="go", npc="juniper", x=6.5, y=64, z=0.5)["destination"] == [6.5, 64.0, 0.5]
    watched.run(15)
    track = watched.ask(ask="track", npc="juniper")
    assert (track["mode"], track["state"], track["purpose"]) == ("stay", "walking", "goes where it was sent")
    assert track["home"] == [6.5, 64.0, 0.5]
    (trip,) = track["trips"]
    assert trip["start"] == [0.5, 64.0, 0.5]
    assert trip["waypoints"][-1] == {"x": 6.5, "y": 64.0, "z": 0.5, "move": "walk"}
    assert not trip["partial"]
    watched.run(100)
    track = watched.ask(ask="track", npc="juniper", ticks=5)
    assert (track["state"], track["purpose"], len(track["samples"])) == ("idle", "", 5)
    assert track["samples"][-1]["x"] == pytest.approx(6.5, abs=0.6)
    assert watched.ask(ask="npcs")["npcs"][0]["x"] == track["samples"][-1]["x"]


def test_it_tells_what_a_companion_does_of_its_own_accord(watched: Watched) -> None:
    watched.run(1)
    told = watched.ask(ask="behavior", npc="juniper")
    assert (told["state"], told["mode"], told["asleep"], told["idle"]) == ("IDLE", "stay", False, True)
    assert told["states"] == ["IDLE", "SIT", "SLEEP", "MOVE_L", "MOVE_R", "SPECIAL"]
    assert told["disabled"] == [False, False, False, True, True, False]
    assert [row[3] < 0 for row in told["matrix"]] == [True, True, False, True, True, True], (
        "negative where disabled"
    )
    assert told["tick"] < told["expires"] <= told["tick"] + 120


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        ({"ask": "go", "npc": "nobody", "x": 0, "y": 0, "z": 0}, "no npc 'nobody'"),
        ({"ask": "track", "npc": "nobody"}, "no npc 'nobody'"),
        ({"ask": "go", "npc": "juniper", "x": 0, "y": float("nan"), "z": 0}, "no place"),
        ({"ask": "go", "npc": "juniper", "x": 3e7 + 1, "y": 0, "z": 0}, "no place"),
        ({"ask": "mood", "npc": "nobody"}, "no npc 'nobody'"),
        ({"ask": "mood", "npc": ["juniper"]}, r"no npc \['juniper'\]"),
        ({"ask": "mood", "npc": "guard"}, "npc 'guard' has no feelings: it isn't unique"),
        (
            {"ask": "stimulate", "npc": "guard", "mood": "angry", "intensity": 1},
            "npc 'guard' has no feelings",
        ),
        (PUSH | {"mood": "sleepy"}, "no mood 'sleepy'; there are composed, joyful, .*, exhausted$"),
        (PUSH | {"mood": 9}, "no mood 9"),
        (PUSH | {"intensity": 100.5}, "intensity 100.5: a number from 0 to 100 expected"),
        (PUSH | {"intensity": float("nan")}, "intensity nan"),
        (PUSH | {"intensity": True}, "intensity True"),
        (PUSH | {"intensity": "20"}, "intensity '20'"),
        (PUSH | {"retention": -0.1}, "retention -0.1: a number from 0 to 1 expected"),
        ({"ask": "memory", "npc": "nobody"}, "no npc 'nobody'"),
        ({"ask": "memory", "npc": "guard"}, "npc 'guard' has no memory: it isn't unique"),
        ({"ask": "elapse", "seconds": -1}, "-1.0 seconds can't elapse: a finite number of 0 and more"),
        ({"ask": "elapse", "seconds": float("inf")}, "inf seconds can't elapse"),
        ({"ask": "elapse", "seconds": "9"}, "seconds '9': a number of 0 and more expected"),
        ({"ask": "elapse", "seconds": True}, "seconds True"),
    ],
)
def test_a_question_that_makes_no_sense_is_refused_with_a_reason(
    watched: Watched, question: dict[str, Any], reason: str
) -> None:
    with pytest.raises(ValueError, match=reason):
        watched.ask(**question)


def test_one_that_is_sent_to_the_end_of_the_world_costs_no_more_than_others(watched: Watched) -> None:
    watched.ask(ask="go", npc="juniper", x=2.9e7, y=64, z=-2.9e7)
    watched.run(40)
    assert watched.app.simulation.faulty == set()


def test_late_ticks_are_counted_in_the_statistics(watched: Watched) -> None:
    watched.run(1)
    cast(ManualClock, watched.app.simulation.clock).advance(12)
    watched.app.simulation.tick()
    statistics = watched.ask(ask="stats")
    assert (statistics["tick"], statistics["late_ticks"]) == (6, 7)


def test_what_somebody_feels_is_told_pool_by_pool(watched: Watched) -> None:
    watched.run(1)
    mood = watched.ask(ask="mood", npc="juniper")
    assert (mood["name"], mood["temperament"], mood["loaded"]) == ("Juniper", "shy", True)
    assert list(mood["moods"]) == [mood.key for mood in Mood]
    assert mood["moods"]["composed"] == {
        "impulse": 0.0, "memory": 0.0, "context": 9.0, "total": 9.0, "threshold": 0.0,
    }  # fmt: skip
    assert (mood["primary"], mood["primary_intensity"], mood["secondary"]) == ("composed", 0.09, None)
    assert (mood["health"], mood["full_health"]) == (20.0, 20.0)
    assert mood["situation"]["idle"]
    assert mood["situation"]["health_ratio"] == 1.0


def test_a_mood_can_be_pushed_and_takes_over_in_the_next_tick(watched: Watched) -> None:
    watched.run(1)
    pushed = watched.ask(**PUSH, retention=0.25)
    expected = 20 * 1.08 * 1.75  # its reactivity and its response to what flusters
    assert pushed == {"npc": "juniper", "mood": "flustered", "total": pytest.approx(expected)}
    assert watched.ask(ask="mood", npc="juniper")["primary"] == "composed"
    watched.run(1)
    mood = watched.ask(ask="mood", npc="juniper")
    assert mood["primary"] == "flustered"
    flustered = mood["moods"]["flustered"]
    assert flustered["memory"] == pytest.approx(expected * 0.25, abs=0.1)
    assert flustered["total"] == pytest.approx(flustered["impulse"] + flustered["memory"])
    assert mood["primary_intensity"] == pytest.approx(flustered["total"] / 100)


def test_what_somebody_remembers_is_told_and_fades_as_time_is_let_pass(watched: Watched) -> None:
    watched.run(1)
    awareness = watched.app.simulation.npcs["juniper"].awareness
    assert awareness is not None
    bob = UUID(int=9)
    awareness.memory.record(bob, MemoryType.HOSTILE, 0.5)
    awareness.memory.record(NOBODY, MemoryType.OBSERVATION, 1.0)
    told = watched.ask(ask="memory", npc="juniper")
    assert (told["id"], told["name"], told["tick"], told["dropped"]) == ("juniper", "Juniper", 1, 0)
    blow, noise = told["memories"]
    assert (blow["entity"], blow["type"], blow["recalls"], blow["permanent"]) == (
        str(bob),
        "hostile",
        1,
        False,
    )
    assert blow["retrievability"] == 1.0
    assert (noise["entity"], noise["type"]) == (None, "observation")
    assert (told["knowledge"], told["in_view"], told["encounter"]) == ([], [], None)

    assert watched.ask(ask="elapse", seconds=blow["stability"])["seconds"] == pytest.approx(
        told["seconds"] + blow["stability"]
    )
    for _ in range(2):  # asking changes nothing
        later = watched.ask(ask="memory", npc="juniper")["memories"][0]
        assert later["retrievability"] == pytest.approx(1 / e)
        assert (later["stability"], later["recalls"]) == (blow["stability"], 1)
        assert later["since"] == pytest.approx(blow["stability"])
    assert watched.ask(ask="stats")["tick"] == 1, "the world has gone on"


def test_what_somebody_knows_is_told(watched: Watched) -> None:
    awareness = watched.app.simulation.npcs["juniper"].awareness
    assert awareness is not None
    bob = UUID(int=9)
    awareness.memory.record(bob, MemoryType.HOSTILE, 1.0)
    awareness.memory.dawn()
    (known,) = watched.ask(ask="memory", npc="juniper")["knowledge"]
    assert (known["entity"], known["facts"]) == (str(bob), {"hostile": 1})
    assert known["disposition"] < 0.0 < known["strength"]


def test_who_is_in_view_is_told_with_what_they_were_met_with(watched: Watched) -> None:
    awareness = watched.app.simulation.npcs["juniper"].awareness
    assert awareness is not None
    ann = UUID(int=7)
    awareness.memory.record(ann, MemoryType.HOSTILE, 1.0)
    player = watched.app.simulation.viewers[1].player
    player.x, player.y, player.z = 0.5, 64.0, 6.5
    watched.run(LOOK_EVERY)
    told = watched.ask(ask="memory", npc="juniper")
    (sighted,) = told["in_view"]
    assert (sighted["entity"], sighted["tier"]) == (str(ann), "confront")
    assert sighted["where"] == pytest.approx([0.5, 64.0, 6.5], abs=0.2)
    assert told["encounter"] is not None
    assert (told["encounter"]["who"], told["encounter"]["tier"]) == (str(ann), "confront")


def test_an_incomplete_question_is_told_what_it_lacks(watched: Watched) -> None:
    connection = InspectionProtocol(watched.inspection)
    transport = StringTransport()
    connection.makeConnection(transport)
    connection.dataReceived(b'{"ask": "stimulate", "npc": "juniper", "mood": "angry"}\n')
    assert json.loads(transport.value()) == {"error": "the question lacks 'intensity'"}


def test_a_companion_plays_what_it_is_asked_for_and_tells_what(watched: Watched) -> None:
    answer = watched.ask(ask="emote", npc="juniper", emote="wave")
    assert answer["why"] == "its body isn't free: not loaded"
    watched.run(1)
    answer = watched.ask(ask="emote", npc="juniper", emote="wave")
    assert answer == {"npc": "juniper", "emote": "wave", "tick": 1, "started": True}
    watched.run(1)
    told = watched.ask(ask="emotes", npc="juniper")
    assert (told["playing"]["emote"], told["playing"]["started"], told["queued"]) == ("wave", 2, None)
    assert told["emotes"][told["playing"]["index"]]["id"] == "wave"
    answer = watched.ask(ask="emote", npc="juniper", emote="nod")
    assert (answer["started"], answer["why"]) == (False, "emotes rest for 59 more ticks")
    assert watched.ask(ask="emote", npc="juniper", emote="bow", mode="queue")["queued"]
    assert watched.ask(ask="emote", npc="juniper", emote="nod", mode="force")["started"]
    watched.run(30)
    assert watched.ask(ask="emotes", npc="juniper")["playing"]["emote"] == "bow"


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        ({"npc": "nobody", "emote": "wave"}, "no npc 'nobody'"),
        ({"npc": "juniper", "emote": "fly"}, "npc 'juniper' has no emote 'fly'; it has wave, "),
        ({"npc": "juniper", "emote": ["wave"]}, r"has no emote \['wave'\]"),
        ({"npc": "juniper", "emote": "wave", "mode": "beg"}, "no mode 'beg'; there are try, force, queue"),
    ],
)
def test_what_no_companion_can_play_is_refused(
    watched: Watched, question: dict[str, Any], reason: str
) -> None:
    with pytest.raises(ValueError, match=reason):
        watched.ask(ask="emote", **question)
