"""What was said at tables."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from game.admin.looking import Moderated
from game.models import Message


@admin.register(Message)
class MessageAdmin(Moderated, admin.ModelAdmin):  # type: ignore[type-arg]  # generic in its stubs only
    """Nobody's words are changed, but nobody need read them any more."""

    list_display = ("sent_at", "table", "name", "kind", "text", "hidden")
    list_filter = ("hidden", "kind")
    list_select_related = ("table",)
    search_fields = ("text", "name", "table__code")
    actions = ("hide", "show")

    @admin.action(permissions=["moderate"], description=_("Hide: nobody reads it any more"))
    def hide(self, request: HttpRequest, queryset: QuerySet[Message]) -> None:
        queryset.update(hidden=True)

    @admin.action(permissions=["moderate"], description=_("Show again"))
    def show(self, request: HttpRequest, queryset: QuerySet[Message]) -> None:
        queryset.update(hidden=False)
