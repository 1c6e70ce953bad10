"""What companions would have heard of in the recorded sessions: a plank that is placed, and dug again."""

from pathlib import Path
from typing import TYPE_CHECKING, cast

import pytest

from npc.happenings import Deed, Happening
from npc.stage_port import StagePort
from proxy.capture.replay import ReplayBridge, replay
from proxy.connection.observer import Observer
from proxy.tracking.client_view import ClientView
from proxy.tracking.tracker import NoEvents, WorldTracker
from world.view import WorldRegistry

if TYPE_CHECKING:
    from proxy.connection.bridge import Bridge

CAPTURES = Path(__file__).parent.parent / "captures"
RELEASES = ("1.16.5", "1.18.2", "1.19.2", "1.20.4", "1.21.4")


class Ears(NoEvents):
    def __init__(self) -> None:
        self.heard: list[tuple[Happening, str]] = []

    def is_watched(self, view: ClientView, x: float, z: float) -> bool:
        return True

    def happened(self, view: ClientView, happening: Happening) -> None:
        self.heard.append((happening, view.player.name))


@pytest.mark.parametrize("release", RELEASES)
@pytest.mark.proves("captures", "flying-squid")
def test_the_player_of_a_session_has_placed_one_block_and_broken_it_and_nothing_else_happens_to_blocks(
    release: str,
) -> None:
    ears = Ears()

    def make(bridge: ReplayBridge) -> list[Observer]:
        view = ClientView(cast("Bridge", bridge), cast(StagePort, None))
        return [WorldTracker(view, WorldRegistry(), ears)]

    replay(CAPTURES / f"session-{release}.mcpr", observers=make)
    of_blocks = [(happening, name) for happening, name in ears.heard if happening.at_block]
    assert [(happening.deed, happening.where, happening.block) for happening, _ in of_blocks] == [
        (Deed.PLACED, (2.0, 68.0, 1.0), "oak_planks"),
        (Deed.BROKEN, (2.0, 68.0, 1.0), "oak_planks"),
    ]
    assert all(happening.doer is not None and happening.doer.name == name for happening, name in of_blocks)
    (death,) = (happening for happening, _ in ears.heard if not happening.at_block)
    assert (death.deed, death.doer) == (Deed.DEATH, None)  # the server kills it
    assert death.victim is not None
    assert death.victim.name == ears.heard[0][1]
    assert death.where == pytest.approx((-11.8, 68.1, 0.5), abs=0.01)
