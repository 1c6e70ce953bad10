"""How global state ids are given out to the blocks of a release: since 1.13, and before."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import prod
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

UNKNOWN = "unknown"
"""The block of states that mean nothing. Only the numbers of 1.12 and before leave such gaps."""

METADATA_BITS = 4
LEGACY_STATES = 1 << 16
"""All that a chunk of 1.12 and before can name: block ids of 12 bits, 4 bits of metadata."""

PARTS = ("half", "part")
"""Properties that tell the blocks apart which make up one door or bed. Two such are never taken for each other."""


@dataclass(frozen=True, slots=True)
class BlockKind:
    """One block."""

    name: str
    """Without namespace."""
    default: int
    """Global id of the default state."""
    properties: tuple[tuple[str, tuple[str, ...]], ...]
    """Names with their values. Each combination is a variant, numbered from 0; the last property varies fastest."""

    @property
    def variants(self) -> int:
        return prod(len(values) for _, values in self.properties)

    def values(self, variant: int) -> dict[str, str]:
        """Property values of a variant."""
        values: dict[str, str] = {}
        for name, choices in reversed(self.properties):
            variant, index = divmod(variant, len(choices))
            values[name] = choices[index]
        return dict(reversed(values.items()))

    def variant(self, values: Mapping[str, str]) -> int:
        """The variant with these values, of all properties. Raises ValueError for one that a property can't have."""
        variant = 0
        for name, choices in self.properties:
            if values[name] not in choices:
                raise ValueError(f"{self.name}: {name} can't be {values[name]!r}, only {', '.join(choices)}")
            variant = variant * len(choices) + choices.index(values[name])
        return variant


class Numbering(NamedTuple):
    """Which state is what. Arrays have one entry for each state."""

    kinds: tuple[BlockKind, ...]
    block_of_state: npt.NDArray[np.uint16]
    """Index into ``kinds``."""
    variant_of_state: npt.NDArray[np.uint16]
    shape_of_state: npt.NDArray[np.uint16]
    """Index into the shapes of the data file."""


def numbered_in_order(data: Mapping[str, Any]) -> Numbering:
    """From 1.13 on: block after block, all variants of each.

    Rows of ``data["blocks"]`` are ``[name, property numbers, variant of the default state, shape or one a state]``.
    """
    kinds: list[BlockKind] = []
    counts: list[int] = []
    shapes: list[npt.NDArray[np.uint16]] = []
    first = 0
    for name, numbers, default, shape in data["blocks"]:
        kind = BlockKind(name, first + default, _properties(data, numbers))
        kinds.append(kind)
        counts.append(kind.variants)
        shapes.append(np.broadcast_to(np.asarray(shape, dtype=np.uint16), (counts[-1],)))
        first += counts[-1]
    ends = np.cumsum(counts)
    return Numbering(
        tuple(kinds),
        np.repeat(np.arange(len(kinds), dtype=np.uint16), counts),
        (np.arange(first) - np.repeat(ends - counts, counts)).astype(np.uint16),
        np.concatenate(shapes),
    )


def numbered_by_metadata(data: Mapping[str, Any]) -> Numbering:
    """To 1.12: ``block id << 4 | metadata``, with what means nothing left to a last block, :data:`UNKNOWN`.

    Rows of ``data["blocks"]`` are ``[name, property numbers, default state, [[state, variant, shape], …]]``.
    """
    rows = data["blocks"]
    kinds = [BlockKind(name, default, _properties(data, numbers)) for name, numbers, default, _ in rows]
    block_of_state = np.full(LEGACY_STATES, len(rows), dtype=np.uint16)
    variant_of_state = np.zeros(LEGACY_STATES, dtype=np.uint16)
    shape_of_state = np.full(LEGACY_STATES, data["shapes"].index([]), dtype=np.uint16)
    for number, (_, _, _, listed) in enumerate(rows):
        states, variants, shapes = np.array(listed, dtype=np.uint16).T
        block_of_state[states] = number
        variant_of_state[states] = variants
        shape_of_state[states] = shapes
    kinds.append(BlockKind(UNKNOWN, int(np.argmax(block_of_state)), ()))
    return Numbering(tuple(kinds), block_of_state, variant_of_state, shape_of_state)


def closest_state(
    kind: BlockKind, variants: Mapping[int, int], wanted: Mapping[str, str], default: Mapping[str, str]
) -> int:
    """The state whose variant agrees with most of ``wanted``, then with most of ``default``.

    ``variants`` are those of the block's states. Where two states mean the same, the one with the highest block
    id has it: the game keeps flowing water apart from water that has come to rest, which is the higher.
    """

    def agreement(state: int) -> tuple[bool, int, int, int, int]:
        has = kind.values(variants[state])
        return (
            all(has[name] == wanted[name] for name in PARTS if name in wanted),
            sum(has[name] == value for name, value in wanted.items()),
            sum(has[name] == value for name, value in default.items()),
            state >> METADATA_BITS,
            -state,
        )

    return max(variants, key=agreement)


def _properties(data: Mapping[str, Any], numbers: list[int]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    return tuple((data["properties"][number][0], tuple(data["properties"][number][1])) for number in numbers)
