"""One transaction that changes a table. Every visible change goes through here."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from django.db import transaction

from game.live.alarm import alarm
from game.live.deadlines import LOOK
from game.live.push import tell
from game.models import Table


@contextmanager
def changing(code: str) -> Iterator[Table]:
    """The table, locked against every other change; saved at the end with its revision raised by one.

    Raises Table.DoesNotExist. An exception inside undoes everything. After the commit the table's sockets
    are told, and the clock is woken if somebody is to be played for at once.
    """
    with transaction.atomic():
        table = Table.objects.select_for_update().get(code=code)
        yield table
        table.revision += 1
        table.save()
        transaction.on_commit(partial(_announce, table))


def _announce(table: Table) -> None:
    tell(table.code, table.revision)
    if table.due_at and table.due_in <= LOOK:
        alarm.ring()
