"""The guide, played on a phone by pressing what it points at; the price card at a table."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from game.guide.course import LAST, PRESSES, stand
from tests.browser import hand

POINTED = ".is-pointed"
_EDGES = """face => {
    const colour = (name) => {
        const probe = document.body.appendChild(document.createElement('i'));
        probe.style.color = `var(${name})`;
        const found = getComputedStyle(probe).color;
        probe.remove();
        return found;
    };
    return [getComputedStyle(face).boxShadow, colour('--leaf-bright'), colour('--gold-bright')];
}"""
_READY = """() => {
    const rests = document.querySelector('#actions.is-fresh');
    return !rests && document.querySelector('.is-pointed, .coach.is-over') !== null;
}"""


def wait(page: Page) -> int:
    """Until something is to be pressed, or the end; how far the guide is."""
    page.wait_for_function(_READY, timeout=20_000)
    return int(page.locator("#table").get_attribute("data-revision") or 0)


def press(page: Page) -> None:
    """What is pointed at, and what is pointed at after that, until the guide goes on."""
    at = wait(page)
    first = page.locator(POINTED)
    name = first.get_attribute("id")
    _tap(page, name)
    if name and name.startswith("card-"):
        expect(page.locator(f"#{name}")).not_to_have_class("is-pointed")
        then = page.locator(f"{POINTED}:not(.card)")
        expect(then).to_have_count(1)
        expect(page.locator("#actions.is-fresh")).to_have_count(0)  # a button that has just come rests a moment
        _tap(page, then.get_attribute("id"))
    page.wait_for_function("at => document.getElementById('table').dataset.revision !== at", arg=str(at))


def _tap(page: Page, name: str | None) -> None:
    """Where a finger finds it: cards overlap, so near the left edge."""
    page.locator(f"#{name}").click(position={"x": 12, "y": 14})


def test_the_guide_is_played_to_its_end_by_pressing_what_it_says(page: Page) -> None:
    page.goto("/")
    page.locator("a[href='/guide/']").first.click()
    presses = 0
    while wait(page) < LAST:
        press(page)
        presses += 1
    assert presses == PRESSES
    expect(page.locator("#act-ready")).to_have_count(0)
    page.locator("#coach-play").click()
    page.wait_for_url("**/t/*/")


def test_a_reload_in_the_middle_goes_on(page: Page) -> None:
    page.goto("/guide/")
    for _ in range(3):
        press(page)
    at = wait(page)
    assert stand(at).prompt == "ca"
    page.reload()
    assert wait(page) == at
    press(page)
    assert wait(page) > at


@pytest.mark.full
def test_another_action_gets_a_word_and_loses_nothing(page: Page) -> None:
    page.clock.install()
    page.goto("/guide/")
    press(page)
    at = wait(page)
    page.locator("#card-JH").click(position={"x": 12, "y": 14})
    page.locator("#act-throw").click()
    expect(page.locator("#notice")).to_contain_text("K♣")
    page.clock.run_for(450)  # a second action as soon as that would be taken for a double press
    assert wait(page) == at
    press(page)
    assert wait(page) > at


def test_skip_once_more_and_back(page: Page) -> None:
    page.goto("/guide/")
    press(page)
    wait(page)
    page.locator("#coach-back").click()
    expect(page.locator("#coach-next")).to_be_visible()
    page.locator("#coach-skip").click()
    page.wait_for_url(lambda address: address.endswith("/") and "guide" not in address)
    expect(page.locator("form[action='/play/']")).to_be_visible()


@pytest.mark.full
def test_the_coach_covers_nothing_that_is_to_be_pressed(page: Page, base_url: str) -> None:
    for size in ({"width": 360, "height": 740}, {"width": 740, "height": 360}, {"width": 1440, "height": 900}):
        page.set_viewport_size(size)
        for at in (1, 16, 36):
            page.context.add_cookies([{"name": "guide", "value": str(at), "url": base_url}])
            page.goto("/guide/")
            assert wait(page) == at
            coach, wanted = page.locator("#coach").bounding_box(), page.locator(POINTED).bounding_box()
            assert coach and wanted
            beside = coach["x"] + coach["width"] <= wanted["x"] + 1 or wanted["x"] + wanted["width"] <= coach["x"] + 1
            below = coach["y"] + coach["height"] <= wanted["y"] + 1
            assert beside or below


@pytest.mark.full
def test_the_prices_open_over_a_table_that_goes_on(page: Page) -> None:
    hand.sit_down(page)
    page.locator("#rules").click()
    card = page.locator("#price-card")
    expect(card).to_be_visible()
    expect(card.locator("dd").filter(has_text="1 · 2 · 4").first).to_be_visible()
    before = page.locator("#table").get_attribute("data-revision")
    page.keyboard.press("b")
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()
    assert page.locator("#table").get_attribute("data-revision") == before
    page.locator("#rules").click()
    card.locator("[data-close]").click()
    expect(card).to_be_hidden()


def test_the_card_to_be_sent_keeps_its_green_edge_while_it_is_pointed_at(page: Page, base_url: str) -> None:
    """The words ask for a green-edged card."""
    at = next(at for at in range(LAST) if stand(at).prompt == "send" and stand(at).is_visitors)
    page.context.add_cookies([{"name": "guide", "value": str(at), "url": base_url}])
    page.goto("/guide/")
    assert wait(page) == at
    expect(page.locator("#send-hint")).to_contain_text("viền xanh")
    edges, green, gold = page.locator(f"{POINTED}.can-send > .face").evaluate(_EDGES)
    assert green in edges and gold in edges


def focused(page: Page) -> str:
    return str(page.evaluate("document.activeElement.id || document.activeElement.tagName"))


def turn_page(page: Page, button: str) -> None:
    """Press the coach's button by key, and wait until the guide stands elsewhere."""
    at = wait(page)
    page.locator(button).focus()
    page.keyboard.press("Enter")
    page.wait_for_function("at => document.getElementById('table').dataset.revision !== at", arg=str(at))


@pytest.mark.full
def test_pages_turned_by_key_keep_the_focus(page: Page) -> None:
    """Also where the button that was pressed is gone: then it is on what the coach points at."""
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto("/guide/")
    turn_page(page, "#coach-next")
    assert focused(page) == "card-KC" == page.locator(POINTED).get_attribute("id")
    turn_page(page, "#coach-back")
    assert focused(page) == "coach-next" == page.locator(POINTED).get_attribute("id")


@pytest.mark.full
def test_the_coach_waits_for_a_connection(page: Page) -> None:
    """A press that can't be heard isn't offered; when it can be heard again, the focus is where it was."""
    sockets: list[WebSocketRoute] = []

    def passed_on(socket: WebSocketRoute) -> None:
        sockets.append(socket)
        if len(sockets) != 2:  # the second one stays without an answer
            socket.connect_to_server()

    page.route_web_socket("**/ws/guide/*", passed_on)
    page.goto("/guide/")
    wait(page)
    button = page.locator("#coach-next")
    button.focus()
    sockets[0].close(code=1012)
    expect(page.locator("#offline")).to_be_visible()
    expect(button).to_be_disabled()
    while len(sockets) < 2:
        page.wait_for_timeout(20)
    sockets[1].close(code=1012)
    expect(button).to_be_enabled()
    expect(button).to_be_focused()
