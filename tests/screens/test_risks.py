"""Hints and risks of throws: what the clock would throw, and what should be thought over, by what the seat sees."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from django.utils import translation

from game.bots.reading import chance_to_eat, read
from game.rules import melds
from game.rules.actions import Discard
from game.rules.autopilot import timeout_action
from game.rules.cards import NAMES, mask_of, parse_card
from game.rules.hand import Hand, apply, legal_actions
from game.rules.sight import see
from game.rules.tables import PAIRS
from game.screens import own, table_html
from game.screens.cards import sign
from game.screens.risks import risks
from tests.rules.build import play, start
from tests.screens.scenes import Moment, chairs, hands, scene

LAST_LYING = 15
PLAYERS = ("An", "Bình", "Chi", "Dung")


def moments() -> Iterator[Moment]:
    return (moment for hand in hands() for moment in hand)


def throws(hand: Hand) -> list[int]:
    return [action.card for action in legal_actions(hand) if isinstance(action, Discard)]


def told(hand: Hand) -> dict[str, str]:
    """By card, as the seat to act reads it in English."""
    with translation.override("en"):
        reasons = risks(see(hand, hand.turn), PLAYERS)
    assert not any(
        re.search("[♠♣♦♥]", re.sub("<span[^>]*aria-label[^>]*>[^<]*</span>", "", text)) for text in reasons.values()
    )
    return {NAMES[card]: re.sub("<[^>]+>", "", text) for card, text in reasons.items()}


# -- the hint -----------------------------------------------------------------------------------------


def hinted(html: str) -> list[str]:
    return re.findall(r'<button[^>]*data-card="(\w\w)"[^>]*data-hint=', html)


def by_the_clock(hand: Hand) -> str:
    action = timeout_action(hand)
    while not isinstance(action, Discard):
        hand = apply(hand, action)[0]
        action = timeout_action(hand)
    return NAMES[action.card]


def test_the_hint_is_what_the_clock_would_throw() -> None:
    throwing = [moment for moment in moments() if throws(moment.hand)]
    assert len(throwing) > 1000
    for moment in throwing:
        assert hinted(table_html(scene(moment, moment.hand.turn))) == [by_the_clock(moment.hand)]


def test_there_is_none_before_the_take() -> None:
    moment = next(moment for moment in moments() if legal_actions(moment.hand) and not throws(moment.hand))
    assert hinted(table_html(scene(moment, moment.hand.turn))) == []


def test_nobody_else_gets_it() -> None:
    moment = next(moment for moment in moments() if throws(moment.hand))
    for viewer in (None, *(seat for seat in range(len(moment.hand.seats)) if seat != moment.hand.turn)):
        html = table_html(scene(moment, viewer))
        assert "data-hint" not in html and "data-risk" not in html and "is-hint" not in html


def test_a_screen_reader_does_not_hear_it_unasked() -> None:
    moment = next(moment for moment in moments() if throws(moment.hand))
    with translation.override("en"):
        html = table_html(scene(moment, moment.hand.turn))
    (label,) = re.findall(r'data-hint="hint"[^>]*aria-label="([^"]*)"', html)
    assert "hint" not in label


def test_advice_makes_no_button_anew() -> None:
    """Reasons name players: what is kept of a hand is kept without them."""
    moment = next(moment for moment in moments() if told(moment.hand) and "has eaten" in str(told(moment.hand)))
    first, second = (
        tuple(chair._replace(name=f"{name} {chair.position}") for chair in chairs(len(moment.hand.seats)))
        for name in ("Lan", "Huệ")
    )
    html = str(table_html(scene(moment, moment.hand.turn, chairs=first)))
    made = own._button.cache_info().misses
    other = str(table_html(scene(moment, moment.hand.turn, chairs=second)))
    assert own._button.cache_info().misses == made
    reasons = [re.findall(r'data-risk="([^"]+)"', shown) for shown in (html, other)]
    assert reasons[0] and [reason.replace("Lan", "Huệ") for reason in reasons[0]] == reasons[1] != reasons[0]


# -- risks --------------------------------------------------------------------------------------------


def test_a_throw_that_breaks_a_phom_says_what_it_costs() -> None:
    hand = start("3H 4H 5H KS QC JD 8C 8D 7S AS", "")
    reasons = told(hand)
    assert reasons["3H"] == "It breaks a phỏm: your loose cards go from 60 to 69 points."
    assert not {"KS", "QC", "JD"} & set(reasons)


def test_the_fourth_of_a_set_may_go() -> None:
    hand = start("3H 3S 3C 3D KS QC JD 8C 7S AS", "")
    assert "3H" not in told(hand)


def test_a_card_near_one_that_the_next_player_has_eaten() -> None:
    hand = start("5H 6H KS QC JD 9C 8D 7S 2S AS", "3H 4H")
    hand = play(hand, "discard 5H", "eat", "idle", "draw")
    reason = told(hand).get("6H", "")
    assert "has eaten 5♥ and may eat 6♥ too" in reason


@pytest.mark.parametrize("line", range(0, 150, 5))
def test_all_reasons_follow_from_what_the_seat_sees(line: int) -> None:
    for moment in hands()[line]:
        hand = moment.hand
        for name, reason in told(hand).items():
            card, reading = parse_card(name), read(see(hand, hand.turn))
            if reason.startswith("It breaks"):
                assert melds.least_points(reading.cards & ~(1 << card), reading.held) > reading.sight.hand_points
            else:
                assert any(pair & reading.unseen == pair for pair in PAIRS[card])
                assert not reading.is_last_discard and not reading.next.mucked
            if "has eaten" in reason:
                assert melds.partners(card, mask_of(reading.next.eaten))


def test_in_the_last_round_a_card_that_may_be_eaten_is_named_beside_one_that_may_not() -> None:
    found = 0
    for moment in moments():
        for reason in told(moment.hand).values():
            if reason.startswith("Last round"):
                found += 1
                assert moment.hand.round == 4
                others = re.findall(r"unlike (.+)\.", reason)[0].split()
                assert not {sign(parse_card(name)) for name in told(moment.hand)} & set(others)
    assert found


def seen_otherwise(hand: Hand, seat: int, **changes: object) -> dict[str, str]:
    """What would be told if the seat stood otherwise."""
    sight = see(hand, hand.turn)
    seats = tuple(replace(other, **changes) if other.seat == seat else other for other in sight.seats)
    with translation.override("en"):
        return {NAMES[card]: text for card, text in risks(replace(sight, seats=seats), PLAYERS).items()}


def next_to(hand: Hand) -> int:
    return (hand.turn + 1) % len(hand.seats)


def test_the_first_reason_that_holds_is_the_one_told() -> None:
    overlaps = [0, 0]
    for moment in moments():
        reasons = told(moment.hand)
        for name, reason in reasons.items():
            card, reading = parse_card(name), read(see(moment.hand, moment.hand.turn))
            rises = not reading.me.mucked and melds.least_points(reading.cards & ~(1 << card), reading.held) > (
                melds.least_points(reading.cards, reading.held)
            )
            fits = chance_to_eat(reading, card) > 0 and melds.partners(card, mask_of(reading.next.eaten))
            is_dear = moment.hand.round == 4 or len(reading.next.eaten) == 2
            assert reason.startswith("It breaks") == rises, (name, reason)
            assert ("has eaten" in reason) == bool(fits and not rises), (name, reason)
            overlaps[0] += bool(rises and fits)
            overlaps[1] += bool(fits and is_dear and not rises)
    assert all(overlaps)


def test_a_third_meal_is_dear_and_no_second() -> None:
    seen = 0
    for moment in moments():
        for reason in told(moment.hand).values():
            eaten = moment.hand.seats[next_to(moment.hand)].eaten
            if reason.startswith("A third card"):
                assert len(eaten) == 2 and moment.hand.round < 4
                seen += 1
    assert seen


def test_whoever_mucked_eats_nothing() -> None:
    moment = next(moment for moment in moments() if "Last round" in str(told(moment.hand)))
    reasons = seen_otherwise(moment.hand, next_to(moment.hand), mucked=True)
    assert all(reason.startswith("It breaks") for reason in reasons.values())


def test_whoever_mucked_breaks_nothing() -> None:
    """No phỏm of theirs is laid any more."""
    moment = next(moment for moment in moments() if "It breaks" in str(told(moment.hand)))
    assert "It breaks" not in str(seen_otherwise(moment.hand, moment.hand.turn, mucked=True))


@pytest.mark.parametrize(("count", "may_eat"), [(0, False), (1, False), (2, True)])
def test_whoever_holds_less_than_two_unseen_cards_eats_nothing(count: int, may_eat: bool) -> None:
    """R5.4: what lies on the table makes no new phỏm."""
    moment = next(moment for moment in moments() if "Last round" in str(told(moment.hand)))
    for eaten in ((), (parse_card("KS"),)):
        reasons = seen_otherwise(moment.hand, next_to(moment.hand), count=count + len(eaten), eaten=eaten, phoms=())
        assert ("may still be eaten" in str(reasons)) is may_eat


def test_where_nothing_can_be_thrown_nothing_is_risky() -> None:
    assert all(not told(moment.hand) for moment in moments() if not throws(moment.hand))


def test_nobody_eats_the_last_card_of_a_hand_of_four() -> None:
    ends = [
        moment.hand
        for moment in moments()
        if throws(moment.hand) and len(moment.hand.seats) == 4 and moment.hand.lying == LAST_LYING
    ]
    assert ends and all(reason.startswith("It breaks") for hand in ends for reason in told(hand).values())
