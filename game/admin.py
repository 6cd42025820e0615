"""For the staff: tables, hands and what is said, to be looked at, which only `game.live` changes; what was reported, to
be dealt with; words that aren't shown."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from game.live.moment import now
from game.live.talk import text_of
from game.models import FilteredWord, HandPlayer, HandRecord, Message, Report, Table, TableSeat


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


@admin.register(FilteredWord)
class FilteredWordAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # generic in its stubs only
    """What is added or taken away holds for the next message."""

    list_display = ("word", "language")
    list_filter = ("language",)
    search_fields = ("word",)


class Moderated(LookOnly):
    """To be looked at; whoever may change messages may also do what is offered."""

    def has_moderate_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("game.change_message")


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


@admin.register(Report)
class ReportAdmin(Moderated, admin.ModelAdmin):  # type: ignore[type-arg]  # generic in its stubs only
    """What players want looked at, newest first, those not handled yet on demand."""

    list_display = ("made_at", "reported", "text", "reporter", "handled_at")
    list_filter = (("handled_at", admin.EmptyFieldListFilter),)
    list_select_related = ("reported", "reporter")
    search_fields = ("text", "reported__display_name", "reporter__display_name")
    fields = ("made_at", "reporter", "reported", "said_before", "text", "message", "handled_at")
    readonly_fields = ("said_before",)
    actions = ("handle", "hide")

    @admin.display(description=_("before it"))
    def said_before(self, report: Report) -> SafeString:
        """Line by line; the players are named as they are called now."""
        names = User.objects.in_bulk([said["user"] for said in report.around if said["user"]])
        lines = ((str(names.get(said["user"], "–")), text_of(said["kind"], said["text"])) for said in report.around)
        return format_html_join("", "<div><b>{}</b>: {}</div>", lines)

    @admin.action(permissions=["moderate"], description=_("Mark as handled"))
    def handle(self, request: HttpRequest, queryset: QuerySet[Report]) -> None:
        queryset.filter(handled_at=None).update(handled_at=now())

    @admin.action(permissions=["moderate"], description=_("Hide the message, and mark as handled"))
    def hide(self, request: HttpRequest, queryset: QuerySet[Report]) -> None:
        Message.objects.filter(reports__in=queryset).update(hidden=True)
        self.handle(request, queryset)
