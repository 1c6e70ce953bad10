"""What companions feel, why, and for how long."""

from npc.emotion.context import Situation
from npc.emotion.impulse import MoodImpulse
from npc.emotion.manager import Emotion, EmotionManager, EmotionSnapshot, NoEmotion
from npc.emotion.mood import Mood
from npc.emotion.reactions import Attacker, Damage
from npc.emotion.runtime import EmotionRuntime, Switch
from npc.emotion.temperament import PERSONALITIES, TEMPERAMENTS, Temperament, TemperamentError, Traits

__all__ = [
    "PERSONALITIES",
    "TEMPERAMENTS",
    "Attacker",
    "Damage",
    "Emotion",
    "EmotionManager",
    "EmotionRuntime",
    "EmotionSnapshot",
    "Mood",
    "MoodImpulse",
    "NoEmotion",
    "Situation",
    "Switch",
    "Temperament",
    "TemperamentError",
    "Traits",
]
