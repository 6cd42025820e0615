"""Nothing lingers: tables where nobody has been for a while close, and hosts who have gone are succeeded."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import Exists, F, OuterRef, QuerySet

from game.live import hosting
from game.live.change import changing
from game.models import Phase, Table, TableSeat

DESERTED = timedelta(minutes=10)
"""A table that plays nothing closes when nobody was connected for so long."""
HOST_GONE = timedelta(minutes=1)
"""A host who isn't connected for so long is succeeded by somebody who is."""


def sweep(now: datetime) -> None:
    """Close what is deserted, and let others host where the host is gone."""
    for code in _deserted(now).values_list("code", flat=True):
        with changing(code) as table:
            if _deserted(now).filter(pk=table.pk).exists():
                table.closed_at = now
    for code in _hostless(now).values_list("code", flat=True):
        with changing(code) as table:
            if _hostless(now).filter(pk=table.pk).exists():
                hosting.pass_on(table)


def _deserted(now: datetime) -> QuerySet[Table]:
    """Open tables where no hand is played or to come, and nobody has been for long."""
    here = _people().exclude(seen_at=None, away_since__lte=now - DESERTED)
    idle = Table.objects.filter(closed_at=None, due_at=None, created_at__lte=now - DESERTED)
    return idle.filter(~Exists(here), phase__in=(Phase.WAITING, Phase.RESULT))


def _hostless(now: datetime) -> QuerySet[Table]:
    """Open tables whose host has been away for long, while somebody else is there."""
    gone = _people().filter(user=OuterRef("host"), seen_at=None, away_since__lte=now - HOST_GONE)
    others = _people().filter(seen_at__isnull=False).exclude(user=F("table__host"))
    return Table.objects.filter(Exists(gone), Exists(others), closed_at=None)


def _people() -> QuerySet[TableSeat]:
    """The seats of people at the table of the outer query."""
    return TableSeat.objects.filter(table=OuterRef("pk"), bot="", left=False)
