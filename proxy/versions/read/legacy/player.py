"""What a server of 1.8 to 1.12.2 tells a client of its own player, and the player list."""

from __future__ import annotations

from proxy.messages import PlayerTeleport, UseBed
from proxy.versions.read import player, player_list
from proxy.versions.read.legacy.values import position
from proxy.versions.read.rows import Row
from proxy.versions.read.values import look, vector
from proxy.versions.releases import V1_8, V1_9
from proxy.versions.tables import Tables
from proxy.wire.buffer import Reader


def teleport_1_8(reader: Reader, tables: Tables) -> PlayerTeleport:
    (x, y, z), (yaw, pitch) = vector(reader), look(reader)
    return PlayerTeleport(x, y, z, yaw, pitch, reader.u8(), None, False, None)


def use_bed(reader: Reader, tables: Tables) -> UseBed:
    return UseBed(reader.varint(), position(reader))


CLIENTBOUND = (
    Row("player_position_and_look", teleport_1_8, since=V1_8),
    Row("player_position_and_look", player.teleport_1_9, since=V1_9),
    Row("update_health", player.update_health, since=V1_8),
    Row("set_experience", player.set_experience, since=V1_8),
    Row("player_abilities", player.player_abilities, since=V1_8),
    Row("held_item_change", player.held_item_change_1_8, since=V1_8),
    Row("camera", player.camera, since=V1_8),
    Row("vehicle_move", player.vehicle_move, since=V1_9),
    Row("player_list_item", player_list.player_list_1_8, since=V1_8),
    Row("use_bed", use_bed, since=V1_8),
)
