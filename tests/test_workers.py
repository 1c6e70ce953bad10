"""Whether pytest-xdist does what tests that share expensive peers rely on."""

import pytest


@pytest.mark.xdist_group("kept-together")
def test_a_group_of_tests_stays_on_one_worker(request: pytest.FixtureRequest) -> None:
    """The scheduler goes by the end of a test's id; without it, each worker starts every server and client."""
    if getattr(request.config.option, "loadgroup", False):
        assert request.node.nodeid.endswith("@kept-together")
