"""What leaves the house: nobody's name, UUID, words or address, and still a session that plays."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from uuid import UUID
from zipfile import ZipFile

import pytest

from proxy import messages as m
from proxy.capture.anonymize import anonymize
from proxy.capture.container import CapturedPacket, CaptureError
from proxy.capture.identities import Identities
from proxy.capture.reader import Capture
from proxy.capture.replay import replay
from proxy.versions.releases import V1_20_5
from proxy.versions.server_side import server_side
from proxy.wire.buffer import pack_string
from proxy.wire.frame import pack_varint, read_varint
from world.dimension import DimensionType
from world.item import ItemStack

# As in conftest.py, which can't be imported.
ME = UUID("11111111-2222-4333-8444-555555555555")
FRIEND = UUID("a1b2c3d4-e5f6-4a5b-8c9d-e0f102030405")
ABSENT = UUID("99999999-8888-4777-8666-555544443333")
NPC = UUID("0f0e0d0c-0b0a-2908-8706-050403020100")
NAMES = ("Xenomorph", "Quokka", "Wombat")
SECRETS = ("Dinner", "Peters", "s3cr3t", "quokka.example", "25565")


def forms() -> list[bytes]:
    """Everything that may not be in the file, in each form it could have."""
    found = [text.encode() for text in (*NAMES, *SECRETS)]
    for uuid in (ME, FRIEND, ABSENT, NPC):
        found += [uuid.bytes, str(uuid).encode(), uuid.hex.encode(), str(uuid).upper().encode()]
    return found


def parts(path: Path) -> dict[str, bytes]:
    with ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


@pytest.fixture
def shared(session: Any, tmp_path: Path) -> Path:
    source = session.save(tmp_path / "private.mcpr")
    everything = b"".join(parts(source).values())
    missing = [form for form in forms()[: len(NAMES) + len(SECRETS)] if form not in everything]
    assert not missing, "the session must hold what is to be taken out"
    assert all(uuid.bytes in everything for uuid in (ME, FRIEND, ABSENT, NPC))
    target = tmp_path / "shared.mcpr"
    anonymize(source, target)
    return target


def test_nothing_personal_is_left_anywhere_in_the_file(shared: Path) -> None:
    for name, data in parts(shared).items():
        for form in forms():
            assert form not in data, f"{form!r} in {name}"
        for text in (*NAMES, *SECRETS):
            assert text.lower().encode() not in data.lower(), f"{text!r} in {name}"


def test_the_same_people_stay_the_same(shared: Path, session: Any) -> None:
    """Log-in, player list and spawn must agree, or the client shows nobody."""
    family = session.family
    listed: dict[UUID, str | None] = {}
    spawned: list[UUID | None] = []
    with Capture(shared) as capture:
        packets = list(capture.packets())
        players = capture.metadata.players
    for name, packet in session.named(packets):
        if packet.direction == "clientbound" and name in {
            "player_list_item", "player_remove", "spawn_player", "spawn_object"
        }:  # fmt: skip
            message = family.decode("clientbound", name, body_of(packet))
            if isinstance(message, m.SpawnEntity):
                spawned.append(message.uuid)
            elif isinstance(message, m.PlayerInfo) and "add" in message.actions:
                listed |= {entry.uuid: entry.name for entry in message.entries}
                assert not any(entry.properties for entry in message.entries), "a skin is as good as a name"
            elif isinstance(message, m.PlayersRemoved):
                assert set(message.uuids) <= set(listed)
            else:
                assert {entry.uuid for entry in message.entries} <= set(listed)
    me, name = family.read_login_success(body_of(packets[0]))
    assert name == "Player1"
    assert sorted(str(name) for name in listed.values()) == ["Player1", "Player2", "Player3"]
    assert listed[me] == "Player1"
    assert len(spawned) == 1
    assert spawned[0] in listed
    assert spawned[0].version == 2, "a companion's UUID stays of its kind"
    assert me.version == ME.version
    assert players[0] == me


def test_the_copy_still_plays(shared: Path, session: Any, tmp_path: Path) -> None:
    summary = replay(shared)
    before = replay(tmp_path / "private.mcpr")
    assert summary["errors"] == {}
    for key in ("chunks", "players", "entity_kinds", "duration"):
        assert summary[key] == before[key]
    assert summary["packets"]["serverbound"]["player_position"] == 20


def test_the_blocks_are_the_same_and_the_signs_are_blank(shared: Path, session: Any) -> None:
    family = session.family
    signs: list[Any] = []
    with Capture(shared) as capture:
        for name, packet in session.named(capture.packets()):
            if name == "chunk_data":
                contents = family.read_column(body_of(packet), _dimension(family))
                assert contents.sections[0] is not None
                assert contents.sections[0].get(1, 2, 3) == session.ground
                signs += [entity.nbt for entity in contents.block_entities.values()]
            elif name == "update_block_entity":
                message = family.decode("clientbound", name, body_of(packet))
                assert message.position == (1, 64, 1)
                assert message.nbt["id"] == "minecraft:sign"
                signs.append(message.nbt)
    in_columns = 0 if family.minecraft == "1.8.8" else 1
    assert len(signs) == in_columns + 1, "that of the column, and its change"
    assert all(str(nbt["Text1"]).strip() == '""' for nbt in signs)


def body_of(packet: CapturedPacket) -> bytes:
    return packet.data[read_varint(packet.data, 0)[1] :]


def _dimension(family: Any) -> DimensionType:
    return server_side(family).dimension


def test_what_was_done_is_counted(session: Any, tmp_path: Path) -> None:
    result = anonymize(session.save(tmp_path / "a.mcpr"), tmp_path / "b.mcpr")
    assert result["players"] == 3
    assert result["cut"] is False
    chat = "system_message" if "system_message" in result["dropped"] else "chat_message"
    assert result["dropped"][chat] >= 1
    assert result["dropped"]["plugin_message"] == 2
    brands = sum(n for name, n in result["kept"].items() if name.endswith("plugin_message"))
    assert brands == (2 if session.family.has_configuration else 1), "the brand stays"
    assert result["rewritten"]["login_success"] == 1
    assert result["rewritten"].get("spawn_player", 0) + result["rewritten"].get("spawn_object", 0) == 1
    assert result["kept"]["player_position"] == 20
    total = sum(sum(result[what].values()) for what in ("kept", "rewritten", "dropped"))
    assert total == len(session.packets)


def test_a_packet_that_still_names_somebody_is_dropped(session: Any, tmp_path: Path) -> None:
    """A sound of a resource pack that has a player's name: nothing but the last search finds it."""
    sound = pack_string("Quokka_Friend")
    bodies = {
        "stop_sound": b"\x02" + sound,
        "named_sound_effect": sound + bytes(17),
        "sound_effect": sound + bytes(17),
    }
    kind = next(kind for kind in bodies if session.family.packet_id("play", "clientbound", kind) is not None)
    session.add("clientbound", session.packet("clientbound", kind, bodies[kind]))
    result = anonymize(session.save(tmp_path / "a.mcpr"), tmp_path / "b.mcpr")
    assert result["dropped"][kind] == 1


TELLING = (
    "action_bar add_resource_pack boss_bar code_of_conduct cookie_request custom_chat_completions "
    "custom_report_details death_combat_event disconnect open_book player_list_header_footer profileless_chat "
    "resource_pack_send scoreboard_objective server_data server_links set_title_subtitle set_title_text "
    "show_dialog store_cookie system_message tab_complete teams tracked_waypoint transfer update_score"
).split()
"""Packets to a client that say who plays, what somebody said, or where."""


def test_what_tells_something_is_dropped_in_every_state(session: Any, tmp_path: Path) -> None:
    family = session.family
    secret = pack_string("Dinner at eight on play.quokka.example")
    told: list[str] = []
    for state in ("configuration", "play"):
        for name in TELLING:
            if family.packet_id(state, "clientbound", name) is not None:
                told.append(name if state == "play" else f"configuration/{name}")
                packet = session.packet("clientbound", name, secret, state=state)
                if state == "play":
                    session.add("clientbound", packet)
                else:  # right after the login
                    session.packets.insert(1, CapturedPacket(0, "clientbound", packet))
    result = anonymize(session.save(tmp_path / "a.mcpr"), tmp_path / "b.mcpr")
    assert set(told) <= result["dropped"].keys()
    assert b"Dinner" not in b"".join(parts(tmp_path / "b.mcpr").values())
    if family.has_configuration:
        assert {"configuration/transfer", "configuration/store_cookie"} & set(
            told
        ) or family.protocol < V1_20_5


def test_who_joins_later_keeps_what_the_player_list_carries(session: Any, tmp_path: Path) -> None:
    """From 1.19.3 on an update may name a session key, which is as good as a name, or a display name."""
    if not session.family.unlisted_entries:
        return
    ping, chat_session = 0x10, 0x02
    uuid = FRIEND.bytes
    update = bytes((ping,)) + b"\x01" + uuid + b"\x07"
    key = bytes((chat_session,)) + b"\x01" + uuid + b"\x01" + bytes(16) + bytes(8) + b"\x03key\x03sig"
    for body in (update, key):
        session.add("clientbound", session.packet("clientbound", "player_list_item", body))
    result = anonymize(session.save(tmp_path / "a.mcpr"), tmp_path / "b.mcpr")
    assert result["dropped"]["player_list_item"] == 1
    with Capture(tmp_path / "b.mcpr") as capture:
        *_, (name, last) = session.named(p for p in capture.packets() if p.direction == "clientbound")
    assert name == "player_list_item"
    message = session.family.decode("clientbound", name, body_of(last))
    assert [entry.ping for entry in message.entries] == [7]
    assert message.entries[0].uuid.version == FRIEND.version
    assert message.entries[0].uuid != FRIEND


@pytest.mark.parametrize("family", ["1.20.6", "1.21.4", "26.1"], indirect=True)
def test_an_item_that_tells_something_is_dropped_and_another_kept(session: Any, tmp_path: Path) -> None:
    (plain,) = server_side(session.family).set_slot(36, ItemStack(1, "stone", 5))
    head, count = plain[: plain.index(b"\x00\x24") + 2], b"\x05"
    names = session.family.tables.layouts.components
    custom_name, damage = (pack_varint(names.index(n)) for n in ("custom_name", "damage"))
    named = head + count + b"\x01\x01\x00" + custom_name + b"\x08\x00\x06Dinner"
    worn = head + count + b"\x01\x01\x00" + damage + b"\x05"
    for packet in (plain, named, worn):
        session.add("clientbound", packet)
    result = anonymize(session.save(tmp_path / "a.mcpr"), tmp_path / "b.mcpr")
    assert result["dropped"]["set_slot"] == 1
    assert result["kept"]["set_slot"] == 2


def test_a_packet_that_cannot_be_read_is_dropped(session: Any, tmp_path: Path) -> None:
    session.add(
        "clientbound", session.packet("clientbound", "entity_metadata", b"\x01\x02\x05\x01\x7fXenomorph")
    )
    session.add("clientbound", b"\xff\x01 unknown")
    result = anonymize(session.save(tmp_path / "a.mcpr"), tmp_path / "b.mcpr")
    assert result["dropped"]["entity_metadata"] == 1
    assert result["dropped"]["unknown_0xff"] == 1


def test_a_second_pass_changes_nothing_but_keeps_people_apart(shared: Path, tmp_path: Path) -> None:
    result = anonymize(shared, tmp_path / "again.mcpr")
    assert result["dropped"] == {}
    assert replay(tmp_path / "again.mcpr")["players"] == 3


def test_nothing_is_overwritten(session: Any, tmp_path: Path) -> None:
    path = session.save(tmp_path / "a.mcpr")
    with pytest.raises(CaptureError, match="exists"):
        anonymize(path, path)


def test_nicknames_hold_no_name_of_a_player() -> None:
    identities = Identities()
    for number, name in enumerate(("Player", "Guest", "uest")):
        identities.meet(UUID(int=number), name)
    identities.settle()
    nicknames = {identities.replacement(UUID(int=number))[1] for number in range(3)}
    assert nicknames == {"Visitor1", "Visitor2", "Visitor3"}


def test_a_name_that_becomes_known_later_is_remembered() -> None:
    identities = Identities()
    identities.meet(UUID(int=1))
    identities.meet(UUID(int=1), "Late")
    identities.meet(UUID(int=1), "")
    assert identities.names == {"Late"}
    assert len(identities) == 1
