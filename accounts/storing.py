"""Rows that were changed in memory, written back in one statement.

It is made once for so many rows and fields; Django's `bulk_update` makes it anew each time, which takes far longer than
running it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cache
from typing import Any

from django.db import connection
from django.db.models import Field, Model

from accounts.prepared import field_of


def store(rows: Collection[Model], names: Sequence[str]) -> None:
    """Write these fields of rows of one model, which are there; nothing without rows."""
    if not rows:
        return
    model = type(next(iter(rows)))
    fields = [_key(model), *(field_of(model, name) for name in names)]
    values = [field.get_db_prep_save(getattr(row, field.attname), connection) for row in rows for field in fields]
    with connection.cursor() as cursor:
        cursor.execute(_sql(model, tuple(names), len(rows), connection.vendor), values)


@cache
def _sql(model: type[Model], names: tuple[str, ...], count: int, vendor: str) -> str:
    quoted, key = connection.ops.quote_name, _key(model)
    fields = [field_of(model, name) for name in names]
    sets = ", ".join(f"{quoted(str(field.column))} = {_cast(field, at)}" for at, field in enumerate(fields, 2))
    row = f"({', '.join(['%s'] * (1 + len(fields)))})"
    table = quoted(model._meta.db_table)
    return (
        f"UPDATE {table} SET {sets} FROM (VALUES {', '.join([row] * count)}) AS given"
        f" WHERE {table}.{quoted(str(key.column))} = given.column1"
    )


def _cast(field: Field[Any, Any], at: int) -> str:
    """A column of what is given; PostgreSQL doesn't guess of what type it is."""
    column = f"given.column{at}"
    is_strict = connection.features.requires_casted_case_in_updates
    return f"CAST({column} AS {field.cast_db_type(connection)})" if is_strict else column


def _key(model: type[Model]) -> Field[Any, Any]:
    key = model._meta.pk
    assert key is not None
    return key
