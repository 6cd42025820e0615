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
    newest(moderator, "table")
    act(moderator, "freeze")
    expect(friend.locator("#notice")).to_contain_text("khóa trò chuyện")
    for one in (page, friend):
        one.locator("#talk-close").click()
        one.locator("#act-ready").click()
    expect(page.locator("#hand")).to_be_visible()
    newest(moderator, "handrecord")
    act(moderator, "void")
    for one in (page, friend):
        expect(one.locator("#hand")).to_have_count(0)
        expect(one.locator("#latest")).to_contain_text("hủy ván")
        expect(one.locator("#act-ready")).to_be_visible()
