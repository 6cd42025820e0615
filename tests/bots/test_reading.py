"""What a bot makes of its sight."""

from __future__ import annotations

import pytest

from game.bots.reading import Reading, chance_to_eat, meal_price, price_if_eaten, read
from game.rules.cards import parse_card, parse_cards
from game.rules.hand import Hand, Phase
from game.rules.sight import see
from game.rules.variants import PRESETS
from tests.bots.tables import position

CARDS = "KSQDAS9D5CJC7HQH6D8S"


def reading(hand: Hand) -> Reading:
    return read(see(hand, 0))


def chance(hand: Hand, card: str) -> float:
    return chance_to_eat(reading(hand), parse_card(card))


def test_a_spectator_has_nothing_to_read() -> None:
    with pytest.raises(ValueError, match="spectator"):
        read(see(position(CARDS), None))


def test_unseen_is_what_lies_nowhere_open() -> None:
    hand = position(CARDS, rows=("2S", "2C", "", ""), eaten=("", "2D", "", ""), phoms=("", "", "7S7C7D", ""))
    named = parse_cards(CARDS + "2S2C2D7S7C7D")
    assert reading(hand).unseen == (1 << 52) - 1 & ~named


def test_a_card_is_safe_once_its_pairs_are_broken() -> None:
    assert chance(position(CARDS), "KS") > 0
    assert chance(position(CARDS, rows=("KC", "KD", "QS", "")), "KS") == 0
    assert chance(position(CARDS, rows=("KC", "KD", "", "")), "KS") > 0


def test_what_the_next_seat_let_pass_is_safer() -> None:
    assert chance(position(CARDS, rows=("KC", "", "", "")), "KS") < chance(
        position(CARDS, rows=("", "", "KC", "")), "KS"
    )


def test_eaten_cards_of_the_next_seat_make_no_pair() -> None:
    assert chance(position(CARDS, eaten=("", "KC", "", ""), rows=("QS", "KD", "", "")), "KS") == 0


def test_nobody_eats_the_last_discard() -> None:
    rows = ("2S4C6C", "JDTDKD9S", "TSQSQC9C", "3C8H5C9H")
    hand = position("KSQDAS", rows=rows, phoms=("7S7C7D", "", "", ""))
    assert reading(hand).is_last_discard
    assert chance(hand, "AS") == 0


def test_a_seat_that_mucked_eats_nothing() -> None:
    hand = position(CARDS)
    seats = (hand.seats[0], hand.seats[1]._replace(mucked=True), *hand.seats[2:])
    assert chance(hand._replace(seats=seats), "KS") == 0


def test_a_seat_with_one_card_eats_nothing() -> None:
    hand = position(CARDS)
    seats = (hand.seats[0], hand.seats[1]._replace(cards=1 << parse_card("2H")), *hand.seats[2:])
    assert chance(hand._replace(seats=seats), "KS") == 0


def test_rounds_and_takes() -> None:
    first, late = reading(position(CARDS)), reading(position(CARDS, rows=("2S", "2C", "2D", "2H"), phase=Phase.TAKE))
    assert (first.takes_left, late.takes_left) == (3, 2)
    assert late.round_of_last == 1


def test_r8_1_price_of_a_meal() -> None:
    king, two = parse_card("KS"), parse_card("2S")
    assert [meal_price(PRESETS["online"], king, 1, eaten) for eaten in range(3)] == [1, 2, 4]
    assert meal_price(PRESETS["ky_gui"], king, 4, 0) == 3
    assert meal_price(PRESETS["ca_k"], king, 3, 2) == 6
    assert meal_price(PRESETS["ca_k"], two, 3, 1) == 2


def test_r6_6_the_third_card_costs_an_u_for_everyone() -> None:
    two = reading(position(CARDS, eaten=("", "2S2C", "", "")))
    one = reading(position(CARDS, eaten=("", "2S", "", "")))
    assert price_if_eaten(one, parse_card("KS")) == 2
    assert price_if_eaten(two, parse_card("KS")) == 4 + 3 * 5
