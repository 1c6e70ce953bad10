"""Run the demo server alone: ``python -m proxy.demo [--host ADDRESS] [--port PORT]``.

Prints the address it listens on as its first line. For tests and development; ``hearthkin demo`` puts the
proxy with its companions in front.
"""

from __future__ import annotations

import argparse
import logging
from typing import Any


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m proxy.demo", description="Serve the demo world.")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=0, help="0 takes a free one")
    parser.add_argument("--verbose", action="store_true")
    arguments = parser.parse_args()
    logging.basicConfig(level=logging.DEBUG if arguments.verbose else logging.INFO)

    from twisted.internet import reactor as installed_reactor

    from proxy.demo.server import DemoServer

    reactor: Any = installed_reactor
    server = DemoServer(reactor)
    port = server.listen(arguments.host, arguments.port)
    print(f"{arguments.host}:{port}", flush=True)
    reactor.addSystemEventTrigger("before", "shutdown", server.stop)
    reactor.run()


if __name__ == "__main__":
    main()
