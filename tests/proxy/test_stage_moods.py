"""Moods on one client: what the stage writer sends of them, and when."""

from __future__ import annotations

import unicodedata
from io import BytesIO
from pathlib import Path

import matplotlib.image
import numpy as np
import pytest
from note_wire import Wire, make_actor

from npc.emotion.mood import Mood
from proxy import name_tags
from proxy.entity_ids import FIRST_ENTITY_ID
from proxy.mood_channel import MOOD_CHANNEL
from proxy.mood_symbols import MOOD_SYMBOLS, Symbol

ID = FIRST_ENTITY_ID
ANGRY, JOYFUL = MOOD_SYMBOLS[Mood.ANGRY], MOOD_SYMBOLS[Mood.JOYFUL]


@pytest.fixture
def wire() -> Wire:
    return Wire()


def told(entity_id: int, mood: Mood) -> tuple[str, str, bytes]:
    """The note of a message on the channel; ids of ours are five bytes as a VarInt."""
    septets = [entity_id >> shift & 0x7F for shift in range(0, 35, 7)]
    return "plugin", MOOD_CHANNEL, bytes((*(septet | 0x80 for septet in septets[:4]), septets[4], mood))


# --- symbols


def test_each_mood_but_composure_has_a_symbol_and_a_color_of_its_own() -> None:
    assert list(MOOD_SYMBOLS) == list(Mood)
    shown = [symbol for mood, symbol in MOOD_SYMBOLS.items() if mood is not Mood.COMPOSED]
    assert MOOD_SYMBOLS[Mood.COMPOSED] is None
    assert len({symbol.character for symbol in shown if symbol}) == len(shown) == 10
    assert len({symbol.color for symbol in shown if symbol}) == 10


COLORS = {
    "dark_aqua": 0x00AAAA,
    "dark_purple": 0xAA00AA,
    "gold": 0xFFAA00,
    "gray": 0xAAAAAA,
    "blue": 0x5555FF,
    "green": 0x55FF55,
    "aqua": 0x55FFFF,
    "red": 0xFF5555,
    "light_purple": 0xFF55FF,
    "yellow": 0xFFFF55,
}


@pytest.mark.parametrize("mood", [mood for mood in Mood if mood])
def test_a_symbol_can_be_read_on_a_name_tag(mood: Mood) -> None:
    """Graphics want a contrast of three to one (WCAG 2.1, 1.4.11); a tag is black that lets the world through."""
    symbol = MOOD_SYMBOLS[mood]
    assert symbol is not None
    parts = [(COLORS[symbol.color] >> shift & 0xFF) / 255 for shift in (16, 8, 0)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    assert (luminance + 0.05) / 0.05 >= 3


def test_the_font_of_each_release_has_every_symbol(peers: Path) -> None:
    """Vanilla's own font: to 1.19.4 pages of 16 × 16 glyphs; 1.20 took their source, Unifont, as a whole."""
    textures = peers / "node_modules/prismarine-viewer/public/textures"
    fonts = sorted(page.parent for page in textures.glob("*/font") if (page / "unicode_page_26.png").exists())
    fonts = [font / "font" for font in fonts]
    assert {"1.8.8", "1.12.2", "1.16.4", "1.19"} <= {font.parent.name for font in fonts}
    pages: dict[bytes, list[int]] = {}
    for font in fonts:
        for symbol in MOOD_SYMBOLS.values():
            if symbol is None:
                continue
            code = ord(symbol.character)
            assert code <= 0xFFFF, "a surrogate pair is two glyphs to old clients"
            path = font / f"unicode_page_{code >> 8:02x}.png"
            pages.setdefault(path.read_bytes(), []).append(code & 0xFF)
    for page, codes in pages.items():
        ink = drawn(page)
        size = ink.shape[0] // 16
        for code in codes:
            row, column = divmod(code, 16)
            glyph = ink[row * size : (row + 1) * size, column * size : (column + 1) * size]
            assert glyph.any(), f"{unicodedata.name(chr(code))} is empty"


def drawn(png: bytes) -> np.ndarray:
    """Where a picture isn't transparent."""
    picture = matplotlib.image.imread(BytesIO(png))
    return picture[..., -1] > 0.5


# --- players


def test_a_composed_player_has_no_team(wire: Wire) -> None:
    wire.writer.spawn(make_actor())
    assert [n[0] for n in wire.take()] == ["list", "spawn"]


def test_a_moody_player_has_a_team_from_its_spawn_to_its_despawn(wire: Wire) -> None:
    wire.writer.spawn(make_actor(mood=Mood.ANGRY))
    assert wire.take() == [
        ("list", 1),
        ("spawn", ID, 0.0),
        ("create team", "hearthkin:1", "Juniper", ANGRY),
    ]
    wire.writer.despawn("juniper")
    assert wire.take() == [("destroy", ID), ("remove team", "hearthkin:1")]


def test_a_switch_changes_the_team_and_composure_ends_it(wire: Wire) -> None:
    actor = make_actor()
    wire.writer.spawn(actor)
    wire.take()
    notes = []
    for mood in (
        *(Mood.ANGRY, Mood.ANGRY, Mood.JOYFUL, Mood.ANGRY),
        *(Mood.COMPOSED, Mood.COMPOSED, Mood.JOYFUL),
    ):
        actor.mood = mood
        wire.writer.mood(actor)
        notes.append(wire.take())
    assert notes == [
        [("create team", "hearthkin:1", "Juniper", ANGRY)],
        [],
        [("change team", "hearthkin:1", JOYFUL)],
        [("change team", "hearthkin:1", ANGRY)],
        [("remove team", "hearthkin:1")],
        [],
        [("create team", "hearthkin:2", "Juniper", JOYFUL)],
    ]


def test_switches_between_two_flushes_are_one(wire: Wire) -> None:
    actor = make_actor(mood=Mood.ANGRY)
    wire.writer.spawn(actor)
    wire.take()
    for mood in (Mood.COMPOSED, Mood.HURT, Mood.JOYFUL):
        actor.mood = mood
        wire.writer.mood(actor)
    assert wire.take() == [("change team", "hearthkin:1", JOYFUL)]


def test_the_member_of_a_team_is_the_name_as_the_profile_has_it(wire: Wire) -> None:
    actor = make_actor(mood=Mood.ANGRY)
    actor.name = "Fifteen letters\N{FOX FACE}"
    wire.writer.spawn(actor)
    assert wire.take()[-1][:3] == ("create team", "hearthkin:1", "Fifteen letters")


def test_two_of_one_name_share_a_tag_and_neither_takes_it_along(wire: Wire) -> None:
    wire.writer.spawn(make_actor("juniper", 1, mood=Mood.ANGRY))
    wire.writer.spawn(make_actor("other", 2, mood=Mood.JOYFUL))
    assert [n for n in wire.take() if "team" in n[0]] == [("create team", "hearthkin:1", "Juniper", ANGRY)]
    wire.writer.despawn("juniper")
    assert wire.take()[1:] == [("change team", "hearthkin:1", JOYFUL)]
    wire.writer.despawn("other")
    assert wire.take()[1:] == [("remove team", "hearthkin:1")]


def test_teams_go_before_the_packet_that_may_cost_the_client_its_scoreboard(wire: Wire) -> None:
    actor = make_actor(mood=Mood.ANGRY)
    wire.writer.spawn(actor)
    wire.take()
    wire.writer.forget_all()
    assert wire.writes == [[("destroy", ID), ("remove team", "hearthkin:1")]]
    wire.writes.clear()
    wire.writer.spawn(actor)
    assert wire.take()[-1] == ("create team", "hearthkin:2", "Juniper", ANGRY)


def test_a_client_back_in_the_configuration_has_no_teams_left(wire: Wire) -> None:
    actor = make_actor(mood=Mood.ANGRY)
    wire.writer.spawn(actor)
    wire.take()
    wire.writer.client_reset()
    assert wire.take() == []
    wire.writer.spawn(actor)
    assert wire.take()[-1] == ("create team", "hearthkin:2", "Juniper", ANGRY)


def test_a_name_that_the_server_has_in_a_team_is_left_to_it_until_it_lets_go() -> None:
    servers = {"Juniper"}
    wire = Wire(server_has_name=servers.__contains__)
    wire.writer.spawn(make_actor(mood=Mood.ANGRY))
    assert [n[0] for n in wire.take()] == ["list", "spawn"]
    servers.clear()
    wire.writer.reconsider_names(["somebody", "Juniper"])
    assert wire.take() == [("create team", "hearthkin:1", "Juniper", ANGRY)]
    servers.add("Juniper")
    wire.writer.reconsider_names(["Juniper"])
    assert wire.take() == [("remove team", "hearthkin:1")]
    assert wire.take() == []


def test_a_name_that_was_the_servers_for_a_moment_comes_back_into_a_team(wire: Wire) -> None:
    """The client has taken it out of ours, and out of the server's, without our being asked in between."""
    wire.writer.spawn(make_actor(mood=Mood.ANGRY))
    wire.take()
    wire.writer.reconsider_names(["Juniper"])
    wire.writer.reconsider_names(["Juniper"])
    assert wire.take() == [("remove team", "hearthkin:1"), ("create team", "hearthkin:2", "Juniper", ANGRY)]


def test_a_teams_name_that_the_server_takes_is_given_up_before_its_packet() -> None:
    servers: set[str] = {"hearthkin:1"}
    wire = Wire(server_has_team=servers.__contains__)
    wire.writer.spawn(make_actor(mood=Mood.ANGRY))
    assert wire.take()[-1] == ("create team", "hearthkin:2", "Juniper", ANGRY)
    wire.writer.avoid_team("hearthkin:1")
    wire.writer.avoid_team("mine")
    assert wire.writes == []
    wire.writer.avoid_team("hearthkin:2")
    assert wire.writes == [[("remove team", "hearthkin:2")]], "at once"
    wire.writes.clear()
    servers.add("hearthkin:2")
    assert wire.take() == [("create team", "hearthkin:3", "Juniper", ANGRY)]


def test_names_of_teams_come_round_again_past_those_still_in_use(
    wire: Wire, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They must not grow longer than the wire takes."""
    monkeypatch.setattr(name_tags, "_NUMBERS", 4)
    lasting, passing = make_actor("lasting", 1, mood=Mood.ANGRY), make_actor("passing", 2)
    passing.name = "Fern"
    wire.writer.spawn(lasting)
    wire.writer.spawn(passing)
    used = []
    for mood in (Mood.ANGRY, Mood.COMPOSED) * 4:
        passing.mood = mood
        wire.writer.mood(passing)
        used += [n[1] for n in wire.take() if n[0] == "create team"]
    numbers = [name.removeprefix("hearthkin:") for name in used]
    assert numbers == ["1", "2", "3", "2", "3"]


def test_a_team_that_cannot_be_written_costs_nobody_else_anything(
    wire: Wire, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    create_team = wire.family.create_team

    def picky(team: str, member: str, symbol: Symbol) -> list[bytes]:
        if member == "Juniper":
            raise ZeroDivisionError
        return create_team(team, member, symbol)

    monkeypatch.setattr(wire.family, "create_team", picky)
    fern = make_actor("fern", 2, mood=Mood.JOYFUL)
    fern.name = "Fern"
    wire.writer.spawn(make_actor(mood=Mood.ANGRY))
    wire.writer.spawn(fern)
    notes = wire.take() + wire.take()
    assert [n[0] for n in notes] == ["list", "spawn", "list", "spawn", "create team"]
    assert caplog.text.count("left out") == 1


# --- others


def test_who_is_no_player_wears_the_symbol_in_its_name(wire: Wire) -> None:
    fox = make_actor(kind="fox", mood=Mood.ANGRY)
    wire.writer.spawn(fox)
    assert [n[0] for n in wire.take()] == ["spawn"]
    fox.mood = Mood.JOYFUL
    wire.writer.mood(fox)
    assert wire.take() == [("metadata", ID, JOYFUL)]
    fox.pose = "sneaking"
    wire.writer.pose(fox)
    assert wire.take() == [("metadata", ID, "sneaking")]
    fox.mood = Mood.COMPOSED
    wire.writer.mood(fox)
    assert wire.take() == [("metadata", ID, None)]


# --- switched off, and the plugin channel


def test_without_symbols_names_stand_alone() -> None:
    wire = Wire(mood_symbols=False)
    fox, player = make_actor("fox", 1, kind="fox"), make_actor("juniper", 2)
    for actor in (fox, player):
        wire.writer.spawn(actor)
    wire.take()
    for actor in (fox, player):
        actor.mood = Mood.ANGRY
        wire.writer.mood(actor)
    assert wire.take() == []


@pytest.mark.parametrize("symbols", [True, False])
def test_a_client_that_listens_is_told_after_each_spawn_and_at_each_switch(symbols: bool) -> None:
    wire = Wire(mood_symbols=symbols)
    wire.writer.tell_moods(True)
    fox, player = make_actor("fox", 1, kind="fox"), make_actor("juniper", 2, mood=Mood.HURT)
    for actor in (fox, player):
        wire.writer.spawn(actor)
    notes = wire.take()
    for entity_id, mood in ((ID, Mood.COMPOSED), (ID + 1, Mood.HURT)):
        assert notes.index(told(entity_id, mood)) == notes.index(("spawn", entity_id, 0.0)) + 1
    fox.mood, player.mood = Mood.EXHAUSTED, Mood.COMPOSED
    for actor in (fox, player):
        wire.writer.mood(actor)
    assert [n for n in wire.take() if n[0] == "plugin"] == [
        told(ID, Mood.EXHAUSTED),
        told(ID + 1, Mood.COMPOSED),
    ]


def test_who_begins_to_listen_hears_of_all_in_view_and_who_ends_hears_no_more(wire: Wire) -> None:
    fox, gone = make_actor("fox", 1, kind="fox", mood=Mood.BORED), make_actor("juniper", 2, kind="fox")
    wire.writer.spawn(fox)
    wire.writer.spawn(gone)
    wire.writer.despawn("juniper")
    wire.take()
    wire.writer.tell_moods(True)
    wire.writer.tell_moods(True)
    assert wire.take() == [told(ID, Mood.BORED)]
    wire.writer.tell_moods(False)
    fox.mood = Mood.ANGRY
    wire.writer.mood(fox)
    assert [n[0] for n in wire.take()] == ["metadata"]


def test_who_leaves_its_id_to_the_server_is_told_by_its_new_one(wire: Wire) -> None:
    wire.writer.tell_moods(True)
    wire.writer.spawn(make_actor(kind="fox", mood=Mood.BORED))
    wire.take()
    wire.writer.avoid(ID)
    assert wire.writes == [[("destroy", ID), ("spawn", ID + 1, 0.0), told(ID + 1, Mood.BORED)]]


def test_moods_of_those_out_of_view_are_nobodys_business(wire: Wire) -> None:
    wire.writer.tell_moods(True)
    actor = make_actor(mood=Mood.ANGRY)
    wire.writer.mood(actor)
    assert wire.take() == []
