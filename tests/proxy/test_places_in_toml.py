"""Where in a file an error is: arrays of tables, members of unions, and text that only looks like TOML's own."""

from __future__ import annotations

import re
import tomllib
from typing import Annotated, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel, Field

from proxy.config import ConfigError
from proxy.config.load import Key, line_of, parse_as

LURES = '''# [[event]]
[notes]
basic = """
[[event]]
at = 1 \\""" [[event]]
"""
literal = \'\'\'
[[event]]
it's one quote\'\'\'\'
table = [
  [1, 2],
  ["[[event]]", '}'],
  { at = 1 },
]
last = ""
'''
"""Nothing in here is an event."""


def test_each_table_of_an_array_has_lines_of_its_own() -> None:
    events = "[[event]]\nat = 1\n[[event]]\n\n[[event]]\nat = 3\n"
    text = events + "[event.more]\nx = 1\n[[event.part]]\n[[event.part]]\ny = 2\n"
    assert line_of(text, ["event", 0, "at"]) == 2
    assert line_of(text, ["event", 1, "at"]) == 3, "it has none: the line of its header"
    assert line_of(text, ["event", 2, "at"]) == 6
    assert line_of(text, ["event", 2, "more", "x"]) == 8
    assert line_of(text, ["event", 2, "part", 0, "y"]) == 9
    assert line_of(text, ["event", 2, "part", 1, "y"]) == 11


def test_a_place_in_an_inline_array_is_the_line_of_its_key() -> None:
    assert line_of("a = 1\nposition = [\n  1,\n  2,\n]\nb = 2\n", ["position", 1]) == 2
    assert line_of("a = 1\nposition = [\n  1,\n  2,\n]\nb = 2\n", ["b"]) == 6
    assert line_of("event = [{ at = 1 }, { at = 2 }]", ["event", 1, "at"]) == 1


@given(
    st.lists(st.sampled_from(["", "# at = 9", LURES, "[other]\nat = 1", "'a b'.\"c\" = 2"]), max_size=6),
    st.data(),
)
@settings(max_examples=60, deadline=None)
def test_the_line_is_that_on_which_the_key_was_written(fillers: list[str], data: st.DataObject) -> None:
    lines: list[str] = []
    written: dict[tuple[Key, ...], int] = {}
    for index, filler in enumerate(fillers):
        lines.append("[[event]]")
        written["event", index] = len(lines)
        # what may stand once in a table stands in this event, what opens another table goes with its number
        lines += (
            filler.replace("notes", f"notes{index}").replace("other", f"other{index}").rstrip().split("\n")
        )
        if filler is LURES:
            written[f"notes{index}", "last"] = len(lines)
        lines.append("[[event.part]]")
        written["event", index, "part", 0] = len(lines)
        lines.append("at = 1")
        written["event", index, "part", 0, "at"] = len(lines)
    text = data.draw(st.sampled_from(["\n", "\r\n"])).join(lines)
    assert len(tomllib.loads(text).get("event", [])) == len(fillers)
    for keys, line in written.items():
        assert line_of(text, list(keys)) == line


class Fox(BaseModel, extra="forbid"):
    kind: Literal["fox"]
    tails: int


class Cat(BaseModel, extra="forbid"):
    kind: Literal["cat"]
    lives: int | Literal["many"] = 9


class Zoo(BaseModel):
    animal: list[Annotated[Fox | Cat, Field(discriminator="kind")]]


@pytest.mark.parametrize(
    ("second", "place"),
    [
        ('kind = "fox"\ntails = "nine"', "5: animal.1.tails: Input should be a valid integer"),
        ('kind = "fox"', "3: animal.1.tails: Field required"),
        ('kind = "cat"\ntails = 9', "5: animal.1.tails: unknown key"),
        ('kind = "cat"\nlives = []', "5: animal.1.lives: Input should be a valid integer (and 1 more)"),
        ('kind = "dog"', "4: animal.1.kind: 'dog': one of 'fox', 'cat' expected"),
        ("tails = 9", "3: animal.1.kind: Field required"),
    ],
)
def test_an_error_in_one_of_several_kinds_of_table_names_keys_that_the_file_has(
    second: str, place: str
) -> None:
    text = f'[[animal]]\nkind = "cat"\n[[animal]]\n{second}\n'
    with pytest.raises(ConfigError) as caught:
        parse_as(Zoo, text, "zoo.toml")
    assert str(caught.value).startswith(f"zoo.toml:{place}")


@given(st.text(alphabet="[]{}=\"'#\n\\ .,:-+ab19ez", max_size=60))
@settings(max_examples=150, deadline=None)
def test_whatever_a_file_holds_it_is_read_or_refused_with_its_place(text: str) -> None:
    refusal = ""
    try:
        parse_as(Zoo, text, "zoo.toml")
    except ConfigError as error:
        refusal = str(error)
    place = re.fullmatch(r"zoo\.toml:(\d+): .+", refusal)  # it stays on one line
    assert not refusal or (place is not None and 1 <= int(place[1]) <= text.count("\n") + 1)


@pytest.mark.parametrize("text", ["a = " + "[" * 20_000, "a = " + "9" * 5_000, 'a = "', "a = '''\n\n"])
def test_a_file_that_breaks_a_parser_is_refused_as_any_other(text: str) -> None:
    with pytest.raises(ConfigError, match=r"^zoo\.toml:\d+: not valid TOML: "):
        parse_as(Zoo, text, "zoo.toml")
