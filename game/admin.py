"""Tables and hands for the staff, to be looked at: only `game.live` changes them."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from game.models import HandPlayer, HandRecord, Table, TableSeat


class LookOnly:
    """No adding, no changing, no deleting."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class SeatInline(LookOnly, admin.TabularInline):  # type: ignore[type-arg]  # generic in its stubs only
    model = TableSeat
    fields = ("position", "name", "user", "bot", "score", "ready", "seen_at", "idle_hands", "left")


class PlayerInline(LookOnly, admin.TabularInline):  # type: ignore[type-arg]  # generic in its stubs only
    model = HandPlayer
    fields = ("seat", "name", "user", "bot", "units")


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


@admin.register(HandRecord)
class HandAdmin(LookOnly, admin.ModelAdmin):  # type: ignore[type-arg]  # generic in its stubs only
    """Pack, seed and actions of a hand show only once it is over: staff play too."""

    list_display = ("table", "number", "seats", "version", "started_at", "ended_at")
    search_fields = ("table__code",)
    list_select_related = ("table",)
    inlines = (PlayerInline,)

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Not by what the page hides: which hands a filter finds would tell it."""
        return lookup.split("__")[0] in ("id", "table", "number", "ended_at") and super().lookup_allowed(
            lookup, value, request
        )

    def get_exclude(self, request: HttpRequest, obj: HandRecord | None = None) -> tuple[str, ...]:
        return () if obj and obj.ended_at else ("pack", "server_seed", "player_seeds", "actions")
