"""Feelings of companions that live in a world: where they come from, where they show, and what becomes of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from scene import FAR, Scene
from viewers import FakeViewer

from npc.emotion import Attacker, Damage, EmotionManager, Mood, MoodImpulse, NoEmotion, Situation
from npc.emotion.mood import COURSES
from npc.npc import Npc

OVERWORLD = "minecraft:overworld"
NEAR = (0.5, 64.0, 3.5)
FELT_OF_BLOWS = (Mood.UNEASY, Mood.HURT, Mood.ANGRY, Mood.EXHAUSTED, Mood.EXCITED)


@pytest.fixture
def scene() -> Scene:
    return Scene(FakeViewer(1, *FAR, OVERWORLD))


def manager(npc: Npc) -> EmotionManager:
    assert isinstance(npc.emotion, EmotionManager)
    return npc.emotion


def felt(npc: Npc) -> dict[Mood, float]:
    """Intensities of all moods that a blow may push."""
    return {mood: npc.emotion.intensity(mood) for mood in FELT_OF_BLOWS}


def pools(scene: Scene, npc: Npc, mood: Mood) -> list[float]:
    """Impulse, memory, context."""
    values: list[float] = scene.simulation.feelings.runtime.pools[:, manager(npc).row, mood].tolist()
    return values


def idle_samples(scene: Scene, npc: Npc) -> int:
    return int(scene.simulation.feelings.runtime.idle[manager(npc).row])


def last_update(scene: Scene, npc: Npc) -> int:
    return int(scene.simulation.feelings.runtime.last_update[manager(npc).row])


def damages_of(npc: Npc, monkeypatch: pytest.MonkeyPatch) -> list[Damage]:
    """What damage its feelings are told of from now on."""
    told: list[Damage] = []
    react = npc.emotion.on_damage_taken

    def note(damage: Damage) -> None:
        told.append(damage)
        react(damage)

    monkeypatch.setattr(npc.emotion, "on_damage_taken", note)
    return told


def hooked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, Mood, Mood]]:
    """Calls of the hook of all companions from now on."""
    calls: list[tuple[str, Mood, Mood]] = []
    change = Npc.on_mood_changed

    def note(npc: Npc, before: Mood, after: Mood) -> None:
        calls.append((npc.id, before, after))
        change(npc, before, after)

    monkeypatch.setattr(Npc, "on_mood_changed", note)
    return calls


def hit(scene: Scene, npc_id: str = "juniper") -> None:
    scene.simulation.on_attack(1, npc_id)


# --- blows


def test_step_3_damage_is_felt_and_a_blow_that_is_dodged_is_not(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    npc = scene.add()
    scene.run(5)
    told = damages_of(npc, monkeypatch)
    hit(scene)
    once = felt(npc)
    assert once[Mood.ANGRY] > 0.0
    hit(scene)
    assert felt(npc) == once
    scene.run(9)
    hit(scene)
    assert told == [Damage(1.0, 19.0, 20.0, Attacker.OTHER)], "ten ticks of respite"
    scene.run()
    hit(scene)
    assert told[1:] == [Damage(1.0, 18.0, 20.0, Attacker.OTHER)]


def test_of_greater_damage_so_soon_after_a_blow_only_the_rest_is_felt(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    npc = scene.add()
    scene.run(5)
    told = damages_of(npc, monkeypatch)
    hit(scene)
    npc.body.stop()
    scene.world.put(0, 64, 0, "lava")
    scene.run()
    assert told == [
        Damage(1.0, 19.0, 20.0, Attacker.OTHER),
        Damage(3.0, 16.0, 20.0, Attacker.NOBODY),
    ]
    assert [call[0] for call in scene.viewer.port.take("hurt")] == ["hurt"]


@pytest.mark.parametrize(
    ("trusted", "attacker"),
    [
        ((), Attacker.OTHER),
        (("Player2", "00000000-0000-0000-0000-000000000002"), Attacker.OTHER),
        (("Player1",), Attacker.FRIEND),
        (("PLAYER1",), Attacker.FRIEND),
        (("00000000-0000-0000-0000-000000000001",), Attacker.FRIEND),
        (("00000000000000000000000000000001",), Attacker.FRIEND),
    ],
)
def test_whose_blow_it_is_goes_by_whom_it_trusts(
    scene: Scene, monkeypatch: pytest.MonkeyPatch, trusted: tuple[str, ...], attacker: Attacker
) -> None:
    npc = scene.add(trusts=trusted)
    scene.run()
    told = damages_of(npc, monkeypatch)
    hit(scene)
    assert [damage.attacker for damage in told] == [attacker]


def test_a_friends_blow_hurts_and_a_strangers_angers_and_frightens(scene: Scene) -> None:
    friend, stranger = scene.add("friend", trusts=("Player1",)), scene.add("stranger", x=3.5)
    scene.run()
    for npc in (friend, stranger):
        hit(scene, npc.id)
    assert friend.emotion.intensity(Mood.HURT) > friend.emotion.intensity(Mood.ANGRY) > 0.0
    assert friend.emotion.intensity(Mood.UNEASY) == 0.0
    assert stranger.emotion.intensity(Mood.ANGRY) > stranger.emotion.intensity(Mood.UNEASY) > 0.0
    assert stranger.emotion.intensity(Mood.HURT) == 0.0


def test_nobody_dies_and_a_blow_that_takes_nothing_is_no_feeling(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    for y in (64, 65):
        scene.world.put(-1, y, 0, "stone")  # lest it be thrown out of sight
    npc = scene.add()
    scene.run()
    told = damages_of(npc, monkeypatch)
    for _ in range(25):
        hit(scene)
        scene.run(10)
    assert npc.actor.health == 1.0
    assert [damage.health for damage in told] == [float(left) for left in range(19, 0, -1)]
    assert {damage.amount for damage in told} == {1.0}
    assert len(scene.viewer.port.take("hurt")) == 25, "others see it struck all the same"


def test_the_badly_hurt_are_exhausted_and_the_longer_the_more(scene: Scene) -> None:
    npc = scene.add()
    scene.run()
    npc.vitals.restore(10.0)
    hit(scene)
    assert npc.emotion.intensity(Mood.EXHAUSTED) == 0.0, "9 of 20 isn't below 0.45"
    scene.run(10)
    hit(scene)
    assert npc.emotion.intensity(Mood.EXHAUSTED) > 5.0


# --- the world


def fall(scene: Scene) -> Npc:
    return scene.add(y=73.0)


def burn(scene: Scene) -> Npc:
    scene.world.put(0, 64, 0, "fire")
    return scene.add()


def bathe_in_lava(scene: Scene) -> Npc:
    scene.world.put(0, 64, 0, "lava")
    return scene.add()


def drown(scene: Scene) -> Npc:
    for y in (62, 63):
        scene.world.put(0, y, 0, "water")
    scene.world.put(0, 64, 0, "stone")
    return scene.add(y=62.0)


def fall_out_of_the_world(scene: Scene) -> Npc:
    npc = scene.add()
    scene.run(5)
    for y in range(64):
        scene.world.put(0, y, 0, "air")
    return npc


@pytest.mark.parametrize(
    ("happen", "ticks", "kind"),
    [
        (fall, 30, "fall"),
        (burn, 30, "in_fire"),
        (bathe_in_lava, 5, "lava"),
        (drown, 330, "drown"),
        (fall_out_of_the_world, 200, "out_of_world"),
    ],
)
def test_what_the_world_does_frightens_and_nobody_is_to_blame(
    scene: Scene,
    monkeypatch: pytest.MonkeyPatch,
    happen: Callable[[Scene], Npc],
    ticks: int,
    kind: str,
) -> None:
    npc = happen(scene)
    told = damages_of(npc, monkeypatch)
    for _ in range(ticks):
        scene.run()
        if told:
            break
    assert npc.harm_taken.keys() == {kind}
    (damage,) = told
    assert damage == Damage(npc.harm_taken[kind], npc.actor.health, 20.0, Attacker.NOBODY)
    assert damage.amount == 20.0 - damage.health
    assert npc.emotion.intensity(Mood.UNEASY) >= 3.0
    assert npc.emotion.intensity(Mood.ANGRY) == npc.emotion.intensity(Mood.HURT) == 0.0


# --- health


def test_a_hurt_companion_is_not_left_to_rest_until_it_is_whole(scene: Scene) -> None:
    npc = scene.add()
    scene.run(20)
    assert npc.dormant
    npc.vitals.restore(19.0)
    npc.wake()
    scene.run(80)
    assert npc.actor.health == 19.0
    assert npc.resting
    assert not npc.dormant
    scene.run()
    assert npc.actor.health == 20.0, "a half heart in 80 ticks"
    assert npc.dormant


def test_health_comes_back_half_a_heart_after_the_other_and_not_while_it_is_hurt(scene: Scene) -> None:
    npc = scene.add()
    scene.run()
    for _ in range(5):
        hit(scene)
        scene.run(20)
    assert npc.actor.health == 15.0
    scene.run(60)
    assert npc.actor.health == 16.0
    scene.run(80)
    assert npc.actor.health == 17.0
    hit(scene)
    scene.run(79)
    assert npc.actor.health == 16.0
    scene.run()
    assert npc.actor.health == 17.0


def test_low_health_shows_in_what_its_feelings_go_by(scene: Scene) -> None:
    npc = scene.add()
    scene.run()
    npc.vitals.restore(4.0)
    assert npc.situation(2).health_ratio == 0.2
    scene.run(40)
    assert pools(scene, npc, Mood.EXHAUSTED)[2] > 0.0


# --- use, work of the legs, boredom


def test_step_3_dialogue_does_not_add_up_to_boredom(scene: Scene) -> None:
    """A player who uses it again and again keeps it from boredom; one that is left alone is bored."""
    spoken_to, alone = scene.add("spoken_to"), scene.add("alone", x=6.5)
    for _ in range(17):
        scene.simulation.on_use(1, "spoken_to", 0, False)
        scene.run(60)
    assert idle_samples(scene, spoken_to) == 0
    assert spoken_to.emotion.intensity(Mood.BORED) == 0.0
    assert idle_samples(scene, alone) >= 50
    assert alone.emotion.intensity(Mood.BORED) > 0.0
    scene.run(60 + 26 * 20)
    assert idle_samples(scene, spoken_to) >= 26, "as soon as nobody talks to it any more"


def test_step_3_whoever_is_at_work_is_focused_and_not_bored(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody has a work block yet: the situation is as it will be."""
    monkeypatch.setattr(Npc, "situation", lambda npc, now: Situation(working=npc.id == "smith"))
    smith, idler = scene.add("smith"), scene.add("idler", x=6.5)
    scene.run(60 * 20)
    assert pools(scene, smith, Mood.FOCUSED) == [0.0, 0.0, 34.0]
    assert smith.actor.mood is Mood.FOCUSED
    assert smith.emotion.intensity(Mood.BORED) == 0.0
    assert idler.emotion.intensity(Mood.FOCUSED) == 0.0
    assert idler.emotion.intensity(Mood.BORED) > 8.0
    assert idler.actor.mood is Mood.BORED


def test_whoever_walks_or_falls_is_not_idle(scene: Scene) -> None:
    walker, faller = scene.add("walker"), scene.add("faller", x=4.5, y=120.0)
    scene.run(10)
    assert faller.situation(10).speed_squared > 0.0025
    assert not faller.situation(10).idle
    assert walker.situation(10).idle
    walker.send((0.5, 64.0, 30.5))
    scene.run(40)
    assert walker.situation(50).navigating
    assert idle_samples(scene, walker) == 0


def test_its_weight_alone_is_no_movement(scene: Scene) -> None:
    npc = scene.add()
    scene.run(5)
    assert npc.situation(5) == Situation()


def test_a_sleeper_is_asleep(scene: Scene) -> None:
    npc = scene.add()
    scene.run(5)
    npc.asleep = True
    assert npc.situation(5) == Situation(asleep=True)


def test_a_client_that_flickers_bores_nobody_faster(scene: Scene) -> None:
    steady, flickering = scene.add("steady", x=-20.5), scene.add("flickering")
    scene.run()
    for _ in range(100):
        scene.viewer.missing.symmetric_difference_update({(0, 0)})
        scene.run()
    assert idle_samples(scene, flickering) <= idle_samples(scene, steady)


# --- what others see


def test_two_clients_see_a_switch_in_the_same_tick(scene: Scene) -> None:
    second = FakeViewer(2, 0.5, 64.0, 40.5, OVERWORLD)
    second.world = scene.world
    scene.simulation.add_viewer(second)
    npc = scene.add()  # both see it from far
    scene.run(30)
    assert npc.dormant, "even while it rests"
    for viewer in (scene.viewer, second):
        assert viewer.port.take("spawn", "mood") == [("spawn", "juniper")]
    npc.emotion.stimulate(MoodImpulse.fleeting(Mood.JOYFUL, 60.0))
    assert npc.actor.mood is Mood.COMPOSED, "not at once"
    scene.run()
    for viewer in (scene.viewer, second):
        assert viewer.port.take("mood") == [("mood", "juniper")]
        assert viewer.port.shown["juniper"].mood is Mood.JOYFUL


def test_a_blow_shows_as_a_mood_a_tick_later_and_only_the_mood_is_told(scene: Scene) -> None:
    scene.add(personality="tsundere")
    scene.run(5)
    for _ in range(3):
        hit(scene)
        scene.run(10)
    scene.viewer.port.take()
    hit(scene)
    scene.run(1)
    (shown,) = scene.viewer.port.shown.values()
    assert shown.mood is Mood.ANGRY
    scene.viewer.port.take()
    scene.run(20)
    assert scene.viewer.port.take("mood") == [], "as long as it stays angry"


def test_the_tracked_mood_set_by_hand_changes_no_feeling_and_lasts_until_the_next_switch(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = hooked(monkeypatch)
    npc = scene.add()
    scene.run(25)
    npc.actor.mood = Mood.BORED
    npc.wake()
    scene.run(25)
    assert scene.viewer.port.shown["juniper"].mood is Mood.BORED
    assert npc.emotion.current_mood is Mood.COMPOSED
    assert npc.emotion.intensity(Mood.BORED) == 0.0
    assert calls == []
    npc.emotion.stimulate(MoodImpulse.fleeting(Mood.ANGRY, 60.0))
    scene.run()
    assert scene.viewer.port.shown["juniper"].mood is Mood.ANGRY
    assert calls == [("juniper", Mood.COMPOSED, Mood.ANGRY)]


# --- the unique and the many alike


def test_step_1_of_a_unique_one_and_a_citizen_that_the_same_happens_to_only_the_unique_one_feels(
    scene: Scene,
) -> None:
    unique, citizen = scene.add("unique", y=70.0), scene.add("citizen", y=70.0, x=6.5, unique=False)
    assert isinstance(citizen.emotion, NoEmotion)
    scene.run(30)
    for npc in (unique, citizen):
        hit(scene, npc.id)
        scene.simulation.on_use(1, npc.id, 0, False)
        npc.emotion.on_gift_received(30)
        npc.emotion.on_item_consumed()
        npc.emotion.on_attack_performed()
        npc.emotion.stimulate(MoodImpulse.lingering(Mood.FLUSTERED, 50.0, 0.5))
    scene.run(30)
    snapshot = unique.emotion.snapshot()
    assert snapshot.primary is not Mood.COMPOSED
    assert snapshot.secondary is not None
    assert unique.actor.mood is snapshot.primary
    assert citizen.emotion.snapshot() == (Mood.COMPOSED, 0.0, None, 0.0)
    assert citizen.actor.mood is Mood.COMPOSED
    assert all(citizen.emotion.intensity(mood) == 0.0 for mood in Mood)
    assert unique.actor.health == citizen.actor.health < 20.0, "bodies they have alike"
    assert len(scene.simulation.feelings.runtime) == 1


def test_step_3_gifts_damage_meals_and_attacks_each_move_their_own_moods(scene: Scene) -> None:
    """Each of them once, to somebody of its own who feels nothing else."""
    happenings: dict[str, tuple[Callable[[Npc], None], set[Mood]]] = {
        "gift": (
            lambda npc: npc.emotion.on_gift_received(10), {Mood.JOYFUL, Mood.AFFECTIONATE, Mood.FLUSTERED},
        ),
        "dud": (lambda npc: npc.emotion.on_gift_received(0), {Mood.FLUSTERED}),
        "insult": (lambda npc: npc.emotion.on_gift_received(-10), {Mood.HURT, Mood.ANGRY}),
        "meal": (lambda npc: npc.emotion.on_item_consumed(), {Mood.JOYFUL, Mood.EXCITED}),
        "strike": (lambda npc: npc.emotion.on_attack_performed(), {Mood.EXCITED, Mood.FOCUSED}),
        "blow": (lambda npc: hit(scene, npc.id), {Mood.ANGRY, Mood.UNEASY}),
        "nothing": (lambda npc: None, set()),
    }  # fmt: skip
    npcs = {name: scene.add(name, x=3.0 * number, z=-3.5) for number, name in enumerate(happenings)}
    scene.run(2)
    for name, (happen, moods) in happenings.items():
        before = {mood: npcs[name].emotion.intensity(mood) for mood in Mood}
        happen(npcs[name])
        moved = {mood for mood in Mood if npcs[name].emotion.intensity(mood) != before[mood]}
        assert moved == moods, name


# --- asleep, away, and gone


def test_who_rests_goes_on_feeling(scene: Scene) -> None:
    npc = scene.add()
    scene.run(25)
    assert npc.dormant
    since = idle_samples(scene, npc)
    npc.emotion.stimulate(MoodImpulse.fleeting(Mood.JOYFUL, 50.0))
    scene.run(40)
    assert npc.dormant
    assert idle_samples(scene, npc) == since + 2
    lost = 40 / 20 * 100 / COURSES[Mood.JOYFUL].impulse_lifetime
    assert npc.emotion.intensity(Mood.JOYFUL) == pytest.approx(50.0 - lost, abs=100 / 90)
    assert npc.actor.mood is Mood.JOYFUL


def test_an_unloaded_companions_feelings_stand_still_and_catch_up_when_it_is_back(scene: Scene) -> None:
    npc = scene.add()
    scene.run(21)
    npc.emotion.stimulate(MoodImpulse.of(Mood.HURT, 80.0, 0.5))
    npc.vitals.restore(2.0)  # which wears out: context to rise
    scene.run(20)
    scene.viewer.missing.add((0, 0))
    scene.run()
    moods = (Mood.HURT, Mood.EXHAUSTED, Mood.BORED)
    before = {mood: pools(scene, npc, mood) for mood in moods}
    samples, asleep_at = idle_samples(scene, npc), last_update(scene, npc)
    scene.run(1200)
    assert {mood: pools(scene, npc, mood) for mood in moods} == before
    assert (idle_samples(scene, npc), npc.actor.health) == (samples, 2.0)
    scene.viewer.missing.clear()
    scene.run()
    seconds = (scene.simulation.tick_number - asleep_at) / 20
    assert seconds > 60.0
    course = COURSES[Mood.HURT]
    impulse, memory, _ = pools(scene, npc, Mood.HURT)
    assert impulse == max(0.0, before[Mood.HURT][0] - seconds * 100 / course.impulse_lifetime)
    assert memory == pytest.approx(before[Mood.HURT][1] - seconds * 100 / course.memory_lifetime)
    rise = 2.0 * COURSES[Mood.EXHAUSTED].context_rise
    assert pools(scene, npc, Mood.EXHAUSTED)[2] == pytest.approx(
        min(before[Mood.EXHAUSTED][2] + rise, 38.0 * 0.8)
    )
    assert idle_samples(scene, npc) <= samples + 1, "boredom isn't made up for"


def test_a_removed_companion_gives_its_row_back_and_its_feelings_come_back_with_it(scene: Scene) -> None:
    runtime = scene.simulation.feelings.runtime
    npc, other = scene.add(), scene.add("other", x=4.5)
    scene.run()
    row = manager(npc).row
    npc.emotion.stimulate(MoodImpulse.lingering(Mood.ANGRY, 60.0, 1.0))
    scene.run()
    kept = npc.emotion.write_to_nbt()
    scene.simulation.remove("juniper")
    assert len(runtime) == 1
    assert row not in scene.simulation.feelings._whose
    scene.run(20)
    stranger = scene.add("stranger")
    assert manager(stranger).row == row
    assert stranger.emotion.intensity(Mood.ANGRY) == 0.0
    scene.simulation.remove("stranger")
    again = scene.add()
    assert manager(again).row == row
    assert again.emotion.write_to_nbt() == kept
    assert again.actor.mood is Mood.ANGRY
    scene.run(5)
    assert other.actor.mood is Mood.COMPOSED


# --- faults


@pytest.mark.parametrize("method", ["situation", "on_mood_changed"])
@pytest.mark.parametrize("resting", [True, False])
def test_one_whose_feelings_fail_is_put_to_sleep_alone(
    scene: Scene,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    method: str,
    resting: bool,
) -> None:
    broken, whole = scene.add("broken"), scene.add("whole", x=4.5)
    scene.run(25)
    if not resting:
        scene.viewer.stand(*NEAR)
        scene.run()
    assert broken.dormant is resting
    original = getattr(Npc, method)

    def fail(npc: Npc, *arguments: Any) -> Any:
        if npc is broken:
            raise RuntimeError("ouch")
        return original(npc, *arguments)

    monkeypatch.setattr(Npc, method, fail)
    for npc in (broken, whole):
        npc.emotion.stimulate(MoodImpulse.lingering(Mood.JOYFUL, 60.0, 1.0))
    for _ in range(25):
        scene.clock.advance()
        scene.simulation.tick()
    assert scene.simulation.faulty == {"broken"}
    assert caplog.text.count("npc broken failed") == 1
    assert not broken.loaded
    assert not broken.emotion.awake
    assert set(scene.viewer.port.shown) == {"whole"}
    assert scene.viewer.port.shown["whole"].mood is Mood.JOYFUL
    hit(scene, "broken")
    assert broken.actor.health == 20.0
    whole.home = broken.body.position
    whole.put(*whole.home)
    scene.viewer.stand(*FAR)
    for _ in range(30):
        scene.clock.advance()
        scene.simulation.tick()
    assert whole.body.position == whole.home, "nobody is in its way"
    scene.simulation.remove("broken")
    assert len(scene.simulation.feelings.runtime) == 1


def test_one_that_cannot_be_brought_in_costs_the_others_no_tick(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = scene.add("whole")

    def fail(npc: Npc, *arguments: Any) -> None:
        raise RuntimeError("ouch")

    with monkeypatch.context() as context:
        context.setattr(Npc, "__init__", fail)
        with pytest.raises(RuntimeError, match="ouch"):
            scene.add("broken")
    whole.emotion.stimulate(MoodImpulse.fleeting(Mood.JOYFUL, 60.0))
    scene.run(25)
    assert whole.actor.mood is Mood.JOYFUL
