"""What the configuration says of a companion."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import isfinite
from uuid import UUID

from npc.bonds import Bond
from npc.emotion.mood import Mood
from npc.emotion.temperament import TEMPERAMENTS
from npc.modes import OFFERED, Mode

_ID = re.compile(r"[a-z0-9][a-z0-9_.-]{0,63}")
_KEY = re.compile(r"[a-z0-9_]+")
_UUID = re.compile(r"(?i:[0-9a-f]{8}(-?)[0-9a-f]{4}\1[0-9a-f]{4}\1[0-9a-f]{4}\1[0-9a-f]{12})")
_RESOURCE = re.compile(r"[a-z0-9_.-]+:[a-z0-9_./-]+")

NAME_LIMIT = 16
"""Characters of a player's name; a longer one disconnects the client that gets it."""
GREETING_LIMIT = 256
"""Characters of a chat line."""
HORIZONTAL_LIMIT = 30_000_000.0
VERTICAL_LIMIT = 20_000_000.0
"""Blocks from the origin beyond which vanilla refuses a position."""
WANDER_RADIUS_RANGE = (1.0, 64.0)
"""Blocks."""
SPEED_RANGE = (0.15, 2.5)
"""Factors on a vanilla player's walking speed (0.2158 blocks a tick)."""
STEP_HEIGHT_RANGE = (0.5, 2.0)
"""Blocks."""


def _is_player(key: str) -> bool:
    """Whether some text can be the name or the UUID of a player. Servers' own names may hold any mark."""
    return _UUID.fullmatch(key) is not None or (
        1 <= len(key) <= NAME_LIMIT and key.isprintable() and not any(map(str.isspace, key))
    )


def _names(key: str, name: str, uuid: UUID | None) -> bool:
    """Whether a name or UUID is that of somebody; case doesn't matter, as it doesn't in vanilla's commands."""
    key = key.lower()
    return key == name.lower() or (uuid is not None and key in (str(uuid), uuid.hex))


class DefinitionError(ValueError):
    """A field of a definition can't be used. The text names companion, field and value."""

    def __init__(self, npc_id: str, field: str, value: object, expected: str) -> None:
        super().__init__(f"npc {npc_id!r}: {field} {value!r}: {expected}")
        self.field = field
        self.value = value
        self.expected = expected


@dataclass(frozen=True, slots=True)
class NpcDefinition:
    """A companion as its configuration describes it.

    ``x y z`` in blocks (feet); ``yaw`` in degrees (0 south, 90 west) is where it looks when nobody is near.
    ``kind`` is an entity type; a ``minecraft:`` before it is dropped.
    ``greeting`` may hold ``{name}`` and ``{player}``; an empty one is never said.
    ``home`` (blocks, feet) is where it belongs: STAY goes back there, WANDER_BY_RADIUS keeps within ``wander_radius``
    of it; None is its place. Speeds are factors on a vanilla player's walking speed; ``step_height`` in blocks is the
    highest rise that it takes.

    Raises :class:`DefinitionError`.
    """

    id: str
    name: str
    kind: str = "player"
    skin: tuple[str, str | None] | None = None
    """Texture property: base64 value and signature."""
    world: str = "minecraft:overworld"
    x: float = 0.0
    y: float = 0.0
    z: float = 0.0
    yaw: float = 0.0
    personality: str = "default"
    greeting: str = "Hello! I'm {name}."
    unique: bool = True
    placed: bool = True
    """Whether the configuration gives a place: a change of it there moves the companion."""
    mode: Mode = Mode.STAY
    home: tuple[float, float, float] | None = None
    wander_radius: float = 8.0
    walk_speed: float = 1.0
    sprint_speed: float = 1.35
    step_height: float = 1.25
    can_swim: bool = True
    can_fly: bool = False
    open_doors: bool = False
    """Whether it goes through closed doors and gates that a hand can open; others see them open meanwhile."""
    trusts: tuple[str, ...] = ()
    """Names or UUIDs (with or without hyphens) of players who are its friends: their blows hurt its feelings more
    than they anger it. Case doesn't matter."""
    owner: str = ""
    """Name or UUID of the player whose companion it is; nobody's unless given."""
    guards: tuple[tuple[int, int, int], ...] = ()
    """Blocks of the containers that it guards: who takes anything out of one is a thief, unless a friend."""
    wary: bool = True
    """Whether it does more about those who harmed it, or whom it remembers for that, than to feel it."""
    lively: bool = True
    """Whether it does things of its own accord while nobody wants anything of it."""
    emotes: tuple[str, ...] | None = None
    """Ids of those that it has, in the order of their indices; None: all that there are."""
    on_mood: Mapping[str, str] = field(default_factory=dict)
    """Key of a mood → the emote that it plays when that becomes its primary one."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "kind", self.kind.removeprefix("minecraft:"))
        self._check("id", _ID.fullmatch(self.id), "1 to 64 of a-z 0-9 _ . - expected, no mark first")
        self._check("name", 1 <= len(self.name) <= NAME_LIMIT, f"1 to {NAME_LIMIT} characters expected")
        self._check("name", self.name.isprintable(), "it holds a control character")
        self._check("kind", _KEY.fullmatch(self.kind), "an entity type like 'player' or 'fox' expected")
        self._check("world", _RESOURCE.fullmatch(self.world), "a name like 'minecraft:overworld' expected")
        self._check(
            "personality", self.personality in TEMPERAMENTS, f"one of {', '.join(TEMPERAMENTS)} expected"
        )
        self._check(
            "greeting", len(self.greeting) <= GREETING_LIMIT, f"at most {GREETING_LIMIT} characters expected"
        )
        self._check("greeting", self.greeting.isprintable(), "it holds a control character")
        self._check("yaw", isfinite(self.yaw), "degrees expected")
        for axis, limit in (("x", HORIZONTAL_LIMIT), ("y", VERTICAL_LIMIT), ("z", HORIZONTAL_LIMIT)):
            # NaN is in no range
            self._check(axis, -limit <= getattr(self, axis) <= limit, f"blocks within ±{limit:.0f} expected")
        if self.home is not None:
            x, y, z = self.home
            inside = abs(x) <= HORIZONTAL_LIMIT and abs(y) <= VERTICAL_LIMIT and abs(z) <= HORIZONTAL_LIMIT
            self._check("home", inside, "three numbers, blocks inside the world, expected")
        self._check("mode", self.mode in OFFERED, f"one of {', '.join(map(repr, OFFERED.values()))} expected")
        for name, (least, most), unit in (
            ("wander_radius", WANDER_RADIUS_RANGE, "blocks"),
            ("walk_speed", SPEED_RANGE, "times a player's walking speed"),
            ("sprint_speed", SPEED_RANGE, "times a player's walking speed"),
            ("step_height", STEP_HEIGHT_RANGE, "blocks"),
        ):
            self._check(name, least <= getattr(self, name) <= most, f"{least:g} to {most:g} {unit} expected")
        if self.skin is not None:
            self._check("skin", self.skin[0], "the texture value is empty")
        moods = [mood.key for mood in Mood]
        self._check(
            "on_mood", all(key in moods for key in self.on_mood), f"keys out of {', '.join(moods)} expected"
        )
        emotes = self.emotes
        self._check(
            "on_mood",
            emotes is None or all(emote in emotes for emote in self.on_mood.values()),
            f"emotes that it has expected: {', '.join(emotes or ())}",
        )
        self._check(
            "trusts",
            all(map(_is_player, self.trusts)),
            f"names of players (1 to {NAME_LIMIT} characters, no spaces) or UUIDs expected",
        )
        self._check(
            "owner",
            not self.owner or _is_player(self.owner),
            f"the name of a player (1 to {NAME_LIMIT} characters, no spaces) or a UUID expected",
        )
        self._check(
            "guards",
            all(
                abs(x) <= HORIZONTAL_LIMIT and abs(y) <= VERTICAL_LIMIT and abs(z) <= HORIZONTAL_LIMIT
                for x, y, z in self.guards
            ),
            "blocks inside the world expected, three whole numbers each",
        )

    def bond(self, name: str, uuid: UUID | None) -> Bond:
        """What somebody is to it. An empty name is nobody's."""
        if self.owner and _names(self.owner, name, uuid):
            return Bond.OWNER
        return Bond.FRIEND if self.trusts_in(name, uuid) else Bond.STRANGER

    def shares_owner(self, owner: str) -> bool:
        """Whether that is its owner's name or UUID, as another companion has it."""
        uuid = UUID(owner) if _UUID.fullmatch(owner) else None
        return bool(owner and self.owner) and _names(self.owner, owner, uuid)

    def _check(self, field: str, good: object, expected: str) -> None:
        if not good:
            raise DefinitionError(self.id, field, getattr(self, field), expected)

    def trusts_in(self, name: str, uuid: UUID | None) -> bool:
        """Whether a player is one of those it trusts; case doesn't matter, as it doesn't in vanilla's commands."""
        return any(_names(trusted, name, uuid) for trusted in self.trusts)

    def greeting_for(self, player: str) -> str:
        """The greeting with its placeholders filled."""
        return self.greeting.replace("{name}", self.name).replace("{player}", player)
