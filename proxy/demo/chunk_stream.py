"""Which chunks a client holds, and which it gets next."""

from __future__ import annotations

Place = tuple[int, int]


class ChunkStream:
    """Keeps a square of chunks around a client: near ones first, a few at a time."""

    def __init__(self, radius: int) -> None:
        self.radius = radius
        """Chunks to each side of the one in the middle."""
        self.center: Place | None = None
        self.held: set[Place] = set()
        self._waiting: list[Place] = []
        """Farthest first, so that the next one is at the end."""

    def move_to(self, center: Place, radius: int | None = None) -> list[Place]:
        """Put the square elsewhere, or change its size; return the chunks that the client must let go."""
        self.center = center
        if radius is not None:
            self.radius = radius
        cx, cz = center
        wanted = {
            (x, z)
            for x in range(cx - self.radius, cx + self.radius + 1)
            for z in range(cz - self.radius, cz + self.radius + 1)
        }
        dropped = sorted(self.held - wanted)
        self.held &= wanted
        self._waiting = sorted(
            wanted - self.held,
            key=lambda place: ((place[0] - cx) ** 2 + (place[1] - cz) ** 2, place),
            reverse=True,
        )
        return dropped

    def take(self, count: int) -> list[Place]:
        """The next chunks to send, at most ``count``; they count as held."""
        taken = [self._waiting.pop() for _ in range(min(count, len(self._waiting)))]
        self.held.update(taken)
        return taken

    def reset(self) -> None:
        """The client has lost all of its chunks."""
        self.held.clear()
        self.center = None
        self._waiting = []
