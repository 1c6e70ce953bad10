"""What companions see, hear and feel of what happens around them, and what they meet whom with."""

from npc.perception.attention import Attention
from npc.perception.event_table import EventKind, EventTableError, read_events, shipped_events
from npc.perception.field import Eyes, Silhouette, sees
from npc.perception.lookout import Lookout
from npc.perception.response import Thresholds, Tier, is_brave
from npc.perception.senses import Event, Percept, Sense, Senses
from npc.perception.sightings import Lost, Met, Sighted, Sightings

__all__ = [
    "Attention",
    "Event",
    "EventKind",
    "EventTableError",
    "Eyes",
    "Lookout",
    "Lost",
    "Met",
    "Percept",
    "Sense",
    "Senses",
    "Sighted",
    "Sightings",
    "Silhouette",
    "Thresholds",
    "Tier",
    "is_brave",
    "read_events",
    "sees",
    "shipped_events",
]
