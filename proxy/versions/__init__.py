"""All that differs between Minecraft versions. Nothing outside this folder asks for a version number."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from proxy.versions.base import ProtocolFamily

_RELEASES: dict[int, tuple[str, ...]] = {
    754: ("1.16.4", "1.16.5"),
    758: ("1.18.2",),
    760: ("1.19.1", "1.19.2"),
}
"""Protocol → the releases that speak it, the last of them the one whose data we use."""


def family_for(protocol: int) -> ProtocolFamily | None:
    """The shared family of a protocol version, built when first asked for; None if we don't speak it."""
    return _build(protocol) if protocol in _RELEASES else None


def supported() -> list[ProtocolFamily]:
    """All families, oldest first."""
    return [_build(protocol) for protocol in sorted(_RELEASES)]


def supported_releases() -> str:
    """For messages to people: ``1.16.4/1.16.5, 1.18.2, 1.19.1/1.19.2``."""
    return ", ".join("/".join(_RELEASES[protocol]) for protocol in sorted(_RELEASES))


@cache
def _build(protocol: int) -> ProtocolFamily:
    from proxy.versions.family import JavaFamily  # imports NumPy and the registries' loader: not for --help

    return JavaFamily(protocol, _RELEASES[protocol])
