"""What bodies of different releases do differently. Which release has which rules is the wire's business."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PhysicsRules:
    """Defaults are today's."""

    negligible: float = 0.003
    """Blocks per tick below which a velocity component is nothing (to 1.8: 0.005)."""
    climbable_trapdoors: bool = True
    """An open trapdoor above a ladder that faces the same way can be climbed (since 1.9)."""
    lone_posts: bool = True
    """A pane that connects to nothing is a post, not a cross (since 1.9)."""
    bouncing_beds: bool = True
    """Who falls onto a bed bounces (since 1.12)."""
    measured_fluids: bool = True
    """Fluids act by how deep a body is in them, their gravity is a share of that in the air, sprinting swims faster
    and sneaking dives (since 1.13); before, they act on who touches them more than 0.4 above the feet."""
    climbs_by_jump: bool = True
    """Jumping climbs (since 1.14); before, only walking against it does."""
    longer_axis_first: bool = True
    """Sideways moves collide along the longer axis first, and who has stepped up comes down by gravity as well (since
    1.14); before, along x first."""
    slows_from_below: bool = True
    """Soul sand and honey slow who is above them, not who touches them (since 1.15)."""
    ground_depth: float = 0.500001
    """Blocks below the feet at which the block is that makes the ground slippery (before 1.15: 1.0)."""
    edge_depth: float | None = None
    """Blocks that a sneaking body refuses to go down; None: its step height (to 1.8: 1.0)."""
    finds_support: bool = True
    """At an edge the ground is what carries the body (since 1.20); before, what is below its middle, be it air."""
    steps_to_tops: bool = True
    """A body that steps up rises to the lowest top that gets it further (since 1.21); before, by its whole step height
    and down again."""
    acts_last: bool = True
    """What a body is in acts on it after friction and gravity (since 1.21.2); before, ahead of them."""
    falls_to_the_end: bool = True
    """The last tick of a fall counts for its distance, and only whole blocks hurt (since 1.21.5)."""


MODERN = PhysicsRules()
