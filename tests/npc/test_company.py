"""Whom companions have around them, by what clients see."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest
from flat_world import FlatWorld
from viewers import FakeViewer

from npc.anatomy import anatomy
from npc.company import Company
from world.entity import Entity, ListedPlayer

INVISIBLE, SNEAKING, GLIDING = 0x20, 0x02, 0x80


def viewer(number: int = 1, x: float = 0.5, z: float = 0.5, world: FlatWorld | None = None) -> Any:
    found: Any = FakeViewer(number, x, 64.0, z, None)
    found.world = FlatWorld("minecraft:overworld") if world is None else world
    return found


def shows(
    client: FakeViewer, number: int, kind: str, x: float = 3.5, z: float = 0.5, name: str = ""
) -> Entity:
    uuid = UUID(int=1000 + number)
    entity = client.entities[number] = Entity(number, uuid, kind, x, 64.0, z)
    if name:
        client.listed[uuid] = ListedPlayer(uuid, name)
    return entity


def names(company: Company, x: float = 0.5, z: float = 0.5, radius: float = 20.0) -> list[str]:
    """Who is there: players by name, others by the height of their eyes."""
    return sorted(
        being.name or f"{being.shape.eyes[1] - 64.0:.3f}" for being in company.within(x, 64.0, z, radius)
    )


def test_players_on_the_proxy_and_off_it_and_mobs_are_company() -> None:
    client = viewer()
    shows(client, 20, "player", name="Ben")
    shows(client, 21, "cow")
    assert names(Company([client])) == ["1.300", "Ben", "Player1"]


@pytest.mark.parametrize("kind", ["armor_stand", "arrow", "item", "oak_boat", "text_display", "painting"])
def test_things_are_no_company(kind: str) -> None:
    client = viewer()
    shows(client, 20, kind)
    assert names(Company([client])) == ["Player1"]


def test_whoever_is_invisible_or_a_ghost_is_no_company() -> None:
    client = viewer()
    shows(client, 20, "player", name="Ben").metadata[0] = ("byte", INVISIBLE)
    shows(client, 21, "cow").metadata[0] = ("byte", INVISIBLE | SNEAKING)
    ghost = shows(client, 22, "player", name="Cat")
    assert ghost.uuid is not None
    client.listed[ghost.uuid].game_mode = 3
    assert names(Company([client])) == ["Player1"]
    client.player.game_mode = 3
    assert names(Company([client])) == []


def test_an_own_player_is_invisible_by_what_its_client_was_told() -> None:
    client = viewer()
    client.player.entity_id = 5
    own = client.entities[5] = Entity(5, client.player.uuid, "player", 0.5, 64.0, 0.5)
    assert names(Company([client])) == ["Player1"]
    own.metadata[0] = ("byte", INVISIBLE)
    assert names(Company([client])) == []


def test_of_a_player_on_the_proxy_its_own_client_knows_best() -> None:
    world = FlatWorld("minecraft:overworld")
    first, second = viewer(1, world=world), viewer(2, x=4.5, world=world)
    first.entities[20] = Entity(20, second.player.uuid, "player", 4.0, 64.0, 0.5)
    (being,) = (one for one in Company([first, second]).within(0.5, 64.0, 0.5, 20.0) if one.name == "Player2")
    assert being.shape.feet[0] == 4.5
    second.player.health = 0.0  # dead bodies are nobody, whatever others see of them
    assert names(Company([first, second])) == ["Player1"]


def test_whom_several_clients_see_is_there_once() -> None:
    world = FlatWorld("minecraft:overworld")
    clients = [viewer(number, world=world) for number in (1, 2, 3)]
    for client in clients:
        shows(client, 20, "cow")
    assert names(Company(clients)) == ["1.300", "Player1", "Player2", "Player3"]


@pytest.mark.parametrize(
    ("index", "entry", "height"),
    [
        (6, ("pose", "sneaking"), 1.27),
        (6, ("pose", "swimming"), 0.4),
        (6, ("pose", "spin_attack"), 0.4),
        (6, ("pose", "fall_flying"), 0.4),
        (6, ("pose", "sleeping"), 0.2),
        (6, ("pose", "standing"), 1.62),
        (6, ("pose", "croaking"), 1.62),
        (6, ("float", 20.0), 1.62),
        (0, ("byte", SNEAKING), 1.27),
        (0, ("byte", GLIDING), 0.4),
        (0, ("byte", 0), 1.62),
    ],
)
def test_eyes_of_others_are_where_their_pose_has_them(
    index: int, entry: tuple[str, object], height: float
) -> None:
    client = viewer()
    shows(client, 20, "player", name="Ben").metadata[index] = entry
    (ben,) = (one for one in Company([client]).within(0.5, 64.0, 0.5, 20.0) if one.name == "Ben")
    assert ben.shape.eyes[1] == pytest.approx(64.0 + height)


def test_distance_counts_in_all_directions() -> None:
    client = viewer(x=100.5)
    for number, (x, z) in enumerate([(10.0, 0.5), (-9.0, 0.5), (0.5, 10.4), (0.5, -10.0), (8.0, 8.0)], 20):
        shows(client, number, "cow", x, z)
    company = Company([client])
    assert len(company.within(0.5, 64.0, 0.5, 10.0)) == 3
    assert len(company.within(0.5, 64.0, 0.5, 11.0)) == 5
    assert len(company.within(0.5, 75.0, 0.5, 10.0)) == 0


class Asked(dict[int, Entity]):
    """Entities that count how often they are gone through."""

    times = 0

    def values(self):  # type: ignore[no-untyped-def]
        self.times += 1
        return super().values()


def test_entities_are_looked_through_only_where_somebody_asks_and_once() -> None:
    client, away = viewer(), viewer(2, x=3000.5)
    away.missing.add((0, 0))
    client.entities, away.entities = Asked(), Asked()
    shows(client, 20, "cow")
    company = Company([client, away])
    assert (client.entities.times, away.entities.times) == (0, 0)
    for _ in range(3):
        assert len(company.within(0.5, 64.0, 0.5, 20.0)) == 2
    assert (client.entities.times, away.entities.times) == (1, 0)
    company.within(20.5, 64.0, 0.5, 3.0)
    assert (client.entities.times, away.entities.times) == (1, 1)


def test_who_has_changed_worlds_since_shows_nobody_of_the_other_one() -> None:
    client = viewer()
    company = Company([client])
    client.enter("minecraft:the_nether")
    shows(client, 20, "cow")
    assert anatomy("cow").eye_height == 1.3
    assert names(company) == ["Player1"]
