"""Play at a table by pressing what a player sees there."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from urllib.parse import urljoin

from playwright.sync_api import Page, expect

_SETTLED = """before => {
    const table = document.getElementById('table');
    if (!table) return false;
    const moved = `${table.dataset.hand}:${table.dataset.version}` !== before;
    const rests = document.querySelector('#actions.is-fresh'); // a button that has just become another
    return moved && !rests && (table.classList.contains('is-mine') || document.getElementById('result') !== null);
}"""

Look = Callable[[str], None]
"""Called with the name of a state of the page that has come up: take, eat, lay, lays, send, throw, barred, result."""


def sit_down(page: Page) -> None:
    """From anywhere to a table with three bots, until the visitor can act: a hand that ends with the deal is passed."""
    page.goto("/")
    page.locator("form[action='/play/'] button").click()
    page.wait_for_url("**/t/*/", timeout=5_000)
    wait(page, before="")
    while is_over(page):
        next_hand(page)


def position(page: Page) -> str:
    """Hand and version that the page shows."""
    return str(page.evaluate("(d => `${d.hand}:${d.version}`)(document.getElementById('table').dataset)"))


def wait(page: Page, before: str) -> None:
    """Until the page shows another position than `before`, in which the player can act or the hand is over."""
    page.wait_for_function(_SETTLED, arg=before, timeout=20_000)


def settle(page: Page) -> None:
    """Until the buttons take presses: one that has just become another rests a moment."""
    expect(page.locator("#actions.is-fresh")).to_have_count(0)


def wait_until_open(page: Page, replay: str) -> None:
    """Until anybody may look at the hand that has just ended."""
    anybody = page.context.browser
    assert anybody is not None
    with closing(anybody.new_context()) as context:
        while not context.request.get(urljoin(page.url, replay)).ok:
            page.wait_for_timeout(500)


def is_over(page: Page) -> bool:
    return page.locator("#result").count() == 1


def play_on(page: Page, look: Look = lambda state: None) -> None:
    """One action of the player's, and until the player can act again."""
    settle(page)  # the page may just have been opened
    before = position(page)
    act(page, look)
    wait(page, before)


def act(page: Page, look: Look = lambda state: None) -> None:
    """One action, chosen plainly: eat what can be eaten, lay, send, throw the first card allowed."""
    if page.locator("#act-draw").is_visible():
        _take(page, look)
    elif page.locator("#act-lay").is_visible():
        _lay(page, look)
    elif page.locator("#sends [data-send]").count():
        _send(page, look)
    else:
        _throw(page, look)


def play_out(page: Page, look: Look = lambda state: None) -> None:
    """The rest of the hand."""
    while not is_over(page):
        play_on(page, look)
    look("result")


def next_hand(page: Page) -> None:
    """After the end of a hand: on to the next, until the player can act."""
    settle(page)
    before = position(page)
    page.locator("#act-ready").click()
    wait(page, before)


def _take(page: Page, look: Look) -> None:
    eat = page.locator("#act-eat")
    if eat.is_visible():
        look("eat")
        eat.click()
    else:
        look("take")
        page.locator("#act-draw").click()


def _lay(page: Page, look: Look) -> None:
    look("lay")
    others = page.locator("#act-lays")
    if others.is_visible():
        others.click()
        look("lays")
    page.locator("#act-lay").click()


def _send(page: Page, look: Look) -> None:
    button = page.locator("#sends [data-send]").first
    page.locator(f"#card-{button.get_attribute('data-send')}").click()
    look("send")
    settle(page)  # it has only just come up
    page.locator("#sends [data-send]:visible").first.click()


def _throw(page: Page, look: Look) -> None:
    barred = page.locator("#hand .card[data-barred]")
    if barred.count():
        barred.first.click()
        look("barred")
    page.locator("#hand .card[data-throw]").first.click()
    throw = page.locator("#act-throw")
    expect(throw).to_be_enabled()
    look("throw")
    throw.click()
