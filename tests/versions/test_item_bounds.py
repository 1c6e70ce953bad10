"""Items that lie about what they hold."""

from __future__ import annotations

import pytest

from proxy.messages import CreativeSlot, SetSlot
from proxy.versions import family_for, supported
from proxy.versions.base import ProtocolFamily
from proxy.versions.protodef.compiler import MAX_DEPTH
from proxy.versions.releases import V1_20_5, V1_21_5, V26_1
from proxy.wire.buffer import DecodeError
from proxy.wire.frame import pack_varint as varint
from world.item import ItemStack

FAMILIES = pytest.mark.parametrize(
    "family",
    [family for family in supported() if family.protocol in (V1_20_5, V1_21_5, V26_1)],
    ids=lambda family: family.minecraft,
)
STONE = varint(1)
HUGE = varint(2**31 - 1)


def number(family: ProtocolFamily, component: str) -> bytes:
    return varint(family.tables.layouts.components.index(component))  # type: ignore[attr-defined]


def read(family: ProtocolFamily, stack: bytes) -> ItemStack | None:
    message = family.decode("clientbound", "set_slot", bytes(4) + stack)
    assert isinstance(message, SetSlot)
    return message.item


def with_component(family: ProtocolFamily, component: str, value: bytes) -> bytes:
    return varint(1) + STONE + varint(1) + varint(0) + number(family, component) + value


@FAMILIES
def test_an_error_names_the_component(family: ProtocolFamily) -> None:
    with pytest.raises(DecodeError, match=r"^set_slot: item component max_damage: "):
        read(family, with_component(family, "max_damage", b"\xff" * 6))
    inner = with_component(family, "damage", b"")
    if family.protocol >= V26_1:
        inner = STONE + varint(1) + inner[2:]
    with pytest.raises(DecodeError, match="item component bundle_contents: item component damage: "):
        read(family, with_component(family, "bundle_contents", varint(1) + inner))


@FAMILIES
def test_a_component_without_a_name_is_refused(family: ProtocolFamily) -> None:
    last = len(family.tables.layouts.components) - 1  # type: ignore[attr-defined]
    for wrong in (last + 1, -1):
        for stack in (varint(1) + varint(0) + varint(wrong), varint(0) + varint(1) + varint(wrong)):
            with pytest.raises(DecodeError, match=f"item component {wrong}, {last} is the last"):
                read(family, varint(1) + STONE + stack)


@FAMILIES
@pytest.mark.parametrize("counts", [HUGE + varint(0), varint(0) + HUGE, varint(-1) + varint(1), HUGE + HUGE])
def test_more_components_than_bytes_are_refused_at_once(family: ProtocolFamily, counts: bytes) -> None:
    with pytest.raises(DecodeError, match=r"item components before byte"):
        read(family, varint(1) + STONE + counts + bytes(50))


@FAMILIES
def test_a_stack_of_none_or_less_is_empty(family: ProtocolFamily) -> None:
    for count in (0, -1):
        assert read(family, varint(count)) is None


def nested_bundles(family: ProtocolFamily, depth: int) -> bytes:
    """The innermost is a stone."""
    stack = STONE + varint(0) + varint(0)
    for _ in range(depth - 1):
        # Inside others, 26.1 has templates: they say what they are before how many.
        inner = stack[:1] + varint(1) + stack[1:] if family.protocol >= V26_1 else varint(1) + stack
        stack = STONE + varint(1) + varint(0) + number(family, "bundle_contents") + varint(1) + inner
    return varint(1) + stack


@FAMILIES
def test_bundles_inside_one_another_have_a_bound(family: ProtocolFamily) -> None:
    item, depth = read(family, nested_bundles(family, MAX_DEPTH)), 0
    while item is not None:
        depth += 1
        item = item.components["bundle_contents"]["contents"][0] if item.components else None
    assert depth == MAX_DEPTH
    with pytest.raises(DecodeError, match=f"item stack more than {MAX_DEPTH} levels deep"):
        read(family, nested_bundles(family, MAX_DEPTH + 1))


def creative(value: bytes, *, length: int | None = None) -> ItemStack | None:
    family = family_for(V1_21_5)
    assert family is not None
    claimed = len(value) if length is None else length
    stack = varint(1) + STONE + varint(1) + varint(0) + number(family, "damage") + varint(claimed) + value
    message = family.decode("serverbound", "creative_inventory_action", bytes(2) + stack)
    assert isinstance(message, CreativeSlot)
    return message.item


def test_an_untrusted_component_is_as_long_as_it_says() -> None:
    item = creative(varint(300))
    assert item is not None
    assert item.components == {"damage": 300}
    with pytest.raises(DecodeError, match="item component damage: 1 bytes left over"):
        creative(varint(300) + b"\x00")
    with pytest.raises(DecodeError, match="item component damage: VarInt cut short"):
        creative(varint(300), length=1)
    with pytest.raises(DecodeError, match="3 elements claimed"):
        creative(varint(300), length=3)
