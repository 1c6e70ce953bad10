"""Which release has which rules of motion."""

from __future__ import annotations

from dataclasses import fields

from proxy.versions import data_releases, supported
from world.physics.rules import MODERN, PhysicsRules

SINCE = {
    "negligible": "1.12.2",
    "climbable_trapdoors": "1.12.2",
    "lone_posts": "1.12.2",
    "bouncing_beds": "1.12.2",
    "edge_depth": "1.12.2",
    "measured_fluids": "1.16.5",
    "climbs_by_jump": "1.16.5",
    "longer_axis_first": "1.16.5",
    "slows_from_below": "1.16.5",
    "ground_depth": "1.16.5",
    "finds_support": "1.20.1",
    "steps_to_tops": "1.21.1",
    "acts_last": "1.21.3",
    "falls_to_the_end": "1.21.5",
}
"""The first release that we speak of those that have each of today's rules."""


def test_each_rule_is_todays_from_its_release_on() -> None:
    assert set(SINCE) == {field.name for field in fields(PhysicsRules)}
    releases = data_releases()
    for release, family in zip(releases, supported(), strict=True):
        for rule, since in SINCE.items():
            todays = getattr(family.physics, rule) == getattr(MODERN, rule)
            assert todays == (releases.index(release) >= releases.index(since)), (release, rule)
