"""What was said at tables: by author, table, day and text; removed, and shown again."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any, cast

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.admin.players import neighbours
from accounts.admin.typed import days, player
from accounts.models import LogEntry, User
from accounts.staff.admins import listing, reasoned
from game.admin.tables import AtTable
from game.live import removing
from game.live.moment import now
from game.live.talk import text_of
from game.models import Message, Report

LATELY = timedelta(days=7)
"""Among what was said since then a text is looked for, where no player, table or day narrows the search."""
NARROWER = ("player", "user__id__exact", "table__id__exact", "first")
AROUND = 8
"""Messages before one and after it that its page shows."""


@reasoned(_("Remove"), removing.MAY, preview=lambda message: gettext("gone from every page at once"))
def remove(modeladmin: Any, request: HttpRequest, chunk: QuerySet[Message], why: str) -> None:
    """Table by table, in the order in which everyone locks them."""
    for message in chunk.select_related("table", "user").order_by("table", "pk"):
        removing.remove(message, cast(User, request.user), why)


@reasoned(_("Show again"), removing.MAY)
def restore(modeladmin: Any, request: HttpRequest, chunk: QuerySet[Message], why: str) -> None:
    """As removed ones went."""
    for message in chunk.select_related("table", "user").order_by("table", "pk"):
        removing.restore(message, cast(User, request.user), why)


@admin.register(Message)
class MessageAdmin(AtTable):
    """Nobody's words are changed, but nobody need read them any more."""

    as_cards = True
    """On a phone each row is one."""
    list_display = ("no", "sent_at", "at", "who", "kind", "said", "hidden")
    list_filter = ("hidden", "kind", player("user"), *days("sent_at"))
    search_fields = ("text",)
    search_help_text = _("Part of a text: of the last seven days, unless a player, a table or a day is chosen.")
    actions = (remove, restore)
    fields = ("sent_at", "at", "who", "name", "kind", "said", "hidden", "around", "leads")
    readonly_fields = ("at", "who", "said", "around", "leads")

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Message], search_term: str
    ) -> tuple[QuerySet[Message], bool]:
        text = search_term.replace("\0", "").strip()
        if not text:
            return queryset, False
        if not any(request.GET.get(name) for name in NARROWER):
            queryset = queryset.filter(pk__gte=_first_since(now() - LATELY))
        return queryset.filter(text__icontains=text), False

    @admin.display(description=_("text"))
    def said(self, message: Message) -> str:
        return text_of(message.kind, message.text)

    @admin.display(description=_("around it"))
    def around(self, message: Message) -> SafeString:
        """Line by line, the message itself in its place."""
        rows = Message.objects.filter(table=message.table_id).select_related("user")
        before = reversed(rows.filter(pk__lt=message.pk).order_by("-pk")[:AROUND])
        after = rows.filter(pk__gt=message.pk).order_by("pk")[:AROUND]
        lines = ((self.link(one, str(one.pk)), one.shown_name, text_of(one.kind, one.text))
                 for one in (*before, message, *after))  # fmt: skip
        return format_html_join("", "<div>{} <b>{}</b>: {}</div>", lines)

    @admin.display(description=_("lists"))
    def leads(self, message: Message) -> SafeString:
        ways = [self.listing(Message, _("messages of the table"), table__id__exact=message.table_id)]
        if message.user_id:
            ways.append(self.listing(Message, _("messages of the player"), user__id__exact=message.user_id))
        ways.append(self.listing(Report, _("reports"), message__id__exact=message.pk))
        ways.append(self.listing(LogEntry, _("log"), target_type="game.message", target_id=message.pk))
        return self.links(ways)

    def acts(self, request: HttpRequest, obj: Any) -> list[tuple[str, str]]:
        offers = super().acts(request, obj)
        return [one for one in offers if obj is not None and one[0] == ("restore" if obj.hidden else "remove")]


def _first_since(at: datetime) -> int:
    """The id of the first message since then: a list by ids, read from the newest on, ends there."""
    first = Message.objects.filter(sent_at__gte=at).order_by("sent_at").values_list("pk", flat=True).first()
    return 0 if first is None else first


def ways(user: User) -> Iterable[SafeString]:
    """From a player to what was said."""
    yield listing(Message, _("messages"), user__id__exact=user.pk)


neighbours.append(ways)
