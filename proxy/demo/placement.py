"""What a click does to blocks: breaking, placing with the right orientation, opening doors.

Pure rules over a :class:`proxy.demo.world.DemoWorld`; results are blocks by place, not yet put.
"""

from __future__ import annotations

from dataclasses import dataclass

from proxy.demo.blocks import AIR, OPPOSITE, SIDES, WATER, Block
from proxy.demo.world import Cell, DemoWorld
from world.blocks import BlockKind, BlockTable

FACES = ("down", "up", "north", "south", "west", "east")
_OFFSETS = ((0, -1, 0), (0, 1, 0), (0, 0, -1), (0, 0, 1), (-1, 0, 0), (1, 0, 0))
_AXES = ("y", "y", "z", "z", "x", "x")

_REPLACEABLE = frozenset(
    {
        "air",
        "dead_bush",
        "fern",
        "fire",
        "grass",
        "large_fern",
        "lava",
        "seagrass",
        "short_grass",
        "snow",
        "tall_grass",
        "tall_seagrass",
        "vine",
        "water",
    }
)
_IN_WATER = frozenset({"kelp", "kelp_plant", "seagrass", "tall_seagrass"})
_STANDING = frozenset(
    {
        "allium",
        "azure_bluet",
        "beetroots",
        "blue_orchid",
        "brown_mushroom",
        "carrots",
        "cornflower",
        "dandelion",
        "dead_bush",
        "fern",
        "grass",
        "large_fern",
        "lilac",
        "lily_of_the_valley",
        "lily_pad",
        "orange_tulip",
        "oxeye_daisy",
        "peony",
        "pink_tulip",
        "poppy",
        "potatoes",
        "red_mushroom",
        "red_tulip",
        "rose_bush",
        "short_grass",
        "snow",
        "sugar_cane",
        "sunflower",
        "tall_grass",
        "torch",
        "soul_torch",
        "wheat",
        "white_tulip",
        "wither_rose",
    }
)
_STANDING_ENDINGS = ("_carpet", "_door", "_pressure_plate", "_sapling")
_OPENING_ENDINGS = ("_door", "_trapdoor", "_fence_gate")
_USED_ENDINGS = ("_bed", "_button", "anvil", "chest", "furnace", "shulker_box", "_table")
_USED = frozenset({"barrel", "beacon", "bell", "grindstone", "lever", "loom", "smoker", "stonecutter"})
_WALL_FORMS = {
    "torch": "wall_torch",
    "soul_torch": "soul_wall_torch",
    "redstone_torch": "redstone_wall_torch",
}


@dataclass(frozen=True, slots=True)
class Click:
    """A use of an item on a block. ``face`` as on the wire: an index into :data:`FACES`."""

    cell: Cell
    face: int
    cursor: tuple[float, float, float]
    """Where on the block, 0–1 from its lowest corner."""
    yaw: float
    pitch: float

    @property
    def direction(self) -> str:
        """The horizontal direction that the player looks in."""
        return ("south", "west", "north", "east")[round(self.yaw / 90.0) & 3]

    @property
    def upper(self) -> bool:
        """Whether the click asks for the upper half: on the lower face, or high on a side."""
        return self.face == 0 or (self.face != 1 and self.cursor[1] > 0.5)


def offset(cell: Cell, face: int) -> Cell:
    """The place next to a block's face. Raises IndexError for a face that isn't 0–5."""
    if not 0 <= face < len(_OFFSETS):
        raise IndexError(f"a block has no face {face}")
    dx, dy, dz = _OFFSETS[face]
    return cell[0] + dx, cell[1] + dy, cell[2] + dz


def broken(world: DemoWorld, cell: Cell) -> dict[Cell, Block]:
    """What changes when a block is broken: it, its other half, and what stood on it."""
    block = world.block(cell)
    if block.name in {"air", "water", "lava"} or not world.holds(cell):
        return {}
    changes = {cell: _left_behind(block)}
    other = _other_half(world, cell, block)
    if other is not None:
        changes[other] = AIR
    for gone in tuple(changes):
        above = gone[0], gone[1] + 1, gone[2]
        while above not in changes and _stands(world.block(above)):
            changes[above] = AIR
            above = above[0], above[1] + 1, above[2]
    return changes


def _left_behind(block: Block) -> Block:
    return WATER if block.name in _IN_WATER or block.get("waterlogged") == "true" else AIR


def _stands(block: Block) -> bool:
    name = block.name
    return (
        name in _STANDING
        or name.endswith(_STANDING_ENDINGS)
        or (
            name.endswith("lantern")
            and block.get("hanging") != "true"
            and name not in {"jack_o_lantern", "sea_lantern"}
        )
    )


def _other_half(world: DemoWorld, cell: Cell, block: Block) -> Cell | None:
    x, y, z = cell
    half, part = block.get("half"), block.get("part")
    if half in {"lower", "upper"}:
        other = x, y + (1 if half == "lower" else -1), z
    elif part in {"head", "foot"}:
        dx, dz = SIDES[block.get("facing")]
        sign = 1 if part == "foot" else -1
        other = x + sign * dx, y, z + sign * dz
    else:
        return None
    return other if world.block(other).name == block.name else None


def used(world: DemoWorld, cell: Cell) -> dict[Cell, Block] | None:
    """What a click on a block does by itself: doors, gates and trapdoors open or close.

    None: nothing, so that an item may be placed against it. Empty: the block takes the click and stays.
    """
    block = world.block(cell)
    name = block.name
    if name.endswith(_OPENING_ENDINGS) and not name.startswith("iron_"):
        is_open = "false" if block.get("open") == "true" else "true"
        changes = {cell: block.but(open=is_open)}
        other = _other_half(world, cell, block) if name.endswith("_door") else None
        if other is not None:
            changes[other] = world.block(other).but(open=is_open)
        return changes
    if name in _USED or name.endswith(_USED_ENDINGS):
        return {}
    return None


def placed(world: DemoWorld, click: Click, item: str, table: BlockTable) -> dict[Cell, Block]:
    """What changes when ``item`` is used on a block; nothing where it isn't a block or has no room.

    ``table`` is that of the placing client's version: it knows which properties the block has.
    """
    if item not in table or item in {"air", "cave_air", "void_air"}:
        return {}
    name = _WALL_FORMS.get(item, item) if click.face >= 2 else item
    if name not in table:
        name = item
    clicked = world.block(click.cell)
    doubled = _doubled_slab(clicked, click, name)
    if doubled is not None:
        return {click.cell: doubled}
    cell = click.cell if clicked.name in _REPLACEABLE else offset(click.cell, click.face)
    existing = world.block(cell)
    if existing.name not in _REPLACEABLE or not world.holds(cell):
        return {}
    kind = table.kinds[table.block_id(name)]
    block = _oriented(kind, click, existing)
    if block is None:
        return {}
    changes = {cell: world.joined(cell, block)}
    second = _second_half(cell, block)
    if second is not None:
        other, half = second
        if world.block(other).name not in _REPLACEABLE or not world.holds(other):
            return {}
        changes[other] = half
    return changes


def _doubled_slab(clicked: Block, click: Click, name: str) -> Block | None:
    """Two slabs of a kind make a double slab, which holds no water."""
    if clicked.name != name or not name.endswith("_slab"):
        return None
    kind = clicked.get("type", "bottom")
    if (kind == "bottom" and click.face == 1) or (kind == "top" and click.face == 0):
        return Block.of(name, type="double")
    return None


def _second_half(cell: Cell, block: Block) -> tuple[Cell, Block] | None:
    x, y, z = cell
    if block.get("half") == "lower":
        return (x, y + 1, z), block.but(half="upper")
    if block.get("part") == "foot":
        dx, dz = SIDES[block.get("facing")]
        return (x + dx, y, z + dz), block.but(part="head")
    return None


def _oriented(kind: BlockKind, click: Click, existing: Block) -> Block | None:
    """The state that a player means by this click; None where the block can't hang there."""
    values = dict(kind.properties)
    chosen: dict[str, str] = {}
    side = FACES[click.face] if click.face >= 2 else None
    if "axis" in values:
        chosen["axis"] = _AXES[click.face]
    if "type" in values and "double" in values["type"]:
        chosen["type"] = "top" if click.upper else "bottom"
    if "half" in values:
        chosen["half"] = "lower" if "lower" in values["half"] else "top" if click.upper else "bottom"
    if "part" in values:
        chosen["part"] = "foot"
    if "hanging" in values:
        chosen["hanging"] = "true" if click.face == 0 else "false"
    if "persistent" in values:
        chosen["persistent"] = "true"
    if "face" in values:
        chosen["face"] = ("ceiling", "floor", "wall", "wall", "wall", "wall")[click.face]
    if "facing" in values:
        facing = _facing(kind.name, values, click, side)
        if facing is None:
            return None
        chosen["facing"] = facing
    if "waterlogged" in values:
        chosen["waterlogged"] = "true" if existing == WATER or existing.name == "seagrass" else "false"
    return Block.of(kind.name, **chosen)


def _facing(name: str, values: dict[str, tuple[str, ...]], click: Click, side: str | None) -> str | None:
    if name == "ladder" or "wall_" in name:
        return side
    if "face" in values:
        return side or click.direction
    if name.endswith("trapdoor"):
        return side or OPPOSITE[click.direction]
    if "up" in values["facing"] and not name.endswith("barrel"):
        if "rod" in name or "shulker_box" in name or "amethyst" in name:
            return FACES[click.face]
        if abs(click.pitch) > 45.0:
            return "up" if click.pitch > 0 else "down"
        return OPPOSITE[click.direction]
    away = name.endswith(("_stairs", "_door", "_bed", "_fence_gate", "campfire"))
    return click.direction if away else OPPOSITE[click.direction]
