"""The import rule of docs/architecture.md."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ROOMS = ("proxy", "npc", "world", "nbt")
FORBIDDEN = {
    "world": {"npc", "proxy", "twisted", "quarry"},
    "nbt": {"npc", "proxy", "twisted", "quarry"},
    "npc": {"proxy", "twisted", "quarry"},
}


def imported_names(path: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            names.add(node.module.split(".")[0])
    return names


@pytest.mark.parametrize("room", sorted(FORBIDDEN))
def test_room_imports_only_what_it_may(room: str) -> None:
    files = sorted((ROOT / room).rglob("*.py"))
    assert files, f"{room}/ is empty"
    offenders = {
        str(path.relative_to(ROOT)): sorted(imported_names(path) & FORBIDDEN[room])
        for path in files
        if imported_names(path) & FORBIDDEN[room]
    }
    assert not offenders


def test_no_relative_import_hides_from_the_rule() -> None:
    for room in ROOMS:
        for path in (ROOT / room).rglob("*.py"):
            levels = [
                n.level for n in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(n, ast.ImportFrom)
            ]
            assert not any(levels), f"{path} uses a relative import"


def test_version_numbers_stay_in_versions() -> None:
    """Outside proxy/versions nobody compares protocol numbers."""
    offenders = []
    for room in ROOMS:
        for path in (ROOT / room).rglob("*.py"):
            if "versions" in path.parts:
                continue
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.Compare):
                    text = ast.unparse(node)
                    if "protocol" in text and any(
                        isinstance(c, ast.Constant) and isinstance(c.value, int) and c.value >= 47
                        for c in ast.walk(node)
                    ):
                        offenders.append(f"{path.relative_to(ROOT)}:{node.lineno}: {text}")
    assert not offenders
