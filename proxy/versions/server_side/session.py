"""Joining, and what a server tells a player of itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from nbt.codec import write_network
from proxy.versions.releases import (
    V1_9,
    V1_12,
    V1_18,
    V1_19,
    V1_19_1,
    V1_19_3,
    V1_19_4,
    V1_20,
    V1_20_2,
    V1_20_5,
    V1_21_2,
)
from proxy.versions.server_side.data import DIMENSION_TYPES, OVERWORLD
from proxy.versions.server_side.encoder import BYTE, FALSE, FLOAT, INT, LONG, TRUE, Encoder
from proxy.versions.write.packets import pack_component
from proxy.wire.buffer import pack_string
from proxy.wire.frame import pack_varint

_NO_GAME_MODE = -1
_NO_SEED = LONG.pack(0)
"""Hashed; only the edges of biomes depend on it."""
_SEA_LEVEL = 63
_LEGACY_OVERWORLD = 0
_LEGACY_LEVEL_TYPE = "flat"
"""Only moves the horizon down."""
_PEACEFUL = 0


class SessionPackets(Encoder):
    """Join, respawn, brand, abilities, commands."""

    def join_game(
        self, entity_id: int, game_mode: int, *, max_players: int, view_distance: int
    ) -> list[bytes]:
        """The player enters a flat overworld (flat only moves the horizon down)."""
        player = INT.pack(entity_id)
        if self._legacy:
            dimension = INT.pack(_LEGACY_OVERWORLD) if self._since(V1_9) else BYTE.pack(_LEGACY_OVERWORLD)
            rules = bytes((_PEACEFUL, min(max_players, 0xFF))) + pack_string(_LEGACY_LEVEL_TYPE)
            # The last: not reduced debug information.
            return [self._packet("join_game", player, bytes((game_mode,)), dimension, rules, FALSE)]
        worlds = pack_varint(1) + pack_string(OVERWORLD)
        distances = pack_varint(max_players) + pack_varint(view_distance)
        if self._since(V1_18):
            distances += pack_varint(view_distance)  # of simulation
        screens = FALSE + TRUE  # reduced debug information, respawn screen
        body: tuple[bytes, ...]
        if self._since(V1_20_2):
            body = (
                player,
                FALSE,  # not hardcore
                worlds,
                distances,
                screens,
                FALSE,  # no limited crafting
                self._spawn_info(game_mode, _NO_GAME_MODE),
                FALSE if self._since(V1_20_5) else b"",  # chat needn't be signed
            )
        else:
            body = (
                player,
                FALSE,  # not hardcore
                bytes((game_mode,)) + BYTE.pack(_NO_GAME_MODE),
                worlds,
                self.data.packed_codec,
                self._dimension,
                pack_string(OVERWORLD),
                _NO_SEED,
                distances,
                screens,
                FALSE,  # not the debug world
                TRUE,  # flat
                self._no_death(),
            )
        return [self._packet("join_game", *body)]

    def respawn(self, game_mode: int) -> list[bytes]:
        """The player enters the same world anew."""
        if self._legacy:
            rules = bytes((_PEACEFUL, game_mode)) + pack_string(_LEGACY_LEVEL_TYPE)
            return [self._packet("respawn", INT.pack(_LEGACY_OVERWORLD), rules)]
        if self._since(V1_20_2):
            return [self._packet("respawn", self._spawn_info(game_mode, game_mode), FALSE)]
        return [
            self._packet(
                "respawn",
                self._dimension,
                pack_string(OVERWORLD),
                _NO_SEED,
                bytes((game_mode,)) + BYTE.pack(game_mode),
                FALSE,  # not the debug world
                TRUE,  # flat
                FALSE,  # attributes and metadata start anew
                self._no_death(),
            )
        ]

    def _spawn_info(self, game_mode: int, previous: int) -> bytes:
        """What join and respawn share from 1.20.2 on."""
        return b"".join(
            (
                self._dimension,
                pack_string(OVERWORLD),
                _NO_SEED,
                bytes((game_mode,)) + BYTE.pack(previous),
                FALSE,  # not the debug world
                TRUE,  # flat
                self._no_death(),
                pack_varint(_SEA_LEVEL) if self._since(V1_21_2) else b"",
            )
        )

    @cached_property
    def _dimension(self) -> bytes:
        """The dimension's type: its id (1.20.5+), its name (1.19+), or all that it is."""
        if self._since(V1_20_5):
            return pack_varint(self.data.number(DIMENSION_TYPES, OVERWORLD))
        return pack_string(OVERWORLD) if self._since(V1_19) else write_network(self.data.overworld)

    def _no_death(self) -> bytes:
        """No place of the last death, and no portal that has to cool down."""
        return (FALSE if self._since(V1_19) else b"") + (pack_varint(0) if self._since(V1_20) else b"")

    def brand(self, name: str) -> list[bytes]:
        """Said in play; from 1.20.2 on it has been said already."""
        if self._since(V1_20_2):
            return []
        channel = "MC|Brand" if self._legacy else "minecraft:brand"
        return [self._packet("plugin_message", pack_string(channel), pack_string(name))]

    def difficulty(self, difficulty: int) -> list[bytes]:
        """0 peaceful to 3 hard, not locked."""
        locked = b"" if self._legacy else FALSE
        return [self._packet("server_difficulty", bytes((difficulty,)), locked)]

    def abilities(self, flags: int) -> list[bytes]:
        """Vanilla's speeds. Flags: 1 invulnerable, 2 flying, 4 may fly, 8 instant break."""
        return [self._packet("player_abilities", bytes((flags,)), FLOAT.pack(0.05), FLOAT.pack(0.1))]

    def health(self, health: float, food: int, saturation: float) -> list[bytes]:
        return [self._packet("update_health", FLOAT.pack(health), pack_varint(food), FLOAT.pack(saturation))]

    def commands(self, names: Sequence[str]) -> list[bytes]:
        """A Brigadier tree of commands without arguments."""
        if self._legacy:
            return []
        root_children = b"".join(pack_varint(index) for index in range(1, len(names) + 1))
        literal_executable = b"\x05"
        leaves = b"".join(literal_executable + pack_varint(0) + pack_string(name) for name in names)
        return [
            self._packet(
                "declare_commands",
                pack_varint(len(names) + 1),
                b"\x00" + pack_varint(len(names)) + root_children,
                leaves,
                pack_varint(0),
            )
        ]

    def server_data(self, motd: Mapping[str, object]) -> list[bytes]:
        """Says that chat needs no signature, where a version wants to hear that here."""
        if not self._since(V1_19):
            return []
        given = TRUE if not self._since(V1_19_4) else b""
        preview = FALSE if not self._since(V1_19_3) else b""
        secure_chat = FALSE if self._since(V1_19_1) and not self._since(V1_20_5) else b""
        icon = FALSE
        text = pack_component(motd, self._tables)
        return [self._packet("server_data", given, text, icon, preview, secure_chat)]

    def keep_alive(self, token: int) -> list[bytes]:
        """Ask for a sign of life; the client sends :meth:`keep_alive_body` back."""
        return [self._packet("keep_alive", self.keep_alive_body(token))]

    def keep_alive_body(self, token: int) -> bytes:
        return LONG.pack(token) if self._since(V1_12) else pack_varint(token & 0x7FFF_FFFF)
