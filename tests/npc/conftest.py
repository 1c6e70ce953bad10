"""Clients and a scene for companions."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from scene import FAR, Scene
from viewers import FakeViewer


@pytest.fixture
def make_viewer() -> Callable[..., FakeViewer]:
    def make(
        viewer_id: int = 1,
        at: tuple[float, float, float] = (0.5, 64.0, 3.5),
        world: str | None = "minecraft:overworld",
    ) -> FakeViewer:
        return FakeViewer(viewer_id, *at, world)

    return make


@pytest.fixture
def scene(make_viewer: Callable[..., FakeViewer]) -> Scene:
    return Scene(make_viewer(at=FAR))
