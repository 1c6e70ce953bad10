"""Resource locations: ``namespace:path``."""

from __future__ import annotations


def resource_name(name: str) -> str:
    """A resource location with its namespace, which may be left out where it is ``minecraft``."""
    return name if ":" in name else f"minecraft:{name}"
