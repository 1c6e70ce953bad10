"""What a module of the tracker offers: a function for each kind of message that it takes in."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from proxy.messages import Message

if TYPE_CHECKING:
    from proxy.tracking.tracker import WorldTracker

Handler = Callable[["WorldTracker", Any], None]
Handlers = dict[type[Message], Handler]
