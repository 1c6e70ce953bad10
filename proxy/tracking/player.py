"""The player behind the client: where it is and what it does, as both sides say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from proxy import messages as m
from proxy.tracking import containers, entities, inventory
from proxy.tracking.handlers import Handlers

if TYPE_CHECKING:
    from proxy.tracking.tracker import WorldTracker

LEAVE_BED_ANIMATION = 2


def teleported(tracker: WorldTracker, message: m.PlayerTeleport) -> None:
    player = tracker.view.player
    relative = message.relative
    tracker.view.place_player(
        message.x + (player.x if relative & m.RELATIVE_X else 0.0),
        message.y + (player.y if relative & m.RELATIVE_Y else 0.0),
        message.z + (player.z if relative & m.RELATIVE_Z else 0.0),
        walked=False,
    )
    tracker.view.turn_player(
        message.yaw + (player.yaw if relative & m.RELATIVE_YAW else 0.0),
        message.pitch + (player.pitch if relative & m.RELATIVE_PITCH else 0.0),
    )
    if message.dismount:
        entities.dismount(tracker)
    tracker.teleports.sent(message.teleport_id, player.position)


def turned(tracker: WorldTracker, message: m.PlayerTurn) -> None:
    player = tracker.view.player
    tracker.view.turn_player(
        message.yaw + (player.yaw if message.relative_yaw else 0.0),
        message.pitch + (player.pitch if message.relative_pitch else 0.0),
    )


def teleport_confirmed(tracker: WorldTracker, message: m.TeleportConfirm) -> None:
    tracker.teleports.confirmed(message.teleport_id)


def walked(tracker: WorldTracker, message: m.PlayerMove) -> None:
    if tracker.teleports.outdated(message.position, message.look is not None):
        return
    tracker.view.player.on_ground = message.on_ground
    if message.position is not None:
        tracker.view.place_player(*message.position, walked=True)
    if message.look is not None:
        tracker.view.turn_player(*message.look)


def health(tracker: WorldTracker, message: m.HealthUpdate) -> None:
    player = tracker.view.player
    player.health, player.food, player.saturation = message.health, message.food, message.saturation


def experience(tracker: WorldTracker, message: m.Experience) -> None:
    tracker.view.player.level = message.level


def abilities(tracker: WorldTracker, message: m.Abilities) -> None:
    tracker.view.player.abilities = message.flags
    tracker.view.player.flying = bool(message.flags & 0x02)


def own_abilities(tracker: WorldTracker, message: m.AbilitiesChanged) -> None:
    tracker.view.player.flying = bool(message.flags & 0x02)


def held(tracker: WorldTracker, message: m.HeldSlot) -> None:
    if 0 <= message.slot <= 8:
        tracker.view.player.held_slot = message.slot


def entity_action(tracker: WorldTracker, message: m.EntityAction) -> None:
    player = tracker.view.player
    match message.action:
        case "start_sneaking":
            player.sneaking = True
        case "stop_sneaking":
            player.sneaking = False
        case "start_sprinting":
            player.sprinting = True
        case "stop_sprinting":
            player.sprinting = False
        case "start_elytra":
            player.gliding = True
        case "leave_bed":
            player.sleeping = False


def keys(tracker: WorldTracker, message: m.PlayerInput) -> None:
    tracker.view.player.sneaking = message.sneak


def lies_down(tracker: WorldTracker, message: m.UseBed) -> None:
    if message.entity_id == tracker.view.player.entity_id:
        tracker.view.player.sleeping = True


def animation(tracker: WorldTracker, message: m.EntityAnimation) -> None:
    if message.animation == LEAVE_BED_ANIMATION and message.entity_id == tracker.view.player.entity_id:
        tracker.view.player.sleeping = False


def settings(tracker: WorldTracker, message: m.ClientSettings) -> None:
    player = tracker.view.player
    player.locale = message.locale.lower()
    player.view_distance = message.view_distance
    player.skin_parts = message.skin_parts
    player.main_hand = message.main_hand


def window_items(tracker: WorldTracker, message: m.WindowItems) -> None:
    inventory.replace_all(tracker.view, message)
    containers.window_filled(tracker, message)


def set_slot(tracker: WorldTracker, message: m.SetSlot) -> None:
    inventory.set_slot(tracker.view, message)


def open_window(tracker: WorldTracker, message: m.OpenWindow) -> None:
    containers.window_opens(tracker)
    tracker.view.show_window(message.window)


def close_window(tracker: WorldTracker, message: m.CloseWindow) -> None:
    containers.window_closes(tracker)
    tracker.view.show_window(inventory.OWN_WINDOW)
    tracker.view.player.cursor = None


def click(tracker: WorldTracker, message: m.ClickWindow) -> None:
    inventory.click(tracker.view, message)
    containers.clicked(tracker, message)


def creative_slot(tracker: WorldTracker, message: m.CreativeSlot) -> None:
    inventory.put(tracker.view.player, message.slot, message.item)


CLIENTBOUND: Handlers = {
    m.PlayerTeleport: teleported,
    m.PlayerTurn: turned,
    m.UseBed: lies_down,
    m.EntityAnimation: animation,
    m.HealthUpdate: health,
    m.Experience: experience,
    m.Abilities: abilities,
    m.HeldSlot: held,
    m.WindowItems: window_items,
    m.SetSlot: set_slot,
    m.OpenWindow: open_window,
    m.CloseWindow: close_window,
}
SERVERBOUND: Handlers = {
    m.PlayerMove: walked,
    m.TeleportConfirm: teleport_confirmed,
    m.EntityAction: entity_action,
    m.PlayerInput: keys,
    m.AbilitiesChanged: own_abilities,
    m.HeldSlot: held,
    m.ClickWindow: click,
    m.CreativeSlot: creative_slot,
    m.CloseWindow: close_window,
    m.ClientSettings: settings,
}
