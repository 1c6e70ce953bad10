"""Stacks that weren't read from the version that they are written for. Those that were: ``test_item_components``."""

from __future__ import annotations

from typing import Any

import pytest
from nbtlib import tag as tags

from proxy.versions.read.items import item
from proxy.versions.releases import V1_20_3, V1_20_5, V1_21_4, V1_21_5, V26_1
from proxy.versions.tables import Tables
from proxy.versions.write.items import EMPTY_SLOT, pack_item
from proxy.wire.buffer import Reader
from world.item import ComponentHash, ItemStack

NBT = Tables.of(V1_20_3, "1.20.4")
FIRST = Tables.of(V1_20_5, "1.20.6")
TOOLTIPS = Tables.of(V1_21_4, "1.21.4")
HASHES = Tables.of(V1_21_5, "1.21.5")
NEWEST = Tables.of(V26_1, "26.1")
EVERY = pytest.mark.parametrize(
    "tables", [NBT, FIRST, TOOLTIPS, HASHES, NEWEST], ids=lambda tables: tables.protocol
)
COMPONENTS = pytest.mark.parametrize(
    "tables", [FIRST, TOOLTIPS, HASHES, NEWEST], ids=lambda tables: tables.protocol
)


def written(stack: ItemStack | None, tables: Tables) -> ItemStack | None:
    """What a client of the version makes of it."""
    reader = Reader(pack_item(stack, tables))
    again = item(reader, tables)
    assert reader.remaining == 0
    return again


def sword(components: dict[str, Any], **more: Any) -> ItemStack:
    return ItemStack(-1, "iron_sword", 1, components=components, **more)


@EVERY
def test_a_stack_goes_by_its_name(tables: Tables) -> None:
    again = written(ItemStack(12345, "iron_sword", 3), tables)
    assert again == ItemStack(tables.registries.item_ids["iron_sword"], "iron_sword", 3)


@EVERY
@pytest.mark.parametrize(
    "stack", [None, ItemStack(1, "stone", 0), ItemStack(1, "stone", -1), ItemStack(1, "of_a_mod", 1)]
)
def test_nothing_none_and_the_unknown_are_an_empty_slot(tables: Tables, stack: ItemStack | None) -> None:
    assert pack_item(stack, tables) == EMPTY_SLOT
    assert written(stack, tables) is None


def test_nbt_has_no_place_among_components_nor_they_in_it() -> None:
    stack = sword({"damage": 3}, nbt=tags.Compound({"Damage": tags.Int(3)}))
    old, new = written(stack, NBT), written(stack, FIRST)
    assert old is not None
    assert new is not None
    assert (old.nbt, old.components) == (stack.nbt, {})
    assert (new.nbt, new.components) == (None, {"damage": 3})


def test_components_that_a_version_lacks_are_left_out() -> None:
    stack = sword(
        {
            "damage": 3,
            "hide_tooltip": None,
            "weapon": {"itemDamagePerAttack": 1, "disableBlockingForSeconds": 0.0},
        },
        removed_components=("lore", "weapon", "hide_tooltip"),
    )
    for tables, kept, removed in (
        (FIRST, ["damage", "hide_tooltip"], ("lore", "hide_tooltip")),
        (HASHES, ["damage", "weapon"], ("lore", "weapon")),
    ):
        again = written(stack, tables)
        assert again is not None
        assert (list(again.components), again.removed_components) == (kept, removed)


@COMPONENTS
@pytest.mark.parametrize(
    "misfit",
    [
        {"enchantments": {"nothing": 1}},
        {"enchantments": 7},
        {"custom_name": "no tag"},
        {"max_damage": "many"},
        {"max_damage": None},
        {"rarity": "unheard of"},
        {"map_color": 1 << 40},
        {"profile": {"name": 1}},
        {"bundle_contents": {"contents": (ItemStack(1, "of_a_mod", 1),)}},
        {"of_a_mod": 1},
        {"damage": ComponentHash(77)},
    ],
    ids=lambda misfit: "-".join(map(str, *misfit.items())),
)
def test_a_value_that_does_not_fit_costs_its_component_and_nothing_else(
    tables: Tables, misfit: dict[str, Any]
) -> None:
    again = written(sword({"repair_cost": 5, **misfit, "max_stack_size": 9}), tables)
    assert again is not None
    assert again.components == {"repair_cost": 5, "max_stack_size": 9}


@COMPONENTS
def test_stacks_inside_a_stack_keep_their_own_components(tables: Tables) -> None:
    stone = ItemStack(tables.registries.item_ids["stone"], "stone", 2, components={"damage": 1})
    stack = ItemStack(
        tables.registries.item_ids["bundle"],
        "bundle",
        1,
        components={
            "bundle_contents": {"contents": (stone, stone)},
            "container": {"contents": (None, stone)},
        },
    )
    assert written(stack, tables) == stack
