"""What surrounds the table: the menu, what watchers are told, a page without scripts, a page opened on a result."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from game.rules.sight import see
from tests.browser import hand
from tests.browser.stage import Stage
from tests.browser.test_blocks import TOO_SMALL
from tests.screens.scenes import find

DESKTOP = {"width": 1280, "height": 720}


@pytest.mark.full
def test_escape_closes_the_sheet_of_seats_only(page: Page) -> None:
    page.set_viewport_size(DESKTOP)
    stage = Stage(page)
    moment = find(lambda position: not position.is_over)
    stage.show(moment, moment.hand.turn)
    page.locator("#hand .card").first.click()
    page.locator("#company-open").click()
    expect(page.locator("#company")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#company")).to_be_hidden()
    expect(page.locator("#company-open")).to_be_focused()
    expect(page.locator("#hand .is-selected")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator("#hand .is-selected")).to_have_count(0)


@pytest.mark.full
def test_keys_are_for_an_open_menu_and_not_for_the_table_below(page: Page) -> None:
    stage = Stage(page)
    moment = find(lambda position: {action.kind for action in see(position, position.turn).legal} == {"discard"})
    stage.show(moment, moment.hand.turn)
    page.locator("#hand .card[data-throw]").first.click()
    page.locator(".bar-menu").click()
    page.keyboard.press("d")
    assert stage.acts() == []
    page.keyboard.press("Escape")
    expect(page.locator("#site-links")).to_be_hidden()
    expect(page.locator("#hand .is-selected")).to_have_count(1)
    page.keyboard.press("d")
    assert len(stage.acts()) == 1


def leave(page: Page) -> None:
    """For good, in the middle of a hand with bots, after being told what that may cost."""
    page.locator(".bar-menu").click()
    page.locator("[data-company='leave-now']").click()
    warning = page.locator("#leave-now .is-warn")
    expect(warning).to_contain_text("Bạn có thể mất tới")
    expect(warning).not_to_contain_text("chơi nhanh")  # that is for those who leave people
    warning.get_by_role("button").click()


def test_who_has_left_is_told_to_be_watching(page: Page) -> None:
    hand.sit_down(page)
    watching = page.locator("#watching")
    expect(watching).to_be_hidden()
    hand.play_on(page)
    expect(watching).to_be_hidden()
    leave(page)
    page.wait_for_url(re.compile(r"/$"))
    page.go_back()
    told = page.locator("#watching:visible, #join.is-told")  # that the table is closed, once the bots are through
    expect(told).to_have_count(1)
    expect(told).to_contain_text(re.compile("Bạn đang xem bàn này|Bàn này đã đóng"))
    expect(page.locator("[data-company='leave-now']")).to_have_count(0)
    assert page.evaluate(TOO_SMALL) == []
    expect(page.locator("#join.is-told")).to_have_count(1, timeout=30_000)  # what is pressed before may come too late
    page.locator("#join .button-main").click()
    page.wait_for_url("**/t/*/")
    expect(page.locator("#hand, #result")).to_have_count(1)


def test_without_scripts_the_table_says_what_is_missing(page: Page) -> None:
    Stage(page)
    source = page.request.get(page.url).text()  # a browser whose scripts Playwright turns off still parses as with them
    assert "Cần JavaScript" in re.search("<noscript>(.*?)</noscript>", source)[1]


@pytest.mark.full
def test_a_page_opened_on_a_result_shows_it_at_once(page: Page) -> None:
    hand.sit_down(page)
    hand.play_out(page)
    result = page.locator("#result")
    assert result.evaluate("result => getComputedStyle(result).animationDelay") != "0s"
    page.reload()
    assert result.evaluate("result => getComputedStyle(result).animationDelay") == "0s"
    expect(page.locator("#act-ready")).to_be_enabled()  # the socket has brought the table once more
    assert result.evaluate("result => getComputedStyle(result).animationDelay") == "0s"
    hand.settle(page)
    hand.next_hand(page)
    hand.play_out(page)
    assert result.evaluate("result => getComputedStyle(result).animationDelay") != "0s"


@pytest.mark.full
@pytest.mark.parametrize("link", ["/help/", "/rules/online/"])
def test_what_is_read_at_the_table_leads_back_to_the_hand(page: Page, link: str) -> None:
    """In the one window that in-app browsers have."""
    hand.sit_down(page)
    dealt = page.locator("#table").get_attribute("data-hand")
    page.locator("#rules" if "rules" in link else ".bar-menu").click()
    page.locator(f"a[href='{link}']:visible").first.click()
    page.wait_for_url(f"**{link}")
    assert len(page.context.pages) == 1
    page.locator("#way-back").click()
    page.wait_for_url("**/t/*/")
    expect(page.locator("#table")).to_have_attribute("data-hand", str(dealt))
