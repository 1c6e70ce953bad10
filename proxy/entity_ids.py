"""The entity ids that companions have on one client."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple

FIRST_ENTITY_ID = 0x5000_0000
"""Servers count entity ids from zero and don't come this far."""
LAST_ENTITY_ID = 0x7FFF_FFFF


class Owner(NamedTuple):
    """What an id is for."""

    actor_id: str
    part: Literal["body", "seat"] = "body"


class EntityIds:
    """Each owner keeps its id as long as the client is connected, unless the server wants it."""

    __slots__ = ("_ids", "_next", "_owners", "server_uses")

    def __init__(self, server_uses: Callable[[int], bool]) -> None:
        self.server_uses = server_uses
        self._ids: dict[Owner, int] = {}
        self._owners: dict[int, Owner] = {}
        self._next = FIRST_ENTITY_ID

    def __contains__(self, entity_id: int) -> bool:
        return entity_id in self._owners

    def owner(self, entity_id: int) -> Owner | None:
        return self._owners.get(entity_id)

    def get(self, owner: Owner) -> int | None:
        """None before the first :meth:`take`."""
        return self._ids.get(owner)

    def take(self, owner: Owner) -> int:
        """The id of an owner: the one that it has, or a new one."""
        entity_id = self._ids.get(owner)
        if entity_id is None:
            entity_id = self._next
            while entity_id in self._owners or self.server_uses(entity_id):
                entity_id = _after(entity_id)
            self._next = _after(entity_id)
            self._ids[owner] = entity_id
            self._owners[entity_id] = owner
        return entity_id

    def give_up(self, entity_id: int) -> Owner | None:
        """Let go of an id; return whose it was."""
        owner = self._owners.pop(entity_id, None)
        if owner is not None:
            del self._ids[owner]
        return owner


def _after(entity_id: int) -> int:
    return entity_id + 1 if entity_id < LAST_ENTITY_ID else FIRST_ENTITY_ID
