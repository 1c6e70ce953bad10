"""A player's body as the vanilla client draws it: six boxes, turned by what the client was told.

The figures are those of vanilla's humanoid model (sixteenths of a block, y downwards, facing -z, as its models are)
and of what its animation adds for poses, swings and held things.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import cos, pi, radians, sin, sqrt

import numpy as np
from numpy.typing import NDArray

SCALE = 0.9375 / 16
"""Blocks per unit: players are drawn a little smaller than their model."""
FEET = 24.0
"""Where the feet are in the model."""
Matrix = NDArray[np.float64]


@dataclass(slots=True)
class Stance:
    """What a client shows of a player at a moment. Angles in degrees."""

    body_yaw: float = 0.0
    head_yaw: float = 0.0
    """Absolute, as the body's."""
    pitch: float = 0.0
    pose: str = "standing"
    """``standing sneaking sitting sleeping swimming spinning gliding``."""
    swing: tuple[int, float] | None = None
    """The arm that swings (0 main, 1 off; a body swings one at a time), and how far it has come, from 0 to 1."""
    held: list[str | None] = field(default_factory=lambda: [None, None])
    """(main, off) items without namespace."""
    using: int | None = None
    """The hand whose item it uses."""


@dataclass(slots=True)
class Limb:
    """A box that hangs on a pivot, turned about it by radians about z, then y, then x."""

    name: str
    pivot: list[float]
    low: tuple[float, float, float]
    high: tuple[float, float, float]
    turn: list[float] = field(default_factory=lambda: [0.0, 0.0, 0.0])
    """About x, y and z."""

    def matrix(self) -> Matrix:
        """(4, 4) from the limb's own coordinates into the model's."""
        return _move(*self.pivot) @ _turn_z(self.turn[2]) @ turn_y(self.turn[1]) @ turn_x(self.turn[0])


@dataclass(frozen=True, slots=True)
class Face:
    """``corners``: (4, 3) in blocks, feet at the origin, y upwards, +z where yaw 0 looks."""

    part: str
    side: str
    corners: Matrix


def turn_x(angle: float) -> Matrix:
    c, s = cos(angle), sin(angle)
    return np.array([[1, 0, 0, 0], [0, c, -s, 0], [0, s, c, 0], [0, 0, 0, 1]], float)


def turn_y(angle: float) -> Matrix:
    c, s = cos(angle), sin(angle)
    return np.array([[c, 0, s, 0], [0, 1, 0, 0], [-s, 0, c, 0], [0, 0, 0, 1]], float)


def _turn_z(angle: float) -> Matrix:
    c, s = cos(angle), sin(angle)
    return np.array([[c, -s, 0, 0], [s, c, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]], float)


def _move(x: float, y: float, z: float) -> Matrix:
    matrix = np.eye(4)
    matrix[:3, 3] = x, y, z
    return matrix


HEAD, BODY, RIGHT_ARM, LEFT_ARM, RIGHT_LEG, LEFT_LEG = range(6)
X, Y, Z = range(3)
_RIDING_POSES = {"sitting"}
_AIMED = {"bow", "crossbow"}
_RAISED = {"trident"}
_AT_THE_EYE = {"spyglass"}
_AT_THE_MOUTH = {"goat_horn"}
_GUARDING = {"shield"}
_TOOLS = {"bow", "crossbow", "trident", "stick", "fishing_rod", "spyglass"}
_LONG, _SMALL = (11.0, 1.0), (5.0, 2.5)
"""How far before the hand a thing reaches, and half of how high it is."""


def limbs_of(stance: Stance) -> list[Limb]:
    """The six limbs as the stance has them."""
    limbs = [
        Limb("head", [0, 0, 0], (-4, -8, -4), (4, 0, 4)),
        Limb("body", [0, 0, 0], (-4, 0, -2), (4, 12, 2)),
        Limb("arm", [-5, 2, 0], (-3, -2, -2), (1, 10, 2)),
        Limb("arm", [5, 2, 0], (-1, -2, -2), (3, 10, 2)),
        Limb("leg", [-1.9, 12, 0], (-2, 0, -2), (2, 12, 2)),
        Limb("leg", [1.9, 12, 0], (-2, 0, -2), (2, 12, 2)),
    ]
    head = limbs[HEAD]
    # The model looks at -z with y downwards: a turn to the right (yaw grows) is one about its y.
    head.turn[Y] = radians((stance.head_yaw - stance.body_yaw + 180) % 360 - 180)
    head.turn[X] = radians(stance.pitch)
    if stance.pose in ("swimming", "gliding"):
        head.turn[X] = -pi / 4
    if stance.pose in _RIDING_POSES:
        _sit(limbs)
    for hand, arm in ((0, RIGHT_ARM), (1, LEFT_ARM)):
        if stance.held[hand] is not None:
            limbs[arm].turn[X] = limbs[arm].turn[X] * 0.5 - pi / 10
    if stance.using is not None:
        _use(limbs, stance)
    if stance.swing is not None:
        _swing(limbs, *stance.swing)
    if stance.pose == "sneaking":
        _crouch(limbs)
    return limbs


def _sit(limbs: list[Limb]) -> None:
    for arm in (RIGHT_ARM, LEFT_ARM):
        limbs[arm].turn[X] -= pi / 5
    limbs[RIGHT_LEG].turn[:] = [-1.4137167, pi / 10, 0.07853982]
    limbs[LEFT_LEG].turn[:] = [-1.4137167, -pi / 10, -0.07853982]


def _crouch(limbs: list[Limb]) -> None:
    limbs[BODY].turn[X] = 0.5
    for arm in (RIGHT_ARM, LEFT_ARM):
        limbs[arm].turn[X] += 0.4
        limbs[arm].pivot[Y] += 3.2
    for leg in (RIGHT_LEG, LEFT_LEG):
        limbs[leg].pivot[Z] = 4.0
        limbs[leg].pivot[Y] = 12.2
    limbs[HEAD].pivot[Y] = 4.2
    limbs[BODY].pivot[Y] = 3.2


def _use(limbs: list[Limb], stance: Stance) -> None:
    hand = stance.using or 0
    item = stance.held[hand]
    mine, other = (RIGHT_ARM, LEFT_ARM) if hand == 0 else (LEFT_ARM, RIGHT_ARM)
    side = 1.0 if hand == 0 else -1.0
    head = limbs[HEAD].turn
    if item in _AIMED:
        limbs[mine].turn[Y] = -0.1 * side + head[Y]
        limbs[other].turn[Y] = (0.1 + 0.4) * side + head[Y]
        limbs[mine].turn[X] = limbs[other].turn[X] = -pi / 2 + head[X]
    elif item in _RAISED:
        limbs[mine].turn[X] = limbs[mine].turn[X] * 0.5 - pi
        limbs[mine].turn[Y] = 0.0
    elif item in _AT_THE_EYE:
        limbs[mine].turn[X] = max(-2.4, min(3.3, head[X] - 1.9198622))
        limbs[mine].turn[Y] = head[Y] - 0.2617994 * side
    elif item in _AT_THE_MOUTH:
        limbs[mine].turn[X] = max(-1.2, min(1.2, head[X])) - 1.4835298
        limbs[mine].turn[Y] = head[Y] - pi / 6 * side
    elif item in _GUARDING:
        limbs[mine].turn[X] = limbs[mine].turn[X] * 0.5 - 0.9424778
        limbs[mine].turn[Y] = -pi / 6 * side


def _swing(limbs: list[Limb], hand: int, share: float) -> None:
    """Vanilla's swing of an arm, with the turn of the shoulders that goes with it."""
    shoulders = sin(sqrt(share) * 2 * pi) * 0.2 * (1 if hand == 0 else -1)
    limbs[BODY].turn[Y] = shoulders
    limbs[RIGHT_ARM].pivot[Z] = sin(shoulders) * 5
    limbs[RIGHT_ARM].pivot[X] = -cos(shoulders) * 5
    limbs[LEFT_ARM].pivot[Z] = -sin(shoulders) * 5
    limbs[LEFT_ARM].pivot[X] = cos(shoulders) * 5
    limbs[RIGHT_ARM].turn[Y] += shoulders
    limbs[LEFT_ARM].turn[Y] += shoulders
    limbs[LEFT_ARM].turn[X] += shoulders
    arm = limbs[RIGHT_ARM if hand == 0 else LEFT_ARM]
    eased = sin((1 - (1 - share) ** 4) * pi)
    down = sin(share * pi) * -(limbs[HEAD].turn[X] - 0.7) * 0.75
    arm.turn[X] -= eased * 1.2 + down
    arm.turn[Y] += shoulders * 2
    arm.turn[Z] += sin(share * pi) * (-0.4 if hand == 0 else 0.4)


def _stand(stance: Stance) -> Matrix:
    """(4, 4) from the model into the world, in blocks: where the whole body is."""
    up = np.diag([1.0, -1.0, -1.0, 1.0]) @ _move(0, -FEET, 0)
    scaled = np.diag([SCALE, SCALE, SCALE, 1.0]) @ up
    yaw = turn_y(-radians(stance.body_yaw))
    match stance.pose:
        case "sleeping":
            # Flat on the back, the feet where it stands, the head behind.
            laid = _move(0, 0.15, 0.9) @ turn_x(-pi / 2)
        case "swimming" | "gliding" | "spinning":
            laid = _move(0, 0.3, -1.0) @ turn_x(pi / 2)
        case _:
            laid = np.eye(4)
    placed: Matrix = yaw @ laid @ scaled
    return placed


_SIDES = {
    "front": (0, 1, 5, 4),
    "back": (3, 2, 6, 7),
    "left": (1, 2, 6, 5),
    "right": (0, 3, 7, 4),
    "top": (0, 1, 2, 3),
    "bottom": (4, 5, 6, 7),
}


def _box(low: tuple[float, float, float], high: tuple[float, float, float]) -> Matrix:
    """(8, 4) the corners of a box: four above (y is down), then four below."""
    (x0, y0, z0), (x1, y1, z1) = low, high
    return np.array(
        [[x, y, z, 1] for y in (y0, y1) for x, z in ((x0, z0), (x1, z0), (x1, z1), (x0, z1))], float
    )


def faces_of(stance: Stance, lift: float = 0.0) -> list[Face]:
    """Everything there is to draw of a stance whose feet are ``lift`` blocks above the ground."""
    limbs = limbs_of(stance)
    world = _move(0, lift, 0) @ _stand(stance)
    out: list[Face] = []
    for limb in limbs:
        out += _faces(limb.name, _box(limb.low, limb.high), world @ limb.matrix())
    for hand, arm in ((0, RIGHT_ARM), (1, LEFT_ARM)):
        if stance.held[hand] is not None:
            middle = -1.0 if hand == 0 else 1.0
            reach, half = _LONG if stance.held[hand] in _TOOLS else _SMALL
            thing = _box((middle - 0.5, 10 - half, -reach), (middle + 0.5, 10 + half, 0))
            out += _faces("item", thing, world @ limbs[arm].matrix())
    return out


def _faces(part: str, corners: Matrix, matrix: Matrix) -> list[Face]:
    placed = (matrix @ corners.T).T[:, :3]
    return [Face(part, side, placed[list(indices)]) for side, indices in _SIDES.items()]
