"""Words can be read on what they stand on, in both themes and both packs: WCAG 2.2 AA, computed from tokens.css."""

from __future__ import annotations

import re
from typing import NamedTuple

import pytest
from django.conf import settings

TOKENS = (settings.BASE_DIR / "static" / "css" / "tokens.css").read_text(encoding="utf-8")
THEMES = ("light", "dark")
WORDS, SHAPES = 4.5, 3.0  # the least contrast of words; of what only has to be seen, such as outlines


def every(inks: str, grounds: str, least: float) -> list[tuple[str, str, float]]:
    """Each of the inks on each of the grounds; `a/b` is a layer `a` that lets its ground `b` through."""
    return [(ink, ground, least) for ink in inks.split() for ground in grounds.split()]


PAIRS = [
    *every("text text-2 text-3 gold-text link good bad", "floor floor-lit panel panel-2", WORDS),
    *every("text text-2 gold-text good bad", "own-ground", WORDS),
    *every("text text-2 gold-text", "sunk/floor sunk/panel loud-ground/floor loud-ground/panel", WORDS),
    *every("on-colour", "red red-bright red-deep leaf leaf-lit leaf-deep lacquer lacquer-lit", WORDS),
    *every("gold-bright", "lacquer tone-1 tone-2 tone-3 tone-4 tone-5 tone-6 tone-7", WORDS),
    *every("ink", "gold gold-bright reed-1 reed-2 reed-3 ivory ivory-dim plate/reed-3", WORDS),
    *every("gold-deep", "plate/reed-3", WORDS),
    *every("off-text", "red-off leaf-off", WORDS),
    *every("focus", "floor floor-lit panel panel-2", SHAPES),
    *every("text-3", "panel sunk/panel", SHAPES),
    *every("leaf-bright", "panel ivory", SHAPES),
]
SUITS = every("suit-S suit-H suit-D suit-C", "ivory", WORDS)
SAID = every("said-H said-D", "floor panel", WORDS)


class Colour(NamedTuple):
    """Red, green, blue from 0 to 255; how much it covers, from 0 to 1."""

    red: float
    green: float
    blue: float
    cover: float = 1.0

    def over(self, ground: Colour) -> Colour:
        mixed = (mine * self.cover + its * (1 - self.cover) for mine, its in zip(self[:3], ground[:3], strict=True))
        return Colour(*mixed)

    @property
    def luminance(self) -> float:
        """As WCAG defines it, from 0 to 1."""
        parts = [part / 255 for part in self[:3]]
        red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Colour, other: Colour) -> float:
    darker, lighter = sorted((one.luminance, other.luminance))
    return (lighter + 0.05) / (darker + 0.05)


def parsed(text: str) -> Colour:
    if found := re.fullmatch(r"#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})", text):
        return Colour(*(int(part, 16) for part in found.groups()))
    red, green, blue, cover = map(int, re.fullmatch(r"rgb\((\d+) (\d+) (\d+) / (\d+)%\)", text).groups())  # type: ignore[union-attr]
    return Colour(red, green, blue, cover / 100)


def declared(selector: str) -> dict[str, str]:
    """The tokens of the rule with that selector, by their names without the dashes."""
    rule = re.search(rf"^{re.escape(selector)} \{{(.*?)^\}}", TOKENS, re.MULTILINE | re.DOTALL)
    assert rule, f"tokens.css has no rule {selector}"
    return dict(re.findall(r"--([\w-]+): (.*?);", rule[1]))


def colour(name: str, theme: str, tokens: dict[str, str]) -> Colour:
    """A token's colour in a theme; see `every`."""
    name, _, ground = name.partition("/")
    value = tokens[name]
    if both := re.fullmatch(r"var\(--day, (.+)\) var\(--night, (.+)\)", value):
        value = both[1 + THEMES.index(theme)]
    if other := re.fullmatch(r"var\(--([\w-]+)\)", value):
        return colour(other[1], theme, tokens)
    found = parsed(value)
    return found.over(colour(ground, theme, tokens)) if ground else found


def check(ink: str, ground: str, least: float, theme: str, tokens: dict[str, str]) -> None:
    found = contrast(colour(ink, theme, tokens), colour(ground, theme, tokens))
    assert found >= least, f"{ink} on {ground}, {theme}: {found:.2f}, at least {least} is needed"


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("ink", "ground", "least"), PAIRS + SUITS + SAID)
def test_it_can_be_read(ink: str, ground: str, least: float, theme: str) -> None:
    check(ink, ground, least, theme, declared(":root"))


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("ink", "ground", "least"), SUITS + SAID + every("said-C", "floor panel", WORDS))
def test_four_colours_can_be_read(ink: str, ground: str, least: float, theme: str) -> None:
    check(ink, ground, least, theme, declared(":root") | declared(':root[data-pack="four"]'))


def test_the_measure_is_that_of_wcag() -> None:
    assert contrast(parsed("#000000"), parsed("#ffffff")) == pytest.approx(21)
    assert contrast(parsed("#777777"), parsed("#ffffff")) == pytest.approx(4.48, abs=0.005)
    assert parsed("rgb(0 0 0 / 50%)").over(parsed("#ffffff"))[:3] == (127.5, 127.5, 127.5)


def test_both_themes_are_read() -> None:
    text = "--a: var(--day, #000000) var(--night, #ffffff); --b: var(--day, rgb(1 2 3 / 4%)) var(--night, #ffffff);"
    tokens = dict(re.findall(r"--(\w): (.*?);", text)) | {"c": "var(--a)"}
    assert [colour(name, "light", tokens)[:3] for name in "abc"] == [(0, 0, 0), (1, 2, 3), (0, 0, 0)]
    assert [colour(name, "dark", tokens)[:3] for name in "abc"] == [(255, 255, 255)] * 3
