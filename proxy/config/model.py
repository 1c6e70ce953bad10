"""What may stand in ``hearthkin.toml``."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, create_model, model_validator

from npc.clock import wall_clock
from npc.definition import NAME_LIMIT, NpcDefinition
from npc.emotes import ClipTable, EmoteTable, Repertoire, shipped_repertoire
from npc.memory.forgetting import ALPHA, ALPHA_RANGE
from npc.minds import MindSettings
from npc.modes import Mode
from npc.perception import Thresholds
from proxy.wire.address import Address, parse_address
from proxy.wire.limits import Limits

AddressField = Annotated[Address, BeforeValidator(parse_address)]


_THRESHOLDS = Thresholds()


class Table(BaseModel):
    """A table in which an unknown key is an error, for a typo there would otherwise go unnoticed."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class ServerTable(Table):
    address: AddressField = Address("127.0.0.1", 25565)


class ListenTable(Table):
    address: AddressField = Address("127.0.0.1", 25566)


class SavesTable(Table):
    folder: Path = Path("saves")
    autosave_seconds: Annotated[float, Field(gt=0)] = 60.0


class DisplayTable(Table):
    mood: bool = True
    """Whether a companion's mood shows as a symbol behind its name."""


class MemoryTable(Table):
    """See :class:`npc.minds.MindSettings`."""

    alpha: Annotated[float, Field(ge=ALPHA_RANGE[0], le=ALPHA_RANGE[1])] = ALPHA
    confront: Annotated[float, Field(gt=0.0, lt=1.0)] = _THRESHOLDS.confront
    search: Annotated[float, Field(ge=0.0, lt=1.0)] = _THRESHOLDS.search
    margin: Annotated[float, Field(ge=0.0, lt=0.5)] = _THRESHOLDS.margin
    while_away: bool = False
    """Whether companions forget while the proxy doesn't run, too."""

    @model_validator(mode="after")
    def _check(self) -> Self:
        self.thresholds()
        return self

    def thresholds(self) -> Thresholds:
        """Raises ValueError where they aren't in order."""
        return Thresholds(self.confront, self.search, self.margin)

    def settings(self) -> MindSettings:
        """What the simulation takes."""
        return MindSettings(self.alpha, self.thresholds(), wall_clock if self.while_away else None)


class SkinTable(Table):
    """The ``textures`` property of a profile, as Mojang's session server gives it."""

    value: Annotated[str, Field(min_length=1)]
    signature: str | None = None


_DEFAULT: dict[str, Any] = {field.name: field.default for field in dataclasses.fields(NpcDefinition)}
"""Of a companion's keys: what the simulation takes when they are left out."""


class NpcConfig(Table):
    name: Annotated[str, Field(min_length=1, max_length=NAME_LIMIT)]
    kind: str = _DEFAULT["kind"]
    skin: SkinTable | None = None
    world: str = _DEFAULT["world"]
    position: tuple[float, float, float] | None = None
    """Blocks. Without one the companion settles beside the first player who comes."""
    yaw: float = _DEFAULT["yaw"]
    personality: str = _DEFAULT["personality"]
    greeting: str = _DEFAULT["greeting"]
    unique: bool = _DEFAULT["unique"]
    mode: Literal["stay", "wander", "wander_by_radius"] = "stay"
    home: tuple[float, float, float] | None = None
    """Blocks. Without one it is where the companion is put or settles."""
    wander_radius: float = _DEFAULT["wander_radius"]
    walk_speed: float = _DEFAULT["walk_speed"]
    sprint_speed: float = _DEFAULT["sprint_speed"]
    step_height: float = _DEFAULT["step_height"]
    can_swim: bool = _DEFAULT["can_swim"]
    can_fly: bool = _DEFAULT["can_fly"]
    open_doors: bool = _DEFAULT["open_doors"]
    trusts: tuple[str, ...] = _DEFAULT["trusts"]
    owner: str = _DEFAULT["owner"]
    guards: tuple[tuple[int, int, int], ...] = _DEFAULT["guards"]
    wary: bool = _DEFAULT["wary"]
    lively: bool = _DEFAULT["lively"]
    emotes: tuple[str, ...] | None = _DEFAULT["emotes"]
    on_mood: dict[str, str] = {}

    def definition(self, npc_id: str) -> NpcDefinition:
        """What the simulation takes. Raises :class:`npc.definition.DefinitionError`."""
        x, y, z = self.position or (0.0, 0.0, 0.0)
        return NpcDefinition(
            id=npc_id,
            x=x,
            y=y,
            z=z,
            placed=self.position is not None,
            skin=(self.skin.value, self.skin.signature) if self.skin else None,
            mode=Mode[self.mode.upper()],
            **self.model_dump(exclude={"position", "skin", "mode"}),
        )


def _limits_table() -> type[Table]:
    """Every figure of :class:`proxy.wire.limits.Limits` as an optional key of the same name and type."""
    fields: dict[str, Any] = {
        field.name: (Annotated[type(field.default), Field(ge=0)], field.default)
        for field in dataclasses.fields(Limits)
        if isinstance(field.default, (bool, int, float))
    }
    return create_model("LimitsTable", __base__=Table, **fields)


LimitsTable = _limits_table()


class Config(Table):
    server: ServerTable = ServerTable()
    listen: ListenTable = ListenTable()
    saves: SavesTable = SavesTable()
    display: DisplayTable = DisplayTable()
    memory: MemoryTable = MemoryTable()
    limits: LimitsTable = Field(default_factory=LimitsTable)  # type: ignore[valid-type]
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    clip: dict[Annotated[str, Field(min_length=1)], ClipTable] = {}
    emote: dict[Annotated[str, Field(min_length=1)], EmoteTable] = {}
    npc: dict[str, NpcConfig] = {}

    def repertoire(self) -> Repertoire:
        """Clips and emotes of the package, and those that stand here. Raises :class:`npc.emotes.EmoteError`."""
        clips = {key: table.clip(key) for key, table in self.clip.items()}
        return shipped_repertoire().with_more(self.emote, clips)

    def limits_object(self) -> Limits:
        return Limits(**self.limits.model_dump())  # type: ignore[attr-defined]
