"""The sound bot: legal everywhere, right in plain positions, and far better than chance."""

from __future__ import annotations

import pytest

from game.bots import reading, sound
from game.rules.actions import DRAW, EAT, Action, Lay, Send, format_action
from game.rules.cards import parse_card, parse_cards
from game.rules.hand import Hand, Phase, apply
from game.rules.sight import see
from game.rules.variants import PRESETS
from tests.bots.tables import at_random, choice, play_hand, position


def chosen(hand: Hand) -> Action:
    return choice(sound.choose, hand)


def thrown(hand: Hand) -> str:
    """The card the bot throws."""
    return format_action(chosen(hand)).removeprefix("discard ")


# Whole hands


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_plays_only_legal_actions(preset: str, seats: int) -> None:
    for seed in range(25):
        assert sum(play_hand([sound.choose] * seats, PRESETS[preset], seed).units) == 0


@pytest.mark.parametrize("preset", PRESETS)
def test_wins_clearly_against_chance(preset: str) -> None:
    bots = [sound.choose, at_random, at_random, at_random]
    won = sum(play_hand(bots, PRESETS[preset], seed).units[0] for seed in range(40))
    assert won > 100


def test_a_seed_decides_the_whole_hand() -> None:
    assert play_hand([sound.choose] * 4, PRESETS["online"], 3) == play_hand([sound.choose] * 4, PRESETS["online"], 3)


# Taking


def test_eats_what_lowers_its_points() -> None:
    hand = position("KCKD2H5C8STHJS4D6H", Phase.TAKE, rows=("QC", "9S", "3C", "KS"), variant="co_dien")
    assert chosen(hand) == EAT


def test_draws_rather_than_break_a_better_phom() -> None:
    hand = position("JSQSQCQD2H5C8S4D6H", Phase.TAKE, rows=("9C", "9S", "3C", "KS"), variant="co_dien")
    assert EAT in see(hand, 0).legal
    assert chosen(hand) == DRAW


def test_a_price_may_outweigh_points() -> None:
    cards, rows = "JSQSQCQD2H5C8S4D6H", ("9C2SAS", "9S3S4S", "3C6S7D", "TC9H8DKS")
    assert chosen(position(cards, Phase.TAKE, rows=rows, variant="ca_k")) == EAT
    assert chosen(position(cards, Phase.TAKE, rows=rows, variant="co_dien")) == DRAW


def test_eats_what_makes_u() -> None:
    hand = position("JSQSQCQD2H3H4H7C7D", Phase.TAKE, rows=("9C", "9S", "3C", "7S"), variant="co_dien")
    assert chosen(hand) == EAT


def test_draws_what_it_may_not_eat() -> None:
    assert chosen(position("JSQC2H5C8S4D6H9DTC", Phase.TAKE, rows=("9C", "9S", "3C", "KS"))) == DRAW


def test_an_eat_that_gives_itself_a_turn_is_worth_more() -> None:
    cards, rows = "JSQSQCQD2H5C8S4D6H", ("9C", "9S", "3C", "KS")
    values = []
    for first in (0, 1):
        seen = reading.read(see(position(cards, Phase.TAKE, rows=rows, first=first), 0))
        values.append(sound._after_eating(seen, parse_card("KS")))
    assert values[1] - values[0] == sound.TURN


def test_a_chot_may_have_to_be_paid_for() -> None:
    late = ("9C2SAS", "9S3S4S", "3C6S7D", "TC9H8DKS")
    for variant, risky in (("online", False), ("ky_gui", True), ("co_dien", True)):
        seen = reading.read(see(position("JSQSQCQD2H5C8S4D6H", Phase.TAKE, rows=late, variant=variant), 0))
        assert (sound._den_risk(seen, 4) > 0) == risky
        assert sound._den_risk(seen, 3) == 0


# Throwing


def test_throws_the_lone_card_and_keeps_a_ca_of_the_same_price() -> None:
    assert thrown(position("9H8HTD9S2C2D4S5SAD6C")) != "9H"
    assert thrown(position("9H8H9SACAD2S5C5D3DKC")) == "KC"


def test_a_ca_whose_cards_are_gone_is_worth_nothing() -> None:
    cards = "8S8C7HQSQCQDAD2S4D5C"
    assert thrown(position(cards, rows=("", "", "KD", "KH"))) == "7H"
    assert thrown(position(cards, rows=("", "", "8D", "8H"))) in {"8S", "8C"}


def test_never_breaks_a_phom_for_nothing() -> None:
    assert thrown(position("KSKCKD2H3H4HTC7S9DAD")) in {"TC", "9D", "7S"}


def test_in_the_last_round_a_safe_card_beats_a_dearer_one() -> None:
    rows = ("2S4C6C", "JDTDKD", "QSQCQH", "3C8H5C")
    phoms = ("7S7C7D", "", "", "")
    assert thrown(position("KSQDAS", rows=rows, phoms=phoms)) == "QD"


def test_the_last_discard_of_the_hand_is_simply_the_dearest() -> None:
    rows = ("2S4C6C", "JDTDKD9S", "QSQCQH9C", "3C8H5C9H")
    assert thrown(position("KSQDAS", rows=rows, phoms=("7S7C7D", "", "", ""))) == "KS"


def test_a_mom_in_the_last_round_thinks_of_safety_alone() -> None:
    rows = ("2S4C6C", "2D2C2H", "3S4S4H", "AD3C4D")
    assert thrown(position("KSAS9D5CJC7HQD6H8S3D", rows=rows)) == "3D"


def test_does_not_feed_a_third_card() -> None:
    rows = ("", "2C2D", "2H3S", "AC")
    cards = "KS2SAS4C4D6H6C8H8CTD"
    assert thrown(position(cards, rows=rows)) == "KS"
    assert thrown(position(cards, rows=rows, eaten=("", "5D9H", "", ""))) in {"2S", "AS"}


# Laying and sending


def test_lays_the_best_arrangement() -> None:
    rows = ("2S4C6C", "2D2C2H", "3S4S4H", "AD3C8H")
    hand = position("9S9C9DTSJSQS7H5D5HKC", rows=rows, variant="co_dien")
    action = chosen(hand)
    assert isinstance(action, Lay)
    assert sorted(action.phoms) == sorted(map(parse_cards, ["9C9D9S", "TSJSQS"]))


@pytest.mark.parametrize(("table", "laid"), [("9HTHJH 3S4S5S", "7S7C7H"), ("8S9STS 8C9CTC", "6H7H8H")])
def test_of_equal_arrangements_lays_the_one_that_sends_most(table: str, laid: str) -> None:
    rows = ("2S4C6C", "2D2C2H", "3D4D4H", "AD3C8D")
    hand = position("6H7H8H7S7CKC", rows=rows, phoms=("", table, "", ""))
    action = chosen(hand)
    assert isinstance(action, Lay)
    assert action.phoms == (parse_cards(laid),)


def test_sends_a_card_where_it_opens_a_place_for_the_next() -> None:
    rows = ("2C4C6C", "2D3D2H", "3S4S4H", "AD3C8D")
    hand = position("6H7HKC2S", rows=rows, phoms=("7S7C7D", "8H9HTH", "", ""))
    sent = []
    while isinstance(action := chosen(hand), Send):
        sent.append(format_action(action))
        hand, _ = apply(hand, action)
    assert sent == ["send 7H 1.0", "send 6H 1.0"]


def test_sends_where_it_opens_least_for_others() -> None:
    rows = ("2C4C6C", "2D3D2H", "3S4S4H", "AD3C8D")
    hand = position("7HKC2S", rows=rows, phoms=("7S7C7D", "8H9HTH", "", ""))
    assert format_action(chosen(hand)) == "send 7H 0.0"


def test_plays_on_after_the_clock_gave_up_laying() -> None:
    rows = ("2S4C6C", "2D2C2H", "3S4S4H", "AD3C4D")
    hand = position("9S9C9D5CJC7HQD6H8S3D", rows=rows, eaten=("9D", "", "", ""))
    hand = hand._replace(seats=(hand.seats[0]._replace(mucked=True), *hand.seats[1:]))
    assert thrown(hand) == "3D"
