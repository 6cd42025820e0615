"""Stylesheets keep to the house's ways: colours and sizes have names, nothing is dead, only what is cheap moves."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.conf import settings

STATIC = settings.BASE_DIR / "static"
SHEETS = sorted((STATIC / "css").glob("*.css"))
TOKENS = (STATIC / "css" / "tokens.css").read_text(encoding="utf-8")
COLOUR = re.compile(r"#[0-9a-f]{3,8}\b|\b(?:rgb|rgba|hsl|hwb|lab|lch|oklch|color)\(", re.IGNORECASE)


def bare(sheet: Path) -> str:
    """The sheet without comments, and without what it quotes."""
    return re.sub(r'/\*.*?\*/|"[^"]*"', "", sheet.read_text(encoding="utf-8"), flags=re.DOTALL)


def classes(text: str) -> set[str]:
    """The classes that the rules of a sheet are for."""
    selectors = re.findall(r"([^{};]+)\{", text)
    return {name for selector in selectors for name in re.findall(r"\.([a-zA-Z][\w-]*)", selector)}


def wearers() -> str:
    """All text that may give an element a class."""
    kinds = (("templates", "*.html"), ("static/js", "*.js"), ("game/screens", "*.py"))
    paths = [path for folder, kind in kinds for path in (settings.BASE_DIR / folder).rglob(kind)]
    return "\n".join(path.read_text(encoding="utf-8") for path in paths)


@pytest.mark.parametrize("sheet", [sheet for sheet in SHEETS if sheet.name != "tokens.css"], ids=lambda path: path.stem)
def test_colours_are_named_in_the_tokens_only(sheet: Path) -> None:
    assert COLOUR.findall(bare(sheet)) == []


def test_every_token_is_there_and_is_used() -> None:
    text = "\n".join(bare(sheet) for sheet in SHEETS) + wearers()
    used = set(re.findall(r"var\((--[\w-]+)", text))
    given = set(re.findall(r"(--[\w-]+)\s*:", text)) | set(re.findall(r'setProperty\(\s*"(--[\w-]+)"', wearers()))
    assert used <= given
    assert set(re.findall(r"^\s*(--[\w-]+):", TOKENS, re.MULTILINE)) <= used


def is_worn(name: str, text: str) -> bool:
    """Said as a whole, or composed, as ``seat-{place}`` is: then the rest is a number or a word in quotes."""
    if re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", text):
        return True
    start, _, rest = name.rpartition("-")
    is_composed = re.search(rf"(?<![\w-]){re.escape(start)}-\$?\{{", text)
    return bool(is_composed and (rest.isdigit() or f'"{rest}"' in text))


def test_every_class_is_worn() -> None:
    text = wearers()
    styled = set().union(*(classes(bare(sheet)) for sheet in SHEETS))
    assert {name for name in styled if not is_worn(name, text)} == set()
    assert not is_worn("ways-short", text), "no class that ever was passes"


def test_only_what_a_compositor_can_move_is_moved() -> None:
    for sheet in SHEETS:
        text = bare(sheet)
        moved = [
            first for told in re.findall(r"transition:([^;}]+)", text) for first in told.replace(",", " ").split()[:1]
        ]
        assert set(moved) <= {"transform", "opacity", "none"}, sheet.name
        frames = re.findall(r"@keyframes [\w-]+ \{((?:[^{}]*\{[^{}]*\})*)", text)
        kinds = {kind for frame in frames for kind in re.findall(r"([\w-]+):", frame)}
        assert kinds <= {"transform", "opacity"}, sheet.name


def test_what_whoever_wants_calm_gets_stands_in_one_place() -> None:
    told = {sheet.name for sheet in SHEETS if re.search(r"reduce\) \{[^@]*\*::before", sheet.read_text())}
    assert told == {"base.css"}
    assert not any("no-preference" in sheet.read_text() for sheet in SHEETS)


@pytest.mark.parametrize("name", [sheet.name for sheet in SHEETS])
def test_every_sheet_is_loaded_somewhere(name: str) -> None:
    pages = "\n".join(path.read_text() for path in (settings.BASE_DIR / "templates").rglob("*.html"))
    imports = "\n".join(re.findall(r"@import[^;]+;", "".join(sheet.read_text() for sheet in SHEETS)))
    assert f'"css/{name}"' in pages or f'"{name}"' in imports
