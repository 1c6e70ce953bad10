"""What minecraft-data has wrong, as vanilla sends it: bytes by hand, after ViaVersion's and MCProtocolLib's readers."""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from expected.values import plain
from generate_layouts import releases
from layout_patches import PATCHES
from nbtlib import tag as tags

from nbt.codec import write_network_tag
from proxy.messages import EntityMetadata, SetSlot
from proxy.versions import family_for, supported
from proxy.versions.base import ProtocolFamily
from proxy.versions.write.items import pack_item
from proxy.wire.buffer import pack_position, pack_string
from proxy.wire.frame import pack_varint as varint
from world.item import ItemStack

TRUE, FALSE = b"\x01", b"\x00"
TEXT = tags.String("text")
NBT = write_network_tag(TEXT)
f32 = partial(struct.pack, ">f")
i32 = partial(struct.pack, ">i")


@dataclass(frozen=True)
class Vanilla:
    """The bytes of ``key`` (kind/name), from protocol ``first`` to ``last``, what they say, and which other keys of
    the layouts' patches they prove."""

    key: str
    first: int
    last: int
    body: bytes
    value: Any
    proves: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.key}-{self.first}"


def string(text: str) -> bytes:
    return pack_string(text)


def some(body: bytes) -> bytes:
    return TRUE + body


NONE = FALSE
NEWEST = 775
SOUND = varint(8)
"""Entry 7 of the sounds."""
EFFECT = varint(5) + varint(1) + varint(600) + TRUE + FALSE + TRUE + NONE
"""Id, amplifier, duration, flags, no hidden effect."""
EFFECT_VALUE = {
    "id": 5,
    "details": {
        **{"amplifier": 1, "duration": 600, "ambient": True, "showParticles": False, "showIcon": True},
        "hiddenEffect": None,
    },
}
STACK = varint(3) + varint(1) + varint(0) + varint(0)
TAG_OR_IDS = (
    (varint(0) + string("#is_fire"), "#is_fire"),
    (varint(3) + varint(4) + varint(300), (4, 300)),
)


def food(more: bytes, **fields: Any) -> tuple[bytes, dict[str, Any]]:
    head = varint(4) + f32(0.5) + TRUE + f32(1.5)
    value = {"nutrition": 4, "saturationModifier": 0.5, "canAlwaysEat": True, "secondsToEat": 1.5}
    effects = varint(1) + EFFECT + f32(0.25)
    return head + more + effects, {
        **value,
        **fields,
        "effects": ({"effect": EFFECT_VALUE, "probability": 0.25},),
    }


def trim(
    material: bytes, value: dict[str, Any], pattern: bytes = varint(2), *, shown: bool
) -> tuple[bytes, Any]:
    """A material spelled out, a pattern by id."""
    wanted = {"material": value, "pattern": 1, **({"showInTooltip": True} if shown else {})}
    return varint(0) + material + pattern + (TRUE if shown else b""), wanted


def predicate(components: bytes, value: Any) -> tuple[bytes, Any]:
    """No blocks, a property within an open range, NBT."""
    properties = some(varint(1) + string("age") + FALSE + some(string("3")) + NONE)
    wanted = {
        "blockSet": None,
        "properties": ({"name": "age", "isExactMatch": False, "value": {"minValue": "3", "maxValue": None}},),
        "nbt": tags.Compound({"x": tags.Int(1)}),
        **({} if value is None else {"components": value}),
    }
    compound = write_network_tag(tags.Compound({"x": tags.Int(1)}))
    return NONE + properties + some(compound) + components, wanted


def can_break(components: bytes, value: Any, *, shown: bool) -> tuple[bytes, Any]:
    body, wanted = predicate(components, value)
    return (
        varint(1) + body + (TRUE if shown else b""),
        {"predicates": (wanted,), **({"showTooltip": True} if shown else {})},
    )


def equippable(last: int, slots: Sequence[str]) -> list[Vanilla]:
    head = SOUND + NONE + NONE + NONE + TRUE + TRUE + FALSE
    tail = {768: b"", 770: TRUE, 771: TRUE + FALSE + SOUND}
    more: dict[int, dict[str, Any]] = {
        768: {},
        770: {"equipOnInteract": True},
        771: {"equipOnInteract": True, "shearable": False, "shearingSound": 7},
    }
    return [
        Vanilla(
            "component/equippable",
            first,
            until,
            varint(number) + head + tail[first],
            {
                **{"slot": slot, "sound": 7, "model": None, "cameraOverlay": None, "allowedEntities": None},
                **{"dispensable": True, "swappable": True, "damageable": False},
                **more[first],
            },
        )
        for first, until in ((768, 769), (770, 770), (771, last))
        for number, slot in enumerate(slots)
        if slot != "saddle" or first >= 770
    ]


def blocks_attacks() -> list[Vanilla]:
    head = f32(0.25) + f32(1.0) + varint(0) + f32(1) + f32(2) + f32(3)
    value = {
        **{"blockDelaySeconds": 0.25, "disableCooldownScale": 1.0, "damageReductions": ()},
        "itemDamage": {"threshold": 1.0, "base": 2.0, "factor": 3.0},
    }
    sounds = {"blockSound": 7, "disableSound": None}
    return [
        Vanilla(
            "component/blocks_attacks",
            775,
            NEWEST,
            head + some(body) + some(SOUND) + NONE,
            {**value, "bypassedBy": ours, **sounds},
        )
        for body, ours in TAG_OR_IDS
    ]


PARTIAL_1_21_5 = varint(1) + varint(2) + NBT
PARTIAL_1_21_11 = varint(1) + FALSE + varint(2) + NBT
EXACT = varint(1) + varint(3) + varint(9)
"""One component that has to be as given: damage 9."""
EXACT_VALUE = (("damage", 9),)
PATTERN = varint(0) + string("creeper") + string("block.minecraft.banner.creeper")
PATTERN_VALUE = {"assetId": "creeper", "translationKey": "block.minecraft.banner.creeper"}
SONG = varint(0) + SOUND + NBT + f32(185) + varint(15)
SONG_VALUE = {"soundEvent": 7, "description": TEXT, "lengthInSeconds": 185.0, "comparatorOutput": 15}
HORN = varint(0) + SOUND + f32(7) + f32(256) + NBT
HORN_VALUE = {"soundEvent": 7, "useDuration": 7.0, "range": 256.0, "description": TEXT}
OLD_HORN = varint(0) + SOUND + varint(140) + f32(256)
OLD_HORN_VALUE = {"soundEvent": 7, "useDuration": 140, "range": 256.0}
MATERIAL = string("quartz") + varint(0) + NBT
MATERIAL_VALUE = {"assetBase": "quartz", "overrideArmorAssets": (), "description": TEXT}
BOOK = string("Title") + NONE + string("Author") + varint(0) + varint(2) + NBT + NONE + NBT + some(NBT) + TRUE
BOOK_VALUE = {
    **{"rawTitle": "Title", "filteredTitle": None, "author": "Author", "generation": 0},
    "pages": ({"content": TEXT, "filteredContent": None}, {"content": TEXT, "filteredContent": TEXT}),
    "resolved": True,
}
SLOTS = ("main_hand", "feet", "legs", "chest", "head", "off_hand", "body", "saddle")
BEE = tags.Compound({"Age": tags.Int(1)})
PAINTING = varint(0) + i32(2) + i32(1) + string("sea")
PAINTING_VALUE = {"width": 2, "height": 1, "assetId": "sea"}


def of_component(name: str, first: int, last: int, body: bytes, value: Any, *proves: str) -> Vanilla:
    return Vanilla(f"component/{name}", first, last, body, value, proves)


CASES: list[Vanilla] = [
    of_component("written_book_content", 766, NEWEST, BOOK, BOOK_VALUE, "type/ItemWrittenBookPage"),
    of_component(
        "can_break",
        766,
        769,
        *can_break(b"", None, shown=True),
        "type/ItemBlockPredicate",
        "type/ItemBlockProperty",
    ),
    of_component(
        "can_break",
        770,
        773,
        *can_break(
            EXACT + PARTIAL_1_21_5,
            {"exactMatchers": EXACT_VALUE, "partialMatchers": ({"type": 2, "predicate": TEXT},)},
            shown=False,
        ),
        *("type/ItemBlockPredicate", "type/ItemBlockProperty", "type/DataComponentMatchers"),
    ),
    of_component(
        "can_place_on",
        774,
        NEWEST,
        *can_break(
            EXACT + PARTIAL_1_21_11,
            {
                "exactMatchers": EXACT_VALUE,
                "partialMatchers": ({"isPredicateType": False, "type": 2, "predicate": TEXT},),
            },
            shown=False,
        ),
        *("type/ItemBlockPredicate", "type/ItemBlockProperty", "type/DataComponentMatchers"),
    ),
    of_component(
        "banner_patterns",
        768,
        768,
        varint(2) + PATTERN + varint(4) + varint(3) + varint(0),
        {"layers": ({"pattern": PATTERN_VALUE, "colorId": 4}, {"pattern": 2, "colorId": 0})},
        "type/BannerPatternLayer",
    ),
    of_component(
        "trim",
        766,
        767,
        *trim(
            string("iron") + varint(7) + f32(0.2) + varint(1) + varint(3) + string("iron_darker") + NBT,
            {
                **{
                    "assetName": "iron",
                    "ingredientId": 7,
                    "itemModelIndex": struct.unpack(">f", f32(0.2))[0],
                },
                **{"overrideArmorAssets": ({"key": 3, "value": "iron_darker"},), "description": TEXT},
            },
            shown=True,
        ),
        "type/ArmorTrimMaterial",
    ),
    of_component(
        "trim",
        768,
        768,
        *trim(
            string("iron") + varint(7) + f32(0.5) + varint(1) + string("iron") + string("iron_darker") + NBT,
            {
                **{"assetName": "iron", "ingredientId": 7, "itemModelIndex": 0.5},
                **{"overrideArmorAssets": ({"key": "iron", "value": "iron_darker"},), "description": TEXT},
            },
            shown=True,
        ),
        "type/ArmorTrimMaterial",
    ),
    of_component("instrument", 766, 767, OLD_HORN, OLD_HORN_VALUE, "type/InstrumentData"),
    of_component("instrument", 775, NEWEST, HORN, HORN_VALUE),
    of_component("instrument", 775, NEWEST, varint(4), 3),
    of_component("provides_trim_material", 775, NEWEST, varint(0) + MATERIAL, MATERIAL_VALUE),
    of_component("jukebox_playable", 775, NEWEST, SONG, SONG_VALUE),
    of_component("food", 766, 766, *food(b"")),
    of_component("food", 767, 767, *food(NONE, usingConvertsTo=None)),
    of_component("food", 767, 767, *food(some(STACK), usingConvertsTo=ItemStack(1, "stone", 3))),
    of_component(
        "potion_contents",
        766,
        767,
        some(varint(30)) + some(i32(0xFF)) + varint(1) + EFFECT,
        {"potionId": 30, "customColor": 255, "customEffects": (EFFECT_VALUE,)},
    ),
    *equippable(NEWEST, SLOTS),
    of_component(
        "bees",
        773,
        NEWEST,
        varint(1) + varint(12) + write_network_tag(BEE) + varint(100) + varint(600),
        {"bees": ({"type": 12, "nbtData": BEE, "ticksInHive": 100, "minTicksInHive": 600},)},
    ),
    of_component("damage_type", 775, NEWEST, varint(300), 300),
    *(
        of_component(name, 775, NEWEST, body, value)
        for name in ("damage_resistant", "provides_banner_patterns")
        for body, value in TAG_OR_IDS
    ),
    *blocks_attacks(),
    *(
        of_component(name, 775, NEWEST, varint(2), 2)
        for name in ("chicken/variant", "chicken/sound_variant", "zombie_nautilus/variant")
    ),
    Vanilla("metadata/painting_variant", 766, 766, varint(29), 29),
    Vanilla(
        "metadata/painting_variant",
        767,
        767,
        PAINTING,
        PAINTING_VALUE,
        ("type/EntityMetadataPaintingVariant",),
    ),
    Vanilla(
        "metadata/painting_variant",
        768,
        NEWEST,
        PAINTING + NONE + some(NBT),
        {**PAINTING_VALUE, "title": None, "author": TEXT},
    ),
    Vanilla("metadata/wolf_variant", 766, 766, varint(3), 3),
    *(
        Vanilla(
            "metadata/optional_global_pos",
            first,
            last,
            some(string("minecraft:the_end") + pack_position(1, -64, 3)),
            ("minecraft:the_end", (1, -64, 3)),
        )
        for first, last in ((760, 772), (773, NEWEST))
    ),
    Vanilla(
        "particle/dust_color_transition",
        766,
        767,
        b"".join(map(f32, (1, 0.5, 0, 0.25, 0, 1, 2))),
        {
            **{
                "fromRed": 1.0,
                "fromGreen": 0.5,
                "fromBlue": 0.0,
                "toRed": 0.25,
                "toGreen": 0.0,
                "toBlue": 1.0,
            },
            "scale": 2.0,
        },
    ),
    *(
        Vanilla("particle/vibration", first, last, head + body + varint(20), {**where, "ticks": 20})
        for first, last, head, body, where in (
            (
                *(760, 764, string("minecraft:entity"), varint(9) + f32(1.5)),
                {
                    "positionType": "minecraft:entity",
                    "position": {"entityId": 9, "entityEyeHeight": 1.5},
                },
            ),
            (
                *(765, 765, varint(0), pack_position(1, 2, 3)),
                {"positionType": "minecraft:block", "position": (1, 2, 3)},
            ),
            (
                *(765, 765, varint(1), varint(9) + f32(1.5)),
                {
                    "positionType": "minecraft:entity",
                    "position": {"entityId": 9, "entityEyeHeight": 1.5},
                },
            ),
        )
    ),
]


def read(family: ProtocolFamily, case: Vanilla) -> Any:
    """The value of a case, read as part of a packet of its own."""
    kind, _, name = case.key.partition("/")
    reader = _READERS[kind]
    return reader(family, name, case.body)


def read_component(family: ProtocolFamily, name: str, body: bytes) -> Any:
    number = family.tables.layouts.components.index(name)  # type: ignore[attr-defined]
    stack = varint(1) + varint(1) + varint(1) + varint(0) + varint(number) + body
    window = FALSE + varint(0)  # a byte as well as a VarInt
    message = family.decode("clientbound", "set_slot", window + bytes(2) + stack)
    assert isinstance(message, SetSlot)
    assert message.item is not None
    assert pack_item(message.item, family.tables) == stack  # type: ignore[attr-defined]
    return message.item.components[name]


def read_metadata(family: ProtocolFamily, name: str, body: bytes) -> Any:
    number = family.tables.serializers.index(name)  # type: ignore[attr-defined]
    message = family.decode(
        "clientbound", "entity_metadata", varint(1) + b"\x05" + varint(number) + body + b"\xff"
    )
    assert isinstance(message, EntityMetadata)
    kind, value = message.values[5]
    assert kind == name
    return value


def read_particle(family: ProtocolFamily, name: str, body: bytes) -> Any:
    particles = family.tables.registries.particles  # type: ignore[attr-defined]
    number = next(number for number, known in particles.items() if known == name)
    kind, value = read_metadata(family, "particle", varint(number) + body)
    assert kind == name
    return value


_READERS: dict[str, Callable[[ProtocolFamily, str, bytes], Any]] = {
    "component": read_component,
    "metadata": read_metadata,
    "particle": read_particle,
}


@pytest.mark.parametrize("case", CASES, ids=str)
def test_vanilla_bytes_are_read_to_their_last(case: Vanilla) -> None:
    protocols = [family.protocol for family in supported() if case.first <= family.protocol <= case.last]
    assert case.first in protocols
    for protocol in protocols:
        family = family_for(protocol)
        assert family is not None
        assert plain(read(family, case)) == plain(case.value), f"{case} at {protocol}"


def test_every_patch_of_a_layout_is_proved_in_every_version_that_it_touches(peers: Path) -> None:
    proved = {
        (key, family.protocol)
        for case in CASES
        for key in (case.key, *case.proves)
        for family in supported()
        if case.first <= family.protocol <= case.last
    }
    touched = {
        (patch.key, release.protocol)
        for release in releases(peers / "node_modules" / "minecraft-data")
        for kind, name, layout in release.definitions()
        for patch in PATCHES
        if patch.applies(f"{kind}/{name}", release.protocol, layout)
    }
    assert {key for key, _ in touched} == {patch.key for patch in PATCHES}
    assert touched <= proved
