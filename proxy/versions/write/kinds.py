"""What is known of entity types when they are written."""

from __future__ import annotations

from proxy.versions.protodef.layouts import lifeless_kinds

ALL_SKIN_LAYERS = 0x7F
"""Cape, jacket, both sleeves, both trouser legs, hat."""


def is_living(kind: str) -> bool:
    """Whether an entity type has health, equipment and a head.

    Where living kinds keep their health, the others keep something else, which a float would break.
    """
    return kind not in lifeless_kinds()
