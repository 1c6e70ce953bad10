"""Every shipped clip as real clients get it: what a companion does comes in the clip's order, at the clip's ticks."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import partial
from statistics import median
from typing import Any

import pytest
from harness.hearthkin import Companion, Hearthkin, StartHearthkin
from harness.places import SPAWN
from harness.players import Bot, BotPool, Position
from harness.waiting import eventually

from npc.emotes import ClipPlayer, shipped_clips
from npc.emotes.clip import Clip, Particles, PlaySound, SwingArm
from npc.gaze import wrap_degrees

pytestmark = pytest.mark.peer

CLIPS = shipped_clips()
TOLERANCE = 2
"""Ticks that something may come sooner or later, as measured with the client's own ticks."""
PLAYS = 4
"""A busy machine delivers late: a clip that came in its order but not in time gets another chance."""
PLACES: list[Position] = [
    (3.5 * (number % 6) - 8.0, SPAWN[1], -14.0 - 3.5 * (number // 6)) for number in range(len(CLIPS))
]
"""In view of the spawn, but too far away to look at who stands there."""
PLAYERS = [Companion(clip, clip, place, yaw=0.0) for clip, place in zip(CLIPS, PLACES, strict=True)]

Channels = dict[str, list[tuple[int, Any]]]
"""What is seen of a body → what it becomes and when, in ticks."""


def units(degrees: float) -> int:
    """As angles travel."""
    return int(degrees % 360.0 * 256.0 // 360.0) & 0xFF


OLD_ITEMS = {"goat_horn": "bow", "poppy": "red_flower"}
"""What a client of 1.12.2 is shown, by the name that mineflayer has for it there."""


class Release:
    """What a client of a release is told, in its own numbers."""

    def __init__(self, version: str) -> None:
        self.is_old = version == "1.12.2"
        self._living = "6" if self.is_old else "8"
        """Metadata index of the flags that say what hand is used."""

    def posture(self, posture: str) -> str:
        return "sneaking" if self.is_old and posture == "sleeping" else posture

    def item(self, item: str | None) -> str | None:
        return OLD_ITEMS.get(item, item) if self.is_old and item is not None else item

    def posture_in(self, values: Mapping[str, Any]) -> str | None:
        if self.is_old:
            flags = values.get("0")
            return None if flags is None else "sneaking" if flags & 2 else "standing"
        number = values.get("6")
        poses = {0: "standing", 2: "sleeping", 5: "sneaking"}
        return None if number is None else poses[number]

    def use_in(self, values: Mapping[str, Any]) -> int | None:
        """-1: no hand."""
        flags = values.get(self._living)
        if flags is None:
            return None
        return flags >> 1 & 1 if flags & 1 else -1


REST = {"posture": "standing", "held": None, "use": -1, "word": "", "head": 0, "look": (0, 0)}


def changes(states: Sequence[tuple[int, Any]], rest: Any) -> list[tuple[int, Any]]:
    """Those states that differ from the one before."""
    found, last = [], rest
    for tick, state in states:
        if state != last:
            found.append((tick, state))
            last = state
    return found


def as_written(clip: Clip, release: Release) -> Channels:
    """What a clip has clients see until it ends or begins anew."""
    player = ClipPlayer(clip)
    states: Channels = defaultdict(list)
    acts: Channels = defaultdict(list)
    for tick in range(clip.length):
        for act in player.tick(tick):
            match act:
                case SwingArm(hand):
                    acts["swing"].append((tick, hand))
                case Particles():
                    acts["particles"].append((tick, True))
                case PlaySound():
                    acts["sound"].append((tick, True))
        figure = player.figure
        body = wrap_degrees(figure.body_yaw or 0.0)
        head = wrap_degrees(body + (figure.head_yaw or 0.0))
        states["posture"].append((tick, release.posture(figure.posture or "standing")))
        states["held"].append((tick, release.item(figure.held.get(0))))
        states["use"].append((tick, -1 if figure.using is None else figure.using))
        states["word"].append((tick, figure.symbol))
        states["look"].append((tick, (units(body), units(figure.head_pitch or 0.0))))
        states["head"].append((tick, units(head)))
    return acts | {channel: changes(values, REST[channel]) for channel, values in states.items()}


def as_seen(
    events: Sequence[dict[str, Any]], entity: int, name: str, place: Position, release: Release
) -> Channels:
    """The same of a companion, from what a client was told."""
    seen: Channels = defaultdict(list)
    teams: set[str] = set()
    riding = False
    for event in events:
        tick, mine = event["tick"], event.get("entity") == entity
        here = "at" in event and all(abs(event["at"][axis] - place[axis]) < 1.8 for axis in (0, 2))
        match event["packet"]:
            case "entity_metadata" if mine:
                if (posture := release.posture_in(event["values"])) is not None and not riding:
                    seen["posture"].append((tick, posture))
                if (use := release.use_in(event["values"])) is not None:
                    seen["use"].append((tick, use))
            case "ride" if mine:
                riding = True
                seen["posture"].append((tick, "sitting"))
            case "animation" if mine:
                seen["swing"].append((tick, {0: 0, 3: 1}[event["animation"]]))
            case "entity_head_rotation" if mine:
                seen["head"].append((tick, event["yaw"]))
            case "entity_look" if mine:
                seen["look"].append((tick, (event["yaw"], event["pitch"])))
            case "held" if mine:
                seen["held"].append((tick, event["item"]))
            case "world_particles" if here:
                seen["particles"].append((tick, True))
            case "sound" if here:
                seen["sound"].append((tick, True))
            case "team":
                if name in event["members"]:
                    teams.add(event["team"])
                if event["team"] in teams:
                    seen["word"].append((tick, event["text"]))
    momentary = {"swing", "particles", "sound"}
    return {
        channel: values if channel in momentary else changes(values, REST[channel])
        for channel, values in seen.items()
    }


def lateness(written: Channels, seen: Channels) -> list[int]:
    """Of each thing that was written, the tick that it was seen in less its own. AssertionError if it isn't there."""
    late = []
    for channel, wanted in written.items():
        got = seen.get(channel, [])[: len(wanted)]
        assert [what for _, what in got] == [what for _, what in wanted], channel
        late += [tick - at for (tick, _), (at, _) in zip(got, wanted, strict=True)]
    return late


def is_in_time(late: Sequence[int]) -> bool:
    start = median(late)
    return all(abs(ticks - start) <= TOLERANCE for ticks in late)


def play(hearthkin: Hearthkin, bot: Bot, clips: Sequence[str]) -> list[dict[str, Any]]:
    """Have all companions play theirs at once, until the client has been told of all of it."""
    bot.ask("watch_acts")
    for clip in clips:
        answer = hearthkin.inspector.ask("emote", npc=clip, emote=clip, mode="force")
        assert answer["started"], f"{clip}: {answer}"
    bot.ask("wait_ticks", ticks=max(CLIPS[clip].length for clip in clips) + 10)
    events: list[dict[str, Any]] = bot.ask("watched_acts")
    return events


def are_idle(hearthkin: Hearthkin, clips: Sequence[str]) -> bool:
    """Whether none of them plays anything."""
    return all(hearthkin.inspector.ask("emotes", npc=clip)["playing"] is None for clip in clips)


@pytest.mark.in_front_of("1.12.2-squid", "1.20.4-squid")
def test_clients_are_told_of_each_clip_in_its_order_and_at_its_ticks(
    start_hearthkin: StartHearthkin, bots: BotPool, version: str
) -> None:
    hearthkin, release = start_hearthkin(PLAYERS), Release(version)
    bot = bots.join("alice", hearthkin.port, version)
    ids = {clip: bot.wait_for("entity_spawn", name=clip)["id"] for clip in CLIPS}
    places = dict(zip(CLIPS, PLACES, strict=True))
    missing = list(CLIPS)
    for _ in range(PLAYS):
        eventually(partial(are_idle, hearthkin, missing), "all to have come to an end")
        events = play(hearthkin, bot, missing)
        late = {
            clip: lateness(
                as_written(CLIPS[clip], release), as_seen(events, ids[clip], clip, places[clip], release)
            )
            for clip in missing
        }
        missing = [clip for clip in missing if not is_in_time(late[clip])]
        if not missing:
            return
    pytest.fail(f"never in time: { {clip: late[clip] for clip in missing} }")
