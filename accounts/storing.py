"""Rows that were made or changed in memory, written in one statement.

It is made once for so many rows and fields; Django's `bulk_create` and `bulk_update` make it anew each time, which
takes far longer than running it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cache, lru_cache
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
        cursor.execute(_update(model, tuple(names), len(rows), connection.vendor), values)


def insert(rows: Sequence[Model]) -> None:
    """Write new rows of one model, which have their keys after it."""
    if not rows:
        return
    with connection.cursor() as cursor:
        sql = _insert(type(rows[0]), len(rows), connection.vendor) + _returning(type(rows[0]))
        cursor.execute(sql, _values(rows))
        for row, (key,) in zip(rows, cursor.fetchall(), strict=True):
            _is_there(row, key)


def insert_new(row: Model, unique: str) -> bool:
    """Write a new row unless there is one with the same in its unique field; whether it was written.

    Whoever writes the same at the same time is waited for.
    """
    model = type(row)
    sql = f"{_insert(model, 1, connection.vendor)} ON CONFLICT ({_column(model, unique)}) DO NOTHING{_returning(model)}"
    with connection.cursor() as cursor:
        cursor.execute(sql, _values([row]))
        found = cursor.fetchone()
    if found:
        _is_there(row, found[0])
    return found is not None


def upsert(rows: Sequence[Model], unique: Sequence[str], names: Sequence[str]) -> None:
    """Write rows of one model: new ones, or these fields of those that are there with the same in the unique ones."""
    if not rows:
        return
    model = type(rows[0])
    sets = ", ".join(f"{column} = excluded.{column}" for column in (_column(model, name) for name in names))
    keys = ", ".join(_column(model, name) for name in unique)
    with connection.cursor() as cursor:
        sql = f"{_insert(model, len(rows), connection.vendor)} ON CONFLICT ({keys}) DO UPDATE SET {sets}"
        cursor.execute(sql, _values(rows))


def _values(rows: Sequence[Model]) -> list[Any]:
    fields = _fields(type(rows[0]))
    return [field.get_db_prep_save(getattr(row, field.attname), connection) for row in rows for field in fields]


@lru_cache(maxsize=256)
def _insert(model: type[Model], count: int, vendor: str) -> str:
    fields = _fields(model)
    columns = ", ".join(connection.ops.quote_name(str(field.column)) for field in fields)
    row = f"({', '.join(['%s'] * len(fields))})"
    return f"INSERT INTO {_table(model)} ({columns}) VALUES {', '.join([row] * count)}"


@cache
def _fields(model: type[Model]) -> tuple[Field[Any, Any], ...]:
    """All but the key, which the database gives."""
    return tuple(field for field in model._meta.concrete_fields if not field.primary_key)


def _returning(model: type[Model]) -> str:
    return f" RETURNING {_column(model, str(_key(model).name))}"


def _is_there(row: Model, key: object) -> None:
    """In the database from now on."""
    row.pk = key
    row._state.adding, row._state.db = False, connection.alias


def _table(model: type[Model]) -> str:
    return connection.ops.quote_name(model._meta.db_table)


def _column(model: type[Model], name: str) -> str:
    return connection.ops.quote_name(str(field_of(model, name).column))


@cache
def _update(model: type[Model], names: tuple[str, ...], count: int, vendor: str) -> str:
    quoted, key = connection.ops.quote_name, _key(model)
    fields = [field_of(model, name) for name in names]
    sets = ", ".join(f"{quoted(str(field.column))} = {_cast(field, at)}" for at, field in enumerate(fields, 2))
    row = f"({', '.join(['%s'] * (1 + len(fields)))})"
    table = _table(model)
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
