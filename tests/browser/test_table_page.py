"""What the browser adds to the table: choosing, the order of the hand, keys, the connection, and room for it all."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser import hand
from tests.browser.sheet import open_settings

SIZES = ((360, 640), (740, 360), (820, 1180), (1440, 900))
_SPILLED = """() => {
    const boxes = [...document.querySelectorAll('#mat .face, #mat .plate, #hand .card, #actions > *, #strip > *')];
    const out = boxes.filter(e => {
        const r = e.getBoundingClientRect();
        return r.width && (r.left < -1 || r.right > innerWidth + 1 || r.bottom > innerHeight + 1);
    });
    const { scrollWidth, scrollHeight } = document.documentElement;
    return [out.map(e => e.id || e.className), scrollWidth > innerWidth, scrollHeight > innerHeight];
}"""

_ARRANGED = """() => {
    const cards = [...document.querySelectorAll('#hand .card')];
    const by = key => cards.toSorted((a, b) => key(a) - key(b)).map(card => card.dataset.card);
    const order = card => Number(card.dataset.order);
    const suit = card => 'SHCD'.indexOf(card.dataset.card[1]);
    return [by(card => Number(card.dataset.place)), by(card => suit(card) * 100 + order(card)), by(order)];
}"""


def own_cards(page: Page) -> list[str]:
    return page.evaluate("[...document.querySelectorAll('#hand .card')].map(card => card.dataset.card)")


def until_throw(page: Page) -> None:
    """Take what is there, until a card has to be thrown."""
    while not page.locator("#act-throw").count():
        assert not hand.is_over(page), "the hand ended at once: no card to throw"
        hand.play_on(page)


def test_everything_fits_and_nothing_scrolls(page: Page) -> None:
    hand.sit_down(page)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(100)
        assert page.evaluate(_SPILLED) == [[], False, False], (width, height)


def test_the_order_of_the_hand_is_kept(page: Page) -> None:
    hand.sit_down(page)
    before = own_cards(page)
    third, last = page.locator("#hand .card").nth(2).bounding_box(), page.locator("#hand .card").last.bounding_box()
    assert third and last
    page.mouse.move(third["x"] + 8, third["y"] + 40)
    page.mouse.down()
    page.mouse.move(last["x"] + 30, last["y"] + 40, steps=15)
    page.mouse.up()
    dragged = [*before[:2], *before[3:], before[2]]
    assert own_cards(page) == dragged
    expect(page.locator("#hand .is-selected")).to_have_count(0)
    page.wait_for_timeout(300)
    page.reload()
    assert own_cards(page) == dragged


def test_arranging_goes_by_phom_by_suit_by_rank(page: Page) -> None:
    hand.sit_down(page)
    orders = page.evaluate(_ARRANGED)
    page.locator("#arrange").click()
    assert own_cards(page) == orders[0]
    page.wait_for_timeout(300)
    page.reload()  # after which the first arrangement would come again
    for _ in range(4):
        before = own_cards(page)
        page.locator("#arrange").click()
        assert own_cards(page) in orders
        assert own_cards(page) != before, "the press changed nothing"


def test_a_second_tap_throws_and_a_tap_on_the_mat_lets_go(page: Page) -> None:
    hand.sit_down(page)
    until_throw(page)
    card = page.locator("#hand .card[data-throw]").first
    card.click()
    expect(page.locator("#hand .is-selected")).to_have_count(1)
    page.locator("#middle").click()
    expect(page.locator("#hand .is-selected")).to_have_count(0)
    before = hand.position(page)
    name = card.get_attribute("data-card")
    card.dblclick()
    hand.wait(page, before)
    assert name not in own_cards(page)


@pytest.fixture
def sockets(page: Page) -> list[WebSocketRoute]:
    """The connections that the page opens, in order."""
    opened: list[WebSocketRoute] = []

    def through(socket: WebSocketRoute) -> None:
        socket.connect_to_server()
        opened.append(socket)

    page.route_web_socket("**/ws/**", through)
    return opened


def test_a_lost_connection_is_told_and_comes_back(page: Page, sockets: list[WebSocketRoute]) -> None:
    hand.sit_down(page)
    page.evaluate(
        "new MutationObserver(() => window.told ||= !document.getElementById('offline').hidden)"
        ".observe(document.getElementById('offline'), { attributes: true })"
    )
    sockets[-1].close(code=1012)
    page.wait_for_function("() => window.told")
    expect(page.locator("#offline")).to_be_hidden()
    assert len(sockets) == 2
    expect(page.locator("#actions button:disabled:not(#act-throw)")).to_have_count(0)


@pytest.mark.full
def test_a_connection_that_died_silently_is_noticed(page: Page) -> None:
    dead: list[bool] = []

    def through(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        socket.on_message(lambda message: None if dead else server.send(message))
        server.on_message(lambda message: None if dead else socket.send(message))

    page.route_web_socket("**/ws/**", through)
    hand.sit_down(page)
    dead.append(True)
    expect(page.locator("#offline")).to_be_visible(timeout=10_500)
    dead.clear()
    expect(page.locator("#offline")).to_be_hidden(timeout=10_500)


@pytest.mark.full
def test_an_open_table_keeps_its_language_when_another_is_chosen_in_another_tab(
    page: Page, sockets: list[WebSocketRoute]
) -> None:
    """What comes after that belongs to the same page: frames of a new connection, the sheet of the settings."""
    hand.sit_down(page)
    other = page.context.new_page()
    other.goto("/")
    other.get_by_role("button", name="English").first.click()
    expect(other.locator("html")).to_have_attribute("lang", "en")
    other.close()
    page.evaluate("document.getElementById('table').ariaLabel = 'old'")
    sockets[-1].close(code=1012)
    expect(page.locator("#table")).to_have_accessible_name("Bàn chơi")
    expect(open_settings(page).locator("legend").first).to_have_text("Giao diện")
