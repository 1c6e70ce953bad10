"""What companions remember, how they forget it, and what stays of it."""

from npc.memory.dawns import Dawns
from npc.memory.days import Days
from npc.memory.entity_keys import NOBODY
from npc.memory.knowledge import Knowledge
from npc.memory.memory_type import MemoryType
from npc.memory.pool import MemoryPool, Recollection, Recollections
from npc.memory.stream import MemoryStream

__all__ = [
    "NOBODY",
    "Dawns",
    "Days",
    "Knowledge",
    "MemoryPool",
    "MemoryStream",
    "MemoryType",
    "Recollection",
    "Recollections",
]
