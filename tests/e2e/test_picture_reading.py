"""The reader of screenshots, against a writer that uses every row filter."""

import struct
import zlib
from pathlib import Path

import numpy as np
import pytest
from harness.picture import SIGNATURE, read_png
from numpy.typing import NDArray


def chunk(kind: bytes, content: bytes) -> bytes:
    body = kind + content
    return struct.pack(">I", len(content)) + body + struct.pack(">I", zlib.crc32(body))


def paeth(left: int, up: int, corner: int) -> int:
    distances = {name: abs(left + up - corner - name) for name in (corner, up, left)}
    return min((left, up, corner), key=distances.__getitem__)


def encode(pixels: NDArray[np.uint8]) -> bytes:
    """Write a picture whose row ``y`` has filter ``y % 5``."""
    height, width, channels = pixels.shape
    raw = b""
    for y in range(height):
        raw += bytes([y % 5])
        for x in range(width):
            for c in range(channels):
                left = int(pixels[y, x - 1, c]) if x else 0
                up = int(pixels[y - 1, x, c]) if y else 0
                corner = int(pixels[y - 1, x - 1, c]) if x and y else 0
                guess = (0, left, up, (left + up) // 2, paeth(left, up, corner))[y % 5]
                raw += bytes([(int(pixels[y, x, c]) - guess) & 0xFF])
    header = struct.pack(">IIBBBBB", width, height, 8, 2 if channels == 3 else 6, 0, 0, 0)
    return SIGNATURE + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(raw)) + chunk(b"IEND", b"")


@pytest.mark.parametrize("channels", [3, 4])
def test_every_row_filter_is_undone(tmp_path: Path, channels: int) -> None:
    pixels = np.random.default_rng(5).integers(0, 256, (15, 11, channels), dtype=np.uint8)
    path = tmp_path / "noise.png"
    path.write_bytes(encode(pixels))
    assert np.array_equal(read_png(path), pixels[:, :, :3])


def test_what_is_no_png_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text("<html>")
    with pytest.raises(ValueError, match="no PNG"):
        read_png(path)
