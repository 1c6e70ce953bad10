"""How a client says which plugin channels it listens to."""

from __future__ import annotations

from proxy.versions.releases import FIRST, V1_13, Since

REGISTRATION_CHANNELS = Since(
    (FIRST, ("REGISTER", "UNREGISTER")), (V1_13, ("minecraft:register", "minecraft:unregister"))
)
"""The channels on which it names those that it begins and ends to listen to, with a NUL between two names."""
