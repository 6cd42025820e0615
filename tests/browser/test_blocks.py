"""What building blocks do in a browser: keys, focus, room for large letters and for fingers."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

# Every control that a finger could press less than 44 px from side to side or from top to bottom. Links in a sentence
# are as high as its lines (WCAG 2.5.8 excepts them); what a label holds is pressed by its label; a box that overflow
# hides or that a popover or dialog holds back is not there.
TOO_SMALL = """() => [...document.querySelectorAll('a[href], button, input, select, textarea, summary, [role="tab"]')]
  .filter((control) => control.checkVisibility() && control.type !== "hidden" && !control.closest("p, .notice-box"))
  .map((control) => {
    const target = control.closest("label") ?? control;
    const box = target.getBoundingClientRect();
    const after = getComputedStyle(target, "::after");
    const reach = after.content !== "none" && after.position === "absolute" ? Math.max(0, -parseFloat(after.top)) : 0;
    return [target.outerHTML.slice(0, 90), Math.round(box.width), Math.round(box.height + 2 * reach)];
  })
  .filter(([, width, height]) => width < 44 || height < 44)"""
TOO_WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.mark.full
def test_tabs_go_by_keyboard(page: Page) -> None:
    page.goto("/style/")
    first, second, third = (page.locator(f"#tab-{name}") for name in ("day", "week", "ever"))
    first.focus()
    page.keyboard.press("ArrowRight")
    expect(second).to_be_focused()
    expect(second).to_have_attribute("aria-selected", "true")
    expect(page.locator("#panel-week")).to_be_visible()
    expect(page.locator("#panel-day")).to_be_hidden()
    page.keyboard.press("End")
    expect(third).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(first).to_be_focused()
    page.keyboard.press("ArrowLeft")
    expect(third).to_be_focused()
    page.keyboard.press("Home")
    expect(page.locator("#panel-day")).to_be_visible()
    page.keyboard.press("Tab")
    expect(page.locator("#panel-day")).to_be_focused()


@pytest.mark.full
def test_a_dialog_keeps_the_focus_and_gives_it_back(page: Page) -> None:
    page.goto("/style/")
    opener = page.locator('[data-opens="sheet-table"]')
    opener.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    for _ in range(12):
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement === document.body || !!document.activeElement.closest('dialog')")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()
    expect(opener).to_be_focused()


@pytest.mark.full
def test_a_dialog_closes_by_its_buttons_and_by_a_press_beside_it(page: Page) -> None:
    page.goto("/style/")
    for close in (
        lambda: page.locator("#sheet-table .sheet-head [data-close]").click(),
        lambda: page.mouse.click(180, 5),
    ):
        page.locator('[data-opens="sheet-table"]').click()
        expect(page.get_by_role("dialog")).to_be_visible()
        page.locator("#sheet-table .sheet-body").click(position={"x": 5, "y": 5})
        expect(page.get_by_role("dialog")).to_be_visible()
        close()
        expect(page.get_by_role("dialog")).to_be_hidden()


def test_a_list_of_things_to_do_opens_within_the_window_and_closes(page: Page) -> None:
    page.goto("/style/")
    page.locator('.cluster [popovertarget="options-more"]').last.click()
    options = page.locator("#options-more")
    expect(options).to_be_visible()
    box = options.bounding_box()
    assert (
        box and box["x"] >= 0 and box["x"] + box["width"] <= 360 and box["y"] >= 0 and box["y"] + box["height"] <= 740
    )
    options.get_by_role("button").first.click()
    expect(options).to_be_hidden()


@pytest.mark.full
def test_a_list_of_things_to_do_needs_no_popovers(page: Page) -> None:
    page.add_init_script("for (const name of ['showPopover', 'hidePopover']) delete HTMLElement.prototype[name]")
    page.goto("/style/")
    page.locator("#options-more button").first.evaluate("button => button.click()")


@pytest.mark.full
def test_a_toast_is_announced_and_goes_by_its_button(page: Page) -> None:
    page.goto("/style/")
    expect(page.locator(".toasts")).to_have_role("status")
    expect(page.locator(".toasts")).to_be_empty()
    page.locator('[data-kind="good"]').click()
    expect(page.get_by_role("status").locator(".toast")).to_have_text("Đã chép liên kết.")
    page.locator('[data-kind="bad"]').click()
    bad = page.get_by_role("alert").filter(has_text="Chưa lưu được")
    expect(bad).to_be_visible()
    bad.get_by_role("button").click()
    expect(bad).to_have_count(0)


@pytest.mark.full
def test_a_slider_says_its_number(page: Page) -> None:
    page.goto("/style/")
    page.locator("#f-volume").press("ArrowRight")
    expect(page.locator('output[for="f-volume"]')).to_have_text("61")


@pytest.mark.full
@pytest.mark.parametrize("path", ["/", "/style/"])
def test_letters_of_twice_the_size_find_room(page: Page, path: str) -> None:
    page.goto(path)
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert page.evaluate(TOO_WIDE) == 0


@pytest.mark.full
@pytest.mark.parametrize("width", [360, 1440])
@pytest.mark.parametrize("path", ["/", "/style/"])
def test_fingers_find_everything(page: Page, path: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 740})
    page.goto(path)
    assert page.evaluate(TOO_SMALL) == []


def test_the_first_page_shows_its_button_without_scrolling(page: Page) -> None:
    for width, height in ((360, 740), (360, 640), (740, 360), (820, 1180), (1440, 900)):
        page.set_viewport_size({"width": width, "height": height})
        page.goto("/")
        expect(page.get_by_role("button", name="Chơi ngay")).to_be_in_viewport(ratio=1)
        expect(page.locator(".go .button").last).to_be_in_viewport(ratio=1)
        assert page.evaluate(TOO_WIDE) == 0
