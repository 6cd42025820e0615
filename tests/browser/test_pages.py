"""How pages fill their window: the foot at its end, drawings across their panels, buttons beside each other."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser import hand
from tests.browser.pages import visit

ENDS = "() => Math.round(document.querySelector('.foot').getBoundingClientRect().bottom)"
ACROSS = """() => {
    const panel = document.querySelector(".profile-gold"), { paddingLeft, borderLeftWidth } = getComputedStyle(panel);
    const room = panel.offsetWidth - 2 * (parseFloat(paddingLeft) + parseFloat(borderLeftWidth));
    return document.querySelector(".profile-gold .chart").getBoundingClientRect().width / room;
}"""
DANGLING = """() => [...document.querySelectorAll(".hands .item-text")].filter((text) => {
    const range = document.createRange();
    const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
    const top = (node, at) => {
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        return range.getBoundingClientRect().top;
    };
    for (let node = walker.nextNode(), after; node; node = after) {
        after = walker.nextNode();
        const at = node.data.search(/·\\s*$/);
        if (at >= 0 && after && top(after, 0) - top(node, at) > 8) return true;
    }
    return false;
}).length"""


def test_the_foot_of_a_short_page_is_at_the_end_of_the_window(page: Page) -> None:
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto("/history/")
    assert page.evaluate(ENDS) == 900


@pytest.mark.parametrize(("width", "height"), [(820, 1180), (1440, 900)])
def test_the_curve_of_gold_is_as_wide_as_its_panel(page: Page, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    visit(page, "player", "vi")
    assert page.evaluate(ACROSS) == pytest.approx(1, abs=0.01)


@pytest.mark.full
def test_a_guests_pages_on_a_phone(page: Page) -> None:
    hand.sit_down(page)
    hand.play_out(page)
    page.goto("/account/delete/")
    expect(page.locator("form.panel .button")).to_have_text(["Ở lại", "Xóa hết"])
    stay, delete = (page.locator("form.panel .button").nth(at).bounding_box() for at in (0, 1))
    assert stay and delete
    assert stay["y"] == delete["y"] and stay["height"] == delete["height"]
    page.goto("/history/")
    for sums in ("+95", "-1.200", "+1.234.567"):
        page.evaluate("sums => { document.querySelector('.hands .gold-sum').lastChild.data = sums; }", sums)
        for width in (320, 340, 360, 380, 400):
            page.set_viewport_size({"width": width, "height": 740})
            assert page.evaluate(DANGLING) == 0, (sums, width)
