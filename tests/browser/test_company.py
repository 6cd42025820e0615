"""The sheet of who is at a table: the host seats bots and removes, players change places, sit out, leave."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser import hand
from tests.browser.test_blocks import TOO_SMALL, TOO_WIDE
from tests.browser.test_everyone import LOOKS, faults, tab_to
from tests.browser.test_seats import friends

__all__ = ["friends"]


def new_table(page: Page) -> str:
    """A table for friends that waits for them; its address."""
    page.goto("/tables/new/")
    page.locator(".new-table .button-main").last.click()
    expect(page.locator("#invite")).to_be_visible()
    expect(page.locator(".seat.is-away")).to_have_count(0)  # its scripts have run: it is connected
    return page.url


def join(friend: Page, address: str) -> None:
    friend.goto(address)
    friend.locator("#join .button-main").click()
    expect(friend.locator("#act-seat")).to_be_visible()
    expect(friend.locator("#seat-0.is-away, #seat-1.is-away")).to_have_count(0)


def sheet(page: Page) -> Locator:
    """Opened by the button at the table."""
    page.locator("#act-seat").click()
    expect(page.locator("#company")).to_be_visible()
    return page.locator("#company")


def other(opened: Locator) -> Locator:
    """What can be done with the other person, unfolded."""
    opened.locator(".company-sitter:not(:has(.is-own)):not([id^=about-bot]) > summary").click()
    return opened.locator(".company-sitter[open] > .company-does")


def test_the_host_seats_a_bot_changes_places_with_a_friend_and_removes_the_friend(
    page: Page, friends: list[Page]
) -> None:
    address, friend = new_table(page), friends[0]
    opened = sheet(page)
    opened.locator("#add-bot").click()
    expect(opened.locator("#sitter-bot-1")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".seat")).to_have_count(2)
    join(friend, address)
    wish = other(sheet(friend))
    wish.locator("[id^=swap]").click()
    expect(wish.locator("[id^=stay]")).to_be_visible()  # asked
    expect(page.locator("#act-seat")).to_contain_text("Đổi chỗ?")
    opened = sheet(page)
    opened.locator("[id^=agree]").click()
    expect(opened.locator("[id^=agree]")).to_have_count(0)
    expect(opened.locator(".list > li").nth(2)).to_contain_text("chủ bàn")
    expect(friend.locator("#company .list > li").first).to_contain_text("Bạn")  # told live
    other(opened).locator("[id^=remove]").click()
    expect(opened.locator(".company-sitter")).to_have_count(2)
    friend.keyboard.press("Escape")
    expect(friend.locator("#join")).to_contain_text("Chủ bàn đã mời bạn rời bàn này")
    expect(friend.locator("#join .button-main")).to_have_count(0)  # for ten minutes there is no seat here


@pytest.mark.full
def test_who_sits_out_watches_the_hand_of_others_and_comes_back(page: Page, friends: list[Page]) -> None:
    address, friend = new_table(page), friends[0]
    opened = sheet(page)
    opened.locator("#add-bot").click()
    expect(opened.locator("#sitter-bot-1")).to_be_visible()
    page.keyboard.press("Escape")
    join(friend, address)
    opened = sheet(friend)
    opened.locator("#sit-out").click()
    expect(opened.locator("#come-back")).to_be_visible()
    friend.keyboard.press("Escape")
    expect(page.locator(".seat.is-away .away")).to_have_text("tạm nghỉ")
    page.locator("#act-ready").click()
    expect(page.locator("#hand .card, #result").first).to_be_visible()
    expect(friend.locator("#join")).to_contain_text("tạm nghỉ")
    expect(friend.locator("#hand")).to_have_count(0)
    friend.locator("#act-ready").click()
    expect(friend.locator("#join")).to_contain_text("Bạn đã có chỗ")


@pytest.mark.full
def test_what_is_refused_is_told_in_the_sheet(page: Page, friends: list[Page]) -> None:
    """Two tabs: in the second one the table has moved on meanwhile, which its sheet had no time to show."""
    new_table(page)
    opened = sheet(page)
    opened.locator("#add-bot").click()
    expect(opened.locator("#sitter-bot-1")).to_be_visible()
    opened.locator("#about-bot-1 summary").click()
    gone = opened.locator("#remove-bot-1")
    gone.evaluate("button => { button.dataset.wish = button.dataset.wish.replace('1', '3'); }")
    gone.click()
    expect(gone).to_be_enabled()  # the sheet has been shown anew since
    page.wait_for_timeout(300)
    expect(opened.locator("#company-told")).to_have_text("Người chơi đó không còn ngồi ở đây.")
    page.keyboard.press("Escape")
    sheet(page)
    expect(opened.locator("#company-told")).to_be_empty()


@pytest.mark.full
def test_by_keys_alone_one_leaves_after_this_hand_and_stays_after_all(page: Page) -> None:
    hand.sit_down(page)
    page.set_viewport_size({"width": 1280, "height": 720})
    tab_to(page, "#company-open")
    page.keyboard.press("Enter")
    expect(page.locator("#company")).to_be_visible()
    tab_to(page, "#leave-after")
    page.keyboard.press("Enter")
    expect(page.locator("#stay-on")).to_be_visible()
    tab_to(page, "#stay-on")
    page.keyboard.press("Enter")
    expect(page.locator("#leave-after")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#company-open")).to_be_focused()


@pytest.mark.full
def test_who_leaves_after_this_hand_is_gone_when_it_is_over(page: Page) -> None:
    hand.sit_down(page)
    page.locator(".bar-menu").click()
    page.locator("#company-open").click()
    page.locator("#leave-after").click()
    expect(page.locator("#stay-on")).to_be_visible()
    page.keyboard.press("Escape")
    while not hand.is_over(page):
        hand.play_on(page)
    expect(page.locator("#act-ready")).to_have_count(0)
    page.goto("/")
    expect(page.locator("a[href*='/t/']")).to_have_count(0)


@pytest.mark.full
def test_a_name_plate_opens_the_sheet_at_its_player(page: Page, friends: list[Page]) -> None:
    join(friends[0], new_table(page))
    page.locator("#mat .seat-top .plate").click()
    expect(page.locator("#company .company-sitter[open] [id^=hand-over]")).to_be_visible()
    page.locator("#company [id^=hand-over]").click()
    expect(friends[0].locator("#act-ready")).to_contain_text("Chia bài")


@pytest.mark.full
def test_the_host_of_a_new_table_finds_the_bots_at_once(page: Page) -> None:
    new_table(page)
    add = sheet(page).locator("#add-bot")
    for name in ("1", "2", "3"):
        box = add.bounding_box()
        assert box and box["y"] + box["height"] < 740 / 2
        add.click()
        expect(page.locator(f"#sitter-bot-{name}")).to_be_attached()
    expect(add).to_have_count(0)


@pytest.mark.full
@pytest.mark.parametrize("size", [(360, 740), (740, 360)])
def test_what_leaving_costs_is_seen_at_once_and_the_sheet_starts_at_its_top_again(
    page: Page, size: tuple[int, int]
) -> None:
    hand.sit_down(page)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.locator(".bar-menu").click()
    page.locator("[data-company='leave-now']").click()
    expect(page.locator("#leave-now[open] > summary")).to_be_focused()
    expect(page.locator("#leave-form button")).to_be_in_viewport(ratio=1)
    expect(page.locator("#leave-form .notice-box p").first).to_be_in_viewport(ratio=1)
    page.keyboard.press("Escape")
    page.locator(".bar-menu").click()
    page.locator("#company-open").click()
    expect(page.locator("#company")).to_be_visible()
    assert page.locator("#company .sheet-body").evaluate("body => body.scrollTop") == 0
    expect(page.locator("#leave-now[open]")).to_have_count(0)


@pytest.mark.full
@pytest.mark.parametrize(("language", "theme"), LOOKS)
def test_the_sheet_is_for_everyone(visitor: Page, friends: list[Page], language: str, theme: str) -> None:
    join(friends[0], new_table(visitor))
    sheet(friends[0])
    other(friends[0].locator("#company")).locator("[id^=swap]").click()
    opened = sheet(visitor)
    expect(opened.locator("[id^=agree]")).to_be_visible()
    other(opened)
    found = {"between hands": faults(visitor)}
    for width, height in ((360, 740), (740, 360), (820, 1180), (1440, 900)):
        visitor.set_viewport_size({"width": width, "height": height})
        assert visitor.evaluate(TOO_WIDE) == 0
        small = [line for line in visitor.evaluate(TOO_SMALL) if "data-wish" in line[0] or "summary" in line[0]]
        assert small == []
    visitor.keyboard.press("Escape")
    visitor.locator("#act-ready").click()
    expect(visitor.locator("#hand .card, #result").first).to_be_visible()
    visitor.set_viewport_size({"width": 360, "height": 740})
    visitor.locator(".bar-menu").click()
    visitor.locator("[data-company='leave-now']").click()
    expect(visitor.locator("#leave-form button")).to_be_visible()
    found["in a hand"] = faults(visitor)
    visitor.goto(re.sub(r"$", "company/", visitor.url))
    found["page"] = faults(visitor)
    assert {name: lines for name, lines in found.items() if lines} == {}
