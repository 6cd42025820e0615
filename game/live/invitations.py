"""Calls to a table: whoever sits there asks somebody to come; it holds for some minutes, while the table is open."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from accounts import blocks, sanctions
from accounts.models import User
from game.live.moment import now
from game.live.refused import Refused
from game.models import Exclusion, Invitation, Table, TableSeat, people_at

HOLDS = timedelta(minutes=10)
"""For so long an invitation stands, and whoever declined isn't called by the same player again."""
SHOWN = 2
"""Invitations shown at once."""


def invite(table: Table, by: User, whom: User) -> None:
    """``by``, who sits at the table, asks the other to come; instead of the table he asked him to before. Nothing where
    he has just declined. Whom the host has removed the host may call back.

    Refused ``closed``, ``not_seated``, ``no_such_player``, ``blocked``, ``removed``.
    """
    if Table.objects.filter(pk=table.pk).exclude(closed_at=None).exists():
        raise Refused("closed")
    if not table.chairs.filter(user=by, left=False).exists():
        raise Refused("not_seated")
    whom_now = User.objects.filter(pk=whom.pk, erased_at=None).first()
    if by.pk == whom.pk or whom_now is None or sanctions.is_shut_out(whom_now):
        raise Refused("no_such_player")
    if blocks.between(whom.pk, [by.pk]):
        raise Refused("blocked")
    at = now()
    removed = table.exclusions.filter(user=whom, until__gt=at)
    if by.pk != table.host_id and removed.exists():
        raise Refused("removed")
    removed.delete()
    if not Invitation.objects.filter(by=by, whom=whom, declined_at__gt=at - HOLDS).exists():
        made = {"table": table, "made_at": at, "declined_at": None}
        Invitation.objects.update_or_create(by=by, whom=whom, defaults=made)


def waiting_for(user: User) -> list[Invitation]:
    """The tables to which the user is asked to come, each once, the last one first, with who asked."""
    found = _open_to(now()).filter(whom=user).select_related("table", "by").order_by("-made_at")
    unwanted = blocks.apart_from(user) if found else set()
    newest = {call.table_id: call for call in reversed(found) if call.by_id not in unwanted}
    return sorted(newest.values(), key=lambda call: call.made_at, reverse=True)[:SHOWN]


def calling(user_ids: Iterable[int], at: datetime) -> list[tuple[int, int, datetime]]:
    """Whom of these somebody asks to come, with the invitation's id and when it was made. One query."""
    found = _open_to(at).filter(whom__in=user_ids)
    return list(found.values_list("whom", "pk", "made_at"))


def invited_by(table: Table, by: User) -> set[int]:
    """The ids of those whom ``by`` has asked to this table, and who haven't answered or have just declined: which of
    the two isn't told."""
    return set(_standing(now()).filter(table=table, by=by).values_list("whom", flat=True))


def holds(table: Table, user: User) -> bool:
    """Whether somebody who sits at the table has asked the user to come: then its code isn't asked for."""
    return _standing(now()).filter(table=table, whom=user).exists()


def decline(user: User, table: Table) -> None:
    """The user doesn't come."""
    Invitation.objects.filter(whom=user, table=table, declined_at=None).update(declined_at=now())


def answered(table: Table, user: User) -> None:
    """The user has come."""
    Invitation.objects.filter(whom=user, table=table).delete()


def forget(at: datetime) -> int:
    """Remove what holds no more; how many."""
    return Invitation.objects.filter(made_at__lte=at - HOLDS).delete()[0]


def _standing(at: datetime) -> QuerySet[Invitation]:
    """By those who sit there still."""
    sits = TableSeat.objects.filter(table=OuterRef("table"), user=OuterRef("by"), left=False)
    return Invitation.objects.filter(Exists(sits), made_at__gt=at - HOLDS, table__closed_at=None)


def _open_to(at: datetime) -> QuerySet[Invitation]:
    """Where the answer is still to come and there is a seat, also for this one."""
    here = people_at(OuterRef("table")).order_by().values("table").annotate(count=Count("pk")).values("count")
    removed = Exclusion.objects.filter(table=OuterRef("table"), user=OuterRef("whom"), until__gt=at)
    free = _standing(at).annotate(here=Coalesce(Subquery(here), 0)).filter(Q(here__lt=F("table__places")))
    return free.filter(~Exists(removed), declined_at=None)


def all_of(table: Table, by: User, whom: Sequence[User]) -> int:
    """Invite those of the people who can be; how many."""
    count = 0
    for one in whom:
        try:
            invite(table, by, one)
        except Refused:
            continue
        count += 1
    return count
