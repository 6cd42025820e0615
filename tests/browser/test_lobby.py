"""Strangers find each other: the lobby as it changes, quick play and its wait, without scripts too."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, WebSocketRoute, expect

from tests.browser.hand import sit_down
from tests.browser.test_everyone import LOOKS, faults

QUICK = "form[action='/play/quick/']:not(#room-form) .button"
NOTE_WHAT_IS_TOLD = """() => {
    const told = document.getElementById("lobby-old");
    new MutationObserver(() => { window.wasTold ||= !told.hidden; }).observe(told, { attributes: true });
}"""
SIZES = ((360, 740), (740, 360), (820, 1180), (1440, 900))


@pytest.fixture
def strangers(browser: Browser, browser_context_args: dict[str, Any]) -> Iterator[list[Page]]:
    """Two phones of two people, beside the page of the test. Whoever is left at a table leaves it."""
    contexts: list[BrowserContext] = [browser.new_context(**browser_context_args) for _ in range(2)]
    pages = [context.new_page() for context in contexts]
    yield pages
    for page in pages:
        leave(page)
    for context in contexts:
        context.close()


def quick(page: Page, kind: str) -> str:
    """Press quick play in the lobby of a kind; the address of the table."""
    page.goto(f"/lobby/?{kind}")
    page.locator(QUICK).click()
    page.wait_for_url(re.compile("/t/.+/$"))
    return page.url


def leave(page: Page) -> None:
    """Leave the table that the page may be at, so that no other test finds it in the lobby."""
    if "/t/" in page.url and page.locator("#sit-form").count():
        page.evaluate("""() => {
            const form = document.getElementById("sit-form");
            form.action = form.action.replace(/sit\\/$/, "leave/");
            form.submit();
        }""")
        expect(page).to_have_url("/")


def test_two_strangers_meet_by_quick_play_and_a_third_sees_it_in_the_lobby(page: Page, strangers: list[Page]) -> None:
    looker, other = strangers
    looker.goto("/lobby/?preset=ca_k")
    expect(looker.locator("#lobby .empty")).to_be_visible()
    address = quick(page, "preset=ca_k")
    code = address.rstrip("/").rsplit("/", 1)[1]
    expect(page.locator("#invite [data-secs]")).to_have_text(re.compile(r"^\d+s$"))
    offer = looker.locator(f"#table-{code}")
    expect(offer.locator(".portrait.is-free")).to_have_count(3)
    assert quick(other, "preset=ca_k") == address
    expect(page.locator(".seat")).to_have_count(2)
    expect(offer.locator(".portrait.is-free")).to_have_count(2)
    offer.locator("button").click()
    looker.wait_for_url(address)
    expect(page.locator(".seat")).to_have_count(3)
    page.locator("#act-ready").click()  # the host waits no longer: a bot takes the last seat
    for player in (page, other, looker):
        expect(player.locator("#hand .card").first).to_be_visible()
        expect(player.locator(".seat")).to_have_count(4)
    leave(page)


@pytest.mark.full
def test_whoever_waits_alone_may_cancel_or_play_with_bots_at_once_or_waits_for_them(page: Page) -> None:
    quick(page, "preset=ky_gui")
    page.locator("#invite [form='sit-form']").click()
    expect(page).to_have_url("/")
    quick(page, "preset=ky_gui")
    page.locator("#invite [data-say='ready']").click()
    expect(page.locator("#hand .card").first).to_be_visible()
    leave(page)
    quick(page, "preset=ky_gui")
    expect(page.locator("#hand .card").first).to_be_visible(timeout=25_000)
    expect(page.locator(".seat")).to_have_count(4)
    leave(page)


@pytest.mark.full
def test_the_filter_is_in_the_address_and_quick_play_goes_by_it(page: Page) -> None:
    page.goto("/lobby/")
    page.get_by_role("link", name="Kí gửi").click()
    page.get_by_role("link", name="Hiên nhà").click()
    expect(page).to_have_url("/lobby/?preset=ky_gui&stake=hien_nha")
    expect(page.locator(".lobby-quick .button")).to_contain_text("Kí gửi")
    expect(page.locator(".chip[aria-current]")).to_have_text(["Kí gửi", "Hiên nhà"])


@pytest.mark.full
def test_focus_stays_where_it_is_while_the_list_changes(page: Page, strangers: list[Page]) -> None:
    first, second = strangers
    address = quick(first, "preset=co_dien")
    code = address.rstrip("/").rsplit("/", 1)[1]
    page.goto("/lobby/?preset=co_dien")
    page.locator(f"#table-{code} button").focus()
    quick(second, "preset=co_dien")
    expect(page.locator(f"#table-{code} .portrait.is-free")).to_have_count(2)
    assert page.evaluate("() => document.activeElement.formAction").endswith(f"/t/{code}/sit/")


@pytest.mark.full
def test_a_lost_connection_is_told_and_made_again(page: Page) -> None:
    served: list[WebSocketRoute] = []

    def pass_on(socket: WebSocketRoute) -> None:
        socket.connect_to_server()
        served.append(socket)

    page.route_web_socket(re.compile("/ws/lobby/"), pass_on)
    page.goto("/lobby/?preset=ky_gui")
    page.wait_for_function("() => document.querySelector('.lobby-counts').textContent.match(/[1-9]/)")
    page.evaluate(NOTE_WHAT_IS_TOLD)
    served[0].close(code=1012)
    page.wait_for_function("() => window.wasTold && document.getElementById('lobby-old').hidden")
    assert len(served) == 2


@pytest.mark.full
def test_without_scripts_the_list_is_as_it_was_and_a_seat_is_taken_all_the_same(
    browser: Browser, browser_context_args: dict[str, Any], strangers: list[Page]
) -> None:
    address = quick(strangers[0], "preset=ky_gui")
    context = browser.new_context(**browser_context_args, java_script_enabled=False)
    plain = context.new_page()
    plain.goto("/lobby/?preset=ky_gui")
    plain.locator(".lobby-tables button").first.click()
    expect(plain).to_have_url(address)
    context.close()


@pytest.mark.full
def test_who_has_a_seat_finds_back_from_the_lobby(page: Page) -> None:
    sit_down(page)
    address = page.url
    page.goto("/lobby/")
    page.locator(".notice-box a").click()
    expect(page).to_have_url(address)


@pytest.mark.looks
@pytest.mark.full
@pytest.mark.parametrize(("language", "theme"), LOOKS)
def test_axe_finds_nothing_on_the_way_to_strangers(
    visitor: Page, strangers: list[Page], language: str, theme: str
) -> None:
    quick(strangers[0], "preset=ca_k")
    visitor.goto("/lobby/")
    expect(visitor.locator(".lobby-tables")).to_be_visible()
    found = {"lobby": faults(visitor)}
    visitor.goto("/")
    visitor.locator(".room-card").last.click()
    found["refused"] = faults(visitor)
    quick(visitor, "preset=co_dien")
    expect(visitor.locator("#invite")).to_be_visible()
    found["waiting"] = faults(visitor)
    leave(visitor)
    assert {name: lines for name, lines in found.items() if lines} == {}


@pytest.mark.looks
@pytest.mark.full
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_lobby_and_wait_fit_the_window(page: Page, strangers: list[Page], width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    quick(strangers[0], "preset=ca_k")
    page.goto("/lobby/")
    expect(page.locator(".lobby-tables")).to_be_visible()
    assert page.evaluate("() => document.documentElement.scrollWidth") == width
    quick(page, "preset=co_dien")
    for button in page.locator("#invite button").all():
        box = button.bounding_box()
        assert box and box["y"] >= 0 and box["y"] + box["height"] <= height and box["height"] >= 44
    leave(page)
