"""The table of what can be perceived."""

from pathlib import Path

import pytest
from tuning import tuning

from npc.memory import MemoryType
from npc.perception import EventTableError, read_events, shipped_events
from npc.perception.event_table import EVENT_KEYS

PAGE = Path(__file__).parents[2] / "docs/memory.md"
WHOLE = "\n".join(f'[{key}]\ntype = "trivia"\nsalience = 0.5\nseen = 8.0' for key in EVENT_KEYS)


def test_the_table_that_is_shipped_has_every_event_with_the_type_that_is_asked_for() -> None:
    assert {key: kind.memory.key for key, kind in shipped_events().items()} == {
        "passes": "trivia",
        "door": "observation",
        "chest": "observation",
        "block_placed": "observation",
        "block_broken": "observation",
        "talk": "interaction",
        "trade": "interaction",
        "gift": "interaction",
        "attack_on_self": "hostile",
        "attack_on_friend": "hostile",
        "attack_on_owner": "hostile",
        "attack_on_other": "observation",
        "theft": "hostile",
        "home_broken": "trauma",
        "death_of_friend": "trauma",
        "death_of_owner": "trauma",
        "death_of_other": "observation",
    }


def test_passing_by_and_a_broken_home_have_their_published_salience() -> None:
    published = tuning()["memory"]["salience_examples"]
    assert shipped_events()["passes"].salience == published["passerby"]
    assert shipped_events()["home_broken"].salience == published["home_attacked"]


def test_the_weightier_the_sort_of_memory_the_stronger_the_impression() -> None:
    by_type: dict[MemoryType, list[float]] = {kind: [] for kind in MemoryType}
    for kind in shipped_events().values():
        by_type[kind.memory].append(kind.salience)
    assert min(by_type[MemoryType.TRAUMA]) >= max(by_type[MemoryType.HOSTILE])
    assert min(by_type[MemoryType.HOSTILE]) >= max(by_type[MemoryType.INTERACTION])
    assert max(by_type[MemoryType.TRIVIA]) < min(by_type[MemoryType.OBSERVATION])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[passes", "not valid TOML"),
        (WHOLE + '\n[wedding]\ntype = "trivia"', "there is no event 'wedding'"),
        (WHOLE.replace("[gift]", "[door2]"), "there is no event 'door2'"),
        (WHOLE.removesuffix("\n".join(WHOLE.rsplit("\n", 4)[1:])), "event 'death_of_other' is missing"),
        (WHOLE.replace("0.5", "1.5", 1), "event 'passes': salience: .*less than or equal to 1"),
        (WHOLE.replace("0.5", "nan", 1), "event 'passes': salience: .*finite"),
        (WHOLE.replace("trivia", "gossip", 1), "event 'passes': type: .*'trivia'"),
        (WHOLE.replace("8.0", "8.0\nsmelt = 3", 1), "event 'passes': smelt: "),
        (WHOLE.replace("8.0", "200.0", 1), "event 'passes': seen: .*128"),
        (WHOLE.replace("8.0", "0.0", 1), "event 'passes': it can be neither seen nor heard nor felt"),
        (WHOLE.replace("8.0", "8.0\nvoice = true", 1), "event 'passes': it has a voice but can't be heard"),
        (WHOLE.replace("8.0", "8.0\nagain = -1", 1), "event 'passes': again: .*greater than or equal to 0"),
    ],
)
def test_a_table_that_is_wrong_is_refused_with_what_and_where(text: str, message: str) -> None:
    with pytest.raises(EventTableError, match=message):
        read_events(text)


def test_a_whole_table_is_read() -> None:
    assert list(read_events(WHOLE)) == list(EVENT_KEYS)


def test_the_page_of_memory_shows_the_table() -> None:
    rows = [line.strip("| ").split(" | ") for line in PAGE.read_text("utf-8").splitlines()]
    shown = [row for row in rows if row[0].strip("`") in EVENT_KEYS]
    wanted = []
    for key, kind in shipped_events().items():
        heard = f"{kind.heard:g}{', who it is too' * kind.voice}" if kind.heard else ""
        cells = [f"`{key}`", kind.type, f"{kind.salience:g}", f"{kind.seen:g}" if kind.seen else "", heard]
        cells += ["yes" if kind.felt else "", f"{kind.again:g} s" if kind.again else ""]
        wanted.append(" | ".join(cells).strip("| ").split(" | "))
    assert shown == wanted
