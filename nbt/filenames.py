"""File names for ids that users choose: safe on every file system, and reversible."""

from __future__ import annotations

import hashlib
import re

_PLAIN = re.compile(r"[a-z0-9_-]")
_ESCAPED = re.compile(r"(?:[a-z0-9_-]|%[0-9a-f]{2})+")

# Windows takes these for devices whatever the extension.
_RESERVED = re.compile(r"(?:con|prn|aux|nul|com[0-9]|lpt[0-9])")

_LONGEST = 180
"""File systems allow 255 bytes; the rest is for suffixes."""


def escape(text: str) -> str:
    """A file name without extension for any text but the empty one, which raises ValueError.

    Lower-case ASCII letters, digits, ``_`` and ``-`` stay, everything else becomes ``%xx`` per UTF-8 byte:
    capitals too, so that ids that differ in case stay apart where the file system doesn't distinguish it.
    Very long ids end in a digest instead.
    """
    if not text:
        raise ValueError("an empty id can't name a file")
    name = "".join(
        char
        if _PLAIN.fullmatch(char)
        else "".join(f"%{byte:02x}" for byte in char.encode("utf-8", "surrogatepass"))
        for char in text
    )
    if _RESERVED.fullmatch(name):
        name = f"%{ord(name[0]):02x}{name[1:]}"
    if len(name) > _LONGEST:
        digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]
        name = f"{name[: _LONGEST - 34]}%~{digest}"
    return name


def unescape(name: str) -> str | None:
    """The text behind an escaped name; None when it isn't one or was shortened."""
    if not _ESCAPED.fullmatch(name):
        return None
    raw = re.sub(rb"%(..)", lambda match: bytes((int(match[1], 16),)), name.encode("ascii"))
    try:
        text = raw.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return None
    return text if escape(text) == name else None
