"""The prices beside the mat: they come with the page and stay, whatever the socket sends."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.moments import my_turn
from tests.browser.stage import Stage
from tests.screens.scenes import hands

DESKTOP = {"width": 1440, "height": 900}


def test_they_stay_while_the_table_changes(page: Page) -> None:
    page.set_viewport_size(DESKTOP)
    stage = Stage(page)
    prices = page.locator("#prices .prices-list > div")
    shown = prices.all_text_contents()
    assert len(shown) > 5
    page.evaluate("document.getElementById('prices').isSame = true")
    over = next(moments for moments in hands() if len(moments[0].hand.seats) == 4)[-1]
    for moment in (my_turn(), over, my_turn()):
        stage.show(moment, 0, settled=False)
        expect(prices.first).to_be_visible()
        assert prices.all_text_contents() == shown
    assert page.evaluate("document.getElementById('prices').isSame")


def test_they_are_back_after_a_wait_for_players(page: Page) -> None:
    page.set_viewport_size(DESKTOP)
    stage = Stage(page)
    prices = page.locator("#prices .prices-list").last
    stage.show(my_turn(), 0, settled=False, phase="waiting", hand_id=None, version=0, sight=None, log=(), order=())
    expect(prices).to_be_hidden()
    stage.show(my_turn(), 0, settled=False)
    expect(prices).to_be_visible()
