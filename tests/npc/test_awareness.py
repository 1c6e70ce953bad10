"""What one companion makes of what happens: whose deed it is, to whom, seen or heard."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest
from flat_world import FlatWorld

from npc.awareness import LOOK_EVERY, Awareness
from npc.clock import ManualClock
from npc.definition import NpcDefinition
from npc.happenings import Being, Deed, Happening
from npc.memory import NOBODY, MemoryPool, MemoryStream, Recollection
from npc.perception import Eyes, Lost, Met, Silhouette, Thresholds, Tier, shipped_events
from world.sight import Sight
from world.terrain import terrain_of

OWN = UUID(int=1)
HOME = (0.5, 64.0, 0.5)
EYES = Eyes(0.5, 65.62, 0.5, 0.0, 0.0)
"""It looks south."""
AHEAD, BEHIND = (0.5, 64.0, 6.5), (0.5, 64.0, -5.5)
CHEST = (2.0, 64.0, 5.0)


def being(number: int, name: str, at: tuple[float, float, float] = AHEAD, owner: str = "") -> Being:
    return Being(UUID(int=number), name, Silhouette.of(*at, 1.62), owner)


OLGA, FRED, SAM = being(11, "Olga"), being(12, "Fred"), being(13, "Sam")
SIS = being(14, "Sis", owner="olga")
OF_SOMEBODY = being(15, "Other", owner="Sam")
MYSELF = Being(OWN, "Juniper", Silhouette.of(*HOME, 1.62))
COW = being(16, "")


class Mind:
    """One companion's awareness in a flat world with a wall to build."""

    def __init__(self, **fields: Any) -> None:
        self.world = FlatWorld("minecraft:overworld")
        self.clock = ManualClock()
        given: dict[str, Any] = {"owner": "Olga", "trusts": ("fred",), "guards": ((2, 64, 5),)}
        self.awareness = Awareness(
            NpcDefinition("juniper", "Juniper", **(given | fields)),
            MemoryStream(MemoryPool(), self.clock),
            self.clock,
            Thresholds(),
            0,
        )
        self.sight = Sight(terrain_of(self.world))

    def wall_off(self) -> None:
        """A wall between it and all that is ahead."""
        for x in range(-6, 8):
            for y in range(64, 70):
                self.world.put(x, y, 3, "stone")
        self.sight = Sight(terrain_of(self.world))

    def notice(self, happening: Happening, *, awake: bool = True) -> Met | None:
        return self.awareness.notice(happening, OWN, HOME, EYES, self.sight, awake=awake)

    def look(self, *around: Being) -> list[Met | Lost]:
        return self.awareness.look(EYES, around, self.sight)

    @property
    def memories(self) -> list[Recollection]:
        return self.awareness.memory.look()


def blow(doer: Being | None, victim: Being | None) -> Happening:
    return Happening(Deed.BLOW, AHEAD, doer, victim)


def death(victim: Being | None, doer: Being | None = None) -> Happening:
    return Happening(Deed.DEATH, AHEAD, doer, victim)


def broken(doer: Being | None, block: str, at: tuple[float, float, float] = (1.0, 65.0, 4.0)) -> Happening:
    return Happening(Deed.BROKEN, at, doer, block=block)


def taken(doer: Being | None, at: tuple[float, float, float] = CHEST, share: float = 1.0) -> Happening:
    return Happening(Deed.TAKEN, at, doer, block="chest", strength=share)


CASES: list[tuple[str, Happening, str | None]] = [
    ("a blow on its owner", blow(SAM, OLGA), "attack_on_owner"),
    ("a blow on a friend", blow(SAM, FRED), "attack_on_friend"),
    ("a blow on a companion of its owner", blow(SAM, SIS), "attack_on_friend"),
    ("a blow on another's companion", blow(SAM, OF_SOMEBODY), "attack_on_other"),
    ("a blow on a stranger", blow(FRED, SAM), "attack_on_other"),
    ("a blow on a cow", blow(SAM, COW), "attack_on_other"),
    ("a blow on itself, which it feels", blow(SAM, MYSELF), None),
    ("a blow on nobody", blow(SAM, None), None),
    ("its own blow", blow(MYSELF, SAM), None),
    ("the death of its owner", death(OLGA, SAM), "death_of_owner"),
    ("the death of a friend", death(FRED, SAM), "death_of_friend"),
    ("the death of a companion of its owner", death(SIS, SAM), "death_of_friend"),
    ("the death of a stranger", death(SAM, FRED), "death_of_other"),
    ("the death of a cow by nobody's hand", death(COW), "death_of_other"),
    ("its own death", death(MYSELF, SAM), None),
    ("a plank of its home", broken(SAM, "oak_planks"), "home_broken"),
    ("a plank of its home by its owner", broken(OLGA, "oak_planks"), "block_broken"),
    ("a plank of its home by a friend", broken(FRED, "oak_planks"), "block_broken"),
    ("a plank of its home by nobody's hand", broken(None, "oak_planks"), "home_broken"),
    ("what grows at its home", broken(SAM, "poppy"), "block_broken"),
    ("a plank elsewhere", broken(SAM, "oak_planks", (0.0, 65.0, 12.0)), "block_broken"),
    ("what it guards", taken(SAM), "theft"),
    ("what it guards, by its owner", taken(OLGA), None),
    ("what it guards, by a friend", taken(FRED), None),
    ("what it doesn't guard", taken(SAM, (3.0, 64.0, 5.0)), None),
    ("a door", Happening(Deed.DOOR, (1.0, 64.0, 4.0), SAM, block="oak_door"), "door"),
    ("a chest", Happening(Deed.CHEST, CHEST, SAM, block="chest"), "chest"),
    ("a block", Happening(Deed.PLACED, (1.0, 64.0, 4.0), SAM, block="dirt"), "block_placed"),
    ("words", Happening(Deed.TALK, AHEAD, SAM), "talk"),
]
NAMES = [name for name, _, _ in CASES]


@pytest.mark.parametrize(("happening", "kind"), [case[1:] for case in CASES], ids=NAMES)
def test_what_it_sees_is_remembered_of_whose_deed_it_is(happening: Happening, kind: str | None) -> None:
    mind = Mind()
    mind.notice(happening)
    if kind is None:
        assert mind.memories == []
        return
    row = shipped_events()[kind]
    (memory,) = mind.memories
    doer = NOBODY if happening.doer is None else happening.doer.uuid
    assert (memory.entity, memory.type) == (doer, row.memory)
    assert memory.salience == pytest.approx(row.salience)


@pytest.mark.parametrize("awake", [True, False], ids=["behind a wall", "asleep"])
@pytest.mark.parametrize(("happening", "kind"), [case[1:] for case in CASES], ids=NAMES)
def test_what_it_can_only_hear_is_remembered_of_nobody_unless_it_is_a_voice(
    happening: Happening, kind: str | None, awake: bool
) -> None:
    mind = Mind()
    if awake:
        mind.wall_off()
    mind.notice(happening, awake=awake)
    row = None if kind is None else shipped_events()[kind]
    x, y, z = happening.where
    if happening.at_block:
        x, y, z = x + 0.5, y + 0.5, z + 0.5
    if row is None or EYES.distance((x, y, z)) > row.heard:
        assert mind.memories == []
    else:
        (memory,) = mind.memories
        assert memory.entity == (happening.doer.uuid if row.voice and happening.doer else NOBODY)
        assert memory.salience == pytest.approx(row.salience * (1.0 if row.voice else 0.5))


@pytest.mark.parametrize("deed", [blow(SAM, OLGA), taken(SAM)], ids=["a blow", "a theft"])
def test_what_makes_no_noise_behind_its_back_leaves_nothing(deed: Happening) -> None:
    mind = Mind(guards=((0, 64, -6),))
    behind = Silhouette.of(*BEHIND, 1.62)
    place = BEHIND if deed.deed is Deed.BLOW else (0.0, 64.0, -6.0)
    assert deed.doer is not None
    mind.notice(deed._replace(where=place, doer=deed.doer._replace(shape=behind)))
    assert mind.memories == []


def test_a_theft_weighs_as_much_as_was_taken() -> None:
    mind = Mind()
    mind.notice(taken(SAM, share=0.25))
    (memory,) = mind.memories
    assert memory.salience == pytest.approx(shipped_events()["theft"].salience * 0.25)


@pytest.mark.parametrize(
    ("owner", "trusts"), [("OLGA", ("FRED",)), (str(OLGA.uuid), (FRED.uuid.hex,))], ids=["names", "UUIDs"]
)
def test_its_owner_and_friends_are_known_by_name_or_uuid(owner: str, trusts: tuple[str, ...]) -> None:
    for victim, kind in ((OLGA, "attack_on_owner"), (FRED, "attack_on_friend")):
        mind = Mind(owner=owner, trusts=trusts)
        mind.notice(blow(SAM, victim))
        (memory,) = mind.memories
        assert memory.salience == pytest.approx(shipped_events()[kind].salience)


def test_who_does_harm_while_in_view_is_to_be_confronted_once() -> None:
    mind = Mind()
    assert [(met.who, met.tier) for met in mind.look(SAM)] == [(SAM.uuid, None)]
    met = mind.notice(blow(SAM, OLGA))
    assert met is not None
    assert (met.who, met.tier, met.where) == (SAM.uuid, Tier.CONFRONT, SAM.shape.feet)
    assert mind.notice(blow(SAM, OLGA)) is None, "it is at it already"
    assert mind.notice(Happening(Deed.TALK, AHEAD, SAM)) is None, "talk is no harm"


def test_who_was_struck_by_somebody_unseen_confronts_them_when_they_come_into_view() -> None:
    mind = Mind()
    assert mind.awareness.feel("attack_on_self", SAM.uuid) is None
    (met,) = mind.look(SAM)
    assert isinstance(met, Met)
    assert (met.who, met.tier) == (SAM.uuid, Tier.CONFRONT)


def test_who_comes_into_view_leaves_a_trifle_and_their_name_until_they_are_lost() -> None:
    mind = Mind()
    mind.look(SAM)
    (memory,) = mind.memories
    assert (memory.entity, memory.type.key) == (SAM.uuid, "trivia")
    assert mind.awareness.name_of(SAM.uuid) == "Sam"
    for _ in range(5):
        mind.clock.advance(LOOK_EVERY)
        assert mind.look(SAM) == []
    assert mind.memories[0].recalls == 1, "once in each sighting"
    mind.clock.advance(250)
    (lost,) = mind.look()
    assert isinstance(lost, Lost)
    assert mind.awareness.name_of(SAM.uuid) == ""
    assert mind.awareness.in_view == []


def test_nobody_is_seen_through_a_wall() -> None:
    mind = Mind()
    mind.wall_off()
    assert mind.look(SAM) == []
    assert mind.memories == []


def test_each_looks_around_in_a_tick_of_its_own() -> None:
    definition = NpcDefinition("juniper", "Juniper")
    pool, clock = MemoryPool(), ManualClock()
    minds = [
        Awareness(definition, MemoryStream(pool, clock), clock, Thresholds(), turn)
        for turn in range(2 * LOOK_EVERY)
    ]
    for tick in range(3 * LOOK_EVERY):
        assert sum(mind.looks(tick) for mind in minds) == 2
