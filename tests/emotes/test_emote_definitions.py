"""What may be an emote, and how a companion's emotes are found."""

import pytest

from npc.emotes import EmoteCatalogue, EmoteDefinition, EmoteFlag


@pytest.mark.parametrize(
    ("given", "becomes"), [(-5, 0), (0, 0), (1, 1), (999, 999), (1000, 1000), (1001, 1000), (10**9, 1000)]
)
def test_a_priority_is_brought_into_0_to_1000(given: int, becomes: int) -> None:
    assert EmoteDefinition("a", "b", 1, priority=given).priority == becomes


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"id": ""}, "needs an id"),
        ({"animation_key": ""}, "'hop': the name of its clip is empty"),
        ({"duration_ticks": 0}, "'hop': it lasts 0 ticks, at least 1 expected"),
        ({"duration_ticks": -3}, "it lasts -3 ticks"),
        ({"cooldown_ticks": -1}, "'hop': its cooldown is -1 ticks, at least 0 expected"),
    ],
)
def test_what_cannot_be_an_emote_is_refused_by_name(fields: dict[str, object], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        EmoteDefinition(**{"id": "hop", "animation_key": "hop", "duration_ticks": 1, **fields})  # type: ignore[arg-type]


def test_an_id_and_a_clip_may_be_spaces_alone() -> None:
    definition = EmoteDefinition("  ", " ", 1)
    assert (definition.id, definition.animation_key) == ("  ", " ")


@pytest.mark.parametrize("unknown", [0, 8, 1 << 30])
@pytest.mark.parametrize(
    ("flags", "pool", "navigation", "movement"),
    [
        (0, False, False, False),
        (1, True, False, False),
        (2, False, True, False),
        (4, False, True, True),
        (7, True, True, True),
    ],
)
def test_flags_mean_what_their_bits_say_and_unknown_bits_are_kept(
    unknown: int, flags: int, pool: bool, navigation: bool, movement: bool
) -> None:
    definition = EmoteDefinition("a", "b", 1, flags=flags | unknown)
    assert (definition.in_idle_pool, definition.locks_navigation, definition.locks_movement) == (
        pool,
        navigation,
        movement,
    )
    assert definition.flags == flags | unknown


def test_emotes_are_collected_when_first_asked_for_and_once() -> None:
    calls = []

    def collect() -> list[EmoteDefinition]:
        calls.append(1)
        return [EmoteDefinition("a", "b", 1)]

    catalogue = EmoteCatalogue(collect)
    assert not calls
    assert catalogue.find("a") is not None
    assert catalogue.find("b") is None
    assert len(catalogue) == 1
    assert list(catalogue) == list(catalogue.definitions)
    assert catalogue.idle_pool == ()
    assert len(calls) == 1


def test_of_one_id_the_last_is_found_and_the_idle_pool_keeps_every_flagged_one() -> None:
    first = EmoteDefinition("hop", "hop", 10, flags=EmoteFlag.IDLE_POOL)
    other = EmoteDefinition("nod", "nod", 10)
    second = EmoteDefinition("hop", "hop high", 20)
    third = EmoteDefinition("hop", "hop higher", 30, flags=EmoteFlag.IDLE_POOL)
    catalogue = EmoteCatalogue(lambda: [first, other, second, third])
    assert catalogue.find("hop") is third
    assert catalogue.index_of("hop") == 3
    assert catalogue.index_of("nod") == 1
    assert catalogue.index_of("fly") is None
    assert catalogue.idle_pool == (first, third)
