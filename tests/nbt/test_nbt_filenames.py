"""File names for ids of any kind."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nbt.filenames import escape, unescape

TEXTS = st.text(min_size=1, max_size=30) | st.text("aA.%/\\ :é", min_size=1, max_size=6)


@given(TEXTS)
def test_a_name_is_safe_on_every_file_system(text: str) -> None:
    name = escape(text)
    assert set(name) <= set("abcdefghijklmnopqrstuvwxyz0123456789_-%~")
    assert len(name) <= 180


@given(TEXTS, TEXTS)
def test_different_ids_have_different_names_even_without_case(one: str, other: str) -> None:
    assert (escape(one).casefold() == escape(other).casefold()) == (one == other)


@given(st.text(min_size=1, max_size=15))
def test_an_id_can_be_told_from_its_name(text: str) -> None:
    assert unescape(escape(text)) == text


@pytest.mark.parametrize("reserved", ["con", "prn", "aux", "nul", "com1", "lpt9", "CON", "Nul"])
def test_a_device_of_windows_is_no_name(reserved: str) -> None:
    name = escape(reserved)
    assert name.casefold() != reserved.casefold()
    assert unescape(name) == reserved


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("anna", "anna"),
        ("Anna", "%41nna"),
        ("../../etc/passwd", "%2e%2e%2f%2e%2e%2fetc%2fpasswd"),
        ("minecraft:overworld", "minecraft%3aoverworld"),
        ("ö", "%c3%b6"),
        ("con", "%63on"),
        ("console", "console"),
    ],
)
def test_names_look_like_their_ids(text: str, name: str) -> None:
    assert escape(text) == name


def test_long_ids_are_shortened_and_stay_apart() -> None:
    one, other = escape("x" * 500 + "1"), escape("x" * 500 + "2")
    assert one != other
    assert len(one) == 180
    assert unescape(one) is None


@pytest.mark.parametrize("name", ["", "Anna", "a b", "%4", "%zz", "%61", "%ff", "con"])
def test_what_escape_never_gives_is_no_escaped_name(name: str) -> None:
    assert unescape(name) is None


def test_the_empty_id_is_refused() -> None:
    with pytest.raises(ValueError, match="empty id"):
        escape("")
