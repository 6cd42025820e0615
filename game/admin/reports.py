"""What players want looked at."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from game.admin.looking import Moderated
from game.live.moment import now
from game.live.talk import text_of
from game.models import Message, Report


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
