"""The curve of a player's gold: a point for each thing that is over, within its drawing."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from accounts import curve, ledger
from accounts.curve import BOTTOM, TOP, WIDTH, Closing, Curve, curve_of
from tests.accounts.gold import players

pytestmark = pytest.mark.django_db


def play(hand: int, winner: int, loser: int, gold: int) -> None:
    """A hand without fees that brings the winner gold."""
    ledger.set_aside(hand, {winner: 1000, loser: 1000})
    ledger.settle(hand, ledger.Bill("hien_nha", ((loser, winner, gold),)))


def amounts(curve: Curve | None) -> list[int]:
    return [closing.gold for closing in curve.closings] if curve else []


def test_nothing_is_drawn_through_one_point() -> None:
    an, _ = players(2)
    assert curve_of(an) is None
    assert curve_of(an + 1000) is None


def test_a_point_after_each_hand_and_none_for_what_is_set_aside() -> None:
    an, binh = players(2)
    play(1, an, binh, 300)
    play(2, binh, an, 700)
    ledger.set_aside(3, {an: 900})
    assert amounts(curve_of(an)) == [20_000, 20_300, 19_600]
    assert amounts(curve_of(binh)) == [20_000, 19_700, 20_400]


def test_the_newest_hands_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(curve, "HANDS", 3)
    an, binh = players(2)
    for hand in range(1, 6):
        play(hand, an, binh, 10)
    assert amounts(curve_of(an)) == [20_030, 20_040, 20_050]


def test_it_fills_its_drawing() -> None:
    an, binh = players(2)
    play(1, an, binh, 300)
    play(2, binh, an, 900)
    drawn = curve_of(an)
    assert drawn is not None
    assert (drawn.least, drawn.most, drawn.first.gold, drawn.last.gold) == (19_400, 20_300, 20_000, 19_400)
    points = [tuple(map(float, point.split(","))) for point in drawn.line.split()]
    assert [x for x, _ in points] == [0, WIDTH / 2, WIDTH]
    assert points[1][1] == TOP
    assert points[2][1] == float(drawn.end) == BOTTOM
    assert drawn.area == f"0,{BOTTOM} {drawn.line} {WIDTH},{BOTTOM}"


def test_where_nothing_changed_it_is_flat() -> None:
    flat = Curve((Closing(datetime(2026, 11, 30, tzinfo=UTC), 20_000),) * 3, 20_000, 20_000)
    assert flat.line == "0.0,60.0 160.0,60.0 320.0,60.0"
