"""The player list."""

from __future__ import annotations

from typing import TYPE_CHECKING

from proxy import messages as m
from proxy.tracking.handlers import Handlers
from world.entity import ListedPlayer

if TYPE_CHECKING:
    from proxy.tracking.tracker import WorldTracker


def update(tracker: WorldTracker, message: m.PlayerInfo) -> None:
    view = tracker.view
    names = [entry.name for entry in message.entries if entry.name is not None]
    for entry in message.entries:
        listed = view.listed.get(entry.uuid)
        if listed is None:
            if entry.name is None:
                continue  # an update for somebody the client doesn't know either
            listed = view.listed[entry.uuid] = ListedPlayer(entry.uuid, entry.name)
            listed.listed = not tracker.family.unlisted_entries  # until the packet says so
        if entry.name is not None:
            listed.name = entry.name
        if entry.properties is not None:
            listed.properties = tuple((p.name, p.value, p.signature) for p in entry.properties)
        if entry.game_mode is not None:
            listed.game_mode = entry.game_mode
            if entry.uuid == view.player.uuid:
                view.player.game_mode = entry.game_mode
        if entry.ping is not None:
            listed.ping = entry.ping
        if "display_name" in message.actions:
            listed.display_name = entry.display_name
        if entry.listed is not None:
            listed.listed = entry.listed
    if names:
        tracker.events.server_names_changed(view, names)


def remove(tracker: WorldTracker, message: m.PlayersRemoved) -> None:
    view = tracker.view
    gone = [listed for uuid in message.uuids if (listed := view.listed.pop(uuid, None)) is not None]
    if gone:
        tracker.events.server_names_changed(view, [listed.name for listed in gone])


CLIENTBOUND: Handlers = {
    m.PlayerInfo: update,
    m.PlayersRemoved: remove,
}
