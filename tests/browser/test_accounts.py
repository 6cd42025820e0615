"""Accounts in a real browser: a guest becomes one in mid-hand; every page of it fits, and axe finds nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from accounts.entrance.urls import urlpatterns
from tests.browser import hand
from tests.browser.staff import Member
from tests.browser.test_blocks import TOO_SMALL, TOO_WIDE
from tests.browser.test_everyone import LOOKS, faults

PASSWORD = "con cá chép vàng"
FOR_VISITORS = (
    "/account/login/",
    "/account/signup/",
    "/account/password/reset/",
    "/account/password/reset/done/",
    "/account/password/reset/key/done/",
    "/account/password/reset/key/1-old/",
    "/account/confirm-email/old/",
    "/account/inactive/",
    "/account/3rdparty/login/cancelled/",
    "/terms/",
    "/privacy/",
    "/contact/",
)
FOR_GUESTS = ("/account/login/", "/account/signup/", "/account/", "/account/delete/")
FOR_ACCOUNTS = (
    "/account/",
    "/account/name/",
    "/account/email/",
    "/account/password/change/",
    "/account/elsewhere/",
    "/account/3rdparty/",
    "/account/delete/",
    "/account/logout/",
    "/account/2fa/",
)
WITH_SECOND_FACTOR = (
    "/account/2fa/",
    "/account/2fa/recovery-codes/",
    "/account/2fa/recovery-codes/generate/",
    "/account/2fa/reauthenticate/",
    "/account/2fa/totp/deactivate/",
)
NO_PAGES = {
    "password/set/": "is shown to whoever came in by Google",
    "reauthenticate/": "is shown before the second factor is set up",
    "2fa/totp/activate/": "is opened by way of it",
    "2fa/authenticate/": "is shown amid signing in, in tests of the staff",
    "2fa/recovery-codes/download/": "is a file",
    "3rdparty/login/error/": "is no page to open",
}


def sign_up(page: Page, address: str) -> None:
    """Fill in the form that the page shows; the name stays as it is offered."""
    page.get_by_label(re.compile("^(Email|E-mail address)$")).fill(address)
    page.locator("#id_password1").fill(PASSWORD)
    page.locator("form.panel .button-main").click()


def test_a_guest_becomes_an_account_in_the_middle_of_a_hand(page: Page) -> None:
    hand.sit_down(page)
    table, name = page.url, page.locator(".strip .name").first.inner_text()
    held = page.locator("#hand .card").count()
    page.locator(".bar-menu").click()
    page.locator(".owner-button").click()
    page.get_by_role("link", name="Giữ lại vàng: tạo tài khoản").click()
    expect(page.locator("#id_display_name")).to_have_value(name)
    page.get_by_role("button", name="Hiện mật khẩu").click()
    expect(page.locator("#id_password1")).to_have_attribute("type", "text")
    sign_up(page, "giua-van@example.com")
    expect(page).to_have_url(table)
    expect(page.locator("#hand .card")).to_have_count(held)
    expect(page.locator("#wire")).to_be_attached()
    box = page.locator(".messages .notice-box")
    expect(box).to_contain_text("giua-van@example.com")
    box.get_by_role("button", name="Đóng").click()
    expect(box).to_have_count(0)
    hand.play_out(page)
    page.goto("/account/")
    expect(page.locator(".account-who")).to_contain_text(name)
    expect(page.locator(".account-who .badge")).to_have_count(0)


@pytest.mark.full
def test_signing_out_and_in_again(page: Page) -> None:
    page.goto("/account/signup/?next=/rules/")
    sign_up(page, "ra-vao@example.com")
    expect(page).to_have_url(re.compile("/rules/$"))
    page.locator(".owner-button").click()
    expect(page.locator("#owner-links")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#owner-links")).to_be_hidden()
    page.locator(".owner-button").click()
    page.get_by_role("link", name="Đăng xuất").click()
    page.locator("main .button-main").click()
    expect(page.locator(".messages")).to_contain_text("Bạn đã đăng xuất.")
    page.locator(".owner-enter").click()
    page.locator("#id_login").fill("ra-vao@example.com")
    page.locator("#id_password").fill("sai mật khẩu")
    page.locator("form.panel .button-main").click()
    expect(page.locator(".notice-box.is-bad")).to_contain_text("Email hoặc mật khẩu không đúng.")
    page.locator("#id_password").fill(PASSWORD)
    page.locator("form.panel .button-main").click()
    expect(page.locator(".owner-button")).to_be_visible()


def test_deleting_the_account_removes_the_browsers_notes(page: Page) -> None:
    page.goto("/account/signup/?next=/account/delete/")
    sign_up(page, "di-han@example.com")
    page.evaluate("localStorage.setItem('phom-promises', '[]')")
    page.reload()
    assert page.evaluate("localStorage.getItem('phom-promises')") == "[]"
    page.locator("#id_password").fill(PASSWORD)
    page.locator(".button-danger").click()
    expect(page.locator(".messages")).to_contain_text("Đã xóa hết.")
    page.wait_for_function("() => localStorage.getItem('phom-promises') === null")


def all_pages(page: Page, address: str) -> Iterator[str]:
    """Open every page, as a visitor, a guest and an account with this address; the path of each that is open."""
    for path in FOR_VISITORS:
        page.goto(path)
        yield path
    page.goto("/account/signup/")
    page.locator("#id_display_name").fill("admin")
    page.locator("form.panel").evaluate("form => form.noValidate = true")
    page.locator("form.panel .button-main").click()
    expect(page.locator("#id_display_name_error")).to_be_visible()
    yield "/account/signup/ with errors"
    hand.sit_down(page)
    page.locator(".bar-menu").click()
    page.locator(".owner-button").click()
    yield "the table's menu"
    for path in FOR_GUESTS:
        page.goto(path)
        yield f"{path} of a guest"
    page.goto("/account/signup/")
    sign_up(page, address)
    expect(page.locator(".messages")).to_be_visible()
    yield "what is told"
    for path in FOR_ACCOUNTS:
        page.goto(path)
        yield path
    page.goto("/account/2fa/totp/activate/")
    yield "the password before it"
    page.locator("main [name=password]").fill(PASSWORD)
    page.locator("main .button-main").click()
    secret = page.locator(".account-value").inner_text()
    yield "setting up a second factor"
    page.locator("[name=code]").fill(Member(address, PASSWORD, secret).code)
    page.locator("main .button-main").click()
    expect(page.locator(".messages .notice-box").first).to_be_visible()
    for path in WITH_SECOND_FACTOR:
        page.goto(path)
        yield f"{path} of an account that has one"
    page.locator(".owner-button").click()
    yield "the menu"


@pytest.mark.full
@pytest.mark.parametrize(("language", "theme"), LOOKS)
def test_axe_finds_nothing(visitor: Page, language: str, theme: str) -> None:
    found = {path: faults(visitor) for path in all_pages(visitor, f"axe-{language}-{theme}@example.com")}
    assert {path: lines for path, lines in found.items() if lines} == {}


def test_every_page_is_examined() -> None:
    """Keys in addresses are whatever they are; where Google and Facebook lead away nothing of ours is shown."""
    visited = (*FOR_VISITORS, *FOR_GUESTS, *FOR_ACCOUNTS, *WITH_SECOND_FACTOR)
    ours = {path.removesuffix("1-old/").removesuffix("old/") for path in visited}
    for pattern in urlpatterns:
        path = re.sub(r"^\^?([^(]*)\(.*", r"\1", str(pattern.pattern))
        assert f"/account/{path}" in ours or path in NO_PAGES, f"{path} is examined nowhere"


@pytest.mark.full
@pytest.mark.parametrize("width", [320, 360])
def test_there_is_room_for_everything(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 640})
    found = {}
    for path in all_pages(page, f"room-{width}@example.com"):
        if "table" in path:
            continue
        small = page.evaluate(TOO_SMALL)
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        wide = page.evaluate(TOO_WIDE)
        found[path] = [*small, *([f"{wide} px too wide"] if wide else [])]
        page.evaluate("document.documentElement.style.fontSize = ''")
    assert {path: parts for path, parts in found.items() if parts} == {}
