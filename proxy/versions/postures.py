"""Postures as each version shows them, and which one it shows instead of those that it can't."""

from __future__ import annotations

from typing import NamedTuple

from npc.stage_port import Actor
from proxy.versions.releases import FIRST, V1_9, V1_13, V1_14

STANDING = "standing"


class Posture(NamedTuple):
    """What of an actor tells a client its posture."""

    name: str = STANDING
    pose: str = "standing"
    """Of the metadata's poses (1.14+)."""
    flags: int = 0
    """Entity flags: clients look at them too, for name tags and animations."""
    living_flags: int = 0
    seated: bool = False
    """Clients draw whoever rides something as sitting."""
    rise: float = 0.0
    """Blocks that it is shown above its place: who lies turns about the middle of the back."""
    bed_packet: bool = False
    """It is put to bed by a packet, and got up by an animation (to 1.13.2)."""


_POSTURES = {
    "standing": Posture(),
    "sneaking": Posture("sneaking", "sneaking", 0x02),
    "sitting": Posture("sitting", seated=True),
    "sleeping": Posture("sleeping", "sleeping", rise=0.125),
    "swimming": Posture("swimming", "swimming", 0x10),
    "spinning": Posture("spinning", "spin_attack", living_flags=0x04),
    "gliding": Posture("gliding", "fall_flying", 0x80),
}
_ALIASES = {"spin_attack": "spinning", "fall_flying": "gliding"}
"""Vanilla's name → ours."""

SINCE = {
    "standing": FIRST,
    "sneaking": FIRST,
    "sitting": FIRST,
    "sleeping": V1_14,
    "swimming": V1_13,
    "spinning": V1_13,
    "gliding": V1_9,
}
"""The version that each posture came with; before 1.14 players sleep in beds alone."""
NEXT_BEST = {
    "spinning": "gliding",
    "swimming": "gliding",
    "gliding": "sneaking",
    "sleeping": "sneaking",
    "sitting": "sneaking",
}
"""What is shown instead of a posture where it can't be: who lies ahead bows at least. Everybody can sneak and stand."""


def posture_of(actor: Actor, protocol: int, poses: tuple[str, ...]) -> Posture:
    """The posture that a version shows of an actor: its own, or the next best that there is.

    ``poses``: vanilla's, of which some are of other creatures than players; one that the version lacks is standing.
    """
    name = _ALIASES.get(actor.pose, actor.pose)
    if name not in _POSTURES:
        return Posture(name, name) if name in poses and protocol >= V1_14 else Posture()
    while not _shows(name, actor, protocol):
        name = NEXT_BEST[name]
    posture = _POSTURES[name]
    return posture._replace(bed_packet=protocol < V1_14) if name == "sleeping" else posture


def _shows(name: str, actor: Actor, protocol: int) -> bool:
    if name == "sitting":
        return actor.kind == "player"  # other models don't bend their legs, or not that far above their seat
    if name == "sleeping" and protocol < SINCE[name]:
        return actor.kind == "player" and actor.bed is not None
    return protocol >= SINCE[name]
