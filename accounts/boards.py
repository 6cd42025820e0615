"""Leaderboards by name: what is compared, over which days, of which variant; and the steps that places are told from.

Weeks begin on Monday; days are those of Vietnam.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from accounts.days import ZONE

KINDS = {"rating": ("ever",), "gold": ("week", "month", "ever"), "u": ("week",)}
"""What is compared: the rating, gold won less gold lost, hands ended by ù; and over which periods."""
PRESETS = ("online", "ky_gui", "co_dien", "ca_k")
"""The variants that there are boards of, as games call them."""
FINE = 6
"""A step is at most one part in 2 ** FINE of the values in it."""


@dataclass(frozen=True, slots=True)
class Board:
    """One leaderboard."""

    kind: str
    period: str = "ever"
    since: date | None = None
    """The first day of the week or month."""
    preset: str = ""
    """Empty: over all variants."""

    @property
    def key(self) -> str:
        return ":".join((self.kind, self.period, str(self.since or ""), self.preset))


def board(kind: str, period: str, preset: str, at: datetime) -> Board:
    """The board that covers the moment."""
    return Board(kind, period, first_day(period, at), preset)


def boards_of(kind: str, preset: str, at: datetime) -> Iterator[Board]:
    """All boards that something which happened at that moment by that variant counts for."""
    for period in KINDS[kind]:
        for one in ("", preset):
            yield board(kind, period, one, at)


def first_day(period: str, at: datetime) -> date | None:
    """Of the week or month around the moment; None for all time."""
    day = at.astimezone(ZONE).date()
    if period == "week":
        return day - timedelta(days=day.weekday())
    return day.replace(day=1) if period == "month" else None


def is_over(key: str, at: datetime) -> bool:
    """Whether the board's week or month is another than that of the moment."""
    _, period, since, _ = key.split(":")
    return since != str(first_day(period, at) or "")


def step_of(value: int) -> int:
    """The step a value lies in: one each for small values, then so many for each doubling; below zero mirrored."""
    size = abs(value)
    shift = max(0, size.bit_length() - 1 - FINE)
    step = (shift << FINE) + (size >> shift)
    return step if value >= 0 else -step


def end_of(step: int) -> int:
    """The least value above all values of the step."""
    if step < 0:
        return 1 - _least(-step)
    return _least(step + 1)


def _least(step: int) -> int:
    """The least value whose step is this one, from zero up."""
    shift = max(0, (step >> FINE) - 1)
    return (step - (shift << FINE)) << shift
