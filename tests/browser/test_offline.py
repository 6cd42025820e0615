"""The service worker: an honest page without a network, never an old table; and what a newer release does to a tab."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
from django.template.loader import render_to_string
from django.utils import translation
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from phom_site.away import TRY_AGAIN_LATER
from tests.browser import hand, server
from tests.browser.stage import Stage
from tests.screens.scenes import find

_IS_READY = """async () => {
    const registration = await navigator.serviceWorker.ready;
    const worker = registration.active;
    if (worker.state !== 'activated') await new Promise((done) => worker.addEventListener('statechange', done));
    if (!navigator.serviceWorker.controller)
        await new Promise((done) => navigator.serviceWorker.addEventListener('controllerchange', done));
}"""
_REMEMBERED = """async () => {
    const kept = await (await caches.open('phom-self')).match('/self');
    return kept ? kept.json() : null;
}"""
_IS_CUT_OFF = "() => fetch('/offline/', { method: 'HEAD', cache: 'no-store' }).then(() => false, () => true)"
_KEPT = """async () => {
    const names = await caches.keys();
    const keys = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return keys.flat().map(({ url }) => url);
}"""

_INSTALLED = """async () => {
    const registration = await navigator.serviceWorker.register('/sw.js');
    const worker = registration.installing ?? registration.waiting ?? registration.active;
    while (worker && !['activated', 'redundant'].includes(worker.state))
        await new Promise((done) => worker.addEventListener('statechange', done, { once: true }));
    return worker?.state ?? 'redundant';
}"""


class Rollout(ThreadingHTTPServer):
    """Stands before a real server, while one of another release still answers below `old`."""

    def __init__(self, address: str, old: str) -> None:
        super().__init__(("127.0.0.1", 0), Passing)
        self.address, self.old = address, old


class Passing(BaseHTTPRequestHandler):
    server: Rollout

    def do_GET(self) -> None:
        is_old = bool(self.server.old) and self.path.startswith(self.server.old)
        path = re.sub("/v-[0-9a-f]{10}/", "/v-0000000000/", self.path) if is_old else self.path
        with urlopen(f"{self.server.address}{path}") as found:
            body = re.sub(b'name="release" content="', b"\\g<0>0", found.read()) if is_old else found.read()
            self.send_response(found.status)
            for name in ("Content-Type", "Cache-Control", "ETag"):
                if name in found.headers:
                    self.send_header(name, found.headers[name])
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *told: object) -> None:
        """Nothing."""


@pytest.fixture
def context(browser: Browser, browser_context_args: dict[str, Any]) -> Iterator[BrowserContext]:
    context = browser.new_context(**browser_context_args | {"service_workers": "allow"})
    yield context
    context.set_offline(False)
    context.close()


@pytest.fixture
def visitor(context: BrowserContext) -> Page:
    """A page with the service worker at work. Errors of a lost network are what this is about."""
    page = context.new_page()
    page.goto("/")
    page.evaluate(_IS_READY)
    page.wait_for_function(_REMEMBERED)
    return page


def cut(context: BrowserContext) -> None:
    """Take the network away, from the service worker too, which is told by another way than its pages."""
    context.set_offline(True)
    for worker in context.service_workers:
        while not worker.evaluate(_IS_CUT_OFF):
            context.set_offline(True)


def test_without_a_network_a_page_says_so_and_comes_when_it_is_back(context: BrowserContext, visitor: Page) -> None:
    cut(context)
    visitor.goto("/help/")
    expect(visitor.get_by_role("heading", level=1)).to_have_text("Không có mạng")
    expect(visitor).to_have_url(re.compile("/help/$"))
    image = visitor.locator("main img")
    assert image.evaluate("(image) => image.decode().then(() => image.naturalWidth)") > 0
    assert visitor.evaluate("document.fonts.ready.then(() => document.fonts.check('800 20px \"Be Vietnam Pro\"'))")
    visitor.get_by_role("link", name="Thử lại").click()
    expect(visitor.get_by_role("heading", level=1)).to_have_text("Không có mạng")
    context.set_offline(False)
    expect(visitor.locator("nav")).not_to_have_count(0)  # by itself


def test_a_table_without_a_network_is_not_shown_at_all(context: BrowserContext, visitor: Page) -> None:
    hand.sit_down(visitor)
    cut(context)
    visitor.reload()
    expect(visitor.get_by_role("heading", level=1)).to_have_text("Không có mạng")
    expect(visitor.locator("#table, .card")).to_have_count(0)
    context.set_offline(False)
    expect(visitor.locator("#table")).to_have_count(1)


@pytest.mark.full
def test_a_place_in_a_page_comes_too_when_the_network_is_back(context: BrowserContext, visitor: Page) -> None:
    cut(context)
    visitor.goto("/rules/online/#u")
    expect(visitor.get_by_role("heading", level=1)).to_have_text("Không có mạng")
    context.set_offline(False)
    expect(visitor.locator("section#u")).to_be_visible()
    expect(visitor).to_have_url(re.compile("/rules/online/#u$"))


def test_nothing_but_files_and_the_offline_page_is_kept(visitor: Page, base_url: str) -> None:
    hand.sit_down(visitor)
    visitor.goto("/help/")
    kept = {
        re.sub(r"/static/v-[0-9a-f]{10}/", "/static/", url.removeprefix(base_url)) for url in visitor.evaluate(_KEPT)
    }
    assert "/static/js/table.js" in kept
    assert {url for url in kept if not url.startswith("/static/")} == {
        "/self",
        "/offline/?language=en",
        "/offline/?language=vi",
    }


@pytest.mark.full
def test_what_was_sent_without_a_network_is_not_sent_again(context: BrowserContext, visitor: Page) -> None:
    cut(context)
    visitor.get_by_role("button", name="Chơi ngay").click()
    expect(visitor.get_by_role("heading", level=1)).to_have_text("Không có mạng")
    expect(visitor).to_have_url(re.compile("/offline/$"))
    context.set_offline(False)
    expect(visitor.get_by_role("button", name="Chơi ngay")).to_be_visible()
    expect(visitor).to_have_url(re.compile(r":\d+/$"))


@pytest.mark.full
def test_the_offline_page_has_the_language_and_theme_of_the_last_page(context: BrowserContext, visitor: Page) -> None:
    visitor.get_by_role("button", name="English").first.click()
    expect(visitor.locator("html")).to_have_attribute("lang", "en")
    visitor.evaluate(
        "document.documentElement.dataset.theme = 'dark'; document.dispatchEvent(new Event('phom:preferences'))"
    )
    visitor.wait_for_function(
        f"() => ({_REMEMBERED})().then(({{ language, theme }}) => language === 'en' && theme === 'dark')"
    )
    cut(context)
    visitor.goto("/help/")
    expect(visitor.get_by_role("heading", level=1)).to_have_text("No connection")
    expect(visitor.locator("html")).to_have_attribute("data-theme", "dark")


@pytest.mark.full
@pytest.mark.parametrize("old", ["/static/", "/offline/"])
def test_while_servers_of_two_releases_answer_none_of_the_other_is_kept(
    context: BrowserContext, base_url: str, old: str
) -> None:
    page = context.new_page()
    with Rollout(base_url, old) as rollout:
        threading.Thread(target=rollout.serve_forever, daemon=True).start()
        page.goto(f"http://127.0.0.1:{rollout.server_port}")
        assert page.evaluate(_INSTALLED) == "redundant"
        assert not [url for url in page.evaluate(_KEPT) if old in url]
        rollout.old = ""
        assert page.evaluate(_INSTALLED) == "activated"
        assert [url for url in page.evaluate(_KEPT) if old in url]
        rollout.shutdown()


@pytest.mark.full
def test_another_release_drops_what_the_one_before_kept(visitor: Page) -> None:
    visitor.evaluate("caches.open('phom-shell-0000000000')")
    visitor.evaluate("navigator.serviceWorker.ready.then((registration) => registration.unregister())")
    visitor.goto("/help/")
    visitor.evaluate(_IS_READY)
    names = visitor.evaluate("caches.keys()")
    assert "phom-shell-0000000000" not in names
    assert len([name for name in names if name.startswith("phom-shell-")]) == 1


# -- a newer release: the page's own clock is in the test's hands ------------------------------------------


def told(stage: Stage, release: str) -> None:
    """The server names its release, as it does in each of its answers to a ping."""
    stage.tell({"kind": "pong", "revision": stage.revision, "release": release})


def mark(page: Page) -> None:
    page.evaluate("window.isOld = true")


def is_old(page: Page) -> bool:
    return bool(page.evaluate("window.isOld === true"))


@pytest.fixture
def stage(page: Page) -> Stage:
    page.clock.install()
    return Stage(page)


def ended() -> Any:
    return find(lambda position: bool(position.ending) and position.ending.end == "points")


def test_a_newer_release_waits_for_the_end_of_the_hand(page: Page, stage: Stage) -> None:
    throwing = find(lambda position: position.phase == "play" and not position.is_over)
    stage.show(throwing, throwing.hand.turn, settled=False)
    mark(page)
    page.locator("#hand .card").first.click()
    expect(page.locator("#hand .card").first).to_have_attribute("aria-pressed", "true")
    told(stage, "another")
    page.clock.run_for(20_000)
    expect(page.locator("#newer")).to_be_hidden()
    expect(page.locator("#hand .card").first).to_have_attribute("aria-pressed", "true")
    assert is_old(page)


@pytest.mark.full
def test_between_hands_it_comes_by_itself_once_the_player_rests(page: Page, stage: Stage) -> None:
    moment = ended()
    stage.show(moment, 0, settled=False)
    mark(page)
    told(stage, "another")
    page.clock.run_for(1_000)
    expect(page.locator("#newer")).to_be_visible()
    page.clock.run_for(2_000)
    page.mouse.click(5, 400)
    page.clock.run_for(3_000)
    assert is_old(page)
    with page.expect_navigation():
        page.clock.run_for(2_000)
    assert not is_old(page)


@pytest.mark.full
def test_the_button_brings_it_at_once(page: Page, stage: Stage) -> None:
    stage.show(ended(), 0, settled=False)
    mark(page)
    told(stage, "another")
    page.clock.run_for(500)
    with page.expect_navigation():
        page.locator("#newer button").click()
    assert not is_old(page)


@pytest.mark.full
def test_a_tab_is_loaded_again_once_for_a_release(page: Page, stage: Stage) -> None:
    stage.show(ended(), 0, settled=False)
    told(stage, "another")
    page.clock.run_for(500)
    with page.expect_navigation():
        page.locator("#newer button").click()
    page.wait_for_function("() => document.getElementById('table').dataset.revision")
    mark(page)
    told(stage, "another")
    page.clock.run_for(20_000)
    assert is_old(page)


def test_a_spectator_gets_it_at_once(page: Page, stage: Stage) -> None:
    moment = find(lambda position: position.phase == "play" and not position.is_over)
    stage.show(moment, None, settled=False)
    mark(page)
    with page.expect_navigation():
        told(stage, "another")
    assert not is_old(page)


@pytest.mark.full
def test_the_same_release_changes_nothing(page: Page, stage: Stage) -> None:
    stage.show(ended(), 0, settled=False)
    mark(page)
    told(stage, page.locator("meta[name=release]").get_attribute("content") or "")
    page.clock.run_for(20_000)
    assert is_old(page)


@pytest.mark.full
def test_a_table_open_at_a_maintenance_says_that_the_hand_waits(context: BrowserContext) -> None:
    page = context.new_page()  # which reports the answer 503 as an error
    stage = Stage(page)
    moment = find(lambda position: position.phase == "take")
    stage.show(moment, moment.hand.turn)
    with translation.override("vi"):
        html = render_to_string("503.html", {"told": "Xong <lúc> trưa."})
    page.route(page.url, lambda route: route.fulfill(status=503, body=html, content_type="text/html; charset=utf-8"))
    stage.close(TRY_AGAIN_LATER)
    expect(page.locator("#maintenance")).to_be_visible()
    expect(page.locator("#maintenance")).to_contain_text(re.compile(r"^Xong <lúc> trưa\. Trang"))
    expect(page.locator("#offline, #closed")).to_have_count(2)
    expect(page.locator("#offline")).to_be_hidden()
    expect(page.locator("#closed")).to_be_hidden()
    expect(page.locator("#act-draw")).to_be_disabled()


@pytest.mark.full
@pytest.mark.parametrize("by_itself", [False, True])
def test_after_a_maintenance_the_page_comes_that_was_asked_for(
    browser: Browser, browser_context_args: dict[str, Any], by_itself: bool
) -> None:
    """When tried again, and without that too."""
    context = browser.new_context(**browser_context_args)
    page, away = context.new_page(), [True]

    def answer(route: Route) -> None:
        if away:
            with translation.override("vi"):
                html = render_to_string("503.html")
            route.fulfill(status=503, body=html, content_type="text/html; charset=utf-8")
        else:
            route.continue_()

    page.route("**/rules/online/", answer)
    page.clock.install()
    page.goto("/rules/online/#u")
    heading = page.get_by_role("heading", level=1)
    with page.expect_response("**/rules/online/"):
        page.clock.run_for(11_000)
    with page.expect_navigation():
        page.get_by_role("link", name="Thử lại").click()
    expect(heading).to_have_text("Đang quét chiếu")
    away.clear()
    if by_itself:
        page.clock.run_for(11_000)
    else:
        page.get_by_role("link", name="Thử lại").click()
    expect(page.locator("section#u")).to_be_visible()
    expect(page).to_have_url(re.compile("/rules/online/#u$"))
    context.close()


@pytest.mark.full
def test_a_maintenance_of_the_real_server_is_told_and_ends_by_itself(context: BrowserContext, tmp_path: Path) -> None:
    port, page = server.free_port(), context.new_page()
    with server.running(tmp_path, port) as address:
        page.goto(address)
        page.locator("form[action='/play/'] button").click()
        page.wait_for_url("**/t/*/")
        hand.wait(page, before="")
        (hand.next_hand if hand.is_over(page) else hand.play_on)(page)
    expect(page.locator("#offline")).to_be_visible()
    with server.running(tmp_path, port, PHOM_MAINTENANCE="on"):
        expect(page.locator("#maintenance")).to_be_visible(timeout=30_000)
        expect(page.locator("#offline, #closed").locator("visible=true")).to_have_count(0)
    with server.running(tmp_path, port):
        expect(page.locator("#table")).not_to_have_class(re.compile("is-offline"), timeout=30_000)
        expect(page.locator("#maintenance")).to_be_hidden()
    assert "Traceback" not in (tmp_path / "server.log").read_text()
