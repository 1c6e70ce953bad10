"""Runs all generators and tells what changed.

    npm ci --prefix tests/peers
    python tools/generate_all.py [--check]

The releases are those of :func:`proxy.versions.data_releases`; each generator says what it makes of what. None reads
what another makes. Nothing depends on the machine or the time: on the packages of ``tests/peers/package-lock.json``
nothing changes. With ``--check`` the exit status is 1 if something did.
"""

from __future__ import annotations

import argparse
import gzip
import subprocess
import sys
from pathlib import Path

TOOLS = Path(__file__).resolve().parent
ROOT = TOOLS.parent
MODULES = ROOT / "tests" / "peers" / "node_modules"
GZIP = b"\x1f\x8b"
DATA = (ROOT / "world" / "data", ROOT / "proxy" / "versions" / "data")


def commands(modules: Path) -> list[list[str]]:
    """What to run, each with its arguments."""
    return [
        ["generate_registries.py", str(modules / "minecraft-data")],
        ["generate_layouts.py", str(modules / "minecraft-data")],
        ["generate_blocks.py", "--node-modules", str(modules)],
        ["generate_server_data.py", str(modules)],
    ]


def contents() -> dict[Path, bytes]:
    """All data files, unpacked: how well zlib compresses is its own affair."""
    files = {path: path.read_bytes() for folder in DATA for path in folder.iterdir() if path.is_file()}
    return {path: gzip.decompress(data) if data.startswith(GZIP) else data for path, data in files.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description="Generate all data of all releases.")
    parser.add_argument("--node-modules", type=Path, default=MODULES)
    parser.add_argument("--check", action="store_true", help="fail if a file changes")
    arguments = parser.parse_args()
    if not (arguments.node_modules / "minecraft-data").is_dir():
        parser.error(f"{arguments.node_modules} has no minecraft-data: run  npm ci --prefix tests/peers")
    before = contents()
    for tool, *options in commands(arguments.node_modules):
        print(f"{tool} …", flush=True)
        subprocess.run([sys.executable, str(TOOLS / tool), *options], check=True, stdout=subprocess.DEVNULL)
    after = contents()
    changed = [path for path in sorted(before | after) if before.get(path) != after.get(path)]
    for path in changed:
        print(f"{'new' if path not in before else 'changed'}: {path.relative_to(ROOT)}")
    if not changed:
        print("nothing changed")
    sys.exit(1 if changed and arguments.check else 0)


if __name__ == "__main__":
    main()
