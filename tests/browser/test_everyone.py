"""For everyone: every page and state of a table examined by axe, a hand played by keys alone, what is announced."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils import translation
from playwright.sync_api import Locator, Page, expect

from game.rules.actions import Draw
from game.rules.cards import NAMES
from game.rules.hand import Hand, legal_actions
from game.rules.settlement import settle
from game.rules.sight import see
from game.screens import words
from game.screens.cards import sign, spoken
from game.screens.risks import risks
from tests.browser import hand
from tests.browser.moments import risky
from tests.browser.pages import ADDRESSES, PAGES, visit
from tests.browser.stage import Stage, after
from tests.browser.states import STATES, kinds
from tests.screens.scenes import Moment, find, hands

NO_PAGES = {
    "play",
    "table",
    "table_fragment",
    "leave",
    "company",
    "friend",
    "whereabouts",
    "calls",
    "decline_call",
    "table_friends",
    "invite_friend",
    "score_sheet",
    "score_file",
    "rematch",
    "quick_play",
    "manifest",
    "worker",
    "set_language",
    "history_download",
    "hands_of",
    "profile",
    "hand_of",
    "replay",
    "replay_steps",
    "hand_record",
    "last_hand",
    "deal_sheet",
    "account",
    "change_name",
    "sign_out_elsewhere",
    "delete_account",
    "download_data",
    "relief",
    "take_seat",
    "join",
    "table_invite",
    "table_qr",
    "table_gold",
    "talk",
    "talk_mute",
    "notice",
    "notice_over",
    "sanctions",
    "sanction_read",
    "appeal",
    "announcements",
    "announcement_away",
    "report_player",
    "report_message",
    "report_hand",
    "answer_read",
}
LOOKS = [pytest.param("vi", "dark"), pytest.param("en", "light", marks=pytest.mark.full)]
"""Each language and each theme once: colours don't depend on words, nor words on colours."""


def faults(page: Page) -> list[str]:
    """What axe finds, a line a rule and place, in a page with its styles."""
    page.wait_for_load_state()
    found = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
    return [f"{fault['id']}: {node['target']} {node['failureSummary']}" for fault in found for node in fault["nodes"]]


@pytest.mark.full
@pytest.mark.parametrize(("language", "theme"), LOOKS)
def test_axe_finds_nothing_on_any_page(visitor: Page, language: str, theme: str) -> None:
    found = {}
    for name in PAGES:
        visit(visitor, name, language)
        visitor.wait_for_load_state("networkidle")
        found[name] = faults(visitor)
    assert {name: lines for name, lines in found.items() if lines} == {}


@pytest.mark.full
@pytest.mark.parametrize(("language", "theme"), LOOKS)
def test_axe_finds_nothing_at_a_table(visitor: Page, language: str, theme: str) -> None:
    stage = Stage(visitor)
    found = {}
    for name, state in STATES.items():
        state.show(stage, language)
        found[name] = faults(visitor)
    assert {name: lines for name, lines in found.items() if lines} == {}


@pytest.mark.parametrize(("language", "theme"), LOOKS)
def test_axe_finds_nothing_in_the_sheets(visitor: Page, language: str, theme: str) -> None:
    hand.sit_down(visitor)
    found = {}
    for opener, sheet in ((".settings-link", "#settings"), ("#rules", "#price-card")):
        if opener == ".settings-link":
            visitor.locator(".bar-menu").click()
        visitor.locator(opener).click()
        expect(visitor.locator(sheet)).to_be_visible()
        found[sheet] = faults(visitor)
        visitor.keyboard.press("Escape")
        expect(visitor.locator(sheet)).to_be_hidden()
    assert {name: lines for name, lines in found.items() if lines} == {}


@pytest.mark.full
@pytest.mark.parametrize(("language", "theme"), LOOKS)
def test_axe_finds_nothing_about_past_hands(visitor: Page, language: str, theme: str) -> None:
    hand.sit_down(visitor)
    hand.play_out(visitor)
    visitor.goto("/history/")
    visitor.locator(".hand-filters summary").click()
    found = {"history": faults(visitor)}
    visitor.locator(".hands a.item").first.click()
    expect(visitor.locator("#replay-play")).to_be_visible()
    for step in ("on", "last"):
        visitor.locator(f"[data-go={step}]").click()
        expect(visitor.locator("#moves [aria-current]")).to_have_count(1)
        visitor.wait_for_timeout(1_000)  # the result has come up
        found[step] = faults(visitor)
    assert {name: lines for name, lines in found.items() if lines} == {}


def test_every_page_is_examined() -> None:
    known = {re.sub(r"[^/]+/$", "", path) if path.startswith("/rules/o") else path for path in ADDRESSES.values()}
    for pattern in _pages(get_resolver().url_patterns):
        route = "/" + str(pattern.pattern).replace("<slug:preset>/", "")
        assert route in known, f"{route} is not in tests/browser/pages.py"


def _pages(patterns: list[URLPattern | URLResolver]) -> Iterator[URLPattern]:
    for pattern in patterns:
        if isinstance(pattern, URLPattern):
            if pattern.name not in NO_PAGES:
                yield pattern
        elif not str(pattern.pattern).startswith(("admin", "account")):  # test_accounts.py is about the latter
            yield from _pages(pattern.url_patterns)


# -- by keys alone ------------------------------------------------------------------------------------------


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until the focus is on what is looked for."""
    for _ in range(60):
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab never comes to {selector}")


def press_button(page: Page, selector: str) -> None:
    tab_to(page, selector)
    page.keyboard.press("Enter")


def choose(page: Page, selector: str) -> None:
    """Go to a card of the hand by arrows and choose it."""
    tab_to(page, "#hand .card")
    page.keyboard.press("Home")
    for _ in range(10):
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            break
        page.keyboard.press("ArrowRight")
    if page.evaluate("document.activeElement.getAttribute('aria-pressed')") == "false":
        page.keyboard.press("Enter")


def turn_by_tab(page: Page) -> None:
    """One action by Tab, arrows and Enter."""
    for button in ("#act-eat", "#act-draw", "#act-lay"):
        if page.locator(button).count():
            press_button(page, button)
            return
    if page.locator("#sends [data-send]").count():
        choose(page, ".can-send")
        hand.settle(page)
        press_button(page, "#sends button:not([hidden])")
        return
    choose(page, "[data-throw]")
    press_button(page, "#act-throw")


def turn_by_letters(page: Page) -> None:
    """One action by the keys that the buttons show."""
    if page.locator("#act-eat").count():
        page.keyboard.press("a")
    elif page.locator("#act-draw").count():
        page.keyboard.press("b")
    elif page.locator("#act-lay").count():
        page.keyboard.press("h")
    elif page.locator("#sends [data-send]").count():
        choose(page, ".can-send")
        hand.settle(page)
        page.keyboard.press("g")
    else:
        choose(page, "[data-throw]")
        page.keyboard.press("d")


@pytest.mark.parametrize("turn", [turn_by_tab, pytest.param(turn_by_letters, marks=pytest.mark.full)])
def test_a_hand_by_keyboard_alone(page: Page, turn: Any) -> None:
    page.goto("/")
    press_button(page, "form[action='/play/'] button")
    page.wait_for_url("**/t/*/")
    hand.wait(page, before="")
    tab_to(page, "#hand .card")
    while not hand.is_over(page):
        before = hand.position(page)
        hand.settle(page)
        turn(page)
        hand.wait(page, before)
        assert page.evaluate("document.activeElement.id"), "the focus was lost"
    ended = hand.position(page)
    hand.settle(page)
    press_button(page, "#act-ready")
    hand.wait(page, ended)


# -- what is said ------------------------------------------------------------------------------------------

LISTEN = """() => {
    window.said = { polite: [], assertive: [] };
    const note = (kind, region) => new MutationObserver(() => {
        const text = region.textContent.trim();
        if (text) window.said[kind].push(text);
    }).observe(region, { childList: true, characterData: true, subtree: true });
    note("assertive", document.getElementById("your-turn"));
    let last = document.getElementById("latest").textContent;
    new MutationObserver(() => {
        const text = document.getElementById("latest").textContent;
        if (text !== last) window.said.polite.push(text);
        last = text;
    }).observe(document.body, { childList: true, characterData: true, subtree: true });
}"""


def test_each_event_is_announced_once_and_the_own_turn_at_once(page: Page) -> None:
    """Wherever the focus is: here it is on a card all the time."""
    stage = Stage(page)
    moment = find(lambda position: position.turn == 3 and position.lying > 6 and STATES["take"].test(position))
    stage.show(moment, 0)
    page.locator("#hand .card").first.focus()
    page.evaluate(LISTEN)
    drawn = after(moment, Draw())
    thrown = after(drawn, next(action for action in legal_actions(drawn.hand) if action.kind == "discard"))
    stage.show(drawn, 0)
    stage.show(drawn, 0)  # the same once more, as after a reconnection
    stage.show(thrown, 0)
    said = page.evaluate("window.said")
    assert len(said["polite"]) == 2
    assert "bốc" in said["polite"][0] and "đánh" in said["polite"][1]
    assert len(said["assertive"]) == 1 and "Đến lượt bạn" in said["assertive"][0]
    expect(page.locator("#latest")).to_have_attribute("aria-live", "polite")
    assert page.evaluate("document.activeElement.matches('#hand .card')")


SIGNS = re.compile("[♠♣♦♥]")


def heard(part: Locator) -> str:
    """The names of all there is in it, and the text that stands in no image."""
    told = part.aria_snapshot()
    return "\n".join(re.findall(r'"([^"]*)"', told) + re.findall(r"- text: (.*)", told))


@pytest.mark.full
def test_what_the_buttons_do_is_told_by_the_names_of_cards(page: Page) -> None:
    """As the browser tells it, in the tree that a screen reader reads."""
    stage = Stage(page)
    for name in ("eat", "throw", "lays", "send", "crowded"):
        STATES[name].show(stage, "vi")
        for part in ("#actions", "#mat"):
            told = heard(page.locator(part))
            assert told and not SIGNS.search(told), f"{name}: {told}"


@pytest.mark.full
def test_a_notice_is_told_by_the_names_of_cards(page: Page) -> None:
    """Why a card can't be thrown, why that should be thought over, what the table refuses."""
    stage = Stage(page)
    notice = page.locator("#notice")
    STATES["barred"].show(stage, "vi")
    expect(notice).not_to_be_empty()
    told = [notice.aria_snapshot()]
    moment = find(lambda position: "discard" in kinds(position) and bool(naming_cards(position)))
    with translation.override("vi"):
        name, why = NAMES[naming_cards(moment.hand)[0]], words("not_in_hand", {"card": "AC"})
    stage.show(moment, moment.hand.turn)
    page.evaluate("document.documentElement.dataset.confirm = 'on'")
    page.locator(f"#card-{name}").click(position={"x": 12, "y": 14})
    page.locator("#act-throw").click()
    expect(notice).not_to_be_empty()
    told.append(notice.aria_snapshot())
    stage.tell({"kind": "notice", "target": "#notice", "swap": "innerMorph", "content": why})
    expect(notice).to_have_text("A♣ không có trên tay bạn.")
    told.append(notice.aria_snapshot())
    assert "át nhép" in told[2]
    for heard_there in (re.sub(r'(img "[^"]*"): \S+', r"\1", snapshot) for snapshot in told):  # signs are seen only
        assert re.search("bích|nhép|rô|cơ", heard_there) and not SIGNS.search(heard_there), heard_there


def naming_cards(position: Hand) -> list[int]:
    """The cards whose throw is risky for a reason that names cards."""
    found = risks(see(position, position.turn), ("",) * 4)
    return [card for card, why in found.items() if "in-text" in why]


@pytest.mark.full
def test_the_card_about_to_be_thrown_is_named_and_so_is_one_asked_about(page: Page) -> None:
    stage = Stage(page)
    moment = find(lambda position: "discard" in kinds(position) and bool(risky(position)))
    number = risky(moment.hand)[0]
    stage.show(moment, moment.hand.turn)
    page.evaluate("document.documentElement.dataset.confirm = 'on'")
    page.locator(f"#card-{NAMES[number]}").click(position={"x": 12, "y": 14})
    with translation.override("vi"):
        name = spoken(number)
    expect(page.locator("#act-throw")).to_have_accessible_name(f"Đánh {name}")
    page.locator("#act-throw").click()
    expect(page.locator("#act-throw")).to_have_accessible_name(f"Vẫn đánh {name}?")
    expect(page.locator("#act-throw .in-text")).to_have_text(sign(number))


@pytest.mark.full
def test_another_way_to_lay_is_told_on_the_button(page: Page) -> None:
    stage = Stage(page)
    STATES["lays"].show(stage, "vi")
    first, second = (page.locator("[data-preview]").nth(at) for at in (0, 1))
    expect(first).to_be_visible()
    page.locator("#lay-2").check()
    expect(second).to_be_visible()
    expect(first).to_be_hidden()


@pytest.mark.full
def test_what_can_be_done_stays_true_as_the_turn_goes_on_and_is_said_once(page: Page) -> None:
    stage = Stage(page)
    moment = find(lambda position: {"draw", "eat"} <= set(kinds(position)))
    viewer = moment.hand.turn
    stage.show(moment, viewer)
    turn = page.locator("#your-turn")
    with translation.override("vi"):
        expect(turn).to_have_text(f"Đến lượt bạn: Bốc, Ăn {spoken(moment.hand.offered or 0)}")
    expect(turn).not_to_have_attribute("aria-live", "off")
    drawn = after(moment, Draw())
    stage.show(drawn, viewer)
    expect(turn).to_have_text("Đến lượt bạn: Đánh")
    expect(turn).to_have_attribute("aria-live", "off")
    page.locator("#rules").click()
    expect(page.locator("#price-card .sheet-turn")).to_have_text("Đến lượt bạn: Đánh")
    page.keyboard.press("Escape")
    thrown = after(drawn, next(action for action in legal_actions(drawn.hand) if action.kind == "discard"))
    stage.show(thrown, viewer)
    expect(turn).to_be_empty()
    stage.show(moment, viewer)
    expect(turn).to_contain_text("Bốc")
    expect(turn).not_to_have_attribute("aria-live", "off")


def test_the_end_is_announced_wherever_the_focus_is(page: Page) -> None:
    stage = Stage(page)
    moment = STATES["result"].moment()
    winner = settle(moment.hand).winner
    stage.show(moments_of(moment)[-2], winner)
    page.evaluate(LISTEN)
    stage.show(moment, winner)
    said = page.evaluate("window.said.polite")
    assert len(said) == 1
    assert "Bạn thắng ván" in said[0] and said[0].endswith(f"Bạn được {settle(moment.hand).units[winner]} cược")
    told = heard(page.locator("#result"))
    assert "phỏm " in told and "Bài rác" in told and not SIGNS.search(told)


def moments_of(moment: Moment) -> tuple[Moment, ...]:
    """The whole hand that the moment is of."""
    return next(moments for moments in hands() if moment in moments)


def test_cards_are_spoken_by_name_and_the_order_is_that_of_play(page: Page) -> None:
    stage = Stage(page)
    STATES["eat"].show(stage, "vi")
    names = page.locator("#hand .card").evaluate_all("cards => cards.map(card => card.ariaLabel)")
    assert all(
        re.match(r"(át|hai|ba|bốn|năm|sáu|bảy|tám|chín|mười|bồi|đầm|già) (bích|nhép|rô|cơ)", name) for name in names
    )
    order = page.locator("#table .seat, #middle, #strip, #hand, #actions").evaluate_all(
        "parts => parts.map(part => part.className.match(/seat-(right|top|left|bottom)/)?.[1] ?? part.id)"
    )
    assert order == ["right", "top", "left", "middle", "bottom", "strip", "hand", "actions"]
