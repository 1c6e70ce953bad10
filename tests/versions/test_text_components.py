"""Text components as NBT (1.20.3+)."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nbtlib import tag as tags

from nbt.codec import read_network_tag, write_network_tag
from nbt.errors import NbtError
from proxy.versions.read.values import component
from proxy.versions.releases import V1_20_2, V1_20_3
from proxy.versions.tables import Tables
from proxy.versions.text_components import from_nbt, to_nbt
from proxy.versions.write.packets import pack_component
from proxy.wire.buffer import DecodeError, Reader

JSON_TABLES = Tables.of(V1_20_2, "1.20.2")
NBT_TABLES = Tables.of(V1_20_3, "1.20.4")
STYLES = ("bold", "italic", "underlined", "strikethrough", "obfuscated", "interpret")


@pytest.mark.parametrize(
    ("tag", "value"),
    [
        (tags.String("hello"), "hello"),
        (tags.Compound({"text": tags.String("x"), "bold": tags.Byte(1)}), {"text": "x", "bold": True}),
        (tags.Compound({"italic": tags.Byte(0)}), {"italic": False}),
        (tags.Compound({"count": tags.Byte(1)}), {"count": 1}),
        (tags.Compound({"bold": tags.Int(1)}), {"bold": 1}),
        (tags.Compound({"n": tags.Long(1 << 40), "d": tags.Double(0.5)}), {"n": 1 << 40, "d": 0.5}),
        (tags.Compound({"id": tags.IntArray([1, -2, 3, 4])}), {"id": [1, -2, 3, 4]}),
        (
            tags.Compound(
                {"extra": tags.List[tags.Compound]([{"": tags.String("a")}, {"text": tags.String("b")}])}
            ),
            {"extra": ["a", {"text": "b"}]},
        ),
        (tags.List[tags.String]([tags.String("a"), tags.String("b")]), ["a", "b"]),
        (tags.List([]), []),
    ],
)
def test_nbt_says_what_json_would(tag: Any, value: Any) -> None:
    assert from_nbt(tag) == value
    # 1 == True and Byte(1) == 1: kinds count
    assert json.dumps(from_nbt(tag)) == json.dumps(value)


@pytest.mark.parametrize(
    ("value", "tag"),
    [
        ("hello", tags.String("hello")),
        ({"text": "x", "bold": True}, tags.Compound({"text": tags.String("x"), "bold": tags.Byte(1)})),
        ({"with": [1, 2]}, tags.Compound({"with": tags.List[tags.Int]([1, 2])})),
        ({"n": 1 << 31}, tags.Compound({"n": tags.Long(1 << 31)})),
        (
            {"with": ["a", {"text": "b"}, 7]},
            tags.Compound(
                {
                    "with": tags.List[tags.Compound](
                        [{"": tags.String("a")}, {"text": tags.String("b")}, {"": tags.Int(7)}]
                    )
                }
            ),
        ),
        ([[1], ["a"]], tags.List[tags.List]([tags.List[tags.Int]([1]), tags.List[tags.String](["a"])])),
        ({"extra": []}, tags.Compound({"extra": tags.List([])})),
    ],
)
def test_json_becomes_the_tags_that_vanilla_writes(value: Any, tag: Any) -> None:
    assert write_network_tag(to_nbt(value)) == write_network_tag(tag)


NAMES = st.text(st.characters(codec="utf-8"), min_size=1, max_size=8).filter(lambda name: name not in STYLES)
LEAVES = (
    st.text(st.characters(codec="utf-8"), max_size=20)
    | st.integers(-(1 << 63), (1 << 63) - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
)
COMPONENTS = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(NAMES, inner, max_size=4),
    max_leaves=20,
)


@given(COMPONENTS, st.dictionaries(st.sampled_from(STYLES), st.booleans()))
def test_what_is_written_is_read_again(content: Any, style: dict[str, bool]) -> None:
    value = {"text": "x", **style, "with": [content]}
    tag, _ = read_network_tag(write_network_tag(to_nbt(value)))
    assert json.dumps(from_nbt(tag)) == json.dumps(value)


@pytest.mark.parametrize("value", [None, {"text": None}, {"n": 1 << 63}, {"text": {1, 2}}])
def test_what_a_component_cannot_hold_is_refused(value: Any) -> None:
    with pytest.raises(NbtError, match="text component with"):
        to_nbt(value)


def nested(depth: int) -> dict[str, Any]:
    value: dict[str, Any] = {"text": "x"}
    for _ in range(depth):
        value = {"extra": [value]}
    return value


def test_components_inside_one_another_have_a_bound() -> None:
    tag = tags.Compound({"text": tags.String("x")})
    for _ in range(200):
        tag = tags.Compound({"hover": tag})
    with pytest.raises(NbtError, match="more than 128 levels"):
        from_nbt(tag)
    with pytest.raises(NbtError, match="more than 128 levels"):
        to_nbt(nested(64))
    assert from_nbt(to_nbt(nested(60))) == nested(60)


def test_each_version_writes_and_reads_its_own_way() -> None:
    value = {"text": "Guten Tag ✿", "bold": True}
    as_json, as_nbt = pack_component(value, JSON_TABLES), pack_component(value, NBT_TABLES)
    assert as_json[1:].startswith(b'{"text":')
    assert as_nbt == write_network_tag(to_nbt(value))
    for body, tables in ((as_json, JSON_TABLES), (as_nbt, NBT_TABLES)):
        reader = Reader(body)
        assert json.loads(component(reader, tables)) == value
        assert reader.remaining == 0


@pytest.mark.parametrize("body", [b"", b"\x0a", b"\x08\x00\x05abc", b"\x63", b"\x0a\x08\x00\x01a\x00"])
def test_damage_is_named_as_that_of_a_component(body: bytes) -> None:
    with pytest.raises(DecodeError, match="text component: "):
        component(Reader(body), NBT_TABLES)


def test_floats_that_json_does_not_have_are_zero() -> None:
    assert from_nbt(tags.Compound({"x": tags.Double("nan"), "y": tags.Float("inf")})) == {"x": 0.0, "y": 0.0}
