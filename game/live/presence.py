"""Who is connected. A seat's seen_at is kept fresh by the server process that holds its sockets, and goes with them.

`Sockets` counts on the event loop and never touches the database; the functions below it do, in a thread.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable
from datetime import datetime, timedelta
from typing import Generic, TypeVar

from game.live.change import changing
from game.live.moment import now as the_present
from game.models import TableSeat

Who = TypeVar("Who", bound=Hashable)

GRACE = 3.0
"""Seconds in which a reload or a change of network isn't an absence."""
REFRESH = 15.0
"""Seconds after which a process says again who is connected to it."""
FORGOTTEN = timedelta(seconds=45)
"""What nobody has said again for so long isn't so any more: that process was killed."""


class Sockets(Generic[Who]):
    """The sockets of this process, by whom they belong to: a chair, a spectator. Times are monotonic seconds."""

    def __init__(self) -> None:
        self._open: Counter[Who] = Counter()
        self._went: dict[Who, float] = {}

    def came(self, who: Who) -> None:
        self._open[who] += 1
        self._went.pop(who, None)

    def went(self, who: Who, time: float) -> None:
        self._open[who] -= 1
        if self._open[who] <= 0:
            del self._open[who]
            self._went[who] = time

    def here(self) -> list[Who]:
        """Those with a socket."""
        return list(self._open)

    def gone(self, time: float, grace: float = GRACE) -> list[Who]:
        """Those whose last socket closed longer than ``grace`` ago; each is told once."""
        gone = [who for who, since in self._went.items() if time - since >= grace]
        for who in gone:
            del self._went[who]
        return gone

    def clear(self) -> None:
        self._open.clear()
        self._went.clear()

    @property
    def is_idle(self) -> bool:
        """Whether there is nothing to tell, now or soon."""
        return not self._open and not self._went


sockets: Sockets[int] = Sockets()
"""Of those who sit, by the id of the chair."""


def mark(chair_id: int, now: datetime | None) -> None:
    """The chair's player is connected at ``now``, or not connected. A change is shown at the table."""
    chair = TableSeat.objects.select_related("table").filter(pk=chair_id, left=False).first()
    if chair is None:
        return
    if (chair.seen_at is None) != (now is None):
        with changing(chair.table.code):
            TableSeat.objects.filter(pk=chair_id).update(seen_at=now, away_since=the_present())
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
