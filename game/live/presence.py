"""Who is connected. A seat's seen_at is kept fresh by the server process that holds its sockets, and goes with them.

`Sockets` counts on the event loop and never touches the database; the functions below it do, in a thread.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from datetime import datetime, timedelta

from game.live.change import changing
from game.models import TableSeat

GRACE = 3.0
"""Seconds in which a reload or a change of network isn't an absence."""
REFRESH = 15.0
"""Seconds after which a process says again who is connected to it."""
FORGOTTEN = timedelta(seconds=45)
"""What nobody has said again for so long isn't so any more: that process was killed."""


class Sockets:
    """The sockets of this process, by the chair they belong to. Times are monotonic seconds."""

    def __init__(self) -> None:
        self._open: Counter[int] = Counter()
        self._went: dict[int, float] = {}

    def came(self, chair_id: int) -> None:
        self._open[chair_id] += 1
        self._went.pop(chair_id, None)

    def went(self, chair_id: int, time: float) -> None:
        self._open[chair_id] -= 1
        if self._open[chair_id] <= 0:
            del self._open[chair_id]
            self._went[chair_id] = time

    def here(self) -> list[int]:
        """The chairs with a socket."""
        return list(self._open)

    def gone(self, time: float, grace: float = GRACE) -> list[int]:
        """The chairs whose last socket closed longer than ``grace`` ago; each is told once."""
        gone = [chair_id for chair_id, since in self._went.items() if time - since >= grace]
        for chair_id in gone:
            del self._went[chair_id]
        return gone

    def clear(self) -> None:
        self._open.clear()
        self._went.clear()

    @property
    def is_idle(self) -> bool:
        """Whether there is nothing to tell, now or soon."""
        return not self._open and not self._went


sockets = Sockets()


def mark(chair_id: int, now: datetime | None) -> None:
    """The chair's player is connected at ``now``, or not connected. A change is shown at the table."""
    chair = TableSeat.objects.select_related("table").filter(pk=chair_id, left=False).first()
    if chair is None:
        return
    if (chair.seen_at is None) != (now is None):
        with changing(chair.table.code):
            TableSeat.objects.filter(pk=chair_id).update(seen_at=now)
    elif now:
        TableSeat.objects.filter(pk=chair_id).update(seen_at=now)


def refresh(chair_ids: Iterable[int], now: datetime) -> None:
    """These are connected still, whatever another process thought."""
    here = set(chair_ids)
    for chair_id in TableSeat.objects.filter(pk__in=here, seen_at=None).values_list("pk", flat=True):
        mark(chair_id, now)
    TableSeat.objects.filter(pk__in=here, left=False).update(seen_at=now)


def sweep(now: datetime) -> None:
    """Whoever was connected to a process that died isn't connected."""
    stale = TableSeat.objects.filter(seen_at__lt=now - FORGOTTEN)
    for chair_id in stale.values_list("pk", flat=True):
        mark(chair_id, None)
