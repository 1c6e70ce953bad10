"""Eight mebibytes of the largest frames, in pieces as a network gives them: what putting them together costs."""

from __future__ import annotations

import time

from proxy.wire.frame import pack_varint
from proxy.wire.framing import MAX_FRAME_BYTES, FrameSplitter
from proxy.wire.statistics import Traffic

_STREAM = (pack_varint(MAX_FRAME_BYTES) + b"\x20" + bytes(MAX_FRAME_BYTES - 1)) * 4
_MAX_INFLATED = 8_388_608


def seconds(piece: int) -> float:
    """Time to take the stream in pieces of that many bytes."""
    splitter = FrameSplitter(MAX_FRAME_BYTES, _MAX_INFLATED, Traffic())
    begin = time.perf_counter()
    frames = sum(1 for at in range(0, len(_STREAM), piece) for _ in splitter.feed(_STREAM[at : at + piece]))
    elapsed = time.perf_counter() - begin
    if frames != 4:
        raise AssertionError(f"{frames} frames came out of 4")
    return elapsed


def measure() -> dict[str, float]:
    return {
        f"{piece}_bytes_seconds": round(min(seconds(piece) for _ in range(3)), 4) for piece in (1460, 64, 16)
    }
