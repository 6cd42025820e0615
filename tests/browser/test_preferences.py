"""What the settings switch on at the table."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from game.rules.actions import DRAW, Discard, format_action
from game.rules.cards import NAMES
from game.rules.hand import Hand, apply, legal_actions
from game.rules.sight import see
from tests.browser import hand
from tests.browser.moments import risky, throws
from tests.browser.sheet import SIZES, choose
from tests.browser.stage import Stage, after
from tests.screens.scenes import Moment, find

MEANT_MS = 450
"""After which a press is no second one of a double press."""

_OUT_OF_PLACE = """() => {
    const boxes = [...document.querySelectorAll('#mat .face, #mat .plate, #hand .card, #actions > *, #strip > *')];
    const out = boxes.filter(e => {
        const r = e.getBoundingClientRect();
        return r.width && (r.left < -1 || r.right > innerWidth + 1 || r.bottom > innerHeight + 1);
    });
    const box = id => document.getElementById(id).getBoundingClientRect();
    const across = (a, b) => a.left < b.right - 1 && b.left < a.right - 1;
    const meets = (a, b) => across(a, b) && a.top < b.bottom - 1 && b.top < a.bottom - 1;
    const parts = ['mat', 'strip', 'hand', 'actions'].map(box);
    const pairs = parts.flatMap((a, n) => parts.slice(n + 1).map(b => meets(a, b)));
    const { scrollWidth: wide, scrollHeight: high } = document.documentElement;
    return [out.map(e => e.id || e.className), pairs.includes(true), wide > innerWidth, high > innerHeight];
}"""
_IS_ARRANGED = """[...document.querySelectorAll('#hand .card')].every(
    (card, n, all) => n === 0 || Number(all[n - 1].dataset.place) < Number(card.dataset.place))"""
_STRIPS = """() => {
    const cards = [...document.querySelectorAll('#hand .card')].map(card => card.getBoundingClientRect());
    const rows = [...new Set(cards.map(card => card.top))].sort((a, b) => a - b);
    const seen = (card, next) => next.top === card.top ? next.left - card.left : card.width;
    const widths = cards.slice(0, -1).map((card, n) => seen(card, cards[n + 1]));
    return [rows.length, Math.min(...widths), rows.length > 1 ? rows[1] - rows[0] : cards[0].height];
}"""


@pytest.fixture
def clocked(page: Page) -> Stage:
    """A stage whose page's clock is in the test's hands."""
    page.clock.install()
    return Stage(page)


def order(page: Page) -> list[str]:
    return page.evaluate("[...document.querySelectorAll('#hand .card')].map(card => card.dataset.card)")


def by_place(page: Page) -> list[str]:
    return page.evaluate(
        "[...document.querySelectorAll('#hand .card')].sort((a, b) => a.dataset.place - b.dataset.place)"
        ".map(card => card.dataset.card)"
    )


def safe(position: Hand) -> list[int]:
    return [card for card in throws(position) if card not in risky(position)]


def card(page: Page, number: int) -> Locator:
    return page.locator(f"#card-{NAMES[number]}")


@pytest.mark.full
def test_the_hint_is_seen_and_heard_only_if_wanted(stage: Stage, page: Page) -> None:
    moment = find(lambda position: len(throws(position)) > 3)
    stage.show(moment, moment.hand.turn)
    hinted = page.locator("#hand .card[data-hint]")
    lamp = "card => getComputedStyle(card, '::before').content"
    assert hinted.evaluate(lamp) == "none"
    assert "gợi ý" not in str(hinted.get_attribute("aria-label"))
    choose(page, "hint", "on")
    assert hinted.evaluate(lamp) != "none"
    expect(hinted).to_have_attribute("aria-label", re.compile(r", gợi ý$"))
    stage.show(moment, moment.hand.turn)
    expect(hinted).to_have_attribute("aria-label", re.compile(r"[^,]+(, (?!gợi ý)[^,]+)*, gợi ý$"))
    choose(page, "hint", "off")
    assert "gợi ý" not in str(hinted.get_attribute("aria-label"))


def may_ask() -> Moment:
    return find(lambda position: bool(risky(position) and safe(position)))


@pytest.mark.full
def test_a_risky_throw_is_not_asked_about_unless_wanted(stage: Stage, page: Page) -> None:
    moment = may_ask()
    thrown = risky(moment.hand)[0]
    stage.show(moment, moment.hand.turn)
    card(page, thrown).click()
    page.locator("#act-throw").click()
    assert stage.acts() == [format_action(Discard(thrown))]


_PRESSES = {
    "button": "() => document.getElementById('act-throw').click()",
    "key": "() => document.body.dispatchEvent(new KeyboardEvent('keydown', { code: 'KeyD', bubbles: true }))",
    "tap": "card => card.click()",
}


@pytest.mark.parametrize("way", _PRESSES)
def test_a_risky_throw_takes_a_second_press_that_is_meant(clocked: Stage, page: Page, way: str) -> None:
    moment = may_ask()
    thrown = risky(moment.hand)[0]
    clocked.show(moment, moment.hand.turn)
    choose(page, "confirm", "on")
    risk = card(page, thrown)
    risk.click()
    risk.evaluate(f"card => {{ const press = {_PRESSES[way]}; press(card); press(card); }}")
    expect(page.locator("#notice")).to_have_text(re.sub("<[^>]+>", "", str(risk.get_attribute("data-risk"))))
    expect(page.locator("#act-throw")).to_contain_text(f"Vẫn đánh {risk.get_attribute('data-sign')}?")
    assert clocked.acts() == []
    page.clock.run_for(MEANT_MS)
    risk.evaluate(_PRESSES[way])
    assert clocked.acts() == [format_action(Discard(thrown))]


@pytest.mark.full
def test_another_card_is_another_question(clocked: Stage, page: Page) -> None:
    moment = may_ask()
    first, other = risky(moment.hand)[0], safe(moment.hand)[0]
    clocked.show(moment, moment.hand.turn)
    choose(page, "confirm", "on")
    button = page.locator("#act-throw")
    card(page, first).click()
    button.click()
    expect(button).to_contain_text("Vẫn")
    card(page, other).click()
    expect(button).not_to_contain_text("Vẫn")
    card(page, first).click()
    expect(button).not_to_contain_text("Vẫn")
    page.clock.run_for(MEANT_MS)
    button.click()
    expect(button).to_contain_text("Vẫn")
    assert clocked.acts() == []
    card(page, other).click()
    page.clock.run_for(MEANT_MS)
    button.click()
    assert clocked.acts() == [format_action(Discard(other))]


def test_the_hand_arranges_itself_after_a_draw_and_keeps_what_is_selected(stage: Stage, page: Page) -> None:
    moment = find(lambda position: DRAW in legal_actions(position) and not apply(position, DRAW)[0].is_over)
    viewer = moment.hand.turn
    ordered = tuple(reversed(see(moment.hand, viewer).seats[viewer].cards or ()))
    stage.show(moment, viewer, order=ordered)
    choose(page, "arrange", "on")
    assert order(page) == by_place(page), "wanted from now on, and at once"
    drawn = after(moment, DRAW)
    chosen = card(page, ordered[0])
    chosen.click()
    came = tuple(reversed(see(drawn.hand, viewer).seats[viewer].cards or ()))
    stage.show(drawn, viewer, order=came)
    assert order(page) == by_place(page)
    expect(chosen).to_have_attribute("aria-pressed", "true")
    assert "".join(order(page)).startswith(stage.sent_of("order")[-1]["cards"])
    page.keyboard.press("x")  # by hand it may be put otherwise, and stays so
    otherwise = order(page)
    assert otherwise != by_place(page)
    stage.show(drawn, viewer, order=came)
    assert order(page) == otherwise


@pytest.mark.full
def test_a_drag_is_not_disturbed(stage: Stage, page: Page) -> None:
    moment = find(lambda position: DRAW in legal_actions(position) and not apply(position, DRAW)[0].is_over)
    viewer = moment.hand.turn
    stage.show(moment, viewer)
    choose(page, "arrange", "on")
    first, last = page.locator("#hand .card").first.bounding_box(), page.locator("#hand .card").last.bounding_box()
    assert first and last
    moved = order(page)[0]
    page.mouse.move(first["x"] + 8, first["y"] + 40)
    page.mouse.down()
    page.mouse.move(last["x"] + 30, last["y"] + 40, steps=12)
    dragged = order(page)
    assert dragged[-1] == moved
    stage.show(after(moment, DRAW), viewer, settled=False)
    assert order(page)[: len(dragged)] == dragged
    page.mouse.up()
    assert order(page)[: len(dragged)] == dragged


@pytest.mark.full
def test_the_main_action_is_at_the_thumb(stage: Stage, page: Page) -> None:
    moment = find(lambda position: len(legal_actions(position)) == 2 and DRAW in legal_actions(position))
    stage.show(moment, moment.hand.turn)
    for side, sign in {"left": -1, "right": 1}.items():
        choose(page, "hand", side)
        main, second = page.locator("#act-eat").bounding_box(), page.locator("#act-draw").bounding_box()
        assert main and second and (main["x"] - second["x"]) * sign > 0


CROWDED = {
    "ten cards": lambda position: len(throws(position)) == 10 and position.lying > 8,
    "all laid": lambda position: sum(len(seat.phoms) for seat in position.seats) > 4 and bool(throws(position)),
}


@pytest.mark.full
@pytest.mark.parametrize("crowd", CROWDED)
@pytest.mark.parametrize(
    "chosen", [{"rows": "two"}, {"cards": "large"}, {"rows": "two", "cards": "large", "hand": "left"}]
)
def test_nothing_overlaps_or_scrolls(stage: Stage, page: Page, chosen: dict[str, str], crowd: str) -> None:
    moment = find(CROWDED[crowd])
    for name, value in chosen.items():
        choose(page, name, value)
    stage.show(moment, moment.hand.turn)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function("size => innerWidth === size[0] && innerHeight === size[1]", arg=[width, height])
        assert page.evaluate(_OUT_OF_PLACE) == [[], False, False, False], (width, height)
        rows, strip, step = page.evaluate(_STRIPS)
        in_two = width < 600 and chosen.get("rows") == "two"
        assert rows == (2 if in_two and crowd == "ten cards" else 1)
        assert strip >= (44 if in_two else 30) and step >= 44, (width, height)


@pytest.mark.full
def test_two_rows_are_walked_and_dragged_through(stage: Stage, page: Page) -> None:
    moment = find(CROWDED["ten cards"])
    stage.show(moment, moment.hand.turn)
    choose(page, "rows", "two")
    before = order(page)
    page.locator("#hand .card").nth(1).focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator("#hand .card").nth(6)).to_be_focused()
    page.keyboard.press("Shift+ArrowUp")
    assert order(page) == [before[0], before[6], *before[1:6], *before[7:]]
    page.keyboard.press("Shift+ArrowDown")
    assert order(page) == before
    from_, to = (page.locator("#hand .card").nth(n).bounding_box() for n in (2, 8))
    assert from_ and to
    page.mouse.move(from_["x"] + 20, from_["y"] + 20)
    page.mouse.down()
    page.mouse.move(to["x"] + 20, to["y"] + 20, steps=12)
    page.mouse.up()
    assert order(page) == [*before[:2], *before[3:9], before[2], before[9]]
    assert stage.sent_of("order")[-1]["cards"] == "".join(order(page))
    expect(page.locator("#hand .is-selected")).to_have_count(0)


@pytest.mark.full
def test_at_a_real_table_the_hand_is_arranged_from_the_deal_on(page: Page) -> None:
    page.goto("/")
    choose(page, "arrange", "on")
    hand.sit_down(page)
    page.wait_for_function("() => " + _IS_ARRANGED)
    for _ in range(6):
        takes = page.locator("#act-draw").is_visible()
        hand.play_on(page)
        if hand.is_over(page):
            break
        if takes:
            page.wait_for_function("() => " + _IS_ARRANGED)
