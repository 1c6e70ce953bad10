"""A bundle that the server has opened: what the client applies in one go is held until it is whole."""

from __future__ import annotations

from proxy.wire.frame import FrameError
from proxy.wire.framing import count_frames
from proxy.wire.limits import Limits


class Bundle:
    """Frames from an opening ``bundle_delimiter`` on, within bounds.

    Held back rather than sent as they come: nothing of ours can then get between them, whenever it is sent.
    """

    __slots__ = ("_bytes", "_frames", "_limits", "_packets")

    def __init__(self, delimiter: bytes, limits: Limits) -> None:
        self._limits = limits
        self._frames = [delimiter]
        self._packets = 0
        self._bytes = 0

    def hold(self, raw: bytes) -> None:
        """Add whole frames. Raises :class:`FrameError` when the bundle outgrows its bounds."""
        self._frames.append(raw)
        self._packets += count_frames(raw)
        self._bytes += len(raw)
        if self._packets > self._limits.bundle_packets:
            raise FrameError(f"bundle of more than {self._limits.bundle_packets} packets")
        if self._bytes > self._limits.bundle_bytes:
            raise FrameError(f"bundle of more than {self._limits.bundle_bytes} bytes")

    def closed_by(self, delimiter: bytes) -> bytes:
        """All of it, both delimiters included."""
        self._frames.append(delimiter)
        return b"".join(self._frames)
