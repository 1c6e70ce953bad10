"""Tables in docs/ that repeat the code."""

import dataclasses
import re
from pathlib import Path
from typing import get_args
from uuid import UUID

from npc.clock import ManualClock
from npc.emotion import TEMPERAMENTS, Mood, Traits
from npc.emotion.mood import COURSES
from npc.memory import MemoryPool, MemoryStream, MemoryType
from proxy.config.model import MemoryTable, NpcConfig
from proxy.emotion_script import Entry
from proxy.mood_symbols import MOOD_SYMBOLS
from proxy.wire.limits import Limits

TYPES = {"Byte", "Int", "Long", "Float", "Double", "String", "List"}

DOCS = Path(__file__).parents[2] / "docs"


def test_the_page_of_limits_has_every_key_with_its_default() -> None:
    rows = re.findall(r"^\| `(\w+)` \| ([\w.,]+) \|", (DOCS / "limits.md").read_text("utf-8"), re.MULTILINE)
    written = {name: value.replace(",", "") for name, value in rows}
    assert written == {f.name: str(f.default).lower() for f in dataclasses.fields(Limits)}


def rows_of(page: str, columns: int) -> list[list[str]]:
    """The cells of all tables of a page that have so many columns, without the marks of code."""
    lines = (DOCS / page).read_text("utf-8").splitlines()
    rows = [
        [cell.strip().replace("`", "") for cell in line.split("|")[1:-1]]
        for line in lines
        if line.startswith("|")
    ]
    return [row for row in rows if len(row) == columns and set("".join(row)) != {"-"}]


def keys_of_companions(page: str) -> dict[str, str]:
    """Keys of a companion's table in the configuration with their defaults, as a page tells them."""
    return {
        name: default.strip('"') for name, default, _ in rows_of(page, 3) if name in NpcConfig.model_fields
    }


def as_written(default: object) -> str:
    return "[]" if default == () else str(default).lower()


def test_the_page_of_bodies_has_every_key_of_a_body_with_its_default() -> None:
    fields = NpcConfig.model_fields
    of_bodies = list(fields)[list(fields).index("mode") : list(fields).index("open_doors") + 1]
    written = keys_of_companions("bodies.md")
    assert list(written) == of_bodies
    assert written.pop("home") == "its first place"
    assert written == {name: as_written(fields[name].default) for name in written}


def test_the_page_of_feelings_has_every_key_that_has_to_do_with_them_with_its_default() -> None:
    written = keys_of_companions("emotions.md")
    assert written == {
        name: as_written(NpcConfig.model_fields[name].default) for name in ("personality", "unique", "trusts")
    }


def test_the_page_of_memory_has_every_key_that_has_to_do_with_it_with_its_default() -> None:
    memory = MemoryTable.model_fields
    of_memory = {name: default for name, default, _ in rows_of("memory.md", 3) if name in memory}
    assert of_memory == {name: as_written(field.default) for name, field in memory.items()}
    assert keys_of_companions("memory.md") == {
        name: as_written(NpcConfig.model_fields[name].default)
        for name in ("owner", "trusts", "guards", "wary")
    }


def test_the_page_of_memory_has_every_tag_that_is_kept() -> None:
    mind = MemoryStream(MemoryPool(), ManualClock(), lambda: 0.0)
    mind.record(UUID(int=1), MemoryType.HOSTILE, 1.0)
    mind.dawn()
    kept = mind.write_to_nbt()
    tags = [
        *kept,
        *(f"Items[].{name}" for name in kept["Items"][0]),
        *(f"Knowledge[].{name}" for name in kept["Knowledge"][0] if name != "Facts"),
        "Knowledge[].Facts.<type>",
    ]
    written = [tag for tag, kind, _, _ in rows_of("memory.md", 4) if kind.split()[0] in TYPES]
    assert sorted(written) == sorted(tags)


def test_the_page_of_feelings_has_every_mood_with_its_ordinal_symbol_and_course() -> None:
    title, *rows = rows_of("emotions.md", 6)
    assert title == ["", "mood", "symbol", "shows from", "impulse fades in", "memory fades in"]
    assert rows == [
        [
            str(mood.value),
            mood.key,
            "" if symbol is None else f"{symbol.character} {symbol.color.replace('_', ' ')}",
            f"{COURSES[mood].threshold:g}",
            f"{COURSES[mood].impulse_lifetime:g} s",
            f"{COURSES[mood].memory_lifetime:g} s",
        ]
        for mood, symbol in MOOD_SYMBOLS.items()
    ]


def test_the_page_of_feelings_has_every_character_with_its_numbers() -> None:
    title, *rows = rows_of("emotions.md", 12)
    traits = [field.name for field in dataclasses.fields(Traits)]
    assert title == ["personality", *(trait.replace("_", " ") for trait in traits), "response", "recovery"]

    def scale(factors: tuple[float, ...]) -> str:
        return ", ".join(
            f"{mood.key} {factor:g}" for mood, factor in zip(Mood, factors, strict=True) if factor != 1
        )

    assert rows == [
        [
            key,
            *(f"{getattr(who.traits, trait):g}" for trait in traits),
            scale(who.response),
            scale(who.recovery),
        ]
        for key, who in TEMPERAMENTS.items()
    ]


def test_the_page_of_feelings_has_every_kind_of_event_of_a_script_with_its_keys() -> None:
    rows = re.findall(r'^\| `"(\w+)"` \| (.*) \|$', (DOCS / "emotions.md").read_text("utf-8"), re.MULTILINE)
    written = {kind: set(re.findall(r"`(\w+)`", keys)) for kind, keys in rows}
    assert written == {
        get_args(entry.model_fields["do"].annotation)[0]: set(entry.model_fields) - {"at", "do"}
        for entry in Entry.__subclasses__()
    }
