"""What a seat and a spectator may see; it fails closed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.rules.actions import EAT
from game.rules.cards import cards_of, parse_card, points_of
from game.rules.events import Discarded, Drew, Ended
from game.rules.hand import Hand, Phase
from game.rules.settlement import settle
from game.rules.sight import see, see_all, see_event, see_shut
from tests.rules.build import final, idle, mask, play, start, variant


@pytest.fixture
def hand() -> Hand:
    """Seat 1 has eaten 5H and is to throw."""
    return play(start("5H", "3H 4H KD", ""), "discard 5H", "eat")


def test_a_seat_sees_its_own_cards_only(hand: Hand) -> None:
    sight = see(hand, 1)
    assert sight.seats[1].cards == tuple(cards_of(hand.seats[1].cards))
    assert [seat.cards for seat in sight.seats if seat.seat != 1] == [None, None]
    assert [seat.count for seat in sight.seats] == [9, 10, 9]


@pytest.mark.parametrize("viewer", [None, -1, 3, 99, True, "1", 1.0])
def test_whoever_has_no_seat_sees_what_a_spectator_sees(hand: Hand, viewer: object) -> None:
    sight = see(hand, viewer)  # type: ignore[arg-type]
    assert sight.viewer is None
    assert [seat.cards for seat in sight.seats] == [None, None, None]
    assert (sight.legal, sight.barred, sight.taken, sight.hand_points) == ((), (), None, None)
    assert sight == see(hand, None)


def test_what_is_public_is_the_same_for_all(hand: Hand) -> None:
    for viewer in (None, 0, 1, 2):
        sight = see(hand, viewer)
        assert (sight.turn, sight.phase, sight.first, sight.round, sight.stock) == (1, Phase.PLAY, 1, 1, 24)
        assert sight.seats[1].eaten == (parse_card("5H"),)
        assert (sight.last, sight.leader, sight.version, sight.result) == (None, 0, 2, None)


def test_with_every_hand_open_the_rest_is_what_a_spectator_sees(hand: Hand) -> None:
    sight = see_all(hand)
    assert [seat.cards for seat in sight.seats] == [tuple(cards_of(seat.cards)) for seat in hand.seats]
    assert replace(sight, seats=()) == replace(see(hand, None), seats=())


def test_actions_are_shown_to_the_seat_to_act_only(hand: Hand) -> None:
    assert see(hand, 1).legal != ()
    assert see(hand, 0).legal == see(hand, 2).legal == ()
    assert see(hand, 1).taken == parse_card("5H")
    assert see(hand, 0).taken is None


def test_what_may_be_eaten_is_told_without_saying_by_whom() -> None:
    hand = play(start("5H", "3H 4H", ""), "discard 5H")
    assert see(hand, 0).last == see(hand, 2).last == (0, parse_card("5H"))
    assert EAT in see(hand, 1).legal


def test_barred_cards_tell_why(hand: Hand) -> None:
    assert dict(see(hand, 1).barred) == {
        parse_card("5H"): "eaten_card",
        parse_card("3H"): "breaks_eaten_phom",
        parse_card("4H"): "breaks_eaten_phom",
    }
    assert see(hand, 0).barred == ()
    assert see(play(start("5H", "3H 4H", ""), "discard 5H"), 1).barred == ()


def test_before_laying_every_card_is_barred() -> None:
    hand = play(final("3H 4H 5H", ""), "draw")
    sight = see(hand, 0)
    assert sight.final
    assert {code for _, code in sight.barred} == {"must_lay_first"}
    assert len(sight.barred) == sight.seats[0].count


def test_own_points_count_the_best_arrangement(hand: Hand) -> None:
    loose = hand.seats[1].cards & ~mask("3H 4H 5H")
    assert see(hand, 1).hand_points == points_of(loose)


def test_a_mucked_seat_is_left_with_all_it_holds() -> None:
    hand = play(final("3H 4H 5H", "", timeout_lays=False), "draw", "muck")
    sight = see(hand, 0)
    assert sight.seats[0].mucked
    assert sight.hand_points == points_of(hand.seats[0].cards)


def test_after_the_end_everything_is_open() -> None:
    hand = idle(start("", ""), 8)
    sight = see(hand, None)
    assert [seat.cards for seat in sight.seats] == [tuple(cards_of(seat.cards)) for seat in hand.seats]
    assert sight.result == settle(hand)
    assert (sight.turn, sight.legal) == (None, ())
    assert see(hand, 0).legal == ()


def test_after_the_end_a_shut_hand_shows_what_lay_open_and_what_it_brought() -> None:
    over = idle(start("", ""), 8)
    shut, opened = see_shut(over), see(over, None)
    assert all(seat.cards is None for seat in shut.seats)
    assert replace(shut, seats=opened.seats) == opened
    assert [replace(seat, cards=None) for seat in opened.seats] == list(shut.seats)
    assert shut.result == settle(over)


def test_phoms_on_the_table_are_public() -> None:
    hand = play(final("3H 4H 5H", ""), "draw", "lay 3H4H5H")
    assert see(hand, None).seats[0].phoms == (mask("3H 4H 5H"),)


def test_a_drawn_card_is_told_to_its_seat_only() -> None:
    event = Drew(1, 17)
    assert see_event(event, 1) == event
    assert see_event(event, 0) == see_event(event, None) == Drew(1, None)
    assert see_event(Drew(0, 17), None) == Drew(0, None)


def test_public_events_are_told_to_all() -> None:
    for event in (Discarded(1, 17, 2), Ended("points", None)):
        assert see_event(event, None) == event


def test_an_unknown_event_is_told_to_nobody() -> None:
    with pytest.raises(TypeError, match="expected a known event, received tuple"):
        see_event((0, 17), None)  # type: ignore[arg-type]


def test_the_variant_is_shown() -> None:
    assert see(start("", "", rules=variant("ca_k")), None).variant.preset == "ca_k"
