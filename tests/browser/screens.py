"""Pictures of every page and of the main states of a table, at four sizes and in both languages: into ./screens/.

Run as `python -m tests.browser.screens`; the states come up in hands that are really played. With `--readme` it
takes README's picture of a table instead.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser import hand, server

FOLDER = server.ROOT / "screens"
README = server.ROOT / "static" / "img" / "table.jpg"
SIZES = ((360, 740), (740, 360), (820, 1180), (1440, 900))
LANGUAGES = {"vi": "vi-VN", "en": "en-GB"}
PAGES = {"home": "/", "help": "/help/", "nothing": "/nowhere/"}
WANTED = {"take", "eat", "throw", "barred", "lay", "send", "result"}
HANDS = 8
"""Hands played at most in each language and size until all wanted states have come up."""


class Camera:
    """Takes the first picture of each state."""

    def __init__(self, page: Page, prefix: str) -> None:
        self.page = page
        self.prefix = prefix
        self.seen: set[str] = set()

    def look(self, state: str) -> None:
        if state in self.seen:
            return
        self.seen.add(state)
        self.page.wait_for_timeout(300)
        self.page.screenshot(path=FOLDER / f"{self.prefix}-{state}.png", animations="disabled")


def picture(browser: Browser, address: str, language: str, size: tuple[int, int]) -> None:
    width, height = size
    context = browser.new_context(
        base_url=address,
        locale=LANGUAGES[language],
        viewport={"width": width, "height": height},
    )
    page = context.new_page()
    camera = Camera(page, f"{width}x{height}-{language}")
    for name, path in PAGES.items():
        page.goto(path)
        page.screenshot(path=FOLDER / f"{camera.prefix}-{name}.png", full_page=name == "help")
    hand.sit_down(page)
    hand.play_out(page, camera.look)
    for _ in range(1, HANDS):
        if camera.seen >= WANTED:
            break
        hand.next_hand(page)
        hand.play_out(page, camera.look)
    page.goto("/")
    camera.look("home-with-table")
    context.close()


def picture_for_readme(browser: Browser, address: str) -> None:
    """Where cards have been eaten and laid, and the player may send one."""
    page = browser.new_page(
        base_url=address,
        locale=LANGUAGES["vi"],
        viewport={"width": 1280, "height": 800},
    )
    taken: list[str] = []

    def look(state: str) -> None:
        if state == "send" and not taken:
            page.screenshot(path=README, type="jpeg", quality=80, animations="disabled")
            taken.append(state)

    hand.sit_down(page)
    hand.play_out(page, look)
    while not taken:
        hand.next_hand(page)
        hand.play_out(page, look)


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=server.chromium(), args=list(server.CHROMIUM_FLAGS))
        with server.running(Path(folder), PHOM_TURN_SECONDS="30", PHOM_NEXT_HAND_SECONDS="600") as address:
            if "--readme" in sys.argv:
                picture_for_readme(browser, address)
                return
            for language in LANGUAGES:
                for size in SIZES:
                    picture(browser, address, language, size)
        browser.close()
    print(f"{len(list(FOLDER.glob('*.png')))} pictures in {FOLDER}")


if __name__ == "__main__":
    main()
