"""Statements that are made once and run with other values: what is done at every move and every deal.

Django makes a query's SQL anew each time, which takes far longer than running it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from functools import cache
from typing import Any, NamedTuple

from django.db import connection
from django.db.models import Field, Model, QuerySet
from django.db.models.query import get_related_populators

STAND_IN = -1_000_000
"""What stands in a query for values that are given later: this and the numbers above it, which nothing is called."""


class Whole(NamedTuple):
    """How a row becomes a model, with those that it refers to as far as the query selects them."""

    model: type[Model]
    names: list[str]
    related: list[Any]

    def of(self, row: list[Any]) -> Any:
        found = self.model.from_db(connection.alias, self.names, list(row[: len(self.names)]))
        for one in self.related:
            one.populate(row, found)
        return found


class Made(NamedTuple):
    """A query as a database takes it."""

    sql: str
    params: tuple[Any, ...]
    compiler: Any
    converters: Any
    whole: Whole | None
    """None where it asks for single columns."""


class Select:
    """A query. ``make`` builds it of stand-ins for numbers and texts, which come into its SQL as they are."""

    def __init__(self, make: Callable[..., QuerySet[Any, Any]], values: int = 1) -> None:
        self._make = make
        self._stand_ins = [STAND_IN + at for at in range(values)]
        self._made: dict[str, Made] = {}

    def rows(self, *values: object) -> list[Any]:
        """As many columns as it asks for."""
        made = self._made.get(connection.vendor) or self._compile()
        given = {str(stand_in): value for stand_in, value in zip(self._stand_ins, values, strict=True)}
        with connection.cursor() as cursor:
            params: list[Any] = [given.get(str(param), param) for param in made.params]
            cursor.execute(made.sql, params)
            rows = cursor.fetchall()
        return list(made.compiler.apply_converters(rows, made.converters)) if made.converters else rows

    def models(self, *values: object) -> list[Any]:
        """Whole rows of a model."""
        rows = self.rows(*values)
        whole = self._made[connection.vendor].whole
        assert whole is not None
        return list(map(whole.of, rows))

    def _compile(self) -> Made:
        compiler = self._make(*self._stand_ins).query.get_compiler(connection=connection)
        sql, params = compiler.as_sql()
        converters = compiler.get_converters([column for column, *_ in compiler.select])
        whole = _whole(compiler) if compiler.klass_info else None
        self._made[connection.vendor] = made = Made(sql, tuple(params), compiler, converters, whole)
        return made


def _whole(compiler: Any) -> Whole:
    info, select = compiler.klass_info, compiler.select
    names = [select[at][0].target.attname for at in info["select_fields"]]
    related = get_related_populators(info, select, connection.alias)  # type: ignore[call-arg]  # stubs of Django 6
    return Whole(info["model"], names, related)


class Among:
    """A query for the rows that have one of several values: made once for each number of them, so that they have to be
    few. ``make`` gets their stand-ins, then those of other values, so many, of which it takes one each."""

    def __init__(self, make: Callable[..., QuerySet[Any, Any]], others: int = 0) -> None:
        def select(count: int) -> Select:
            return Select(lambda *values: make(values[:count], *values[count:]), count + others)

        self._of = cache(select)

    def rows(self, values: Collection[object], *others: object) -> list[Any]:
        """As many columns as it asks for; nothing without values."""
        return self._of(len(values)).rows(*values, *others) if values else []

    def models(self, values: Collection[object], *others: object) -> list[Any]:
        """Whole rows of a model; nothing without values."""
        return self._of(len(values)).models(*values, *others) if values else []


def update(model: type[Model], written: Mapping[str, object], where: Mapping[str, object]) -> int:
    """Write these fields where the others are so; how many rows that hit."""
    is_null = tuple(name for name, value in where.items() if value is None)
    sql = _update(model, tuple(written), tuple(where), is_null, connection.vendor)
    asked = [(name, value) for name, value in where.items() if value is not None]
    values = [field_of(model, name).get_db_prep_save(value, connection) for name, value in (*written.items(), *asked)]
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        return int(cursor.rowcount)


@cache
def _update(
    model: type[Model], written: tuple[str, ...], where: tuple[str, ...], is_null: tuple[str, ...], vendor: str
) -> str:
    conditions = (
        f"{column} IS NULL" if name in is_null else f"{column} = %s" for name, column in _columns(model, where)
    )
    values = ", ".join(f"{column} = %s" for _, column in _columns(model, written))
    return f"UPDATE {connection.ops.quote_name(model._meta.db_table)} SET {values} WHERE {' AND '.join(conditions)}"


def _columns(model: type[Model], names: Iterable[str]) -> list[tuple[str, str]]:
    return [(name, connection.ops.quote_name(str(field_of(model, name).column))) for name in names]


@cache
def field_of(model: type[Model], name: str) -> Field[Any, Any]:
    """Its field of that name."""
    field = model._meta.get_field(name)
    assert isinstance(field, Field)
    return field
