"""Every number of emotes is the published one."""

from dataclasses import fields

from tuning import tuning

from npc.emotes import EmoteDefinition, EmoteFlag
from npc.emotes.definition import PRIORITY_MAX
from npc.emotes.idle import CHANCE, INTERVAL, MIN_IDLE
from npc.emotes.readiness import SLOW


def test_emotes_have_the_published_fields_limits_and_flags() -> None:
    published = tuning()["body_emotes"]
    names = {
        "animationKey": "animation_key",
        "durationTicks": "duration_ticks",
        "cooldownTicks": "cooldown_ticks",
    }
    assert [names.get(name, name) for name in published["fields"]] == [
        f.name for f in fields(EmoteDefinition)
    ]
    assert published["priority_range"] == [0, PRIORITY_MAX]
    assert published["flags"] == {
        flag.name.lower(): flag.value for flag in EmoteFlag if flag.name is not None
    }
    assert published["horizontal_speed_squared_max"] == SLOW


def test_idleness_has_the_published_times_and_chance() -> None:
    schedule = tuning()["body_emotes"]["idle_schedule"]
    assert schedule == {"min_idle_ticks": MIN_IDLE, "interval_ticks": list(INTERVAL), "chance": CHANCE}
