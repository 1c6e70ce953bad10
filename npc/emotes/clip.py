"""A clip: what a body does over time, in things that every client can be shown somehow."""

from __future__ import annotations

from dataclasses import dataclass

from npc.emotes.curve import Curve

POSTURES = ("standing", "sneaking", "sitting", "sleeping", "swimming", "spinning", "gliding")
"""What the whole body can do."""
HANDS = ("main", "off")


@dataclass(frozen=True, slots=True)
class Posture:
    """The whole body takes one of :data:`POSTURES`, until another act changes it."""

    posture: str


@dataclass(frozen=True, slots=True)
class SwingArm:
    """``hand``: 0 main, 1 off."""

    hand: int = 0


@dataclass(frozen=True, slots=True)
class Hold:
    """Have an item in a hand, or what is really held there (None)."""

    hand: int
    item: str | None
    """Key without namespace."""


@dataclass(frozen=True, slots=True)
class UseItem:
    """Do with what is held what one does with it (eat, drink, aim, look through it), or nothing more (None)."""

    hand: int | None


@dataclass(frozen=True, slots=True)
class Particles:
    """``count`` particles about a point ``height`` blocks above the feet and ``ahead`` blocks before the body."""

    particle: str
    """Key without namespace, as since 1.13."""
    count: int = 1
    height: float = 1.8
    ahead: float = 0.0
    spread: float = 0.3
    """Blocks, along each axis: the standard deviation that clients scatter them with."""
    speed: float = 0.0


@dataclass(frozen=True, slots=True)
class PlaySound:
    sound: str
    """Key without namespace."""
    volume: float = 1.0
    pitch: float = 1.0


@dataclass(frozen=True, slots=True)
class Symbol:
    """A short text on the name line; an empty one takes it off."""

    text: str


Act = Posture | SwingArm | Hold | UseItem | Particles | PlaySound | Symbol


@dataclass(frozen=True, slots=True)
class Clip:
    """A timeline of ``length`` ticks, from tick 0 to the tick before it.

    Angles are turns away from how the body stood when the clip began: yaw from its own, pitch from level. A curve
    that is None leaves its angle as it was.
    """

    key: str
    length: int
    head_yaw: Curve | None = None
    """Of the head, away from the body."""
    head_pitch: Curve | None = None
    """Down is positive."""
    body_yaw: Curve | None = None
    acts: tuple[tuple[int, Act], ...] = ()
    """With the tick of each, in order."""

    def __post_init__(self) -> None:
        if self.length < 1:
            raise ValueError(f"it lasts {self.length} ticks, at least 1 expected")
        for name in ("head_yaw", "head_pitch", "body_yaw"):
            curve: Curve | None = getattr(self, name)
            if curve is not None and curve.keys[-1].tick > self.length:
                raise ValueError(f"{name}: tick {curve.keys[-1].tick} is beyond its length of {self.length}")
        for tick, _ in self.acts:
            if not 0 <= tick < self.length:
                raise ValueError(f"an act at tick {tick} is outside its length of {self.length}")

    @property
    def is_still(self) -> bool:
        """Whether it changes with its acts alone, and not from tick to tick."""
        return self.head_yaw is None and self.head_pitch is None and self.body_yaw is None

    def next_change(self, tick: int) -> int:
        """The first tick after that one, since the start, in which it changes anything when it is played over and
        over; its beginning counts as a change."""
        if not self.is_still:
            return tick + 1
        changes = {0, *(at for at, _ in self.acts)}
        return tick + min((at - tick - 1) % self.length + 1 for at in changes)

    def acts_at(self, tick: int) -> tuple[Act, ...]:
        """What begins at that tick since the start."""
        return tuple([act for at, act in self.acts if at == tick])
