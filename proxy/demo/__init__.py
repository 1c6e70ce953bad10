"""An embedded world to try Hearthkin in: a small island, served by our own server."""

from __future__ import annotations

from typing import Any


def companions() -> dict[str, dict[str, Any]]:
    """The demo's companions as the ``npc`` tables of a configuration: each strolls about its place, and one has a
    bed in the house."""
    from proxy.demo import places

    def at(place: places.Place) -> dict[str, Any]:
        return {"position": (place.x, place.y, place.z), "yaw": place.yaw}

    return {
        "juniper": {
            "name": "Juniper",
            "greeting": "Hello, {player}! I'm {name}. Come in, the fire is lit.",
            "personality": "optimistic",
            "mode": "wander_by_radius",
            "home": places.BEFORE_THE_HOUSE,
            "wander_radius": 6.0,
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
