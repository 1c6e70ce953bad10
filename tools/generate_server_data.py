"""Generate ``proxy/versions/data/server_<release>.nbt`` from the npm package minecraft-packets (MIT).

    python tools/generate_server_data.py tests/peers/node_modules/minecraft-packets [RELEASE ...]

Each file is a gzipped NBT compound: ``dimension_codec``, the registries that a vanilla server of that release
sends when a player joins, and ``tags``, the body of its tags packet. Neither tells of a player or a world.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
from nbtlib.tag import ByteArray, Compound

from nbt.codec import read_network, write_file_bytes, write_network
from proxy.wire.buffer import Reader

RELEASES = ("1.16.5", "1.18.2", "1.19.2")
TARGET = Path(__file__).parent.parent / "proxy" / "versions" / "data"


def recorded(package: Path, release: str, packet: str) -> bytes:
    """The first recorded packet of a type, without its id."""
    folder = package / "minecraft-packets" / "data" / "pc" / release / "from-server" / packet
    reader = Reader((folder / "1.raw").read_bytes())
    reader.varint()
    return reader.rest()


def dimension_codec(join_game: bytes) -> Compound:
    """The codec out of a join_game body of 1.16.2 to 1.20.1.

    Raises ValueError when it wouldn't be written back as it was.
    """
    reader = Reader(join_game)
    reader.take(7)  # entity id, hardcore, game mode, previous game mode
    for _ in range(reader.count()):
        reader.string()
    codec, end = read_network(join_game, reader.pos)
    if codec is None or write_network(codec) != join_game[reader.pos : end]:
        raise ValueError("the dimension codec isn't reproduced byte for byte")
    return codec


def server_data(package: Path, release: str) -> bytes:
    tags = np.frombuffer(recorded(package, release, "tags"), dtype=np.int8)
    codec = dimension_codec(recorded(package, release, "login"))
    return write_file_bytes("", Compound({"dimension_codec": codec, "tags": ByteArray(tags)}))


def main() -> None:
    parser = argparse.ArgumentParser(
        description="Generate what our own servers send from recorded vanilla packets."
    )
    parser.add_argument(
        "package", type=Path, help="folder of the package, .../node_modules/minecraft-packets"
    )
    parser.add_argument("releases", nargs="*", default=RELEASES, metavar="RELEASE")
    arguments = parser.parse_args()
    for release in arguments.releases:
        target = TARGET / f"server_{release}.nbt"
        target.write_bytes(server_data(arguments.package, release))
        print(f"{target}: {target.stat().st_size} bytes")


if __name__ == "__main__":
    main()
