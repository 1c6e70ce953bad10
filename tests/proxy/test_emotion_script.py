"""Scripts of a day: what may stand in them, what is said of what may not, and how they are played."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from npc.emotion import (
    TEMPERAMENTS,
    Attacker,
    Damage,
    EmotionManager,
    EmotionRuntime,
    Mood,
    MoodImpulse,
    Situation,
)
from npc.emotion.day import Event, Gift, Meal, Soothe, Strike, live
from proxy.config import ConfigError
from proxy.emotion_script import format_time, load_script, parse_script

DAY = Path(__file__).parents[2] / "docs" / "day.toml"
HEAD = 'temperaments = ["shy"]\n'


def event(**keys: Any) -> str:
    """A table of the array of events."""
    return "[[event]]\n" + "".join(f"{key} = {toml(value)}\n" for key, value in keys.items())


def toml(value: Any) -> str:
    """A value in TOML, which JSON is but for numbers that aren't finite."""
    return json.dumps(value).replace("NaN", "nan").replace("Infinity", "inf")


def test_every_kind_of_event_is_read_with_its_values_and_in_order_of_time() -> None:
    text = 'temperaments = ["kuudere", "shy", "kuudere"]\nstart = "22:00"\nend = "30:30"\n' + "".join(
        (
            event(at="30:29", do="meal"),
            event(at="22:00", do="strike"),
            event(at="23:00", do="gift", favor=-12),
            event(at="24:10", do="damage", amount=3, health=4.5),
            event(
                at="24:20",
                do="damage",
                amount=1.5,
                health=9,
                max_health=10,
                attacker="other",
                has_target=True,
            ),
            event(at="25:00", do="stimulate", mood="Angry", intensity=30, retention=0.5),
            event(at="25:00", do="soothe", mood="hurt", amount=5),
            event(at="26:00", do="situation", walking=True, using_item=True, talking=True, health_ratio=0.25),
            event(at="27:00", do="situation", asleep=True, working=True, fighting=True),
        )
    )
    script = parse_script(text, "day.toml")
    assert (script.personalities, script.start, script.end) == (("kuudere", "shy"), 22_000, 30_500)
    assert script.events == (
        Event(22_000, Strike()),
        Event(23_000, Gift(-12)),
        Event(24_167, Damage(3.0, 4.5, 20.0, Attacker.NOBODY, False)),
        Event(24_334, Damage(1.5, 9.0, 10.0, Attacker.OTHER, True)),
        Event(25_000, MoodImpulse(Mood.ANGRY, 30.0, 0.5)),
        Event(25_000, Soothe(Mood.HURT, 5.0)),
        Event(26_000, Situation(navigating=True, using_item=True, talking=True, health_ratio=0.25)),
        Event(27_000, Situation(asleep=True, working=True, fighting=True)),
        Event(30_484, Meal()),
    )
    assert script.labels == (
        "strike", "gift -12", "3 damage", "1.5 damage by a foe", "angry +30", "hurt -5",
        "talking and using item and walking and at 25% health", "asleep and working and fighting", "meal",
    )  # fmt: skip


@given(st.integers(0, 23 * 60 + 59))
def test_a_time_that_is_read_reads_as_itself_again(minutes: int) -> None:
    text = f"{minutes // 60:02d}:{minutes % 60:02d}"
    script = parse_script(f'{HEAD}start = "{text}"\nend = "24:00"\n', "day.toml")
    assert format_time(script.start) == text


@pytest.mark.parametrize(
    ("text", "line", "what"),
    [
        ("", 1, "temperaments: Field required"),
        ('temperaments = ["x"]', 1, "temperaments: 'x' is no temperament; there are default, tsundere, "),
        ("temperaments = []", 1, "temperaments: List should have at least 1 item"),
        (HEAD + "colour = 1", 2, "colour: unknown key"),
        (HEAD + 'end = "06:00"', 2, "end: 06:00 isn't after start, 06:00"),
        (HEAD + 'start = "25:00"', 2, "end: 24:00 isn't after start, 25:00"),
        (HEAD + 'end = "744:01"', 2, "end: '744:01': a time up to '744:00' expected"),
        (HEAD + "start = 07:30:00", 2, "start: datetime.time(7, 30): a time like '07:30' expected"),
        (HEAD + event(at="07:60", do="meal"), 3, "event.0.at: '07:60': a time like '07:30' expected"),
        (HEAD + event(at="07:00", do="nap"), 4, "event.0.do: 'nap': one of 'meal', 'strike', "),
        (HEAD + event(at="07:00"), 2, "event.0.do: Field required"),
        (HEAD + event(at="07:00", do="gift"), 2, "event.0.favor: Field required"),
        (HEAD + event(at="07:00", do="meal", favor=3), 5, "event.0.favor: unknown key"),
        (HEAD + event(at="07:00", do="gift", favor="3"), 5, "event.0.favor: Input should be a valid integer"),
        (HEAD + event(at="07:00", do="gift", favor=10**400), 5, "event.0.favor: Input should be less than"),
        (HEAD + 2 * event(at="07:00", do="meal") + event(at="05:59", do="meal"), 9, "event.2.at: 05:59 isn't between"),
        (HEAD + event(at="24:00", do="meal"), 3, "event.0.at: 24:00 isn't between start, 06:00, and end, 24:00"),
        (HEAD + event(at="07:00", do="soothe", mood="sad", amount=3), 5, "event.0.mood: 'sad' is no mood; there are"),
        (HEAD + event(at="07:00", do="damage", amount=0, health=3), 5, "event.0.amount: Input should be greater"),
        (HEAD + event(at="07:00", do="damage", amount=3, health=21), 2, "event.0: health is more than max_health"),
        (HEAD + event(at="07:00", do="situation", health_ratio=float("nan")), 5, "event.0.health_ratio: "),
    ],
)  # fmt: skip
def test_a_fault_is_told_with_file_line_and_key(text: str, line: int, what: str) -> None:
    with pytest.raises(ConfigError) as caught:
        parse_script(text, "day.toml")
    assert str(caught.value).startswith(f"day.toml:{line}: {what}")
    assert "\n" not in str(caught.value)


def test_a_file_that_is_no_text_is_told(tmp_path: Path) -> None:
    path = tmp_path / "day.toml"
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(ConfigError, match="can't be read"):
        load_script(path)


numbers = st.integers(-40, 120) | st.floats(-1, 101) | st.sampled_from([10**30, float("nan"), float("inf")])
values = (
    numbers | st.booleans() | st.sampled_from(["07:10", "23:59", "24:00", "angry", "other", "shy", "", "ä\n"])
)
kinds = st.sampled_from(["meal", "strike", "gift", "damage", "situation", "stimulate", "soothe"])
events = st.fixed_dictionaries(
    {"at": st.sampled_from(["06:00", "06:01", "07:59"]) | values, "do": kinds},
    optional={
        "favor": numbers, "amount": numbers, "health": numbers, "attacker": values, "mood": st.just("angry") | values,
        "intensity": numbers, "retention": st.floats(0, 1) | values, "fighting": st.booleans() | values,
        "salt": values,
    },
)  # fmt: skip
sensible = st.one_of(
    st.fixed_dictionaries({"at": st.just("06:00"), "do": st.just("gift"), "favor": st.integers(-1000, 1000)}),
    st.fixed_dictionaries(
        {
            "at": st.just("06:01"),
            "do": st.just("damage"),
            "amount": st.floats(5e-324, 1e308),
            "health": st.just(1),
        }
    ),
    st.fixed_dictionaries(
        {"at": st.just("06:02"), "do": st.just("situation"), "health_ratio": st.floats(0, 1)}
    ),
)


@given(
    st.lists(sensible, max_size=4) | st.lists(events | sensible, max_size=4),
    st.just(["shy"]) | st.lists(st.just("shy") | values, min_size=1, max_size=2),
)
@settings(max_examples=150, deadline=None)
def test_whatever_a_script_says_it_is_played_or_refused_in_one_line(
    happenings: list[dict[str, Any]], temperaments: list[Any]
) -> None:
    text = f'temperaments = {toml(temperaments)}\nend = "06:05"\n' + "".join(
        event(**keys) for keys in happenings
    )
    try:
        script = parse_script(text, "day.toml")
    except ConfigError as error:
        refusal = str(error)
    else:
        refusal = ""
        for key in script.personalities:
            history = live(TEMPERAMENTS[key], script.events, script.start, script.end)
            assert np.isfinite(history.totals).all()
    assert not refusal or re.fullmatch(r"day\.toml:\d+: [^\n]+", refusal)


@pytest.mark.parametrize(("key", "start"), [("shy", 14_499), ("kuudere", 15_000)])
def test_a_day_goes_as_it_does_when_every_tick_is_lived(key: str, start: int) -> None:
    """Events fall on ticks of the schedule, on the first one, and beside them."""
    script = load_script(DAY)
    end = 16_200  # until then there are blows, a fight, and wounds
    history = live(TEMPERAMENTS[key], script.events, start, end)
    runtime = EmotionRuntime()
    who = EmotionManager(runtime, TEMPERAMENTS[key])
    lived = {}
    happenings = {
        tick: [event.what for event in script.events if event.tick == tick] for tick in range(start, end)
    }
    for now in range(start, end):
        runtime.tick(now)
        lived[now] = ([who.intensity(mood) for mood in Mood], who.current_mood)
        for what in happenings[now]:
            match what:
                case Damage():
                    who.on_damage_taken(what)
                case Strike():
                    who.on_attack_performed()
                case Situation():
                    who.perceive(what)
                case _:
                    raise AssertionError(f"{what} isn't part of this time")
    assert history.ticks[0] == start
    for tick, totals, primary in zip(history.ticks.tolist(), history.totals, history.primary, strict=True):
        assert totals == pytest.approx(lived[tick][0], abs=1e-9)
        assert primary == lived[tick][1]
    switches = [tick for tick in range(start + 1, end) if lived[tick][1] != lived[tick - 1][1]]
    assert switches, "in this time its primary mood changes"
    after_events = [tick + 1 for tick, what in happenings.items() if what]
    assert {*switches, *after_events} <= set(history.ticks.tolist())
