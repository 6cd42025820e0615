"""Words that aren't shown in chat."""

from __future__ import annotations

from django.contrib import admin

from game.models import FilteredWord


@admin.register(FilteredWord)
class FilteredWordAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # generic in its stubs only
    """What is added or taken away holds for the next message."""

    list_display = ("word", "language")
    list_filter = ("language",)
    search_fields = ("word",)
