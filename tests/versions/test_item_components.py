"""Every component of an item, every type of metadata and every particle, as node-minecraft-protocol writes them.

Where minecraft-data contradicts vanilla, node-minecraft-protocol writes what no server sends: these are in
``test_vanilla_layouts``.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import generate_layouts
import pytest
from expected.metadata import OUR_NAMES
from expected.values import plain
from hypothesis import given, settings
from hypothesis import strategies as st
from judge import Judge
from layout_patches import PATCHES, Patch
from minecraft_data_names import minecraft_data
from protodef_samples import ProtoDef
from samples.metadata import packets

from proxy.messages import EntityMetadata, WindowItems
from proxy.versions import supported
from proxy.versions.base import ProtocolFamily
from proxy.versions.read.metadata import VALUES
from proxy.versions.releases import V1_19_4, V1_20_5
from proxy.versions.write.items import pack_item
from proxy.wire.buffer import DecodeError
from proxy.wire.frame import pack_varint, read_varint
from world.item import ItemStack

WITH_COMPONENTS = [family for family in supported() if family.protocol >= V1_20_5]
WITH_NAMED_TYPES = [family for family in supported() if family.protocol >= V1_19_4]
VARIANTS = 12
"""Samples of each type: options there and not, cases of switches, arrays of several lengths."""

Case = tuple[str, str, dict[str, Any], Any]
"""What it is, minecraft-data's name of the packet, its parameters, what we read."""


def names_in(definition: Any) -> Iterator[str]:
    """All strings of a definition, its types' names among them."""
    if isinstance(definition, str):
        yield definition
    elif isinstance(definition, dict):
        for part in definition.values():
            yield from names_in(part)
    elif isinstance(definition, list):
        for part in definition:
            yield from names_in(part)


def patched(key: str, definition: Any, types: dict[str, Any], wrong: set[str]) -> bool:
    """Whether a definition, or one that it refers to, isn't vanilla's. ``wrong``: kind/name of those."""
    seen: set[str] = set()
    waiting = list(names_in(definition))
    while waiting:
        name = waiting.pop()
        if name not in seen and name in types and name not in ("Slot", "ItemStackTemplate"):
            seen.add(name)
            waiting += names_in(types[name])
    return key in wrong or any(f"type/{name}" in wrong for name in seen)


def wrong_layouts(protocol: int) -> set[str]:
    return {patch.key for patch in PATCHES if patch.first <= protocol <= patch.last}


def component_cases(family: ProtocolFamily, peers: Path, wrong: set[str]) -> Iterator[Case]:
    types = minecraft_data(peers, family.minecraft, "protocol")["types"]
    protodef = ProtoDef(types, family)
    for name, definition in types["SlotComponent"][1][1]["type"][1]["fields"].items():
        if patched(f"component/{name}", definition, types, wrong):
            continue
        random = Random(name)
        samples = [protodef.sample(random, definition) for _ in range(VARIANTS)]
        stacks = [
            {
                **{"itemId": 1, "itemCount": 1, "addedComponentCount": 1, "removedComponentCount": 0},
                **{"components": [{"type": name, "data": data}], "removeComponents": []},
            }
            for data, _ in samples
        ]
        params = {"windowId": 0, "stateId": 0, "items": stacks, "carriedItem": {"itemCount": 0}}
        yield f"component {name}", "window_items", params, [wanted for _, wanted in samples]


def metadata_cases(family: ProtocolFamily, peers: Path, wrong: set[str]) -> Iterator[Case]:
    types = minecraft_data(peers, family.minecraft, "protocol")["types"]
    protodef = ProtoDef(types, family)
    entry = types.get("entityMetadataEntry") or types["entityMetadata"][1]["type"]
    value = entry[1][2]["type"]
    fields = value[1]["fields"] if value[0] == "switch" else types["entityMetadataItem"][1]["fields"]
    for name, definition in fields.items():
        ours = OUR_NAMES.get(name, name)
        if ours in VALUES or patched(f"metadata/{ours}", definition, types, wrong):
            continue
        random = Random(name)
        for _ in range(VARIANTS):
            data, wanted = protodef.sample(random, definition)
            ((packet, params), _) = packets(family.protocol, [(name, data)])
            yield f"metadata {name}", packet, params, (ours, wanted)


def particle_cases(family: ProtocolFamily, peers: Path, wrong: set[str]) -> Iterator[Case]:
    types = minecraft_data(peers, family.minecraft, "protocol")["types"]
    protodef = ProtoDef(types, family)
    fields = types["Particle"][1][1]["type"][1]["fields"]
    for name in types["Particle"][1][0]["type"][1]["mappings"].values():
        if f"particle/{name}" in wrong:
            continue
        random = Random(name)
        for _ in range(VARIANTS if name in fields else 1):
            data, (_, wanted) = protodef.particle(random, name)
            ((packet, params), _) = packets(family.protocol, [("particle", data)])
            yield f"particle {name}", packet, params, ("particle", (OUR_PARTICLES.get(name, name), wanted))


OUR_PARTICLES = {
    "trial_spawner_detected_player": "trial_spawner_detection",
    "trial_spawner_detected_player_ominous": "trial_spawner_detection_ominous",
}
"""As minecraft-data's registry of particles, and vanilla, calls them."""


@pytest.fixture(scope="module")
def written(peers: Path, judge: Judge) -> dict[int, list[tuple[Case, bytes]]]:
    """Protocol → cases and the packets that node-minecraft-protocol makes of them, all in one go."""
    wanted: list[tuple[ProtocolFamily, Case]] = []
    for family in WITH_NAMED_TYPES:
        wrong = wrong_layouts(family.protocol)
        wanted += ((family, case) for case in metadata_cases(family, peers, wrong))
        if family in WITH_COMPONENTS:
            wanted += ((family, case) for case in component_cases(family, peers, wrong))
            wanted += ((family, case) for case in particle_cases(family, peers, wrong))
    bodies = judge.write(
        [(family.minecraft, "clientbound", name, params) for family, (_, name, params, _) in wanted]
    )
    by_protocol: dict[int, list[tuple[Case, bytes]]] = {}
    for (family, case), body in zip(wanted, bodies, strict=True):
        by_protocol.setdefault(family.protocol, []).append((case, body))
    return by_protocol


def decode(family: ProtocolFamily, packet: bytes) -> Any:
    packet_id, start = read_varint(packet, 0)
    name = family.packet_name("play", "clientbound", packet_id)
    assert name is not None
    return family.decode("clientbound", name, packet[start:])


@pytest.mark.parametrize("family", WITH_NAMED_TYPES, ids=lambda family: family.minecraft)
def test_every_value_agrees_to_its_last_byte(
    family: ProtocolFamily, written: dict[int, list[tuple[Case, bytes]]]
) -> None:
    for (what, _, params, wanted), packet in written[family.protocol]:
        message = decode(family, packet)
        if isinstance(message, WindowItems):
            name = what.removeprefix("component ")
            assert [plain(components_of(stack)) for stack in message.items] == [
                {name: plain(value)} for value in wanted
            ], f"{what} {params}"
        else:
            assert isinstance(message, EntityMetadata)
            assert plain(message.values[20]) == plain(wanted), f"{what} {params}"


@pytest.mark.parametrize("family", WITH_COMPONENTS, ids=lambda family: family.minecraft)
def test_items_that_were_read_are_written_as_the_same_bytes(
    family: ProtocolFamily, written: dict[int, list[tuple[Case, bytes]]]
) -> None:
    for (what, _, params, _), packet in written[family.protocol]:
        message = decode(family, packet)
        if isinstance(message, WindowItems):
            items = b"".join(pack_item(stack, family.tables) for stack in (*message.items, None))  # type: ignore[attr-defined]
            assert packet.endswith(pack_varint(VARIANTS) + items), f"{what} {params}"


@pytest.mark.parametrize("family", WITH_COMPONENTS, ids=lambda family: family.minecraft)
def test_a_value_cut_short_is_refused(
    family: ProtocolFamily, written: dict[int, list[tuple[Case, bytes]]]
) -> None:
    random = Random(family.protocol)
    for _, packet in written[family.protocol]:
        for end in {random.randrange(2, len(packet)) for _ in range(4)}:
            with pytest.raises(DecodeError):
                decode(family, packet[:end])


@pytest.mark.parametrize(
    "family", [WITH_COMPONENTS[0], WITH_COMPONENTS[-1]], ids=lambda family: family.minecraft
)
@settings(max_examples=400, deadline=None)
@given(data=st.data())
def test_damaged_values_raise_nothing_but_decode_errors(
    family: ProtocolFamily, written: dict[int, list[tuple[Case, bytes]]], data: st.DataObject
) -> None:
    _, packet = data.draw(st.sampled_from(written[family.protocol]))
    at = data.draw(st.integers(2, len(packet) - 1))
    damaged = packet[:at] + data.draw(st.binary(max_size=8)) + packet[at + data.draw(st.integers(0, 4)) :]
    with suppress(DecodeError):
        decode(family, damaged)


def components_of(stack: ItemStack | None) -> Any:
    assert stack is not None
    return stack.components


@pytest.mark.parametrize("family", WITH_COMPONENTS, ids=lambda family: family.minecraft)
def test_every_component_that_minecraft_data_has_right_is_among_them(
    family: ProtocolFamily, written: dict[int, list[tuple[Case, bytes]]], peers: Path
) -> None:
    types = minecraft_data(peers, family.minecraft, "protocol")["types"]
    fields = types["SlotComponent"][1][1]["type"][1]["fields"]
    wrong = wrong_layouts(family.protocol)
    right = {name for name, what in fields.items() if not patched(f"component/{name}", what, types, wrong)}
    there = {what.removeprefix("component ") for (what, *_), _ in written[family.protocol]}
    assert right <= there
    assert set(family.tables.layouts.components) == set(fields)  # type: ignore[attr-defined]
    assert len(right) > 0.75 * len(fields)


def test_the_committed_layouts_are_those_that_the_generator_makes(peers: Path) -> None:
    releases = generate_layouts.releases(peers / "node_modules" / "minecraft-data")
    made = generate_layouts.render(generate_layouts.collect(releases))
    assert generate_layouts.TARGET.read_text("utf-8") == made


def test_a_patch_of_what_is_right_stops_the_generator(peers: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    corrected = Patch("component/damage", "string", "varint", "corrected since")
    monkeypatch.setattr(generate_layouts, "PATCHES", (*PATCHES, corrected))
    releases = generate_layouts.releases(peers / "node_modules" / "minecraft-data")
    with pytest.raises(ValueError, match="patches of what isn't wrong: component/damage"):
        generate_layouts.collect(releases)
