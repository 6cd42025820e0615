"""Tables by one's own rules and with a code, and the short link to them, in real browsers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.test_everyone import LOOKS, faults
from tests.browser.test_seats import friends, open_table

__all__ = ["friends"]

UNFOLD = "() => { for (const fold of document.querySelectorAll('.fold')) fold.open = true; }"


def short(address: str) -> str:
    """The short link of a table."""
    return address.replace("/t/", "/j/")


def open_with_code(page: Page, pin: str) -> str:
    """A new table with this code and a dearer móm; its address."""
    page.goto("/tables/new/")
    page.locator("[name=entry][value=code]").check()
    page.locator("[name=pin]").fill(pin)
    page.locator(".fold summary").last.click()
    page.locator("[name=mom_price]").fill("7")
    page.locator(".new-table-foot button").click()
    expect(page.locator("#invite")).to_contain_text(pin)
    return page.url


@pytest.mark.full
def test_a_friend_comes_by_the_short_link_with_the_code(page: Page, friends: list[Page]) -> None:
    address = open_with_code(page, "0472")
    friend = friends[0]
    friend.goto(short(address))
    friend.locator("#pin").fill("1111")
    friend.locator(".code-form button").click()
    expect(friend.locator("#pin-fault")).to_be_visible()
    friend.locator("#pin").fill("0472")
    friend.locator(".code-form button").click()
    expect(friend.locator("#act-ready")).to_be_visible()
    assert friend.url == address
    expect(page.locator(".seat")).to_have_count(2)
    expect(friend.locator("#rules")).to_contain_text("có sửa")
    friend.locator("#rules").click()
    expect(friend.locator("#price-card .prices-changes")).to_contain_text("Móm: 7")


def test_a_nobody_opens_the_short_link_and_sits(page: Page, friends: list[Page]) -> None:
    address = open_table(page, seats=2)
    friends[0].goto(short(address))
    expect(friends[0].locator("#act-ready")).to_be_visible()
    expect(page.locator(".seat")).to_have_count(2)
    friends[1].goto(short(address))  # a full table seats nobody, and says so
    expect(friends[1].locator("#join-form")).to_have_count(0)
    assert friends[1].url == short(address)
    friends[1].locator(".button-main").click()  # it shows it
    expect(friends[1].locator("#watching")).to_be_visible()
    assert friends[1].url == address


@pytest.mark.full
def test_who_left_and_comes_back_to_the_page_of_the_link_is_not_seated_again(page: Page, friends: list[Page]) -> None:
    address = open_table(page, seats=2)
    friend = friends[0]
    friend.goto(short(address))
    expect(friend.locator("#act-ready")).to_be_visible()
    leaving = "address => fetch(address, { method: 'POST', headers: { 'X-CSRFToken': document.querySelector('[name=csrfmiddlewaretoken]').value } })"  # noqa: E501
    friend.evaluate(leaving, f"{address}leave/")
    expect(page.locator(".seat")).to_have_count(1)
    friend.goto(short(address))
    expect(friend.locator("#join-form button")).to_be_visible()
    expect(page.locator(".seat")).to_have_count(1)
    friend.locator("#join-form button").click()
    expect(page.locator(".seat")).to_have_count(2)


@pytest.fixture
def scriptless(browser: Browser, browser_context_args: dict[str, Any]) -> Iterator[Page]:
    """A phone that runs no scripts."""
    context = browser.new_context(**browser_context_args, java_script_enabled=False)
    yield context.new_page()
    context.close()


@pytest.mark.full
def test_without_scripts_the_button_does_it(page: Page, scriptless: Page) -> None:
    address = open_table(page, seats=2)
    scriptless.goto(short(address))
    scriptless.locator("#join-form button").click()
    assert scriptless.url == address
    expect(page.locator(".seat")).to_have_count(2)
    scriptless.goto(f"{address}invite/")
    expect(scriptless.locator("#invite-link")).to_have_value(short(address))


@pytest.mark.full
def test_the_invitation_opens_over_the_table(page: Page) -> None:
    address = open_table(page, seats=3)
    opener = page.locator("#invite [data-invite]")
    for _ in range(2):  # the second time it is there already
        opener.click()
        sheet = page.locator("#invite-sheet")
        expect(sheet).to_be_visible()
        expect(sheet.locator("#invite-link")).to_have_value(short(address))
        picture = sheet.locator("img")
        expect(picture).to_be_visible()
        assert picture.evaluate("image => image.decode().then(() => image.naturalWidth > 0)")
        sheet.locator("[data-share]").click()
        expect(page.locator(".toast").last).to_be_visible()  # copied, or told how
        page.keyboard.press("Escape")
        expect(sheet).to_be_hidden()
        assert opener.evaluate("link => document.activeElement === link")
    assert page.locator("dialog#invite-sheet").count() == 1


@pytest.mark.full
def test_where_the_sheet_can_not_be_had_its_page_opens(page: Page) -> None:
    address = open_table(page, seats=3)
    page.route(
        "**/js/invite_sheet.js*",
        lambda route: route.fulfill(body="export const open = 1;", content_type="text/javascript"),
    )  # noqa: E501
    page.locator("#invite [data-invite]").click()
    page.wait_for_url(f"{address}invite/")
    expect(page.locator("#invite-link")).to_be_visible()


@pytest.mark.full
def test_what_is_left_empty_shows_what_the_chosen_rules_say(page: Page) -> None:
    page.goto("/tables/new/")
    page.evaluate(UNFOLD)
    box, told = page.locator("[name=u_price]"), page.locator("#u_price-what")
    expect(box).to_have_attribute("placeholder", "5")
    page.locator("[name=preset][value=co_dien]").check()
    expect(box).to_have_attribute("placeholder", "6")
    expect(told).to_contain_text("6")
    expect(page.locator("[name=ca_k_price_0]")).to_have_attribute("placeholder", "–")
    expect(page.locator("#as-in-preset")).to_be_hidden()
    box.fill("9")
    page.locator("[name=u_k_price_none]").check()
    expect(page.locator(".rule[data-touched]")).to_have_count(2)
    page.locator("#as-in-preset").click()
    expect(page.locator(".rule[data-touched]")).to_have_count(0)
    expect(box).to_have_value("")


@pytest.mark.full
def test_the_form_fits_and_its_button_is_at_hand(page: Page) -> None:
    for width in (320, 360, 740, 1440):
        page.set_viewport_size({"width": width, "height": 640})
        page.goto("/tables/new/")
        expect(page.locator(".new-table-foot button")).to_be_in_viewport()
        page.evaluate(UNFOLD)
        expect(page.locator(".new-table-foot button")).to_be_in_viewport()
        assert page.evaluate("() => document.documentElement.scrollWidth") <= width


@pytest.mark.full
def test_many_changed_rules_beside_the_mat_leave_the_hand_where_it_is(page: Page) -> None:
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto("/tables/new/")
    page.evaluate(UNFOLD)
    for box in page.locator(".rule input[inputmode]").all():
        box.fill("3")
    page.locator("[name=with_bots]").check()
    page.locator(".new-table-foot button").click()
    expect(page.locator("#hand .card, #result").first).to_be_visible()
    assert page.evaluate("() => document.documentElement.scrollHeight") <= 900
    expect(page.locator(".side .prices-changes li")).to_have_count(12)


@pytest.mark.full
@pytest.mark.parametrize(("language", "theme"), LOOKS)
def test_axe_finds_nothing_on_the_way_in(visitor: Page, friends: list[Page], language: str, theme: str) -> None:
    visitor.goto("/tables/new/")
    visitor.evaluate(UNFOLD)
    visitor.locator("[name=entry][value=code]").check()
    found = {"form": faults(visitor)}
    visitor.locator("[name=pin]").fill("x")
    visitor.locator("[name=u_price]").fill("x")
    visitor.locator(".new-table-foot button").click()
    expect(visitor.locator("#pin-fault")).to_be_visible()
    expect(visitor.locator("[name=pin]")).to_be_focused()  # the first that can't be so
    visitor.evaluate(UNFOLD)
    found["faults"] = faults(visitor)
    visitor.locator("[name=pin]").fill("0472")
    visitor.locator("[name=u_price]").fill("9")
    visitor.locator(".new-table-foot button").click()
    expect(visitor.locator("#invite")).to_be_visible()
    address = visitor.url
    found["waiting"] = faults(visitor)
    visitor.locator("#invite [data-invite]").click()
    expect(visitor.locator("#invite-sheet")).to_be_visible()
    found["sheet"] = faults(visitor)
    visitor.goto(f"{address}invite/")
    found["invitation"] = faults(visitor)
    friends[0].goto(short(address))
    found["link"] = faults(friends[0])
    friends[0].locator("#pin").fill("1111")
    friends[0].locator(".code-form button").click()
    expect(friends[0].locator("#pin-fault")).to_be_visible()
    found["wrong code"] = faults(friends[0])
    assert {name: lines for name, lines in found.items() if lines} == {}


@pytest.mark.full
def test_a_sheet_that_is_closed_asks_for_nothing(page: Page) -> None:
    open_table(page, seats=4)
    page.locator(".bar-menu").click()
    page.locator("#site-links [data-invite]").click()
    expect(page.locator("#invite-sheet img")).to_be_visible()
    page.keyboard.press("Escape")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.wait_for_timeout(5_000)
    assert not [url for url in asked if "/friends/" in url]
    page.locator(".bar-menu").click()
    page.locator("#site-links [data-invite]").click()
    expect(page.locator("#invite-sheet img")).to_be_visible()
