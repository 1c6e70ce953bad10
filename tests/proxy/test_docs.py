"""Tables in docs/ that repeat the code."""

import dataclasses
import re
from pathlib import Path

from proxy.config.model import NpcConfig
from proxy.wire.limits import Limits

DOCS = Path(__file__).parents[2] / "docs"


def test_the_page_of_limits_has_every_key_with_its_default() -> None:
    rows = re.findall(r"^\| `(\w+)` \| ([\w.,]+) \|", (DOCS / "limits.md").read_text("utf-8"), re.MULTILINE)
    written = {name: value.replace(",", "") for name, value in rows}
    assert written == {f.name: str(f.default).lower() for f in dataclasses.fields(Limits)}


def test_the_page_of_bodies_has_every_key_of_a_body_with_its_default() -> None:
    rows = re.findall(r"^\| `(\w+)` \| ([^|]+) \|", (DOCS / "bodies.md").read_text("utf-8"), re.MULTILINE)
    fields = NpcConfig.model_fields
    of_bodies = list(fields)[list(fields).index("mode") :]
    written = {name: default.strip('`"') for name, default in rows if name in fields}
    assert list(written) == of_bodies
    assert written.pop("home") == "its first place"
    assert written == {name: str(fields[name].default).lower() for name in written}
