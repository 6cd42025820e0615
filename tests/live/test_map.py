"""The map of `game.live` is true: every module is in it, and imports only from those before it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from game import live

FOLDER = Path(str(live.__file__)).parent
NAMES = {path.stem for path in FOLDER.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()} - {
    "__init__"
}


def files(name: str) -> list[Path]:
    return [FOLDER / f"{name}.py"] if (FOLDER / f"{name}.py").exists() else list((FOLDER / name).glob("*.py"))


def imported(name: str) -> Iterator[str]:
    """The other modules of the package that a module imports from."""
    for node in (node for path in files(name) for node in ast.walk(ast.parse(path.read_text()))):
        if isinstance(node, ast.ImportFrom) and node.module == "game.live":
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("game.live."):
            yield str(node.module).split(".")[2]


def test_every_module_is_in_the_map_after_those_from_which_it_imports() -> None:
    names = [name for name in re.findall(r"(?:^|; )([a-z_]+)(?=:? )", str(live.__doc__), re.MULTILINE) if name in NAMES]
    assert sorted(names) == sorted(NAMES)
    for place, name in enumerate(names):
        assert set(imported(name)) - {name} <= set(names[:place]), name
