"""All that differs between Minecraft versions. Nothing outside this folder asks for a version number."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from proxy.versions.base import ProtocolFamily


class Spoken(NamedTuple):
    """The releases that speak one protocol."""

    releases: tuple[str, ...]
    """As people name them, oldest first."""
    data: str
    """The one whose generated data describe them all."""


_PROTOCOLS: dict[int, Spoken] = {
    47: Spoken(("1.8–1.8.9",), "1.8.8"),
    340: Spoken(("1.12.2",), "1.12.2"),
    754: Spoken(("1.16.4", "1.16.5"), "1.16.5"),
    758: Spoken(("1.18.2",), "1.18.2"),
    760: Spoken(("1.19.1", "1.19.2"), "1.19.2"),
    761: Spoken(("1.19.3",), "1.19.3"),
    762: Spoken(("1.19.4",), "1.19.4"),
    763: Spoken(("1.20", "1.20.1"), "1.20.1"),
    764: Spoken(("1.20.2",), "1.20.2"),
    765: Spoken(("1.20.3", "1.20.4"), "1.20.4"),
    766: Spoken(("1.20.5", "1.20.6"), "1.20.6"),
    767: Spoken(("1.21", "1.21.1"), "1.21.1"),
    768: Spoken(("1.21.2", "1.21.3"), "1.21.3"),
    769: Spoken(("1.21.4",), "1.21.4"),
    770: Spoken(("1.21.5",), "1.21.5"),
    771: Spoken(("1.21.6",), "1.21.6"),
    772: Spoken(("1.21.7", "1.21.8"), "1.21.8"),
    773: Spoken(("1.21.9", "1.21.10"), "1.21.9"),
    774: Spoken(("1.21.11",), "1.21.11"),
    775: Spoken(("26.1–26.1.2",), "26.1"),
}
"""What we speak, by protocol number."""


def family_for(protocol: int) -> ProtocolFamily | None:
    """The shared family of a protocol version, built when first asked for; None if we don't speak it."""
    return _build(protocol) if protocol in _PROTOCOLS else None


def family_of_release(release: str) -> ProtocolFamily | None:
    """The family of a release by the name that people give it, such as ``1.8.9``; None if we don't speak it."""
    for protocol, spoken in _PROTOCOLS.items():
        if any(_spans(releases, release) for releases in spoken.releases):
            return _build(protocol)
    return None


def _spans(releases: str, release: str) -> bool:
    """Whether a name such as ``1.8–1.8.9`` stands for a release."""
    first, _, last = releases.partition("–")
    return _numbers(first) <= _numbers(release) <= _numbers(last or first)


def _numbers(release: str) -> tuple[int, ...]:
    """Empty for what is no release."""
    parts = release.split(".")
    return tuple(int(part) for part in parts) if all(part.isdecimal() for part in parts) else ()


def supported() -> list[ProtocolFamily]:
    """All families, oldest first."""
    return [_build(protocol) for protocol in sorted(_PROTOCOLS)]


def supported_releases() -> str:
    """For messages to people: ``1.18.2, 1.19.1–26.1.2``. Protocols without a gap are told by their ends."""
    runs: list[list[int]] = []
    for protocol in sorted(_PROTOCOLS):
        if runs and protocol == runs[-1][-1] + 1:
            runs[-1].append(protocol)
        else:
            runs.append([protocol])
    return ", ".join("/".join(_PROTOCOLS[run[0]].releases) if len(run) == 1 else _span(run) for run in runs)


def data_releases() -> tuple[str, ...]:
    """Releases that there are generated data of, oldest first: what ``tools`` generates for when told nothing else."""
    return tuple(_PROTOCOLS[protocol].data for protocol in sorted(_PROTOCOLS))


def supported_span() -> str:
    """The oldest and the newest release, ``1.8–26.1``, for where :func:`supported_releases` has no room."""
    return _span(sorted(_PROTOCOLS))


def _span(protocols: Sequence[int]) -> str:
    oldest = _PROTOCOLS[protocols[0]].releases[0].partition("–")[0]
    newest = _PROTOCOLS[protocols[-1]].releases[-1].rpartition("–")[2]
    return f"{oldest}–{newest}"


@cache
def _build(protocol: int) -> ProtocolFamily:
    from proxy.versions.family import JavaFamily  # imports NumPy and the registries' loader: not for --help

    return JavaFamily(protocol, *_PROTOCOLS[protocol])
