"""Whatever our code imports is pinned by us, and doesn't come along by chance with something else."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from django.conf import settings

ROOT = Path(settings.BASE_DIR)
OURS = {"accounts", "game", "phom_site", "tests"}
INDIRECT = {"asgiref"}
"""Part of Django and Channels, whose versions choose its own."""


def plain(name: str) -> str:
    """A distribution's name, however it is written."""
    return re.sub(r"[-_.]+", "-", name).lower()


def pinned(*files: str) -> set[str]:
    lines = [line for file in files for line in (ROOT / file).read_text(encoding="utf-8").splitlines()]
    return {plain(found[1]) for line in lines if (found := re.match(r"([\w.-]+)(?:\[[\w,]+\])?==\d", line))}


def imported(path: Path) -> Iterator[str]:
    """The packages that a file imports, wherever in it."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.split(".")[0]


@pytest.mark.parametrize(
    ("folders", "files"),
    [
        (("accounts", "game", "phom_site"), ("requirements.txt",)),
        (("tests", ".ci"), ("requirements.txt", ".ci/requirements-dev.txt")),
    ],
)
def test_what_is_imported_is_pinned(folders: tuple[str, ...], files: tuple[str, ...]) -> None:
    found = {name for folder in folders for path in (ROOT / folder).rglob("*.py") for name in imported(path)}
    foreign = found - OURS - set(sys.stdlib_module_names)
    makers = packages_distributions()
    assert foreign
    assert {name for name in foreign if not {*map(plain, makers[name])} & pinned(*files)} - INDIRECT == set()
