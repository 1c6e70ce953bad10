from typing import Any
from uuid import UUID

import pytest

from npc.definition import DefinitionError, NpcDefinition
from npc.emotion import PERSONALITIES
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
        ("personality", "Shy"),
        ("personality", ""),
        ("trusts", ("",)),
        ("trusts", ("Ann", " ")),
        ("trusts", ("Ann Lee",)),
        ("trusts", ("x" * 17,)),
        ("trusts", ("Ann\n",)),
        ("trusts", ("Ann\x07",)),
        ("trusts", ("069a79f4-44e9-4726-a5be-fca90e38aaf",)),
        ("trusts", ("069a79f444e9-4726-a5be-fca90e38aaf5",)),
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


def test_an_unknown_personality_is_told_which_there_are() -> None:
    with pytest.raises(DefinitionError) as error:
        NpcDefinition("juniper", "Juniper", personality="grumpy")
    assert all(personality in str(error.value) for personality in PERSONALITIES)


UUID_TEXT = "069a79f4-44e9-4726-a5be-fca90e38aaf5"


@pytest.mark.parametrize(
    "trusted",
    ["Ann", "ann", "ANN", UUID_TEXT, UUID_TEXT.upper(), UUID_TEXT.replace("-", "")],
)
def test_a_player_is_trusted_by_name_or_uuid_whatever_the_case(trusted: str) -> None:
    definition = NpcDefinition("juniper", "Juniper", trusts=("Somebody", trusted))
    assert definition.trusts_in("Ann", UUID(UUID_TEXT))
    assert not definition.trusts_in("Anna", UUID(int=1))
    assert not definition.trusts_in("Anna", None)


def test_whoever_is_not_named_is_not_trusted() -> None:
    definition = NpcDefinition("juniper", "Juniper", trusts=("Ann",))
    assert definition.trusts_in("Ann", None)
    assert not definition.trusts_in("Bea", UUID(UUID_TEXT))
    assert not NpcDefinition("juniper", "Juniper").trusts_in("Ann", UUID(UUID_TEXT))


def test_odd_names_that_some_servers_give_can_be_trusted() -> None:
    for name in (".Bedrock", "*x", "Zoë", "x" * 16):
        assert NpcDefinition("juniper", "Juniper", trusts=(name,)).trusts_in(name, None)


def test_who_gives_no_figures_gets_those_of_the_locomotion_rules() -> None:
    definition = NpcDefinition("juniper", "Juniper")
    assert definition.mode is Mode.STAY
    assert (definition.walk_speed, definition.sprint_speed) == (1.0, 1.35)
    assert (definition.wander_radius, definition.step_height) == (8.0, 1.25)
    assert (definition.can_swim, definition.can_fly, definition.open_doors) == (True, False, False)
