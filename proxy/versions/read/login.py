"""The end of a login: who the server says that the player is."""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

from proxy.versions.releases import FIRST, V1_16, Since
from proxy.wire.buffer import DecodeError, Reader

_UUID_CHARACTERS = 36
_NAME_CHARACTERS = 16


def _uuid_as_text(reader: Reader) -> UUID:
    text = reader.string(_UUID_CHARACTERS)
    try:
        return UUID(text)
    except ValueError:
        raise DecodeError(f"{text!r} isn't a UUID") from None


_READ_UUID: Since[Callable[[Reader], UUID]] = Since((FIRST, _uuid_as_text), (V1_16, Reader.uuid))


def read_login_success(protocol: int, body: bytes) -> tuple[UUID, str]:
    """UUID and name; what follows them (properties of the profile, 1.19+) isn't read.

    Raises :class:`DecodeError` for a body that is too short, and for texts that are no UUID and no name.
    """
    reader = Reader(body)
    return _READ_UUID.at(protocol)(reader), reader.string(_NAME_CHARACTERS)
