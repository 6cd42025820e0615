"""The settings in a browser: what is chosen holds at once, is remembered, and the table below goes on."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from game.rules.actions import DRAW
from game.rules.hand import legal_actions
from tests.browser import hand
from tests.browser.sheet import SIZES, choose, open_settings, press
from tests.browser.stage import FIRST_REVISION, Stage
from tests.screens.scenes import find


def holds(page: Page, name: str, value: str) -> None:
    expect(page.locator("html")).to_have_attribute(f"data-{name}", value)


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


@pytest.mark.full
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
    with page.expect_response("**/settings/"):
        press(sheet, "pack", "four")
    expect(sheet.locator(".settings-told")).to_be_empty()
    page.reload()
    holds(page, "theme", "dark")
    holds(page, "pack", "four")


def test_what_is_refused_is_told_and_not_tried_again(context: BrowserContext) -> None:
    page = context.new_page()
    page.clock.install()
    page.goto("/")
    sheet = open_settings(page)
    sent: list[str] = []

    def refuse(route: Route) -> None:
        if route.request.method == "GET":
            return route.continue_()
        sent.append(str(route.request.post_data))
        status, body = (422, "Không có màu này.") if len(sent) == 1 else (403, "")
        route.fulfill(status=status, body=body, content_type="text/plain; charset=utf-8")

    page.route("**/settings/", refuse)
    press(sheet, "theme", "dark")
    expect(sheet.locator(".settings-told")).to_have_text("Không có màu này.")
    page.clock.run_for(10_000)
    press(sheet, "pack", "four")
    expect(sheet.locator(".settings-told")).to_contain_text("Không lưu được")
    assert sent == ["theme=dark", "pack=four", "pack=four"], "once more with a new token"


@pytest.mark.full
def test_a_sheet_opened_before_signing_in_elsewhere_still_saves(context: BrowserContext) -> None:
    page = context.new_page()
    page.goto("/")
    sheet = open_settings(page)
    hand.sit_down(context.new_page())
    with page.expect_response(lambda answer: answer.request.method == "POST" and answer.ok):
        press(sheet, "theme", "dark")
    expect(sheet.locator(".settings-told")).to_be_empty()
    page.reload()
    holds(page, "theme", "dark")


@pytest.mark.full
def test_without_a_connection_the_sheet_says_so_and_comes_later(context: BrowserContext) -> None:
    page = context.new_page()
    page.goto("/")
    page.route("**/settings/**", lambda route: route.abort())
    page.locator("a.settings-link").click()
    expect(page.locator("#settings")).to_be_visible()
    expect(page.locator("#settings")).to_contain_text("Chưa mở được")
    page.keyboard.press("Escape")
    expect(page.locator("#settings")).to_be_hidden()
    page.unroute("**/settings/**")
    open_settings(page)


@pytest.mark.full
def test_a_connection_that_breaks_within_an_answer_is_told_too(page: Page) -> None:
    page.goto("/")
    page.evaluate("() => { Response.prototype.text = () => Promise.reject(new TypeError('gone')); }")
    page.locator("a.settings-link").click()
    expect(page.locator("#settings")).to_be_visible()
    expect(page.locator("#settings")).to_contain_text("Chưa mở được")


@pytest.mark.full
def test_a_second_press_on_the_way_to_the_sheet_asks_for_no_second_one(page: Page) -> None:
    page.goto("/")
    page.evaluate("""() => {
        const { text } = Response.prototype;
        Response.prototype.text = async function () {
            window.asked = (window.asked ?? 0) + 1;
            if (window.asked === 1) document.querySelector('a.settings-link').click();
            return text.call(this);
        };
    }""")
    expect(open_settings(page)).to_be_visible()
    assert page.evaluate("window.asked") == 1


@pytest.mark.full
def test_a_refusal_whose_words_are_lost_holds_up_nothing(context: BrowserContext) -> None:
    page = context.new_page()
    page.goto("/")
    sheet = open_settings(page)
    page.route("**/settings/", lambda route: route.fulfill(status=422))
    page.evaluate("() => { Response.prototype.text = () => Promise.reject(new TypeError('gone')); }")
    press(sheet, "theme", "dark")
    expect(sheet.locator(".settings-told")).to_contain_text("Không lưu được")
    page.unroute("**/settings/")
    with page.expect_response(lambda answer: answer.request.method == "POST" and answer.ok):
        press(sheet, "pack", "four")


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


@pytest.mark.full
def test_a_browser_without_sound_is_offered_none(page: Page) -> None:
    page.goto("/")
    sheet = open_settings(page)
    for name in ("sound", "volume"):
        expect(sheet.locator(f"input:not([type=hidden])[name={name}]")).to_be_visible()
    page.add_init_script("delete window.AudioContext")
    page.goto("/")
    sheet = open_settings(page)
    for name in ("sound", "volume"):
        expect(sheet.locator(f"input:not([type=hidden])[name={name}]")).to_be_hidden()
    expect(sheet.locator("input[name=theme]").first).to_be_visible()


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


@pytest.mark.full
def test_words_selected_to_beyond_the_sheet_leave_it_open(page: Page) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto("/")
    sheet = open_settings(page)
    words = sheet.locator("legend").first.bounding_box()
    assert words
    page.mouse.move(words["x"] + 2, words["y"] + 5)
    page.mouse.down()
    page.mouse.move(5, words["y"] + 5, steps=4)
    page.mouse.up()
    expect(sheet).to_be_visible()
    page.mouse.click(5, words["y"])
    expect(sheet).to_be_hidden()


def test_the_table_goes_on_below(stage: Stage, page: Page) -> None:
    moment = find(lambda position: DRAW in legal_actions(position))
    viewer = moment.hand.turn
    stage.show(moment, (viewer + 1) % 4)
    sheet = open_settings(page)
    stage.show(moment, viewer)
    expect(sheet).to_be_visible()
    expect(sheet.locator(".sheet-turn")).to_contain_text("lượt bạn")
    for key in ("b", "x", "Escape"):
        page.keyboard.press(key)
    assert stage.acts() == [] and not stage.sent_of("order")
    expect(sheet).to_be_hidden()
    expect(page.locator(".bar-menu")).to_be_focused()
    page.keyboard.press("b")
    assert stage.acts() == ["draw"]


@pytest.mark.full
def test_a_turn_is_told_above_the_prices_too(stage: Stage, page: Page) -> None:
    moment = find(lambda position: DRAW in legal_actions(position))
    viewer = moment.hand.turn
    stage.show(moment, (viewer + 1) % 4)
    told = page.locator("#price-card .sheet-turn")
    for _ in range(2):
        page.locator("#rules").click()
        expect(told).to_be_visible(visible=stage.revision > FIRST_REVISION + 1)
        stage.show(moment, viewer)
        expect(told).to_contain_text("lượt bạn")
        page.keyboard.press("Escape")
        expect(page.locator("#price-card")).to_be_hidden()


@pytest.mark.full
@pytest.mark.parametrize("locale", ["vi-VN", "en-GB"])
def test_the_sheet_fits_and_its_targets_are_large(browser: Browser, base_url: str, locale: str) -> None:
    context = browser.new_context(base_url=base_url, locale=locale)
    page = context.new_page()
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.goto("/")
        sheet = open_settings(page)
        sheet.evaluate("sheet => Promise.all(sheet.getAnimations().map(animation => animation.finished))")
        box = sheet.bounding_box()
        assert box and box["x"] >= 0 and box["x"] + box["width"] <= width and box["y"] + box["height"] <= height + 1
        assert sheet.locator(".sheet-body").evaluate("body => body.scrollWidth <= body.clientWidth"), width
        for target in sheet.locator(".segments > *, .option-line, [data-close]").all():
            if target.is_visible():
                place = target.bounding_box()
                assert place and place["height"] >= 44 and place["width"] >= 44, target.inner_text()
                assert target.evaluate("it => it.scrollWidth <= it.clientWidth"), target.inner_text()
    context.close()
