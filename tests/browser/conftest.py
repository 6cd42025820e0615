"""A real browser on the real server: `base_url` is its address, `page` a phone's page that tolerates no error.

PHOM_TEST_SITE names a running site to try instead, as `.ci/cluster` does.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserType, ConsoleMessage, Page

from tests.browser import server
from tests.browser.stage import Stage

PHONE = {"width": 360, "height": 740}
LOCALES = {"vi": "vi-VN", "en": "en-GB"}


@pytest.fixture(scope="session")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the server keeps its data."""
    return tmp_path_factory.mktemp("server")


@pytest.fixture(scope="session")
def base_url(data: Path) -> Iterator[str]:
    if there := server.elsewhere():
        yield there
    else:
        with server.running(data) as address:
            yield address


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type: BrowserType) -> dict[str, Any]:
    path = server.chromium()
    if not path and not Path(browser_type.executable_path).exists():
        message = "no Chromium: apt-get install chromium, or playwright install chromium"
        (pytest.fail if os.environ.get("CI") else pytest.skip)(message)
    return {"executable_path": path, "args": list(server.CHROMIUM_FLAGS)}


@pytest.fixture
def browser_context_args(base_url: str) -> dict[str, Any]:
    options = {"base_url": base_url, "viewport": PHONE, "locale": "vi-VN", "has_touch": True}
    return options | {"service_workers": "block"}  # test_offline.py is about that one


@pytest.fixture
def page(page: Page) -> Iterator[Page]:
    """Every error a page reports, refusals by the Content-Security-Policy among them, fails the test at its end."""
    errors: list[str] = []

    def note(message: ConsoleMessage) -> None:
        if message.type == "error":
            errors.append(f"{message.text} ({message.location})")

    page.on("console", note)
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    assert not errors


@pytest.fixture
def stage(page: Page) -> Stage:
    """A table page whose server is the test."""
    return Stage(page)


@pytest.fixture
def visitor(browser: Browser, browser_context_args: dict[str, Any], language: str, theme: str) -> Iterator[Page]:
    """A phone's page in the language and the theme."""
    looks = browser_context_args | {"locale": LOCALES[language], "color_scheme": theme, "reduced_motion": "reduce"}
    context = browser.new_context(**looks)
    yield context.new_page()
    context.close()
