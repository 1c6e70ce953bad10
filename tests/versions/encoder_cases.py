"""What the encoder tests have families write: every packet of a companion, by the name of a case."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from nbtlib import tag as tags

from npc.stage_port import Actor
from proxy.mood_channel import MOOD_CHANNEL, mood_message
from proxy.mood_symbols import MOOD_SYMBOLS
from proxy.versions.base import ProtocolFamily
from proxy.versions.write.moves import angle_units
from world.item import ItemStack

ENTITY = 0x5000_0007
IDENTITY = UUID("e0000000-0000-2000-8000-000000000001")
TEAM = "hearthkin:999999"
"""As long as the name of a team may be."""
FOXES = "Zoë " + 8 * "\N{FOX FACE}"
"""Twelve characters, twenty UTF-16 units: a client takes sixteen."""
SPLIT = "Fifteen letters\N{FOX FACE}"
"""The sixteenth unit is half a fox."""
WORDS = {"text": "Grüße ✿ \ud800", "color": "gold"}
"""With half an emoji, as a client that cuts text by units may send it."""

POSES = (
    "standing",
    "fall_flying",
    "sleeping",
    "swimming",
    "spin_attack",
    "sneaking",
    "long_jumping",
    "dying",
    "croaking",
    "using_tongue",
    "sitting",
    "roaring",
    "sniffing",
    "emerging",
    "digging",
    "sliding",
    "shooting",
    "inhaling",
    "of another version",
)


def actor(kind: str = "player", **changes: Any) -> Actor:
    made = Actor("ada", IDENTITY, "Ada", kind, ("dGV4dHVyZQ==", "c2lnbmF0dXJl"), 1.5, -60.25, 1e7 + 0.125)
    made.yaw, made.pitch, made.head_yaw = 90.0, -45.0, 181.0
    for name, value in changes.items():
        setattr(made, name, value)
    return made


def tool(family: ProtocolFamily) -> ItemStack:
    """A worn sword: its NBT says so, from 1.20.5 on a component."""
    (item_id,) = (number for number, name in family.items.items() if name == "iron_sword")
    if family.protocol < 766:
        return ItemStack(item_id, "iron_sword", 1, tags.Compound({"Damage": tags.Int(3)}))
    return ItemStack(item_id, "iron_sword", 1, components={"damage": 3})


def slots(family: ProtocolFamily) -> tuple[str, ...]:
    """Where something can be worn or held, by number."""
    worn: tuple[str, ...] = ("main_hand", "off_hand", "feet", "legs", "chest", "head", "body", "saddle")
    return worn[: 8 if family.protocol >= 770 else 7 if family.protocol >= 766 else 6]


def matrix(family: ProtocolFamily) -> dict[str, list[bytes]]:
    """Name of a case → packets. Those of a state other than play have its name in front, with a slash."""
    full = {slot: tool(family) for slot in slots(family)}
    far, moves = family.farthest_step, family.moves(ENTITY)
    cases = {
        "list": family.add_to_player_list(actor()),
        "list unsigned": family.add_to_player_list(actor(skin=("dGV4dHVyZQ==", None))),
        "list bare": family.add_to_player_list(actor(skin=None, name="A name of far more than sixteen")),
        "list foxes": family.add_to_player_list(actor(skin=None, name=FOXES)),
        "list split": family.add_to_player_list(actor(skin=None, name=SPLIT)),
        "unlist": family.remove_from_player_list(IDENTITY),
        "spawn player": family.spawn(actor(equipment={"main_hand": tool(family)}), ENTITY),
        "spawn bare player": family.spawn(actor(), ENTITY),
        "destroy": family.destroy([ENTITY, 0x7FFF_FFFF]),
        "move": [moves.step(-far - 1, far, 5, angle_units(-90.0), angle_units(45.0), True)],
        "look": [moves.look(angle_units(359.0), angle_units(-90.0), False)],
        "head": [moves.head(angle_units(-180.0))],
        "teleport": family.teleport(ENTITY, -0.5, 300.0, 7.25, 90.0, 0.0, True),
        "teleport far": family.teleport(ENTITY, -3e7, -2048.5, 3e7 - 0.125, -180.0, 90.0, False),
        "equipment": family.equipment(ENTITY, full),
        "bare": family.equipment(ENTITY, {}),
        "unknown item": family.equipment(ENTITY, {"head": ItemStack(1, "of_another_version", 1)}),
        "swing main": family.swing(ENTITY, 0),
        "swing off": family.swing(ENTITY, 1),
        "sound": family.sound("entity.player.hurt", 1.5, -60.2, 3.0, 0.5, 2.0),
        "own sound": family.sound("pack:voice", 0.0, 0.0, 0.0, 1.0, 1.0),
        "chat": family.system_chat(WORDS),
        "disconnect": [family.disconnect({"text": "bye"})],
        "named fox": family.metadata(actor("wolf", name=FOXES), ENTITY),
    }
    if family.has_configuration:
        cases["configuration/disconnect"] = [family.disconnect({"text": "bye"}, "configuration")]
    for from_yaw, body_yaw in ((0.0, 0.0), (-90.0, 0.0), (150.0, -120.0), (-179.0, 179.0), (45.0, 720.0)):
        cases[f"hurt {from_yaw} {body_yaw}"] = family.hurt(ENTITY, from_yaw, body_yaw)
    for kind in sorted(family.spawnable):
        if kind != "player":
            cases[f"spawn {kind}"] = family.spawn(actor(kind), ENTITY)
    for mood, symbol in MOOD_SYMBOLS.items():
        cases[f"wolf {mood.key}"] = family.spawn(actor("wolf"), ENTITY, symbol)
        cases[f"player {mood.key}"] = family.spawn(actor(), ENTITY, symbol)
        cases[f"told {mood.key}"] = family.plugin_message(MOOD_CHANNEL, mood_message(ENTITY, mood))
        if symbol is not None:
            cases[f"team {mood.key}"] = family.create_team(TEAM, "Ada", symbol)
            cases[f"team becomes {mood.key}"] = family.change_team(TEAM, symbol)
    cases["no team"] = family.remove_team(TEAM)
    running = family.looks(actor(sprinting=True, on_fire=True, pose="sneaking"))
    cases["running"] = family.update_looks(ENTITY, [running[0]])
    cases["block"] = family.block_change(-30_000_000, 255, 29_999_999, 5)
    for pose in POSES:
        cases[f"pose {pose}"] = family.metadata(actor(pose=pose, health=7.5), ENTITY)
    return cases
