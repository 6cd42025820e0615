"""Movement disturbs nothing and is disturbed by nothing: presses, drags, the next change, a hidden tab."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from game.rules.actions import Discard, Eat, format_action
from game.rules.cards import cards_of
from tests.browser import hand
from tests.browser.moments import change, done, throws
from tests.browser.movements import Movements, a_throw, an_eat, card_id, near, of
from tests.browser.stage import Stage
from tests.screens.scenes import hands

pytestmark = pytest.mark.full


@pytest.fixture
def movements(stage: Stage) -> Movements:
    return Movements(stage)


def test_presses_are_taken_while_things_move(stage: Stage, page: Page) -> None:
    slow = Movements(stage, rate=0.01)
    before, end = change(lambda kinds, before, end: kinds == ["drew"] and len(throws(end.hand)) > 1)
    slow.show(before, end, before.hand.turn)
    page.locator("#arrange").click()
    assert len(stage.sent_of("order")) == 1
    hand.settle(page)
    card = throws(end.hand)[0]
    page.locator(f"#{card_id(card)}").click()
    page.locator("#act-throw").click()
    assert stage.acts() == [format_action(Discard(card))]
    assert page.evaluate("document.getAnimations().length"), "nothing moved any more"
    over = page.locator(".in-flight")
    assert over.count() and over.evaluate("layer => getComputedStyle(layer).pointerEvents") == "none"


def test_what_flies_turns_where_it_is(movements: Movements, page: Page) -> None:
    before, thrown, eaten = next(
        trio
        for moments in hands()
        if len(moments[0].hand.seats) == 4
        for trio in zip(moments, moments[1:], moments[2:], strict=False)
        if isinstance(trio[2].hand.actions[-1], Eat) and not trio[2].hand.is_over
    )
    viewer = (eaten.hand.turn + 1) % 4
    ate = done(eaten)[0]
    movements.show(before, thrown, viewer)
    page.evaluate("document.getAnimations().forEach(a => { a.pause(); a.currentTime = 90; })")
    card = card_id(ate.card)  # type: ignore[union-attr]
    on_its_way = movements.places()[card]
    movements.stage.show(eaten, viewer, settled=False)
    (turned,) = of(movements.seen(), card)
    assert near(turned["from"], on_its_way)
    assert not near(on_its_way, movements.before[f"plate-{before.hand.turn}"])
    movements.rest()


def test_what_flies_flies_on_when_its_place_stays(stage: Stage, page: Page) -> None:
    slow = Movements(stage, rate=0.01)
    before, end = a_throw()
    viewer, card = (before.hand.turn + 1) % 4, card_id(end.hand.actions[-1].card)  # type: ignore[union-attr]
    assert of(slow.show(before, end, viewer), card)
    stage.show(end, viewer, settled=False)
    assert slow.seen() == [], "something set out again"
    assert page.evaluate("id => document.querySelector(`#${id} > .face`).getAnimations().length", card) == 1
    assert page.locator(f"#{card}.is-flying").count() == 1


def test_those_who_want_no_movement_see_what_changed_light_up(stage: Stage, page: Page) -> None:
    page.emulate_media(reduced_motion="reduce")
    movements = Movements(stage)
    before, end = an_eat()
    moving = movements.show(before, end, before.hand.turn)
    assert {one["what"] for one in moving} == {card_id(event.card) for event in done(end)}  # type: ignore[union-attr]
    before, end = change(lambda kinds, before, end: kinds == ["drew", "ended"])
    moving += movements.show(before, end, before.hand.turn)
    assert {name for one in moving for name in one["properties"]} == {"opacity"}
    assert page.locator(".in-flight").count() == 0
    movements.rest()


def test_a_hidden_tab_moves_nothing(movements: Movements, page: Page) -> None:
    page.evaluate("Object.defineProperty(document, 'hidden', { get: () => true })")
    assert movements.show(*an_eat(), 0) == []


def test_a_tab_that_is_hidden_keeps_no_marks_of_what_flew(stage: Stage, page: Page) -> None:
    slow = Movements(stage, rate=0.01)
    before, end = an_eat()
    ate, shifted = (card_id(event.card) for event in done(end))  # type: ignore[union-attr]
    slow.show(before, end, (before.hand.turn + 1) % 4)
    page.locator(f"#{ate} > .face").evaluate("face => face.getAnimations().forEach(animation => animation.finish())")
    page.wait_for_function("id => !document.querySelector(`#${id} > .face`).getAnimations().length", arg=ate)
    assert page.locator(f"#{shifted}.is-flying").count() == 1
    page.evaluate("Object.defineProperty(document, 'hidden', { get: () => true })")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    assert page.locator(".is-flying, .is-gliding, .in-flight").count() == 0


def test_selection_focus_and_scroll_outlast_a_movement(movements: Movements, page: Page) -> None:
    page.set_viewport_size({"width": 1280, "height": 560})
    moments = next(moments for moments in hands() if len(moments[0].hand.seats) == 4 and len(moments) > 30)
    number = next(n for n in range(28, len(moments)) if isinstance(moments[n].hand.actions[-1], Discard))
    before, end = moments[number - 1], moments[number]
    viewer = (before.hand.turn + 1) % 4
    movements.stage.show(before, viewer)
    card = page.locator("#hand .card").nth(2)
    card.click()
    card.focus()
    page.evaluate("feed.scrollTop = 60")
    movements.rest()
    read = f"#told-{before.hand.version - 6}"
    line = page.locator(read).bounding_box()
    name, raised = card.get_attribute("id"), card.locator(".face").bounding_box()
    movements.stage.show(end, viewer, settled=False)
    assert movements.seen(), "nothing moves"
    movements.rest()
    assert page.evaluate("document.activeElement.id") == name
    assert page.locator("#hand .is-selected").get_attribute("id") == name
    assert page.locator("#hand .is-selected .face").bounding_box() == raised
    same = page.locator(read).bounding_box()
    assert line and same and abs(same["y"] - line["y"]) < 2 and page.evaluate("scrollY") == 0


def test_a_dragged_card_is_left_to_the_finger(movements: Movements, page: Page) -> None:
    before, end = a_throw()
    viewer = (before.hand.turn + 1) % 4
    movements.stage.show(before, viewer)
    movements.rest()
    box = page.locator("#hand .card").nth(1).bounding_box()
    assert box
    page.mouse.move(box["x"] + 8, box["y"] + 40)
    page.mouse.down()
    page.mouse.move(box["x"] + 110, box["y"] + 40, steps=6)
    dragged = page.locator("#hand .is-dragged")
    held, name = dragged.locator(".face").bounding_box(), dragged.get_attribute("id")
    movements.stage.show(end, viewer, settled=False)
    moving = movements.seen()
    assert moving and not of(moving, str(name))
    assert dragged.locator(".face").bounding_box() == held
    page.mouse.up()


def test_a_card_can_be_taken_out_of_its_flight(stage: Stage, page: Page) -> None:
    slow = Movements(stage, rate=0.01)
    before, end = change(lambda kinds, before, end: kinds == ["drew"])
    viewer = before.hand.turn
    slow.show(before, end, viewer)
    drawn = end.hand.seats[viewer].cards & ~before.hand.seats[viewer].cards
    button = page.locator(f"#{card_id(next(iter(cards_of(drawn))))}")
    box = button.bounding_box()
    assert box
    page.mouse.move(box["x"] + 10, box["y"] + 40)
    page.mouse.down()
    page.mouse.move(box["x"] - 50, box["y"] + 40, steps=5)
    face = button.locator(".face")
    assert face.evaluate("face => face.getAnimations().length") == 1
    held = face.bounding_box()
    assert held and abs(held["x"] - (box["x"] - 60)) < 2
    assert page.locator("#hand .is-gliding").count(), "the cards passed don't step aside in sight"
    page.mouse.up()


def test_a_new_hand_sweeps_away_what_still_flies(stage: Stage, page: Page) -> None:
    slow = Movements(stage, rate=0.01)
    before, end = change(lambda kinds, before, end: kinds == ["drew", "ended"])
    slow.show(before, end, before.hand.turn)
    assert page.locator(".in-flight .u-seal").count() == 1
    stage.show(hands()[0][0], 0, settled=False, hand_id=100)
    page.wait_for_function("() => !document.querySelector('.in-flight .u-seal, .in-flight .coin')")
