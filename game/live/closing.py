"""Nothing lingers: tables where nobody has been for a while close, and hosts who have gone are succeeded."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from game.live import between, hosting
from game.live.change import changing
from game.models import Phase, Table, people_at

DESERTED = timedelta(minutes=10)
"""A table that plays nothing closes when nobody was connected for so long."""
HOST_GONE = timedelta(minutes=1)
"""A host who isn't connected for so long is succeeded by somebody who is."""
HOST_GONE_BEFORE = timedelta(minutes=3)
"""The same before the first hand: hosts go to another app to send the link."""


def sweep(now: datetime) -> None:
    """Close what is deserted; where the host is gone, others begin without, and host after a while."""
    for code in _deserted(now).values_list("code", flat=True):
        with changing(code) as table:
            if _deserted(now).filter(pk=table.pk).exists():
                table.closed_at = now
    for code in _held_up().values_list("code", flat=True):
        with changing(code) as table:
            between.deal_if_all_ready(table)
    for code in _hostless(now).values_list("code", flat=True):
        with changing(code) as table:
            if _hostless(now).filter(pk=table.pk).exists():
                hosting.pass_on(table)


def _deserted(now: datetime) -> QuerySet[Table]:
    """Open tables where no hand is played or to come, and nobody has been for long."""
    here = people_at(OuterRef("pk")).exclude(seen_at=None, away_since__lte=now - DESERTED)
    idle = Table.objects.filter(closed_at=None, due_at=None, created_at__lte=now - DESERTED)
    return idle.filter(~Exists(here), phase__in=(Phase.WAITING, Phase.RESULT))


def _held_up() -> QuerySet[Table]:
    """Tables whose first hand somebody wants, and whose host isn't there."""
    here = people_at(OuterRef("pk")).filter(seen_at__isnull=False)
    waiting = Table.objects.filter(closed_at=None, due_at=None, fills_at=None, phase=Phase.WAITING)
    return waiting.filter(Exists(here.filter(ready=True)), ~Exists(here.filter(user=OuterRef("host"))))


def _hostless(now: datetime) -> QuerySet[Table]:
    """Open tables whose host has been away for long, while somebody else is there."""
    is_long = Q(away_since__lte=now - HOST_GONE_BEFORE)
    is_long |= Q(away_since__lte=now - HOST_GONE) & ~Q(table__phase=Phase.WAITING)
    gone = people_at(OuterRef("pk")).filter(is_long, user=OuterRef("host"), seen_at=None)
    others = people_at(OuterRef("pk")).filter(seen_at__isnull=False).exclude(user=F("table__host"))
    return Table.objects.filter(Exists(gone), Exists(others), closed_at=None)
