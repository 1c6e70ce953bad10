"""What one connection may cost. Every bound of the wire stands here and nowhere else.

Byte counts are bytes, times are seconds, string bounds are characters. The figures are those that vanilla and
the proxies in wide use enforce.
"""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import ip_address


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds of a connection; breaking one closes that connection and no other."""

    # --- frames

    frame_bytes: int = 2_097_151
    """A frame without its length prefix: the largest that a prefix of three bytes can name."""
    login_frame_bytes: int = 8_192
    """A serverbound frame before the player is logged in."""
    inflated_clientbound_bytes: int = 8_388_608
    """A compressed packet from the server, inflated. Its claim is checked before anything is inflated."""
    inflated_serverbound_bytes: int = 2_097_152
    """A compressed packet from the client, inflated."""
    serverbound_bytes_per_second: int = 5_242_880
    """Inflated bytes that a client may send, averaged over ``serverbound_window``."""
    serverbound_window: float = 7.0

    # --- contents

    string_characters: int = 65_536
    component_characters: int = 262_143
    """A text component as JSON."""
    name_characters: int = 16
    chat_characters: int = 256
    plugin_payload_bytes: int = 32_767
    """A serverbound plugin message, without its channel."""
    cookie_bytes: int = 5_120
    """What a server stored with the client, given back."""
    known_packs: int = 64
    """Data packs that a client says it knows."""
    bundle_packets: int = 4_096
    """Clientbound packets between two bundle delimiters."""
    bundle_bytes: int = 8_388_608
    """Of a bundle as on the wire: it is held until it is whole."""
    nbt_depth: int = 512
    nbt_bytes: int = 2_097_152
    """NBT from the wire, counted as vanilla counts its quota."""

    # --- rates

    login_interval: float = 3.0
    """Between two logins from one address; 0 lets all in."""
    connections_per_second: float = 5.0
    """New connections from one address, averaged; 0 lets all in."""
    connection_burst: int = 10
    """New connections from one address that may come at once."""
    throttle_loopback: bool = False
    """Whether the rates above also hold for connections from this computer."""

    # --- times

    login_deadline: float = 30.0
    """From connecting to the end of the login, whatever is sent meanwhile. What may follow, the configuration with its
    questions to the player, takes as long as it takes: keep-alives flow there, and ``read_timeout`` counts."""
    connect_timeout: float = 5.0
    """For the server to accept a connection."""
    read_timeout: float = 30.0
    """Without a byte from a peer that may send."""
    login_plugin_timeout: float = 5.0
    """For the client's answer to a login plugin request."""
    status_timeout: float = 5.0
    """For the server's answer to a server-list ping."""
    status_cache: float = 1.0
    """How long an answer to a server-list ping serves others."""
    close_timeout: float = 5.0
    """For a peer to take what was last sent to it and close, before the connection is cut."""

    def throttles(self, host: str) -> bool:
        """Whether the rates hold for connections from ``host``."""
        return self.throttle_loopback or not is_loopback(host)


def is_loopback(host: str) -> bool:
    """Whether ``host`` is an address of this computer's loopback interface, IPv4-mapped ones included."""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return False
    mapped = getattr(address, "ipv4_mapped", None)
    return bool((mapped or address).is_loopback)
