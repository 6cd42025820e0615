"""One transaction that changes a table. Every visible change goes through here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial

from django.db import transaction
from django.db.models import F, QuerySet

from accounts.prepared import Select, update
from game.live.alarm import alarm
from game.live.deadlines import LOOK
from game.live.push import tell
from game.models import Table

_FIELDS = tuple(field.attname for field in Table._meta.concrete_fields if not field.primary_key)
_LOCKED = Select(lambda code: Table.objects.select_for_update().filter(code=code))


@contextmanager
def changing(code: str, fields: Sequence[str] | None = None) -> Iterator[Table]:
    """The table, locked against every other change; saved at the end with its revision raised by one.

    With ``fields`` only these are. Raises Table.DoesNotExist. An exception inside undoes everything. After the commit
    the table's sockets are told, and the clock is woken if somebody is to be played for at once.
    """
    with transaction.atomic():
        table = _locked(code)
        yield table
        table.revision += 1
        _save(table, fields)
        transaction.on_commit(partial(_announce, table))


def carry_on(table: Table, fields: Sequence[str]) -> bool:
    """In the caller's transaction, and before all it writes: save these fields of a table that was read before, with
    its revision raised by one, and lock it; told as by `changing`. False, and nothing has happened, where anything has
    changed at the table since."""
    as_read = {"id": table.pk, "revision": table.revision, "unseen": table.unseen}
    table.revision += 1
    written = {name: getattr(table, name) for name in (*fields, "revision")}
    is_so = update(Table, written, as_read) == 1
    if is_so:
        transaction.on_commit(partial(_announce, table))
    return is_so


def note_unseen(table: QuerySet[Table]) -> bool:
    """In the caller's transaction: something of the table changes that only who does it sees; whether there is such a
    table, which is locked now. Nobody is told, but what a process knows of the table doesn't hold after it, and is read
    anew as soon as anything else is shown there."""
    return table.update(unseen=F("unseen") + 1) > 0


def _locked(code: str) -> Table:
    for table in _LOCKED.models(code):
        locked: Table = table
        return locked
    raise Table.DoesNotExist


def _save(table: Table, fields: Sequence[str] | None) -> None:
    names = _FIELDS if fields is None else (*fields, "revision")
    update(Table, {name: getattr(table, name) for name in names}, {"id": table.pk})


def _announce(table: Table) -> None:
    tell(table.code, table.revision)
    if table.due_at and table.due_in <= LOOK:
        alarm.ring()
