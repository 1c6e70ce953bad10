"""What other players say."""

from __future__ import annotations

from uuid import UUID

from expected.params import Builder, Params
from proxy import messages as m

_SPOKEN = 0


def line(p: Params) -> m.Message:
    """To 1.18.2: whoever says it, and the server."""
    p.ignore("message")
    sender, position = UUID(p("sender")), p("position")
    return m.PlayerChat(sender if position == _SPOKEN and sender != UUID(int=0) else None)


def player_chat(p: Params) -> m.Message:
    """All but the sender stays unread."""
    p.ignore(*(name for name in p.fields if name != "senderUuid"))
    return m.PlayerChat(UUID(p("senderUuid")))


CLIENTBOUND: dict[str, Builder] = {"chat": line, "player_chat": player_chat}
