"""The committed block tables are what the generator makes of the pinned packages."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
from pathlib import Path

from world.blocks import DATA, releases

TOOL = Path(__file__).parents[2] / "tools" / "generate_blocks.py"


def test_generating_the_tables_again_changes_nothing(peers: Path, tmp_path: Path) -> None:
    subprocess.run(
        [sys.executable, str(TOOL), *sorted(releases()),
         "--node-modules", str(peers / "node_modules"), "--output", str(tmp_path)],
        check=True, capture_output=True, timeout=120,
    )  # fmt: skip
    for release in releases():
        name = f"blocks_{release}.json.gz"
        # Compared unpacked: how well zlib compresses is its own affair.
        ours, generated = (
            json.loads(gzip.decompress((path / name).read_bytes())) for path in (DATA, tmp_path)
        )
        assert ours == generated, f"{name} is out of date: run tools/generate_blocks.py {release}"
