"""Packets as vanilla lays them out where minecraft-data says otherwise."""

from __future__ import annotations

import pytest
from expected.values import plain
from hand_written import hand_written

from proxy.versions import supported
from proxy.versions.base import ProtocolFamily

FAMILIES = [family for family in supported() if any(hand_written(family))]


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.minecraft)
def test_every_field_agrees_with_vanilla(family: ProtocolFamily) -> None:
    for name, body, message in hand_written(family):
        assert plain(family.decode("clientbound", name, body)) == plain(message), name
