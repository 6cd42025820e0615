"""A report leads to a sanction, which is appealed and lifted: two players and a moderator in real browsers."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from tests.browser import staff
from tests.browser.test_company import join, new_table
from tests.browser.test_seats import friends

__all__ = ["friends"]


def say(page: Page, text: str) -> None:
    page.locator("#talk-open").click()
    page.locator("#talk-text").fill(text)
    page.locator("#talk-send").click()


def report_sheet(page: Page) -> Locator:
    """That of what the other has said last."""
    page.locator("#talk-open").click()
    page.locator(".talk-more").last.click()
    page.locator("#talk-report").click()
    expect(page.locator("#report-sheet form")).to_be_visible()
    return page.locator("#report-sheet")


def reported(page: Page, words: str) -> None:
    sheet = report_sheet(page)
    sheet.locator("input[value=abuse]").check()
    sheet.locator("textarea").fill(words)
    sheet.locator(".button-main").click()
    expect(sheet.locator("[role=status]")).to_be_visible()  # thanked at once
    sheet.locator("[data-close]").click()


def decide(moderator: Page, words: str, kind: str, lasts: str) -> None:
    """Claimed from the queue, and decided with a sanction."""
    moderator.goto("/admin/game/report/")
    moderator.locator("#result_list tr", has_text=words).locator("th a").click()
    moderator.locator("button[value=claim]").click()
    form = moderator.locator("#decision")
    form.locator("[name=outcome][value=acted]").check()
    form.locator("[name=answer]").fill("Cảm ơn bạn đã báo.")
    form.locator("[name=whom]:not([value=''])").check()
    form.locator("[name=sanction-kind]").select_option(kind)
    form.locator("[name=sanction-reason]").select_option(index=1)
    form.locator("[name=sanction-lasts]").select_option(lasts)
    form.locator("[name=why]").fill("chửi người khác")
    form.locator("button[value=decide]").click()
    expect(moderator.locator(".messagelist .success")).to_be_visible()


def appeal(shut_out: Page, text: str) -> None:
    shut_out.locator("a[href^='/appeal/']").first.click()
    shut_out.locator("textarea").fill(text)
    shut_out.locator("main .button-main").click()
    expect(shut_out.locator("main")).to_contain_text(text)


def grant(moderator: Page, text: str) -> None:
    """Found among the appeals, and granted with an answer."""
    moderator.goto("/admin/accounts/appeal/")
    row = moderator.locator("#result_list tr", has_text=text)
    row.locator(".action-select").check()
    moderator.locator("select[name=action]").select_option("grant")
    moderator.locator("#changelist-form button[name=index]").click()
    moderator.locator("[name=answer]").fill("Bạn nói đúng.")
    moderator.locator("[name=why]").fill("đã xem lại")
    moderator.locator("#content [type=submit]").first.click()
    expect(moderator.locator(".messagelist .success")).to_be_visible()


def test_report_sanction_appeal_lift(page: Page, friends: list[Page], data: Path) -> None:
    friend, moderator = friends
    address = new_table(page)
    join(friend, address)
    say(friend, "đồ gà mờ")
    reported(page, "chửi tôi cả buổi")
    staff.enter(moderator, staff.enlist(data, "moderator", "trongbaongan"))
    decide(moderator, "chửi tôi cả buổi", "suspend", "1d")
    expect(friend.locator("main a[href^='/appeal/']").first).to_be_visible()  # at once, without a press
    answer = page.locator("#calls .call")
    expect(answer).to_have_count(1)
    expect(answer).to_be_hidden()  # on a phone not over the talk
    page.locator("#talk-close").click()
    answer.locator("a[href='/reports/']").click()
    expect(page.locator(".reports > li")).to_contain_text("Cảm ơn bạn đã báo.")
    expect(answer).to_have_count(0)
    friend.goto("/lobby/")
    appeal(friend, "tôi chỉ đùa thôi")
    moderator.context.clear_cookies()
    staff.enter(moderator, staff.enlist(data, "moderator", "congminh"))  # not who imposed it, where there is another
    grant(moderator, "tôi chỉ đùa thôi")
    friend.goto(address)
    expect(friend.locator("#table")).to_be_visible()
    expect(friend.locator("#calls .call")).to_contain_text("Bạn nói đúng.")
    friend.goto("/")
    expect(friend).to_have_url(re.compile(r"/$"))
