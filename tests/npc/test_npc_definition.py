from typing import Any

import pytest

from npc.definition import DefinitionError, NpcDefinition
from npc.modes import Mode


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
        ("mode", Mode.FOLLOW),
        ("mode", "stay"),
        ("home", (0.0, float("nan"), 0.0)),
        ("home", (0.0, 64.0, 30_000_001.0)),
        ("wander_radius", 0.99),
        ("wander_radius", 64.01),
        ("walk_speed", 0.14),
        ("sprint_speed", 2.51),
        ("step_height", 0.49),
        ("step_height", float("nan")),
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
        home=(30_000_000.0, 20_000_000.0, -30_000_000.0),
        wander_radius=64.0,
        walk_speed=2.5,
        sprint_speed=2.5,
        step_height=2.0,
    )
    assert definition.name == "x" * 16


def test_the_namespace_of_a_vanilla_kind_is_dropped() -> None:
    assert NpcDefinition("fern", "Fern", kind="minecraft:fox").kind == "fox"


def test_a_greeting_names_both_and_leaves_other_braces_alone() -> None:
    definition = NpcDefinition("juniper", "Juniper", greeting="Hi {player}, I'm {name} {of} {} {0}!")
    assert definition.greeting_for("Ann") == "Hi Ann, I'm Juniper {of} {} {0}!"


def test_who_gives_no_figures_gets_those_of_the_locomotion_rules() -> None:
    definition = NpcDefinition("juniper", "Juniper")
    assert definition.mode is Mode.STAY
    assert (definition.walk_speed, definition.sprint_speed) == (1.0, 1.35)
    assert (definition.wander_radius, definition.step_height) == (8.0, 1.25)
    assert (definition.can_swim, definition.can_fly, definition.open_doors) == (True, False, False)
