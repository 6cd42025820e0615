"""Sums in the database: of players and pairs, by the weeks in which the hands were."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from datetime import date, datetime, timedelta

from django.db.models import Q

from accounts.days import day_of
from accounts.keeping import TALLIES
from game.fairplay.summing import STRENGTHS, Key, Sums, merge
from game.models import Tally

FIRST = 5
"""Hands that are kept by kind and week, to be looked at first."""

Marks = dict[str, list[list[float]]]
"""By kind: strength and id of hands, strongest first."""


def week_of(moment: datetime) -> date:
    """The Monday of its week, as days are in Vietnam."""
    day = day_of(moment)
    return day - timedelta(days=day.weekday())


def add(found: Mapping[Key, Sums], hand_id: int, week: date) -> None:
    """Add one hand's sums, in the caller's transaction; rows are locked in the order of their ids."""
    keys = set(found)
    users = {user for key in keys for user in key if user is not None}
    of_week = Tally.objects.filter(_among(users), week=week)
    known = set(of_week.values_list("user", "other"))
    missing = sorted(keys - known, key=lambda key: (key[0], key[1] or 0))
    Tally.objects.bulk_create(
        [Tally(user_id=user, other_id=other, week=week) for user, other in missing], ignore_conflicts=True
    )
    rows = [row for row in of_week.order_by("pk").select_for_update() if (row.user_id, row.other_id) in keys]
    for row in rows:
        sums = found[row.user_id, row.other_id]
        row.sums = merge([row.sums, sums])
        row.hands = _marked(row.hands, sums, hand_id)
    Tally.objects.bulk_update(rows, ["sums", "hands"])


def _among(users: Collection[int]) -> Q:
    """Of each of these players alone, and towards each other of them."""
    return Q(Q(other__in=users) | Q(other=None), user__in=users)


def _marked(marks: Marks, sums: Sums, hand_id: int) -> Marks:
    told = {kind: strength(sums) for kind, strength in STRENGTHS.items()}
    return together([marks, {kind: [[much, hand_id]] for kind, much in told.items() if much > 0}])


def together(all_marks: Iterable[Marks]) -> Marks:
    """The strongest of several."""
    found: Marks = {}
    for marks in all_marks:
        for kind, hands in marks.items():
            found[kind] = sorted([*found.get(kind, []), *hands], reverse=True)[:FIRST]
    return found


class Book:
    """What is known of some players, and of each towards each other, in the weeks that count. One query."""

    def __init__(self, users: Collection[int], now: datetime) -> None:
        self._rows: dict[Key, list[Tally]] = {}
        for row in Tally.objects.filter(_among(users), week__gte=_first_week(now)):
            self._rows.setdefault((row.user_id, row.other_id), []).append(row)

    def sums(self, user: int, other: int | None = None, after: date | None = None) -> Sums:
        """Of a player, or towards another; of weeks ``after`` that one where it is given."""
        return merge([row.sums for row in self._of(user, other, after)])

    def hands(self, kind: str, user: int, other: int | None, after: date | None = None) -> list[int]:
        """Ids of the hands to be looked at first."""
        marks = together(row.hands for row in self._of(user, other, after))
        return [int(hand_id) for _, hand_id in marks.get(kind, [])]

    def _of(self, user: int, other: int | None, after: date | None) -> list[Tally]:
        rows = self._rows.get((user, other), [])
        return [row for row in rows if after is None or row.week > after]


def _first_week(now: datetime) -> date:
    return week_of(now - TALLIES)


def forget(now: datetime) -> int:
    """Remove the sums of weeks that don't count any more; how many rows."""
    return Tally.objects.filter(week__lt=_first_week(now)).delete()[0]
