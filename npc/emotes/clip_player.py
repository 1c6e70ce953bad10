"""A clip as it runs: what the body shows at each tick, and what happens in it."""

from __future__ import annotations

from dataclasses import dataclass, field

from npc.emotes.clip import Clip, Hold, Particles, PlaySound, Posture, SwingArm, Symbol, UseItem
from npc.emotes.curve import Curve

Momentary = SwingArm | Particles | PlaySound
"""Acts that happen in a tick; the others last."""


@dataclass(slots=True)
class Figure:
    """What a clip makes of a body. Angles in degrees away from how it stood; None: the clip leaves it alone."""

    head_yaw: float | None = None
    """Away from the body."""
    head_pitch: float | None = None
    body_yaw: float | None = None
    posture: str | None = None
    held: dict[int, str] = field(default_factory=dict)
    """Hand → item without namespace, instead of what it really holds."""
    using: int | None = None
    """The hand whose item it uses."""
    symbol: str = ""


class ClipPlayer:
    """Runs a clip from its first tick on; :attr:`figure` is that of the last :meth:`tick`."""

    __slots__ = ("_loop", "clip", "figure")

    def __init__(self, clip: Clip, *, loop: bool = False) -> None:
        """Without ``loop`` it stays, after its last tick, as it was then."""
        self.clip = clip
        self.figure = Figure()
        self._loop = loop

    def tick(self, elapsed: int) -> list[Momentary]:
        """Go to a tick since the start, one after the other from 0; return what happens in it."""
        clip, figure = self.clip, self.figure
        at = elapsed % clip.length if self._loop else min(elapsed, clip.length)
        if self._loop and elapsed and not at:
            self.figure = figure = Figure()
        figure.head_yaw = _at(clip.head_yaw, at)
        figure.head_pitch = _at(clip.head_pitch, at)
        figure.body_yaw = _at(clip.body_yaw, at)
        happening: list[Momentary] = []
        if elapsed >= clip.length and not self._loop:
            return happening
        for act in clip.acts_at(at):
            match act:
                case Posture(posture):
                    figure.posture = posture
                case Hold(hand, item):
                    if item is None:
                        figure.held.pop(hand, None)
                    else:
                        figure.held[hand] = item
                case UseItem(hand):
                    figure.using = hand
                case Symbol(text):
                    figure.symbol = text
                case SwingArm() | Particles() | PlaySound():
                    happening.append(act)
        return happening


def _at(curve: Curve | None, tick: int) -> float | None:
    return None if curve is None else curve.at(tick)
