"""A flying-squid server, through tests/peers/squid.js."""

from __future__ import annotations

from harness.server import Server


class Squid(Server):
    """flying-squid. ``options`` may be ``flat``: plain ground for small recordings."""

    script = "squid.js"
