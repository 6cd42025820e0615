"""Hands, with those who played them."""

from __future__ import annotations

from django.contrib import admin
from django.http import HttpRequest

from game.admin.looking import LookOnly
from game.models import HandPlayer, HandRecord


class PlayerInline(LookOnly, admin.TabularInline):  # type: ignore[type-arg]  # generic in its stubs only
    model = HandPlayer
    fields = ("seat", "name", "user", "bot", "units")


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
