"""Clicks in a chest's window, worked out where a client doesn't say what comes of them."""

from collections import Counter
from types import SimpleNamespace
from typing import Any
from uuid import UUID

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from proxy import messages as m
from proxy.tracking import inventory
from proxy.tracking.client_view import ClientView
from proxy.tracking.inventory import COLLECT, DRAG, OUTSIDE, PICKUP, QUICK_MOVE, SWAP, THROW
from proxy.versions import supported
from world.item import ItemStack

CHEST = 27
FIRST_OWN, FIRST_HOTBAR, LAST = CHEST, CHEST + 27, CHEST + 35
"""Slots of the window."""
LEFT, RIGHT = 0, 1


def gold(count: int) -> ItemStack:
    return ItemStack(300, "gold_ingot", count)


def dirt(count: int) -> ItemStack:
    return ItemStack(3, "dirt", count)


def shown(slots: dict[int, ItemStack]) -> ClientView:
    """A client that has a chest open; by slot of the window, what is there."""
    bridge: Any = SimpleNamespace(
        session=1,
        profile_name="Ann",
        profile_uuid=UUID(int=7),
        family=supported()[0],
        backend_name="server:1",
    )
    view = ClientView(bridge, None)  # type: ignore[arg-type]
    view.show_window(1)
    view.holds_storage = True
    items = tuple(slots.get(slot) for slot in range(LAST + 1))
    inventory.replace_all(view, m.WindowItems(1, 1, items, None, False))
    return view


def click(view: ClientView, slot: int, button: int = LEFT, mode: int = PICKUP) -> None:
    inventory.click(view, m.ClickWindow(1, slot, button, mode, (), None, False))


def held(view: ClientView) -> dict[int, tuple[str, int]]:
    """By slot of the window, what is there."""
    own = {slot - 9 + CHEST: stack for slot, stack in view.player.inventory.items() if 9 <= slot <= 44}
    slots = {slot: stack for slot, stack in enumerate(view.contents) if stack is not None} | own
    return {slot: (stack.name, stack.count) for slot, stack in slots.items()}


def cursor(view: ClientView) -> tuple[str, int] | None:
    stack = view.player.cursor
    return None if stack is None else (stack.name, stack.count)


def test_a_stack_is_picked_up_and_laid_into_the_own_slots() -> None:
    view = shown({3: gold(10)})
    click(view, 3)
    assert (held(view), cursor(view)) == ({}, ("gold_ingot", 10))
    click(view, FIRST_OWN)
    assert (held(view), cursor(view)) == ({FIRST_OWN: ("gold_ingot", 10)}, None)


def test_the_right_button_takes_the_larger_half_and_lays_down_one() -> None:
    view = shown({3: gold(5)})
    click(view, 3, RIGHT)
    assert (held(view), cursor(view)) == ({3: ("gold_ingot", 2)}, ("gold_ingot", 3))
    click(view, 3, RIGHT)
    click(view, 4, RIGHT)
    assert (held(view), cursor(view)) == ({3: ("gold_ingot", 3), 4: ("gold_ingot", 1)}, ("gold_ingot", 1))


def test_a_half_that_is_laid_back_is_all_there_again() -> None:
    view = shown({3: gold(5)})
    click(view, 3, RIGHT)
    click(view, 3)
    assert (held(view), cursor(view)) == ({3: ("gold_ingot", 5)}, None)


def test_stacks_merge_up_to_a_full_one() -> None:
    view = shown({3: gold(40), 4: gold(30)})
    click(view, 3)
    click(view, 4)
    assert (held(view), cursor(view)) == ({4: ("gold_ingot", 64)}, ("gold_ingot", 6))


def test_another_stack_changes_places_with_the_cursor() -> None:
    view = shown({3: gold(5), 4: dirt(2)})
    click(view, 3)
    click(view, 4, RIGHT)
    assert (held(view), cursor(view)) == ({4: ("gold_ingot", 5)}, ("dirt", 2))


def test_a_shift_click_moves_a_stack_over_onto_like_ones_first() -> None:
    view = shown({3: gold(10), FIRST_OWN: gold(60)})
    click(view, 3, mode=QUICK_MOVE)
    assert held(view) == {FIRST_OWN: ("gold_ingot", 64), LAST: ("gold_ingot", 6)}
    click(view, FIRST_OWN, mode=QUICK_MOVE)
    assert held(view) == {0: ("gold_ingot", 64), LAST: ("gold_ingot", 6)}


def test_a_shift_click_into_full_slots_moves_nothing() -> None:
    full = {slot: dirt(64) for slot in range(FIRST_OWN, LAST + 1)}
    view = shown({3: gold(10)} | full)
    click(view, 3, mode=QUICK_MOVE)
    assert held(view)[3] == ("gold_ingot", 10)


def test_a_number_key_changes_a_slot_for_that_of_the_hotbar() -> None:
    view = shown({3: gold(10), FIRST_HOTBAR + 2: dirt(1)})
    click(view, 3, 2, SWAP)
    assert held(view) == {3: ("dirt", 1), FIRST_HOTBAR + 2: ("gold_ingot", 10)}
    click(view, 3, 77, SWAP)
    assert held(view)[3] == ("dirt", 1)


def test_what_is_dropped_is_gone_one_by_one_or_all_at_once() -> None:
    view = shown({3: gold(10), 4: gold(10)})
    click(view, 3, mode=THROW)
    click(view, 4, 1, THROW)
    assert held(view) == {3: ("gold_ingot", 9)}
    click(view, 3)
    click(view, OUTSIDE, RIGHT)
    assert cursor(view) == ("gold_ingot", 8)
    click(view, OUTSIDE)
    assert (held(view), cursor(view)) == ({}, None)


def drag(view: ClientView, button: int, *slots: int) -> None:
    click(view, OUTSIDE, button * 4, DRAG)
    for slot in slots:
        click(view, slot, button * 4 + 1, DRAG)
    click(view, OUTSIDE, button * 4 + 2, DRAG)


def test_the_left_button_shares_a_stack_among_the_slots_it_is_dragged_over_and_keeps_the_rest() -> None:
    view = shown({3: gold(11)})
    click(view, 3)
    drag(view, LEFT, 5, 6, FIRST_OWN)
    each = ("gold_ingot", 3)
    assert (held(view), cursor(view)) == ({5: each, 6: each, FIRST_OWN: each}, ("gold_ingot", 2))


def test_the_right_button_leaves_one_in_each() -> None:
    view = shown({3: gold(2), 5: dirt(1)})
    click(view, 3)
    drag(view, RIGHT, 4, 5, 6, 7)
    assert (held(view), cursor(view)) == (
        {4: ("gold_ingot", 1), 5: ("dirt", 1), 6: ("gold_ingot", 1)}, None,
    )  # fmt: skip


def test_a_double_click_gathers_all_of_a_kind() -> None:
    view = shown({3: gold(5), 4: gold(6), 5: dirt(7), FIRST_OWN: gold(60)})
    click(view, 3)
    click(view, 3, mode=COLLECT)
    assert (held(view), cursor(view)) == ({5: ("dirt", 7), FIRST_OWN: ("gold_ingot", 7)}, ("gold_ingot", 64))


@pytest.mark.parametrize("slot", [-1, LAST + 1, 4000])
@pytest.mark.parametrize("mode", range(8))
def test_a_slot_that_the_window_does_not_have_changes_nothing(slot: int, mode: int) -> None:
    view = shown({3: gold(5)})
    click(view, slot, mode=mode)
    assert (held(view), cursor(view)) == ({3: ("gold_ingot", 5)}, None)


stacks = st.one_of(st.none(), st.integers(1, 64).map(gold), st.integers(1, 64).map(dirt))
some_slots = st.one_of(
    st.integers(0, 3), st.integers(FIRST_OWN, FIRST_OWN + 2), st.integers(FIRST_HOTBAR, LAST)
)
clicks = st.tuples(some_slots, st.integers(0, 10), st.sampled_from([PICKUP, QUICK_MOVE, SWAP, DRAG, COLLECT]))


@given(st.dictionaries(some_slots, stacks, max_size=8), st.lists(clicks, max_size=12))
@example(
    {FIRST_OWN: gold(1)}, [(FIRST_OWN, 9, SWAP)]
)  # no key has that number, and the off hand hasn't either
@settings(max_examples=150)
def test_nothing_comes_from_nowhere_and_nothing_is_lost(
    before: dict[int, ItemStack | None], made: list[tuple[int, int, int]]
) -> None:
    view = shown({slot: stack for slot, stack in before.items() if stack is not None})

    def counted() -> Counter[str]:
        counts: Counter[str] = Counter()
        for name, count in held(view).values():
            assert 0 < count <= 64
            counts[name] += count
        if (carried := cursor(view)) is not None:
            assert 0 < carried[1] <= 64
            counts[carried[0]] += carried[1]
        return counts

    first = counted()
    for slot, button, mode in made:
        click(view, slot, button if mode in (SWAP, DRAG) else button % 2, mode)
        assert counted() == first
