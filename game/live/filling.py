"""Tables of quick play: bots keep them going until people come, and give way to them. The caller holds the table.

A table with `fills_at` is one. It names the moment at which the first hand is dealt at the latest; the deadline that
counts is `due_at`, which is given again after a jump of time.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from game.live import deadlines, gold, seating
from game.models import Phase, Table

WAIT = timedelta(seconds=12)
"""For so long a new table waits for people before bots come."""
FEWEST = 2
"""So many people can play for gold by themselves."""


def wait(table: Table, now: datetime) -> None:
    """The table waits for people, and is dealt with bots on the free places when they don't come."""
    deadlines.arm(table, WAIT, now)
    table.fills_at = table.due_at


def waits(table: Table) -> bool:
    """Whether the table's first hand waits for people or, when they don't come, for bots."""
    return table.phase == Phase.WAITING and table.fills_at is not None and table.due_at is not None


def gather(table: Table, now: datetime) -> None:
    """Somebody came, or is back: where every place has its player nobody is waited for any more, and the first hand is
    dealt as at any table; where the wait had ended without anybody there, it begins again."""
    if table.fills_at is None or table.phase != Phase.WAITING or table.closed_at:
        return
    if len(table.people()) >= table.places:
        table.chairs.update(ready=True)
        deadlines.arm(table, deadlines.FIRST_HAND, now)
    elif table.due_at is None:
        wait(table, now)


def fill(table: Table) -> None:
    """At a deal at a table of quick play: bots take the free places, as long as somebody is there to play with them.
    Where gold is only among people (R8.8), they go as soon as people can play by themselves."""
    people = [chair for chair in table.people() if not chair.sits_out]
    if len(people) >= FEWEST and not gold.may_be_real(table, with_bots=True):
        table.chairs.exclude(bot="").delete()
    elif any(chair.seen_at or chair.ready for chair in people):
        seating.add_bots(table)
