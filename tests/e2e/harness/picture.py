"""Reading a screenshot, as far as a browser's PNG needs it."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

SIGNATURE = b"\x89PNG\r\n\x1a\n"
CHANNELS = {2: 3, 6: 4}
"""Samples a pixel has, by the colour types that browsers write."""


def read_png(path: Path) -> NDArray[np.uint8]:
    """Return the pixels of an 8-bit, non-interlaced RGB or RGBA picture as (height, width, 3).

    Filters as in the PNG specification, chapter 9. Raises ValueError for any other kind of file.
    """
    data = path.read_bytes()
    if not data.startswith(SIGNATURE):
        raise ValueError(f"{path} is no PNG")
    width = height = channels = 0
    packed = b""
    at = len(SIGNATURE)
    while at < len(data):
        (length,), kind = struct.unpack_from(">I", data, at), data[at + 4 : at + 8]
        content = data[at + 8 : at + 8 + length]
        at += 12 + length
        if kind == b"IHDR":
            width, height, depth, colour, _, _, interlace = struct.unpack(">IIBBBBB", content)
            if depth != 8 or colour not in CHANNELS or interlace:
                raise ValueError(f"{path}: depth {depth}, colour type {colour}, interlace {interlace}")
            channels = CHANNELS[colour]
        elif kind == b"IDAT":
            packed += content
    rows = np.frombuffer(zlib.decompress(packed), np.uint8).reshape(height, 1 + width * channels)
    return _unfilter(rows, width, channels)[:, :, :3]


def _unfilter(rows: NDArray[np.uint8], width: int, channels: int) -> NDArray[np.uint8]:
    pixels = np.zeros((len(rows), width, channels), np.uint8)
    above = np.zeros((width, channels), np.int32)
    for y, row in enumerate(rows):
        line = row[1:].reshape(width, channels).astype(np.int32)
        match row[0]:
            case 0:
                pass
            case 1:
                line = np.cumsum(line, axis=0) & 0xFF
            case 2:
                line = (line + above) & 0xFF
            case 3 | 4:
                left = corner = [0] * channels
                for x in range(width):
                    up = above[x].tolist()
                    guess = [_guess(int(row[0]), *three) for three in zip(left, up, corner, strict=True)]
                    left = [(int(line[x, c]) + guess[c]) & 0xFF for c in range(channels)]
                    line[x] = left
                    corner = up
            case other:
                raise ValueError(f"row {y} has filter {other}")
        pixels[y] = line
        above = line
    return pixels


def _guess(kind: int, left: int, up: int, corner: int) -> int:
    """What a row filter (3 average, 4 Paeth) expects of a sample."""
    if kind == 3:
        return (left + up) // 2
    estimate = left + up - corner
    return min((left, up, corner), key=lambda sample: abs(estimate - sample))
