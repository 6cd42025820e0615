"""Friends in real browsers: asked at a table, met on the page of friends, called to a table from anywhere."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.pages import visit
from tests.browser.test_blocks import TOO_SMALL, TOO_WIDE
from tests.browser.test_company import join, new_table, other, sheet
from tests.browser.test_everyone import LOOKS, faults
from tests.browser.test_seats import friends

__all__ = ["friends"]


def befriend(page: Page, friend: Page, address: str) -> None:
    """They meet at the table, one asks there, the other accepts on the page of friends."""
    join(friend, address)
    ties = other(sheet(page)).locator(".tie")
    ties.locator("button[value=ask]").click()
    expect(ties.locator("button[value=withdraw]")).to_be_visible()
    friend.goto("/friends/")
    friend.locator("button[value=accept]").click()
    expect(friend.locator(".friend")).to_have_count(1)


def call_from_the_sheet(page: Page) -> Locator:
    page.locator(".bar-menu").click()
    page.locator("#site-links [data-invite]").click()
    here = page.locator("#table-friends")
    here.locator("form button").click()
    expect(here.locator("form")).to_have_count(0)
    return here


def test_a_friend_is_called_and_sits_down_with_one_press(page: Page, friends: list[Page]) -> None:
    address, friend = new_table(page), friends[0]
    befriend(page, friend, address)
    sheet(friend_at(friend, address)).locator("#leave-form button").last.click()
    friend.wait_for_url(re.compile(r"/$"))
    friend.goto("/leaderboards/")
    page.goto(address)
    call_from_the_sheet(page)
    call = friend.locator("#calls .call")
    expect(call).to_be_visible()
    assert friend.evaluate(f"() => {TOO_WIDE}") == 0
    call.locator(".button").click()
    friend.wait_for_url(address)
    expect(friend.locator("#act-seat")).to_be_visible()
    expect(page.locator(".seat")).to_have_count(2)


def friend_at(friend: Page, address: str) -> Page:
    friend.goto(address)
    expect(friend.locator("#act-seat")).to_be_visible()
    return friend


@pytest.mark.full
def test_a_call_can_be_sent_away_and_the_page_of_friends_shows_it_too(page: Page, friends: list[Page]) -> None:
    address, friend = new_table(page), friends[0]
    befriend(page, friend, address)
    friend_at(friend, address)
    sheet(friend).locator("#leave-form button").last.click()
    friend.wait_for_url(re.compile(r"/$"))
    friend.goto("/friends/")
    expect(friend.locator("#whereabouts li[id^=online-]")).to_have_count(1)
    page.goto(address)
    call_from_the_sheet(page)
    expect(friend.locator("#whereabouts li[id^=calling-]")).to_be_visible()
    expect(friend.locator("#calls .call")).to_be_hidden()
    friend.goto("/help/")
    friend.locator("#calls .button-icon").click()
    expect(friend.locator("#calls .call")).to_have_count(0)


@pytest.mark.full
def test_who_wants_to_be_friends_shows_at_the_table_and_is_answered_there(page: Page, friends: list[Page]) -> None:
    address, friend = new_table(page), friends[0]
    join(friend, address)
    ties = other(sheet(page)).locator(".tie")
    ties.locator("button[value=ask]").click()
    friend.locator("#calls .call button[value=accept]").click()
    expect(friend.locator("#calls .call")).to_have_count(0)
    expect(ties.locator("button[value=withdraw]")).to_have_count(0)  # the open sheet has been told
    page.goto("/friends/")
    expect(page.locator("#whereabouts li[id^=online-]")).to_have_count(1)


@pytest.mark.full
def test_a_server_that_answers_with_an_error_changes_nothing(page: Page, friends: list[Page]) -> None:
    address, friend = new_table(page), friends[0]
    friend.route("**/calls/", lambda route: route.fulfill(status=503, body="<p class='broken'>broken</p>"))
    join(friend, address)
    with friend.expect_response("**/calls/"):
        other(sheet(page)).locator(".tie button[value=ask]").click()
    friend.wait_for_timeout(300)
    expect(friend.locator(".broken")).to_have_count(0)


@pytest.mark.full
def test_without_scripts_a_profile_has_the_same_buttons(page: Page, friends: list[Page]) -> None:
    new_table(page)
    page.goto("/account/")
    profile = page.locator("a[href^='/players/']").first.get_attribute("href")
    assert profile
    friend = friends[0]
    friend.goto(profile)
    friend.locator(".tie button[value=ask]").click()
    expect(friend.locator(".tie button[value=withdraw]")).to_be_visible()
    friend.locator(".tie-more > summary").click()
    friend.locator(".tie button[value=block]").click()
    expect(friend.locator(".tie button[value=unblock]")).to_be_visible()


@pytest.mark.full
@pytest.mark.parametrize("name", ["friends-of", "evening"])
@pytest.mark.parametrize("language", ["vi", "en"])
def test_they_fit(page: Page, name: str, language: str) -> None:
    found = {}
    for width, height in ((320, 640), (360, 740), (740, 360), (820, 1180), (1440, 900)):
        page.set_viewport_size({"width": width, "height": height})
        visit(page, name, language)
        found[width] = (page.evaluate(f"() => {TOO_WIDE}"), page.evaluate(TOO_SMALL))
    assert {width: wrong for width, wrong in found.items() if wrong != (0, [])} == {}


@pytest.mark.full
@pytest.mark.parametrize(("language", "theme"), LOOKS)
def test_axe_finds_nothing_in_the_buttons_at_a_seat(
    visitor: Page, friends: list[Page], language: str, theme: str
) -> None:
    address = new_table(visitor)
    join(friends[0], address)
    other(sheet(visitor)).locator(".tie-more > summary").click()
    assert faults(visitor) == []
