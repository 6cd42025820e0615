"""Finds tables whose deadline is over, claims them, and plays or deals there.

Deadlines are in the database, so any process may do this, several may at once, and none needs to remember
anything: a claim is a compare-and-set on the deadline with a short lease, and what a killed process had
claimed is due again when the lease ends. Playing passes the gate, which lets one action at a version pass.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Coroutine, Iterable
from datetime import datetime, timedelta
from typing import Any

from channels.db import database_sync_to_async
from django.db.models import DateTimeField, ExpressionWrapper, F, Q, Value

from accounts import sanctions
from accounts.house import house
from game.live import autoplay, closing, dealing, meters, noticing, positions, presence, spectators, trail
from game.live.alarm import alarm
from game.live.deadlines import LOOK
from game.live.moment import now as the_present
from game.live.refused import Refused
from game.models import HandRecord, Phase, Table

logger = logging.getLogger(__name__)

LEASE = timedelta(seconds=3)
"""Long enough for a turn; what a killed process had claimed stands still so long."""
BATCH = 10
LATE = timedelta(seconds=5)
"""A deadline missed by more was missed by everybody: time jumped, or no clock ran."""
SWEEP = 10.0
"""Seconds between two looks for people whose server died, for tables that they have left alone, and for sanctions that
have come to their end."""
COMING_BACK = 60.0
"""Seconds after the site was away, or time jumped, until that is looked for again."""


def tick(now: datetime) -> float:
    """Serve what is due at ``now``; seconds until the next look."""
    served = False
    for table in _next(now):
        if table.due_at is None or table.due_at > now:
            return 0.0 if served or table.due_at is None else (table.due_at - now).total_seconds()
        serve(table, now)
        served = True
    return 0.0 if served else LOOK.total_seconds()


def _next(now: datetime) -> Iterable[Table]:
    """The tables that no clock works at whose deadline comes until the next look, earliest first."""
    return Table.objects.filter(_free(now), due_at__lte=now + LOOK).order_by("due_at")[:BATCH]


def _free(now: datetime) -> Q:
    return Q(lease_until=None) | Q(lease_until__lte=now)


def serve(table: Table, now: datetime) -> None:
    """Claim the table and do what is due. A failure is logged; it is tried again when the lease is over."""
    with trail.follow(table=table.pk):
        try:
            if claim(table, now):
                meters.CLOCK_LATE.observe((now - (table.due_at or now)).total_seconds())
                _do(table)
        except Refused as refused:
            logger.debug("somebody was faster than the clock: %s", refused.code)
        except Exception:
            logger.exception("the clock could not go on")


def claim(table: Table, now: datetime) -> bool:
    """Take the deadline as it was read, for the time of a lease; False if it was changed or taken meanwhile."""
    mine = Table.objects.filter(_free(now), pk=table.pk, due_at=table.due_at).update(lease_until=now + LEASE)
    return mine == 1


def _do(table: Table) -> None:
    if table.phase == Phase.PLAYING:
        hand_id = HandRecord.objects.values_list("pk", flat=True).get(table=table, number=table.hand_number)
        autoplay.play(positions.latest(hand_id))
    else:
        dealing.next_hand(table.code, after=table.hand_number)


def rearm(now: datetime, until: datetime | None = None) -> int:
    """Give every deadline that is long over, or further away than it was ever given, its time again; how many.

    So after a jump of the wall clock, or hours without any clock, nobody's turn is over at once. With ``until`` all
    deadlines before that moment are given theirs.
    """
    late = Q(due_at__lt=until or now - LATE)
    early = Q(due_at__gt=ExpressionWrapper(Value(now + LATE) + F("due_in"), output_field=DateTimeField()))
    again = ExpressionWrapper(Value(now) + F("due_in"), output_field=DateTimeField())
    return Table.objects.filter(late | early).update(due_at=again, lease_until=None, revision=F("revision") + 1)


class Clock:
    """Notices jumps of the wall clock between steps, by the monotonic one; stands still while the site is away."""

    def __init__(self) -> None:
        self._ahead: float | None = None
        self._swept = 0.0
        self._stood_still = False

    def step(self, now: datetime, steady: float) -> float:
        """Serve what is due; seconds until the next look. ``steady`` are monotonic seconds."""
        if house().maintenance:
            self._stood_still = True
            return LOOK.total_seconds()
        self._start_again(now, steady)
        if steady - self._swept >= SWEEP:
            self._swept = steady
            presence.sweep(now)
            closing.sweep(now)
            spectators.sweep(now)
            sanctions.lapse(now)
        return tick(now)

    def _start_again(self, now: datetime, steady: float) -> None:
        """After a jump, or once the site is back: then people come back before anybody is missed, and even a turn that
        was nearly over begins anew. Nobody is missed either who was seen before a jump only."""
        is_back, self._stood_still = self._stood_still, False
        is_first = self._ahead is None
        has_jumped = self._jumped(now, steady)
        if is_back or has_jumped and not is_first:
            self._swept = steady + COMING_BACK - SWEEP
        if (has_jumped or is_back) and (again := rearm(now, now + LATE if is_back else None)):
            logger.info("%d deadlines start again", again)

    def _jumped(self, now: datetime, steady: float) -> bool:
        """Whether the wall clock moved against the monotonic one; true at first, as nothing is known of before."""
        before, self._ahead = self._ahead, now.timestamp() - steady
        return before is None or abs(self._ahead - before) >= LATE.total_seconds()


async def run() -> None:
    """Serve until cancelled, and then end between two steps. An exception is logged and survived."""
    alarm.listen()
    beside = asyncio.create_task(noticing.run(), name="noticing")
    try:
        await _serve(Clock())
    finally:
        beside.cancel()


async def _serve(clock: Clock) -> None:
    while True:
        try:
            pause = await _whole(database_sync_to_async(_step)(clock))
        except Exception:
            logger.exception("the clock stumbled")
            pause = LOOK.total_seconds()
        await alarm.wait(pause) if pause else await asyncio.sleep(0)


async def _whole(step: Coroutine[Any, Any, float]) -> float:
    """What the step returns. Cancelled meanwhile, it ends first: a table that it has claimed would stand still."""
    task = asyncio.ensure_future(step)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.wait([task])
        raise


def _step(clock: Clock) -> float:
    return clock.step(the_present(), time.monotonic())


_running: asyncio.Task[None] | None = None


def start() -> None:
    """Run inside the running event loop, beside the server. A second call does nothing."""
    global _running
    loop = asyncio.get_running_loop()
    if _running is None or _running.done() or _running.get_loop() is not loop:
        _running = loop.create_task(run(), name="clock")


async def stop() -> None:
    """End what `start` began, between two steps; nothing if it doesn't run."""
    if _running and not _running.done():
        _running.cancel()
        await asyncio.wait([_running])
