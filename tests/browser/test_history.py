"""From a hand just played to the past ones, through one of them move by move, and home with its record."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import call_command
from playwright.sync_api import Browser, Page, expect

from tests.browser import hand
from tests.browser.test_accounts import sign_up

pytestmark = pytest.mark.xdist_group("history")  # one hand is played for all of them


def play_a_hand(page: Page) -> None:
    hand.sit_down(page)
    hand.play_out(page)


def open_history(page: Page) -> None:
    """By the menu of one's own, from the first page."""
    page.goto("/")
    page.locator(".owner-button").click()
    page.locator("#owner-links").get_by_role("link", name="Ván đã chơi").click()
    expect(page.locator(".hands > li")).not_to_have_count(0)


def link_of(page: Page) -> str:
    """The address of the hand that is over at the table."""
    return str(page.locator("#result a[href^='/hands/']:not([data-report])").get_attribute("href"))


@pytest.fixture(scope="module")
def address(browser: Browser, base_url: str) -> Iterator[str]:
    """Of a hand that somebody else has played."""
    context = browser.new_context(base_url=base_url, locale="vi-VN", service_workers="block")
    page = context.new_page()
    play_a_hand(page)
    hand.wait_until_open(page, link_of(page))
    yield link_of(page)
    context.close()


def open_replay(page: Page, address: str) -> None:
    """All its steps are there."""
    with page.expect_response("**/steps/"):
        page.goto(address)
    expect(page.locator("#replay-play")).to_be_visible()


def shows(page: Page, step: int) -> None:
    """The table, the list and the slider are at that step."""
    expect(page.locator("#table")).to_have_attribute("data-step", str(step))
    expect(page.locator("#moves [aria-current]")).to_have_attribute("href", f"?step={step}")
    expect(page.locator("#replay-at")).to_have_value(str(step))


def last_of(page: Page) -> int:
    return int(str(page.locator("#replay").get_attribute("data-last")))


def test_from_signing_up_to_the_first_hand_its_history_and_its_replay(
    page: Page, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page.goto("/account/signup/")
    sign_up(page, "van-dau@example.com")
    expect(page.locator(".messages")).to_be_visible()
    play_a_hand(page)
    address = link_of(page)
    page.locator(f"#result a[href='{address}']").click()
    expect(page.locator("#replay")).to_be_visible()
    page.go_back()  # the table stays

    open_history(page)
    row = page.locator(f".hands a[href='{address}']")
    expect(row).to_be_visible()
    other = row.locator("bdi").first.inner_text()
    page.locator(".hand-filters summary").click()
    page.locator("#of-against").fill(other[3:])
    page.locator("#of-preset").select_option("online")
    page.locator(".hand-filters button").click()
    expect(page).to_have_url(re.compile("against=.*"))
    expect(row).to_be_visible()
    page.locator(".hand-filters summary").click()
    page.locator("#of-preset").select_option("ca_k")
    page.locator(".hand-filters button").click()
    expect(page.locator(".empty")).to_be_visible()
    page.locator(".empty a").click()

    with page.expect_download() as download:
        page.locator("a[href^='/history/download/']").click()
    download.value.save_as(tmp_path / "hands.jsonl")
    row.click()
    expect(page).to_have_url(re.compile(address))
    with page.expect_download() as download:
        page.locator("a[href$='.jsonl']").click()
    download.value.save_as(tmp_path / "hand.jsonl")
    call_command("checkhands", str(tmp_path / "hands.jsonl"), str(tmp_path / "hand.jsonl"))
    assert ", 0 differ" in capsys.readouterr().out


def test_step_by_step_by_keys_and_by_address(page: Page, address: str) -> None:
    open_replay(page, address)
    last = last_of(page)
    shows(page, 0)
    for key, step in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", last), ("Home", 0)):
        page.keyboard.press(key)
        shows(page, step)
    page.keyboard.press("End")
    expect(page.locator("#result")).to_be_visible()
    expect(page).to_have_url(re.compile(f"step={last}$"))
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#result")).to_have_count(0)
    expect(page).to_have_url(re.compile(f"step={last - 1}$"))
    board = page.locator("#mat").inner_html()
    page.reload()
    shows(page, last - 1)
    assert page.locator("#mat").inner_html() == board
    page.go_back()
    expect(page).to_have_url("about:blank")  # steps are no pages to go back through


@pytest.mark.full
def test_by_touch_list_and_slider(page: Page, address: str) -> None:
    open_replay(page, f"{address}?step=3")
    shows(page, 3)
    for way, step in (("on", 4), ("back", 3), ("first", 0), ("last", last_of(page))):
        page.locator(f"[data-go={way}]").tap()
        shows(page, step)
    page.locator("#moves a").nth(2).tap()
    shows(page, 2)
    page.locator("#replay-at").fill("5")
    shows(page, 5)
    for control in page.locator("#replay-bar > :is(a, button, select)").all():
        box = control.bounding_box()
        assert box and box["width"] >= 44 and box["height"] >= 44


@pytest.mark.full
def test_it_plays_by_itself_to_the_end_and_again(page: Page, address: str) -> None:
    open_replay(page, address)
    last = last_of(page)
    page.locator("#replay-speed").select_option("4")
    page.locator("#replay-speed").evaluate("element => element.blur()")
    play = page.locator("#replay-play")
    play.tap()
    expect(play).to_have_class(re.compile("is-playing"))
    expect(page.locator("#table")).not_to_have_attribute("data-step", "0")
    page.keyboard.press("Space")
    expect(play).not_to_have_class(re.compile("is-playing"))
    page.locator("#replay-at").fill(str(last - 1))
    page.locator("#replay-at").evaluate("element => element.blur()")
    page.keyboard.press("Space")
    shows(page, last)
    expect(play).not_to_have_class(re.compile("is-playing"))
    page.keyboard.press("Space")
    expect(page.locator("#table")).not_to_have_attribute("data-step", str(last))


def test_the_link_is_copied_where_there_is_nothing_to_share_with(page: Page, address: str) -> None:
    page.add_init_script("delete Navigator.prototype.share")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    open_replay(page, f"{address}?step=2")
    page.locator("#replay-share").click()
    expect(page.locator(".toast.is-good")).to_have_count(1)
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == page.url and copied.endswith("?step=2")


def test_cards_travel_to_the_next_step(page: Page, address: str) -> None:
    open_replay(page, address)
    thrown = page.locator("#moves li[data-did^=discarded]").first.locator("a").get_attribute("href")
    step = int(str(thrown).removeprefix("?step="))
    page.locator("#replay-at").fill(str(step - 1))
    page.locator("#replay-at").evaluate("element => element.blur()")
    shows(page, step - 1)
    page.evaluate(
        "addEventListener('keydown', () => { const seen = window.seen = new Set(); (function look() {"
        " for (const card of document.querySelectorAll('.is-flying')) seen.add(card.parentElement.id);"
        " requestAnimationFrame(look); })(); })"
    )
    page.keyboard.press("ArrowRight")
    shows(page, step)
    page.wait_for_function("() => [...window.seen].some(id => id.startsWith('row-'))")


def test_without_javascript_by_links(browser: Browser, base_url: str, address: str) -> None:
    context = browser.new_context(java_script_enabled=False, base_url=base_url)
    page = context.new_page()
    page.goto(address)
    expect(page.locator("#replay-play")).to_be_hidden()
    page.locator("[data-go=on]").click()
    expect(page.locator("#table")).to_have_attribute("data-step", "1")
    page.locator("#moves a").nth(4).click()
    expect(page.locator("#table")).to_have_attribute("data-step", "4")
    page.locator("[data-go=last]").click()
    expect(page.locator("#result")).to_be_visible()
    context.close()


_CROWDED = """() => {
    const mat = document.getElementById('mat').getBoundingClientRect();
    const seats = [...document.querySelectorAll('#mat .seat')].map(seat =>
        [...seat.querySelectorAll('.face, .who')].map(thing => thing.getBoundingClientRect()));
    const within = (a, b) => a.left >= b.left && a.top >= b.top && a.right <= b.right && a.bottom <= b.bottom;
    const out = seats.flat().filter(one => !within(one, mat));
    const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
    const covered = (own, others) => others.filter(other => own.some(one => meet(one, other)));
    const over = seats.flatMap((own, n) => covered(own, seats.slice(n + 1).flat()));
    return [out.length, over.length, document.documentElement.scrollWidth - innerWidth];
}"""
"""How many cards and names lie outside of the mat, or over those of another seat; by how much the page is too wide."""


@pytest.mark.full
def test_open_hands_have_room(page: Page, address: str) -> None:
    page.emulate_media(reduced_motion="reduce")
    for width, height in ((320, 568), (360, 740), (740, 360), (820, 1180), (1024, 600), (1440, 900)):
        page.set_viewport_size({"width": width, "height": height})
        open_replay(page, address)
        last = last_of(page)
        for step in {0, last // 2, last * 3 // 4, max(0, last - 3), max(0, last - 1)}:
            page.locator("#replay-at").fill(str(step))
            shows(page, step)
            assert page.evaluate(_CROWDED) == [0, 0, 0], f"step {step} of {address}, {width} px wide"
        bar = page.locator("#replay-bar").bounding_box()
        assert bar and bar["y"] + bar["height"] <= height + 1, f"in sight without scrolling, {width} px wide"
