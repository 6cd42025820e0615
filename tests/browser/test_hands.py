"""Whole hands by pressing real buttons: to the payments and the next one, over a reload, in two tabs."""

from __future__ import annotations

from playwright.sync_api import BrowserContext, Page, expect

from tests.browser import hand


def number(page: Page) -> str:
    """The hand that the page shows, by its id."""
    return str(page.evaluate("document.getElementById('table').dataset.hand"))


def version(page: Page) -> str:
    return hand.position(page).split(":")[1]


def own_cards(page: Page) -> list[str]:
    return list(page.evaluate("[...document.querySelectorAll('#hand .card')].map(card => card.dataset.card)"))


def play_until(page: Page, discards: int) -> None:
    """Play until so many own cards lie in the row, or the hand is over."""
    while not hand.is_over(page) and page.locator(".seat-bottom .row .card").count() < discards:
        hand.play_on(page)


def test_a_whole_hand_to_the_payments_and_the_next_one(page: Page) -> None:
    hand.sit_down(page)
    first = number(page)
    hand.play_out(page)
    lines = page.locator("#result .result-line")
    expect(lines).to_have_count(4)
    won = [text.split()[0] for text in lines.locator(".won").all_inner_texts()]
    units = [int(text.replace("−", "-").replace("+", "")) for text in won]
    assert sum(units) == 0
    assert page.locator("#payments li").count() > 0
    assert page.locator("#result .card").count() >= 30  # everyone's hand and phỏm, face up
    hand.next_hand(page)
    assert number(page) != first
    hand.play_out(page)


def test_a_reload_in_mid_hand_changes_nothing_and_the_hand_is_played_on(page: Page) -> None:
    hand.sit_down(page)
    play_until(page, discards=2)
    shown, cards, position = number(page), own_cards(page), hand.position(page)
    page.reload()
    expect(page.locator("#table")).to_be_visible()
    assert (number(page), own_cards(page), hand.position(page)) == (shown, cards, position)
    hand.play_out(page)
    assert number(page) == shown


def test_two_tabs_show_the_same_table_and_one_press_wins(page: Page, context: BrowserContext) -> None:
    hand.sit_down(page)
    other = context.new_page()
    other.goto(page.url)
    expect(other.locator("#table")).to_have_attribute("data-hand", number(page))
    before, cards = hand.position(page), own_cards(page)
    leads = page.locator("#act-throw").count() == 1  # else a hand ended with its deal, and a bot won it
    button = "act-throw" if leads else "act-draw"
    expect(other.locator(f"#{button}")).to_have_count(1)
    for tab in (page, other):
        if leads:
            tab.locator("#hand .card[data-throw]").first.click()
    for tab in (page, other):
        tab.evaluate("id => document.getElementById(id)?.click()", button)
    for tab in (page, other):
        hand.wait(tab, before)
    expect(other.locator("#table")).to_have_attribute("data-version", version(page))
    assert own_cards(other) == own_cards(page)
    assert len(own_cards(page)) == (0 if hand.is_over(page) else len(cards) + (-1 if leads else 1))
