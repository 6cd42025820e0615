"""Hands, with those who played them: by player, day, result and amount; a hand in play is called off."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, cast

from django.contrib import admin
from django.db.models import Prefetch, Q, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.admin import finding
from accounts.admin.kept import Kept
from accounts.admin.players import neighbours
from accounts.admin.typed import Amount, Typed, days
from accounts.models import LogEntry, User
from accounts.models.gold import Posting
from accounts.numerals import an_id, grouped
from accounts.staff.admins import ReadOnly, listing, reasoned
from accounts.staff.links import may
from game.admin import told
from game.live import voiding
from game.models import HandPlayer, HandRecord, Message, Report
from game.screens.words import WHY

HIDDEN = ("pack", "server_seed", "player_seeds", "actions")
"""What a hand in play doesn't show."""
HEAVY = (*HIDDEN, "variant", "timed_out", "times", "result")


def _voided(hand: HandRecord) -> str:
    """What calling it off does."""
    if hand.ended_at:
        return gettext("over already: left as it is")
    return gettext("called off: nobody pays, what was set aside is given back")


@reasoned(_("Call off"), voiding.MAY, preview=_voided, chunk=1)
def void(modeladmin: Any, request: HttpRequest, chunk: QuerySet[HandRecord], why: str) -> None:
    """Each in a transaction of its own: it holds the table and purses."""
    for hand in chunk:
        voiding.void(hand.pk, cast(User, request.user), why)


class PlayerInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]  # generic in its stubs only
    """Who held which seat, and what it brought."""

    model = HandPlayer
    fields = readonly_fields = ("seat", "who", "units", "gold", "place", "made", "mom", "den")
    extra = 0

    def get_queryset(self, request: HttpRequest) -> QuerySet[HandPlayer]:
        return super().get_queryset(request).select_related("user")

    @admin.display(description=_("player"))
    def who(self, part: HandPlayer) -> SafeString:
        return told.sitting(part)

    @admin.display(description=_("ù"))
    def made(self, part: HandPlayer) -> str:
        """Its kind."""
        return str(WHY.get(part.u, part.u)) or "–"


class Played(Typed):
    """Hands of a player, together with what they were for that player."""

    title = _("player")
    parameter_name = "player"

    def narrowed(self, queryset: QuerySet[HandRecord]) -> QuerySet[HandRecord]:
        return queryset.filter(pk__in=_parts(self.request).values("hand"))


class Result(admin.SimpleListFilter):
    """How a hand ended: for the player who is asked for too, if one is."""

    title = _("result")
    parameter_name = "result"
    PARTS = {
        "won": Q(place=1),
        "lost": Q(place__gt=1),
        "u": Q(u__gt=""),
        "mom": Q(mom=True),
        "den": Q(den__gt=0),
    }
    HANDS = {"running": Q(ended_at=None), "voided": Q(voided_at__isnull=False)}

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[Any, Any]]:
        of_player = [("won", _("won by the player")), ("lost", _("lost by the player"))]
        return [
            *(of_player if request.GET.get("player") else ()),
            ("u", _("ù")),
            ("mom", _("móm")),
            ("den", _("paid for everyone (đền)")),
            ("running", _("in play")),
            ("voided", _("called off")),
        ]

    def queryset(self, request: HttpRequest, queryset: QuerySet[HandRecord]) -> QuerySet[HandRecord]:
        wanted = self.value() or ""
        if wanted in self.HANDS:
            return queryset.filter(self.HANDS[wanted])
        if wanted in self.PARTS and (wanted not in ("won", "lost") or request.GET.get("player")):
            return queryset.filter(pk__in=_parts(request).filter(self.PARTS[wanted]).values("hand"))
        return queryset


class Gold(Amount):
    """Hands that brought somebody so much gold at least: the player, if one is asked for, else anybody; or cost it."""

    title = _("gold, at least")
    parameter_name = "gold"

    def at(self, queryset: QuerySet[HandRecord], number: int) -> QuerySet[HandRecord]:
        parts = _parts(self.request).filter(Q(gold__gte=number) | Q(gold__lte=-number))
        return queryset.filter(pk__in=parts.values("hand"))


def _parts(request: HttpRequest) -> QuerySet[HandPlayer]:
    """Of the player who is asked for; everybody's where nobody is."""
    asked = request.GET.get("player", "").replace("\0", "").strip()
    parts = HandPlayer.objects.order_by()
    return parts.filter(user__in=finding.users(request, asked)) if asked else parts


@admin.register(HandRecord)
class HandAdmin(Kept):
    """Pack, seed and actions of a hand show only once it is over: staff play too."""

    list_display = ("no", "public_id", "at", "number", "stands", "parts", "started_at", "ended_at")
    list_display_links = ("no", "public_id")
    list_filter = (Played, Result, Gold, *days("started_at"))
    list_select_related = ("table",)
    search_fields = ("public_id__exact",)
    search_help_text = _("Id or link of the hand, or code of its table")
    inlines = (PlayerInline,)
    actions = (void,)
    SHOWN = (
        *("public_id", "at", "number", "stands", "leads", "rules", "played_by", "seats", "leader", "u_before"),
        *("version", "timed_out", "room", "unit", "people_only", "started_at", "ended_at", "voided_at"),
    )
    OPEN = (*HIDDEN, "result")
    readonly_fields = ("at", "stands", "leads", "played_by", "room")
    lookups = ("id__exact", "table__id__exact", "number")

    def get_fields(self, request: HttpRequest, obj: HandRecord | None = None) -> tuple[str, ...]:
        return (*self.SHOWN, *self.OPEN) if obj and obj.ended_at else self.SHOWN

    def get_queryset(self, request: HttpRequest) -> QuerySet[HandRecord]:
        return super().get_queryset(request).select_related("table")

    def get_changelist_instance(self, request: HttpRequest) -> Any:
        """The list without what is heavy, with the players read at once."""
        changes = super().get_changelist_instance(request)
        players = Prefetch("players", HandPlayer.objects.select_related("user").order_by("seat"))
        changes.result_list = changes.result_list.defer(*HEAVY).prefetch_related(players)
        return changes

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[HandRecord], search_term: str
    ) -> tuple[QuerySet[HandRecord], bool]:
        """By number or code, or by a link that ends with one."""
        text = search_term.strip().rstrip("/").rpartition("/")[2]
        if not text:
            return queryset, False
        if text.isdecimal():
            return queryset.filter(pk=an_id(text)), False
        found = (
            HandRecord.objects.filter(public_id=text)
            .values("pk")
            .union(HandRecord.objects.filter(table__code=text).values("pk"))
        )
        return queryset.filter(pk__in=found), False

    @admin.display(description=_("table"))
    def at(self, hand: HandRecord) -> SafeString:
        return self.link(hand.table)

    @admin.display(description=_("rules"))
    def played_by(self, hand: HandRecord) -> str:
        return told.rules(hand.variant)

    @admin.display(description=_("room"))
    def room(self, hand: HandRecord) -> str:
        return told.room(hand.stake)

    @admin.display(description=_("state"))
    def stands(self, hand: HandRecord) -> str:
        if hand.voided_at:
            return gettext("called off")
        return gettext("finished") if hand.ended_at else gettext("in play")

    @admin.display(description=_("players"))
    def parts(self, hand: HandRecord) -> SafeString:
        """With what it brought each."""
        parts = ((told.sitting(part), _brought(part)) for part in hand.players.all())
        return format_html_join(", ", "{}{}", parts)

    @admin.display(description=_("lists"))
    def leads(self, hand: HandRecord) -> SafeString:
        """To the replay, and everything around it."""
        return self.links([
            *([_way(reverse("replay", args=[hand.public_id]), _("replay"))] if hand.result else []),
            self.listing(Message, _("messages of the table"), table__id__exact=hand.table_id),
            self.listing(Posting, _("gold"), hand=hand.pk),
            *([_way(f"{reverse('admin:accounts_posting_correct')}?hand={hand.pk}", _("Correct payments"))]
              if hand.result and hand.unit and may("accounts.correct_gold") else []),
            self.listing(Report, _("reports"), hand__id__exact=hand.pk),
            self.listing(LogEntry, _("log"), target_type="game.handrecord", target_id=hand.pk),
        ])  # fmt: skip

    def acts(self, request: HttpRequest, obj: Any) -> list[tuple[str, str]]:
        return super().acts(request, obj) if obj is not None and obj.ended_at is None else []


def _way(address: str, text: Any) -> SafeString:
    return format_html('<a href="{}">{}</a>', address, text)


def _brought(part: HandPlayer) -> str:
    """Gold, else units; empty while it is played."""
    brought = part.gold if part.gold is not None else part.units
    return "" if brought is None else f" {grouped(brought, signed=True)}"


def ways(user: User) -> Iterable[SafeString]:
    """From a player to the hands."""
    yield listing(HandRecord, _("hands"), player=user.pk)


neighbours.append(ways)
