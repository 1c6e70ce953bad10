"""What an NPC and a world look like on disk, and as plain records in memory.

Each root has ``DataVersion``, Hearthkin's own count of incompatible layouts. A field of a wrong type costs
that field only: its default is taken and a warning names it. Tags that this version doesn't know are carried
from load to save, so that nothing another part (or another release) wrote is lost.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar
from uuid import UUID

import numpy as np
from nbtlib import schema
from nbtlib.tag import (
    Base,
    Byte,
    Compound,
    Double,
    Float,
    Int,
    IntArray,
    List,
    Long,
    Numeric,
    NumericInteger,
    String,
)

DATA_VERSION = 1

SkinSchema = schema("Skin", {"Value": String, "Signature": String})
"""The texture property: base64 JSON and Mojang's signature, which an unsigned skin lacks."""

NpcSchema = schema(
    "Npc",
    {
        "DataVersion": Int,
        "Id": String,
        "Name": String,
        "Kind": String,
        "UUID": IntArray,
        "Incarnation": Int,
        "Pos": List[Double],
        "Rotation": List[Float],
        "World": String,
        "Personality": String,
        "Skin": SkinSchema,
        "Health": Float,
        "Motion": List[Double],
        "FallDistance": Float,
        "OnGround": Byte,
        "Home": List[Double],
    },
)
"""``Pos`` x, y, z in blocks (feet); ``Rotation`` body yaw, pitch, head yaw in degrees; ``Kind`` and ``World``
are registry keys; ``Incarnation`` counts revivals. ``Motion`` in blocks per tick, ``FallDistance`` in blocks and
``OnGround`` are those of vanilla's entities, and absent from one that stands still; ``Home`` in blocks.
Minds add compounds of their own (``NpcBehavior``, …)."""

WorldSchema = schema(
    "World",
    {
        "DataVersion": Int,
        "Name": String,
        "WorldAge": Long,
        "Tick": Long,
        "SessionEpoch": Long,
        "Players": Compound,
    },
)
"""``WorldAge`` counts the server's ticks, ``Tick`` the simulation's, ``SessionEpoch`` starts of the proxy."""

T = TypeVar("T")


class NewerVersionError(ValueError):
    """Written by a newer Hearthkin; reading and re-writing it here would lose what that one added."""


# --- UUIDs ----------------------------------------------------------------------------------------


def uuid_to_ints(uuid: UUID) -> IntArray:
    """Four big-endian 32-bit words, as vanilla has stored UUIDs since 1.16."""
    return IntArray(np.frombuffer(uuid.bytes, ">i4"))


def uuid_from_ints(words: Any) -> UUID:
    """Raises ValueError unless there are four words."""
    if len(words) != 4:
        raise ValueError(f"{len(words)} words instead of 4")
    return UUID(bytes=np.asarray(words).astype(">i4").tobytes())


def npc_uuid(npc_id: str, incarnation: int) -> UUID:
    """The entity UUID of one life of an NPC: version 2, so that no client takes it for an account."""
    digest = hashlib.sha256(f"hearthkin:{incarnation}:{npc_id}".encode("utf-8", "surrogatepass")).digest()
    return UUID(bytes=digest[:16], version=2)


# --- reading field by field -----------------------------------------------------------------------


class _Fields:
    """Takes known fields out of a root; what is left over belongs to somebody else."""

    def __init__(self, root: Compound) -> None:
        self.rest: dict[str, Base] = dict(root)
        self.warnings: list[str] = []

    def version(self) -> None:
        version = self.take("DataVersion", DATA_VERSION, as_int)
        if version > DATA_VERSION:
            raise NewerVersionError(
                f"DataVersion {version} is newer than {DATA_VERSION}, the newest this Hearthkin knows"
            )

    def take(self, name: str, default: T, convert: Callable[[Any], T]) -> T:
        """The converted field, or the default with a warning when it is missing or of a wrong type."""
        tag = self.rest.pop(name, None)
        if tag is None:
            self.warnings.append(f"{name} is missing, {default!r} taken")
            return default
        try:
            return convert(tag)
        except (TypeError, ValueError) as error:
            self.warnings.append(f"{name} is wrong ({error}), {default!r} taken")
            return default

    def take_optional(self, name: str, convert: Callable[[Any], T]) -> T | None:
        return self.take(name, None, convert) if name in self.rest else None


def as_text(tag: Any) -> str:
    if not isinstance(tag, String):
        raise TypeError(f"{type(tag).__name__} instead of String")
    return str(tag)


def as_int(tag: Any) -> int:
    if not isinstance(tag, NumericInteger):
        raise TypeError(f"{type(tag).__name__} instead of a whole number")
    return int(tag)


def as_float(tag: Any) -> float:
    if not isinstance(tag, Numeric):
        raise TypeError(f"{type(tag).__name__} instead of a number")
    value = float(tag)
    if not math.isfinite(value):
        raise ValueError(f"{value} isn't finite")
    return value


def as_triple(tag: Any) -> tuple[float, float, float]:
    if not isinstance(tag, List):
        raise TypeError(f"{type(tag).__name__} instead of a list")
    if len(tag) != 3:
        raise ValueError(f"{len(tag)} numbers instead of 3")
    x, y, z = map(as_float, tag)
    return x, y, z


def as_uuid(tag: Any) -> UUID:
    if not isinstance(tag, IntArray):
        raise TypeError(f"{type(tag).__name__} instead of IntArray")
    return uuid_from_ints(tag)


def as_compound(tag: Any) -> Compound:
    if not isinstance(tag, Compound):
        raise TypeError(f"{type(tag).__name__} instead of Compound")
    return tag


def as_skin(tag: Any) -> tuple[str, str | None]:
    skin = as_compound(tag)
    signature = skin.get("Signature")
    return as_text(skin.get("Value")), None if signature is None else as_text(signature)


# --- records --------------------------------------------------------------------------------------


@dataclass(slots=True)
class NpcRecord:
    """What is kept of one NPC. Position in blocks (feet), angles in degrees."""

    npc_id: str
    """Stable, from config or a command; any text."""
    name: str
    uuid: UUID
    """Of the present incarnation."""
    kind: str = "player"
    """Entity type without namespace."""
    incarnation: int = 0
    """How often it has been revived."""
    position: tuple[float, float, float] = (0.0, 0.0, 0.0)
    yaw: float = 0.0
    pitch: float = 0.0
    head_yaw: float = 0.0
    world: str = "minecraft:overworld"
    personality: str = ""
    skin: tuple[str, str | None] | None = None
    """Texture property: base64 value and signature."""
    health: float = 20.0
    motion: tuple[float, float, float] = (0.0, 0.0, 0.0)
    """Blocks per tick."""
    fall_distance: float = 0.0
    """Blocks."""
    on_ground: bool = True
    home: tuple[float, float, float] | None = None
    """Where it belongs, in blocks (feet)."""
    extra: dict[str, Base] = field(default_factory=dict)
    """Further tags of the root by name, e.g. ``NpcEmotion``; kept as they are."""

    def to_nbt(self) -> Compound:
        """The root compound. The order of fields is fixed, so that equal records give equal bytes."""
        root = NpcSchema(
            {
                "DataVersion": DATA_VERSION,
                "Id": self.npc_id,
                "Name": self.name,
                "Kind": self.kind,
                "UUID": uuid_to_ints(self.uuid),
                "Incarnation": self.incarnation,
                "Pos": list(self.position),
                "Rotation": [self.yaw, self.pitch, self.head_yaw],
                "World": self.world,
                "Personality": self.personality,
                "Health": self.health,
            }
        )
        if self.skin is not None:
            value, signature = self.skin
            root["Skin"] = {"Value": value} if signature is None else {"Value": value, "Signature": signature}
        if any(self.motion):
            root["Motion"] = list(self.motion)
        if self.fall_distance:
            root["FallDistance"] = self.fall_distance
        if not self.on_ground:
            root["OnGround"] = 0
        if self.home is not None:
            root["Home"] = list(self.home)
        return _with_extra(root, self.extra)

    @classmethod
    def from_nbt(cls, root: Compound, npc_id: str) -> tuple[NpcRecord, list[str]]:
        """The record and a warning for each field that wasn't usable. ``npc_id`` is the default of ``Id``.

        Raises :class:`NewerVersionError`.
        """
        fields = _Fields(root)
        fields.version()
        npc_id = fields.take("Id", npc_id, as_text)
        incarnation = fields.take("Incarnation", 0, as_int)
        yaw, pitch, head_yaw = fields.take("Rotation", (0.0, 0.0, 0.0), as_triple)
        record = cls(
            npc_id=npc_id,
            name=fields.take("Name", npc_id, as_text),
            uuid=fields.take("UUID", npc_uuid(npc_id, incarnation), as_uuid),
            kind=fields.take("Kind", "player", as_text),
            incarnation=incarnation,
            position=fields.take("Pos", (0.0, 0.0, 0.0), as_triple),
            yaw=yaw,
            pitch=pitch,
            head_yaw=head_yaw,
            world=fields.take("World", "minecraft:overworld", as_text),
            personality=fields.take("Personality", "", as_text),
            skin=fields.take_optional("Skin", as_skin),
            health=fields.take("Health", 20.0, as_float),
            motion=fields.take_optional("Motion", as_triple) or (0.0, 0.0, 0.0),
            fall_distance=fields.take_optional("FallDistance", as_float) or 0.0,
            on_ground=fields.take_optional("OnGround", as_int) != 0,
            home=fields.take_optional("Home", as_triple),
            extra=fields.rest,
        )
        return record, fields.warnings


@dataclass(slots=True)
class WorldRecord:
    """What is kept of one world."""

    name: str
    """Any text; the key of the dimension on the server behind."""
    world_age: int = 0
    """Ticks, as the server last said."""
    tick: int = 0
    """The simulation's own clock."""
    session_epoch: int = 0
    """How often the proxy has started with this world."""
    players: Compound = field(default_factory=Compound)
    """By UUID, for what NPCs keep of players."""
    extra: dict[str, Base] = field(default_factory=dict)

    def to_nbt(self) -> Compound:
        root = WorldSchema(
            {
                "DataVersion": DATA_VERSION,
                "Name": self.name,
                "WorldAge": self.world_age,
                "Tick": self.tick,
                "SessionEpoch": self.session_epoch,
                "Players": self.players,
            }
        )
        return _with_extra(root, self.extra)

    @classmethod
    def from_nbt(cls, root: Compound, name: str) -> tuple[WorldRecord, list[str]]:
        """As :meth:`NpcRecord.from_nbt`."""
        fields = _Fields(root)
        fields.version()
        record = cls(
            name=fields.take("Name", name, as_text),
            world_age=fields.take("WorldAge", 0, as_int),
            tick=fields.take("Tick", 0, as_int),
            session_epoch=fields.take("SessionEpoch", 0, as_int),
            players=fields.take("Players", Compound(), as_compound),
            extra=fields.rest,
        )
        return record, fields.warnings


def _with_extra(root: Compound, extra: dict[str, Base]) -> Compound:
    for name, tag in extra.items():
        if name in root.schema:
            raise ValueError(f"extra tag {name} has the name of a field")
        root[name] = tag
    return root
