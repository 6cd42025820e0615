"""Lists of work: what waits is shown unless something else is asked for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _


class State(admin.SimpleListFilter):
    """``open`` unless another state is asked for; ``all`` where the list is of one player, hand, table or message, or
    of what was searched for."""

    title = _("state")
    parameter_name = "state"

    def __init__(self, request: HttpRequest, *args: Any) -> None:
        super().__init__(request, *args)
        self.user = request.user
        is_narrow = any(name.endswith("__exact") for name in request.GET) or request.GET.get("q")
        self.usual = "all" if is_narrow else "open"

    def value(self) -> str:
        return super().value() or self.usual

    def choices(self, changelist: Any) -> Iterator[Any]:
        """Without “all” of Django's own, which would be another name for the usual."""
        for value, title in self.lookup_choices:
            query = changelist.get_query_string({self.parameter_name: value})
            yield {"selected": self.value() == value, "query_string": query, "display": title}
