"""Ranking and payments (R7, R8)."""

from __future__ import annotations

import pytest

from game.rules.cards import points_of
from game.rules.hand import Ending, Hand, Phase, Seat
from game.rules.settlement import Payment, Result, owed, places, settle
from tests.rules.build import cards, final, idle, mask, payments, play, start, variant


def ended(*seats: Seat, first: int = 0, laid_order: tuple[int, ...] = (), **fields: object) -> Hand:
    """A hand that ended after four rounds with these seats."""
    return _over(seats, Ending("points"), first, laid_order, **fields)


def u_made(maker: int, *seats: Seat, end: str = "u", by_sending: bool = False, **fields: object) -> Hand:
    """A hand that ``maker`` ended by u."""
    return _over(seats, Ending(end, maker, by_sending), 0, (), **fields)


def _over(seats: tuple[Seat, ...], ending: Ending, first: int, laid_order: tuple[int, ...], **fields: object) -> Hand:
    dealt = start(*[""] * len(seats), rules=variant(**fields))  # type: ignore[arg-type]
    return dealt._replace(seats=seats, ending=ending, phase=Phase.OVER, first=first, laid_order=laid_order)


def laid(cards: str, *phoms: str, **fields: object) -> Seat:
    masks = tuple(map(mask, phoms))
    return Seat(mask(cards), phoms=masks, laid=masks, **fields)  # type: ignore[arg-type]


RUN = "3H 4H 5H"


def test_a_hand_in_play_has_no_result() -> None:
    with pytest.raises(ValueError, match="over"):
        settle(start("", ""))


# -- R7: ranking --------------------------------------------------------------------------------------


def test_r7_1_whoever_has_a_phom_ranks_before_every_mom() -> None:
    result = settle(ended(laid("KS KC QS", RUN), Seat(mask("AS")), laid_order=(0,)))
    assert (result.winner, result.mom) == (0, (False, True))


def test_r7_2_fewest_points_win() -> None:
    result = settle(ended(laid("KS", RUN), laid("2S 3S", "7S 7C 7D"), laid_order=(0, 1)))
    assert (result.winner, result.points) == (1, (13, 5))


def placed(hand: Hand) -> tuple[int, ...]:
    return places(hand, settle(hand))


def test_r7_places_follow_the_ranking_and_moms_share_one() -> None:
    laid_down = laid("KS", RUN), laid("2S 3S", "7S 7C 7D")
    assert placed(ended(*laid_down, laid_order=(0, 1))) == (2, 1)
    assert placed(ended(Seat(mask("AS")), *laid_down, Seat(mask("2C")), laid_order=(1, 2))) == (3, 2, 1, 3)


def test_r7_4_of_all_moms_the_first_wins_and_the_others_share_the_second_place() -> None:
    assert placed(ended(*[Seat(mask(card)) for card in ("AS", "2C", "3D")], first=1)) == (2, 1, 2)


def test_r8_3_after_an_u_all_losers_share_the_second_place() -> None:
    assert placed(u_made(1, laid("KS", RUN), Seat(0), Seat(mask("2C")))) == (2, 1, 2)


def test_r6_6_who_pays_for_everyone_is_last() -> None:
    fed = Seat(mask("3H 4H 5H 7S 7C 7D 9S 9C 9D"), eaten=tuple(cards("3H 7S 9S")))
    assert placed(u_made(2, Seat(mask("2C")), Seat(mask("KS")), fed, Seat(mask("AS")))) == (2, 4, 1, 2)


@pytest.mark.parametrize(("rule", "winner"), [("laid_first", 2), ("last_discard", 1)])
def test_r7_3_ties(rule: str, winner: int) -> None:
    """Seat 2 laid first, seat 1 comes first in the final order."""
    seats = laid("9S", RUN), laid("4S", "7S 7C 7D"), laid("4C", "8S 8C 8D")
    hand = ended(*seats, first=1, laid_order=(2, 0, 1), tie_rule=rule)
    assert (settle(hand).winner, settle(hand).order) == (winner, (1, 2, 0))


def test_r7_4_if_all_are_mom_the_first_in_the_final_order_wins() -> None:
    hand = ended(Seat(mask("AS")), Seat(mask("KS")), Seat(mask("QS")), first=1)
    result = settle(hand)
    assert (result.winner, result.mom) == (1, (True, True, True))
    assert payments(hand) == {(0, 1, 4, "mom"), (2, 1, 4, "mom")}


# -- R8: payments -------------------------------------------------------------------------------------


def test_r8_1_the_price_of_eating_counts_the_eaters_cards() -> None:
    """Seat 1 eats two cards of the leader, at one and two units."""
    hand = start("5H 8H", "3H 4H 8S 8C KD")
    hand = play(hand, "discard 5H", "eat", "discard KD", "draw", "discard 8H", "eat")
    assert [(meal.source, meal.eater, meal.units, meal.why) for meal in hand.meals] == [
        (0, 1, 1, "eat"),
        (0, 1, 2, "eat"),
    ]


def test_r8_1_a_chot_has_its_own_price() -> None:
    hand = play(final("9S", "9C 9D", stock="2D"), "draw", "discard 9S", "eat")
    assert [(meal.units, meal.why, meal.round) for meal in hand.meals] == [(4, "chot", 4)]


def test_r8_1_what_is_eaten_is_owed_at_once_the_rest_at_the_end() -> None:
    hand = start("5H", "3H 4H", "")
    assert owed(hand) == (0, 0, 0)
    hand = play(hand, "discard 5H")
    assert owed(hand) == (0, 0, 0)
    hand = play(hand, "eat")
    assert owed(hand) == (-1, 1, 0)
    over = hand._replace(phase=Phase.OVER, ending=Ending("points"))
    assert owed(over) == settle(over).units


def test_r8_1_nothing_where_the_prices_are_nothing() -> None:
    hand = play(start("5H", "3H 4H", rules=variant("co_dien")), "discard 5H", "eat", *["idle"] * 8)
    assert hand.is_over
    assert {payment.why for payment in settle(hand).payments} <= {"rank", "mom"}


def test_r8_2_prices_by_rank() -> None:
    seats = laid("AS", RUN), laid("3S", "7S 7C 7D"), laid("2S", "8S 8C 8D"), laid("KS", "9S 9C 9D")
    assert payments(ended(*seats, laid_order=(0, 1, 2, 3))) == {(2, 0, 1, "rank"), (1, 0, 2, "rank"), (3, 0, 3, "rank")}
    assert payments(ended(*seats[:3], laid_order=(0, 1, 2))) == {(2, 0, 1, "rank"), (1, 0, 2, "rank")}


def test_r8_2_two_players_have_their_own_price() -> None:
    seats = laid("AS", RUN), laid("3S", "7S 7C 7D")
    assert payments(ended(*seats, laid_order=(0, 1), two_player_price=7)) == {(1, 0, 7, "rank")}
    assert payments(ended(seats[0], Seat(mask("3S")), laid_order=(0,), two_player_price=7)) == {(1, 0, 4, "mom")}


def test_r8_2_every_mom_pays_the_same() -> None:
    seats = laid("AS", RUN), Seat(mask("KS")), Seat(mask("2S")), laid("KC", "9S 9C 9D")
    assert payments(ended(*seats, laid_order=(0, 3))) == {(3, 0, 1, "rank"), (1, 0, 4, "mom"), (2, 0, 4, "mom")}


@pytest.mark.parametrize(("end", "price"), [("u", 5), ("u_tron", 10), ("u_khan", 9), ("dong_hoa", 8)])
def test_r8_3_each_loser_pays_the_price_of_the_u(end: str, price: int) -> None:
    seats = Seat(mask("KS")), Seat(mask("QS")), laid("JS", RUN)
    hand = u_made(1, *seats, end=end, u_khan_price=9, dong_hoa=True, dong_hoa_price=8)
    assert payments(hand) == {(0, 1, price, end), (2, 1, price, end)}
    assert settle(hand).units == (-price, 2 * price, -price)


def test_r8_5_u_thong_is_paid_on_top() -> None:
    seats = Seat(mask("KS")), Seat(mask("QS"))
    hand = u_made(1, *seats, u_thong_price=2)._replace(u_before=1)
    assert payments(hand) == {(0, 1, 5, "u"), (0, 1, 2, "u_thong")}
    assert payments(hand._replace(u_before=0)) == {(0, 1, 5, "u")}


@pytest.mark.parametrize(("round", "price"), [(1, 2), (2, 4), (3, 6), (4, 10)])
def test_r8_6_an_eaten_king_costs_by_its_round(round: int, price: int) -> None:
    hand = start("KS 2S 4C", "KC KD", rules=variant("ca_k"))
    hand = play(hand, "discard 2S" if round > 1 else "discard KS")
    if round > 1:
        hand = play(hand, *["idle"] * (2 * round - 3), "draw", "discard KS")
    meal = play(hand, "eat").meals[0]
    assert (meal.units, meal.why, meal.round) == (price, "ca_k", round)


def test_r8_6_it_counts_as_an_eaten_card_for_later_prices() -> None:
    hand = start("KS 8H", "KC KD 8S 8C 2D", rules=variant("ca_k"))
    hand = play(hand, "discard KS", "eat", "discard 2D", "draw", "discard 8H", "eat")
    assert [meal.units for meal in hand.meals] == [2, 2]


# -- R8.7: u K ----------------------------------------------------------------------------------------

KINGS = {"u_k_price": (5, 10)}


def u_k(hand: Hand) -> set[tuple[int, int, int]]:
    return {(payer, payee, units) for payer, payee, units, why in payments(hand) if why == "u_k"}


@pytest.mark.parametrize(
    ("kings", "eaten", "units"),
    [
        ("KS KC KD", (), 5),
        ("KS KC KD KH", (), 10),
        ("KS KC KD KH", (12,), 5),
        ("KS KC KD", (12,), None),
    ],
)
def test_r8_7_own_kings_laid_in_one_set(kings: str, eaten: tuple[int, ...], units: int | None) -> None:
    hand = ended(laid("AS", kings, eaten=eaten), laid("2S", RUN), laid_order=(0, 1), **KINGS)
    assert u_k(hand) == (set() if units is None else {(1, 0, units)})


def test_r8_7_only_where_the_house_plays_it() -> None:
    assert u_k(ended(laid("AS", "KS KC KD"), laid("2S", RUN), laid_order=(0, 1))) == set()


def test_r8_7_sent_kings_do_not_count() -> None:
    seat = Seat(mask("AS"), phoms=(mask("KS KC KD KH"),), laid=(mask("KS KC KD"),))
    assert u_k(ended(seat, laid("2S", RUN), laid_order=(0, 1), **KINGS)) == {(1, 0, 5)}


def test_r8_7_after_four_rounds_kings_in_hand_do_not_count() -> None:
    assert u_k(ended(Seat(mask("KS KC KD")), laid("2S", RUN), laid_order=(1,), **KINGS)) == set()


def test_r8_7_after_an_u_hands_count_too() -> None:
    hand = u_made(0, Seat(mask("9S")), Seat(mask("KS KC KD 2C")), Seat(mask("AS")), **KINGS)
    assert u_k(hand) == {(0, 1, 5), (2, 1, 5)}


def test_r8_7_four_in_hand_of_which_one_was_eaten() -> None:
    hand = u_made(0, Seat(mask("9S")), Seat(mask("KS KC KD KH"), eaten=(12,)), **KINGS)
    assert u_k(hand) == {(0, 1, 5)}


def test_r8_7_the_set_must_leave_other_eaten_cards_their_phom() -> None:
    """QS was eaten and can only go with KS, so three kings can't lie together."""
    eaten = Seat(mask("JS QS KS KC KD"), eaten=(11,))
    assert u_k(u_made(0, Seat(mask("9S")), eaten, **KINGS)) == set()
    freed = Seat(mask("TS JS QS KS KC KD"), eaten=(11,))
    assert u_k(u_made(0, Seat(mask("9S")), freed, **KINGS)) == {(0, 1, 5)}


def test_r8_7_the_makers_set_is_part_of_that_u() -> None:
    """In u tron of one that leaves no card loose, in u of one that leaves one at most."""
    tron = "KS KC KD TH JH QH 2S 3S 4S 5S"
    assert u_k(u_made(0, Seat(mask(tron)), Seat(mask("9S")), end="u_tron", **KINGS)) == {(1, 0, 5)}
    assert u_k(u_made(0, Seat(mask("KS KC KD 2C TH JH QH 2S 3S 4S")), Seat(mask("9S")), **KINGS)) == {(1, 0, 5)}
    four = "KS KC KD KH JH QH TH 2S 3S 4S"
    assert u_k(u_made(0, Seat(mask(four)), Seat(mask("9S")), end="u_tron", **KINGS)) == {(1, 0, 10)}


def test_r8_7_a_set_that_would_leave_a_card_loose_is_no_part_of_u_tron() -> None:
    """TS JS QS KS, three jacks' and kings' suits: only the run up to KS leaves none loose, and splits the kings."""
    cards = "TS JS QS KS JC QC KC JD QD KD"
    assert start(cards, "", rules=variant("ca_k")).ending == Ending("u_tron", 0)
    assert u_k(u_made(0, Seat(mask(cards)), Seat(mask("9S")), end="u_tron", **KINGS)) == set()
    assert u_k(u_made(0, Seat(mask(cards)), Seat(mask("9S")), **KINGS)) == {(1, 0, 5)}


def test_r8_7_an_u_in_one_suit_holds_no_set_of_kings() -> None:
    maker = Seat(mask("TH JH QH KH 2H 3H 4H 6H 7H 8H"))
    assert u_k(u_made(0, maker, Seat(mask("9S")), end="dong_hoa", dong_hoa=True, **KINGS)) == set()


def test_r8_7_by_sending_only_the_table_counts() -> None:
    maker = laid("KC", "KS KD KH", "4S 4C 4D")
    assert u_k(u_made(0, maker, Seat(mask("9S")), by_sending=True, **KINGS)) == {(1, 0, 5)}
    assert u_k(u_made(0, Seat(mask("KS KC KD")), Seat(mask("9S")), by_sending=True, **KINGS)) == set()


def test_r8_7_u_khan_leaves_the_others_their_kings() -> None:
    hand = u_made(0, Seat(mask("9S 2C")), Seat(mask("KS KC KD")), end="u_khan", u_khan=True, **KINGS)
    assert u_k(hand) == {(0, 1, 5)}


def test_r8_7_a_mucked_seat_receives_nothing() -> None:
    seat = laid("AS", "KS KC KD", mucked=True)
    assert u_k(ended(seat, laid("2S", RUN), laid_order=(0, 1), **KINGS)) == set()


def test_r8_7_whoever_pays_for_everyone_receives_nothing() -> None:
    maker = Seat(mask("9S"), eaten=(1, 2, 3))
    payer = Seat(mask("KS KC KD"))
    assert u_k(u_made(0, maker, Seat(mask("AS")), payer, **KINGS)) == set()
    assert u_k(u_made(0, maker, payer, Seat(mask("AS")), **KINGS)) == {(0, 1, 5), (2, 1, 5)}


# -- the whole ----------------------------------------------------------------------------------------


def test_units_are_the_balance_of_the_payments() -> None:
    hand = idle(start("", "", ""), 12)
    result = settle(hand)
    assert isinstance(result, Result)
    assert sum(result.units) == 0
    assert result.points == tuple(points_of(seat.cards) for seat in hand.seats)
    assert all(isinstance(payment, Payment) and payment.units > 0 for payment in result.payments)
