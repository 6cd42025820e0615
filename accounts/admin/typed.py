"""Filters beside a list of the administration in which something is typed: whom, from when, how much.

Each narrows the list by what is indexed; what can't be read narrows it to nothing and says so.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from django.contrib import admin, messages
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.admin import finding
from accounts.days import ZONE

DIGITS = 15
"""Of an amount that is typed."""


class Unreadable(Exception):
    """What was typed is nothing of the kind."""


class Typed(admin.SimpleListFilter):
    """A field in the column of filters. Subclasses say what it finds."""

    template = "admin/typed.html"
    kind = "text"
    """Of the field, in HTML."""

    def __init__(self, request: HttpRequest, params: dict[str, list[str]], model: Any, model_admin: Any) -> None:
        super().__init__(request, params, model, model_admin)
        self.request = request

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[Any, str]]:
        """There is nothing to choose from."""
        return []

    def has_output(self) -> bool:
        return True

    def choices(self, changelist: Any) -> Iterator[Any]:
        """What the field needs: what is typed, and all else that is filtered by."""
        kept = changelist.get_filters_params()
        others = [(key, value) for key, values in kept.items() if key != self.parameter_name for value in values]
        searched = [("q", changelist.query)] if changelist.query else []
        typed = {"name": self.parameter_name, "value": self.typed, "kind": self.kind, "others": others + searched}
        yield {"selected": bool(self.typed), "query_string": "", "display": "", **typed}

    @property
    def typed(self) -> str:
        return (self.value() or "").replace("\0", "").strip()

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        if not self.typed:
            return queryset
        try:
            return self.narrowed(queryset)
        except Unreadable:
            text = gettext("%(title)s: “%(typed)s” can't be read.")
            messages.error(request, text % {"title": self.title, "typed": self.typed[:40]})
            return queryset.none()

    def narrowed(self, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """The rows that fit; Unreadable."""
        raise NotImplementedError


class Player(Typed):
    """Rows that have to do with a player: by name, id, e-mail address. ``ways`` lead from the row to the user."""

    title = _("player")
    parameter_name = "player"
    ways: tuple[str, ...] = ("user",)

    def narrowed(self, queryset: QuerySet[Any]) -> QuerySet[Any]:
        found = finding.users(self.request, self.typed)
        if len(self.ways) == 1:
            return finding.picked(queryset, Q(**{f"{self.ways[0]}__in": found}))
        rows = [
            queryset.model._default_manager.filter(**{f"{way}__in": found}).order_by().values("pk") for way in self.ways
        ]
        return queryset.filter(pk__in=rows[0].union(*rows[1:]))


class Day(Typed):
    """Rows from a day on, or to its end, as days are in Vietnam."""

    kind = "date"
    column = ""
    is_first = True

    def narrowed(self, queryset: QuerySet[Any]) -> QuerySet[Any]:
        try:
            day = date.fromisoformat(self.typed)
            start = datetime.combine(day if self.is_first else day + timedelta(days=1), time(), ZONE).astimezone(UTC)
        except (ValueError, OverflowError) as error:
            raise Unreadable from error
        return queryset.filter(**{f"{self.column}__{'gte' if self.is_first else 'lt'}": start})


class Amount(Typed):
    """Rows by a whole number."""

    kind = "number"

    def narrowed(self, queryset: QuerySet[Any]) -> QuerySet[Any]:
        digits = self.typed.replace(".", "").replace(",", "")
        if not (digits.isascii() and digits.isdecimal() and len(digits) <= DIGITS):
            raise Unreadable
        return self.at(queryset, int(digits))

    def at(self, queryset: QuerySet[Any], number: int) -> QuerySet[Any]:
        """The rows that fit the number."""
        raise NotImplementedError


def player(*ways: str) -> type[Player]:
    """The filter by players, for rows from which these fields lead to one."""
    return type("PlayerOf", (Player,), {"ways": ways})


def days(column: str) -> tuple[type[Day], type[Day]]:
    """Two filters by a column of times: from a day on, and to one."""
    first = {"title": _("from a day on"), "parameter_name": "first", "column": column}
    last: dict[str, str | Promise | bool] = {"title": _("to a day"), "parameter_name": "last", "column": column}
    return type("First", (Day,), first), type("Last", (Day,), last | {"is_first": False})
