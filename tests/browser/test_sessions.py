"""Sessions that end in real browsers: every open page shows at once what the browser is now."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.hand import sit_down
from tests.browser.test_accounts import PASSWORD, sign_up

pytestmark = pytest.mark.full


def test_whoever_signs_out_everywhere_else_is_gone_from_the_pages_there(
    page: Page, browser: Browser, browser_context_args: dict[str, Any]
) -> None:
    page.goto("/account/signup/?next=/rules/")
    sign_up(page, "hai-may@example.com")
    expect(page.locator(".owner-button")).to_be_visible()
    there = browser.new_context(**browser_context_args)
    table, lobby, own = (there.new_page() for _ in range(3))
    table.goto("/account/login/")
    table.locator("#id_login").fill("hai-may@example.com")
    table.locator("#id_password").fill(PASSWORD)
    table.locator("form.panel .button-main").click()
    expect(table.locator(".owner-button")).to_be_visible()
    sit_down(table)
    for other, address in ((lobby, "/lobby/"), (own, "/account/")):
        other.goto(address)
        other.wait_for_load_state("networkidle")
    page.goto("/account/elsewhere/")
    page.locator("main .button-main").click()
    expect(page.locator(".messages")).to_contain_text("Mọi nơi khác đã được đăng xuất.")
    for other in (lobby, table):
        expect(other.locator(".owner-enter")).to_be_attached()
    expect(table.locator("#hand")).to_have_count(0)
    expect(own.locator("#id_login")).to_be_visible()
    page.goto("/account/")
    expect(page.locator(".account-who")).to_be_visible()
    there.close()


def test_a_guest_who_becomes_an_account_in_another_tab_plays_on_in_this_one(page: Page) -> None:
    sit_down(page)
    held = page.locator("#hand .card").count()
    other = page.context.new_page()
    other.goto("/account/signup/?next=/rules/")
    sign_up(other, "tab-kia@example.com")
    expect(other.locator(".owner-button")).to_be_visible()
    page.wait_for_function("() => performance.getEntriesByType('navigation')[0].type !== 'reload'")
    expect(page.locator("#hand .card")).to_have_count(held)
    expect(page.locator("#offline")).to_be_hidden()
    expect(page.locator("#closed")).to_be_hidden()
