"""The world border: one packet with actions to 1.16.5, six packets from 1.17 on."""

from __future__ import annotations

from proxy.messages import WorldBorder
from proxy.versions.read.rows import Row
from proxy.versions.releases import V1_21_11
from proxy.versions.tables import Tables
from proxy.wire.buffer import DecodeError, Reader

_MS_PER_TICK = 50


def size(reader: Reader, tables: Tables) -> WorldBorder:
    return WorldBorder(diameter=reader.f64())


def lerp_size_1_8(reader: Reader, tables: Tables) -> WorldBorder:
    return WorldBorder(diameter=reader.f64(), target_diameter=reader.f64(), lerp_ms=reader.varlong())


def lerp_size_1_21_11(reader: Reader, tables: Tables) -> WorldBorder:
    """Counts ticks where older ones count milliseconds."""
    return _in_ticks(lerp_size_1_8(reader, tables))


def center(reader: Reader, tables: Tables) -> WorldBorder:
    return WorldBorder(center=(reader.f64(), reader.f64()))


def initialize_1_8(reader: Reader, tables: Tables) -> WorldBorder:
    return WorldBorder(
        center=(reader.f64(), reader.f64()),
        diameter=reader.f64(),
        target_diameter=reader.f64(),
        lerp_ms=reader.varlong(),
        portal_boundary=reader.varint(),
        warning_blocks=reader.varint(),
        warning_time=reader.varint(),
    )


def initialize_1_21_11(reader: Reader, tables: Tables) -> WorldBorder:
    return _in_ticks(initialize_1_8(reader, tables))


def _in_ticks(message: WorldBorder) -> WorldBorder:
    message.lerp_ms = (message.lerp_ms or 0) * _MS_PER_TICK
    return message


def warning_delay(reader: Reader, tables: Tables) -> WorldBorder:
    return WorldBorder(warning_time=reader.varint())


def warning_reach(reader: Reader, tables: Tables) -> WorldBorder:
    return WorldBorder(warning_blocks=reader.varint())


_ACTIONS = (size, lerp_size_1_8, center, initialize_1_8, warning_delay, warning_reach)


def world_border(reader: Reader, tables: Tables) -> WorldBorder:
    action = reader.varint()
    if not 0 <= action < len(_ACTIONS):
        raise DecodeError(f"world border action {action}")
    return _ACTIONS[action](reader, tables)


CLIENTBOUND = (
    Row("world_border", world_border),
    Row("initialize_world_border", initialize_1_8),
    Row("initialize_world_border", initialize_1_21_11, since=V1_21_11),
    Row("world_border_center", center),
    Row("world_border_lerp_size", lerp_size_1_8),
    Row("world_border_lerp_size", lerp_size_1_21_11, since=V1_21_11),
    Row("world_border_size", size),
    Row("world_border_warning_delay", warning_delay),
    Row("world_border_warning_reach", warning_reach),
)
