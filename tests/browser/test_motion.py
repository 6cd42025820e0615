"""Movement: what sets out from where at each thing done, and that nothing ever waits for it or is disturbed by it.

What moves is looked at as soon as a frame has been swapped in, each movement at its own beginning.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

from game.rules.actions import Discard, Eat, format_action
from game.rules.cards import NAMES, cards_of
from game.rules.events import Event
from game.rules.hand import legal_actions
from tests.browser import hand
from tests.browser.stage import Stage
from tests.screens.scenes import Moment, hands

_WATCH = """() => document.addEventListener('htmx:after:swap', () => {
    const centre = e => (r => [r.left + r.width / 2, r.top + r.height / 2])(e.getBoundingClientRect());
    const isOurs = a => a.constructor === Animation && !a.effect.target.closest('.ring');
    const made = document.getAnimations().filter(a => isOurs(a) && !a.seen);
    window.moving = made.map(a => {
        const { target } = a.effect;
        const { delay } = a.effect.getTiming();
        a.seen = true;
        a.pause();
        a.currentTime = delay;
        const what = target.closest('.card[id]')?.id ?? (target.id || target.className.baseVal || target.className);
        const named = a.effect.getKeyframes().flatMap(Object.keys);
        const own = ['offset', 'computedOffset', 'easing', 'composite'];
        const properties = [...new Set(named)].filter(name => !own.includes(name));
        const found = { what, delay, from: centre(target), properties };
        a.currentTime = 0;
        a.play();
        a.playbackRate = window.rate ?? 1;
        return found;
    });
})"""

_PLACES = """() => {
    const centre = e => (r => [r.left + r.width / 2, r.top + r.height / 2])(e.getBoundingClientRect());
    const found = {};
    for (const card of document.querySelectorAll('#hand [id^=card-], #mat [id^=card-]')) {
        found[card.id] = centre(card.firstElementChild);
    }
    for (const portrait of document.querySelectorAll('[id^=plate-] .portrait')) {
        found[portrait.parentElement.id] = centre(portrait);
    }
    const stock = document.getElementById('stock');
    if (stock) found.stock = centre(stock);
    return found;
}"""

_STILL = """() => document.getAnimations().every(a => a instanceof CSSAnimation || a.effect.target.closest('.ring'))
    && !document.querySelector('.in-flight, .is-flying, .is-gliding, .is-nodding')"""

_START = """async () => {
    const table = document.querySelector('script[src*="js/table.js"]').src;
    (await import(table.replace('table.js', 'motion.js'))).start();
}"""

Places = dict[str, tuple[float, float]]
Moving = list[dict[str, Any]]
"""Movements: what (a card or element by its id, else its class), delay, from (its centre), properties."""


class Movements:
    """A table that is shown changing from one moment to the next."""

    def __init__(self, stage: Stage, rate: float = 1) -> None:
        self.stage = stage
        self.page = stage.page
        self.before: Places = {}
        self.rate = rate
        self.page.evaluate(_WATCH)

    def show(self, before: Moment, end: Moment, viewer: int, **changes: object) -> Moving:
        """What sets out when the table changes; all of it is checked for what may be animated at all."""
        self.stage.show(before, viewer)
        self.rest()
        self.before = self.places()
        self.page.evaluate("rate => { window.rate = rate; }", self.rate)
        self.stage.show(end, viewer, settled=False, **changes)
        return self.seen()

    def seen(self) -> Moving:
        moving: Moving = self.page.evaluate("window.moving")
        assert {name for one in moving for name in one["properties"]} <= {"transform", "opacity"}
        return moving

    def places(self) -> Places:
        found: Places = self.page.evaluate(_PLACES)
        return found

    def rest(self) -> None:
        """Until nothing moves and nothing is left of what flew."""
        self.page.wait_for_function(_STILL)


def near(a: tuple[float, float], b: tuple[float, float]) -> bool:
    return abs(a[0] - b[0]) < 3 and abs(a[1] - b[1]) < 3


def of(moving: Moving, what: str) -> Moving:
    return [one for one in moving if one["what"].split(" ")[0] == what]


def done(moment: Moment) -> list[Event]:
    """What the last action made happen."""
    return [event for version, event in moment.log if version == moment.hand.version]


def change(test: Callable[[list[str], Moment, Moment], bool]) -> tuple[Moment, Moment]:
    """The first recorded change at a table of four that passes the test, which is given the kinds of its events too."""
    return next(
        (before, end)
        for moments in hands()
        if len(moments[0].hand.seats) == 4
        for before, end in zip(moments, moments[1:], strict=False)
        if test([event.kind for event in done(end)], before, end)
    )


def card_id(card: int) -> str:
    return f"card-{NAMES[card]}"


def a_throw() -> tuple[Moment, Moment]:
    return change(lambda kinds, before, end: kinds == ["discarded"] and before.hand.version > 6)


def an_eat() -> tuple[Moment, Moment]:
    return change(lambda kinds, before, end: kinds == ["ate", "shifted"])


@pytest.fixture
def stage(page: Page) -> Stage:
    return Stage(page)


@pytest.fixture
def movements(stage: Stage) -> Movements:
    return Movements(stage)


def test_a_deal_gives_everyone_cards_from_the_stock(movements: Movements) -> None:
    dealt = next(moments[0] for moments in hands() if len(moments[0].hand.seats) == 4 and not moments[0].hand.is_over)
    viewer = (dealt.hand.turn + 1) % 4
    moving = movements.show(a_throw()[0], dealt, viewer, hand_id=99)
    stock = movements.places()["stock"]
    own = [one for one in moving if one["what"].startswith("card-")]
    assert {one["what"] for one in own} == {card_id(card) for card in cards_of(dealt.hand.seats[viewer].cards)}
    assert len({one["delay"] for one in own}) == len(own), "one after the other"
    backs = of(moving, "back-flying")
    assert len(backs) >= 3 and len(own) + len(backs) == len(moving) <= 40
    assert all(near(one["from"], stock) for one in moving)
    movements.rest()


def test_a_table_opened_on_a_fresh_hand_deals_it(movements: Movements, page: Page) -> None:
    fresh = next(moments[0] for moments in hands() if len(moments[0].hand.seats) == 4 and not moments[0].hand.is_over)
    movements.stage.show(fresh, fresh.hand.turn)
    movements.rest()
    page.evaluate(_START)
    page.wait_for_function("document.querySelector('.in-flight .back-flying')")
    movements.rest()


def test_the_own_draw_comes_from_the_stock_and_turns_over(movements: Movements) -> None:
    before, end = change(lambda kinds, before, end: kinds == ["drew"])
    viewer = before.hand.turn
    moving = movements.show(before, end, viewer)
    drawn = end.hand.seats[viewer].cards & ~before.hand.seats[viewer].cards
    (card,) = of(moving, card_id(next(iter(cards_of(drawn)))))
    (back,) = of(moving, "back-flying")
    assert near(card["from"], movements.before["stock"]) and near(back["from"], movements.before["stock"])
    movements.rest()


def test_anothers_draw_is_a_back_from_the_stock(movements: Movements) -> None:
    before, end = change(lambda kinds, before, end: kinds == ["drew"])
    (back,) = movements.show(before, end, (before.hand.turn + 1) % 4)
    assert back["what"] == "back-flying" and near(back["from"], movements.before["stock"])
    movements.rest()


@pytest.mark.parametrize("away", [0, 1, 2, 3])
def test_a_throw_comes_from_the_hand_or_from_the_portrait(movements: Movements, away: int) -> None:
    before, end = a_throw()
    thrower, thrown = before.hand.turn, end.hand.actions[-1]
    assert isinstance(thrown, Discard)
    moving = movements.show(before, end, (thrower + away) % 4)
    (card,) = of(moving, card_id(thrown.card))
    start = card_id(thrown.card) if away == 0 else f"plate-{thrower}"
    assert near(card["from"], movements.before[start])
    movements.rest()


@pytest.mark.parametrize("away", [0, 2])
def test_an_eaten_card_and_one_that_moves_for_it_are_followed_one_after_the_other(
    movements: Movements, away: int
) -> None:
    before, end = an_eat()
    ate, shifted = done(end)
    moving = movements.show(before, end, (ate.seat + away) % 4)  # type: ignore[operator]
    (eaten,) = of(moving, card_id(ate.card))  # type: ignore[union-attr]
    (other,) = of(moving, card_id(shifted.card))  # type: ignore[union-attr]
    assert near(eaten["from"], movements.before[eaten["what"]]) and near(other["from"], movements.before[other["what"]])
    assert eaten["delay"] < other["delay"]
    (pulse,) = of(moving, "pulse")
    coins = of(moving, "coin")
    assert len(coins) == min(5, ate.units)  # type: ignore[union-attr]
    assert all(near(coin["from"], movements.before[f"plate-{ate.source}"]) for coin in coins)  # type: ignore[union-attr]
    movements.rest()
    assert near(pulse["from"], movements.places()[eaten["what"]])


@pytest.mark.parametrize("away", [0, 1])
def test_laid_cards_come_one_after_the_other(movements: Movements, away: int) -> None:
    before, end = change(lambda kinds, before, end: kinds == ["laid"] and not before.hand.seats[before.hand.turn].eaten)
    seat, (laid,) = before.hand.turn, done(end)
    moving = movements.show(before, end, (seat + away) % 4)
    cards = [one for phom in laid.phoms for card in cards_of(phom) for one in of(moving, card_id(card))]  # type: ignore[union-attr]
    assert len(cards) >= 3 and len({one["delay"] for one in cards}) == len(cards)
    for one in cards:
        assert near(one["from"], movements.before[one["what"] if away == 0 else f"plate-{seat}"])
    movements.rest()


@pytest.mark.parametrize("away", [0, 1])
def test_a_phom_nods_at_the_card_sent_to_it(movements: Movements, away: int) -> None:
    before, end = change(lambda kinds, before, end: kinds == ["sent"])
    (sent,) = done(end)
    moving = movements.show(before, end, (sent.seat + away) % 4)  # type: ignore[operator]
    (card,) = of(moving, card_id(sent.card))  # type: ignore[union-attr]
    assert near(card["from"], movements.before[card["what"] if away == 0 else f"plate-{sent.seat}"])
    (phom,) = of(moving, f"phom-{sent.to}-{sent.number}")  # type: ignore[union-attr]
    assert phom["delay"] > card["delay"]
    movements.rest()


def test_what_is_paid_at_the_end_flies_from_payer_to_payee(movements: Movements, page: Page) -> None:
    before, end = change(lambda kinds, before, end: kinds[-1] == "ended" and end.hand.ending.end == "points")  # type: ignore[union-attr]
    moving = movements.show(before, end, 0)
    pays = page.evaluate("[...document.querySelectorAll('[data-pays]')].map(line => line.dataset.pays)")
    payers = {movements.places()[f"plate-{line.split('>')[0]}"][0] for line in pays}
    coins = of(moving, "coin")
    assert len(pays) >= 3 and len(pays) <= len(coins) <= 5 * len(pays)
    assert {round(coin["from"][0]) for coin in coins} == {round(left) for left in payers}
    assert of(moving, "score"), "no score nods"
    assert not of(moving, "u-seal")
    movements.rest()


@pytest.mark.parametrize("away", [0, 1])
def test_an_u_has_its_seal_its_petals_and_the_cards(movements: Movements, away: int) -> None:
    before, end = change(lambda kinds, before, end: kinds == ["drew", "ended"])
    maker = before.hand.turn
    moving = movements.show(before, end, (maker + away) % 4)
    assert len(of(moving, "u-seal")) == 1
    assert 8 <= len(of(moving, "petal")) <= 24
    assert len(of(moving, "card")) == end.hand.seats[maker].cards.bit_count()
    movements.rest()


def test_the_card_that_makes_an_u_is_seen_going_to_its_maker(movements: Movements) -> None:
    before, end = change(lambda kinds, before, end: kinds[0] == "ate" and kinds[-1] == "ended")
    ate = done(end)[0]
    moving = movements.show(before, end, (ate.seat + 1) % 4)  # type: ignore[operator]
    start = movements.before[card_id(ate.card)]  # type: ignore[union-attr]
    assert any(near(one["from"], start) for one in of(moving, "card"))
    movements.rest()


def test_what_comes_in_one_frame_is_shown_one_after_the_other(movements: Movements) -> None:
    moments = next(moments for moments in hands() if len(moments[0].hand.seats) == 4 and len(moments) > 12)
    before, end = next(
        (moments[n], moments[n + 3])
        for n in range(4, len(moments) - 3)
        if [event.kind for moment in moments[n + 1 : n + 4] for event in done(moment)]
        == ["discarded", "drew", "discarded"]
    )
    thrown = [action.card for action in end.hand.actions[-3:] if isinstance(action, Discard)]
    viewer = (end.hand.turn + 1) % 4
    moving = movements.show(before, end, viewer)
    first, second = (of(moving, card_id(card))[0] for card in thrown)
    (back,) = of(moving, "back-flying")
    assert first["delay"] < back["delay"] < second["delay"]
    movements.rest()


def test_presses_are_taken_while_things_move(stage: Stage, page: Page) -> None:
    slow = Movements(stage, rate=0.01)
    before, end = change(lambda kinds, before, end: kinds == ["drew"] and len(throws(end)) > 1)
    slow.show(before, end, before.hand.turn)
    page.locator("#arrange").click()
    assert len(stage.sent_of("order")) == 1
    hand.settle(page)
    throw = throws(end)[0]
    page.locator(f"#{card_id(throw.card)}").click()
    page.locator("#act-throw").click()
    assert stage.acts() == [format_action(throw)]
    assert page.evaluate("document.getAnimations().length"), "nothing moved any more"
    over = page.locator(".in-flight")
    assert over.count() and over.evaluate("layer => getComputedStyle(layer).pointerEvents") == "none"


def throws(moment: Moment) -> list[Discard]:
    return [action for action in legal_actions(moment.hand) if isinstance(action, Discard)]


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
    page.wait_for_function("!document.querySelector('.in-flight .u-seal, .in-flight .coin')")
