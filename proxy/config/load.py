"""Reading ``hearthkin.toml``: every error names the file, the line and the key."""

from __future__ import annotations

import re
import tomllib
from importlib import resources
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from npc.definition import DefinitionError
from proxy.config.model import Config

M = TypeVar("M", bound=BaseModel)


class ConfigError(ValueError):
    """The configuration can't be used. Its text is one line for the person who wrote the file."""


def load(path: Path) -> Config:
    """Read and check a configuration file. Raises :class:`ConfigError`."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path}: can't be read: {error}") from None
    return parse(text, str(path))


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
    for npc_id, npc in config.npc.items():
        try:
            npc.definition(npc_id)
        except DefinitionError as error:
            field = {"x": "position", "y": "position", "z": "position"}.get(error.field, error.field)
            keys = ["npc", npc_id] if field == "id" else ["npc", npc_id, field]
            raise ConfigError(
                f"{source}:{line_of(text, keys)}: {'.'.join(keys)}: {error.value!r}: {error.expected}"
            ) from None
    return config


def parse_as(model: type[M], text: str, source: str) -> M:
    """A TOML text as a model of its own. Raises :class:`ConfigError`, which names ``source``, line and key."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        place = re.search(r"\(at line (\d+), column (\d+)\)", str(error))
        line = f"{place[1]}" if place else "end"
        what = re.sub(r" \(at .*\)$", "", str(error))
        raise ConfigError(f"{source}:{line}: not valid TOML: {what}") from None
    try:
        return model.model_validate(data)
    except ValidationError as error:
        first = error.errors()[0]
        keys = [str(part) for part in first["loc"]]
        shown = ".".join(keys) or "file"
        message = (
            "unknown key"
            if first["type"] == "extra_forbidden"
            else first["msg"].removeprefix("Value error, ")
        )
        more = f" (and {error.error_count() - 1} more)" if error.error_count() > 1 else ""
        raise ConfigError(f"{source}:{line_of(text, keys)}: {shown}: {message}{more}") from None


def line_of(text: str, keys: list[str]) -> int:
    """The line (from 1) at which a key stands, or that of the innermost table around it.

    Follows table headers and ``key =`` lines; keys inside inline tables count for the line they stand on.
    """
    best, best_depth = 1, 0
    table: list[str] = []
    for number, line in enumerate(text.splitlines(), 1):
        stripped = line.strip()
        header = re.match(r"\[\[?([^\[\]]+)\]\]?", stripped)
        if header:
            table = _split_key(header[1])
            path = table
        else:
            assignment = re.match(r"((?:[\w-]+|\"[^\"]*\"|'[^']*'|\s*\.\s*)+)\s*=", stripped)
            if not assignment:
                continue
            path = table + _split_key(assignment[1])
        depth = len(path)
        if path == keys[:depth] and depth > best_depth:
            best, best_depth = number, depth
    return best


def _split_key(dotted: str) -> list[str]:
    return [part.strip("\"'") for part in re.findall(r"\"[^\"]*\"|'[^']*'|[\w-]+", dotted)]
