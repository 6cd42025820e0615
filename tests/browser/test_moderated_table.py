"""What a moderator does at a table is seen there at once: a message goes, chat is frozen, the hand is called off."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser import staff
from tests.browser.test_company import join, new_table
from tests.browser.test_seats import friends
from tests.browser.test_talk import open_talk, write

__all__ = ["friends"]
pytestmark = pytest.mark.full


_ON_TOP = """selector => {
    const box = document.querySelector(selector);
    const { left, top, right, bottom } = box.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight && left >= 0 && right <= innerWidth && box.matches(":popover-open");
}"""


def act(moderator: Page, name: str) -> None:
    """By a button of an object's page, with a reason."""
    moderator.locator(f".acts button[value={name}]").click()
    moderator.locator("[name=why]").fill("thử xem")
    moderator.locator("#content [type=submit]").first.click()
    expect(moderator.locator(".messagelist .success")).to_be_visible()


def newest(moderator: Page, name: str) -> None:
    """To the page of the newest of these."""
    moderator.goto(f"/admin/game/{name}/")
    moderator.locator("#result_list th a, #result_list td a").first.click()


def test_a_moderator_acts_at_a_table(page: Page, friends: list[Page], data: Path) -> None:
    friend, moderator = friends
    join(friend, new_table(page))
    for one in (page, friend):
        open_talk(one)
    write(page, "chào cả nhà")
    write(page, "đồ gà mờ")
    expect(friend.locator(".talk-line")).to_have_count(2)
    staff.enter(moderator, staff.enlist(data, "moderator", "canhsan"))
    newest(moderator, "message")
    act(moderator, "remove")
    for one in (page, friend):
        expect(one.locator(".talk-line")).to_have_count(1)
    friend.locator("#rules").click()
    expect(friend.locator("#price-card")).to_be_visible()
    page.locator("#talk-text").fill("còn nữa")
    newest(moderator, "table")
    act(moderator, "freeze")
    expect(friend.locator("#notice")).to_contain_text("khóa trò chuyện")
    assert friend.evaluate(_ON_TOP, "#notice"), "read above the sheet"
    friend.locator("#price-card [data-close]").click()
    for one in (page, friend):
        expect(one.locator("#talk-frozen")).to_contain_text("khóa trò chuyện")
        for kept in ("#talk-text", "#talk-send", "[data-emote=laugh]", "[data-phrase=luck]"):
            expect(one.locator(kept)).to_be_disabled()
    act(moderator, "thaw")
    for one in (page, friend):
        expect(one.locator("#talk-frozen")).to_be_empty()
        expect(one.locator("#talk-text")).to_be_enabled()
    expect(page.locator("#talk-text")).to_have_value("còn nữa")
    for one in (page, friend):
        one.locator("#talk-close").click()
    page.locator("#act-ready").click()
    expect(page.locator("#hand")).to_be_visible()
    act(moderator, "peek")
    moderator.locator(".messagelist a.way").click()
    expect(moderator.locator("#peek dl > div")).to_have_count(2)
    expect(moderator.locator("#peek .card").first).to_be_visible()
    newest(moderator, "handrecord")
    act(moderator, "void")
    for one in (page, friend):
        expect(one.locator("#hand")).to_have_count(0)
        expect(one.locator("#latest")).to_contain_text("hủy ván")
        expect(one.locator("#act-ready")).to_be_visible()
