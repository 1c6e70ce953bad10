"""What the tracker tells of blocks, doors, containers and thieves, and whose hands it says did it."""

from types import SimpleNamespace
from typing import Any
from uuid import UUID

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from npc.happenings import Deed, Happening
from proxy import messages as m
from proxy.tracking.block_deeds import MOST
from proxy.tracking.client_view import ClientView
from proxy.tracking.doers import RECENT, Doers
from proxy.tracking.tracker import CLIENTBOUND, SERVERBOUND, NoEvents, WorldTracker
from proxy.versions import family_for, supported
from proxy.versions.base import ProtocolFamily
from proxy.wire.frame import Frame
from world.chunk import Chunk, ColumnContents
from world.dimension import DimensionType
from world.entity import ListedPlayer
from world.item import ItemStack
from world.section import Section
from world.view import WorldRegistry

OVERWORLD = DimensionType("minecraft:overworld", 0, 256)
ANN, BOB, CAT = UUID(int=7), UUID(int=8), UUID(int=9)
"""Ann and Bob play through the proxy, Cat doesn't."""
ANNS, CATS, COWS = 1, 3, 4
"""Entity ids."""
UP, NORTH = 1, 2
PLACE = (4, 64, 4)
GOLD, DIRT = ItemStack(300, "gold_ingot", 10), ItemStack(3, "dirt", 5)


class Ears(NoEvents):
    def __init__(self) -> None:
        self.heard: list[Happening] = []
        self.asked = 0
        self.watching = True

    def is_watched(self, view: ClientView, x: float, z: float) -> bool:
        self.asked += 1
        return self.watching

    def happened(self, view: ClientView, happening: Happening) -> None:
        self.heard.append(happening)


class Server:
    """A backend with its clients, all at the same few blocks."""

    def __init__(self, family: ProtocolFamily) -> None:
        self.family = family
        self.tick = 100
        self.worlds = WorldRegistry()
        self.doers = Doers(lambda: self.tick)

    def client(self, uuid: UUID, name: str, session: int = 1) -> "Client":
        return Client(self, uuid, name, session)


class Client:
    def __init__(self, server: Server, uuid: UUID, name: str, session: int) -> None:
        self.family = family = server.family
        self.server = server
        bridge: Any = SimpleNamespace(
            session=session, profile_name=name, profile_uuid=uuid, family=family, backend_name="server:1"
        )
        self.ears = Ears()
        self.view = ClientView(bridge, None)  # type: ignore[arg-type]
        self.tracker = WorldTracker(self.view, server.worlds, self.ears, server.doers)
        self.bridge = bridge
        self.tracker.joined(bridge)
        own = ANNS if uuid == ANN else ANNS + 1
        self.gets(
            m.JoinGame(
                own, False, 0, -1, ("minecraft:overworld",), "minecraft:overworld", OVERWORLD, None,
                {OVERWORLD.name: OVERWORLD}, 5, 20, 10, False, True, False, False,
            ),
            m.PlayerTeleport(4.5, 64.0, 6.5, 0.0, 0.0, 0, 1, False, None),
        )  # fmt: skip
        assert self.view.world is not None
        section = Section.from_array(np.zeros((16, 16, 16), np.uint16), family.blocks.air)
        for x in (-1, 0):
            contents = ColumnContents([section] * OVERWORLD.section_count)
            self.view.world.load(session, Chunk(x, 0, OVERWORLD, contents))
        self.view.listed[CAT] = ListedPlayer(CAT, "Cat")

    def gets(self, *messages: m.Message) -> "Client":
        for message in messages:
            self.tracker.apply("clientbound", message)
        return self

    def sends(self, *messages: m.Message) -> "Client":
        for message in messages:
            self.tracker.apply("serverbound", message)
        return self

    def gets_block(self, place: m.BlockPos, state: int) -> "Client":
        """As the packet that the family itself writes."""
        (packet,) = self.family.block_change(*place, state)
        self.tracker.clientbound(self.bridge, "block_change", Frame(packet, 0, 0, packet[0], packet))
        assert not self.tracker.errors
        return self

    def has(self, place: m.BlockPos, name: str, **values: str) -> int:
        """Put a block where there was another, without anybody's noticing; return its state."""
        assert self.view.world is not None
        state = self.state(name, **values)
        self.view.world.set_state(*place, state)
        return state

    def state(self, name: str, **values: str) -> int:
        return self.family.blocks.state(name, **values)

    @property
    def heard(self) -> list[tuple[Deed, m.BlockPos, str, str | None]]:
        """What was told since it was asked last: deed, place, block, doer's name."""
        news = [
            (h.deed, (int(h.where[0]), int(h.where[1]), int(h.where[2])), h.block, h.doer and h.doer.name)
            for h in self.ears.heard
        ]
        self.ears.heard.clear()
        return news


def spoken(protocol: int) -> ProtocolFamily:
    family = family_for(protocol)
    assert family is not None
    return family


REPRESENTATIVES = [spoken(protocol) for protocol in (47, 340, 754, 765, 775)]
"""1.8.9, 1.12.2, 1.16.5, 1.20.4 and 26.1."""
SAYS_WHERE_IT_CLICKS = {"1.8.8", "1.12.2", "1.16.5"}
"""And not, as later clients do, what comes of it."""


@pytest.fixture(params=REPRESENTATIVES, ids=lambda family: family.minecraft)
def server(request: pytest.FixtureRequest) -> Server:
    return Server(request.param)


@pytest.fixture
def ann(server: Server) -> Client:
    return server.client(ANN, "Ann")


@pytest.fixture
def modern() -> Server:
    return Server(spoken(765))


def digs(place: m.BlockPos, status: int = 2) -> m.Digging:
    return m.Digging(status, place, UP)


def uses(place: m.BlockPos, face: int = UP) -> m.UseItemOn:
    return m.UseItemOn(0, place, face, (0.5, 1.0, 0.5), False)


def sees_cat(client: Client, x: float = 4.5, z: float = 2.5) -> Client:
    return client.gets(m.SpawnEntity(CATS, CAT, "player", x, 64.0, z, 0.0, 0.0, 0.0, (0.0, 0.0, 0.0), 0))


def test_every_release_tells_what_it_takes() -> None:
    for family in supported():
        assert {"player_digging", "player_block_placement"} <= SERVERBOUND & family.decodes("serverbound")
        assert {"block_action", "animation"} <= CLIENTBOUND & family.decodes("clientbound")


# --- broken and placed


def test_a_block_that_the_player_digs_is_broken_by_it(ann: Client) -> None:
    ann.has(PLACE, "oak_planks")
    ann.sends(digs(PLACE, 0), digs(PLACE)).gets_block(PLACE, ann.state("air"))
    assert ann.heard == [(Deed.BROKEN, PLACE, "oak_planks", "Ann")]


def test_a_block_that_the_player_puts_onto_another_is_placed_by_it(ann: Client) -> None:
    ann.has(PLACE, "stone")
    ann.sends(uses(PLACE, UP)).gets_block((4, 65, 4), ann.state("bricks"))
    ann.sends(uses(PLACE, NORTH)).gets_block((4, 64, 3), ann.state("bricks"))
    assert ann.heard == [
        (Deed.PLACED, (4, 65, 4), "bricks", "Ann"),
        (Deed.PLACED, (4, 64, 3), "bricks", "Ann"),
    ]


def test_what_one_client_told_another_of_the_same_world_does_not_tell_again(server: Server) -> None:
    ann, bob = server.client(ANN, "Ann"), server.client(BOB, "Bob", 2)
    ann.has(PLACE, "oak_planks")
    ann.sends(digs(PLACE))
    bob.gets_block(PLACE, bob.state("air"))
    ann.gets_block(PLACE, ann.state("air"))
    assert bob.heard == [(Deed.BROKEN, PLACE, "oak_planks", "Ann")]
    assert ann.heard == []


def test_who_dug_long_ago_did_not_break_what_goes_now(server: Server) -> None:
    ann = server.client(ANN, "Ann")
    ann.has(PLACE, "oak_planks")
    ann.sends(digs(PLACE))
    server.tick += RECENT + 1
    ann.gets_block(PLACE, ann.state("air"))
    assert ann.heard == [(Deed.BROKEN, PLACE, "oak_planks", None)]


def test_somebody_off_the_proxy_who_swings_an_arm_near_it_has_broken_it(ann: Client) -> None:
    sees_cat(ann).gets(m.EntityAnimation(CATS, 0))
    ann.has(PLACE, "stone")
    ann.gets_block(PLACE, ann.state("air"))
    assert ann.heard == [(Deed.BROKEN, PLACE, "stone", "Cat")]


def test_somebody_who_swings_an_arm_far_away_or_is_hurt_has_not(ann: Client) -> None:
    sees_cat(ann, z=-6.0).gets(m.EntityAnimation(CATS, 0))
    ann.has(PLACE, "oak_planks")
    ann.gets_block(PLACE, ann.state("air"))
    ann.gets(m.DestroyEntities((CATS,)))
    sees_cat(ann).gets(m.EntityAnimation(CATS, 1))
    ann.has(PLACE, "oak_planks")
    ann.gets_block(PLACE, ann.state("air"))
    assert ann.heard == [(Deed.BROKEN, PLACE, "oak_planks", None)] * 2


def test_of_a_player_on_the_proxy_no_swing_is_asked(modern: Server) -> None:
    ann, bob = modern.client(ANN, "Ann"), modern.client(BOB, "Bob", 2)
    bob.gets(m.SpawnEntity(ANNS, ANN, "player", 4.5, 64.0, 6.5, 0.0, 0.0, 0.0, (0.0, 0.0, 0.0), 0))
    bob.gets(m.EntityAnimation(ANNS, 0))
    ann.has(PLACE, "oak_planks")
    bob.gets_block(PLACE, bob.state("air"))
    assert bob.heard == [(Deed.BROKEN, PLACE, "oak_planks", None)]


def test_what_hangs_on_a_block_falls_by_the_same_hands(modern: Server) -> None:
    ann = modern.client(ANN, "Ann")
    torch = (4, 65, 4)
    ann.has(PLACE, "oak_planks")
    ann.has(torch, "torch")
    ann.sends(digs(PLACE)).gets_block(PLACE, 0).gets_block(torch, 0)
    assert ann.heard == [(Deed.BROKEN, PLACE, "oak_planks", "Ann"), (Deed.BROKEN, torch, "torch", "Ann")]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("air", "water"), ("water", "air"), ("lava", "obsidian"), ("water", "ice"), ("ice", "water"),
        ("air", "snow"), ("snow", "air"), ("oak_leaves", "air"), ("air", "fire"), ("fire", "air"),
        ("dirt", "grass_block"), ("farmland", "dirt"), ("air", "sugar_cane"), ("air", "cactus"),
        ("oak_sapling", "oak_log"), ("air", "melon"), ("sand", "air"), ("air", "gravel"), ("stone", "air"),
    ],
)  # fmt: skip
def test_what_a_world_does_by_itself_is_nobodys_deed(server: Server, before: str, after: str) -> None:
    ann = server.client(ANN, "Ann")
    ann.has(PLACE, before)
    ann.gets_block(PLACE, ann.state(after))
    assert ann.heard == []


def test_what_changes_on_a_block_that_stays_is_nobodys_deed(server: Server) -> None:
    ann = server.client(ANN, "Ann")
    for name, key, value in (
        ("wheat", "age", "3"), ("redstone_wire", "power", "5"), ("lever", "powered", "true"),
        ("furnace", "lit", "true"),
        ("oak_stairs", "half", "top"),
    ):  # fmt: skip
        ann.has(PLACE, name)
        ann.gets_block(PLACE, ann.state(name, **{key: value}))
    assert ann.heard == []


def test_leaves_and_crops_are_broken_by_who_says_so_and_not_by_who_swings_an_arm(ann: Client) -> None:
    sees_cat(ann).gets(m.EntityAnimation(CATS, 0))
    for name in ("oak_leaves", "wheat"):
        ann.has(PLACE, name)
        ann.gets_block(PLACE, ann.state("air"))
    assert ann.heard == []
    ann.has(PLACE, "wheat")
    ann.sends(digs(PLACE, 0)).gets_block(PLACE, ann.state("air"))
    assert ann.heard == [(Deed.BROKEN, PLACE, "wheat", "Ann")]


def test_a_second_slab_is_placed(ann: Client) -> None:
    ann.has(PLACE, "oak_slab", type="bottom")
    ann.sends(uses(PLACE)).gets_block(PLACE, ann.state("oak_slab", type="double"))
    assert ann.heard == [(Deed.PLACED, PLACE, "oak_slab", "Ann")]


def test_an_explosion_breaks_without_a_doer(ann: Client) -> None:
    beside = (5, 64, 4)
    ann.has(PLACE, "oak_planks")
    ann.has(beside, "dirt")
    ann.gets(m.Explosion((4.5, 64.5, 4.5), 4.0, (PLACE, beside, (6, 64, 4)), (0.0, 0.0, 0.0)))
    assert ann.heard == [(Deed.BROKEN, PLACE, "oak_planks", None), (Deed.BROKEN, beside, "dirt", None)]
    assert ann.view.world is not None
    assert ann.view.world.state(*PLACE) == 0


def test_of_a_wall_that_is_filled_in_at_once_only_some_blocks_are_told_and_all_are_changed(
    ann: Client,
) -> None:
    places = tuple((x, y, 3) for y in range(64, 80) for x in range(16))
    planks = ann.state("oak_planks")
    ann.gets(m.BlocksChanged(places, (planks,) * len(places)))
    assert len(ann.heard) == MOST
    assert ann.view.world is not None
    assert {ann.view.world.state(*place) for place in places} == {planks}


def test_a_digging_acknowledgement_breaks_as_a_block_change_does(modern: Server) -> None:
    ann = modern.client(ANN, "Ann")
    ann.has(PLACE, "oak_planks")
    ann.sends(digs(PLACE)).gets(m.DiggingAcknowledged(PLACE, 0, 2, True))
    ann.gets_block(PLACE, 0)
    assert ann.heard == [(Deed.BROKEN, PLACE, "oak_planks", "Ann")]


def test_where_nobody_perceives_it_no_block_is_looked_up(
    ann: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann.has(PLACE, "oak_planks")
    ann.ears.watching = False
    world = ann.view.world
    assert world is not None

    def must_not(*_: object) -> None:
        raise AssertionError("a block was looked up")

    monkeypatch.setattr(world, "state", must_not)
    ann.ears.asked = 0
    ann.gets(
        m.BlocksChanged(tuple((x, 64, 4) for x in range(16)), (0,) * 16),
        m.Explosion((4.5, 64.5, 4.5), 4.0, (PLACE,), (0.0, 0.0, 0.0)),
        m.BlockAction(PLACE, 1, 1, 0),
    )
    assert ann.ears.asked == 3
    ann.sends(uses(PLACE)).gets(m.OpenWindow(1, 2, "{}"), m.CloseWindow(1))
    assert ann.heard == []


def test_a_state_that_does_not_exist_is_no_deed(ann: Client) -> None:
    ann.has(PLACE, "oak_planks")
    ann.gets(m.BlocksChanged((PLACE,), (ann.family.blocks.state_count + 5,)))
    assert ann.heard == []


# --- doors


def test_a_door_of_two_halves_opens_once(ann: Client) -> None:
    upper = (4, 65, 4)
    shut = {"facing": "east"}
    ann.has(PLACE, "oak_door", half="lower", open="false", **shut)
    ann.has(upper, "oak_door", half="upper")
    ann.sends(uses(upper, NORTH))
    changes = [(PLACE, ann.state("oak_door", half="lower", open="true", **shut))]
    if not ann.family.blocks.by_metadata:
        changes.append((upper, ann.state("oak_door", half="upper", open="true")))
    for place, state in changes:
        ann.gets_block(place, state)
    assert ann.heard == [(Deed.DOOR, PLACE, "oak_door", "Ann")]
    ann.gets_block(PLACE, ann.state("oak_door", half="lower", open="false", **shut))
    assert ann.heard == [(Deed.DOOR, PLACE, "oak_door", "Ann")]


@pytest.mark.parametrize("name", ["oak_fence_gate", "oak_trapdoor"])
def test_gates_and_trapdoors_open_too_by_whoever_swings_an_arm(ann: Client, name: str) -> None:
    ann.has(PLACE, name, open="false")
    sees_cat(ann).gets(m.EntityAnimation(CATS, 3))
    ann.gets_block(PLACE, ann.state(name, open="true"))
    assert ann.heard == [(Deed.DOOR, PLACE, name, "Cat")]


def test_a_door_that_gets_power_and_stays_as_it_is_does_not_open(modern: Server) -> None:
    ann = modern.client(ANN, "Ann")
    ann.has(PLACE, "oak_door", half="lower", open="true")
    ann.gets_block(PLACE, ann.state("oak_door", half="lower", open="true", powered="true"))
    assert ann.heard == []


# --- containers that open


def test_a_lid_that_is_lifted_is_a_container_that_opens_and_one_that_falls_is_not(server: Server) -> None:
    ann = server.client(ANN, "Ann")
    ann.has(PLACE, "chest")
    sees_cat(ann).gets(m.EntityAnimation(CATS, 0), m.BlockAction(PLACE, 1, 1, 54))
    assert ann.heard == [(Deed.CHEST, PLACE, "chest", "Cat")]
    ann.gets(m.BlockAction(PLACE, 1, 1, 54), m.BlockAction(PLACE, 1, 0, 54))
    assert ann.heard == []
    server.tick += 100
    ann.gets(m.BlockAction(PLACE, 1, 1, 54))
    assert ann.heard == [(Deed.CHEST, PLACE, "chest", None)]


def test_a_server_that_repeats_who_holds_a_lid_open_tells_nothing_to_a_client_that_comes_later(
    modern: Server,
) -> None:
    ann, bob = modern.client(ANN, "Ann"), modern.client(BOB, "Bob", 2)
    ann.has(PLACE, "chest")
    ann.gets(m.BlockAction(PLACE, 1, 1, 0))
    modern.tick += 50
    bob.gets(m.BlockAction(PLACE, 1, 1, 0))
    assert (len(ann.heard), len(bob.heard)) == (1, 0)


def test_other_blocks_that_act_are_no_containers(ann: Client) -> None:
    for name in ("note_block", "piston", "stone"):
        ann.has(PLACE, name)
        ann.gets(m.BlockAction(PLACE, 1, 1, 0))
    assert ann.heard == []


def test_the_own_window_and_the_lid_are_one_opening_whichever_comes_first(ann: Client) -> None:
    ann.has(PLACE, "trapped_chest")
    window, lid = m.OpenWindow(1, "minecraft:chest", "{}"), m.BlockAction(PLACE, 1, 1, 0)
    for signs in ((window, lid), (lid, window)):
        ann.sends(uses(PLACE)).gets(*signs)
        assert ann.heard == [(Deed.CHEST, PLACE, "trapped_chest", "Ann")]
        ann.sends(m.CloseWindow(1)).gets(m.BlockAction(PLACE, 1, 0, 0))
        ann.server.tick += 100


def test_a_window_that_nobody_used_a_container_for_is_no_opening(ann: Client) -> None:
    ann.has(PLACE, "crafting_table")
    ann.sends(uses(PLACE)).gets(m.OpenWindow(1, 11, "{}"))
    ann.has(PLACE, "chest")
    ann.gets(m.OpenWindow(2, 2, "{}"))
    ann.sends(uses(PLACE))
    ann.server.tick += 60
    ann.gets(m.OpenWindow(3, 2, "{}"))
    assert ann.heard == []


def test_a_barrel_opens_by_its_state(modern: Server) -> None:
    ann = modern.client(ANN, "Ann")
    ann.has(PLACE, "barrel", open="false")
    ann.sends(uses(PLACE)).gets(m.OpenWindow(1, 2, "{}"))
    ann.gets_block(PLACE, ann.state("barrel", open="true"))
    ann.gets_block(PLACE, ann.state("barrel", open="false"))
    assert ann.heard == [(Deed.CHEST, PLACE, "barrel", "Ann")]
    modern.tick += 100
    sees_cat(ann).gets(m.EntityAnimation(CATS, 0))
    ann.gets_block(PLACE, ann.state("barrel", open="true"))
    assert ann.heard == [(Deed.CHEST, PLACE, "barrel", "Cat")]


# --- and what is taken out of them


def opens(client: Client, place: m.BlockPos, *items: ItemStack | None, slots: int = 27) -> Client:
    """The player opens the container there and sees what it holds."""
    held = (*items, *[None] * (slots - len(items)), *[None] * 36)
    client.sends(uses(place)).gets(m.OpenWindow(1, 2, "{}"), m.WindowItems(1, 1, held, None, False))
    client.ears.heard.clear()
    return client


def takes(client: Client, slot: int, item: ItemStack | None = None) -> Client:
    """The player picks up a slot's stack and puts it into its own first one; ``item``: what stays."""
    if client.family.minecraft in SAYS_WHERE_IT_CLICKS:
        return client.sends(
            *(m.ClickWindow(1, each, 0, 0, (), None, False) for each in (slot, len(client.view.contents)))
        )
    return client.sends(m.ClickWindow(1, slot, 0, 0, ((slot, item),), None, True))


def stolen(client: Client) -> list[tuple[m.BlockPos, float, str | None]]:
    news = [
        ((int(h.where[0]), int(h.where[1]), int(h.where[2])), h.strength, h.doer and h.doer.name)
        for h in client.ears.heard
        if h.deed is Deed.TAKEN
    ]
    client.ears.heard.clear()
    return news


def test_a_chest_that_is_emptied_is_taken_from_in_full_and_half_of_it_by_half(ann: Client) -> None:
    ann.has(PLACE, "chest")
    takes(opens(ann, PLACE, GOLD), 0).sends(m.CloseWindow(1))
    assert stolen(ann) == [(PLACE, 1.0, "Ann")]
    takes(opens(ann, PLACE, GOLD, GOLD), 1).sends(m.CloseWindow(1))
    assert stolen(ann) == [(PLACE, 0.5, "Ann")]


def test_the_server_may_close_the_window_as_well_or_open_another(ann: Client) -> None:
    ann.has(PLACE, "chest")
    takes(opens(ann, PLACE, GOLD), 0).gets(m.CloseWindow(1))
    assert stolen(ann) == [(PLACE, 1.0, "Ann")]
    takes(opens(ann, PLACE, GOLD), 0).gets(m.OpenWindow(2, 2, "{}"))
    assert stolen(ann) == [(PLACE, 1.0, "Ann")]


def test_who_leaves_the_world_or_the_game_with_the_things_has_taken_them(ann: Client) -> None:
    ann.has(PLACE, "chest")
    takes(opens(ann, PLACE, GOLD), 0)
    ann.gets(m.Respawn("minecraft:the_nether", OVERWORLD, None, 5, 0, -1, False, False, False))
    assert stolen(ann) == [(PLACE, 1.0, "Ann")]


def test_who_disconnects_has_taken_what_they_took(ann: Client) -> None:
    ann.has(PLACE, "chest")
    takes(opens(ann, PLACE, GOLD), 0)
    ann.tracker.left(ann.bridge)
    assert stolen(ann) == [(PLACE, 1.0, "Ann")]


def test_who_only_looks_or_puts_things_in_takes_nothing(ann: Client) -> None:
    ann.has(PLACE, "chest")
    opens(ann, PLACE, GOLD).sends(m.CloseWindow(1))
    opens(ann, PLACE).sends(m.CloseWindow(1))
    ann.view.player.inventory[9] = DIRT
    opens(ann, PLACE, GOLD)
    ann.view.player.inventory[9] = DIRT
    if ann.family.minecraft in SAYS_WHERE_IT_CLICKS:
        ann.sends(m.ClickWindow(1, 27, 0, 1, (), None, False))
    else:
        ann.sends(m.ClickWindow(1, 27, 0, 1, ((27, None), (1, DIRT)), None, True))
    ann.sends(m.CloseWindow(1))
    assert stolen(ann) == []


def test_what_goes_while_the_player_touches_nothing_is_no_theft(ann: Client) -> None:
    ann.has(PLACE, "chest")
    opens(ann, PLACE, GOLD).gets(m.SetSlot(1, 2, 0, None)).sends(m.CloseWindow(1))
    assert stolen(ann) == []


def test_a_server_that_takes_a_click_back_puts_things_back(ann: Client) -> None:
    ann.has(PLACE, "chest")
    takes(opens(ann, PLACE, GOLD), 0).gets(m.SetSlot(1, 2, 0, GOLD)).sends(m.CloseWindow(1))
    assert stolen(ann) == []


def test_who_takes_gold_and_leaves_dirt_has_taken_gold(ann: Client) -> None:
    ann.has(PLACE, "chest")
    opens(ann, PLACE, GOLD, DIRT)
    takes(ann, 0)
    ann.gets(m.SetSlot(1, 2, 0, DIRT)).sends(m.CloseWindow(1))
    ((place, share, doer),) = stolen(ann)
    assert (place, doer) == (PLACE, "Ann")
    assert share == pytest.approx(10 / 15)


def test_stacks_of_less_than_nothing_count_as_nothing(ann: Client) -> None:
    ann.has(PLACE, "chest")
    takes(opens(ann, PLACE, GOLD, ItemStack(301, "odd", -10)), 0).sends(m.CloseWindow(1))
    assert stolen(ann) == [(PLACE, 1.0, "Ann")]


@pytest.mark.parametrize("name", ["ender_chest", "furnace", "crafting_table"])
def test_what_is_not_kept_for_anybody_is_not_stolen(ann: Client, name: str) -> None:
    ann.has(PLACE, name)
    takes(opens(ann, PLACE, GOLD), 0).sends(m.CloseWindow(1))
    assert stolen(ann) == []


@pytest.mark.parametrize("used", [0, 1])
@pytest.mark.parametrize(
    ("facing", "beside"),
    [("north", (5, 64, 4)), ("south", (5, 64, 4)), ("east", (4, 64, 5)), ("west", (4, 64, 5))],
)
def test_a_double_chest_is_taken_from_at_both_halves(
    ann: Client, used: int, facing: str, beside: m.BlockPos
) -> None:
    halves = PLACE, beside
    # To the right of where a chest looks is the half that its left one goes on in.
    first = "left" if facing in ("north", "east") else "right"
    second = "right" if first == "left" else "left"
    ann.has(PLACE, "chest", facing=facing, type=first)
    ann.has(beside, "chest", facing=facing, type=second)
    takes(opens(ann, halves[used], GOLD, slots=54), 0)
    ann.sends(m.CloseWindow(1))
    assert stolen(ann) == [(PLACE, 1.0, "Ann"), (beside, 1.0, "Ann")]


def test_who_breaks_a_chest_has_all_that_was_in_it_and_an_explosion_steals_nothing(ann: Client) -> None:
    ann.has(PLACE, "chest")
    ann.sends(digs(PLACE)).gets_block(PLACE, ann.state("air"))
    assert ann.heard == [(Deed.BROKEN, PLACE, "chest", "Ann"), (Deed.TAKEN, PLACE, "chest", "Ann")]
    ann.has(PLACE, "chest")
    ann.gets(m.Explosion((4.5, 64.5, 4.5), 4.0, (PLACE,), (0.0, 0.0, 0.0)))
    ann.server.tick += RECENT + 1
    ann.has(PLACE, "chest")
    ann.gets_block(PLACE, ann.state("air"))
    assert ann.heard == [(Deed.BROKEN, PLACE, "chest", None)] * 2


def test_two_single_chests_side_by_side_are_two_where_states_tell(modern: Server) -> None:
    ann = modern.client(ANN, "Ann")
    ann.has(PLACE, "chest", type="single")
    ann.has((5, 64, 4), "chest", type="single")
    takes(opens(ann, PLACE, GOLD), 0).sends(m.CloseWindow(1))
    assert stolen(ann) == [(PLACE, 1.0, "Ann")]


def test_both_lids_of_a_double_chest_are_one_opening(ann: Client) -> None:
    beside = (5, 64, 4)
    ann.has(PLACE, "chest", facing="north", type="left")
    ann.has(beside, "chest", facing="north", type="right")
    ann.sends(uses(beside)).gets(m.BlockAction(beside, 1, 1, 54), m.BlockAction(PLACE, 1, 1, 54))
    assert ann.heard == [(Deed.CHEST, PLACE, "chest", "Ann")]


# --- whatever a server or a client says

EDGES = (0, 1, 2, -1, 63, 64, 255, -64, 2**25, -(2**25))
numbers = st.sampled_from((*EDGES, 3, 4, 5, 26, 27, 40))
places = st.one_of(
    st.just(PLACE), st.just((5, 64, 4)), st.tuples(*(st.sampled_from(EDGES) for _ in range(3)))
)
stacks = st.one_of(st.none(), st.builds(ItemStack, numbers, st.just("gold_ingot"), numbers))
states = st.one_of(st.integers(0, 12_000), st.sampled_from((-1, 2**31 - 1)))
from_server = st.one_of(
    st.lists(st.tuples(places, states), max_size=3).map(
        lambda changes: m.BlocksChanged(tuple(p for p, _ in changes), tuple(s for _, s in changes))
    ),
    st.builds(m.BlockAction, places, st.just(1), numbers, numbers),
    st.builds(m.DiggingAcknowledged, places, states, numbers, st.booleans()),
    st.builds(
        m.Explosion,
        st.just((float("nan"), 1e300, 0.0)),
        st.none(),
        st.lists(places, max_size=3).map(tuple),
        st.just((0.0, 0.0, 0.0)),
    ),
    st.builds(m.EntityAnimation, st.sampled_from((ANNS, CATS, COWS)), numbers),
    st.builds(m.OpenWindow, numbers, st.just(2), st.just("{}")),
    st.builds(m.CloseWindow, numbers),
    st.builds(
        m.WindowItems, numbers, numbers, st.lists(stacks, max_size=70).map(tuple), stacks, st.booleans()
    ),
    st.builds(m.SetSlot, numbers, numbers, numbers, stacks),
)
from_client = st.one_of(
    st.builds(m.Digging, numbers, places, numbers),
    st.builds(m.UseItemOn, st.just(0), places, numbers, st.just((0.5, 0.5, 0.5)), st.booleans()),
    st.builds(
        m.ClickWindow,
        numbers,
        numbers,
        numbers,
        st.integers(0, 7),
        st.lists(st.tuples(numbers, stacks), max_size=3).map(tuple),
        stacks,
        st.booleans(),
    ),
    st.builds(m.CloseWindow, numbers),
)


@given(
    st.sampled_from(REPRESENTATIVES),
    st.lists(
        st.one_of(st.tuples(st.just(True), from_server), st.tuples(st.just(False), from_client)), max_size=12
    ),
)
@settings(max_examples=150, deadline=None)
def test_nothing_that_is_said_of_blocks_and_windows_is_too_much(
    family: ProtocolFamily, messages: list[tuple[bool, m.Message]]
) -> None:
    ann = sees_cat(Server(family).client(ANN, "Ann"))
    ann.has(PLACE, "chest")
    ann.has((5, 64, 4), "oak_door")
    for from_the_server, message in messages:
        (ann.gets if from_the_server else ann.sends)(message)
    ann.tracker.left(ann.bridge)
    assert all(0.0 < happening.strength <= 1.0 for happening in ann.ears.heard)
