"""The time that deadlines are measured by: the database's own, since several hosts may share it."""

from __future__ import annotations

import time
from datetime import datetime, timedelta
from functools import cache

from django.db import connection
from django.utils import timezone

_said: tuple[datetime, float] | None = None
"""What the database has last said in this process, and when, on this host's steady clock."""


@cache
def _is_on_one_host() -> bool:
    """Whether the database is a file, which only one host has."""
    return connection.vendor == "sqlite"


def now() -> datetime:
    """The present moment, aware. An SQLite file is read on one host, whose clock serves."""
    global _said
    if _is_on_one_host():
        return timezone.now()
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        moment: datetime = cursor.fetchone()[0]
    _said = moment, time.monotonic()
    return moment


def at_hand() -> datetime:
    """The same without asking, where the database has been asked before: as long after what it said as has passed on
    this host. To show times; whoever measures a deadline asks."""
    if _said is None or _is_on_one_host():
        return now()
    moment, asked_at = _said
    return moment + timedelta(seconds=time.monotonic() - asked_at)
