"""Replacing a file so that a crash at any instant leaves a complete one: the new, or the one before."""

from __future__ import annotations

import os
from pathlib import Path

OLD_SUFFIX = "_old"
NEW_SUFFIX = "_new"
"""Behind the whole file name, as vanilla's ``level.dat_old``."""


def old_path(path: Path) -> Path:
    """Where the previous contents of ``path`` are kept."""
    return path.with_name(path.name + OLD_SUFFIX)


def new_path(path: Path) -> Path:
    """Where contents are written before they take the place of ``path``; never read."""
    return path.with_name(path.name + NEW_SUFFIX)


def write_new(path: Path, data: bytes) -> None:
    """Put ``data`` on the disk beside ``path``. Raises OSError and leaves nothing behind when that fails."""
    new = new_path(path)
    try:
        with new.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
    except OSError:
        new.unlink(missing_ok=True)
        raise


def commit_new(path: Path) -> None:
    """Let what :func:`write_new` wrote take the place of ``path``; the present contents become the old ones.

    Until :func:`sync_folder` a power cut may undo it, which leaves the present contents.
    """
    if path.exists():
        _keep_old(path)
    os.replace(new_path(path), path)


def _keep_old(path: Path) -> None:
    # A second name for the same contents: path itself is never missing.
    link = path.with_name(path.name + OLD_SUFFIX + NEW_SUFFIX)
    try:
        link.unlink(missing_ok=True)
        os.link(path, link)
    except OSError:
        # No hard links here (FAT, some network drives): for a moment only the old name exists.
        os.replace(path, old_path(path))
        return
    os.replace(link, old_path(path))
    # rename() does nothing when both names are already the same file, and leaves both.
    link.unlink(missing_ok=True)


def remove(path: Path) -> None:
    """Remove a file with all its companions; the current contents last, so that no old ones come back."""
    for name in (
        path.with_name(path.name + OLD_SUFFIX + NEW_SUFFIX),
        new_path(path),
        old_path(path),
        path,
    ):
        name.unlink(missing_ok=True)


def clear_unfinished(folder: Path) -> None:
    """Remove what a killed process had begun to write in ``folder``."""
    for new in folder.glob("*" + NEW_SUFFIX):
        new.unlink(missing_ok=True)


def sync_folder(folder: Path) -> None:
    """Put renames in ``folder`` on the disk, where the operating system can."""
    if os.name == "nt":
        return  # Windows can't open a folder; NTFS journals renames
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
