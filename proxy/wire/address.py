"""Where something listens: a host and a TCP port."""

from __future__ import annotations

from typing import NamedTuple

DEFAULT_PORT = 25565


class Address(NamedTuple):
    """A TCP end point. As text ``host:port``, with an IPv6 host in brackets."""

    host: str
    port: int

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


def parse_address(value: object) -> Address:
    """``HOST``, ``HOST:PORT``, ``[IPv6]:PORT``; the port is 25565 unless given.

    Raises ValueError with a text for people.
    """
    if isinstance(value, Address):
        return value
    if not isinstance(value, str) or not value.strip():
        raise ValueError("an address looks like HOST:PORT")
    text = value.strip()
    if text.startswith("["):
        host, bracket, port = text[1:].partition("]")
        if not bracket or (port and not port.startswith(":")):
            raise ValueError(f"{text!r} isn't an address: [IPv6]:PORT expected")
        port = port[1:]
    elif text.count(":") > 1:
        raise ValueError(f"{text!r} isn't an address: write IPv6 as [{text}]:PORT")
    else:
        host, _, port = text.partition(":")
    if not host:
        raise ValueError(f"{text!r} names no host")
    if port and not (port.isascii() and port.isdigit() and int(port) <= 65535):
        raise ValueError(f"{port!r} isn't a port: 0 to 65535 expected")
    return Address(host, int(port) if port else DEFAULT_PORT)
