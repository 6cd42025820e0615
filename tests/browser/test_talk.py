"""People talk at a table: over the mat and beside it, seen at the seat, counted while unread, muted and reported."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import hand
from tests.browser.test_everyone import LOOKS, faults
from tests.browser.test_seats import friends, open_table

__all__ = ["friends"]

_COVERED = """selector => {
    const box = document.querySelector(selector).getBoundingClientRect();
    const there = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    return Boolean(there?.closest('#talk'));
}"""
_IN_REACH = """selector => {
    const box = document.querySelector(selector).getBoundingClientRect();
    const there = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    return Boolean(there?.closest(selector));
}"""
_COLOUR = "element => getComputedStyle(element).color"
_MOVES = "selector => document.querySelector(selector).getAnimations().length"


@pytest.fixture
def wide(browser: Browser, browser_context_args: dict[str, Any]) -> Iterator[Page]:
    """A desktop's page."""
    looks = browser_context_args | {"viewport": {"width": 1440, "height": 900}, "is_mobile": False, "has_touch": False}
    context = browser.new_context(**looks)
    yield context.new_page()
    context.close()


def together(page: Page, friend: Page) -> str:
    """Both sit at a new table, connected; its address."""
    address = open_table(page, seats=2)
    friend.goto(address)
    friend.locator("#join .button-main").click()
    expect(friend.locator("#act-ready")).to_be_visible()
    expect(friend.locator(".seat.is-away")).to_have_count(0)
    return address


def open_talk(page: Page) -> None:
    page.locator("#talk-open").click()
    expect(page.locator("#talk-lines")).to_be_attached()
    expect(page.locator("#talk")).to_be_visible()


def write(page: Page, text: str) -> None:
    page.locator("#talk-text").fill(text)
    page.locator("#talk-text").press("Enter")


def lines(page: Page) -> list[str]:
    return page.locator("#talk-lines .talk-text").all_inner_texts()


def test_two_talk_while_they_play(page: Page, friends: list[Page]) -> None:
    friend = friends[0]
    together(page, friend)
    page.locator("#act-ready").click()
    for player in (page, friend):
        expect(player.locator("#hand .card").first).to_be_visible()
    open_talk(friend)
    write(friend, "Chào <b>bạn</b>")
    expect(friend.locator("#talk-lines")).to_contain_text("Chào <b>bạn</b>")
    expect(friend.locator("#talk-text")).to_have_value("")
    expect(page.locator(".said")).to_contain_text("Chào <b>bạn</b>")
    expect(page.locator("#talk-open")).to_have_attribute("data-unread", "1")
    open_talk(page)
    expect(page.locator("#talk-lines")).to_contain_text("Chào <b>bạn</b>")
    assert page.locator("#talk-open").get_attribute("data-unread") is None
    for reached in ("#hand .card", "#actions", "#arrange"):
        assert not page.evaluate(_COVERED, reached), f"{reached} can't be pressed"
    page.locator("[data-emote=laugh]").click()
    expect(page.locator("#talk")).to_be_hidden()  # so that the mat is seen
    expect(page.locator(".said.is-emote")).to_be_visible()
    expect(friend.locator("#talk-lines .is-emote")).to_be_visible()
    friend.reload()
    open_talk(friend)
    assert len(lines(friend)) == 2


@pytest.mark.looks
@pytest.mark.full
def test_beside_the_mat_where_there_is_room(wide: Page, friends: list[Page]) -> None:
    together(wide, friends[0])
    for state in ("waiting", "playing"):
        open_talk(wide)
        talk, mat = wide.locator("#talk").bounding_box(), wide.locator("#mat").bounding_box()
        assert talk and mat and talk["x"] >= mat["x"] + mat["width"], state
        assert talk["height"] > 300
        wide.locator("#talk-close").click()
        if state == "waiting":
            wide.locator("#act-ready").click()
            expect(wide.locator("#hand .card").first).to_be_visible()
    open_talk(wide)
    wide.locator("[data-phrase=luck]").click()
    expect(wide.locator("#talk-lines .talk-text")).to_have_count(1)
    expect(wide.locator("#talk")).to_be_visible()


@pytest.mark.full
def test_keys_are_for_the_text_and_escape_closes(wide: Page, friends: list[Page]) -> None:
    together(wide, friends[0])
    wide.locator("#act-ready").click()
    expect(wide.locator("#hand .card").first).to_be_visible()
    version = wide.locator("#table").get_attribute("data-version")
    open_talk(wide)
    expect(wide.locator("#talk-text")).to_be_focused()
    wide.keyboard.type("ab dh gx")
    expect(wide.locator("#talk-text")).to_have_value("ab dh gx")
    assert wide.locator("#table").get_attribute("data-version") == version
    wide.keyboard.press("Escape")
    expect(wide.locator("#talk")).to_be_hidden()
    expect(wide.locator("#talk-open")).to_be_focused()
    open_talk(wide)


@pytest.mark.full
def test_what_is_refused_or_cannot_be_sent_stays_in_the_field(page: Page, friends: list[Page]) -> None:
    together(page, friends[0])
    open_talk(page)
    write(page, "www.xau.vn")
    expect(page.locator("#notice")).not_to_be_empty()
    expect(page.locator("#talk-text")).to_have_value("www.xau.vn")
    page.evaluate("WebSocket.prototype.send = () => {}")  # it goes nowhere
    write(page, "còn đây")
    expect(page.locator("#talk-text")).to_have_value("còn đây")


@pytest.mark.full
def test_muted_reported_and_read_again(page: Page, friends: list[Page]) -> None:
    friend = friends[0]
    together(page, friend)
    open_talk(friend)
    write(friend, "ồn ào")
    open_talk(page)
    more = page.locator(".talk-more")
    more.click()
    page.locator("#talk-report").click()
    sheet = page.locator("#report-sheet")
    expect(sheet.locator("blockquote")).to_have_text("ồn ào")
    sheet.locator("[name=why]").first.check()
    sheet.locator(".button-main").click()
    expect(sheet.locator("[role=status]")).to_be_visible()  # thanked at once
    sheet.locator("[data-close]").click()
    page.locator("#talk-mute").click()
    expect(page.locator("[data-unmute]")).to_be_visible()
    assert lines(page) == []
    write(friend, "vẫn ồn")
    expect(friend.locator("#talk-lines .talk-text")).to_have_count(2)
    write(page, "yên tĩnh quá")
    expect(page.locator("#talk-lines .talk-text")).to_have_text(["yên tĩnh quá"])
    page.locator("[data-unmute]").click()
    expect(page.locator("#talk-lines .talk-text")).to_have_text(["ồn ào", "vẫn ồn", "yên tĩnh quá"])


@pytest.mark.full
def test_spectators_read_and_are_named_to_those_who_sit(page: Page, friends: list[Page]) -> None:
    friend, watcher = friends
    address = together(page, friend)
    watcher.goto(address)
    page.locator("#watchers summary").click()
    expect(page.locator("#watchers p")).to_be_visible()
    open_talk(friend)
    write(friend, "xin chào")
    open_talk(watcher)
    expect(watcher.locator("#talk-lines")).to_contain_text("xin chào")
    expect(watcher.locator("#talk-text")).to_have_count(0)


@pytest.mark.full
def test_after_a_hand_talk_is_in_reach_and_what_is_said_stands_at_its_players_line(page: Page) -> None:
    hand.sit_down(page)
    hand.play_out(page)
    own = page.locator(".result-lines > li:has(.is-own)")
    for width, height in ((360, 740), (740, 360)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(_IN_REACH, "#talk-open")
        result, button = page.locator("#result").bounding_box(), page.locator("#talk-open").bounding_box()
        assert result and button and result["y"] + result["height"] <= button["y"] + 12  # air around its sign
        own.scroll_into_view_if_needed()
        open_talk(page)
        page.locator("[data-emote=laugh]").click()
        expect(page.locator("#talk")).to_be_hidden()
        said, line = page.locator(".said").bounding_box(), own.bounding_box()
        assert said and line
        assert line["x"] <= said["x"] and said["x"] + said["width"] <= line["x"] + line["width"]
        middle = said["y"] + said["height"] / 2
        assert line["y"] < middle < line["y"] + line["height"]
        expect(page.locator(".said")).to_have_count(0)


@pytest.mark.looks
@pytest.mark.full
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_who_watches_can_be_read_on_the_mat_and_beside_it(page: Page, friends: list[Page], theme: str) -> None:
    friend, watcher = friends
    address = together(page, friend)
    watcher.goto(address)
    page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
    page.set_viewport_size({"width": 740, "height": 360})
    eye, talk = page.locator("#watchers summary"), page.locator("#talk-open")
    assert eye.evaluate(_COLOUR) == talk.evaluate(_COLOUR)
    eye.click()
    assert page.locator("#watchers p").evaluate(_COLOUR) == page.locator("body").evaluate(_COLOUR)


@pytest.mark.looks
@pytest.mark.full
@pytest.mark.parametrize(("language", "theme"), LOOKS)
def test_axe_finds_nothing_and_nothing_moves_for_those_who_want_that(
    visitor: Page, friends: list[Page], language: str, theme: str
) -> None:
    together(visitor, friends[0])
    found = {"closed": faults(visitor)}
    open_talk(friends[0])
    write(friends[0], "chào")
    expect(visitor.locator(".said")).to_be_visible()
    assert visitor.evaluate(_MOVES, ".said") == 0
    found["said"] = faults(visitor)
    open_talk(visitor)
    found["open"] = faults(visitor)
    visitor.locator(".talk-more").click()
    found["answered"] = faults(visitor)
    visitor.locator("#talk-mute").click()
    expect(visitor.locator("[data-unmute]")).to_be_visible()
    found["muted"] = faults(visitor)
    assert {name: lines for name, lines in found.items() if lines} == {}


@pytest.mark.looks
@pytest.mark.full
@pytest.mark.parametrize("size", [(320, 568), (360, 740), (740, 360), (820, 1180), (1440, 900)])
def test_it_fits(page: Page, friends: list[Page], size: tuple[int, int]) -> None:
    together(page, friends[0])
    page.locator("#act-ready").click()
    expect(page.locator("#hand .card").first).to_be_visible()
    page.set_viewport_size({"width": size[0], "height": size[1]})
    open_talk(page)
    talk, form = page.locator("#talk").bounding_box(), page.locator("#talk-form").bounding_box()
    assert talk and form and form["y"] + form["height"] <= talk["y"] + talk["height"] + 0.5
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    for reached in ("#hand .card", "#actions"):
        assert not page.evaluate(_COVERED, reached)
