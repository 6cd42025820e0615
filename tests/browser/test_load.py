"""What the first load of a page costs, in bytes, rounds of requests and things that move; never in time."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser import hand

MOST = 150_000
"""Bytes, headers and the first table from the socket included."""
PHONE = (360, 740)
SIZES = [PHONE, *(pytest.param(size, marks=pytest.mark.full) for size in ((740, 360), (1440, 900)))]

_WATCH_SHIFTS = """
    window.shifts = [];
    const named = ({ node }) => node?.id || node?.className || node?.nodeName;
    const told = ({ value, sources }) => [value, ...sources.map(named)];
    const isSeen = ({ value }) => value > 1e-6; // less is a speck by a pixel
    new PerformanceObserver((list) => shifts.push(...list.getEntries().filter(isSeen).map(told)))
        .observe({ type: 'layout-shift', buffered: true });
"""


@dataclass
class Load:
    """What a browser that has never been here before fetches for one page."""

    url: str
    asked: dict[str, tuple[str, dict[str, Any]]] = field(default_factory=dict)
    """By request: its address, and who caused it."""
    sizes: dict[str, int] = field(default_factory=dict)
    frames: list[str] = field(default_factory=list)

    def listen(self, page: Page) -> None:
        network = page.context.new_cdp_session(page)
        network.on("Network.requestWillBeSent", self._note)
        network.on("Network.loadingFinished", self._measure)
        network.on("Network.webSocketFrameReceived", lambda told: self.frames.append(told["response"]["payloadData"]))
        network.send("Network.enable")

    def _note(self, told: dict[str, Any]) -> None:
        if not told["request"]["url"].startswith("data:"):
            self.asked[told["requestId"]] = told["request"]["url"], told["initiator"]

    def _measure(self, told: dict[str, Any]) -> None:
        if told["requestId"] in self.asked:
            self.sizes[told["requestId"]] = told["encodedDataLength"]

    def bytes(self) -> int:
        return sum(self.sizes.values()) + sum(len(zlib.compress(frame.encode())) for frame in self.frames[:1])

    def late(self) -> list[str]:
        """What only something else that had to come first asked for, instead of the page itself."""
        return [url for url, by in self.asked.values() if by["type"] != "other" and by.get("url", "") != self.url]


@pytest.fixture
def newcomer(browser: Browser, browser_context_args: dict[str, Any]) -> Iterator[BrowserContext]:
    """A browser with nothing kept."""
    context = browser.new_context(**browser_context_args)
    yield context
    context.close()


def first_load(context: BrowserContext, url: str, size: tuple[int, int]) -> tuple[Load, Page]:
    page = context.new_page()
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.add_init_script(_WATCH_SHIFTS)
    load = Load(url)
    load.listen(page)
    page.goto(url, wait_until="networkidle")
    return load, page


def a_table(page: Page, newcomer: BrowserContext) -> str:
    """The address of a table that waits for its player, who comes to it by another browser."""
    hand.sit_down(page)
    newcomer.add_cookies(page.context.cookies())  # type: ignore[arg-type]
    return page.url


def is_light(load: Load) -> None:
    assert len(load.sizes) == len(load.asked)
    assert load.bytes() < MOST


def comes_in_one_round(load: Load) -> None:
    assert load.late() == []
    urls = [url for url, _ in load.asked.values()]
    assert len(urls) == len(set(urls))


def stands_still(page: Page) -> None:
    assert page.evaluate("document.fonts.status") == "loaded"
    assert page.evaluate("shifts") == []


@pytest.mark.parametrize("size", SIZES)
def test_the_table_page(page: Page, newcomer: BrowserContext, size: tuple[int, int]) -> None:
    url = a_table(page, newcomer)
    load, visitor = first_load(newcomer, url, size)
    hand.settle(visitor)
    assert load.frames
    is_light(load)
    comes_in_one_round(load)
    stands_still(visitor)


def test_the_seconds_move_nothing(page: Page, newcomer: BrowserContext) -> None:
    _, visitor = first_load(newcomer, a_table(page, newcomer), PHONE)
    expect(visitor.locator(".strip [data-secs]")).to_have_text(re.compile(r"^\d+s$"))
    visitor.evaluate("""async () => {
        for (let left = 20; left >= 0; left--) {
            document.querySelector(".strip [data-secs]").textContent = `${left}s`;
            await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
        }
    }""")
    stands_still(visitor)


@pytest.mark.parametrize("size", SIZES)
def test_the_first_page(base_url: str, newcomer: BrowserContext, size: tuple[int, int]) -> None:
    load, visitor = first_load(newcomer, f"{base_url}/", size)
    is_light(load)
    comes_in_one_round(load)
    stands_still(visitor)


def test_the_second_page_asks_for_nothing_again(base_url: str, newcomer: BrowserContext) -> None:
    before, visitor = first_load(newcomer, f"{base_url}/", PHONE)
    asked = {url for url, _ in before.asked.values()}
    from_network: list[str] = []
    visitor.on("response", lambda response: from_network.append(response.url) if not _was_kept(response) else None)
    visitor.goto("/help/", wait_until="networkidle")
    assert asked.isdisjoint(from_network)
    assert f"{base_url}/help/" in from_network


def _was_kept(response: Any) -> bool:
    sizes = response.request.sizes()
    return bool(sizes["responseBodySize"] <= 0)


@pytest.mark.full
def test_late_fonts_move_hardly_anything(page: Page, newcomer: BrowserContext) -> None:
    """Where the network is so slow that text is read before its typeface is there."""
    url = a_table(page, newcomer)
    held: list[Any] = []
    newcomer.route("**/*.woff2", lambda route: held.append(route))
    visitor = newcomer.new_page()
    visitor.add_init_script(_WATCH_SHIFTS)
    visitor.goto(url, wait_until="domcontentloaded")
    visitor.locator("#table.is-mine, #result").first.wait_for()
    visitor.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert held
    for route in held:
        route.continue_()
    visitor.wait_for_load_state("networkidle")
    visitor.evaluate("document.fonts.ready")
    assert sum(value for value, *_ in visitor.evaluate("shifts")) < 0.01
