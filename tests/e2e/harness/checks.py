"""What more than one test asserts."""

from __future__ import annotations

from typing import Any

from harness.hearthkin import Companion, Hearthkin
from harness.players import Bot
from harness.sampling import positions_around
from harness.waiting import eventually


def assert_answers(bot: Bot, companion_name: str, text: str) -> None:
    """The client has exactly one companion of that name, and it answers."""
    if bot.has_clicked:
        bot.ask("wait_ticks", ticks=20)  # clicks closer than that are one click of a held button
    bot.has_clicked = True
    bodies = [entity for entity in bot.entities() if entity["name"] == companion_name]
    assert len(bodies) == 1
    since = bot.bookmark()
    bot.ask("click", entity=bodies[0]["id"])
    bot.wait_for("chat", since=since, text=f"<{companion_name}> {text}")


def assert_same_blocks(
    hearthkin: Hearthkin, bot: Bot, count: int, *, seed: int, session: int | None = None
) -> set[int]:
    """Compare blocks around a bot in its own world and in ours; return the states that were seen."""
    positions = positions_around(bot.position(), count, seed=seed)
    believed = [None if block is None else int(block["state"]) for block in bot.blocks(positions)]
    assert None not in believed, "the client has no chunk at a sampled position"
    tracked = hearthkin.states(positions, session)
    wrong = [triple for triple in zip(positions, believed, tracked, strict=True) if triple[1] != triple[2]]
    assert not wrong, f"(position, client's, ours): {wrong[:5]}"
    return {state for state in believed if state is not None}


def wait_until_it_is_home(hearthkin: Hearthkin, companion: Companion) -> None:
    """One that an earlier test struck walks back, and then stands at its exact place again."""

    def is_home() -> bool:
        npc = hearthkin.npc(companion.id)
        return tuple(npc[axis] for axis in "xyz") == companion.position

    eventually(is_home, f"{companion.name} to be home")


def wait_until_it_rests(bot: Bot, companion_name: str) -> dict[str, Any]:
    """What the client has of a companion once it stands still: one that an earlier test struck walks home first."""

    def look() -> dict[str, Any] | None:
        before = bot.entity_named(companion_name)
        bot.ask("wait_ticks", ticks=10)
        after = bot.entity_named(companion_name)
        return after if before and after and before["position"] == after["position"] else None

    return eventually(look, f"{companion_name} to rest")
