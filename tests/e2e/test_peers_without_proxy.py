"""The peers among themselves. When these fail, look at the installation first: Hearthkin isn't in it."""

import pytest
from harness.places import SPAWN
from harness.players import BotPool
from harness.sampling import positions_around
from harness.squid import Squid

pytestmark = pytest.mark.peer


def test_mineflayer_plays_on_flying_squid(squid: Squid, bots: BotPool, version: str) -> None:
    alice = bots.join("alice", squid.port, version)
    assert alice.position() == SPAWN
    positions = positions_around(SPAWN, 200)
    believed = alice.blocks(positions)
    assert [squid.block(position) for position in positions] == [
        block and block["state"] for block in believed
    ]
    x, y, z = alice.walk(5, yaw=90)
    assert -6.5 < x - SPAWN[0] < -4.9
    assert (y, z) == pytest.approx(SPAWN[1:])
