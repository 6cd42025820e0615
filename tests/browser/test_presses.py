"""Presses that weren't meant, keys, and drags while the table goes on: on positions of recorded hands."""

from __future__ import annotations

from collections import Counter

import pytest
from playwright.sync_api import Locator, Page, expect

from game.rules.actions import DRAW, EAT, Discard, Lay, Send, format_action
from game.rules.cards import NAMES
from game.rules.hand import Hand, Phase, apply, legal_actions
from tests.browser import hand
from tests.browser.stage import Stage, after
from tests.browser.states import STATES
from tests.screens.scenes import Moment, chairs, find, hands

DOUBLE_MS = 180
"""Between the two presses of a double one."""
_PRESS_AFTER_THE_SWAP = """([x, y, times, byKey]) => {
    const press = () => {
        const key = new KeyboardEvent("keydown", { code: "KeyD", key: "d", bubbles: true });
        const target = byKey ? document.activeElement : document.elementFromPoint(x, y);
        if (byKey) target.dispatchEvent(key);
        else target.closest("button")?.focus();
        target.click();
        window.pressed += 1;
    };
    window.pressed = 0;
    document.addEventListener("htmx:after:swap", () => times.forEach(ms => setTimeout(press, ms)), { once: true });
}"""


def throws(position: Hand) -> list[Discard]:
    return [action for action in legal_actions(position) if isinstance(action, Discard)]


def kept_throw(position: Hand, taking: object) -> Discard:
    """A throw that will be allowed after taking, of a card that is in the hand before."""
    following = apply(position, taking)[0]
    return next(throw for throw in throws(following) if position.seats[position.turn].cards >> throw.card & 1)


def may_take(taking: object) -> Moment:
    return find(
        lambda position: taking in legal_actions(position) and len(throws(apply(position, taking)[0])) > 1  # type: ignore[arg-type]
    )


def last_throw() -> tuple[Moment, Moment]:
    """A hand before and after its last action, a throw of the person's."""
    return next(
        (moments[-2], moments[-1])
        for moments in hands()
        if moments[-2].hand.turn == 0 and isinstance(moments[-1].hand.actions[-1], Discard)
    )


def card(page: Page, number: int) -> Locator:
    return page.locator(f"#card-{NAMES[number]}")


def centre(locator: Locator) -> tuple[float, float]:
    box = locator.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def show_and_press(
    stage: Stage, moment: Moment, viewer: int, place: tuple[float, float], times: int, by_key: bool
) -> None:
    """Show the moment, and press there again and again from then on, by the page's own clock."""
    waits = [DOUBLE_MS * (n + 1) for n in range(times)]
    stage.page.evaluate(_PRESS_AFTER_THE_SWAP, [*place, waits, by_key])
    stage.show(moment, viewer, settled=False)
    stage.page.wait_for_function("times => window.pressed === times", arg=times)


@pytest.mark.parametrize("by_key", [False, True])
def test_the_second_press_on_eat_does_not_throw_the_selected_card(stage: Stage, page: Page, by_key: bool) -> None:
    moment = may_take(EAT)
    viewer, throw = moment.hand.turn, kept_throw(moment.hand, EAT)
    stage.show(moment, viewer)
    card(page, throw.card).click()
    place = centre(page.locator("#act-eat"))
    page.mouse.click(*place)
    show_and_press(stage, after(moment, EAT), viewer, place, times=1, by_key=by_key)
    hand.settle(page)
    assert stage.acts() == ["eat"]
    page.mouse.click(*centre(page.locator("#act-throw")))
    assert stage.acts() == ["eat", format_action(throw)]


@pytest.mark.parametrize("by_key", [False, True])
def test_the_second_press_on_the_last_throw_does_not_skip_the_result(stage: Stage, page: Page, by_key: bool) -> None:
    before, end = last_throw()
    viewer, thrown = before.hand.turn, end.hand.actions[-1]
    stage.show(before, viewer)
    card(page, thrown.card).click()
    place = centre(page.locator("#act-throw"))

    def press() -> None:
        if by_key:
            page.keyboard.press("d")
            page.keyboard.press("Enter")
        else:
            page.mouse.click(*place)

    press()
    show_and_press(stage, end, viewer, place, times=4, by_key=by_key)
    assert stage.acts() == [format_action(thrown)] and not stage.sent_of("ready")
    hand.settle(page)
    assert page.evaluate("document.activeElement.id") == ("result" if by_key else "act-ready")
    press()
    assert len(stage.sent_of("ready")) == 1


@pytest.mark.full
def test_a_card_selected_before_the_draw_takes_two_more_taps(stage: Stage, page: Page) -> None:
    moment = may_take(DRAW)
    viewer, throw = moment.hand.turn, kept_throw(moment.hand, DRAW)
    stage.show(moment, viewer)
    card(page, throw.card).click()
    stage.show(after(moment, DRAW), viewer)
    card(page, throw.card).click()
    assert stage.acts() == []
    expect(card(page, throw.card)).to_have_attribute("aria-pressed", "true")
    card(page, throw.card).click()
    assert stage.acts() == [format_action(throw)]


@pytest.mark.full
def test_a_third_tap_throws_nothing_twice(stage: Stage, page: Page) -> None:
    moment = find(lambda position: len(throws(position)) > 1)
    stage.show(moment, moment.hand.turn)
    card(page, throws(moment.hand)[0].card).click(click_count=3)
    assert len(stage.acts()) == 1


@pytest.mark.full
def test_only_the_send_that_the_key_presses_shows_it(stage: Stage, page: Page) -> None:
    def sends(position: Hand) -> list[int]:
        ways = Counter(action.card for action in legal_actions(position) if isinstance(action, Send))
        return [card for card, count in ways.items() if count > 1]

    moment = find(lambda position: bool(sends(position)))
    stage.show(moment, moment.hand.turn)
    card(page, sends(moment.hand)[0]).click()
    assert page.locator("#sends button:visible").count() > 1
    keys = page.locator("#sends button:visible kbd:not([hidden])")
    assert keys.count() == page.locator("#sends button:visible[aria-keyshortcuts]").count() == 1
    page.set_viewport_size({"width": 1024, "height": 768})
    for label in page.locator("#sends button:visible .what").all():
        assert label.evaluate("label => label.scrollWidth <= label.clientWidth"), "the card's name is cut off"
    hand.settle(page)
    page.keyboard.press("g")
    assert stage.acts() == [page.locator("#sends button:visible[aria-keyshortcuts]").get_attribute("data-action")]


def test_a_press_at_the_moment_when_a_send_comes_up_sends_nothing(stage: Stage, page: Page) -> None:
    STATES["send"].show(stage, "vi")
    page.keyboard.press("Escape")
    hand.settle(page)
    page.evaluate("""() => {
        document.querySelector("#hand .can-send").click();
        document.querySelector("#sends button:not([hidden])").click();
        document.querySelector("#act-throw").click();
    }""")
    assert stage.acts() == []
    hand.settle(page)
    page.locator("#sends button:visible").first.click()
    assert len(stage.acts()) == 1


def focused(page: Page) -> str:
    return str(page.evaluate("document.activeElement.id"))


@pytest.mark.full
def test_arranging_by_key_keeps_the_focus(stage: Stage, page: Page) -> None:
    moment = find(lambda position: position.phase == "take")
    stage.show(moment, moment.hand.turn)
    page.locator("#hand .card").nth(3).focus()
    before = focused(page)
    for _ in range(3):
        page.keyboard.press("x")
        assert focused(page) == before


@pytest.mark.full
def test_a_choice_of_lays_keeps_the_focus_through_a_change(stage: Stage, page: Page) -> None:
    moment = find(lambda position: sum(isinstance(action, Lay) for action in legal_actions(position)) > 2)
    stage.show(moment, moment.hand.turn)
    page.locator("#act-lays").click()
    page.keyboard.press("ArrowDown")
    assert focused(page) == "lay-2"
    stage.show(moment, moment.hand.turn)
    assert focused(page) == "lay-2"
    expect(page.locator("#lay-2")).to_be_checked()
    page.keyboard.press("ArrowDown")
    assert focused(page) == "lay-3"


def test_the_turn_is_announced_and_stands_in_the_title(stage: Stage, page: Page) -> None:
    moment = find(lambda position: position.phase is Phase.TAKE and EAT not in legal_actions(position))
    other = (moment.hand.turn + 1) % 4
    stage.show(moment, other)
    assert "lượt" not in page.title()
    expect(page.get_by_role("alert").get_by_text("Đến lượt bạn")).to_have_count(0)
    stage.show(moment, moment.hand.turn)
    assert page.title().startswith("Đến lượt bạn · ")
    expect(page.locator("#your-turn[role=alert]")).to_have_text("Đến lượt bạn: Bốc")
    stage.show(moment, other)
    assert "lượt" not in page.title()
    expect(page.locator("#your-turn")).to_be_empty()


def shown_order(page: Page) -> list[str]:
    return page.evaluate("[...document.querySelectorAll('#hand .card')].map(card => card.dataset.card)")


class Finger:
    """Drags over the page with the mouse, or by touch."""

    def __init__(self, page: Page, kind: str) -> None:
        self.mouse = page.mouse if kind == "mouse" else None
        self.touch = page.context.new_cdp_session(page)

    def _touch(self, kind: str, *points: tuple[float, float]) -> None:
        at = [{"x": x, "y": y} for x, y in points]
        self.touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})

    def down(self, x: float, y: float) -> None:
        if self.mouse:
            self.mouse.move(x, y)
            self.mouse.down()
        else:
            self._touch("touchStart", (x, y))

    def move(self, start: float, end: float, y: float, steps: int = 8) -> None:
        for step in range(1, steps + 1):
            x = start + (end - start) * step / steps
            if self.mouse:
                self.mouse.move(x, y)
            else:
                self._touch("touchMove", (x, y))

    def up(self) -> None:
        if self.mouse:
            self.mouse.up()
        else:
            self._touch("touchEnd")


@pytest.mark.full
@pytest.mark.parametrize("kind", ["mouse", "touch"])
def test_a_drag_goes_on_while_the_table_changes(stage: Stage, page: Page, kind: str) -> None:
    moments = next(moments for moments in hands() if len(moments[0].hand.seats) == 4 and len(moments) > 9)[1:4]
    viewer = (moments[0].hand.turn + 2) % 4
    stage.show(moments[0], viewer)
    dealt = shown_order(page)
    cards = page.locator("#hand .card")
    third, sixth = cards.nth(2).bounding_box(), cards.nth(5).bounding_box()
    assert third and sixth
    x, y, end = third["x"] + 10, third["y"] + 40, sixth["x"] + 10
    finger = Finger(page, kind)
    finger.down(x, y)
    finger.move(x, end, y)
    dragged = [*dealt[:2], *dealt[3:6], dealt[2], *dealt[6:]]
    assert shown_order(page) == dragged
    for moment in moments[1:]:
        stage.show(moment, viewer)
        assert shown_order(page) == dragged
        held = page.locator("#hand .card.is-dragged .face").bounding_box()
        assert held and abs(held["x"] - (end - 10)) < 3 and held["y"] < third["y"]
    finger.move(end, end + (sixth["x"] - third["x"]) / 3, y)
    finger.up()
    dropped = [*dealt[:2], *dealt[3:7], dealt[2], *dealt[7:]]
    assert shown_order(page) == dropped
    expect(page.locator("#hand .is-dragged")).to_have_count(0)
    assert stage.sent_of("order")[-1]["cards"] == "".join(dropped)
    stage.show(moments[2], viewer)
    assert shown_order(page) == dropped


@pytest.mark.full
def test_a_drag_is_not_lost_to_a_second_finger(stage: Stage, page: Page) -> None:
    moment = find(lambda position: not position.is_over)
    stage.show(moment, moment.hand.turn)
    place = page.locator("#hand .card").nth(2).bounding_box()
    assert place
    x, y = place["x"] + 10, place["y"] + 40
    finger = Finger(page, "touch")
    finger.down(x, y)
    finger.move(x, x + 40, y)
    finger._touch("touchStart", (x + 40, y), (20, 200))
    finger._touch("touchMove", (x + 60, y), (20, 200))
    page.wait_for_function(
        "x => Math.abs(document.querySelector('#hand .is-dragged .face').getBoundingClientRect().left - x) < 3",
        arg=place["x"] + 60,
    )
    finger.up()
    expect(page.locator("#hand .is-dragged")).to_have_count(0)
    assert stage.sent_of("order")[-1]["cards"] == "".join(shown_order(page))


def test_who_is_ready_by_key_is_at_the_table_when_the_next_hand_comes(stage: Stage, page: Page) -> None:
    moment = STATES["result"].moment()
    stage.show(moment, moment.hand.turn, chairs=tuple(chair._replace(ready=False) for chair in chairs()))
    page.locator("#act-ready").focus()
    page.keyboard.press("Enter")
    assert stage.sent_of("ready")
    expect(page.locator("#act-ready")).to_be_disabled()
    STATES["take"].show(stage, "vi")
    assert focused(page) == "act-draw"
