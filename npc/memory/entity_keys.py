"""Small numbers for the beings that memories are about."""

from __future__ import annotations

from typing import Final
from uuid import UUID

NO_KEY: Final = 0
"""Of a slot that holds nothing."""
UNKNOWN_KEY: Final = 2**32 - 1
"""Of somebody whom no memory is about; no slot ever has it."""
NOBODY: Final = UUID(int=0)
"""In place of whoever did something when it isn't known who, or nobody did."""


class EntityKeys:
    """UUID to number and back, for as long as somebody remembers.

    Entity ids won't do: the same player has another one after each login.
    """

    __slots__ = ("_by_uuid", "_free", "_holders", "_uuids")

    def __init__(self) -> None:
        self._by_uuid: dict[UUID, int] = {}
        self._uuids: list[UUID] = [NOBODY]
        """By key; the first is no one's key."""
        self._holders: list[int] = [0]
        """By key, how many memories are about it."""
        self._free: list[int] = []

    def __len__(self) -> int:
        """How many beings are remembered."""
        return len(self._by_uuid)

    def find(self, entity: UUID) -> int:
        """The key of somebody; :data:`UNKNOWN_KEY` of whom nobody remembers."""
        return self._by_uuid.get(entity, UNKNOWN_KEY)

    def uuid(self, key: int) -> UUID:
        """Whose key it is. Raises KeyError when nobody remembers such a one."""
        if not 0 < key < len(self._uuids) or not self._holders[key]:
            raise KeyError(f"nobody has key {key}")
        return self._uuids[key]

    def hold(self, entity: UUID) -> int:
        """The key of somebody, for one more memory."""
        key = self._by_uuid.get(entity)
        if key is None:
            if self._free:
                key = self._free.pop()
                self._uuids[key] = entity
            else:
                key = len(self._uuids)
                self._uuids.append(entity)
                self._holders.append(0)
            self._by_uuid[entity] = key
        self._holders[key] += 1
        return key

    def release(self, key: int) -> None:
        """One memory less; the key is free after the last. Raises KeyError when there is none."""
        entity = self.uuid(key)
        self._holders[key] -= 1
        if not self._holders[key]:
            del self._by_uuid[entity]
            self._free.append(key)
