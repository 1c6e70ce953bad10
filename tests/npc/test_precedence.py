"""Who has a body when several want it."""

from itertools import combinations, permutations

import pytest

from npc.precedence import Claim, ruling

ORDER = "DEATH SLEEP RIDING COMBAT COMMAND FOLLOWING DIALOGUE WORK EMOTE STOCHASTIC".split()


@pytest.mark.parametrize(("stronger", "weaker"), list(combinations(ORDER, 2)))
def test_of_two_that_want_a_body_the_stronger_has_it(stronger: str, weaker: str) -> None:
    first, second = Claim[stronger], Claim[weaker]
    assert first.beats(second)
    assert not second.beats(first)
    assert ruling([first, second]) is ruling([second, first]) is first


def test_of_many_the_strongest_has_it_in_whatever_order_they_come() -> None:
    for claims in permutations([Claim.EMOTE, Claim.COMBAT, Claim.STOCHASTIC, Claim.WORK]):
        assert ruling(claims) is Claim.COMBAT
    assert ruling([]) is None


def test_no_claim_is_left_out_of_the_order() -> None:
    assert [claim.name for claim in Claim] == ORDER
