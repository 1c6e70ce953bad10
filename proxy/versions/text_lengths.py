"""The longest texts that a client of a version sends, as vanilla's reader of that version bounds them. Characters."""

from __future__ import annotations

from proxy.versions.releases import FIRST, V1_13, V1_20_5, Since

CHANNEL_CHARACTERS = Since((FIRST, 20), (V1_13, 32_767))
"""Name of a plugin channel: a resource location from 1.13 on."""

COMMAND_CHARACTERS = Since((FIRST, 256), (V1_20_5, 32_767))
"""A command without its slash. What a player types is as short as ever, but a click may run a longer one."""
