"""Tables, with their seats."""

from __future__ import annotations

from django.contrib import admin
from django.http import HttpRequest

from game.admin.looking import LookOnly
from game.models import Table, TableSeat


class SeatInline(LookOnly, admin.TabularInline):  # type: ignore[type-arg]  # generic in its stubs only
    model = TableSeat
    fields = ("position", "name", "user", "bot", "score", "ready", "seen_at", "idle_hands", "left")


@admin.register(Table)
class TableAdmin(LookOnly, admin.ModelAdmin):  # type: ignore[type-arg]  # generic in its stubs only
    """What the next pack is made of shows nowhere: staff play too."""

    exclude = ("next_seed",)
    list_display = ("code", "host", "phase", "hand_number", "revision", "due_at", "created_at", "closed_at")
    list_filter = ("phase",)
    search_fields = ("code", "host__display_name")
    inlines = (SeatInline,)

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Not by seeds, of the table, its seats or its hands: which tables a filter finds would tell them."""
        return "seed" not in lookup and super().lookup_allowed(lookup, value, request)
