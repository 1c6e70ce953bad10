"""A process that is killed while it saves."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_after_each_of_60_kills_the_last_or_the_unfinished_save_is_found() -> None:
    command = [sys.executable, "-m", "benchmarks.kill_while_saving", "--kills", "60"]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=240)
    assert result.returncode == 0, result.stdout + result.stderr
    found = json.loads(result.stdout)
    assert found["neither"] == 0
    assert found["damaged_files"] == 0
    assert found["last"] + found["unfinished"] == found["loads"] == 180
    assert found["unfinished"] > 0, "no kill hit a save: the test proves nothing"
