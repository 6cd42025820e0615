"""Adding to kept numbers in one statement: rows that are missing begin with what is added."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from django.db import connection
from django.db.models import Model

Key = TypeVar("Key", bound=tuple[Any, ...])


def add(model: type[Model], keys: Sequence[str], columns: Sequence[str], amounts: Mapping[Key, Sequence[int]]) -> None:
    """Add to the columns of the row of each key, a unique one of the model; in the order of keys, so that two can't
    wait for each other."""
    if not amounts:
        return
    quoted = connection.ops.quote_name
    fields = {name: quoted(_column(model, name)) for name in (*keys, *columns)}
    table = quoted(model._meta.db_table)
    row = f"({', '.join(['%s'] * len(fields))})"
    sums = ", ".join(f"{fields[name]} = {table}.{fields[name]} + excluded.{fields[name]}" for name in columns)
    sql = (
        f"INSERT INTO {table} ({', '.join(fields.values())}) VALUES {', '.join([row] * len(amounts))}"
        f" ON CONFLICT ({', '.join(fields[name] for name in keys)}) DO UPDATE SET {sums}"
    )
    with connection.cursor() as cursor:
        cursor.execute(sql, [value for key in sorted(amounts) for value in (*key, *amounts[key])])


def _column(model: type[Model], name: str) -> str:
    return str(getattr(model._meta.get_field(name), "column"))  # noqa: B009
