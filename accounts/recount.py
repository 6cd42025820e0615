"""Leaderboards held to the scores: who is listed that should not be, which step counts what isn't there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from django.db import connection, transaction
from django.db.models import Exists, OuterRef, Q, Value
from django.db.models.functions import Concat

from accounts import listing
from accounts.boards import Board, step_of
from accounts.models import Rating, Score, Step
from accounts.skill import CERTAIN

Counts = dict[tuple[str, int], int]
_PROVISIONAL = Rating.objects.alias(board=Concat(Value(Board("rating").key), "preset")).filter(
    user=OuterRef("user"), board=OuterRef("board"), sigma__gt=CERTAIN
)
"""Of a score: the rating it shows, if it isn't certain yet."""


def wrong() -> Iterator[str]:
    """A line for each player listed wrongly and each step that counts wrongly."""
    for user in _wrongly_listed():
        yield f"player {user}: listed, or not, against what the player is"
    kept, counted = _kept(), _counted()
    for board, step in sorted(kept.keys() | counted.keys()):
        had, has = kept.get((board, step), 0), counted.get((board, step), 0)
        if had != has:
            yield f"{board} step {step}: {had} kept, {has} counted"


def rebuild() -> None:
    """List everybody anew who was listed wrongly, then count all steps; hands that end meanwhile wait for it."""
    for user in _wrongly_listed():
        listing.relist(user)
    with transaction.atomic():
        _hold()
        Step.objects.all().delete()
        steps = (Step(board=board, step=step, count=count) for (board, step), count in _counted().items())
        Step.objects.bulk_create(steps, batch_size=1000)


def _wrongly_listed() -> list[int]:
    """The players of whom some score is listed against the rule of `listing`."""
    stranger = Q(user__is_active=False) | Q(user__is_guest=True) | Q(user__standing__hidden=True)
    stranger |= Q(user__shut_out_until__isnull=False)
    scores = Score.objects.alias(provisional=Exists(_PROVISIONAL)).filter(
        Q(stranger | Q(provisional=True), listed=True) | Q(~stranger, provisional=False, listed=False)
    )
    return list(scores.order_by("user_id").values_list("user_id", flat=True).distinct())


def _kept() -> Counts:
    return {(board, step): count for board, step, count in Step.objects.values_list("board", "step", "count") if count}


def _counted() -> Counts:
    listed = Score.objects.filter(listed=True).values_list("board", "value").iterator()
    return Counter((board, step_of(value)) for board, value in listed)


def _hold() -> None:
    """Wait for hands that have counted already; the others wait here, their scores not to be seen yet."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(f"LOCK TABLE {Step._meta.db_table} IN SHARE ROW EXCLUSIVE MODE")
