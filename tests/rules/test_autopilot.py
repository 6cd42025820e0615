"""What the clock plays for a seat (R10.1, R10.2)."""

from __future__ import annotations

from game.rules.actions import DISCARDS, DRAW, MUCK, Discard, Lay, parse_action
from game.rules.autopilot import timeout_action
from game.rules.cards import parse_card
from game.rules.hand import Hand, apply
from tests.rules.build import final, mask, play, start, variant


def timed_out(hand: Hand) -> list[str]:
    """The kinds of action by which the clock ends the turn."""
    turn, version, kinds = hand.turn, hand.version, []
    while not hand.is_over and hand.turn == turn:
        action = timeout_action(hand)
        kinds.append(action.kind)
        hand, _ = apply(hand, action)
    assert hand.version == version + len(kinds)
    return kinds


def test_r10_1_it_draws_and_never_eats() -> None:
    hand = play(start("5H", "3H 4H", ""), "discard 5H")
    assert timeout_action(hand) == DRAW


def test_r10_1_it_throws_the_card_just_drawn_if_that_is_loose() -> None:
    hand = play(start("KS", "3H 4H 5H KH", "", stock="2D"), "discard KS", "draw")
    assert timeout_action(hand) == Discard(parse_card("2D"))


def test_r10_1_else_the_loose_card_with_most_points() -> None:
    hand = play(start("QS", "3H 4H KH QC JC 2C 7D 9D AS", "", stock="5H"), "discard QS", "draw")
    assert timeout_action(hand) == Discard(parse_card("KH"))


def test_r10_1_loose_in_some_best_arrangement_is_loose() -> None:
    """6S 6D 6H and 5D 6D 7D leave twelve points each; the second leaves the 6S just drawn loose."""
    hand = play(start("QS", "5D 6D 7D 6H 3S JS 8C 9H KC", "", stock="6S"), "discard QS", "draw")
    assert timeout_action(hand) == Discard(parse_card("6S"))


def test_r10_1_the_leader_throws_the_loose_card_with_most_points() -> None:
    hand = start("3H 4H 5H KS QC JD 8C 8D 7S AS", "")
    assert timeout_action(hand) == Discard(parse_card("KS"))


def test_r10_1_after_a_take_only_the_rest_of_the_turn_is_played() -> None:
    hand = play(start("5H", "3H 4H KD", ""), "discard 5H", "eat")
    assert timed_out(hand) == ["discard"]
    assert not 1 << play_discard(hand) & mask("3H 4H 5H")


def play_discard(hand: Hand) -> int:
    action = timeout_action(hand)
    assert isinstance(action, Discard)
    return action.card


def test_r10_2_in_a_final_turn_it_lays_the_best_and_sends_nothing() -> None:
    hand = final("3H 4H 5H 5S 5C 6H", "", stock="KD")
    assert timed_out(hand) == ["draw", "lay", "discard"]
    hand = play(hand, "draw")
    assert timeout_action(hand) == Lay((mask("3H 4H 5H 6H"),))


def test_r10_2_where_time_outs_do_not_lay_it_mucks_whatever_it_holds() -> None:
    assert timed_out(final("3H 4H 5H", "", timeout_lays=False)) == ["draw", "muck", "discard"]
    assert timed_out(final("", "", timeout_lays=False)) == ["draw", "muck", "discard"]


def test_r10_2_whoever_has_laid_in_this_turn_does_not_muck() -> None:
    hand = play(final("3H 4H 5H", "", timeout_lays=False), "draw", "lay 3H4H5H")
    assert timed_out(hand) == ["discard"]


def test_r10_2_a_mucked_seat_draws_and_discards() -> None:
    """Moved to the end by an eat, it throws what it draws, here without any legal arrangement left."""
    hand = start("5H 7C", "3H 4H KD", rules=variant(timeout_lays=False))
    hand = play(hand, "discard 5H", "eat", "discard KD", *["idle"] * 4)
    hand = play(hand, *(["idle"] if hand.turn == 0 else []), "draw")
    assert timeout_action(hand) == MUCK
    hand = play(hand, "muck", "discard 3H")
    assert timeout_action(hand) != MUCK


def test_a_mucked_seat_with_all_cards_in_phoms_throws_the_dearest_it_may() -> None:
    hand = play(final("3H 4H 5H 7S 7C 7D 9S 9C", "", stock="9D", timeout_lays=False))
    assert hand.turn == 0
    mucked = hand.seats[0]._replace(cards=mask("3H 4H 5H 7S 7C 7D 9S 9C 9D"), mucked=True)
    hand = hand._replace(seats=(mucked, hand.seats[1]), phase=hand.phase.PLAY, taken=parse_card("9D"))
    assert timeout_action(hand) == DISCARDS[parse_card("9S")]


def test_a_mucked_seat_without_legal_arrangement_throws_what_it_drew() -> None:
    hand = final("3H 4H", "", stock="9D", timeout_lays=False)
    mucked = hand.seats[0]._replace(cards=mask("3H 5H 7S KC 9D"), eaten=(parse_card("5H"),), mucked=True)
    hand = hand._replace(seats=(mucked, hand.seats[1]), phase=hand.phase.PLAY, taken=parse_card("9D"))
    assert timeout_action(hand) == parse_action("discard 9D")
