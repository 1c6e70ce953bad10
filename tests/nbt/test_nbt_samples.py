"""Files of others: those that prismarine-nbt is tested with, and chunks that vanilla saved."""

from __future__ import annotations

import gzip
import json
import subprocess
import zlib
from pathlib import Path
from typing import Any

import amulet_nbt
import pytest
from nbtlib.tag import Byte, Compound, Long, LongArray

from nbt.codec import NbtError, read_file_bytes, write_file_bytes
from nbt.schema import NpcRecord, WorldRecord, npc_uuid
from nbt.store import NpcStore


@pytest.fixture(scope="module")
def samples(peers: Path) -> Path:
    return peers / "node_modules" / "prismarine-nbt" / "sample"


def inflated(data: bytes) -> bytes:
    return gzip.decompress(data) if data.startswith(b"\x1f\x8b") else data


@pytest.mark.peer
@pytest.mark.parametrize("file", ["bigtest.nbt", "bigtest.nbt.gz"])
def test_the_big_test_is_read_and_written_byte_for_byte(samples: Path, file: str) -> None:
    data = (samples / file).read_bytes()
    name, root = read_file_bytes(data)
    assert name == "Level"
    assert root["stringTest"] == "HELLO WORLD THIS IS A TEST STRING ÅÄÖ!"
    assert root["longTest"] == 9223372036854775807
    assert root["nested compound test"]["egg"]["name"] == "Eggbert"
    values = root[
        "byteArrayTest (the first 1000 values of (n*n*255+n*7)%100, starting with n=0 (0, 62, 34, 16, 8, ...))"
    ]
    assert [int(value) for value in values] == [(n * n * 255 + n * 7) % 100 for n in range(1000)]
    assert write_file_bytes(name, root, compress="none") == inflated(data)


@pytest.mark.peer
def test_an_empty_compound_without_its_end_is_refused(samples: Path) -> None:
    """prismarine-nbt's sample of one lacks the end tag, which its reader doesn't miss."""
    data = (samples / "emptyComp.nbt").read_bytes()
    assert data == b"\x0a\x00\x00"
    with pytest.raises(NbtError, match="ends inside"):
        read_file_bytes(data)
    assert read_file_bytes(data + b"\x00") == ("", {})


@pytest.mark.peer
@pytest.mark.parametrize("file", ["biome_definitions.le.nbt", "block_states.lev.nbt", "level.dat"])
def test_the_little_endian_nbt_of_another_edition_is_refused(samples: Path, file: str) -> None:
    with pytest.raises(NbtError):
        read_file_bytes((samples / file).read_bytes())


def chunk_of(region: Path) -> bytes:
    """The plain NBT of the first chunk in a region file: vanilla's own, zlib behind a length and a type."""
    data = region.read_bytes()
    entry = next(data[i : i + 4] for i in range(0, 4096, 4) if any(data[i : i + 4]))
    start = int.from_bytes(entry[:3], "big") * 4096
    length = int.from_bytes(data[start : start + 4], "big")
    assert data[start + 4] == 2, "not zlib"
    return zlib.decompress(data[start + 5 : start + 4 + length])


def as_json(tag: Any) -> Any:
    """A tree as tests/peers/read_nbt.js prints it."""
    kind = tag.tag_id
    if kind == 4:
        return str(int(tag))
    if kind == 12:
        return [str(int(value)) for value in tag]
    if kind in (7, 11):
        return [int(value) for value in tag]
    if kind == 8:
        return str(tag)
    if kind == 9:
        return [as_json(item) for item in tag]
    if kind == 10:
        return {name: as_json(item) for name, item in tag.items()}
    return float(tag) if kind in (5, 6) else int(tag)


@pytest.mark.peer
def test_chunks_that_vanilla_saved_agree_with_prismarine(peers: Path, tmp_path: Path) -> None:
    fixtures = peers / "node_modules" / "prismarine-provider-anvil" / "test" / "fixtures"
    regions = sorted(fixtures.glob("*/*.mca"))
    assert len({region.parent for region in regions}) >= 10, f"no region files in {fixtures}"
    files = []
    for number, region in enumerate(regions):
        file = tmp_path / f"{number}.nbt"
        file.write_bytes(chunk_of(region))
        files.append(file)
    lines = read_with_prismarine(peers, files)
    for file, line in zip(files, lines, strict=True):
        data = file.read_bytes()
        name, root = read_file_bytes(data)
        assert line["size"] == len(data)
        assert line["name"] == name
        assert line["value"] == as_json(root)
        assert write_file_bytes(name, root, compress="none") == data


@pytest.mark.peer
def test_prismarine_and_amulet_read_what_the_store_writes(peers: Path, tmp_path: Path) -> None:
    record = NpcRecord(
        "Anna/1",
        "Änna €",
        npc_uuid("Anna/1", 2),
        incarnation=2,
        position=(-1.5, 64.0, 1e7),
        yaw=-90.5,
        skin=("dmFsdWU=", None),
        extra={"NpcEmotion": Compound(Mood=Byte(3), Since=Long(-5), Past=LongArray([1, -(2**63)]))},
    )
    with NpcStore(tmp_path) as store:
        store.save_npc(record)
        store.save_world(WorldRecord("minecraft:overworld", world_age=2**40, tick=7))
        files = [store.npc_path("Anna/1"), store.world_path("minecraft:overworld")]
    trees = [record.to_nbt(), WorldRecord("minecraft:overworld", world_age=2**40, tick=7).to_nbt()]
    for file, line, tree in zip(files, read_with_prismarine(peers, files), trees, strict=True):
        assert line["name"] == ""
        assert line["value"] == as_json(tree)
        loaded: Any = amulet_nbt.load(str(file)).compound
        assert loaded["DataVersion"].py_int == 1
        assert {key: loaded[key].tag_id for key in loaded} == {key: tag.tag_id for key, tag in tree.items()}
    npc: Any = amulet_nbt.load(str(files[0])).compound
    assert npc["Name"].py_str == "Änna €"
    assert [value.py_float for value in npc["Pos"]] == [-1.5, 64.0, 1e7]
    assert npc["UUID"].np_array.astype(">i4").tobytes() == record.uuid.bytes


def test_amulet_reads_names_with_nul_and_emoji(tmp_path: Path) -> None:
    """prismarine-nbt takes strings for plain UTF-8, so amulet alone can tell."""
    record = NpcRecord("anna", "Änna\0😀", npc_uuid("anna", 0))
    with NpcStore(tmp_path) as store:
        store.save_npc(record)
        npc: Any = amulet_nbt.load(str(store.npc_path("anna"))).compound
    assert npc["Name"].py_str == "Änna\0😀"


def read_with_prismarine(peers: Path, files: list[Path]) -> list[dict[str, Any]]:
    output = subprocess.run(
        ["node", str(peers / "read_nbt.js"), *map(str, files)],
        cwd=peers, capture_output=True, text=True, check=True, timeout=120,
    ).stdout  # fmt: skip
    return [json.loads(line) for line in output.splitlines()]
