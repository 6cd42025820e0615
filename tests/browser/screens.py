"""Pictures of every page and of the main states of a table, at four sizes and in both languages: into ./screens/.

Run as `python -m tests.browser.screens`. A hand is really played; states that don't come up in it are shown from
recorded hands. With `--readme` it takes README's picture of a table instead.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import django
from playwright.sync_api import Browser, Page, sync_playwright

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "phom_site.settings")
django.setup()

from game.rules.hand import Hand  # noqa: E402  screens need the settings
from game.rules.sight import see  # noqa: E402
from tests.browser import hand, server  # noqa: E402
from tests.browser.stage import Stage  # noqa: E402
from tests.screens.scenes import find  # noqa: E402

FOLDER = server.ROOT / "screens"
README = server.ROOT / "static" / "img" / "table.jpg"
SIZES = ((360, 740), (740, 360), (820, 1180), (1440, 900))
LANGUAGES = {"vi": "vi-VN", "en": "en-GB"}
PAGES = {"home": "/", "help": "/help/", "nothing": "/nowhere/"}

# Each state of a table: which position shows it, and what has to be pressed there.
STATES: dict[str, tuple[Callable[[Hand], bool], str]] = {
    "take": (lambda position: kinds(position) == ["draw"], ""),
    "eat": (lambda position: "eat" in kinds(position), ""),
    "throw": (lambda position: set(kinds(position)) == {"discard"}, "#hand .card[data-throw]"),
    "barred": (lambda position: position.lying > 4 and bool(barred(position)), "#hand .card[data-barred]"),
    "lay": (lambda position: kinds(position) == ["lay"], ""),
    "lays": (lambda position: kinds(position).count("lay") > 2, "#act-lays"),
    "send": (lambda position: "send" in kinds(position), "#hand .card.can-send"),
    "result": (lambda position: bool(position.ending) and position.ending.end == "points", ""),
    "u": (lambda position: bool(position.ending) and position.ending.end == "u", ""),
    "den": (lambda position: position.is_over and see(position, None).result.den is not None, ""),  # type: ignore[union-attr]
}


def kinds(position: Hand) -> list[str]:
    return [action.kind for action in see(position, position.turn).legal]


def barred(position: Hand) -> list[str]:
    return [code for _card, code in see(position, position.turn).barred if code != "must_lay_first"]


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
    page.goto("/")
    camera.look("home-with-table")
    context.clear_cookies()
    picture_the_rest(camera, language)
    context.close()


def picture_the_rest(camera: Camera, language: str) -> None:
    """The states that have not come up."""
    stage = Stage(camera.page)
    for state in STATES.keys() - camera.seen:
        test, press = STATES[state]
        moment = find(test)
        stage.show(moment, moment.hand.turn, language=language)
        if press:
            camera.page.locator(press).first.click()
        camera.look(state)


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
