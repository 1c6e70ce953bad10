"""The compiler of layouts by itself: its notation, and its bounds."""

from __future__ import annotations

from typing import Any

import pytest

from proxy.versions.protodef.compiler import MAX_DEPTH, Compiler
from proxy.versions.protodef.layouts import Layouts, lifeless_kinds
from proxy.versions.protodef.notation import Layout
from proxy.versions.releases import V1_16_4, V1_19_4, V1_20_5, V1_21_5, V26_1
from proxy.wire.buffer import DecodeError, Reader

HUGE = b"\xff\xff\xff\xff\x07"
"""2³¹-1 as a VarInt."""


def read(layout: Layout, body: bytes, **types: Layout) -> Any:
    """The value, which has to take all of the body."""
    reader = Reader(body)
    value = Compiler(types, {}).compile(layout)(reader)
    assert reader.remaining == 0
    return value


@pytest.mark.parametrize(
    ("layout", "body", "value"),
    [
        ({"a": "u8", "b": "i8"}, b"\xff\xff", {"a": 255, "b": -1}),
        ({"a": "u8", "": {"b": "i8", "c": "bool"}}, b"\x01\x02\x01", {"a": 1, "b": 2, "c": True}),
        ({}, b"", {}),
        (["array", "u8"], b"\x03\x01\x02\x03", (1, 2, 3)),
        (["array", {"a": "bool"}], b"\x02\x00\x01", ({"a": False}, {"a": True})),
        (["option", "u8"], b"\x00", None),
        (["option", "u8"], b"\x01\x07", 7),
        (["enum", "red", "green"], b"\x01", "green"),
        (["enum", "red", "green"], b"\x02", 2),
        (["holder", "string"], b"\x00\x01x", "x"),
        (["holder", "string"], b"\x05", 4),
        (["holders", "string", "varint"], b"\x00\x01#", "#"),
        (["holders", "string", "varint"], b"\x03\x07\x08", (7, 8)),
        (["holders", "string", "varint"], b"\x01", ()),
        ("void", b"", None),
    ],
)
def test_each_form_is_read_as_it_is_explained(layout: Layout, body: bytes, value: Any) -> None:
    assert read(layout, body) == value


SWITCH = {
    "kind": ["enum", "point", "name", "none"],
    "": ["switch", "kind", {"point": {"x": "i8"}, "name": {"n": "string"}}],
}


@pytest.mark.parametrize(
    ("body", "value"),
    [
        (b"\x00\x05", {"kind": "point", "x": 5}),
        (b"\x01\x01a", {"kind": "name", "n": "a"}),
        (b"\x02", {"kind": "none"}),
    ],
)
def test_a_switch_reads_what_the_field_before_it_says(body: bytes, value: Any) -> None:
    assert read(SWITCH, body) == value


def test_a_switch_refuses_a_number_that_has_no_name() -> None:
    with pytest.raises(DecodeError, match="a part for kind 3"):
        read(SWITCH, b"\x03\x00")


@pytest.mark.parametrize(
    ("body", "value"), [(b"\x00", {"there": False, "it": None}), (b"\x01\x07", {"there": True, "it": 7})]
)
def test_a_switch_over_a_boolean_may_leave_one_out(body: bytes, value: Any) -> None:
    assert read({"there": "bool", "it": ["switch", "there", {"true": "u8"}]}, body) == value


def test_a_switch_has_a_default() -> None:
    layout = {"n": "varint", "it": ["switch", "n", {"0": "void"}, "u8"]}
    assert read(layout, b"\x00") == {"n": 0, "it": None}
    assert read(layout, b"\x09\x07") == {"n": 9, "it": 7}


def test_a_type_may_hold_itself_down_to_a_depth() -> None:
    node = {"child": ["option", "Node"]}
    value = read("Node", b"\x01" * (MAX_DEPTH - 1) + b"\x00", Node=node)
    depth = 0
    while value is not None:
        value, depth = value["child"], depth + 1
    assert depth == MAX_DEPTH
    with pytest.raises(DecodeError, match=f"Node more than {MAX_DEPTH} levels deep"):
        read("Node", b"\x01" * MAX_DEPTH + b"\x00", Node=node)


def test_depth_is_counted_along_a_path_and_not_in_all() -> None:
    leaves = read(["array", "Leaf"], bytes((100, *([1] * 100))), Leaf={"a": "u8"})
    assert len(leaves) == 100


@pytest.mark.parametrize("layout", [["array", "u8"], ["holders", "string", "varint"], "byte_array"])
def test_a_count_beyond_the_data_is_refused_before_anything_is_built(layout: Layout) -> None:
    with pytest.raises(DecodeError, match=r"elements claimed"):
        read(layout, HUGE + b"\x00" * 10)


@pytest.mark.parametrize(
    ("layout", "error", "complaint"),
    [
        ("Nothing", LookupError, "no layout of type Nothing"),
        ({"a": ["array", "Nothing"]}, LookupError, "no layout of type Nothing"),
        (["tuple", "u8"], ValueError, "no such layout: tuple"),
        ({"a": ["switch", "b", {}], "b": "u8"}, ValueError, "'a' depends on b, which isn't before it"),
        ({"a": ["switch", "../b", {}]}, ValueError, "'a' depends on ../b, which isn't before it"),
    ],
)
def test_a_layout_that_makes_no_sense_is_refused_when_it_is_compiled(
    layout: Layout, error: type[Exception], complaint: str
) -> None:
    with pytest.raises(error, match=complaint):
        Compiler({}, {}).compile(layout)


def test_a_definition_holds_until_a_newer_one() -> None:
    old, new = Layouts.of(V1_20_5), Layouts.of(V1_21_5)
    assert old.component["unbreakable"] == "bool"
    assert new.component["unbreakable"] == "void"
    assert old.component["damage"] == new.component["damage"] == "varint"
    assert "weapon" not in old.component


def test_versions_before_a_thing_have_none_of_it() -> None:
    before, named = Layouts.of(V1_16_4), Layouts.of(V1_19_4)
    assert [before.components, before.serializers, before.particle, before.indices] == [(), (), {}, {}]
    assert named.serializers
    assert [named.components, named.particle] == [(), {}]


def test_every_name_of_a_component_has_a_layout() -> None:
    for protocol in range(V1_20_5, V26_1 + 1):
        layouts = Layouts.of(protocol)
        assert set(layouts.components) <= set(layouts.component)
        assert set(layouts.serializers) <= set(layouts.metadata)


def test_lifeless_kinds_are_things_of_all_ages() -> None:
    kinds = lifeless_kinds()
    assert {"boat", "oak_boat", "potion", "splash_potion", "text_display", "wind_charge", "item"} <= kinds
    assert not {"player", "mannequin", "zombie", "armor_stand", "copper_golem", "happy_ghast"} & kinds
