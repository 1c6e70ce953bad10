"""Reading ``hearthkin.toml``: every error names the file, the line and the key."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from pydantic import BaseModel, ValidationError

from npc.definition import DefinitionError
from npc.emotes import EmoteError
from proxy.config.model import Config

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

M = TypeVar("M", bound=BaseModel)
Key: TypeAlias = str | int


class ConfigError(ValueError):
    """The configuration can't be used. Its text is one line for the person who wrote the file."""


def load(path: Path) -> Config:
    """Read and check a configuration file. Raises :class:`ConfigError`."""
    return parse(read(path), str(path))


def read(path: Path) -> str:
    """The text of a file. Raises :class:`ConfigError`."""
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path}: can't be read: {error}") from None


def load_or_create(path: Path) -> tuple[Config, bool]:
    """Like :func:`load`, but a missing file is written first, with comments. True: it was."""
    created = not path.exists()
    if created:
        template = resources.files("proxy.config").joinpath("template.toml").read_text(encoding="utf-8")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("x", encoding="utf-8", newline="\n") as file:
                file.write(template)
        except OSError as error:
            raise ConfigError(f"{path}: can't be created: {error.strerror}") from None
    return load(path), created


def parse(text: str, source: str) -> Config:
    """Check the text of a configuration; ``source`` names it in errors."""
    config = parse_as(Config, text, source)
    try:
        repertoire = config.repertoire()
    except EmoteError as error:
        raise _error_at(["emote", error.emote_id, "clip"], text, source, error.problem) from None
    for npc_id, npc in config.npc.items():
        try:
            npc.definition(npc_id)
        except DefinitionError as error:
            field = {"x": "position", "y": "position", "z": "position"}.get(error.field, error.field)
            keys = ["npc", npc_id] if field == "id" else ["npc", npc_id, field]
            raise _error_at(keys, text, source, f"{error.value!r}: {error.expected}") from None
        for keys, emote_id in [
            *((["npc", npc_id, "emotes"], emote_id) for emote_id in npc.emotes or ()),
            *((["npc", npc_id, "on_mood", mood], emote_id) for mood, emote_id in npc.on_mood.items()),
        ]:
            try:
                repertoire.find(emote_id)
            except EmoteError as error:
                raise _error_at(keys, text, source, str(error)) from None
    return config


def _error_at(keys: Sequence[Key], text: str, source: str, problem: str) -> ConfigError:
    return ConfigError(f"{source}:{line_of(text, keys)}: {'.'.join(map(str, keys))}: {problem}")


def parse_as(model: type[M], text: str, source: str) -> M:
    """A TOML text as a model of its own. Raises :class:`ConfigError`, which names ``source``, line and key."""
    try:
        data = tomllib.loads(text)
    except RecursionError:
        raise ConfigError(f"{source}:1: not valid TOML: something is nested too deeply") from None
    except ValueError as error:  # mostly TOMLDecodeError, but a number of too many digits is another one
        place = re.search(r"\(at line (\d+), column (\d+)\)", str(error))
        line = int(place[1]) if place else 1 + text.rstrip().count("\n")
        what = re.sub(r" \(at .*\)$", "", str(error))
        raise ConfigError(f"{source}:{line}: not valid TOML: {what}") from None
    try:
        return model.model_validate(data)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        keys, message = _explain(first, data)
        shown = ".".join(map(str, keys)) or "file"
        more = f" (and {error.error_count() - 1} more)" if error.error_count() > 1 else ""
        raise ConfigError(f"{source}:{line_of(text, keys)}: {shown}: {message}{more}") from None


def _explain(error: ErrorDetails, data: Any) -> tuple[list[Key], str]:
    """The keys to where a value is wrong, and what is."""
    kind, context = error["type"], error.get("ctx", {})
    keys = _keys_in(data, error["loc"], missing=kind == "missing")
    discriminator = str(context.get("discriminator", "")).strip("'")
    match kind:
        case "extra_forbidden":
            return keys, "unknown key"
        case "union_tag_not_found":
            return [*keys, discriminator], "Field required"
        case "union_tag_invalid":
            return [*keys, discriminator], f"{context['tag']!r}: one of {context['expected_tags']} expected"
    return keys, error["msg"].removeprefix("Value error, ")


def _keys_in(data: Any, location: Sequence[Key], missing: bool) -> list[Key]:
    """Those parts of pydantic's location of an error that a file has: it also names members of unions.

    ``missing``: the last part is a key that the file lacks.
    """
    found: list[Key] = []
    for part in location[:-1] if missing else location:
        if part in (data if isinstance(data, dict) else range(len(data)) if isinstance(data, list) else ()):
            found.append(part)
            data = data[part]
    return [*found, location[-1]] if missing else found


def line_of(text: str, keys: Sequence[Key]) -> int:
    """The line (from 1) of valid TOML at which a key stands, or that of the innermost table around it.

    ``keys`` lead there; a number (from 0) is a place in an array, of tables or of values. What is inside an inline
    table or array counts for the line on which that begins.
    """
    wanted = list(keys)
    best, best_depth = 1, 0
    table: list[Key] = []
    last: dict[tuple[Key, ...], int] = {}
    """Of each array of tables the place of its last one so far."""

    def resolve(names: list[str]) -> list[Key]:
        path: list[Key] = []
        for name in names:
            path.append(name)
            if tuple(path) in last:
                path.append(last[tuple(path)])
        return path

    for number, statement in _statements(text):
        header = re.match(r"(\[\[?)((?:\"[^\"]*\"|'[^']*'|[^\]])*)\]", statement)
        assignment = re.match(r"((?:[\w-]+|\"[^\"]*\"|'[^']*'|\s*\.\s*)+)\s*=", statement)
        if header:
            names = _split_key(header[2])
            if header[1] == "[[":
                array = (*resolve(names[:-1]), names[-1])
                last[array] = last.get(array, -1) + 1
            path = table = resolve(names)
        elif assignment:
            path = [*table, *_split_key(assignment[1])]
        else:
            continue
        if path == wanted[: len(path)] and len(path) > best_depth:
            best, best_depth = number, len(path)
    return best


_TOKEN = re.compile(
    r"""
    \"{3}(?:\\.|[^\\])*?\"{3,5} | '{3}.*?'{3,5}     # strings of several lines
    | \"(?:\\.|[^\"\\\n])*\" | '[^'\n]*'            # of one line
    | \#[^\n]* | [\[{] | [\]}] | \n
    """,
    re.VERBOSE | re.DOTALL,
)


def _statements(text: str) -> Iterator[tuple[int, str]]:
    """Headers and assignments of valid TOML, each with the number of its first line."""
    start, line, depth, first = 0, 1, 0, 1
    for token in _TOKEN.finditer(text + "\n"):
        found = token[0]
        if found in "[{":
            depth += 1
        elif found in "]}":
            depth -= 1
        elif found == "\n" and not depth:
            yield first, text[start : token.start()].strip()
            start, first = token.end(), line + 1
        line += found.count("\n")


def _split_key(dotted: str) -> list[str]:
    return [part.strip("\"'") for part in re.findall(r"\"[^\"]*\"|'[^']*'|[\w-]+", dotted)]
