"""One command makes all generated data again."""

from pathlib import Path

from generate_all import commands

TOOLS = Path(__file__).parent.parent / "tools"


def test_the_one_command_runs_every_generator() -> None:
    run = {command[0] for command in commands(Path("node_modules"))}
    assert run == {path.name for path in TOOLS.glob("generate_*.py")} - {"generate_all.py"}
