"""The store on healthy, damaged, full and shared disks."""

from __future__ import annotations

import errno
import logging
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from nbtlib.tag import Byte, Compound, Int

from nbt import atomic
from nbt.codec import read_file_bytes, write_file_bytes
from nbt.schema import NpcRecord, WorldRecord, npc_uuid
from nbt.store import NpcStore, StoreError


def npc(npc_id: str = "anna", **fields: Any) -> NpcRecord:
    return NpcRecord(npc_id, fields.pop("name", npc_id.title()), npc_uuid(npc_id, 0), **fields)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[NpcStore]:
    with NpcStore(tmp_path / "saves") as opened:
        yield opened


def reload(store: NpcStore) -> list[NpcRecord]:
    """What another process would find."""
    store.close()
    store.open()
    return store.load_all()


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


# --- healthy --------------------------------------------------------------------------------------


def test_npcs_come_back_with_everything_that_belongs_to_others(store: NpcStore) -> None:
    records = [
        npc("anna", extra={"NpcMemory": Compound(Items=Byte(3))}),
        npc("Anna"),
        npc("con"),
        npc("ö/../x"),
    ]
    assert store.save_npcs(records) == 4
    assert sorted(reload(store), key=lambda record: record.npc_id) == sorted(records, key=lambda r: r.npc_id)


def test_the_file_is_gzipped_with_a_data_version_in_its_root(store: NpcStore) -> None:
    store.save_npc(npc())
    data = store.npc_path("anna").read_bytes()
    assert data.startswith(b"\x1f\x8b")
    assert read_file_bytes(data)[1]["DataVersion"] == 1


def test_what_has_not_changed_is_not_written(store: NpcStore) -> None:
    record = npc()
    assert store.save_npc(record)
    before = store.npc_path("anna").stat()
    assert not store.save_npc(record)
    store.close()
    store.open()
    [loaded] = store.load_all()
    assert not store.save_npc(loaded), "not even after it was loaded by another process"
    after = store.npc_path("anna").stat()
    assert (after.st_mtime_ns, after.st_ino) == (before.st_mtime_ns, before.st_ino)
    assert names(store.folder / "npcs") == ["anna.dat"]


def test_a_file_that_somebody_removed_is_written_again(store: NpcStore) -> None:
    store.save_npc(npc())
    store.npc_path("anna").unlink()
    assert store.save_npc(npc())
    assert store.npc_path("anna").exists()


def test_the_previous_contents_are_kept(store: NpcStore) -> None:
    for health in (1.0, 2.0, 3.0):
        store.save_npc(npc(health=health))
    assert names(store.folder / "npcs") == ["anna.dat", "anna.dat_old"]
    old = read_file_bytes(atomic.old_path(store.npc_path("anna")).read_bytes())[1]
    assert old["Health"] == 2.0


def test_without_hard_links_the_previous_contents_are_kept_too(
    store: NpcStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(errno.EPERM, "no hard links on this file system")

    monkeypatch.setattr(os, "link", refuse)
    for health in (1.0, 2.0):
        store.save_npc(npc(health=health))
    assert names(store.folder / "npcs") == ["anna.dat", "anna.dat_old"]
    assert read_file_bytes(atomic.old_path(store.npc_path("anna")).read_bytes())[1]["Health"] == 1.0
    assert reload(store)[0].health == 2.0


def test_a_removed_npc_never_returns(store: NpcStore) -> None:
    for health in (1.0, 2.0):
        store.save_npc(npc(health=health))
    atomic.new_path(store.npc_path("anna")).write_bytes(b"left over")
    store.delete_npc("anna")
    assert names(store.folder / "npcs") == []
    assert reload(store) == []
    store.delete_npc("anna")


def test_a_removed_npc_can_be_made_anew(store: NpcStore) -> None:
    store.save_npc(npc())
    store.delete_npc("anna")
    assert store.save_npc(npc())
    assert reload(store) == [npc()]


def test_worlds_are_kept_by_name(store: NpcStore) -> None:
    assert store.load_world("minecraft:overworld") is None
    overworld = WorldRecord("minecraft:overworld", tick=5)
    assert store.save_world(overworld)
    assert store.save_world(WorldRecord("minecraft:the_nether", tick=6))
    assert store.load_world("minecraft:overworld") == overworld
    assert not store.save_world(overworld)


# --- damaged --------------------------------------------------------------------------------------


def saved_twice(store: NpcStore) -> Path:
    store.save_npc(npc(health=1.0))
    store.save_npc(npc(health=2.0))
    return store.npc_path("anna")


def test_a_damaged_file_is_set_aside_and_its_predecessor_used(
    store: NpcStore, caplog: pytest.LogCaptureFixture
) -> None:
    path = saved_twice(store)
    damaged = path.read_bytes()[:-20]
    path.write_bytes(damaged)
    with caplog.at_level(logging.ERROR):
        [record] = reload(store)
    assert record.health == 1.0
    assert path.with_name("anna.dat.damaged-1").read_bytes() == damaged
    assert str(path) in caplog.text
    assert "ends early" in caplog.text
    assert "anna.dat_old is used" in caplog.text


def test_the_byte_of_the_damage_is_logged(store: NpcStore, caplog: pytest.LogCaptureFixture) -> None:
    path = saved_twice(store)
    plain = b"\x0a\x00\x00\x0d\x00\x00"
    path.write_bytes(plain)
    with caplog.at_level(logging.ERROR):
        assert reload(store)[0].health == 1.0
    assert "unknown tag type 13 (at byte 3)" in caplog.text


def test_every_prefix_of_a_file_leads_to_the_predecessor(store: NpcStore) -> None:
    path = saved_twice(store)
    whole = path.read_bytes()
    for end in range(0, len(whole), 7):
        path.write_bytes(whole[:end])
        assert reload(store)[0].health == 1.0
    assert len(list(path.parent.glob("anna.dat.damaged-*"))) == len(range(0, len(whole), 7))


def test_after_damage_saving_goes_on_and_keeps_the_good_predecessor(store: NpcStore) -> None:
    path = saved_twice(store)
    path.write_bytes(b"garbage")
    [record] = reload(store)
    record.health = 9.0
    assert store.save_npc(record)
    assert read_file_bytes(atomic.old_path(path).read_bytes())[1]["Health"] == 1.0
    assert reload(store)[0].health == 9.0


def test_when_both_are_damaged_both_are_set_aside_and_others_load(store: NpcStore) -> None:
    path = saved_twice(store)
    store.save_npc(npc("bert"))
    path.write_bytes(b"")
    atomic.old_path(path).write_bytes(b"\x1f\x8bnonsense")
    assert [record.npc_id for record in reload(store)] == ["bert"]
    assert {"anna.dat.damaged-1", "anna.dat_old.damaged-1"} <= set(names(path.parent))


def test_a_lone_predecessor_is_loaded(store: NpcStore) -> None:
    path = saved_twice(store)
    path.unlink()
    assert reload(store)[0].health == 1.0


def test_a_wrong_field_is_named_with_its_file(store: NpcStore, caplog: pytest.LogCaptureFixture) -> None:
    root = Compound(npc().to_nbt())
    root["Health"] = Compound()
    path = store.npc_path("anna")
    path.write_bytes(write_file_bytes("", root))
    with caplog.at_level(logging.WARNING):
        [record] = reload(store)
    assert record.health == 20.0
    assert f"{path}: Health is wrong (Compound instead of a number), 20.0 taken" in caplog.text


def test_a_newer_file_is_refused_and_untouched(store: NpcStore) -> None:
    root = npc().to_nbt()
    root["DataVersion"] = Int(7)
    path = store.npc_path("anna")
    path.write_bytes(write_file_bytes("", root))
    before = path.read_bytes()
    with pytest.raises(StoreError, match=r"anna\.dat: DataVersion 7 is newer than 1"):
        reload(store)
    assert path.read_bytes() == before
    assert names(path.parent) == ["anna.dat"]


def test_a_copied_file_makes_no_second_npc_of_one_id(
    store: NpcStore, caplog: pytest.LogCaptureFixture
) -> None:
    store.save_npc(npc())
    copy = store.npc_path("copy")
    copy.write_bytes(store.npc_path("anna").read_bytes())
    assert [record.npc_id for record in reload(store)] == ["anna"]
    assert copy.exists()
    assert "copy.dat: holds NPC 'anna'" in caplog.text


# --- disks that fail ------------------------------------------------------------------------------


def test_a_full_disk_is_reported_and_loses_nothing(store: NpcStore, monkeypatch: pytest.MonkeyPatch) -> None:
    path = saved_twice(store)

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", None)

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        with pytest.raises(StoreError, match=r"anna\.dat.*No space left"):
            store.save_npc(npc(health=3.0))
    assert names(path.parent) == ["anna.dat", "anna.dat_old"]
    assert reload(store)[0].health == 2.0
    assert store.save_npc(npc(health=3.0)), "the next attempt must not take it for saved"
    assert reload(store)[0].health == 3.0


def test_a_failed_rename_is_reported_and_loses_nothing(
    store: NpcStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = saved_twice(store)

    def refuse(source: object, target: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied", str(target))

    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", refuse)
        with pytest.raises(StoreError, match="Permission denied"):
            store.save_npc(npc(health=3.0))
    assert reload(store)[0].health == 2.0
    assert path.exists()


def test_one_npc_that_cannot_be_saved_does_not_keep_others_from_it(
    store: NpcStore, caplog: pytest.LogCaptureFixture
) -> None:
    bad = [npc("bad", name="x" * 70_000), npc("worse", health=1e300)]
    with pytest.raises(StoreError, match=r"bad\.dat: can't be written: .*70000 bytes"):
        store.save_npcs([bad[0], npc("anna"), bad[1]])
    assert "worse.dat" in caplog.text
    assert [record.npc_id for record in reload(store)] == ["anna"]


def test_a_folder_that_cannot_be_made_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: Path, *_: object, **__: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied", str(path))

    monkeypatch.setattr(Path, "mkdir", refuse)
    with pytest.raises(StoreError, match=r"saves.*Permission denied"):
        NpcStore(tmp_path / "saves").open()


def test_a_folder_that_is_a_file_is_reported(tmp_path: Path) -> None:
    (tmp_path / "saves").write_text("a file")
    with pytest.raises(StoreError, match="saves"):
        NpcStore(tmp_path / "saves").open()


# --- one proxy at a time --------------------------------------------------------------------------


def test_a_store_that_is_not_open_refuses(tmp_path: Path) -> None:
    store = NpcStore(tmp_path)
    for call in (store.load_all, lambda: store.save_npc(npc()), lambda: store.delete_npc("anna")):
        with pytest.raises(StoreError, match="not open"):
            call()


def test_a_second_proxy_is_kept_out_until_the_first_has_closed(store: NpcStore) -> None:
    code = (
        "import sys; from nbt.store import NpcStore, StoreError\n"
        "try:\n    NpcStore(sys.argv[1]).open()\n"
        "except StoreError as error:\n    sys.exit(str(error))\n"
    )

    def second() -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-c", code, str(store.folder)]
        return subprocess.run(command, capture_output=True, text=True, timeout=60)

    kept_out = second()
    assert kept_out.returncode == 1
    assert f"{store.folder}: in use by another Hearthkin" in kept_out.stderr
    store.close()
    assert second().returncode == 0
    store.open()


def test_what_a_killed_process_had_begun_is_cleared_away(store: NpcStore) -> None:
    saved_twice(store)
    atomic.new_path(store.npc_path("anna")).write_bytes(b"half")
    atomic.new_path(store.npc_path("never")).write_bytes(b"half")
    assert [record.npc_id for record in reload(store)] == ["anna"]
    assert names(store.folder / "npcs") == ["anna.dat", "anna.dat_old"]
