"""Where minecraft-data's layouts contradict vanilla's, found by reading them beside ViaVersion, MCProtocolLib and
Minestom, which real servers and clients of these versions are joined with."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

NEWEST = 1_000_000


@dataclass(frozen=True)
class Patch:
    """Puts ``right`` in the place of ``wrong`` wherever a layout has it, from protocol ``first`` to ``last``.

    So a patch goes on working for later releases that have the same mistake, and stops when minecraft-data is
    corrected or vanilla changes. The generator refuses one that is never applied.
    """

    key: str
    wrong: Any
    right: Any
    why: str
    first: int = 0
    last: int = NEWEST

    def applies(self, key: str, protocol: int, layout: Any) -> bool:
        right_place = key == self.key and self.first <= protocol <= self.last
        return right_place and not same(self.apply(layout), layout)

    def apply(self, layout: Any) -> Any:
        return _replaced(layout, self.wrong, self.right)


def same(one: Any, other: Any) -> bool:
    """Whether two layouts are equal, the order of fields included."""
    return json.dumps(one) == json.dumps(other)


def _replaced(layout: Any, wrong: Any, right: Any) -> Any:
    if same(layout, wrong):
        return right
    if isinstance(layout, dict):
        return {name: _replaced(part, wrong, right) for name, part in layout.items()}
    if isinstance(layout, list):
        return [layout[0], *(_replaced(part, wrong, right) for part in layout[1:])]
    return layout


def _either(field: str, holder: Any) -> Any:
    """An entry of a registry or its key: what 26.1 replaced by the entry alone."""
    return {"hasHolder": "bool", field: ["switch", "hasHolder", {"true": holder, "false": "string"}]}


def _without(layout: dict[str, Any], *fields: str) -> dict[str, Any]:
    return {name: part for name, part in layout.items() if name not in fields}


_SLOTS = ("main_hand", "off_hand", "feet", "legs", "chest", "head", "body")
_SLOTS_BY_ID = ("main_hand", "feet", "legs", "chest", "head", "off_hand", "body")

_FOOD = {"nutrition": "varint", "saturationModifier": "f32", "canAlwaysEat": "bool", "secondsToEat": "f32"}
_FOOD_WRONG = {
    **_FOOD,
    "usingConvertsTo": "Slot",
    "effects": ["array", {"effect": "varint", "probability": "f32"}],
}
_FOOD_EFFECTS = ["array", {"effect": "ItemPotionEffect", "probability": "f32"}]

_POTION = {
    "potionId": ["option", "varint"],
    "customColor": ["option", "i32"],
    "customEffects": ["array", "ItemPotionEffect"],
    "customName": ["option", "string"],
}

_MATERIAL = {
    "assetName": "string",
    "ingredientId": "varint",
    "overrideArmorAssets": ["array", {"key": "string", "value": "string"}],
    "description": "anonymousNbt",
}
_MATERIAL_1_21_2 = {
    **{"assetName": "string", "ingredientId": "varint", "itemModelIndex": "f32"},
    **_without(_MATERIAL, "assetName", "ingredientId"),
}
_MATERIAL_1_20_5 = {
    **_MATERIAL_1_21_2,
    "overrideArmorAssets": ["array", {"key": "varint", "value": "string"}],
}

_INSTRUMENT = {
    **{"soundEvent": "ItemSoundHolder", "useDuration": "f32", "range": "f32"},
    "description": "anonymousNbt",
}

_PAINTING = {
    **{"width": "i32", "height": "i32", "assetId": "string"},
    **{"title": ["option", "anonymousNbt"], "author": ["option", "anonymousNbt"]},
}

_COLORS = ("fromRed", "fromGreen", "fromBlue", "toRed", "toGreen", "toBlue")

PATCHES = (
    Patch(
        "type/ItemWrittenBookPage",
        "anonOptionalNbt",
        ["option", "anonymousNbt"],
        "a boolean says whether there is a filtered page, as with every other optional value",
    ),
    Patch(
        "type/ItemBlockPredicate",
        "anonOptionalNbt",
        ["option", "anonymousNbt"],
        "a boolean says whether there is NBT to match",
    ),
    Patch(
        "type/ItemBlockProperty",
        {"minValue": "string", "maxValue": "string"},
        {"minValue": ["option", "string"], "maxValue": ["option", "string"]},
        "either end of a range may be open",
    ),
    Patch(
        "type/DataComponentMatchers",
        ["array", "varint"],
        ["array", {"type": "varint", "predicate": "anonymousNbt"}],
        "the predicate follows its type",
        last=773,
    ),
    Patch(
        "type/DataComponentMatchers",
        ["array", "varint"],
        ["array", {"isPredicateType": "bool", "type": "varint", "predicate": "anonymousNbt"}],
        "and from 1.21.11 on the type may also be that of a component, which only has to be there",
        first=774,
    ),
    Patch(
        "type/BannerPatternLayer",
        "ItemSoundHolder",
        ["holder", {"assetId": "string", "translationKey": "string"}],
        "1.21.2 has the pattern that the releases around it have",
    ),
    Patch(
        "type/ArmorTrimMaterial",
        _MATERIAL,
        _MATERIAL_1_20_5,
        "materials had an index of the item's model, and overrides for armour materials by number",
        last=767,
    ),
    Patch(
        "type/ArmorTrimMaterial",
        _MATERIAL,
        _MATERIAL_1_21_2,
        "materials had an index of the item's model until 1.21.4",
        first=768,
        last=768,
    ),
    Patch(
        "type/InstrumentData",
        _INSTRUMENT,
        {**_without(_INSTRUMENT, "description"), "useDuration": "varint"},
        "until 1.21.2 the duration was in ticks, and there was no description",
        last=767,
    ),
    Patch(
        "type/EntityMetadataPaintingVariant",
        _PAINTING,
        _without(_PAINTING, "title", "author"),
        "title and author came with 1.21.2",
        first=767,
        last=767,
    ),
    Patch(
        "metadata/painting_variant",
        ["holder", "EntityMetadataPaintingVariant"],
        "varint",
        "paintings became data in 1.21",
        last=766,
    ),
    Patch(
        "metadata/wolf_variant",
        ["holder", "EntityMetadataWolfVariant"],
        "varint",
        "1.20.5 sends the id alone",
        last=766,
    ),
    Patch(
        "component/food",
        _FOOD_WRONG,
        {**_FOOD, "effects": _FOOD_EFFECTS},
        "1.20.5 food turns into nothing, and its effects are whole effects",
        last=766,
    ),
    Patch(
        "component/food",
        _FOOD_WRONG,
        {**_FOOD, "usingConvertsTo": ["option", "Slot"], "effects": _FOOD_EFFECTS},
        "what 1.21 food turns into is optional, and its effects are whole effects",
        first=767,
    ),
    Patch(
        "component/potion_contents",
        _POTION,
        _without(_POTION, "customName"),
        "potions got names of their own in 1.21.2",
        last=767,
    ),
    Patch(
        "component/equippable",
        ["enum", *_SLOTS],
        ["enum", *_SLOTS_BY_ID],
        "slots travel by their id, not in the order in which vanilla declares them",
    ),
    Patch(
        "component/equippable",
        ["enum", *_SLOTS, "saddle"],
        ["enum", *_SLOTS_BY_ID, "saddle"],
        "slots travel by their id, not in the order in which vanilla declares them",
    ),
    Patch(
        "component/bees",
        {"nbtData": "anonymousNbt", "ticksInHive": "varint", "minTicksInHive": "varint"},
        {"type": "varint", "nbtData": "anonymousNbt", "ticksInHive": "varint", "minTicksInHive": "varint"},
        "entity data begins with the entity's type since 1.21.9, also in a hive",
        first=773,
    ),
    Patch(
        "component/damage_type",
        _either("damageType", ["holder", "DamageTypeData"]),
        "varint",
        "26.1 sends the id alone",
        first=775,
    ),
    Patch(
        "component/damage_resistant",
        "string",
        "IDSet",
        "a tag became a set of holders in 26.1",
        first=775,
    ),
    Patch(
        "component/provides_banner_patterns",
        "string",
        "IDSet",
        "a tag became a set of holders in 26.1",
        first=775,
    ),
    Patch(
        "component/blocks_attacks",
        ["option", "string"],
        ["option", "IDSet"],
        "a tag became a set of holders in 26.1",
        first=775,
    ),
    Patch(
        "component/instrument",
        _either("data", ["holder", "InstrumentData"]),
        ["holder", "InstrumentData"],
        "26.1 no longer sends keys in place of entries",
        first=775,
    ),
    Patch(
        "component/provides_trim_material",
        _either("material", ["holder", "ArmorTrimMaterial"]),
        ["holder", "ArmorTrimMaterial"],
        "26.1 no longer sends keys in place of entries",
        first=775,
    ),
    Patch(
        "component/jukebox_playable",
        _either("song", ["holder", "JukeboxSongData"]),
        ["holder", "JukeboxSongData"],
        "26.1 no longer sends keys in place of entries",
        first=775,
    ),
    *(
        Patch(f"component/{name}", ["holder", "string"], "varint", "26.1 sends the id alone", first=775)
        for name in ("chicken/variant", "chicken/sound_variant", "zombie_nautilus/variant")
    ),
    Patch(
        "particle/dust_color_transition",
        dict.fromkeys((*_COLORS[:3], "scale", *_COLORS[3:]), "f32"),
        dict.fromkeys((*_COLORS, "scale"), "f32"),
        "1.20.5 moved the scale behind both colours",
    ),
)
