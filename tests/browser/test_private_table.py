"""Four people in four browsers play at a table of their own: from the link and its code into the third hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import hand
from tests.browser.test_invite import short

PIN = "2604"
SIZES = ((360, 740), (740, 360), (820, 1180), (1440, 900))


@pytest.fixture
def four(browser: Browser, browser_context_args: dict[str, Any]) -> Iterator[list[Page]]:
    """Four browsers, each on a screen of another size; an error that one reports fails the test at its end."""
    errors: list[str] = []
    contexts = []
    for width, height in SIZES:
        viewport = {"width": width, "height": height}
        contexts.append(browser.new_context(**browser_context_args | {"viewport": viewport}))
    pages = [context.new_page() for context in contexts]
    for page in pages:
        page.on("pageerror", lambda error: errors.append(str(error)))
    yield pages
    for context in contexts:
        context.close()
    assert not errors


def open_table(host: Page) -> str:
    """A table with code where there is much time for a turn; its address."""
    host.goto("/tables/new/")
    host.locator("[name=entry][value=code]").check()
    host.locator("[name=pin]").fill(PIN)
    host.locator(".fold summary").first.click()
    host.locator("[name=turn_seconds][value='30']").check()
    host.locator(".new-table-foot button").click()
    expect(host.locator("#invite")).to_contain_text(PIN)
    return host.url


def come(friend: Page, address: str) -> None:
    """By the short link and the code to a seat."""
    friend.goto(short(address))
    friend.locator("#pin").fill(PIN)
    friend.locator(".code-form button").click()
    expect(friend.locator("#table")).to_be_visible()


def play_out(pages: Sequence[Page]) -> None:
    """The hand to its end, whoever's turn it is."""
    while not all(map(hand.is_over, pages)):
        mover = next((page for page in pages if page.locator("#table.is-mine").count()), None)
        if mover is None:
            pages[0].wait_for_timeout(50)
            continue
        hand.settle(mover)
        before = hand.position(mover)
        hand.act(mover)
        mover.wait_for_function(
            "before => (d => `${d.hand}:${d.version}`)(document.getElementById('table').dataset) !== before", arg=before
        )


def go_on(pages: Sequence[Page]) -> None:
    """Everyone is ready for the next hand, which is dealt at once."""
    ended = hand.position(pages[0])
    for page in pages:
        hand.settle(page)
        page.locator("#act-ready").click()
    for page in pages:
        page.wait_for_function(
            "ended => document.getElementById('table').dataset.hand !== ended.split(':')[0]", arg=ended
        )


@pytest.mark.full
def test_four_browsers_play_a_private_table_from_the_link_to_the_third_hand(four: list[Page]) -> None:
    host, *friends = four
    address = open_table(host)
    for friend in friends:
        come(friend, address)
    for page in four:
        expect(page.locator(".seat")).to_have_count(4)
        expect(page.locator(".seat.is-away")).to_have_count(0)
    host.locator("#act-ready").click()
    for number in (1, 2):
        for page in four:
            expect(page.locator("#hand .card, #result").first).to_be_visible()
        play_out(four)
        for page in four:
            expect(page.locator(".result-lines > li")).to_have_count(4)
        numbers = [page.locator("#deal").get_attribute("data-number") for page in four]
        assert numbers == [str(number)] * 4
        go_on(four)
    for page in four:
        expect(page.locator("#deal")).to_have_attribute("data-number", "3")
        expect(page.locator("#hand .card, #result").first).to_be_visible()
        assert page.url == address
