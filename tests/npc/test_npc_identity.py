from random import Random
from uuid import RFC_4122, UUID, uuid3, uuid4

from npc.identity import incarnate, is_incarnation


def test_an_incarnation_is_a_version_2_uuid_that_nobody_takes_for_an_account() -> None:
    for seed in range(200):
        uuid = incarnate(Random(seed))
        assert uuid.version == 2
        assert uuid.variant == RFC_4122
        assert str(uuid)[14] == "2"
        assert is_incarnation(uuid)


def test_accounts_are_no_incarnations() -> None:
    assert not is_incarnation(uuid4())
    assert not is_incarnation(uuid3(UUID(int=0), "OfflinePlayer:Ann"))


def test_incarnations_differ_and_follow_the_seed() -> None:
    generator = Random(7)
    many = {incarnate(generator) for _ in range(1000)}
    assert len(many) == 1000
    assert incarnate(Random(7)) in many
