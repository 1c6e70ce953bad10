"""What the wire shows of the player's inventory."""

from dataclasses import dataclass, field
from uuid import UUID

import pytest

from proxy import messages as m
from proxy.tracking import inventory
from world.item import ComponentHash, ItemStack
from world.player import Player

STONE = ItemStack(1, "stone", 10)
BREAD = ItemStack(2, "bread", 3)


@dataclass
class View:
    player: Player = field(default_factory=lambda: Player("Ann", UUID(int=1)))
    window: int = 0
    window_size: int = 0
    contents: list[ItemStack | None] = field(default_factory=list)
    holds_storage: bool = False
    dragged: list[int] = field(default_factory=list)


def click(view: View, slot: int, button: int = 0, mode: int = 0, window: int = 0) -> None:
    inventory.click(view, m.ClickWindow(window, slot, button, mode, (), None, False))  # type: ignore[arg-type]


def slots(view: View) -> dict[int, tuple[str, int]]:
    return {slot: (item.name, item.count) for slot, item in view.player.inventory.items()}


def test_a_full_update_replaces_everything() -> None:
    view = View()
    view.player.inventory[20] = BREAD
    items = [None] * 46
    items[36] = STONE
    inventory.replace_all(view, m.WindowItems(0, 1, tuple(items), BREAD, True))  # type: ignore[arg-type]
    assert slots(view) == {36: ("stone", 10)}
    assert view.player.cursor == BREAD


@pytest.mark.parametrize(
    ("chest_slots", "slot", "own"), [(27, 27, 9), (27, 54, 36), (54, 89, 44), (27, 26, None)]
)
def test_a_container_window_ends_with_the_players_own_slots(
    chest_slots: int, slot: int, own: int | None
) -> None:
    view = View()
    inventory.replace_all(view, m.WindowItems(7, 1, (None,) * (chest_slots + 36), None, True))  # type: ignore[arg-type]
    inventory.set_slot(view, m.SetSlot(7, 1, slot, STONE))  # type: ignore[arg-type]
    assert slots(view) == ({} if own is None else {own: ("stone", 10)})


@pytest.mark.parametrize(
    ("index", "own"), [(0, 36), (8, 44), (9, 9), (35, 35), (36, 8), (39, 5), (40, 45), (41, None)]
)
def test_window_minus_two_counts_inventory_slots(index: int, own: int | None) -> None:
    view = View()
    inventory.set_slot(view, m.SetSlot(-2, 0, index, STONE))  # type: ignore[arg-type]
    assert slots(view) == ({} if own is None else {own: ("stone", 10)})


def test_window_minus_one_is_the_cursor() -> None:
    view = View()
    inventory.set_slot(view, m.SetSlot(-1, 0, -1, BREAD))  # type: ignore[arg-type]
    assert view.player.cursor == BREAD
    assert slots(view) == {}


def test_a_click_that_reports_its_result_is_taken_at_its_word() -> None:
    view = View()
    view.player.inventory[36] = STONE
    inventory.click(view, m.ClickWindow(0, 36, 0, 0, ((36, None), (9, BREAD)), STONE, True))  # type: ignore[arg-type]
    assert slots(view) == {9: ("bread", 3)}
    assert view.player.cursor == STONE


def test_picking_up_halving_and_putting_down() -> None:
    view = View()
    view.player.inventory[36] = ItemStack(1, "stone", 9)
    click(view, 36, button=1)
    assert slots(view) == {36: ("stone", 4)}
    assert view.player.cursor == ItemStack(1, "stone", 5)
    click(view, 9, button=1)
    assert slots(view) == {36: ("stone", 4), 9: ("stone", 1)}
    click(view, 10)
    assert slots(view) == {36: ("stone", 4), 9: ("stone", 1), 10: ("stone", 4)}
    assert view.player.cursor is None


def test_a_click_with_another_item_swaps_with_the_cursor() -> None:
    view = View()
    view.player.inventory[36] = STONE
    view.player.cursor = BREAD
    click(view, 36)
    assert slots(view) == {36: ("bread", 3)}
    assert view.player.cursor == STONE


def test_number_keys_and_the_off_hand_key_swap_slots() -> None:
    view = View()
    view.player.inventory[9] = STONE
    view.player.inventory[38] = BREAD
    click(view, 9, button=2, mode=2)
    assert slots(view) == {9: ("bread", 3), 38: ("stone", 10)}
    click(view, 9, button=40, mode=2)
    assert slots(view) == {45: ("bread", 3), 38: ("stone", 10)}


def test_throwing_one_or_all() -> None:
    view = View()
    view.player.inventory[36] = BREAD
    click(view, 36, button=0, mode=4)
    assert slots(view) == {36: ("bread", 2)}
    click(view, 36, button=1, mode=4)
    assert slots(view) == {}
    view.player.cursor = STONE
    click(view, -999, button=1)
    assert view.player.cursor == ItemStack(1, "stone", 9)
    click(view, -999)
    assert view.player.cursor is None


def test_a_containers_own_slots_and_the_craft_grid_are_left_alone() -> None:
    view = View()
    inventory.replace_all(view, m.WindowItems(7, 1, (STONE,) + (None,) * 62, None, True))  # type: ignore[arg-type]
    click(view, 0, window=7)
    click(view, 3)
    assert slots(view) == {}
    assert view.player.cursor is None


def test_slots_that_do_not_exist_are_ignored() -> None:
    view = View()
    for slot in (-5, 46, 9999):
        inventory.put(view.player, slot, STONE)
    assert slots(view) == {}


SWORD = ItemStack(3, "iron_sword", 1, components={"damage": 5})
WORN_SWORD = ItemStack(3, "iron_sword", 1, components={"damage": 200})
HASHED_SWORD = ItemStack(3, "iron_sword", 1, components={"damage": ComponentHash(-77)})


def report(view: View, slot: int, changed: dict[int, ItemStack | None], cursor: ItemStack | None) -> None:
    message = m.ClickWindow(0, slot, 0, 0, tuple(changed.items()), cursor, True)
    inventory.click(view, message)  # type: ignore[arg-type]


def test_a_hashed_stack_is_the_one_that_the_click_moved() -> None:
    view = View()
    view.player.inventory[36] = SWORD
    report(view, 36, {36: None}, HASHED_SWORD)
    assert view.player.cursor == SWORD
    report(view, 9, {9: HASHED_SWORD}, None)
    assert view.player.inventory == {9: SWORD}
    assert view.player.cursor is None


def test_hashed_stacks_that_are_swapped_keep_their_own_components() -> None:
    view = View()
    view.player.inventory[36] = SWORD
    view.player.cursor = WORN_SWORD
    report(view, 36, {36: HASHED_SWORD}, HASHED_SWORD)
    assert view.player.inventory == {36: WORN_SWORD}
    assert view.player.cursor == SWORD
    view.player.inventory[9] = SWORD
    view.player.cursor = None
    report(view, 9, {9: HASHED_SWORD, 36: HASHED_SWORD}, None)  # by a number key
    assert view.player.inventory == {9: WORN_SWORD, 36: SWORD}


def test_a_hashed_stack_out_of_a_container_stays_hashed() -> None:
    view = View()
    view.player.inventory[9] = STONE
    view.player.inventory[10] = SWORD  # not touched by the click
    report(view, 36, {36: HASHED_SWORD}, None)
    assert view.player.inventory[36] == HASHED_SWORD


def test_a_stack_picked_up_keeps_its_components() -> None:
    view = View()
    view.player.inventory[36] = ItemStack(5, "potion", 2, components={"potion_contents": {"potionId": 3}})
    click(view, 36, button=1)
    assert view.player.cursor == ItemStack(5, "potion", 1, components={"potion_contents": {"potionId": 3}})
    assert view.player.inventory[36].components == {"potion_contents": {"potionId": 3}}
