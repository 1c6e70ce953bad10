"""Every number of the chain is the published one."""

from tuning import tuning

from npc.behavior import DEFAULT_WEIGHTS, State
from npc.behavior.behavior import SHORTEST
from npc.clock import TICKS_PER_SECOND


def test_the_chain_has_the_published_states_weights_and_least_time() -> None:
    published = tuning()["stochastic"]
    assert published["states"] == [state.name for state in State]
    for state, row, total in zip(State, DEFAULT_WEIGHTS, published["row_sums"].values(), strict=True):
        assert published["default_weights"][state.name] == list(row)
        assert sum(row) == total
    assert published["min_anim_cache_age_s"] * TICKS_PER_SECOND == SHORTEST
