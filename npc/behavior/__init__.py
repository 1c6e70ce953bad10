"""What companions come up with when nobody wants anything of them."""

from npc.behavior.behavior import Behavior
from npc.behavior.matrix import DEFAULT_WEIGHTS, StochasticMatrix
from npc.behavior.states import State

__all__ = ["DEFAULT_WEIGHTS", "Behavior", "State", "StochasticMatrix"]
