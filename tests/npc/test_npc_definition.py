from typing import Any

import pytest

from npc.definition import DefinitionError, NpcDefinition


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("id", ""),
        ("id", "Juniper"),
        ("id", "../juniper"),
        ("id", "x" * 65),
        ("name", ""),
        ("name", "x" * 17),
        ("name", "Juni\nper"),
        ("kind", "iron golem"),
        ("kind", ""),
        ("world", "overworld"),
        ("world", "minecraft:Overworld"),
        ("personality", "Very shy"),
        ("greeting", "x" * 257),
        ("greeting", "two\nlines"),
        ("yaw", float("nan")),
        ("x", float("nan")),
        ("x", 30_000_001.0),
        ("y", -20_000_001.0),
        ("z", float("inf")),
        ("skin", ("", None)),
    ],
)
def test_an_unusable_field_is_refused_by_name_and_value(field: str, value: Any) -> None:
    fields: dict[str, Any] = {"id": "juniper", "name": "Juniper", field: value}
    with pytest.raises(DefinitionError) as error:
        NpcDefinition(**fields)
    assert f": {field} {value!r}" in str(error.value)
    assert repr(fields["id"]) in str(error.value)


def test_the_largest_allowed_values_are_accepted() -> None:
    definition = NpcDefinition(
        "x" * 64,
        "x" * 16,
        greeting="x" * 256,
        x=30_000_000.0,
        y=-20_000_000.0,
        z=-30_000_000.0,
        skin=("v", None),
    )
    assert definition.name == "x" * 16


def test_the_namespace_of_a_vanilla_kind_is_dropped() -> None:
    assert NpcDefinition("fern", "Fern", kind="minecraft:fox").kind == "fox"


def test_a_greeting_names_both_and_leaves_other_braces_alone() -> None:
    definition = NpcDefinition("juniper", "Juniper", greeting="Hi {player}, I'm {name} {of} {} {0}!")
    assert definition.greeting_for("Ann") == "Hi Ann, I'm Juniper {of} {} {0}!"
