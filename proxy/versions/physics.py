"""How bodies move in each version."""

from __future__ import annotations

from dataclasses import replace

from proxy.versions.releases import (
    FIRST,
    V1_9,
    V1_12,
    V1_13,
    V1_14,
    V1_15,
    V1_20,
    V1_21,
    V1_21_2,
    V1_21_5,
    Since,
)
from world.physics.rules import MODERN, PhysicsRules

# From today's back, each as it was before the next one changed something.
_1_21_2 = replace(MODERN, falls_to_the_end=False)
_1_21 = replace(_1_21_2, acts_last=False)
_1_20 = replace(_1_21, steps_to_tops=False)
_1_15 = replace(_1_20, finds_support=False)
_1_14 = replace(_1_15, slows_from_below=False, ground_depth=1.0)
_1_13 = replace(_1_14, climbs_by_jump=False, longer_axis_first=False)
_1_12 = replace(_1_13, measured_fluids=False)
_1_9 = replace(_1_12, bouncing_beds=False)
_1_8 = replace(_1_9, climbable_trapdoors=False, lone_posts=False, edge_depth=1.0, negligible=0.005)

PHYSICS: Since[PhysicsRules] = Since(
    (FIRST, _1_8),
    (V1_9, _1_9),
    (V1_12, _1_12),
    (V1_13, _1_13),
    (V1_14, _1_14),
    (V1_15, _1_15),
    (V1_20, _1_20),
    (V1_21, _1_21),
    (V1_21_2, _1_21_2),
    (V1_21_5, MODERN),
)
