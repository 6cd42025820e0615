"""Who keeps others waiting waits too: leaving in mid-hand and letting hands go by lengthen a short wait before the next
quick play. What is older than a day counts no more."""

from __future__ import annotations

from datetime import datetime, timedelta

from accounts import keeping
from accounts.models import Lapse

WAITS = (timedelta(), timedelta(seconds=30), timedelta(minutes=1), timedelta(minutes=2), timedelta(minutes=5))
"""After the first lapse of a day none, after the second the next one, and so on; the last for all that follow."""


def note(user_id: int, kind: str, at: datetime, since: datetime | None = None) -> None:
    """The user left people in mid-hand, or let hands go by while they waited; of one hand, which began at ``since``,
    it counts once."""
    if since is None or not Lapse.objects.filter(user_id=user_id, kind=kind, at__gte=since).exists():
        Lapse.objects.create(user_id=user_id, kind=kind, at=at)


def wait(user_id: int, now: datetime) -> timedelta:
    """How long the user still waits before the next quick play; nothing for most."""
    lapses = list(Lapse.objects.filter(user_id=user_id, at__gt=now - keeping.LAPSES).values_list("at", flat=True))
    if not lapses:
        return timedelta()
    given = WAITS[min(len(lapses), len(WAITS)) - 1]
    return max(timedelta(), max(lapses) + given - now)


def forget(now: datetime) -> int:
    """Remove the lapses that count no more; how many."""
    return Lapse.objects.filter(at__lte=now - keeping.LAPSES).delete()[0]
