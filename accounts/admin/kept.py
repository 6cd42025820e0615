"""What the staff only looks at: nothing of it is added, changed or deleted in the administration."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.staff.admins import Linked, Quick, ReadOnly


class Kept(ReadOnly, Linked, Quick, admin.ModelAdmin):  # type: ignore[type-arg]  # generic in its stubs only
    """Filtered only by what is named: which rows a filter finds would tell what a page doesn't show."""

    show_facets = admin.ShowFacets.NEVER
    lookups: tuple[str, ...] = ()
    """What addresses may filter by, beside the filters themselves."""

    @admin.display(description=_("no."))
    def no(self, row: Any) -> int:
        """The id, as links and searches take it."""
        return int(row.pk)

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        return lookup in (*self.lookups, *self._filters())

    def _filters(self) -> list[str]:
        """What the filters beside the list ask for."""
        asked: list[str] = []
        for one in self.list_filter:
            name: Any = one[0] if isinstance(one, tuple) else one
            asked += [f"{name}__exact", f"{name}__isempty", f"{name}__isnull"] if isinstance(name, str) else []
            asked += [name.parameter_name] if hasattr(name, "parameter_name") else []
        return asked
