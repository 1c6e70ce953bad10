"""One meeting with somebody who did harm, and what all such meetings have in common."""

from __future__ import annotations

from abc import ABC, abstractmethod
from math import hypot
from typing import TYPE_CHECKING, ClassVar, NamedTuple
from uuid import UUID

from npc.emotion import MoodImpulse
from npc.gaze import OVERHEAD, direction, look_angles
from npc.modes import UNDERWAY
from npc.perception import Tier
from npc.precedence import Claim
from world.sight import Point
from world.terrain import Vector

if TYPE_CHECKING:
    from npc.encounters.looking_about import LookAbout
    from npc.npc import Npc
    from npc.surroundings import Surroundings

LEASH = 24.0
"""Blocks along the ground from where it began to which a companion goes after somebody."""
AT_PLACE = 1.0
"""Blocks from where somebody was last seen at which it is there."""
CHECK_EVERY = 5
"""Ticks between two looks at where somebody is."""
GONE = 48.0
"""Blocks: who has no body to be seen within them is gone."""
SOMEBODY = "somebody"
"""What a being without a name is called."""


class Gaze(NamedTuple):
    """Where to look: degrees, yaw None straight up or down."""

    yaw: float | None
    pitch: float = 0.0


class Encounter(ABC):
    """One meeting with one being."""

    tier: ClassVar[Tier]
    claim: ClassVar[Claim] = Claim.COMBAT
    """With what it wants the body."""
    hunts: ClassVar[bool] = False
    """Whether it is after them."""
    longest: ClassVar[int]
    """Ticks from its beginning after which it is over in any case."""
    deed: ClassVar[str]
    """What it does, for people; whom it is done to comes after it."""

    def __init__(self, who: UUID, name: str, place: Point, now: int) -> None:
        """``name``: empty for nobody's; ``place``: where they were last seen (feet, in blocks)."""
        self.who = who
        self.name = name
        self.place: Vector = place
        """Where they were last seen: it follows them only while they are seen."""
        self.in_view = False
        """Whether they were seen in the last look around."""
        self.ends = now + self.longest
        self.purpose = f"{self.deed} {name or SOMEBODY}"
        self._eyes: Point | None = None
        """Theirs, while they are in view."""
        self._next_check = now
        self._origin: Vector | None = None
        """Where its companion was when it began."""
        self._arrive = 0.0
        self._closes_in = False
        """Whether it goes on to where they were last seen, for it doesn't see them."""
        self._about: LookAbout | None = None
        """How it looks about there."""

    # --- for its companion

    @abstractmethod
    def impulses(self, npc: Npc) -> tuple[MoodImpulse, ...]:
        """What the meeting makes it feel, once."""

    def decide(self, npc: Npc, around: Surroundings) -> Encounter | None:
        """A tick in which it has the body; what goes on: itself, what becomes of it, or None when it is over."""
        if not self.has_body_of(npc):
            npc.walker.stop()
            npc.purpose = self.purpose
        if self._origin is None:
            self._origin = npc.body.position
        if around.now >= self._next_check:
            self._next_check = around.now + CHECK_EVERY
            if not self._check(npc, around):
                return None
        return self._act(npc, around)

    def learn(self, place: Point) -> None:
        """It knows from elsewhere than its eyes where they are."""
        self.place = place
        self._closes_in = False
        self._about = None

    def has_body_of(self, npc: Npc) -> bool:
        """Whether its companion does what it wants, and nothing that goes before it."""
        return npc.purpose == self.purpose

    def gaze(self, npc: Npc, now: int) -> Gaze:
        """Where to look while it stands: at them, or to where they were last seen, or about."""
        if self._about is not None:
            return self._about.gaze(now)
        x, y, z = self._eyes or (self.place[0], self.place[1] + npc.eye_y - npc.actor.y, self.place[2])
        return Gaze(*look_angles(x - npc.actor.x, y - npc.eye_y, z - npc.actor.z))

    def end(self, npc: Npc) -> None:
        """Give the body back."""
        if self.has_body_of(npc):
            npc.walker.stop()
            npc.purpose = ""

    # --- for each response

    @abstractmethod
    def _act(self, npc: Npc, around: Surroundings) -> Encounter | None:
        """See :meth:`decide`."""

    def _check(self, npc: Npc, around: Surroundings) -> bool:
        """Look where they are; whether they are anywhere at all."""
        assert npc.awareness is not None, "who perceives nothing meets nobody"
        being = next(
            (one for one in around.company.within(*npc.body.position, GONE) if one.uuid == self.who), None
        )
        if being is None:
            return False
        self.in_view = npc.awareness.sees(self.who)
        self._eyes = being.shape.eyes if self.in_view else None
        if self.in_view:
            self.place = npc.awareness.last_place(self.who) or self.place
        return True

    def _go_near(self, npc: Npc, distance: float, *, hasty: bool = False) -> bool:
        """Go to ``distance`` blocks from them, then, while they aren't in view, on to where they were last seen.

        Return whether it is on its way.
        """
        if self.in_view:
            self._closes_in = False
        if not self._closes_in:
            if self._approach(npc, distance, hasty=hasty):
                return True
            self._closes_in = not self.in_view
        return self._closes_in and self._approach(npc, AT_PLACE, hasty=hasty)

    def _approach(self, npc: Npc, arrive: float, *, hasty: bool = False) -> bool:
        """Go to where they were last seen, to ``arrive`` blocks from it; whether it is on its way."""
        if npc.hovers:
            return False  # what flies or swims of its own accord has no legs to go with
        if arrive != self._arrive:
            self._arrive = arrive
            npc.walker.stop()  # one who has arrived at another distance would think that it is there
        npc.walker.go(self.place, arrive=arrive, hasty=hasty, leisurely=not hasty)
        return npc.walker.state in UNDERWAY

    def _ahead(self, npc: Npc) -> float:
        """Yaw in degrees towards where they were last seen."""
        dx, dz = self.place[0] - npc.body.x, self.place[2] - npc.body.z
        return npc.actor.yaw if hypot(dx, dz) <= OVERHEAD else direction(dx, dz)

    def _away(self, npc: Npc) -> float:
        """Blocks along the ground from where they were last seen."""
        return hypot(self.place[0] - npc.body.x, self.place[2] - npc.body.z)

    def _is_leashed(self, npc: Npc) -> bool:
        """Whether it has gone as far as it goes."""
        x, _, z = self._origin or npc.body.position
        return hypot(npc.body.x - x, npc.body.z - z) > LEASH
