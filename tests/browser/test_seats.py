"""Friends come to a table by its link: opened, shared, joined, dealt; two browsers race for the last seat."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.test_everyone import LOOKS, faults


@pytest.fixture
def friends(browser: Browser, browser_context_args: dict[str, Any]) -> Iterator[list[Page]]:
    """Two phones of two people, beside the page of the test."""
    contexts: list[BrowserContext] = [browser.new_context(**browser_context_args) for _ in range(2)]
    yield [context.new_page() for context in contexts]
    for context in contexts:
        context.close()


def open_table(page: Page, seats: int) -> str:
    """A new table for so many, opened from the first page; its address."""
    page.goto("/")
    page.locator(".go a[href='/tables/new/']").click()
    page.locator(f"input[name=seats][value='{seats}']").check()
    page.locator(".new-table .button-main").click()
    expect(page.locator("#invite")).to_be_visible()
    expect(page.locator(".seat.is-away")).to_have_count(0)  # its scripts have run: it is connected
    return page.url


def test_a_friend_comes_by_the_link_and_the_host_deals(page: Page, friends: list[Page]) -> None:
    address = open_table(page, seats=2)
    page.locator("#share").click()
    expect(page.locator(".toast")).to_be_visible()  # copied, or told how
    friend = friends[0]
    friend.goto(address)
    friend.locator("#join .button-main").click()
    expect(friend.locator("#act-ready")).to_be_visible()
    expect(page.locator(".seat")).to_have_count(2)
    page.locator("#act-ready").click()
    for player in (page, friend):
        expect(player.locator("#hand .card").first).to_be_visible()
        expect(player.locator("#purse")).to_contain_text("20.000")
        expect(player.locator("#jackpot")).to_be_visible()


def test_two_browsers_race_for_the_last_seat(page: Page, friends: list[Page]) -> None:
    address = open_table(page, seats=2)
    for friend in friends:
        friend.goto(address)
        expect(friend.locator("#join .button-main")).to_be_visible()
    for friend in friends:
        friend.evaluate("document.getElementById('sit-form').requestSubmit()")
    expect(page.locator(".seat")).to_have_count(2)
    for friend in friends:
        friend.wait_for_load_state("load")
        expect(friend.locator("#act-ready, .ways-on").first).to_be_visible()
    assert sorted(friend.locator("#act-ready").count() for friend in friends) == [0, 1]


@pytest.mark.looks
@pytest.mark.full
@pytest.mark.parametrize(("language", "theme"), LOOKS)
def test_axe_finds_nothing_on_the_way_to_a_seat(visitor: Page, friends: list[Page], language: str, theme: str) -> None:
    address = open_table(visitor, seats=2)
    found = {"waiting": faults(visitor)}
    friends[0].goto(address)
    expect(friends[0].locator("#join .button-main")).to_be_visible()
    found["join"] = faults(friends[0])
    friends[0].locator("#join .button-main").click()
    expect(friends[0].locator("#act-ready")).to_be_visible()
    friends[1].goto(address)
    expect(friends[1].locator("#watching")).to_be_visible()
    friends[1].evaluate("document.getElementById('sit-form').requestSubmit()")
    expect(friends[1].locator(".ways-on")).to_be_visible()
    found["refused"] = faults(friends[1])
    visitor.locator("#act-ready").click()
    expect(visitor.locator("#hand .card").first).to_be_visible()
    found["playing"] = faults(visitor)
    visitor.goto(f"{address}gold/")
    found["gold"] = faults(visitor)
    visitor.goto("/tables/new/")
    found["seated elsewhere"] = faults(visitor)
    assert {name: lines for name, lines in found.items() if lines} == {}
