"""Who is connected. A seat's seen_at is kept fresh by the server processes that hold its sockets, and goes with them.

A process takes back only what it has said itself: whoever went on to another process since is there. `Sockets` counts
on the event loop and never touches the database; the functions below it do, in a thread.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterable
from dataclasses import dataclass
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


@dataclass(frozen=True, slots=True)
class Gone(Generic[Who]):
    """Somebody who has no socket in this process any more."""

    who: Who
    said_at: datetime
    """When this process said last that they are here; said later, another process did."""


class Sockets(Generic[Who]):
    """The sockets of this process, by whom they belong to: a chair, a spectator. Times are monotonic seconds."""

    def __init__(self) -> None:
        self._open: Counter[Who] = Counter()
        self._went: dict[Who, float] = {}
        self._said: dict[Who, datetime] = {}

    def came(self, who: Who, said_at: datetime | None = None) -> None:
        """One more socket. It was said at ``said_at`` that somebody is here, or is yet to be said."""
        self._open[who] += 1
        self._went.pop(who, None)
        if said_at:
            self._said[who] = said_at

    def went(self, who: Who, time: float) -> None:
        self._open[who] -= 1
        if self._open[who] <= 0:
            del self._open[who]
            self._went[who] = time

    def here(self) -> list[Who]:
        """Those with a socket."""
        return list(self._open)

    def said(self, whom: Iterable[Who], now: datetime) -> None:
        """It was said of these that they are here now."""
        self._said |= dict.fromkeys((who for who in whom if who in self._open or who in self._went), now)

    def gone(self, time: float, grace: float = GRACE) -> list[Gone[Who]]:
        """Those whose last socket closed longer than ``grace`` ago; each is told once."""
        gone = [who for who, since in self._went.items() if time - since >= grace]
        for who in gone:
            del self._went[who]
        return [Gone(who, said_at) for who in gone if (said_at := self._said.pop(who, None))]

    def clear(self) -> None:
        self._open.clear()
        self._went.clear()
        self._said.clear()

    @property
    def is_idle(self) -> bool:
        """Whether there is nothing to tell, now or soon."""
        return not self._open and not self._went


sockets: Sockets[int] = Sockets()
"""Of those who sit, by the id of the chair."""


def mark(chair_id: int, now: datetime | None) -> None:
    """The chair's player is connected at ``now``, or not connected. A change is shown at the table: whoever another
    process has thought gone meanwhile isn't back unseen, but by `keep`."""
    chair = TableSeat.objects.select_related("table").filter(pk=chair_id, left=False).first()
    if chair is None:
        return
    if (chair.seen_at is None) != (now is None):
        with changing(chair.table.code):
            TableSeat.objects.filter(pk=chair_id).update(seen_at=now, away_since=the_present())
    elif now:
        TableSeat.objects.filter(pk=chair_id, seen_at__isnull=False).update(seen_at=now)


def forget(gone: Iterable[Gone[int]]) -> None:
    """These have no socket here any more; nor elsewhere, if nothing newer was said of them."""
    for chair in gone:
        if not TableSeat.objects.filter(pk=chair.who, seen_at__gt=chair.said_at).exists():
            mark(chair.who, None)


def keep(chair_ids: Collection[int], now: datetime, everybody: bool) -> Collection[int]:
    """These are connected still. It is said of everybody, or of those alone whom another process thought gone: of whom
    is returned."""
    gone = TableSeat.objects.filter(pk__in=chair_ids, seen_at=None, left=False).values_list("pk", flat=True)
    corrected = list(gone)
    for chair_id in corrected:
        mark(chair_id, now)
    if everybody:
        TableSeat.objects.filter(pk__in=chair_ids, seen_at__isnull=False, left=False).update(seen_at=now)
    return chair_ids if everybody else corrected


def sweep(now: datetime) -> None:
    """Whoever was connected to a process that died isn't connected."""
    stale = TableSeat.objects.filter(seen_at__lt=now - FORGOTTEN)
    for chair_id in stale.values_list("pk", flat=True):
        mark(chair_id, None)
