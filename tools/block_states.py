"""What minecraft-data says of the states of a block: values of properties, and collision boxes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

Box = tuple[float, float, float, float, float, float]

# The extractor behind minecraft-data asked for these shapes at one position, and vanilla shifts them sideways
# by an amount that it draws from the position: the data hold that one draw. Undone here, which leaves the
# middle of what can occur (vanilla: at most 0.25 block either way for bamboo, 0.125 for dripstone).
DRAWN_OFFSETS = {"bamboo": 0.25, "pointed_dripstone": 0.125}


def property_values(state: dict[str, Any]) -> tuple[str, ...]:
    """Values of a block state property in the order in which the game numbers them."""
    if "values" in state:
        values = tuple(str(value).lower() for value in state["values"])
    elif state["type"] == "bool":
        values = ("true", "false")
    else:
        values = tuple(str(value) for value in range(state["num_values"]))
    if len(values) != state["num_values"]:
        raise SystemExit(f"property {state['name']} claims {state['num_values']} values and lists {values}")
    return values


def boxes_of_states(name: str, count: int, shapes: Any) -> Iterator[tuple[Box, ...]]:
    """Collision boxes of each of a block's states."""
    try:
        ids = shapes["blocks"][name]
    except KeyError:
        raise SystemExit(f"minecraft-data has no collision shape for {name}") from None
    ids = ids if isinstance(ids, list) else [ids] * count
    if len(ids) == 1:
        ids = ids * count
    if len(ids) != count:
        raise SystemExit(f"{name} has {count} states and {len(ids)} collision shapes")
    shift = DRAWN_OFFSETS.get(name, 0.0)
    for shape in ids:
        yield tuple(
            (x0 + shift, float(y0), z0 + shift, x1 + shift, float(y1), z1 + shift)
            for x0, y0, z0, x1, y1, z1 in shapes["shapes"][str(shape)]
        )
