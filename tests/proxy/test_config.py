"""The configuration file and its errors."""

import re
from pathlib import Path

import pytest
from twisted.internet.task import Clock

from npc.clock import wall_clock
from npc.definition import NpcDefinition
from npc.minds import MindSettings
from npc.modes import Mode
from npc.perception import Thresholds
from proxy.app import Hearthkin
from proxy.config import Address, ConfigError, load, load_or_create
from proxy.config.load import line_of, parse
from proxy.config.model import MemoryTable
from proxy.wire.address import parse_address


def test_a_missing_file_is_written_with_comments_and_then_read(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "hearthkin.toml"
    config, created = load_or_create(path)
    assert created
    assert "# " in path.read_text("utf-8")
    assert config.npc["juniper"].name == "Juniper"
    again, created_again = load_or_create(path)
    assert not created_again
    assert again == config


def test_an_existing_file_is_never_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "hearthkin.toml"
    path.write_text('[listen]\naddress = "0.0.0.0:1234"\n')
    config, created = load_or_create(path)
    assert not created
    assert config.listen.address == Address("0.0.0.0", 1234)
    assert config.npc == {}


@pytest.mark.parametrize(
    ("text", "line", "key", "what"),
    [
        ('[server]\naddress = "localhost:99999"\n', 2, "server.address", "isn't a port"),
        ('\n\n[sever]\naddress = "x"\n', 3, "sever", "unknown key"),
        (
            '[npc.a]\nname = "A"\n\n[npc.b]\nname = "a name that is far too long"\n',
            5,
            "npc.b.name",
            "16 characters",
        ),
        ('[npc.a]\nname = "A"\nposition = [1.0, "up", 2.0]\n', 3, "npc.a.position.1", "number"),
        ('[npc.a]\nname = "A"\ngreetings = "hi"\n', 3, "npc.a.greetings", "unknown key"),
        ('[npc."x y"]\nkind = "fox"\n', 1, "npc.x y.name", "required"),
        ('log_level = "loud"\n', 1, "log_level", "debug"),
        ("[saves]\nautosave_seconds = 0\n", 2, "saves.autosave_seconds", "greater than 0"),
        ('[npc.a]\nname = "A"\nkind = "Iron Golem"\n', 3, "npc.a.kind", "entity type"),
        ('[npc."Big One"]\nname = "A"\n', 1, "npc.Big One", "a-z"),
        ('[npc.a]\nname = "A"\nposition = [nan, 0.0, 0.0]\n', 3, "npc.a.position", "blocks within"),
        ('[npc.a]\nname = "A"\nmode = "follow"\n', 3, "npc.a.mode", "'wander_by_radius'"),
        ('[npc.a]\nname = "A"\nhome = [1.0, 2.0]\n', 3, "npc.a.home.2", "required"),
        ('[npc.a]\nname = "A"\nhome = [1.0, nan, 2.0]\n', 3, "npc.a.home", "inside the world"),
        ('[npc.a]\nname = "A"\nwander_radius = 0.5\n', 3, "npc.a.wander_radius", "1 to 64 blocks"),
        ('[npc.a]\nname = "A"\nwander_radius = 65\n', 3, "npc.a.wander_radius", "1 to 64 blocks"),
        ('[npc.a]\nname = "A"\nwalk_speed = nan\n', 3, "npc.a.walk_speed", "0.15 to 2.5 times"),
        ('[npc.a]\nname = "A"\nsprint_speed = 2.6\n', 3, "npc.a.sprint_speed", "0.15 to 2.5 times"),
        ('[npc.a]\nname = "A"\nstep_height = 2.01\n', 3, "npc.a.step_height", "0.5 to 2 blocks"),
        ('[npc.a]\nname = "A"\nopen_doors = "maybe"\n', 3, "npc.a.open_doors", "boolean"),
        (
            '[npc.a]\nname = "A"\npersonality = "grumpy"\n',
            3,
            "npc.a.personality",
            "one of default, tsundere, ",
        ),
        ('[npc.a]\nname = "A"\ntrusts = ["Ann", ""]\n', 3, "npc.a.trusts", "names of players"),
        ('[npc.a]\nname = "A"\ntrusts = "Ann"\n', 3, "npc.a.trusts", "tuple"),
        ('[npc.a]\nname = "A"\ntrusts = [1]\n', 3, "npc.a.trusts.0", "string"),
        ('[npc.a]\nname = "A"\nowner = "two words"\n', 3, "npc.a.owner", "player"),
        ('[npc.a]\nname = "A"\nguards = [[1, 64, 2], [1, 64.5, 2]]\n', 3, "npc.a.guards.1.1", "integer"),
        ('[npc.a]\nname = "A"\nguards = [[1, 64]]\n', 3, "npc.a.guards.0.2", "required"),
        ('[npc.a]\nname = "A"\nguards = [1, 64, 2]\n', 3, "npc.a.guards.0", "tuple"),
        ('[npc.a]\nname = "A"\nwary = "very"\n', 3, "npc.a.wary", "boolean"),
        ("[memory]\nalpha = 1.1\n", 2, "memory.alpha", "greater than or equal to 1.2"),
        ("[memory]\nalpha = 1.9\n", 2, "memory.alpha", "less than or equal to 1.8"),
        ("[memory]\nalpha = nan\n", 2, "memory.alpha", "1.8"),
        ('[memory]\nconfront = "often"\n', 2, "memory.confront", "number"),
        ("[memory]\nconfront = 1.0\n", 2, "memory.confront", "less than 1"),
        ("[memory]\nsearch = -0.1\n", 2, "memory.search", "greater than or equal to 0"),
        ("[memory]\nsearch = 0.9\n", 1, "memory", "search is 0.9 and confront 0.8"),
        ("[memory]\nconfront = 0.5\nmargin = 0.1\n", 1, "memory", "margin is 0.1: 0 to less than half"),
        ("[memory]\nwhile_away = 2\n", 2, "memory.while_away", "boolean"),
        ("[memory]\nforget = true\n", 2, "memory.forget", "unknown key"),
        ("[limits]\nframe_bytes = -1\n", 2, "limits.frame_bytes", "greater than or equal to 0"),
        ("[limits]\nno_such_limit = 1\n", 2, "limits.no_such_limit", "unknown key"),
    ],
)
def test_an_error_names_file_line_key_and_reason(text: str, line: int, key: str, what: str) -> None:
    with pytest.raises(ConfigError) as caught:
        parse(text, "my.toml")
    message = str(caught.value)
    assert message.startswith(f"my.toml:{line}: {key}: ")
    assert what in message
    assert "\n" not in message


def test_what_the_written_file_shows_in_comments_is_the_default(tmp_path: Path) -> None:
    written, _ = load_or_create(tmp_path / "hearthkin.toml")
    optional = {
        "personality",
        "unique",
        "trusts",
        "owner",
        "guards",
        "wary",
        "mode",
        "wander_radius",
        "walk_speed",
        "sprint_speed",
        "step_height",
        "can_swim",
        "can_fly",
        "open_doors",
    }
    text = (tmp_path / "hearthkin.toml").read_text("utf-8")
    shown = dict(re.findall(r"^# (\w+) = ([^#\n]*[^# \n])", text, re.MULTILINE))
    assert optional <= shown.keys()
    lines = "".join(f"{key} = {shown[key]}\n" for key in sorted(optional))
    spelled_out = parse(f'[npc.juniper]\nname = "Juniper"\n{lines}', "my.toml").npc["juniper"]
    assert spelled_out == written.npc["juniper"].model_copy(update={"greeting": spelled_out.greeting})
    lines = "".join(f"{key} = {shown[key]}\n" for key in MemoryTable.model_fields)
    assert parse(f"[memory]\n{lines}", "my.toml").memory == written.memory


def test_how_companions_remember_reaches_the_simulation(tmp_path: Path) -> None:
    text = f"[saves]\nfolder = '{tmp_path}'\n[memory]\nalpha = 1.8\n"
    app = Hearthkin(Clock(), parse(text, "my.toml"), seed=1)
    assert app.simulation.minds.settings == MindSettings(1.8)
    assert app.simulation.minds.pool.alpha == 1.8


def test_how_companions_remember_is_what_the_file_says() -> None:
    text = "[memory]\nalpha = 1.8\nconfront = 0.9\nsearch = 0.2\nmargin = 0.1\n"
    assert parse(text, "my.toml").memory.settings() == MindSettings(1.8, Thresholds(0.9, 0.2, 0.1))
    assert parse("", "my.toml").memory.settings() == MindSettings()
    assert parse("[memory]\nwhile_away = true\n", "my.toml").memory.settings().wall is wall_clock


def test_whose_a_companion_is_and_what_it_guards_reaches_its_definition() -> None:
    text = """
        [npc.a]
        name = "A"
        owner = "Ann"
        guards = [[10, 64, -3], [11, -5, 0]]
        wary = false
    """
    assert parse(text, "my.toml").npc["a"].definition("a") == NpcDefinition(
        "a", "A", placed=False, owner="Ann", guards=((10, 64, -3), (11, -5, 0)), wary=False
    )


def test_how_a_companion_moves_reaches_its_definition() -> None:
    text = """
        [npc.a]
        name = "A"
        mode = "wander_by_radius"
        home = [1, 64, -2.5]
        wander_radius = 64
        walk_speed = 0.15
        sprint_speed = 2.5
        step_height = 0.5
        can_swim = false
        can_fly = true
        open_doors = true
    """
    definition = parse(text, "my.toml").npc["a"].definition("a")
    assert definition == NpcDefinition(
        "a", "A", placed=False, mode=Mode.WANDER_BY_RADIUS, home=(1.0, 64.0, -2.5), wander_radius=64.0,
        walk_speed=0.15, sprint_speed=2.5, step_height=0.5, can_swim=False, can_fly=True, open_doors=True,
    )  # fmt: skip


def test_broken_toml_names_its_line() -> None:
    with pytest.raises(ConfigError, match=r"my\.toml:2: not valid TOML"):
        parse("a = 1\nb = = 2\n", "my.toml")


def test_a_file_that_cannot_be_read_is_a_config_error(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="can't be read"):
        load(tmp_path / "nothing.toml")
    binary = tmp_path / "binary.toml"
    binary.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ConfigError, match="can't be read"):
        load(binary)


def test_line_of_follows_dotted_and_quoted_keys() -> None:
    text = "a.b = 1\n[npc]\n[npc.'x y']\nname = 'q'\n\"odd key\" = 2\n"
    assert line_of(text, ["a", "b"]) == 1
    assert line_of(text, ["npc", "x y", "name"]) == 4
    assert line_of(text, ["npc", "x y", "odd key"]) == 5
    assert line_of(text, ["npc", "x y", "missing"]) == 3


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("localhost", ("localhost", 25565)),
        ("10.0.0.1:1", ("10.0.0.1", 1)),
        ("[::1]:25570", ("::1", 25570)),
        ("[::1]", ("::1", 25565)),
    ],
)
def test_addresses_are_read(text: str, address: tuple[str, int]) -> None:
    assert parse_address(text) == address
    assert parse_address(str(parse_address(text))) == address


@pytest.mark.parametrize("text", ["", ":1", "::1", "host:-1", "host:65536", "host:²", "[::1]x", 5])
def test_what_is_no_address_is_refused(text: object) -> None:
    with pytest.raises(ValueError, match=r"address|port|host"):
        parse_address(text)


# --- emotes

OWN = """
[clip.salute]
length = 20
head_pitch = [[0, 0], [10, 15], [20, 0]]

[emote.salute]
priority = 40

[emote.long_bow]
clip = "bow"
duration = 88
loop = true

[npc.juniper]
name = "Juniper"
emotes = ["salute", "long_bow", "wave"]
on_mood = { joyful = "long_bow" }
"""


def test_people_may_add_clips_and_emotes_and_choose_those_of_a_companion() -> None:
    config = parse(OWN, "x.toml")
    repertoire = config.repertoire()
    salute, long_bow = repertoire.find("salute"), repertoire.find("long_bow")
    assert (salute.animation_key, salute.duration_ticks, salute.priority) == ("salute", 20, 40)
    assert (long_bow.animation_key, long_bow.duration_ticks, long_bow.loop) == ("bow", 88, True)
    definition = config.npc["juniper"].definition("juniper")
    assert definition.emotes == ("salute", "long_bow", "wave")
    assert definition.on_mood == {"joyful": "long_bow"}
    assert [emote.id for emote in repertoire.catalogue(definition.emotes)] == ["salute", "long_bow", "wave"]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (('clip = "bow"', 'clip = "bwo"'), "x.toml:10: emote.long_bow.clip: there is no clip 'bwo'; .*bow, .*salute"),
        (("duration = 88", "duration = 0"), "x.toml:11: emote.long_bow.duration: .*greater than or equal to 1"),
        (("length = 20", "length = 9"), "x.toml:2: clip.salute: head_pitch: tick 20 is beyond its length of 9"),
        (('"wave"]', '"wvae"]'), "x.toml:16: npc.juniper.emotes: emote 'wvae': there is none .* wave, .*long_bow"),
        (("joyful", "jolly"), "x.toml:17: npc.juniper.on_mood: .*keys out of composed, joyful"),
        (('= "long_bow" }', '= "nod" }'), "x.toml:17: npc.juniper.on_mood: .*emotes that it has expected: salute"),
    ],
)  # fmt: skip
def test_an_emote_that_can_not_be_had_is_an_error_with_its_line(change: tuple[str, str], says: str) -> None:
    with pytest.raises(ConfigError, match=says):
        parse(OWN.replace(*change), "x.toml")
