"""What is the same in every version when an entity is written."""

from __future__ import annotations

from npc.stage_port import Actor
from proxy.versions.protodef.layouts import lifeless_kinds

ALL_SKIN_LAYERS = 0x7F
"""Cape, jacket, both sleeves, both trouser legs, hat."""


def is_living(kind: str) -> bool:
    """Whether an entity type has health, equipment and a head.

    Where living kinds keep their health, the others keep something else, which a float would break.
    """
    return kind not in lifeless_kinds()


_ON_FIRE, _SPRINTING = 0x01, 0x08


def common_flags(actor: Actor) -> int:
    """The entity flags that no pose stands for. They never changed."""
    return (_ON_FIRE if actor.on_fire else 0) | (_SPRINTING if actor.sprinting else 0)


_USES_ITEM, _WITH_OFF_HAND = 0x01, 0x02


def using_flags(actor: Actor) -> int:
    """What of a living entity's flags says that it uses what is in a hand (1.9+)."""
    if actor.using is None:
        return 0
    return _USES_ITEM | (_WITH_OFF_HAND if actor.using == 1 else 0)
