"""What a person would see: a companion of the demo, drawn by prismarine-viewer in a real browser."""

import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from harness.hearthkin import Hearthkin
from harness.peer import Peer
from harness.picture import read_png
from harness.processes import ProcessManager, free_port

pytestmark = pytest.mark.peer

REPORT = Path(__file__).parent.parent.parent / "test-report"
SIZE = (960, 540)
RELEASE = "1.16.5"
BROWSERS = ("chromium", "chromium-browser", "google-chrome")


@pytest.fixture(scope="session")
def browser() -> str:
    for name in BROWSERS:
        if path := shutil.which(name):
            return path
    pytest.fail("Chromium is missing (Debian: apt-get install chromium)", pytrace=False)


def find(viewer: Peer, name: str) -> dict[str, Any]:
    found = [entity for entity in viewer.ask("entities") if entity["name"] == name]
    assert len(found) == 1
    entity: dict[str, Any] = found[0]
    return entity


def test_a_companion_is_visible_in_front_of_the_player(
    processes: ProcessManager, tmp_path: Path, peers: Path, browser: str
) -> None:
    hearthkin = Hearthkin.demo(processes, tmp_path / "demo")
    viewer = Peer.start_script(processes, tmp_path / "viewer", "viewer.js")
    viewer.wait_for("ready")
    viewer.ask(
        "open",
        port=hearthkin.port,
        version=RELEASE,
        name="Wanderer",
        web_port=free_port(),
        chromium=browser,
        size=SIZE,
        patience=180,
    )
    juniper = find(viewer, "Juniper")
    x, y, z = juniper["position"]
    viewer.ask("look_at", position=[x, y + 1.2, z])
    viewer.ask("walk", ticks=58)
    viewer.ask("look_at", position=[x, y + 1.2, z])

    REPORT.mkdir(exist_ok=True)
    pictures = []
    for do, name in (("show", "companion.png"), ("hide", "companion-hidden.png")):
        viewer.ask(do, entity=juniper["id"])
        viewer.ask("shoot", path=str(REPORT / name), patience=180)
        pictures.append(read_png(REPORT / name).astype(np.int16))
    with_her, without_her = pictures
    viewer.ask("close")

    assert with_her.shape == (SIZE[1], SIZE[0], 3)
    colours = len(np.unique(with_her.reshape(-1, 3), axis=0))
    assert colours > 1000, "the picture is blank"
    # Nothing but Juniper and her name tag differs, and she stands where the player looks.
    changed = np.abs(with_her - without_her).max(axis=2) > 24
    rows, columns = np.nonzero(changed)
    assert len(rows) > 3000, f"{len(rows)} pixels show the companion"
    assert np.ptp(rows) > 100
    assert np.percentile(columns, 2) > SIZE[0] * 0.35
    assert np.percentile(columns, 98) < SIZE[0] * 0.65
    middle = changed[SIZE[1] // 2 - 20 : SIZE[1] // 2 + 20, SIZE[0] // 2 - 15 : SIZE[0] // 2 + 15]
    assert middle.mean() > 0.8, "nobody stands in the middle of the picture"
