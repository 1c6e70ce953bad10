"""What a companion does about somebody who harmed it: it goes for them or flees, searches, or hesitates."""

from npc.encounters.encounter import Encounter, Gaze
from npc.encounters.responses import encounter_of

__all__ = ["Encounter", "Gaze", "encounter_of"]
