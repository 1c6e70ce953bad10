"""A lively companion: the chain of idleness, lived."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import TYPE_CHECKING, Any

from npc.behavior.behavior import Behavior
from npc.behavior.matrix import StochasticMatrix
from npc.behavior.pastimes import STANDS, Outcome, Pastime, Sit, Sleep, Special, Stand, Stroll
from npc.behavior.states import State
from npc.behavior.temper import DAY, LEANINGS, NIGHT, WANDERING, leaning_weights
from npc.modes import Behaviour, Mode

if TYPE_CHECKING:
    from npc.npc import Npc
    from npc.surroundings import Surroundings


class Life:
    """What a companion does when nobody wants anything of it: what its mode needs, and else what the chain brings.

    It is a mode's behaviour with more to it. Whatever takes the body in between makes it :meth:`leave`.
    """

    def __init__(
        self, mode: Behaviour, random: Random, *, temperament: str, may_stroll: bool, may_perform: bool
    ) -> None:
        """``mode``: what brings it where it belongs; ``temperament``: key of its character; ``may_perform``: it has
        emotes for idle moments."""
        self._mode = mode
        pastimes: dict[State, Pastime] = {
            State.IDLE: Stand(),
            State.SIT: Sit(),
            State.SLEEP: Sleep(),
            State.MOVE_L: Stroll(-90.0),
            State.MOVE_R: Stroll(90.0),
            State.SPECIAL: Special(),
        }
        disabled = [] if may_stroll else [State.MOVE_L, State.MOVE_R]
        disabled += [] if may_perform else [State.SPECIAL]
        leanings = LEANINGS.get(temperament, {}), WANDERING
        self._matrices = {
            night: _matrix(leaning_weights(*leanings, NIGHT if night else DAY), pastimes, disabled)
            for night in (False, True)
        }
        self._behavior = Behavior(self._matrices[False], random)
        self._pastime: Pastime | None = None
        """What it is at; None while something else has the body, and when that is over."""
        self._yaw: float | None = None
        """Degrees: where it looks while it stands somewhere."""
        self._now = 0
        self._begins = True
        """Whether it has just come, or something else had its body."""

    @property
    def state(self) -> State:
        return self._behavior.state

    @property
    def due(self) -> int | None:
        """The tick in which the chain goes on, however long nothing happens."""
        return None if self._pastime is None else self._behavior.expires

    def describe(self) -> dict[str, Any]:
        """For people who wonder: state, when it ends, weights (disabled columns negated), disabled states."""
        matrix = self._behavior.matrix
        return {
            "state": self.state.name,
            "idle": self._pastime is not None,
            "expires": self._behavior.expires,
            "states": [state.name for state in State],
            "matrix": matrix.debug_matrix().tolist(),
            "disabled": list(matrix.disabled),
        }

    # --- Behaviour

    def decide(self, npc: Npc, around: Surroundings) -> None:
        self._now = around.now
        if npc.hovers or npc.is_bothered(around.now) or npc.is_talking:
            self.leave(npc)
            self._mode.decide(npc, around)
            return
        if self._pastime is not None:
            self._go_on(self._pastime, npc, around)
        if (self._pastime is None or self._pastime.yields) and self._mode.wants(npc):
            self._end(npc)
            self._mode.decide(npc, around)
        elif self._pastime is None or self._behavior.is_expired(around.now):
            self._choose(npc, around)

    def wants(self, npc: Npc) -> bool:
        return True

    def is_content(self, npc: Npc) -> bool:
        actor, pastime = npc.actor, self._pastime
        if pastime is None:
            return npc.hovers and self._mode.is_content(npc)
        if not pastime.rests(npc) or (pastime.yields and self._mode.wants(npc)):
            return False
        if npc.asleep:
            return True
        yaw, pitch, _ = self.look(npc, self._now)
        return actor.yaw == actor.head_yaw == yaw and actor.pitch == pitch

    def look(self, npc: Npc, now: int) -> tuple[float, float, bool]:
        if npc.mode is Mode.STAY:
            return self._mode.look(npc, now)
        if self._yaw is None:
            self._yaw = npc.actor.yaw
        return self._yaw, 0.0, True

    def leave(self, npc: Npc) -> None:
        self._end(npc)
        if not self._begins:
            self._begins = True
            self._behavior.interrupt(self._now)

    # --- inside

    def _go_on(self, pastime: Pastime, npc: Npc, around: Surroundings) -> None:
        match pastime.tick(npc, around):
            case Outcome.OVER:
                self._end(npc)
                self._pastime = _STANDING
            case Outcome.FUTILE:
                self._end(npc)
                self._behavior.settle(State.IDLE, around.now)
                self._pastime = _STANDING

    def _choose(self, npc: Npc, around: Surroundings) -> None:
        """Let the chain go on."""
        behavior = self._behavior
        if self._begins:
            # At first it stands for a while, of any length, so that those who come together don't choose together.
            self._begins, self._pastime = False, _STANDING
            behavior.settle(State.IDLE, around.now - npc.random.randrange(STANDS))
            return
        behavior.matrix = self._matrices[around.terrain.world.is_night]
        chosen = behavior.auto(around.now)
        assert chosen is not None, "every state that may be drawn has a pastime"
        if chosen is self._pastime and chosen.lasts:
            return
        self._end(npc)
        if chosen.begin(npc, around) is Outcome.GOES_ON:
            self._pastime = chosen
        else:
            chosen.end(npc)
            behavior.settle(State.IDLE, around.now)
            self._pastime = _STANDING

    def _end(self, npc: Npc) -> None:
        pastime, self._pastime = self._pastime, None
        if pastime is not None:
            pastime.end(npc)
        self._yaw = npc.actor.yaw


_STANDING = Stand()


def _matrix(
    weights: list[list[int]], pastimes: Mapping[State, Pastime], disabled: list[State]
) -> StochasticMatrix[Pastime]:
    matrix = StochasticMatrix[Pastime](weights)
    for state, pastime in pastimes.items():
        matrix.bind(state, pastime)
    for state in disabled:
        matrix.disable(state)
    return matrix
