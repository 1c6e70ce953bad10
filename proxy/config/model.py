"""What may stand in ``hearthkin.toml``."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, create_model

from npc.definition import NAME_LIMIT, NpcDefinition
from npc.modes import Mode
from proxy.wire.address import Address, parse_address
from proxy.wire.limits import Limits

AddressField = Annotated[Address, BeforeValidator(parse_address)]


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


class SkinTable(Table):
    """The ``textures`` property of a profile, as Mojang's session server gives it."""

    value: Annotated[str, Field(min_length=1)]
    signature: str | None = None


class NpcConfig(Table):
    name: Annotated[str, Field(min_length=1, max_length=NAME_LIMIT)]
    kind: str = "player"
    skin: SkinTable | None = None
    world: str = "minecraft:overworld"
    position: tuple[float, float, float] | None = None
    """Blocks. Without one the companion settles beside the first player who comes."""
    yaw: float = 0.0
    personality: str = "default"
    greeting: str = "Hello! I'm {name}."
    unique: bool = True
    mode: Literal["stay", "wander", "wander_by_radius"] = "stay"
    home: tuple[float, float, float] | None = None
    """Blocks. Without one it is where the companion is put or settles."""
    wander_radius: float = 8.0
    walk_speed: float = 1.0
    sprint_speed: float = 1.35
    step_height: float = 1.25
    can_swim: bool = True
    can_fly: bool = False
    open_doors: bool = False

    def definition(self, npc_id: str) -> NpcDefinition:
        """What the simulation takes. Raises :class:`npc.definition.DefinitionError`."""
        x, y, z = self.position or (0.0, 0.0, 0.0)
        return NpcDefinition(
            id=npc_id,
            name=self.name,
            kind=self.kind,
            skin=(self.skin.value, self.skin.signature) if self.skin else None,
            world=self.world,
            x=x,
            y=y,
            z=z,
            yaw=self.yaw,
            personality=self.personality,
            greeting=self.greeting,
            unique=self.unique,
            placed=self.position is not None,
            mode=Mode[self.mode.upper()],
            home=self.home,
            wander_radius=self.wander_radius,
            walk_speed=self.walk_speed,
            sprint_speed=self.sprint_speed,
            step_height=self.step_height,
            can_swim=self.can_swim,
            can_fly=self.can_fly,
            open_doors=self.open_doors,
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
    limits: LimitsTable = Field(default_factory=LimitsTable)  # type: ignore[valid-type]
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    npc: dict[str, NpcConfig] = {}

    def limits_object(self) -> Limits:
        return Limits(**self.limits.model_dump())  # type: ignore[attr-defined]
