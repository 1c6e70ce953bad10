"""The project's generators of layouts as modules: they are scripts that find one another beside themselves."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from types import ModuleType

_TOOLS = str(Path(__file__).parent.parent.parent / "tools")


def tool(name: str) -> ModuleType:
    sys.path.insert(0, _TOOLS)
    try:
        return importlib.import_module(name)
    finally:
        sys.path.remove(_TOOLS)
