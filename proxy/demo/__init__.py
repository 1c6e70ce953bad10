"""An embedded world to try Hearthkin in: a small island, served by our own server."""

from __future__ import annotations

from typing import Any


def companions() -> dict[str, dict[str, Any]]:
    """The demo's companions as the ``npc`` tables of a configuration: one stays, and has a bed in the house; one
    strolls about by the pond."""
    from proxy.demo import places

    def at(place: places.Place) -> dict[str, Any]:
        return {"position": (place.x, place.y, place.z), "yaw": place.yaw}

    return {
        "juniper": {
            "name": "Juniper",
            "greeting": "Hello, {player}! I'm {name}. Come in, the fire is lit.",
            "personality": "optimistic",
            "open_doors": True,
            **at(places.COMPANION_BY_HOUSE),
        },
        "rill": {
            "name": "Rill",
            "greeting": "Oh, {player}. Mind the lilies. I'm {name}.",
            "personality": "shy",
            "mode": "wander_by_radius",
            **at(places.COMPANION_BY_POND),
        },
    }
