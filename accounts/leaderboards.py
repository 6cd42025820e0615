"""Leaderboards: a score a player and board, and how many listed scores lie within each step of values.

A place is one more than the number of listed scores above: the counts of the steps above, and the scores above within
the step, which the index tells. Nobody's place is ever found by counting all rows. Whoever writes a player's scores
holds the lock of the player's standing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import NamedTuple

from django.db import transaction
from django.db.models import QuerySet, Sum

from accounts.adding import add
from accounts.boards import Board, end_of, is_over, step_of
from accounts.models import Score, Standing, Step
from accounts.prepared import Select
from accounts.storing import upsert

NEIGHBOURS = 2
"""So many above and below the own place."""


Key = tuple[int, str]
"""A player, by id, and a board's key."""


class Kept(NamedTuple):
    """A score as it is kept."""

    value: int
    listed: bool


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a leaderboard; who shares a value shares the better place."""

    place: int
    score: Score


# -- writing ------------------------------------------------------------------------------------------


def write(scores: Collection[Score], before: Mapping[Key, Kept] | None = None) -> None:
    """Keep these scores, of players who are locked, and what the steps count of them; ``before`` is what has been kept
    of these players on these boards, where that is known."""
    new = {(score.user_id, score.board): Kept(score.value, score.listed) for score in scores}
    if before is None:
        before = kept({user for user, _ in new}, {board for _, board in new})
    changed = {key: score for key, score in sorted(new.items()) if before.get(key) != score}
    moves = Counter((key[1], step_of(score.value)) for key, score in changed.items() if score.listed)
    for key in changed:
        if (old := before.get(key)) and old.listed:
            moves[key[1], step_of(old.value)] -= 1
    rows = [Score(user_id=key[0], board=key[1], value=value, listed=listed) for key, (value, listed) in changed.items()]
    upsert(rows, ("user", "board"), ("value", "listed"))
    _count(moves)


def kept(users: Collection[int], boards: Collection[str]) -> dict[Key, Kept]:
    """The scores by now of all these players on all these boards."""
    if not users or not boards:
        return {}
    rows = _scores(len(users), len(boards)).rows(*users, *boards)
    return {(user, board): Kept(value, listed) for user, board, value, listed in rows}


@lru_cache(maxsize=64)
def _scores(users: int, boards: int) -> Select:
    """Of so many players on so many boards."""

    def select(*values: int) -> QuerySet[Score, tuple[int, str, int, bool]]:
        found = Score.objects.filter(user__in=values[:users], board__in=values[users:])
        return found.values_list("user_id", "board", "value", "listed")

    return Select(select, users + boards)


def _count(moves: Mapping[tuple[str, int], int]) -> None:
    add(Step, ("board", "step"), ("count",), {key: (by,) for key, by in moves.items() if by})


def forget(user_id: int) -> None:
    """The player's scores are gone, and counted no more."""
    with transaction.atomic():
        list(Standing.objects.select_for_update(no_key=True).filter(user=user_id))
        mine = Score.objects.filter(user=user_id)
        _count(Counter({(score.board, step_of(score.value)): -1 for score in mine.filter(listed=True)}))
        mine.delete()


def forget_past(now: datetime) -> int:
    """Remove the boards of weeks and months that are over; the number of scores removed."""
    unlisted = Score.objects.filter(listed=False)
    keys = {*Step.objects.values_list("board", flat=True), *unlisted.values_list("board", flat=True).distinct()}
    past = [key for key in keys if is_over(key, now)]
    with transaction.atomic():
        removed = Score.objects.filter(board__in=past, listed=True).delete()[0]
        removed += unlisted.filter(board__in=past).delete()[0]
        Step.objects.filter(board__in=past).delete()
    return removed


# -- reading ------------------------------------------------------------------------------------------


def listed(board: Board) -> QuerySet[Score]:
    """The scores that have a place, the best first."""
    return Score.objects.filter(board=board.key, listed=True).order_by("-value", "user_id")


def size(board: Board) -> int:
    """How many have a place."""
    return int(Step.objects.filter(board=board.key).aggregate(sum=Sum("count"))["sum"] or 0)


def place(board: Board, value: int) -> int:
    """The place of whoever has this value."""
    step = step_of(value)
    above = Step.objects.filter(board=board.key, step__gt=step).aggregate(sum=Sum("count"))["sum"] or 0
    within = listed(board).filter(value__gt=value, value__lt=end_of(step)).order_by().count()
    return int(above) + within + 1


def page(board: Board, after: int, count: int) -> list[Row]:
    """The lines after the first so many; meant for the first thousand, as those before are passed over."""
    rows: list[Row] = []
    for position, score in enumerate(listed(board).select_related("user")[after : after + count], after + 1):
        if not rows:
            rows.append(Row(place(board, score.value), score))
        else:
            rows.append(Row(rows[-1].place if score.value == rows[-1].score.value else position, score))
    return rows


def around(board: Board, own: Score) -> list[Row]:
    """The own line with its neighbours'."""
    near = listed(board).select_related("user").exclude(pk=own.pk)
    alike, count = near.filter(value=own.value), NEIGHBOURS
    before = list(alike.filter(user__lt=own.user_id).order_by("-user_id")[:count])
    before += near.filter(value__gt=own.value).order_by("value", "-user_id")[: count - len(before)]
    after = list(alike.filter(user__gt=own.user_id)[:count])
    after += near.filter(value__lt=own.value)[: count - len(after)]
    scores = [*reversed(before), own, *after]
    places = {value: place(board, value) for value in {score.value for score in scores}}
    return [Row(places[score.value], score) for score in scores]
