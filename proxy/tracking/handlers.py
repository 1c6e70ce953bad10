"""What a module of the tracker offers: a function for each kind of message that it takes in."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from proxy.messages import Message

if TYPE_CHECKING:
    from proxy.tracking.tracker import WorldTracker

Handler = Callable[["WorldTracker", Any], None]
Handlers = dict[type[Message], Handler]


def in_turn(*modules: Handlers) -> Handlers:
    """The functions of all modules. Where several take in the same message, they do so in the order given."""
    by_message: dict[type[Message], list[Handler]] = {}
    for module in modules:
        for message, handler in module.items():
            by_message.setdefault(message, []).append(handler)
    return {
        message: handlers[0] if len(handlers) == 1 else _all(tuple(handlers))
        for message, handlers in by_message.items()
    }


def _all(handlers: tuple[Handler, ...]) -> Handler:
    def handle(tracker: WorldTracker, message: Message) -> None:
        for handler in handlers:
            handler(tracker, message)

    return handle
