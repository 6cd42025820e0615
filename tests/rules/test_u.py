"""U in all its kinds, and den (R6)."""

from __future__ import annotations

import pytest

from game.rules.cards import parse_card
from game.rules.events import Ended
from game.rules.hand import Ending, Hand, Meal
from game.rules.settlement import settle
from tests.rules.build import final, idle, last_events, payments, play, start, variant

LONELY = "AS 4S 7S TS KS 2C 5C 8C JC"
LONELY_TOO = "AC 4D 7C TC KD 2H 5H 8H JH"
PAIR = "2S 3S"
NINE = "3H 4H 5H 8S 8C 8D QS QC QD"


def u_khan(*hands: str, **options: object) -> Hand:
    return start(*hands, rules=variant(u_khan=True), **options)  # type: ignore[arg-type]


# -- R6.2: u khan -------------------------------------------------------------------------------------


def test_r6_2_a_dealt_hand_without_phom_and_ca_ends_the_hand() -> None:
    hand = u_khan(PAIR, LONELY)
    assert hand.ending == Ending("u_khan", 1)
    assert settle(hand).winner == 1


def test_r6_2_only_where_the_house_plays_it() -> None:
    assert not start(PAIR, LONELY).is_over


def test_r6_2_the_nearest_from_the_leader_on_has_it() -> None:
    assert u_khan(PAIR, LONELY, LONELY_TOO).ending == Ending("u_khan", 1)
    assert u_khan(LONELY, PAIR, "2D 3D", LONELY_TOO, leader=1).ending == Ending("u_khan", 3)


def test_r6_2_the_leader_has_it_with_ten_cards() -> None:
    assert u_khan(LONELY_TOO, f"{LONELY} 6D", leader=1).ending == Ending("u_khan", 1)
    assert u_khan(LONELY_TOO, f"{LONELY} 5D", leader=1).ending == Ending("u_khan", 0)


def test_r6_2_it_goes_before_the_leaders_own_u() -> None:
    assert start(f"{NINE} KH", "AS 4S 7S TS KS 2C 5C 8H JC").ending == Ending("u", 0)
    assert u_khan(f"{NINE} KH", "AS 4S 7S TS KS 2C 5C 8H JC").ending == Ending("u_khan", 1)


# -- R6.3: u ------------------------------------------------------------------------------------------


def test_r6_1_u_is_automatic() -> None:
    assert last_events(start("KS", NINE), "discard KS", "draw")[1] == Ended("u", 1)


def test_r6_3_the_leader_may_have_it_from_the_deal() -> None:
    assert start(f"{NINE} KS", "").ending == Ending("u", 0)


def test_r6_3_one_loose_card_is_u_none_is_u_tron() -> None:
    assert start("3H 4H 5H 8S 8C 8D QS QC QD 2C", "").ending == Ending("u", 0)
    assert start("3H 4H 5H 6H 8S 8C 8D QS QC QD", "").ending == Ending("u_tron", 0)


def test_r6_3_two_phoms_of_five_are_u_tron_too() -> None:
    assert start("3H 4H 5H 6H 7H 8S 9S TS JS QS", "").ending == Ending("u_tron", 0)


def test_r6_3_nine_dealt_cards_count_at_ones_own_first_turn() -> None:
    hand = start("KS", NINE)
    assert not hand.is_over
    assert play(hand, "discard KS", "draw").ending == Ending("u", 1)


def test_r6_3_eating_makes_u() -> None:
    hand = play(start("5H", "3H 4H 8S 8C 8D QS QC QD 2C"), "discard 5H", "eat")
    assert hand.ending == Ending("u", 1)


def test_r6_3_phoms_on_the_table_count_as_they_lie() -> None:
    """With two phoms laid a third in tai makes u; a card that would only extend a laid one is loose."""
    for drawn, ending in (("QD", Ending("u", 0)), ("6H", None)):
        hand = final("3H 4H 5H 8S 8C 8D 9S QS QC", "9C 9D", stock=f"2D {drawn}")
        hand = play(hand, "draw", "lay 3H4H5H 8S8C8D", "discard 9S", "eat", "lay 9S9C9D", "idle", "draw")
        assert hand.ending == ending


def test_r6_3_whoever_has_sent_makes_no_u_tron() -> None:
    """In both hands the leader's tai makes a phom of all it has left; in the second it had sent 8H."""
    hand = final("3H 4H 5H 8S 8C 8D 9S QS QC", "9C 9D", stock="6H QD")
    hand = play(hand, "draw", "lay 3H4H5H6H 8S8C8D", "discard 9S", "eat", "lay 9S9C9D", "idle", "draw")
    assert hand.ending == Ending("u_tron", 0)
    hand = final("3H 4H 5H 8S 8C 8D 9S QS QC", "9C 9D", stock="8H QD")
    hand = play(hand, "draw", "lay 3H4H5H 8S8C8D", "send 8H 0.1", "discard 9S", "eat", "lay 9S9C9D", "idle", "draw")
    assert hand.ending == Ending("u", 0)


# -- R6.4: u by sending -------------------------------------------------------------------------------


def test_r6_4_sends_that_leave_one_card_make_u() -> None:
    hand = final("3H 4H 5H", "6H 7H 8S 8C 8D 2S 2C 2D 2H", stock="KD QD")
    hand = play(hand, "draw", "lay 3H4H5H", "idle", "draw", "lay 2S2C2D2H 8S8C8D", "send 6H 0.0")
    assert not hand.is_over
    assert last_events(hand, "send 7H 0.0")[1] == Ended("u", 1)
    assert play(hand, "send 7H 0.0").ending == Ending("u", 1, by_sending=True)


# -- R6.5: dong hoa -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "end"),
    [
        ("AH 2H 3H 4H 5H 6H 7H 8H 9H KS", "dong_hoa"),
        ("AH 2H 3H 5H 6H 7H 9H TH JH QH", "dong_hoa"),
        ("AH 2H 3H 5H 6H 7H 9S 9C 9D KS", "u"),
        ("AH 2H 3H 5H 6H 7H 9S TS JS QS", "u_tron"),
    ],
)
def test_r6_5_all_phoms_in_one_suit(cards: str, end: str) -> None:
    assert start(cards, "", rules=variant(dong_hoa=True, dong_hoa_price=10)).ending == Ending(end, 0)


def test_r6_5_only_where_the_house_plays_it() -> None:
    assert start("AH 2H 3H 4H 5H 6H 7H 8H 9H KS", "").ending == Ending("u", 0)


def test_r6_5_phoms_on_the_table_are_of_that_suit_too() -> None:
    for laid, end in (("AH 2H 3H", "dong_hoa"), ("8S 8C 8D", "u")):
        hand = final(f"{laid} 5H 6H 7H 9S TH JH", "9C 9D", stock="2D QH", dong_hoa=True)
        lay = f"lay {laid.replace(' ', '')} 5H6H7H"
        hand = play(hand, "draw", lay, "discard 9S", "eat", "lay 9S9C9D", "idle", "draw")
        assert hand.ending == Ending(end, 0)


# -- R6.6 to R6.8: den --------------------------------------------------------------------------------


def three_eaten(**fields: object) -> Hand:
    """Seat 1 eats three cards of seat 0."""
    hand = start("5H 8H QH", "3H 4H 8S 8C QS QC KD 2D", "", rules=variant(**fields))  # type: ignore[arg-type]
    hand = play(hand, "discard 5H", "eat", "discard KD", "idle", "draw", "discard 8H", "eat", "discard 2D", "idle")
    return play(hand, "draw", "discard QH", "eat")


def test_r6_6_the_seat_that_fed_three_cards_pays_for_everyone() -> None:
    hand = three_eaten()
    assert hand.ending == Ending("u", 1)
    assert settle(hand).den == 0
    assert [payment for payment in settle(hand).payments if payment.why == "u"] == [(0, 1, 5, "u")] * 2


def test_r6_6_only_where_the_house_plays_it() -> None:
    assert settle(three_eaten(den_three=False)).den is None


def test_r6_8_what_was_paid_for_eaten_cards_stays_paid() -> None:
    assert {(0, 1, 1, "eat"), (0, 1, 2, "eat"), (0, 1, 4, "eat")} <= payments(three_eaten())


@pytest.mark.parametrize(("rule", "den"), [("none", None), ("any", 1), ("tai", 1)])
def test_r6_7_the_eater_of_a_chot_pays_for_anothers_u(rule: str, den: int | None) -> None:
    """The leader lays and throws a chot; seat 1 eats it; the leader makes u in tai."""
    hand = final("3H 4H 5H 8S 8C 8D 9S QS QC", "9C 9D", stock="2D QD", chot_den=rule)
    hand = play(hand, "draw", "lay 3H4H5H 8S8C8D", "discard 9S", "eat", "lay 9S9C9D", "idle", "draw")
    assert hand.ending == Ending("u", 0)
    assert settle(hand).den == den


def test_r6_7_tai_only_if_the_maker_had_laid_before_that_eat() -> None:
    """Seat 2 makes u without having laid; under `any` the eater of the chot pays, under `tai` nobody does."""
    for rule, den in (("any", 1), ("tai", None)):
        hand = final("9S 2C 2H", "9C 9D", "3H 4H 8S 8C 8D QS QC QD", stock="6D 5H", chot_den=rule)
        hand = play(hand, "draw", "discard 9S", "eat", "lay 9S9C9D", "idle", "draw")
        assert hand.ending == Ending("u", 2)
        assert settle(hand).den == den


def test_r6_7_the_makers_own_chot_does_not_count() -> None:
    hand = final("9S 9H", "9C 9D 8S 8C 8D QS QC QD", stock="2D", chot_den="any")
    hand = play(hand, "draw", "discard 9S", "eat")
    assert (hand.ending, settle(hand).den) == (Ending("u", 1), None)


@pytest.mark.parametrize(("den_three", "den"), [(True, 0), (False, 2)])
def test_r6_8_three_eaten_goes_before_chot(den_three: bool, den: int) -> None:
    """As if seat 2 had moreover eaten a chot of seat 1 before."""
    hand = three_eaten(chot_den="any", den_three=den_three)
    hand = hand._replace(meals=(Meal(2, 1, parse_card("KS"), 4, 4, "chot", ()), *hand.meals))
    assert settle(hand).den == den


def test_an_u_pays_no_ranking_and_shows_no_points() -> None:
    result = settle(start(f"{NINE} KS", ""))
    assert (result.points, result.mom) == (None, (False, False))
    assert {payment.why for payment in result.payments} == {"u"}
    assert idle(start("", ""), 8).ending == Ending("points")
