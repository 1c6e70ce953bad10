"""What a server says of its registries in the configuration state (1.20.2+)."""

from __future__ import annotations

from typing import Any

from proxy.messages import RegistryData
from proxy.versions.read.dimensions import VANILLA_DIMENSIONS, dimension_elements, dimension_type
from proxy.versions.read.rows import Row
from proxy.versions.read.values import nbt, skip_nbt
from proxy.versions.releases import V1_20_2, V1_20_5
from proxy.versions.tables import Tables
from proxy.wire.buffer import DecodeError, Reader
from proxy.wire.identifiers import resource_name
from world.dimension import DimensionType

DIMENSION_TYPE = "minecraft:dimension_type"


def registry_data_1_20_2(reader: Reader, tables: Tables) -> RegistryData:
    """All registries in one compound."""
    codec = nbt(reader, tables)
    elements = dimension_elements(codec)
    return RegistryData(
        registries={
            resource_name(str(name)): _codec_names(name, registry) for name, registry in codec.items()
        },
        dimension_types={name: dimension_type(name, element) for name, element in elements.items()},
    )


def _codec_names(name: str, registry: Any) -> tuple[str, ...]:
    """Entry names by number; vanilla counts without gaps."""
    try:
        by_number = {int(entry["id"]): resource_name(str(entry["name"])) for entry in registry["value"]}
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        raise DecodeError(f"registry {name} is damaged: {error!r}") from None
    return tuple(by_number[number] for number in sorted(by_number))


def registry_data_1_20_5(reader: Reader, tables: Tables) -> RegistryData:
    """One registry, whose entries' data are left out where the client has the same data pack."""
    registry = resource_name(reader.string(32767))
    names: list[str] = []
    types: dict[str, DimensionType] = {}
    vanilla = VANILLA_DIMENSIONS.at(tables.protocol)
    for _ in range(reader.count(2)):
        name = resource_name(reader.string(32767))
        names.append(name)
        has_data = reader.boolean()
        if registry != DIMENSION_TYPE:
            if has_data:
                skip_nbt(reader, tables)
        elif has_data:
            types[name] = dimension_type(name, nbt(reader, tables))
        elif name in vanilla:
            types[name] = vanilla[name]
    return RegistryData({registry: tuple(names)}, types)


CLIENTBOUND = (
    Row("configuration/registry_data", registry_data_1_20_2, since=V1_20_2),
    Row("configuration/registry_data", registry_data_1_20_5, since=V1_20_5),
)
