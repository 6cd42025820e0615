"""What is said with one press, and words that aren't shown in chat; every change is logged."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from accounts.staff.admins import Explained, Quick
from game.models import FilteredWord, Phrase


@admin.register(FilteredWord)
class FilteredWordAdmin(Explained, Quick, admin.ModelAdmin):  # type: ignore[type-arg]  # generic in its stubs only
    """What is added or taken away holds for the next message."""

    list_display = ("word", "language")
    list_filter = ("language",)
    search_fields = ("word__startswith",)


@admin.register(Phrase)
class PhraseAdmin(Explained, admin.ModelAdmin):  # type: ignore[type-arg]  # generic in its stubs only
    """Phrases stay, for messages hold their keys; those that aren't offered any more are only read."""

    list_display = ("text_vi", "text_en", "key", "place", "is_offered")
    actions = None

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return ("key",) if obj else ()

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
