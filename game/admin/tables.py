"""Tables, who sits there, who watches, who was called there; and what moderators do at a table."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, cast

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.admin.kept import Kept
from accounts.admin.players import neighbours
from accounts.admin.typed import player
from accounts.models import LogEntry, User
from accounts.staff.admins import ReadOnly, listing, reasoned
from game.admin import told
from game.live import freezing, peeking, shutting
from game.models import Exclusion, HandRecord, Invitation, Message, Peek, Report, Spectator, Table, TableSeat

Act = Callable[[str, User, str], None]


def _each(act: Act, request: HttpRequest, chunk: QuerySet[Table], why: str) -> None:
    """One table after the other, in the order in which everyone locks them."""
    for table in chunk.order_by("pk"):
        act(table.code, cast(User, request.user), why)


def _watched(table: Table) -> str:
    return gettext("all hands for %(minutes)s minutes, as the log tells") % {
        "minutes": int(peeking.LASTS.total_seconds()) // 60
    }


def _way_there(table: Table) -> SafeString:
    """To where all hands are seen."""
    words = gettext("To table %(code)s: all hands") % {"code": table.code}
    return format_html('<a class="way" href="{}">{}</a>', reverse("table", args=[table.code]), words)


@reasoned(_("See all hands"), peeking.MAY, preview=_watched)
def peek(modeladmin: Any, request: HttpRequest, chunk: QuerySet[Table], why: str) -> None:
    """And the way there."""
    for table in chunk.order_by("pk"):
        peeking.begin(table, cast(User, request.user), why)
        modeladmin.message_user(request, _way_there(table))


@reasoned(_("Look no longer"), peeking.MAY)
def look_away(modeladmin: Any, request: HttpRequest, chunk: QuerySet[Table], why: str) -> None:
    for table in chunk.order_by("pk"):
        peeking.end(table, cast(User, request.user), why)


@reasoned(_("Close after this hand"), shutting.MAY, preview=lambda table: gettext("closed once no hand is played"))
def close(modeladmin: Any, request: HttpRequest, chunk: QuerySet[Table], why: str) -> None:
    _each(shutting.close_after_hand, request, chunk, why)


@reasoned(_("Keep open after all"), shutting.MAY)
def keep_open(modeladmin: Any, request: HttpRequest, chunk: QuerySet[Table], why: str) -> None:
    _each(shutting.keep_open, request, chunk, why)


@reasoned(_("Freeze the chat"), freezing.MAY, preview=lambda table: gettext("nobody writes there any more"))
def freeze(modeladmin: Any, request: HttpRequest, chunk: QuerySet[Table], why: str) -> None:
    _each(freezing.freeze, request, chunk, why)


@reasoned(_("Let them talk again"), freezing.MAY)
def thaw(modeladmin: Any, request: HttpRequest, chunk: QuerySet[Table], why: str) -> None:
    _each(freezing.thaw, request, chunk, why)


class SeatInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]  # generic in its stubs only
    """Who sits there; nothing of the cards."""

    model = TableSeat
    fields = readonly_fields = ("position", "sitter", "score", "seen_at", "idle_hands", "left")
    extra = 0

    def get_queryset(self, request: HttpRequest) -> QuerySet[TableSeat]:
        return super().get_queryset(request).select_related("user").defer("hand_order", "seed")

    @admin.display(description=_("player"))
    def sitter(self, chair: TableSeat) -> SafeString:
        return told.sitting(chair)


class PeekInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]  # generic in its stubs only
    """Which moderators saw all hands there, and why."""

    model = Peek
    fields = readonly_fields = ("user", "why", "begun_at", "until")
    extra = 0

    def get_queryset(self, request: HttpRequest) -> QuerySet[Peek]:
        return super().get_queryset(request).select_related("user")


class State(admin.SimpleListFilter):
    """Tables live and past."""

    title = _("state")
    parameter_name = "state"
    CONDITIONS = {
        "open": Q(closed_at=None),
        "playing": Q(closed_at=None, phase="playing"),
        "closed": Q(closed_at__isnull=False),
    }

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[Any, Any]]:
        return [("open", _("open")), ("playing", _("playing")), ("closed", _("closed"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Table]) -> QuerySet[Table]:
        return queryset.filter(self.CONDITIONS.get(self.value() or "", Q()))


@admin.register(Table)
class TableAdmin(Kept):
    """What the next pack is made of, and the code that the host gave friends, show nowhere: staff play too."""

    list_display = ("code", "owner", "phase", "hand_number", "room", "entry", "flags", "created_at", "closed_at")
    list_filter = (State, player("host", "chairs__user"))
    list_select_related = ("host",)
    search_fields = ("code__exact",)
    search_help_text = _("Code of the table")
    inlines = (SeatInline, PeekInline)
    actions = (peek, look_away, close, keep_open, freeze, thaw)
    fields = (
        *("code", "owner", "leads", "phase", "hand_number", "flags", "room", "multiplier", "rules", "places"),
        *("bots_most", "entry", "spectators", "open_hands", "chat", "turn_seconds", "due_at", "revision"),
        *("created_at", "closed_at"),
    )
    readonly_fields = ("owner", "leads", "flags", "room", "rules", "created_at")
    lookups = ("host__id__exact", "id__exact", "pk")

    @admin.display(description=_("host"))
    def owner(self, table: Table) -> SafeString:
        return self.link(table.host)

    @admin.display(description=_("room"))
    def room(self, table: Table) -> str:
        return told.room(table.stake)

    @admin.display(description=_("rules"))
    def rules(self, table: Table) -> str:
        return told.rules(table.variant)

    @admin.display(description=_("by moderators"))
    def flags(self, table: Table) -> str:
        said = [(table.chat_frozen, _("chat frozen")), (table.last_hand, _("last hand"))]
        return ", ".join(str(text) for is_so, text in said if is_so) or "–"

    @admin.display(description=_("lists"))
    def leads(self, table: Table) -> SafeString:
        """To its page, and everything around it."""
        return self.links([
            format_html('<a href="{}">{}</a>', reverse("table", args=[table.code]), _("Table")),
            self.listing(HandRecord, _("hands"), table__id__exact=table.pk),
            self.listing(TableSeat, _("seats"), table__id__exact=table.pk),
            self.listing(Message, _("messages"), table__id__exact=table.pk),
            self.listing(Report, _("reports"), table__id__exact=table.pk),
            self.listing(Invitation, _("invitations"), table__id__exact=table.pk),
            self.listing(LogEntry, _("log"), target_type="game.table", target_id=table.pk),
        ])  # fmt: skip

    def render_change_form(self, request: HttpRequest, context: dict[str, Any], *args: Any, **others: Any) -> Any:
        """With the way to all hands, while they may be seen."""
        table = others.get("obj")
        if table and peeking.until(table, cast(User, request.user)):
            context["way"] = _way_there(table)
        return super().render_change_form(request, context, *args, **others)

    def acts(self, request: HttpRequest, obj: Any) -> list[tuple[str, str]]:
        """What can be done at the table as it is."""
        offers = super().acts(request, obj)
        if obj is None or obj.closed_at:
            return []
        off = {
            "close" if obj.last_hand else "keep_open",
            "freeze" if obj.chat_frozen else "thaw",
            "peek" if peeking.until(obj, cast(User, request.user)) else "look_away",
        }
        return [one for one in offers if one[0] not in off]


class AtTable(Kept):
    """Something that belongs to a table, and mostly to a player."""

    list_select_related = ("table", "user")
    lookups: tuple[str, ...] = ("table__id__exact", "user__id__exact")

    @admin.display(description=_("table"))
    def at(self, row: Any) -> SafeString:
        return self.link(row.table)

    @admin.display(description=_("player"))
    def who(self, row: Any) -> SafeString:
        return self.link(row.user)


@admin.register(TableSeat)
class SeatAdmin(AtTable):
    """Who sits where, and since when not any more; the order of a hand would tell its cards."""

    list_display = ("no", "at", "position", "name", "who", "bot", "score", "seen_at", "left")
    list_filter = (player("user"),)
    search_fields = ("table__code__exact",)
    search_help_text = _("Code of the table")
    fields = (
        *("at", "position", "name", "who", "bot", "score", "ready", "seen_at", "away_since", "acted", "idle_hands"),
        *("left", "sits_out", "leaves"),
    )
    readonly_fields = ("at", "who")

    def get_queryset(self, request: HttpRequest) -> QuerySet[TableSeat]:
        return super().get_queryset(request).defer("hand_order", "seed")


@admin.register(Peek)
class PeekAdmin(AtTable):
    """Who saw all hands of which table, and why."""

    list_display = ("no", "at", "who", "why", "begun_at", "until")
    list_filter = (player("user"),)
    fields = ("at", "who", "why", "begun_at", "until")
    readonly_fields = ("at", "who")


@admin.register(Spectator)
class SpectatorAdmin(AtTable):
    """Who watches just now."""

    list_display = ("no", "at", "who", "seen_at")
    list_filter = (player("user"),)
    fields = ("at", "who", "seen_at")
    readonly_fields = ("at", "who")


@admin.register(Exclusion)
class ExclusionAdmin(AtTable):
    """Whom a host removed."""

    list_display = ("no", "at", "who", "until")
    list_filter = (player("user"),)
    fields = ("at", "who", "until")
    readonly_fields = ("at", "who")


@admin.register(Invitation)
class InvitationAdmin(Kept):
    """Who was called to a table, by whom."""

    list_display = ("no", "at", "caller", "called", "made_at", "declined_at")
    list_filter = (player("by", "whom"),)
    list_select_related = ("table", "by", "whom")
    fields = ("at", "caller", "called", "made_at", "declined_at")
    readonly_fields = ("at", "caller", "called")
    lookups = ("table__id__exact", "by__id__exact", "whom__id__exact")

    @admin.display(description=_("table"))
    def at(self, row: Invitation) -> SafeString:
        return self.link(row.table)

    @admin.display(description=_("who invites"))
    def caller(self, row: Invitation) -> SafeString:
        return self.link(row.by)

    @admin.display(description=_("who is invited"))
    def called(self, row: Invitation) -> SafeString:
        return self.link(row.whom)


def ways(user: User) -> Iterable[SafeString]:
    """From a player to all this."""
    yield listing(Table, _("tables"), player=user.pk)
    yield listing(TableSeat, _("seats"), user__id__exact=user.pk)
    yield listing(Invitation, _("invitations"), player=user.pk)


neighbours.append(ways)
