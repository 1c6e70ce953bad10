"""Who else is there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from uuid import UUID

from proxy.versions.releases import V1_19, V1_19_3
from proxy.versions.server_side.encoder import FALSE, TRUE, Encoder
from proxy.wire.buffer import pack_string
from proxy.wire.frame import pack_varint

_ADD, _REMOVE = 0, 4
"""Actions to 1.19.2."""
_ADD_PLAYER, _GAME_MODE, _LISTED, _PING = 1, 4, 8, 16
"""Bits of what entries carry, from 1.19.3 on."""


@dataclass(frozen=True, slots=True)
class Listing:
    """A line of the player list. ``ping`` in milliseconds."""

    uuid: UUID
    name: str
    game_mode: int
    ping: int = 0
    listed: bool = True
    """Whether it shows; only from 1.19.3 on there are those that don't."""


class PlayerListPackets(Encoder):
    """The player list."""

    def list_players(self, players: Iterable[Listing]) -> list[bytes]:
        """Add lines to the player list. A client shows no player whom it doesn't list."""
        if self._since(V1_19_3):
            lines = [self._entry(player) for player in players]
            carried = bytes((_ADD_PLAYER | _GAME_MODE | _LISTED | _PING,))
        else:
            lines = [self._line(player) for player in players]
            carried = pack_varint(_ADD)
        return [self._packet("player_list_item", carried, pack_varint(len(lines)), *lines)]

    def _entry(self, player: Listing) -> bytes:
        return b"".join(
            (
                player.uuid.bytes,
                pack_string(player.name),
                pack_varint(0),  # no properties: the default skin
                pack_varint(player.game_mode),
                TRUE if player.listed else FALSE,
                pack_varint(player.ping),
            )
        )

    def _line(self, player: Listing) -> bytes:
        return b"".join(
            (
                player.uuid.bytes,
                pack_string(player.name),
                pack_varint(0),  # no properties: the default skin
                pack_varint(player.game_mode),
                pack_varint(player.ping),
                FALSE,  # no display name
                FALSE if self._since(V1_19) else b"",  # no key to sign chat with
            )
        )

    def unlist_players(self, uuids: Sequence[UUID]) -> list[bytes]:
        packed = pack_varint(len(uuids)) + b"".join(uuid.bytes for uuid in uuids)
        if self._since(V1_19_3):
            return [self._packet("player_remove", packed)]
        return [self._packet("player_list_item", pack_varint(_REMOVE), packed)]
