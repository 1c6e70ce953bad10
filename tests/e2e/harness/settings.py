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


# flying-squid serves these. The whole suite runs where layouts changed much, and on one server of a release.
SQUIDS = [
    Setting("1.8.8", Squid, whole=True),
    Setting("1.12.2", Squid, whole=True),
    Setting("1.16.5", Squid, whole=True),
    Setting("1.18.2", Squid, whole=True),
    Setting("1.19.2", Squid, whole=True),
    Setting("1.19.3", Squid),
    Setting("1.19.4", Squid, whole=True),
    Setting("1.20.1", Squid),
    Setting("1.20.2", Squid),
    Setting("1.20.4", Squid, whole=True),
    Setting("1.20.6", Squid),
    Setting("1.21.1", Squid, whole=True),
    Setting("1.21.3", Squid),
    Setting("1.21.4", Squid),
]
# Re-entry into the configuration state, bundles and batches are tested here; the later ones have no other server.
MODERNS = [
    Setting("1.20.2", Modern, whole=True),
    Setting("1.20.4", Modern),
    Setting("1.20.6", Modern, whole=True),
    Setting("1.21.4", Modern, whole=True),
    Setting("1.21.5", Modern, whole=True),
    Setting("1.21.6", Modern),
    Setting("1.21.8", Modern),
    Setting("1.21.9", Modern, whole=True),
    Setting("1.21.11", Modern),
    Setting("26.1", Modern, whole=True),
]
ALL = SQUIDS + MODERNS
