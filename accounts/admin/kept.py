"""What the staff only looks at: nothing of it is added, changed or deleted in the administration."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from accounts.staff.admins import Linked, Quick, ReadOnly


class Kept(ReadOnly, Linked, Quick, admin.ModelAdmin):  # type: ignore[type-arg]  # generic in its stubs only
    """To be looked at, row by row."""

    @admin.display(description=_("no."))
    def no(self, row: Any) -> int:
        """The id, as links and searches take it."""
        return int(row.pk)
