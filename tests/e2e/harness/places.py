"""The tests' world in figures: what tests/peers/terrain.js makes, and who stands in it."""

from harness.hearthkin import Companion
from harness.players import Position

SPAWN: Position = (0.5, 68.0, 0.5)
"""Where players appear; the ground is flat at y 68 everywhere."""
NETHER_SPAWN: Position = (8.5, 50.0, 8.5)
FAR_AWAY: Position = (400.5, 68.0, 0.5)
"""No chunk around here is a chunk around the spawn."""

JUNIPER = Companion("juniper", "Juniper", (3.5, 68.0, 0.5), yaw=45.0, greeting="Hello, {player}!")
"""Within eight blocks of the spawn, so it looks at who stands there."""
ROWAN = Companion("rowan", "Rowan", (0.5, 68.0, -20.5), yaw=-90.0, greeting="Far out here.")
"""Too far from the spawn to look at anybody there."""
EMBER = Companion(
    "ember", "Ember", (10.5, 50.0, 8.5), world="minecraft:the_nether", greeting="Warm, isn't it?"
)
ASH = Companion("ash", "Ash", (-3.5, 68.0, 4.5), kind="wolf", greeting="Yip!")
CAST = (JUNIPER, ROWAN, EMBER, ASH)
"""All of these: one Hearthkin with them serves every test that needs some of them."""
