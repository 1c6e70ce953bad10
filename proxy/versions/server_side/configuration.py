"""The end of the login and the configuration state (1.20.2+), where a client learns what the game consists of."""

from __future__ import annotations

from functools import cached_property
from uuid import UUID

from nbt.codec import write_network
from proxy.versions.releases import (
    FIRST,
    V1_19,
    V1_19_3,
    V1_20_2,
    V1_20_5,
    V1_21,
    V1_21_2,
    V1_21_4,
    V1_21_5,
    V1_21_6,
    V1_21_7,
    V1_21_9,
    V1_21_11,
    V26_1,
    Since,
)
from proxy.versions.server_side.encoder import FALSE, LONG, TRUE, Encoder
from proxy.wire.buffer import DecodeError, Reader, pack_string
from proxy.wire.frame import pack_varint

_CORE_PACKS: Since[tuple[str, ...]] = Since(
    (FIRST, ()),
    (V1_20_5, ("1.20.5", "1.20.6")),
    (V1_21, ("1.21", "1.21.1")),
    (V1_21_2, ("1.21.2", "1.21.3")),
    (V1_21_4, ("1.21.4",)),
    (V1_21_5, ("1.21.5",)),
    (V1_21_6, ("1.21.6",)),
    (V1_21_7, ("1.21.7", "1.21.8")),
    (V1_21_9, ("1.21.9", "1.21.10")),
    (V1_21_11, ("1.21.11",)),
    (V26_1, ("26.1", "26.1.1", "26.1.2")),
)
"""Versions of the game's own data pack, one a release: a client has one of them."""
_CORE = ("minecraft", "core")
_MAX_PACKS = 64
"""What vanilla reads of a client's packs."""

_FEATURES = ("minecraft:vanilla",)


class ConfigurationPackets(Encoder):
    """Login, registries, tags."""

    # --- login

    def set_compression(self, threshold: int) -> bytes:
        """Frames after this one are compressed from ``threshold`` bytes on."""
        return self._packet("login_set_compression", pack_varint(threshold), state="login")

    def login_success(self, uuid: UUID, name: str) -> bytes:
        """Ends the login; packets of the next state follow."""
        identity = pack_string(str(uuid)) if self._legacy else uuid.bytes
        properties = pack_varint(0) if self._since(V1_19) else b""
        # 1.20.5 to 1.21.1: whether the client leaves over a packet that it can't handle.
        strict = FALSE if self._since(V1_20_5) and not self._since(V1_21_2) else b""
        return self._packet("login_success", identity, pack_string(name), properties, strict, state="login")

    # --- configuration

    def configuration_opening(self, brand: str) -> list[bytes]:
        """What the client gets first; where it answers with its packs, :meth:`registries` wait for that."""
        return [
            self._packet(
                "plugin_message",
                pack_string("minecraft:brand"),
                pack_string(brand),
                state="configuration",
            ),
            self._packet("feature_flags", self._features, state="configuration"),
            *self._known_packs,
        ]

    @property
    def asks_for_packs(self) -> bool:
        """Whether :meth:`configuration_opening` asks the client for its data packs."""
        return bool(self._known_packs)

    @cached_property
    def _known_packs(self) -> list[bytes]:
        versions = _CORE_PACKS.at(self._family.protocol)
        if not versions:
            return []
        packs = [b"".join(map(pack_string, (*_CORE, version))) for version in versions]
        return [self._packet("select_known_packs", pack_varint(len(packs)), *packs, state="configuration")]

    def knows_core_pack(self, body: bytes) -> bool:
        """Whether a client's answer names the game's data, so that :meth:`registries` may be short.

        Raises :class:`DecodeError` for a body that isn't such an answer.
        """
        reader = Reader(body)
        count = reader.count(3)
        if count > _MAX_PACKS:
            raise DecodeError(f"{count} data packs, at most {_MAX_PACKS} allowed")
        packs = {(reader.string(), reader.string(), reader.string()) for _ in range(count)}
        if reader.remaining:
            raise DecodeError(f"select_known_packs: {reader.remaining} bytes left over")
        return any((*_CORE, version) in packs for version in _CORE_PACKS.at(self._family.protocol))

    def registries(self, *, core_known: bool) -> list[bytes]:
        """Registries and tags. A client that knows the game's data takes the entries from there, by name."""
        packets = self._named_registries if core_known else self._full_registries
        return [*packets, self._packet("tags", self.data.tags, state="configuration")]

    @cached_property
    def _full_registries(self) -> list[bytes]:
        if not self._since(V1_20_5):
            return [self._packet("registry_data", self.data.packed_codec, state="configuration")]
        return self._registry_packets(full=True)

    @cached_property
    def _named_registries(self) -> list[bytes]:
        return self._registry_packets(full=False)

    def _registry_packets(self, *, full: bool) -> list[bytes]:
        packets = []
        for name, elements in self.data.registries.items():
            entries = [
                pack_string(key) + (TRUE + write_network(element, named=False) if full else FALSE)
                for key, element in elements.items()
            ]
            packets.append(
                self._packet(
                    "registry_data",
                    pack_string(name),
                    pack_varint(len(entries)),
                    *entries,
                    state="configuration",
                )
            )
        return packets

    def finish_configuration(self) -> list[bytes]:
        """Play follows, once the client has said so too."""
        return [self._packet("finish_configuration", state="configuration")]

    def configuration_keep_alive(self, token: int) -> list[bytes]:
        return [self._packet("keep_alive", LONG.pack(token), state="configuration")]

    # --- the same in play, before there was a configuration state

    @property
    def _features(self) -> bytes:
        return pack_varint(len(_FEATURES)) + b"".join(map(pack_string, _FEATURES))

    def feature_flags(self) -> list[bytes]:
        """1.19.3 to 1.20.1."""
        if not self._since(V1_19_3) or self._since(V1_20_2):
            return []
        return [self._packet("feature_flags", self._features)]

    def tags(self) -> list[bytes]:
        """To 1.20.1: without them a client doesn't swim in water or climb ladders."""
        if self._legacy or self._since(V1_20_2):
            return []
        return [self._packet("tags", self.data.tags)]
