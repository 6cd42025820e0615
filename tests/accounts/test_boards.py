"""Leaderboards by name: weeks and months of Vietnam, and steps that cover every value once."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounts.boards import KINDS, board, boards_of, end_of, first_day, is_over, step_of

LAST_OF_SUNDAY = datetime(2026, 11, 29, 16, 59, 59, tzinfo=UTC)
MONDAY = datetime(2026, 11, 29, 17, 0, tzinfo=UTC)
"""Midnight in Vietnam, which is seven hours ahead."""
LAST_OF_NOVEMBER = datetime(2026, 11, 30, 16, 59, 59, tzinfo=UTC)
DECEMBER = datetime(2026, 11, 30, 17, 0, tzinfo=UTC)
VALUES = st.integers(-(10**12), 10**12)


@pytest.mark.parametrize(
    ("period", "at", "day"),
    [
        ("week", LAST_OF_SUNDAY, date(2026, 11, 23)),
        ("week", MONDAY, date(2026, 11, 30)),
        ("month", LAST_OF_NOVEMBER, date(2026, 11, 1)),
        ("month", DECEMBER, date(2026, 12, 1)),
        ("ever", DECEMBER, None),
    ],
)
def test_periods_begin_on_monday_and_the_first_at_midnight_in_vietnam(
    period: str, at: datetime, day: date | None
) -> None:
    assert first_day(period, at) == day


def test_a_board_is_over_with_its_period() -> None:
    week, month, ever = (board("gold", period, "", LAST_OF_SUNDAY).key for period in ("week", "month", "ever"))
    assert not any(is_over(key, LAST_OF_SUNDAY) for key in (week, month, ever))
    assert [is_over(key, MONDAY) for key in (week, month, ever)] == [True, False, False]
    assert [is_over(key, DECEMBER) for key in (week, month, ever)] == [True, True, False]


def test_what_happens_counts_over_all_variants_and_for_its_own() -> None:
    keys = [one.key for one in boards_of("gold", "ca_k", MONDAY)]
    assert keys == [
        "gold:week:2026-11-30:",
        "gold:week:2026-11-30:ca_k",
        "gold:month:2026-11-01:",
        "gold:month:2026-11-01:ca_k",
        "gold:ever::",
        "gold:ever::ca_k",
    ]
    assert len([one for kind in KINDS for one in boards_of(kind, "online", MONDAY)]) == 10


@given(VALUES, VALUES)
def test_steps_go_up_with_values(one: int, other: int) -> None:
    low, high = sorted((one, other))
    assert step_of(low) <= step_of(high)


@given(VALUES)
def test_a_step_ends_where_the_next_begins(value: int) -> None:
    end = end_of(step_of(value))
    assert step_of(end - 1) == step_of(value) < step_of(end) == step_of(value) + 1
    assert end - value <= max(1, abs(value) // 32)


def test_steps_are_few() -> None:
    assert step_of(10**12) < 2500
    assert [step_of(value) for value in (-2, -1, 0, 1, 2, 100)] == [-2, -1, 0, 1, 2, 100]
