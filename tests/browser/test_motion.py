"""Movement: what sets out from where at each thing done."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from game.rules.actions import Discard
from game.rules.cards import cards_of
from tests.browser.moments import change, done
from tests.browser.movements import Movements, a_throw, an_eat, card_id, near, of
from tests.browser.stage import Stage
from tests.screens.scenes import hands

_START = """async () => {
    const table = document.querySelector('script[src*="js/table.js"]').src;
    (await import(table.replace('table.js', 'motion.js'))).start();
}"""


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


@pytest.mark.full
def test_a_table_opened_on_a_fresh_hand_deals_it(movements: Movements, page: Page) -> None:
    fresh = next(moments[0] for moments in hands() if len(moments[0].hand.seats) == 4 and not moments[0].hand.is_over)
    movements.stage.show(fresh, fresh.hand.turn)
    movements.rest()
    page.evaluate(_START)
    page.wait_for_function("() => document.querySelector('.in-flight .back-flying')")
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


@pytest.mark.full
def test_anothers_draw_is_a_back_from_the_stock(movements: Movements) -> None:
    before, end = change(lambda kinds, before, end: kinds == ["drew"])
    (back,) = movements.show(before, end, (before.hand.turn + 1) % 4)
    assert back["what"] == "back-flying" and near(back["from"], movements.before["stock"])
    movements.rest()


@pytest.mark.full
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


@pytest.mark.full
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


@pytest.mark.full
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


@pytest.mark.full
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


@pytest.mark.full
@pytest.mark.parametrize("size", [(360, 740), (740, 360), (1440, 900)])
def test_gold_won_comes_up_only_where_the_result_leaves_the_seat_free(
    movements: Movements, page: Page, size: tuple[int, int]
) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    before, end = change(lambda kinds, before, end: kinds[-1] == "ended" and end.hand.ending.end == "points")  # type: ignore[union-attr]
    gains = of(movements.show(before, end, 0), "gain")
    result = page.locator("#result").bounding_box()
    assert result
    for left, top in (one["from"] for one in gains):
        inside = 0 < left - result["x"] < result["width"] and 0 < top - result["y"] < result["height"]
        assert not inside
    assert size[0] > 1000 or not gains
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


@pytest.mark.full
def test_the_card_that_makes_an_u_is_seen_going_to_its_maker(movements: Movements) -> None:
    before, end = change(lambda kinds, before, end: kinds[0] == "ate" and kinds[-1] == "ended")
    ate = done(end)[0]
    moving = movements.show(before, end, (ate.seat + 1) % 4)  # type: ignore[operator]
    start = movements.before[card_id(ate.card)]  # type: ignore[union-attr]
    assert any(near(one["from"], start) for one in of(moving, "card"))
    movements.rest()


@pytest.mark.full
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
