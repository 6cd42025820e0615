"""Pictures of every page and state of a table, at four sizes, in both languages and both themes: into ./screens/;
and README's, into static/img/.

Run as `python -m tests.browser.screens`, with words to take only the pictures whose names hold one of them.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

import django
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "phom_site.settings")
django.setup()

from tests.browser import hand, server  # noqa: E402  screens need the settings
from tests.browser.pages import PAGES, visit  # noqa: E402
from tests.browser.stage import Stage  # noqa: E402
from tests.browser.states import STATES, State, can_eat, kinds  # noqa: E402
from tests.house import known  # noqa: E402

FOLDER = server.ROOT / "screens"
IMAGES = server.ROOT / "static" / "img"
SIZES = ((360, 740), (740, 360), (820, 1180), (1440, 900))
LANGUAGES = {"vi": "vi-VN", "en": "en-GB"}
THEMES = ("dark", "light")
README = {
    "table": (
        (1280, 800),
        "dark",
        State(lambda position: position.turn == 0 and "send" in kinds(position), "#hand .can-send"),
    ),
    "phone": (
        (360, 740),
        "light",
        State(lambda position: position.turn == 0 and position.lying > 6 and can_eat(position)),
    ),
}
"""README's pictures: a person's turn on a desktop by night, on a phone by day."""


def open_context(browser: Browser, address: str, size: tuple[int, int], language: str, theme: str) -> BrowserContext:
    return browser.new_context(
        base_url=address,
        locale=LANGUAGES[language],
        viewport={"width": size[0], "height": size[1]},
        color_scheme=theme,  # type: ignore[arg-type]  # one of THEMES
        service_workers="block",
    )


def take(page: Page, name: str, full: bool = False) -> None:
    page.wait_for_timeout(300)
    page.screenshot(path=FOLDER / f"{name}.png", animations="disabled", full_page=full)


def picture(browser: Browser, address: str, size: tuple[int, int], language: str, theme: str) -> None:
    """All pages and states in one size, language and theme."""
    prefix = f"{size[0]}x{size[1]}-{language}-{theme}"
    context = open_context(browser, address, size, language, theme)
    for name in PAGES:
        if is_wanted(f"{prefix}-{name}"):
            page = context.new_page()
            visit(page, name, language)
            take(page, f"{prefix}-{name}", full=True)
            page.close()
    picture_states(context.new_page(), prefix, language)
    context.close()
    context = open_context(browser, address, size, language, theme)  # somebody without a table
    picture_past(context.new_page(), prefix)
    context.close()


def picture_states(page: Page, prefix: str, language: str) -> None:
    wanted = {name: state for name, state in STATES.items() if is_wanted(f"{prefix}-{name}")}
    if not wanted:
        return
    stage = Stage(page)
    for name, state in wanted.items():
        state.show(stage, language)
        page.wait_for_timeout(900)  # the table is looked at for a moment before the result covers it
        take(page, f"{prefix}-{name}")
    page.goto("/")
    take(page, f"{prefix}-home-with-table")


def picture_past(page: Page, prefix: str) -> None:
    """A hand just played among the past ones, and once more."""
    if not any(is_wanted(f"{prefix}-{name}") for name in ("past-hands", "replay", "replay-result")):
        return
    hand.sit_down(page)
    hand.play_out(page)
    address = page.locator("#result a[href^='/hands/']:not([data-report])").get_attribute("href")
    for name, place in {
        "past-hands": "/history/",
        "replay": f"{address}?step=8",
        "replay-result": f"{address}?step=999",
    }.items():
        page.goto(place)
        take(page, f"{prefix}-{name}", full=True)


def is_wanted(name: str) -> bool:
    return not sys.argv[1:] or any(word in name for word in sys.argv[1:])


def picture_for_readme(browser: Browser, address: str) -> None:
    for name, (size, theme, state) in README.items():
        context = open_context(browser, address, size, "vi", theme)
        page = context.new_page()
        state.show(Stage(page), "vi")
        page.wait_for_timeout(900)
        page.screenshot(path=IMAGES / f"{name}.jpg", type="jpeg", quality=80, animations="disabled")
        context.close()


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    known()  # pages that no server sends are made here, without a database
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=server.chromium(), args=list(server.CHROMIUM_FLAGS))
        with server.running(Path(folder), PHOM_TURN_SECONDS="30", PHOM_NEXT_HAND_SECONDS="600") as address:
            if is_wanted("readme"):
                picture_for_readme(browser, address)
            for size in SIZES:
                for language in LANGUAGES:
                    for theme in THEMES:
                        picture(browser, address, size, language, theme)
        browser.close()
    print(f"{len(list(FOLDER.glob('*.png')))} pictures in {FOLDER}")


if __name__ == "__main__":
    main()
