"""Which servers the end-to-end tests run in front of, and how much of the suite each of them gets."""

from __future__ import annotations

from dataclasses import dataclass

from harness.modern import Modern
from harness.server import Server
from harness.squid import Squid


@dataclass(frozen=True)
class Setting:
    """A server of a release."""

    release: str
    kind: type[Server]
    whole: bool = False
    """Whether every test runs here, or those only that run everywhere."""

    @property
    def peer(self) -> str:
        """The package that the server comes from."""
        return "flying-squid" if self.kind is Squid else "node-minecraft-protocol"

    def __str__(self) -> str:
        return f"{self.release}-{'squid' if self.kind is Squid else 'nmp'}"


# What flying-squid serves gets the whole suite.
SQUIDS = [
    Setting(release, Squid, whole=True)
    for release in (
        *("1.8.8", "1.12.2", "1.16.5", "1.18.2", "1.19.2", "1.19.3", "1.19.4", "1.20.1", "1.20.2", "1.20.4"),
        *("1.20.6", "1.21.1", "1.21.3", "1.21.4"),
    )
]
# Re-entry into the configuration state, bundles and batches are tested here. The later ones have no other server:
# they get the whole suite where layouts changed.
MODERNS = [
    Setting("1.20.2", Modern),
    Setting("1.20.4", Modern),
    Setting("1.20.6", Modern),
    Setting("1.21.4", Modern),
    Setting("1.21.5", Modern, whole=True),
    Setting("1.21.6", Modern),
    Setting("1.21.8", Modern),
    Setting("1.21.9", Modern, whole=True),
    Setting("1.21.11", Modern),
    Setting("26.1", Modern, whole=True),
]
ALL = SQUIDS + MODERNS
