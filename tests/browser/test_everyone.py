"""For everyone: every page and state of a table examined by axe, a hand played by keys alone, what is announced."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.urls import URLPattern, URLResolver, get_resolver
from playwright.sync_api import Browser, Page, expect

from game.rules.actions import Draw
from game.rules.hand import legal_actions
from tests.browser import hand
from tests.browser.pages import ADDRESSES, PAGES, visit
from tests.browser.stage import Stage, after
from tests.browser.states import STATES
from tests.screens.scenes import find

LOCALES = {"vi": "vi-VN", "en": "en-GB"}
NO_PAGES = {"play", "table", "table_fragment", "leave", "manifest", "worker", "set_language"}
LOOKS = [
    pytest.param("vi", "dark"),
    pytest.param("en", "light"),
    pytest.param("vi", "light", marks=pytest.mark.full),
    pytest.param("en", "dark", marks=pytest.mark.full),
]


@pytest.fixture
def visitor(browser: Browser, browser_context_args: dict[str, Any], language: str, theme: str) -> Iterator[Page]:
    """A phone's page in the language and the theme."""
    looks = browser_context_args | {"locale": LOCALES[language], "color_scheme": theme, "reduced_motion": "reduce"}
    context = browser.new_context(**looks)
    yield context.new_page()
    context.close()


def faults(page: Page) -> list[str]:
    """What axe finds, a line a rule and place."""
    found = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
    return [f"{fault['id']}: {node['target']} {node['failureSummary']}" for fault in found for node in fault["nodes"]]


@pytest.mark.parametrize(("language", "theme"), LOOKS)
def test_axe_finds_nothing_on_any_page(visitor: Page, language: str, theme: str) -> None:
    found = {}
    for name in PAGES:
        visit(visitor, name, language)
        visitor.wait_for_load_state("networkidle")
        found[name] = faults(visitor)
    assert {name: lines for name, lines in found.items() if lines} == {}


@pytest.mark.parametrize(("language", "theme"), LOOKS)
def test_axe_finds_nothing_at_a_table(visitor: Page, language: str, theme: str) -> None:
    stage = Stage(visitor)
    found = {}
    for name, state in STATES.items():
        state.show(stage, language)
        found[name] = faults(visitor)
    assert {name: lines for name, lines in found.items() if lines} == {}


@pytest.mark.parametrize(("language", "theme"), LOOKS)
def test_axe_finds_nothing_in_the_sheets(visitor: Page, language: str, theme: str) -> None:
    hand.sit_down(visitor)
    found = {}
    for opener, sheet in ((".settings-link", "#settings"), ("#rules", "#price-card")):
        if opener == ".settings-link":
            visitor.locator(".bar-menu").click()
        visitor.locator(opener).click()
        expect(visitor.locator(sheet)).to_be_visible()
        found[sheet] = faults(visitor)
        visitor.keyboard.press("Escape")
        expect(visitor.locator(sheet)).to_be_hidden()
    assert {name: lines for name, lines in found.items() if lines} == {}


def test_every_page_is_examined() -> None:
    known = {re.sub(r"[^/]+/$", "", path) if path.startswith("/rules/o") else path for path in ADDRESSES.values()}
    for pattern in _pages(get_resolver().url_patterns):
        route = "/" + str(pattern.pattern).replace("<slug:preset>/", "")
        assert route in known, f"{route} is not in tests/browser/pages.py"


def _pages(patterns: list[URLPattern | URLResolver]) -> Iterator[URLPattern]:
    for pattern in patterns:
        if isinstance(pattern, URLPattern):
            if pattern.name not in NO_PAGES:
                yield pattern
        elif "admin" not in str(pattern.pattern):
            yield from _pages(pattern.url_patterns)


# -- by keys alone ------------------------------------------------------------------------------------------


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until the focus is on what is looked for."""
    for _ in range(60):
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab never comes to {selector}")


def press_button(page: Page, selector: str) -> None:
    tab_to(page, selector)
    page.keyboard.press("Enter")


def choose(page: Page, selector: str) -> None:
    """Go to a card of the hand by arrows and choose it."""
    tab_to(page, "#hand .card")
    page.keyboard.press("Home")
    for _ in range(10):
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            break
        page.keyboard.press("ArrowRight")
    if page.evaluate("document.activeElement.getAttribute('aria-pressed')") == "false":
        page.keyboard.press("Enter")


def turn_by_tab(page: Page) -> None:
    """One action by Tab, arrows and Enter."""
    for button in ("#act-eat", "#act-draw", "#act-lay"):
        if page.locator(button).count():
            press_button(page, button)
            return
    if page.locator("#sends [data-send]").count():
        choose(page, ".can-send")
        press_button(page, "#sends button:not([hidden])")
        return
    choose(page, "[data-throw]")
    press_button(page, "#act-throw")


def turn_by_letters(page: Page) -> None:
    """One action by the keys that the buttons show."""
    if page.locator("#act-eat").count():
        page.keyboard.press("a")
    elif page.locator("#act-draw").count():
        page.keyboard.press("b")
    elif page.locator("#act-lay").count():
        page.keyboard.press("h")
    elif page.locator("#sends [data-send]").count():
        choose(page, ".can-send")
        page.keyboard.press("g")
    else:
        choose(page, "[data-throw]")
        page.keyboard.press("d")


@pytest.mark.parametrize("turn", [turn_by_tab, turn_by_letters])
def test_a_hand_by_keyboard_alone(page: Page, turn: Any) -> None:
    page.goto("/")
    press_button(page, "form[action='/play/'] button")
    page.wait_for_url("**/t/*/")
    hand.wait(page, before="")
    while not hand.is_over(page):
        before = hand.position(page)
        hand.settle(page)
        turn(page)
        hand.wait(page, before)
    ended = hand.position(page)
    hand.settle(page)
    press_button(page, "#act-ready")
    hand.wait(page, ended)


# -- what is said ------------------------------------------------------------------------------------------

LISTEN = """() => {
    window.said = { polite: [], assertive: [] };
    const note = (kind, region) => new MutationObserver(() => {
        const text = region.textContent.trim();
        if (text) window.said[kind].push(text);
    }).observe(region, { childList: true, characterData: true, subtree: true });
    note("assertive", document.getElementById("your-turn"));
    let last = document.getElementById("latest").textContent;
    new MutationObserver(() => {
        const text = document.getElementById("latest").textContent;
        if (text !== last) window.said.polite.push(text);
        last = text;
    }).observe(document.body, { childList: true, characterData: true, subtree: true });
}"""


def test_each_event_is_announced_once_and_the_own_turn_at_once(page: Page) -> None:
    """Wherever the focus is: here it is on a card all the time."""
    stage = Stage(page)
    moment = find(lambda position: position.turn == 3 and position.lying > 6 and STATES["take"].test(position))
    stage.show(moment, 0)
    page.locator("#hand .card").first.focus()
    page.evaluate(LISTEN)
    drawn = after(moment, Draw())
    thrown = after(drawn, next(action for action in legal_actions(drawn.hand) if action.kind == "discard"))
    stage.show(drawn, 0)
    stage.show(drawn, 0)  # the same once more, as after a reconnection
    stage.show(thrown, 0)
    said = page.evaluate("window.said")
    assert len(said["polite"]) == 2
    assert "bốc" in said["polite"][0] and "đánh" in said["polite"][1]
    assert len(said["assertive"]) == 1 and "Đến lượt bạn" in said["assertive"][0]
    expect(page.locator("#latest")).to_have_attribute("aria-live", "polite")
    assert page.evaluate("document.activeElement.matches('#hand .card')")


def test_cards_are_spoken_by_name_and_the_order_is_that_of_play(page: Page) -> None:
    stage = Stage(page)
    STATES["eat"].show(stage, "vi")
    names = page.locator("#hand .card").evaluate_all("cards => cards.map(card => card.ariaLabel)")
    assert all(re.match(r"(át|hai|ba|bốn|năm|sáu|bảy|tám|chín|mười|J|Q|K) (bích|nhép|rô|cơ)", name) for name in names)
    order = page.locator("#table .seat, #middle, #strip, #hand, #actions").evaluate_all(
        "parts => parts.map(part => part.className.match(/seat-(right|top|left|bottom)/)?.[1] ?? part.id)"
    )
    assert order == ["right", "top", "left", "middle", "bottom", "strip", "hand", "actions"]
