"""The sheet of the settings, as a player uses it."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

SIZES = ((360, 640), (360, 740), (740, 360), (820, 1180), (1440, 900))
"""Windows that it is looked at in, in pixels: width and height."""


def open_settings(page: Page) -> Locator:
    menu = page.locator(".bar-menu")
    if menu.is_visible():
        menu.click()
    page.locator("a.settings-link").click()
    sheet = page.locator("#settings")
    expect(sheet.locator("form.is-live")).to_be_visible()
    return sheet


def choose(page: Page, name: str, value: str) -> None:
    """Choose it in the sheet, and close that."""
    sheet = open_settings(page)
    with page.expect_response(lambda answer: answer.request.method == "POST" and answer.url.endswith("/settings/")):
        press(sheet, name, value)
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()


def press(sheet: Locator, name: str, value: str) -> None:
    switch = sheet.locator(f"input[type=checkbox][name={name}]")
    if switch.count():
        switch.set_checked(value == "on")
    else:
        sheet.locator(f"input[name={name}][value={value}]").check()
