"""The settings in a browser: what is chosen holds at once, is remembered, and the table below goes on."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from game.rules.actions import DRAW, Discard, format_action
from game.rules.cards import NAMES
from game.rules.hand import Hand, apply, legal_actions
from game.rules.sight import see
from game.screens.risks import risks
from tests.browser import hand
from tests.browser.stage import Stage, after
from tests.screens.scenes import Moment, find

FOUR = ("An", "Bình", "Chi", "Dung")
SIZES = ((360, 640), (360, 740), (740, 360), (820, 1180), (1440, 900))
DOUBLE_MS = 180
MEANT_MS = 450

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
def stage(page: Page) -> Stage:
    return Stage(page)


def open_settings(page: Page) -> Locator:
    menu = page.locator(".bar-menu")
    if menu.is_visible():
        menu.click()
    page.locator("a.settings-link").click()
    sheet = page.locator("#settings")
    expect(sheet.locator("form.is-live")).to_be_visible()
    return sheet


def choose(page: Page, name: str, value: str) -> None:
    """Choose it in the sheet, and close that."""
    sheet = open_settings(page)
    with page.expect_response(lambda answer: answer.request.method == "POST" and answer.url.endswith("/settings/")):
        press(sheet, name, value)
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()


def press(sheet: Locator, name: str, value: str) -> None:
    switch = sheet.locator(f"input[type=checkbox][name={name}]")
    if switch.count():
        switch.set_checked(value == "on")
    else:
        sheet.locator(f"input[name={name}][value={value}]").check()


def holds(page: Page, name: str, value: str) -> None:
    expect(page.locator("html")).to_have_attribute(f"data-{name}", value)


def order(page: Page) -> list[str]:
    return page.evaluate("[...document.querySelectorAll('#hand .card')].map(card => card.dataset.card)")


def by_place(page: Page) -> list[str]:
    return page.evaluate(
        "[...document.querySelectorAll('#hand .card')].sort((a, b) => a.dataset.place - b.dataset.place)"
        ".map(card => card.dataset.card)"
    )


def throws(position: Hand) -> list[int]:
    return [action.card for action in legal_actions(position) if isinstance(action, Discard)]


def risky(position: Hand) -> list[int]:
    return list(risks(see(position, position.turn), FOUR)) if throws(position) else []


def safe(position: Hand) -> list[int]:
    return [card for card in throws(position) if card not in risky(position)]


def card(page: Page, number: int) -> Locator:
    return page.locator(f"#card-{NAMES[number]}")


def taps(page: Page, where: Locator, count: int, wait: int) -> None:
    for _ in range(count):
        where.click()
        page.wait_for_timeout(wait)


# -- chosen, remembered -------------------------------------------------------------------------------


def test_a_visitors_choice_holds_at_once_survives_and_goes_along_to_the_table(page: Page, new_context: object) -> None:
    page.goto("/")
    holds(page, "theme", "auto")
    floor = "getComputedStyle(document.body).backgroundColor"
    page.emulate_media(color_scheme="light")
    by_day = page.evaluate(floor)
    choose(page, "theme", "dark")
    holds(page, "theme", "dark")
    assert page.evaluate(floor) != by_day
    page.reload()
    holds(page, "theme", "dark")
    hand.sit_down(page)
    holds(page, "theme", "dark")
    choose(page, "hand", "left")
    page.context.clear_cookies(name="phom_preferences")
    page.reload()
    holds(page, "theme", "dark")
    holds(page, "hand", "left")
    other: BrowserContext = new_context()  # type: ignore[operator]
    elsewhere = other.new_page()
    hand.sit_down(elsewhere)
    holds(elsewhere, "theme", "auto")


def test_another_tab_follows(page: Page) -> None:
    page.goto("/")
    other = page.context.new_page()
    other.goto("/help/")
    sheet = open_settings(other)
    choose(page, "pack", "four")
    holds(other, "pack", "four")
    expect(sheet.locator("input[name=pack][value=four]")).to_be_checked()


def test_what_could_not_be_saved_is_told_and_saved_later(context: BrowserContext) -> None:
    page = context.new_page()
    page.goto("/")
    sheet = open_settings(page)
    page.route("**/settings/", lambda route: route.abort())
    press(sheet, "theme", "dark")
    holds(page, "theme", "dark")
    expect(sheet.locator(".settings-told")).to_contain_text("Chưa lưu được")
    page.unroute("**/settings/")
    press(sheet, "pack", "four")
    expect(sheet.locator(".settings-told")).to_be_empty()
    page.reload()
    holds(page, "theme", "dark")
    holds(page, "pack", "four")


def test_without_a_connection_the_sheet_says_so_and_comes_later(context: BrowserContext) -> None:
    page = context.new_page()
    page.goto("/")
    page.route("**/settings/**", lambda route: route.abort())
    page.locator("a.settings-link").click()
    expect(page.locator("#settings")).to_contain_text("Chưa mở được")
    page.keyboard.press("Escape")
    expect(page.locator("#settings")).to_have_count(0)
    page.unroute("**/settings/**")
    open_settings(page)


def test_without_scripts_it_is_a_page(browser: Browser, base_url: str) -> None:
    context = browser.new_context(base_url=base_url, java_script_enabled=False, locale="vi-VN")
    page = context.new_page()
    page.goto("/help/")
    page.locator("a.settings-link").click()
    page.locator("input[name=theme][value=light]").check()
    page.locator("input[type=checkbox][name=hint]").check()
    page.locator("input[type=checkbox][name=sound]").uncheck()
    page.locator(".settings-save").click()
    page.wait_for_url("**/help/")
    for name, value in {"theme": "light", "hint": "on", "sound": "off", "confirm": "off"}.items():
        holds(page, name, value)
    context.close()


# -- the sheet ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("way", ["escape", "button", "beside"])
def test_closing_gives_the_focus_back(page: Page, way: str) -> None:
    page.goto("/")
    link = page.locator("a.settings-link")
    link.focus()
    page.keyboard.press("Enter")
    sheet = page.locator("#settings")
    expect(sheet).to_be_visible()
    if way == "escape":
        page.keyboard.press("Escape")
    elif way == "button":
        sheet.locator("[data-close]").click()
    else:
        page.mouse.click(180, 8)
    expect(sheet).to_be_hidden()
    expect(link).to_be_focused()


def test_the_table_goes_on_below(stage: Stage, page: Page) -> None:
    moment = find(lambda position: DRAW in legal_actions(position))
    viewer = moment.hand.turn
    stage.show(moment, (viewer + 1) % 4)
    sheet = open_settings(page)
    stage.show(moment, viewer)
    expect(sheet).to_be_visible()
    expect(sheet.locator(".settings-turn")).to_contain_text("lượt bạn")
    for key in ("b", "x", "Escape"):
        page.keyboard.press(key)
    assert stage.acts() == [] and not stage.sent_of("order")
    expect(sheet).to_be_hidden()
    expect(page.locator(".bar-menu")).to_be_focused()
    page.keyboard.press("b")
    assert stage.acts() == ["draw"]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("locale", ["vi-VN", "en-GB"])
def test_the_sheet_fits_and_its_targets_are_large(browser: Browser, base_url: str, size: object, locale: str) -> None:
    width, height = size  # type: ignore[misc]
    context = browser.new_context(base_url=base_url, locale=locale, viewport={"width": width, "height": height})
    page = context.new_page()
    page.goto("/")
    sheet = open_settings(page)
    sheet.evaluate("sheet => Promise.all(sheet.getAnimations().map(animation => animation.finished))")
    box = sheet.bounding_box()
    assert box and box["x"] >= 0 and box["x"] + box["width"] <= width and box["y"] + box["height"] <= height + 1
    assert sheet.locator(".sheet-body").evaluate("body => body.scrollWidth <= body.clientWidth")
    for target in sheet.locator(".segments > *, .option-line, [data-close]").all():
        if target.is_visible():
            place = target.bounding_box()
            assert place and place["height"] >= 44 and place["width"] >= 44, target.inner_text()
            assert target.evaluate("it => it.scrollWidth <= it.clientWidth"), target.inner_text()
    context.close()


# -- what they switch on ------------------------------------------------------------------------------


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


def test_a_risky_throw_is_not_asked_about_unless_wanted(stage: Stage, page: Page) -> None:
    moment = may_ask()
    thrown = risky(moment.hand)[0]
    stage.show(moment, moment.hand.turn)
    card(page, thrown).click()
    page.locator("#act-throw").click()
    assert stage.acts() == [format_action(Discard(thrown))]


def by_button(page: Page, number: int) -> None:
    page.locator("#act-throw").click()


def by_key(page: Page, number: int) -> None:
    page.keyboard.press("d")


def by_tap(page: Page, number: int) -> None:
    card(page, number).click()


@pytest.mark.parametrize("again", [by_button, by_key, by_tap])
def test_a_risky_throw_takes_a_second_press_that_is_meant(
    stage: Stage, page: Page, again: Callable[[Page, int], None]
) -> None:
    moment = may_ask()
    thrown = risky(moment.hand)[0]
    stage.show(moment, moment.hand.turn)
    choose(page, "confirm", "on")
    card(page, thrown).click()
    button = page.locator("#act-throw")
    again(page, thrown)
    expect(page.locator("#notice")).to_have_text(str(card(page, thrown).get_attribute("data-risk")))
    expect(button).to_contain_text(f"Vẫn đánh {card(page, thrown).get_attribute('data-sign')}?")
    page.wait_for_timeout(DOUBLE_MS)
    again(page, thrown)
    assert stage.acts() == []
    page.wait_for_timeout(MEANT_MS)
    again(page, thrown)
    assert stage.acts() == [format_action(Discard(thrown))]


def test_another_card_is_another_question(stage: Stage, page: Page) -> None:
    moment = may_ask()
    first, other = risky(moment.hand)[0], safe(moment.hand)[0]
    stage.show(moment, moment.hand.turn)
    choose(page, "confirm", "on")
    button = page.locator("#act-throw")
    card(page, first).click()
    button.click()
    expect(button).to_contain_text("Vẫn")
    card(page, other).click()
    expect(button).not_to_contain_text("Vẫn")
    card(page, first).click()
    expect(button).not_to_contain_text("Vẫn")
    page.wait_for_timeout(MEANT_MS)
    button.click()
    expect(button).to_contain_text("Vẫn")
    assert stage.acts() == []
    card(page, other).click()
    page.wait_for_timeout(MEANT_MS)
    button.click()
    assert stage.acts() == [format_action(Discard(other))]


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
        page.wait_for_timeout(100)
        assert page.evaluate(_OUT_OF_PLACE) == [[], False, False, False], (width, height)
        rows, strip, step = page.evaluate(_STRIPS)
        in_two = width < 600 and chosen.get("rows") == "two"
        assert rows == (2 if in_two and crowd == "ten cards" else 1)
        assert strip >= (44 if in_two else 30) and step >= 44, (width, height)


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
