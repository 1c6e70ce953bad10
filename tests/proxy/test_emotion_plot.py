"""``hearthkin simulate-emotion``: a day in words and as a picture, and characters that differ as their numbers say.

The day is that of the documentation: gifts at 12:00, 13:30 and 19:00, a zombie's two blows at 15:00, a friend's
by mistake at 17:30.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from matplotlib.colors import to_hex
from matplotlib.figure import Figure

from npc.emotion import TEMPERAMENTS, Mood, Temperament
from npc.emotion.day import History, live
from npc.emotion.mood import COURSES
from proxy.cli import main
from proxy.emotion_plot import COLOURS, MISSING, describe, draw
from proxy.emotion_script import TICKS_PER_HOUR, Script, load_script, parse_script

DAY = Path(__file__).parents[2] / "docs" / "day.toml"
KEYS = ("tsundere", "shy", "cowardly", "kuudere")
SHORT = 'temperaments = ["shy"]\nend = "06:10"\n'


@pytest.fixture(scope="module")
def day() -> Script:
    return load_script(DAY)


@pytest.fixture(scope="module")
def lived(day: Script) -> dict[str, History]:
    return {key: live(TEMPERAMENTS[key], day.events, day.start, day.end) for key in KEYS}


@pytest.fixture(scope="module")
def picture(day: Script, lived: dict[str, History]) -> Figure:
    return drawn(day, lived)


def drawn(script: Script, histories: dict[str, History]) -> Figure:
    figure = Figure(layout="constrained")
    draw(script, histories, figure)
    return figure


def peak(history: History, mood: Mood, begin: float, end: float) -> float:
    """Its greatest intensity between two hours."""
    return float(history.totals[_between(history, begin, end), mood].max())


def primaries(history: History, begin: float = 0.0, end: float = 24.0) -> set[Mood]:
    """Those that ever were the primary mood between two hours."""
    return {Mood(mood) for mood in np.unique(history.primary[_between(history, begin, end)]).tolist()}


def hours_as(history: History, mood: Mood) -> float:
    """Hours in which a mood was the primary one."""
    held = np.diff(history.ticks, append=history.ticks[-1])
    return float(held[history.primary == mood].sum()) / TICKS_PER_HOUR


def hours_felt(history: History, mood: Mood, begin: float) -> float:
    """Hours from ``begin`` on until a mood is first below its threshold."""
    after = history.ticks > begin * TICKS_PER_HOUR
    below = after & (history.totals[:, mood] < COURSES[mood].threshold)
    return float(history.ticks[below][0]) / TICKS_PER_HOUR - begin


def _between(history: History, begin: float, end: float) -> np.ndarray:
    return (history.ticks >= begin * TICKS_PER_HOUR) & (history.ticks < end * TICKS_PER_HOUR)


def push(who: Temperament, mood: Mood, base: float, retention: float) -> float:
    """What is left of an event's push one second later: events of this day come at the end of a second."""
    amount = base * who.traits.reactivity * who.response[mood]
    course = COURSES[mood]
    speed = 100 * who.recovery[mood] * (who.traits.resilience if course.sensitive else 1.0)
    return (
        amount - min(amount * retention, speed / course.memory_lifetime)
        - min(amount * (1 - retention), speed / course.impulse_lifetime)
    )  # fmt: skip


# --- the picture's subject: characters


@pytest.mark.parametrize("key", KEYS)
def test_the_first_gift_flusters_each_by_bond_composure_and_response(
    lived: dict[str, History], key: str
) -> None:
    who = TEMPERAMENTS[key]
    worth = 24 / 30
    base = (3 + 10 * worth) * who.traits.bond_affinity * (2 - who.traits.composure)
    expected = push(who, Mood.FLUSTERED, base, 0.2 * worth**2 * (3 - 2 * worth))
    assert peak(lived[key], Mood.FLUSTERED, 12, 12.1) == pytest.approx(expected)


def test_shyness_flusters_as_many_times_as_the_numbers_say(lived: dict[str, History]) -> None:
    shy, kuudere = (TEMPERAMENTS[key] for key in ("shy", "kuudere"))
    ratio = (
        (shy.traits.bond_affinity / kuudere.traits.bond_affinity)
        * ((2 - shy.traits.composure) / (2 - kuudere.traits.composure))
        * (shy.traits.reactivity / kuudere.traits.reactivity)
        * (shy.response[Mood.FLUSTERED] / kuudere.response[Mood.FLUSTERED])
    )
    assert ratio == pytest.approx(13.97, abs=0.01)
    seen = [peak(lived[key], Mood.FLUSTERED, 12, 12.1) for key in ("shy", "kuudere")]
    assert seen[0] > ratio * seen[1], "what fades in the first second is more of the little"


@pytest.mark.parametrize("key", KEYS)
def test_the_zombies_first_blow_angers_each_by_temper_pride_and_response(
    lived: dict[str, History], key: str
) -> None:
    who = TEMPERAMENTS[key]
    strength = 5 / 20
    base = (5 + 31 * strength) * who.traits.temper * who.traits.pride
    retention = 0.12 + (0.64 - 0.12) * strength**2 * (3 - 2 * strength)
    assert peak(lived[key], Mood.ANGRY, 15, 15.01) == pytest.approx(push(who, Mood.ANGRY, base, retention))


def test_a_tsundere_is_angry_where_the_others_are_not(lived: dict[str, History]) -> None:
    anger = {key: peak(lived[key], Mood.ANGRY, 15, 16) for key in KEYS}
    assert anger["tsundere"] > 3 * max(anger[key] for key in KEYS if key != "tsundere")
    assert Mood.ANGRY in primaries(lived["tsundere"], 15, 17)
    for key in ("shy", "cowardly", "kuudere"):
        assert Mood.ANGRY not in primaries(lived[key])


def test_a_coward_is_uneasy_the_most_and_the_longest(lived: dict[str, History]) -> None:
    unease = {key: peak(lived[key], Mood.UNEASY, 15, 16) for key in KEYS}
    assert sorted(KEYS, key=lambda key: -unease[key]) == ["cowardly", "shy", "tsundere", "kuudere"]
    assert hours_felt(lived["cowardly"], Mood.UNEASY, 15.25) > 1.5 * hours_felt(
        lived["shy"], Mood.UNEASY, 15.25
    )
    assert hours_as(lived["cowardly"], Mood.UNEASY) > 1.5
    assert primaries(lived["cowardly"], 15.02, 16) == {Mood.UNEASY}, "others are taken up with the fight"


def test_of_a_kuudere_nothing_shows_but_what_it_is_in(lived: dict[str, History]) -> None:
    assert primaries(lived["kuudere"]) == {Mood.COMPOSED, Mood.FOCUSED, Mood.BORED}
    moved = [Mood.JOYFUL, Mood.AFFECTIONATE, Mood.FLUSTERED, Mood.UNEASY, Mood.HURT]
    for mood in moved:
        others = [peak(lived[key], mood, 6, 24) for key in KEYS if key != "kuudere"]
        assert peak(lived["kuudere"], mood, 6, 24) < min(others)


@pytest.mark.parametrize("key", KEYS)
def test_situations_bring_each_to_the_height_of_its_numbers(lived: dict[str, History], key: str) -> None:
    who, history = TEMPERAMENTS[key], lived[key]
    energy, courage = who.traits.energy, who.traits.courage
    for mood, begin, end, height in (
        (Mood.FOCUSED, 8, 9, 34 * energy),
        (Mood.BORED, 12.5, 13, 30 * energy),
        (Mood.EXCITED, 15.7, 16, 23 * energy * courage),
        (Mood.COMPOSED, 22, 24, 22.0),
    ):
        assert peak(history, mood, begin, end) == pytest.approx(height * who.response[mood])


# --- the picture and the words


def test_a_picture_has_a_curve_for_each_mood_of_each_character(
    picture: Figure, lived: dict[str, History]
) -> None:
    assert [axes.get_ylabel() for axes in picture.axes] == list(lived)
    for axes, history in zip(picture.axes, lived.values(), strict=True):
        curves = {
            line.get_label(): line for line in axes.get_lines() if line.get_label() in {m.key for m in Mood}
        }
        assert set(curves) == {mood.key for mood in Mood if history.totals[:, mood].max() > 0.5}
        for mood in Mood:
            if mood.key in curves:
                assert to_hex(curves[mood.key].get_color()) == COLOURS[mood]
                assert np.array_equal(curves[mood.key].get_ydata(), history.totals[:, mood])
    assert {text.get_text() for text in picture.legends[0].get_texts()} == {mood.key for mood in Mood}


def test_below_its_curves_a_strip_has_the_colour_of_the_primary_mood(
    picture: Figure, lived: dict[str, History]
) -> None:
    for axes, history in zip(picture.axes, lived.values(), strict=True):
        for hour in (6.2, 8.0, 14.0, 15.5, 23.0):
            (colour,) = {
                to_hex(strip.get_facecolor()[0])
                for strip in axes.collections
                if strip.get_datalim(axes.transData).x0 <= hour < strip.get_datalim(axes.transData).x1
            }
            at = int(np.searchsorted(history.ticks, hour * TICKS_PER_HOUR, side="right")) - 1
            assert colour == COLOURS[Mood(int(history.primary[at]))]


def test_a_picture_says_what_happens_when(picture: Figure) -> None:
    texts = [text.get_text() for text in picture.axes[0].texts]
    for label in ("gift +24", "gift -12", "asleep", "3 damage by a friend"):
        assert label in texts
    assert "5 damage by a foe, fighting, strike, 7 damage by a foe" in texts, "what comes close is one label"


def test_every_mood_has_a_colour_of_its_own() -> None:
    assert len(set(COLOURS.values())) == len(COLOURS) == len(Mood)


def test_words_tell_each_change_of_the_primary_mood(lived: dict[str, History]) -> None:
    lines = dict(line.split(": ", 1) for line in describe(lived).splitlines())
    assert list(lines) == list(lived)
    assert lines["kuudere"].startswith("06:00 composed, 07:00 focused, 09:3")
    assert "15:00 angry" in lines["tsundere"]
    assert "17:30 hurt" in lines["shy"]


def test_the_command_tells_and_draws(tmp_path: Path) -> None:
    script = tmp_path / "day.toml"
    script.write_text(SHORT + '[[event]]\nat = "06:05"\ndo = "gift"\nfavor = 30\n')
    picture = tmp_path / "day.png"
    done = CliRunner().invoke(main, ["simulate-emotion", str(script), "--plot", str(picture)])
    assert (done.exit_code, done.output) == (0, "shy: 06:00 composed, 06:05 flustered, 06:08 affectionate\n")
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_without_matplotlib_a_picture_says_how_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = tmp_path / "day.toml"
    script.write_text(SHORT)
    for module in ("matplotlib", "matplotlib.figure", "matplotlib.backends.backend_agg"):
        monkeypatch.setitem(sys.modules, module, None)
    arguments = ["simulate-emotion", str(script)]
    done = CliRunner().invoke(main, [*arguments, "--plot", str(tmp_path / "day.png")])
    assert (done.exit_code, done.output) == (1, f"Error: {MISSING}\n")
    assert CliRunner().invoke(main, arguments).exit_code == 0, "telling needs no matplotlib"


@pytest.mark.parametrize("picture", ["day.docx", "nowhere/day.png"])
def test_a_picture_that_cannot_be_written_is_an_error_of_one_line(tmp_path: Path, picture: str) -> None:
    script = tmp_path / "day.toml"
    script.write_text(SHORT)
    done = CliRunner().invoke(main, ["simulate-emotion", str(script), "--plot", str(tmp_path / picture)])
    assert done.exit_code == 1
    assert done.output.startswith("Error: ")
    assert done.output.count("\n") == 1


def test_a_faulty_script_is_an_error_of_one_line_with_its_place(tmp_path: Path) -> None:
    script = tmp_path / "day.toml"
    script.write_text(SHORT + '[[event]]\nat = "06:05"\ndo = "gift"\n')
    done = CliRunner().invoke(main, ["simulate-emotion", str(script)])
    assert (done.exit_code, done.output) == (1, f"Error: {script}:3: event.0.favor: Field required\n")


def test_a_character_whose_mood_never_changes_can_be_drawn() -> None:
    script = parse_script(SHORT, "day.toml")
    histories = {"shy": live(TEMPERAMENTS["shy"], script.events, script.start, script.end)}
    assert describe(histories) == "shy: 06:00 composed"
    assert drawn(script, histories).axes[0].get_ylabel() == "shy"
