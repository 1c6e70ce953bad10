"""Log output for people: one line an event, coloured where it is a terminal."""

from __future__ import annotations

import logging
import sys

from rich.console import Console
from rich.logging import RichHandler
from twisted.python import log as twisted_log


def set_up(level: str, *, verbose: bool = False) -> None:
    """Send all logs to stderr. ``verbose`` lets debug lines through, packets by name among them."""
    handler: logging.Handler
    if sys.stderr.isatty():
        handler = RichHandler(
            console=Console(stderr=True), show_path=False, log_time_format="[%X]", markup=False
        )
        handler.setFormatter(logging.Formatter("%(message)s"))
    else:
        handler = logging.StreamHandler()
        handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)-7s %(message)s", "%H:%M:%S"))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.DEBUG if verbose else level.upper())
    # Twisted reports unhandled errors in Deferreds and callbacks through its own log.
    twisted_log.PythonLoggingObserver(loggerName="twisted").start()  # type: ignore[no-untyped-call]
    logging.getLogger("twisted").setLevel(logging.WARNING)
    for chatty in ("asyncio", "filelock"):
        logging.getLogger(chatty).setLevel(logging.WARNING)
