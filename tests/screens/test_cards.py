"""Cards: every court card has its figure, and suits are told by name and shape, never by colour alone."""

from __future__ import annotations

import gzip
import re

import pytest
from django.conf import settings
from django.utils import translation

from game.rules.cards import ALL, NAMES, parse_card, parse_cards
from game.screens.cards import RANK_SIGNS, SUIT_SIGNS, face_up, in_text, phom_in_text, spoken, spoken_phom
from tests.screens.scenes import text

STYLES = (settings.BASE_DIR / "static" / "css" / "cards.css").read_text(encoding="utf-8")
SHEET = settings.BASE_DIR / "static" / "img" / "cards.svg"
WIDTH, HEIGHT, COLUMNS, LINES = 100, 138, 4, 5
"""Of a cell of the sheet, and how many there are; `cards.css` shows one by its column and line."""
SUITS, FIGURES = "SHDC", "AJQK"
MARKUP = 190
"""Bytes of a card's HTML, at most: tables push dozens of them in every frame."""


def _classes(html: str) -> list[str]:
    return re.search(r'class="([^"]*)"', html).group(1).split()  # type: ignore[union-attr]


def _number(selector: str, name: str) -> int:
    """The value of a custom property in the rule of exactly this selector."""
    return int(re.search(rf"^{re.escape(selector)} \{{[^}}]*--{name}: (\d+)", STYLES, re.M).group(1))  # type: ignore[union-attr]


def test_a_card_names_its_rank_and_suit_for_the_eye_the_stylesheet_and_the_ear():
    with translation.override("en"):
        for card in ALL:
            html = face_up(card)
            rank = RANK_SIGNS[card % 13]
            assert _classes(html) == ["card", NAMES[card][1], rank]
            assert text(html) == rank and f'aria-label="{spoken(card)}"' in html


def test_a_phom_is_told_by_its_ranks_and_suits():
    names = {
        "en": ("three, four, five of hearts", "six of spades, diamonds, hearts"),
        "vi": ("ba, bốn, năm cơ", "sáu bích, rô, cơ"),
    }
    for language, (run, same) in names.items():
        with translation.override(language):
            assert spoken_phom(parse_cards("3H4H5H")) == run and spoken_phom(parse_cards("6H6S6D")) == same
            assert f'aria-label="{run}">3♥4♥5♥<' in phom_in_text(parse_cards("3H4H5H"))


@pytest.mark.parametrize(
    ("name", "vietnamese", "english"),
    [
        ("JD", "bồi rô", "jack of diamonds"),
        ("QH", "đầm cơ", "queen of hearts"),
        ("KC", "già nhép", "king of clubs"),
        ("AS", "át bích", "ace of spades"),
    ],
)
def test_court_cards_are_said_by_name_while_their_letters_are_seen(name: str, vietnamese: str, english: str):
    card = parse_card(name)
    for language, said in (("vi", vietnamese), ("en", english)):
        with translation.override(language):
            assert spoken(card) == said
            assert text(face_up(card)) == name[0] and text(in_text(card)) == name[0] + SUIT_SIGNS[card // 13]


def test_a_card_costs_few_bytes_whatever_is_drawn_on_it():
    for language in ("vi", "en"):
        with translation.override(language):
            sizes = {len(face_up(card).encode()) for card in ALL}
            assert max(sizes) <= MARKUP and max(sizes) - min(sizes) < 20


@pytest.mark.parametrize("suit", SUITS)
def test_every_suit_has_a_shape_of_its_own_in_the_stylesheet(suit):
    shapes = dict(re.findall(r'^\.card\.([SHDC]) \{.*?--suit: url\("(data:image/svg[^"]*)"\)', STYLES, re.M))
    assert shapes.keys() == set(SUITS)
    assert sum(shape == shapes[suit] for shape in shapes.values()) == 1


@pytest.mark.parametrize("name", [rank + suit for rank in FIGURES for suit in SUITS])
def test_the_stylesheet_shows_each_figure_where_the_sheet_has_it(name):
    rank, suit = name
    place = re.search(
        rf'<g id="{name}"[^>]*transform="translate\((\d+)(?: (\d+))?\)"', SHEET.read_text(encoding="utf-8")
    )
    assert place, f"the sheet has no {name}"
    drawn = int(place[1]), int(place[2] or 0)
    assert drawn == (WIDTH * _number(f".card.{suit}", "col"), HEIGHT * _number(f".card.{rank}", "line"))


def test_figures_of_one_rank_differ_by_more_than_their_colours():
    sheet = SHEET.read_text(encoding="utf-8")
    for rank in "JQK":
        drawn = [re.search(rf'<g id="{rank}{suit}"[^>]*>(.*)</g>', sheet).group(1) for suit in SUITS]  # type: ignore[union-attr]
        shapes = {re.sub(r'class="[^"]*"', "", figure) for figure in drawn}
        assert len(shapes) == len(SUITS)


def test_the_sheet_is_small_whole_and_the_only_picture_cards_ask_for():
    sheet = SHEET.read_bytes()
    assert len(sheet) < 25_000 and len(gzip.compress(sheet)) < 8_000
    used = set(re.findall(rb'(?:href="#|url\(#)(\w+)', sheet))
    assert used <= set(re.findall(rb'id="(\w+)"', sheet))
    assert f'viewBox="0 0 {WIDTH * COLUMNS} {HEIGHT * LINES}"'.encode() in sheet
    assert set(re.findall(r'url\("(?!data:)([^"]*)"\)', STYLES)) == {"../img/cards.svg"}


def test_a_card_in_a_sentence_is_told_by_sign_and_name_and_coloured_by_suit():
    for card in ALL:
        suit = NAMES[card][1]
        assert _classes(in_text(card)) == ["in-text", suit]
        assert text(in_text(card))[-1] == SUIT_SIGNS[card // 13]
        assert f".in-text.{suit} {{ color: var(--said-{suit}); }}" in STYLES
    with translation.override("vi"):
        assert 'aria-label="bảy rô"' in in_text(parse_card("7D"))
