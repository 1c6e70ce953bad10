"""Cubes of ids as the chunk format packs them: a palette, and indices of a few bits in 64-bit words."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

Ids = npt.NDArray[np.uint16]

AnyIds = npt.NDArray[np.integer[Any]]

MAX_BITS = 16
"""Widest id that a container keeps. The game's own registries need 15 bits."""

_NIBBLE_PAIRS = np.array(
    [(byte & 0xF, byte >> 4) for byte in range(256)], dtype=np.uint16
).view(np.uint32).reshape(256)  # fmt: skip
"""Both 4-bit values of a byte, the lower first, as one number that holds two uint16 in memory."""

_SHIFTS = {bits: np.arange(64 // bits, dtype=np.uint64) * np.uint64(bits) for bits in range(1, MAX_BITS + 1)}
"""By how much each value of a word is shifted, for every width."""


def word_count(count: int, bits: int, *, spanning: bool = False) -> int:
    """64-bit words that ``count`` values of that width take; ``spanning`` ones may cross words (to 1.15)."""
    return -(-count * bits // 64) if spanning else -(-count // (64 // bits))


def unpack(data: bytes, bits: int, count: int, *, spanning: bool = False) -> Ids:
    """The first ``count`` values of ``bits`` bits (1 to 16) in big-endian 64-bit words, low bits first.

    Words beyond those needed are ignored, as the game does. Raises ValueError for fewer, or an impossible
    width.
    """
    return _values(data, bits, count, spanning).astype(np.uint16)


def pack(values: AnyIds, bits: int, *, spanning: bool = False) -> bytes:
    """Pack values into big-endian 64-bit words, low bits first; ``spanning`` ones may cross words (to 1.15).

    Raises ValueError for a value that doesn't fit into ``bits`` bits.
    """
    if not 1 <= bits <= MAX_BITS:
        raise ValueError(f"values of {bits} bits can't be packed, only of 1 to {MAX_BITS}")
    flat = values.reshape(-1).astype(np.uint64)
    if flat.size and int(flat.max()) >> bits:
        raise ValueError(f"{int(flat.max())} doesn't fit into {bits} bits")
    if spanning:
        return _pack_spanning(flat, bits)
    per_word = 64 // bits
    grid = np.zeros((word_count(len(flat), bits), per_word), dtype=np.uint64)
    grid.reshape(-1)[: len(flat)] = flat
    grid <<= np.arange(per_word, dtype=np.uint64) * np.uint64(bits)
    words: npt.NDArray[np.uint64] = np.bitwise_or.reduce(grid, axis=1)
    return words.astype(">u8").tobytes()


def _pack_spanning(values: npt.NDArray[np.uint64], bits: int) -> bytes:
    """Bit by bit: the words are one row of bits, the first value lowest."""
    shifts = np.arange(bits, dtype=np.uint64)
    row = (values[:, None] >> shifts & np.uint64(1)).astype(np.uint8).reshape(-1)
    padded = np.zeros(64 * word_count(len(values), bits, spanning=True), dtype=np.uint8)
    padded[: len(row)] = row
    return np.packbits(padded, bitorder="little").view("<u8").astype(">u8").tobytes()


def _values(data: bytes, bits: int, count: int, spanning: bool) -> AnyIds:
    """As :func:`unpack`, in whatever integer type costs least."""
    if not 1 <= bits <= MAX_BITS:
        raise ValueError(f"values of {bits} bits can't be unpacked, only of 1 to {MAX_BITS}")
    words_needed = word_count(count, bits, spanning=spanning)
    if len(data) < words_needed * 8:
        raise ValueError(
            f"{count} values of {bits} bits take {words_needed} longs, there are {len(data) // 8}"
        )
    words = np.frombuffer(data, dtype=">u8", count=words_needed).astype("<u8")
    if bits == 8:
        octets: npt.NDArray[np.uint8] = words.view(np.uint8)
        return octets[:count]
    if bits == 4:
        pairs: npt.NDArray[np.uint32] = _NIBBLE_PAIRS.take(words.view(np.uint8))
        return pairs.view(np.uint16)[:count]
    if spanning:
        starts = np.arange(count, dtype=np.uint64) * np.uint64(bits)
        word, shift = (starts >> np.uint64(6)).astype(np.intp), starts & np.uint64(63)
        padded = np.append(words, np.uint64(0))
        # Shifting by 64 is undefined, so the part in the next word is shifted by 63 - shift and once more.
        values = (padded[word] >> shift) | (padded[word + 1] << (np.uint64(63) - shift) << np.uint64(1))
    else:
        values = (words[:, None] >> _SHIFTS[bits]).reshape(-1)[:count]
    values &= np.uint64((1 << bits) - 1)
    # As signed numbers, which is what NumPy indexes with: the palette is then applied without a copy.
    indices: npt.NDArray[np.int64] = values.view(np.int64)
    return indices


class PalettedContainer:
    """A cube of ids, unpacked the first time that somebody looks inside.

    ``edge`` is 16 for the blocks of a section and 4 for its biomes. Positions are local, order is y, z, x.
    """

    __slots__ = ("_array", "_bits", "_data", "_palette", "_spanning", "_uniform", "edge")

    def __init__(
        self, edge: int, bits: int, palette: AnyIds | None, data: bytes, *, spanning: bool = False
    ) -> None:
        """Keep a container as it came off the wire.

        ``bits`` 0: every place holds ``palette[0]``. ``palette`` None: ``data`` holds ids, not indices.
        Only what costs nothing is checked here; the rest when the container is unpacked.
        """
        self.edge = edge
        self._bits = bits
        self._palette: Ids | None = _as_ids(palette) if palette is not None else None
        self._data: bytes | None = data
        self._spanning = spanning
        self._array: Ids | None = None
        self._uniform: int | None = None
        if bits == 0:
            if palette is None or len(palette) == 0:
                raise ValueError("a container of one value has no value")
            self._become_uniform(int(palette[0]))

    @classmethod
    def filled(cls, edge: int, value: int) -> PalettedContainer:
        """The same id everywhere."""
        return cls(edge, 0, np.array([value], dtype=np.uint16), b"")

    @classmethod
    def from_array(cls, values: AnyIds) -> PalettedContainer:
        """Copy a cube indexed [y, z, x]. Raises ValueError for another shape or ids beyond 16 bits."""
        edge = values.shape[0] if values.ndim else 0
        if values.shape != (edge, edge, edge):
            raise ValueError(f"a container is a cube, not an array of shape {values.shape}")
        ids = _as_ids(values)
        container = cls.filled(edge, int(ids.flat[0]))
        if (ids != ids.flat[0]).any():
            container._become_array(np.array(ids, order="C"))
        return container

    @property
    def volume(self) -> int:
        return self.edge**3

    @property
    def is_unpacked(self) -> bool:
        """Whether the wire's bytes are gone; a container of one value has none to begin with."""
        return self._data is None

    @property
    def uniform(self) -> int | None:
        """The id that fills the whole cube, where that is known without looking at every place."""
        return self._uniform

    @property
    def array(self) -> Ids:
        """All ids, read-only, indexed [y, z, x]. Raises ValueError where the packed data are damaged."""
        if self._uniform is not None:
            return np.broadcast_to(np.uint16(self._uniform), (self.edge,) * 3)
        view = self._unpacked().view()
        view.flags.writeable = False
        return view

    def get(self, x: int, y: int, z: int) -> int:
        """Id at a local position. Raises ValueError where the packed data are damaged."""
        if self._uniform is not None:
            return self._uniform
        return int(self._unpacked()[y, z, x])

    def set(self, x: int, y: int, z: int, value: int) -> None:
        """Change one place. Raises ValueError for damaged data or an id beyond 16 bits."""
        if value >> MAX_BITS:
            raise ValueError(f"id {value} doesn't fit into {MAX_BITS} bits")
        if self._uniform is not None:
            if value == self._uniform:
                return
            self._become_array(np.full((self.edge,) * 3, self._uniform, dtype=np.uint16))
        self._unpacked()[y, z, x] = value

    def packed(
        self, *, narrowest: int, widest_palette: int, direct_bits: int, single_value: bool
    ) -> tuple[int, Ids | None, bytes]:
        """Bits, palette and big-endian longs for the wire, values not crossing longs.

        ``narrowest`` and ``widest_palette`` bound the width of palette indices; beyond them ids are written
        with ``direct_bits`` and no palette. ``single_value`` allows 0 bits and no longs for a cube of one
        id (1.18+).
        """
        palette, indices = np.unique(self.array, return_inverse=True)
        if len(palette) == 1 and single_value:
            return 0, palette, b""
        bits = max(narrowest, (len(palette) - 1).bit_length())
        if bits > widest_palette:
            return direct_bits, None, pack(self.array, direct_bits)
        return bits, palette, pack(indices, bits)

    def _unpacked(self) -> Ids:
        if self._array is None:
            assert self._data is not None
            values = _values(self._data, self._bits, self.volume, self._spanning)
            if self._palette is None:
                ids: Ids = values.astype(np.uint16)
            else:
                try:
                    ids = self._palette.take(values)
                except IndexError:
                    raise ValueError(
                        f"palette index {int(values.max())} in a palette of {len(self._palette)}"
                    ) from None
            self._become_array(ids.reshape((self.edge,) * 3))
            assert self._array is not None
        return self._array

    def _become_uniform(self, value: int) -> None:
        self._uniform, self._array, self._palette, self._data = value, None, None, None

    def _become_array(self, array: Ids) -> None:
        self._uniform, self._array, self._palette, self._data = None, array, None, None


def _as_ids(values: AnyIds) -> Ids:
    """Narrow to 16 bits. Raises ValueError for ids that don't fit."""
    if values.dtype != np.uint16 and values.size and not 0 <= values.min() <= values.max() < 1 << MAX_BITS:
        raise ValueError(f"ids from {values.min()} to {values.max()} don't fit into {MAX_BITS} bits")
    return values.astype(np.uint16, copy=False)
