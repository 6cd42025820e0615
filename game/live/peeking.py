"""A moderator sees all hands of a table for a while: with the right to, for a written reason, and the log tells it.

Nobody else sees anything of it: whoever looks so isn't among those who watch the table.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction

from accounts.models import User
from accounts.staff import log
from game.live import moderating
from game.live.moment import now
from game.models import Peek, Table

LASTS = timedelta(minutes=30)
MAY = "game.peek_table"


@transaction.atomic
def begin(table: Table, by: User, why: str) -> Peek:
    """From now on, for `LASTS`. Raises what `moderating.check` does."""
    why, at = moderating.check(table, by, MAY, why), now()
    peek = Peek.objects.create(table=table, user=by, why=why, begun_at=at, until=at + LASTS)
    log.note(by, "peek", table, why, after={"until": peek.until.isoformat()})
    return peek


@transaction.atomic
def end(table: Table, by: User, why: str) -> int:
    """Before the time is over; how many looks that were."""
    at = now()
    ended = Peek.objects.filter(table=table, user=by, until__gt=at).update(until=at)
    if ended:
        log.note(by, "peek_end", table, why, after={"until": at.isoformat()})
    return ended


def until(table: Table, user: User | None) -> datetime | None:
    """How long the user sees all hands of the table; None for whoever doesn't. Asked anew whenever something is shown:
    a right that is taken away, or a seat that is taken, ends it."""
    if user is None or not user.is_staff:
        return None
    peeks = Peek.objects.filter(table=table, user=user, until__gt=now()).order_by("-until")
    last = peeks.values_list("until", flat=True).first()
    if last is None or moderating.is_own(table, user.pk):
        return None
    return last if _may_still(user.pk) else None


def _may_still(pk: int) -> bool:
    user = User.objects.get(pk=pk)
    return user.is_active and user.is_staff and user.has_perm(MAY)
