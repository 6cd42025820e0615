"""R2.3, R2.4: who leads. R8.5: who made u in the hand before."""

from __future__ import annotations

import pytest

from game.live.succession import Before, leader, u_before
from game.models import HandPlayer, TableSeat
from game.rules.variants import LeaverRule


def chair(pk: int, position: int) -> TableSeat:
    return TableSeat(pk=pk, position=position, bot="any")


def before(winner: int, end: str = "points", positions: tuple[int, ...] = (0, 1, 2, 3)) -> Before:
    """A hand whose players sat, by seat, in chairs 10, 11, … at these positions."""
    return Before(
        tuple(HandPlayer(seat=n, position=at, chair_id=10 + n) for n, at in enumerate(positions)), winner, end
    )


ALL = [chair(10 + position, position) for position in range(4)]


def test_the_host_leads_the_first_hand_R2_3() -> None:
    assert leader(None, ALL, ALL[2], "first_hand") is ALL[2]


@pytest.mark.parametrize("rule", ["first_hand", "next_seat"])
@pytest.mark.parametrize("winner", range(4))
def test_then_the_winner_leads_R2_3(rule: LeaverRule, winner: int) -> None:
    assert leader(before(winner), ALL, ALL[0], rule) is ALL[winner]


@pytest.mark.parametrize("rule", ["first_hand", "next_seat"])
@pytest.mark.parametrize(("winner", "leads"), [(0, 1), (1, 2), (3, 0)])
def test_where_the_winner_left_the_next_seat_leads_R2_4(rule: LeaverRule, winner: int, leads: int) -> None:
    staying = [one for one in ALL if one.position != winner]
    assert leader(before(winner), staying, ALL[2], rule).position == leads


def test_empty_seats_after_the_winner_are_passed_over_R2_4() -> None:
    assert leader(before(1), [ALL[0], ALL[3]], ALL[0], "next_seat") is ALL[3]


def test_positions_count_and_not_the_seats_of_the_hand_before_R2_4() -> None:
    staying = [chair(10, 0), chair(12, 3)]
    assert leader(before(1, positions=(0, 2, 3)), staying, staying[0], "next_seat").position == 3


def test_with_first_hand_a_newcomer_for_a_leaver_makes_the_host_lead_R2_4() -> None:
    staying = [ALL[0], ALL[1], ALL[2], chair(99, 3)]
    assert leader(before(1), staying, ALL[0], "first_hand") is ALL[0]
    assert leader(before(1), staying, ALL[0], "next_seat") is ALL[1]


def test_a_newcomer_in_the_winners_seat_does_not_lead_for_it_R2_4() -> None:
    staying = [ALL[0], chair(99, 1), ALL[2], ALL[3]]
    assert leader(before(1), staying, ALL[0], "next_seat") is ALL[2]


def test_a_newcomer_where_nobody_left_changes_nothing_R2_4() -> None:
    three = before(2, positions=(0, 1, 2))
    assert leader(three, [*ALL[:3], chair(99, 3)], ALL[0], "first_hand") is ALL[2]


@pytest.mark.parametrize("end", ["u", "u_tron", "u_khan", "dong_hoa"])
def test_who_made_u_is_known_in_the_next_hand_R8_5(end: str) -> None:
    assert u_before(before(2, end), ALL) == 2
    assert u_before(before(2, end), [ALL[0], ALL[2], ALL[3]]) == 1
    assert u_before(before(2, end), [ALL[0], ALL[1], chair(99, 2), ALL[3]]) is None


def test_who_won_by_points_made_no_u_R8_5() -> None:
    assert u_before(before(2), ALL) is None
    assert u_before(None, ALL) is None
