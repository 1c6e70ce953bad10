"""One proxy in a process of its own: ``python -m benchmarks.forwarding.contender KIND SERVER_PORT`` prints its port."""

from __future__ import annotations

import sys
from typing import Any

from twisted.internet import reactor as installed_reactor

reactor: Any = installed_reactor


def plain_forwarder(port: int) -> Any:
    from twisted.protocols.portforward import ProxyFactory

    return ProxyFactory("127.0.0.1", port)


def quarry_stock(port: int) -> Any:
    from quarry.net.proxy import DownstreamFactory

    factory = DownstreamFactory()
    factory.online_mode = False
    factory.connect_host = "127.0.0.1"
    factory.connect_port = port
    return factory


def hearthkin(port: int) -> Any:
    from proxy.connection.listener import ProxyFactory

    return ProxyFactory(("127.0.0.1", port), reactor=reactor)


def hearthkin_tracking(port: int) -> Any:
    """With chunks and entities tracked, as for a player with no companion near."""
    from npc.clock import SystemClock
    from proxy.connection.listener import ProxyFactory
    from proxy.stage_writer import StageWriter
    from proxy.tracking.client_view import ClientView
    from proxy.tracking.tracker import WorldTracker
    from world.view import WorldRegistry

    worlds = WorldRegistry()
    clock = SystemClock()

    def observers(bridge: Any) -> list[Any]:
        tracker = WorldTracker(ClientView(bridge, StageWriter(bridge, bridge.family, clock)), worlds)
        trackers.append(tracker)
        return [tracker]

    return ProxyFactory(("127.0.0.1", port), observers=observers, reactor=reactor)


trackers: list[Any] = []

KINDS = {
    "plain_forwarder": plain_forwarder,
    "quarry_stock": quarry_stock,
    "hearthkin": hearthkin,
    "hearthkin_tracking": hearthkin_tracking,
}


def main() -> None:
    kind, server_port = sys.argv[1], int(sys.argv[2])
    port = reactor.listenTCP(0, KINDS[kind](server_port), interface="127.0.0.1")
    print(port.getHost().port, flush=True)
    reactor.run()
    for tracker in trackers:
        # For the caller: that it has tracked, and without errors.
        print(f"{len(tracker.view.entities)} entities, errors {dict(tracker.errors)}", flush=True)


if __name__ == "__main__":
    main()
