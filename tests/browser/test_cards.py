"""Cards as a browser paints them: figures from one picture, and the packs of two and of four colours."""

from __future__ import annotations

from functools import cache

import pytest
from playwright.sync_api import Page

from game.rules.cards import cards_of, rank_of, suit_of
from game.rules.hand import Hand
from tests.browser.stage import Stage
from tests.screens.scenes import Moment, find

pytestmark = pytest.mark.full

_COLOURS = """() => [...'SHDC'].map(suit => {
    const card = document.querySelector(`#hand .card.${suit}`);
    return getComputedStyle(card).color;
})"""


@cache
def all_kinds() -> Moment:
    """A position whose seat in turn holds all suits, an ace and a jack, queen or king."""

    def fits(hand: Hand) -> bool:
        held = list(cards_of(hand.seats[hand.turn].cards))
        ranks = {rank_of(card) for card in held}
        return len({suit_of(card) for card in held}) == 4 and 0 in ranks and bool(ranks & {10, 11, 12})

    return find(lambda hand: not hand.is_over and fits(hand))


def show(page: Page) -> Stage:
    stage = Stage(page)
    stage.show(all_kinds(), all_kinds().hand.turn, settled=False)
    return stage


@pytest.mark.parametrize(("pack", "colours"), [("two", 2), ("four", 4)])
def test_a_pack_has_as_many_colours_as_it_says(page: Page, pack: str, colours: int) -> None:
    show(page)
    page.evaluate("pack => { document.documentElement.dataset.pack = pack; }", pack)
    assert len(set(page.evaluate(_COLOURS))) == colours


def test_figures_are_painted_on_court_cards_and_aces_alone(page: Page) -> None:
    show(page)
    for card in page.locator("#hand .card").all():
        rank = card.locator("b").inner_text()
        painted = card.locator(".face").evaluate("face => getComputedStyle(face, '::before').backgroundImage")
        assert ("/img/cards.svg" in painted) == (rank in ("A", "J", "Q", "K")), rank


def test_cards_that_come_later_ask_for_nothing(page: Page) -> None:
    stage = show(page)
    page.wait_for_load_state("networkidle")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    stage.show(find(lambda hand: hand.is_over), 0, settled=False)
    page.locator("#result .card.K").first.wait_for()
    page.wait_for_load_state("networkidle")
    assert asked == []
