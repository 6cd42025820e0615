"""Sanctions, their reasons and appeals in the administration. Sanctions are imposed from a player's page."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, cast

from django import forms
from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import Truncator, capfirst
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts import appeals, sanctions
from accounts.admin import finding
from accounts.admin.sanctioning import LONGEST_TEXT
from accounts.models import Appeal, Reason, Sanction, User
from accounts.staff.admins import Explained, Linked, Quick, ReadOnly, link, listing, reasoned
from accounts.staff.queues import Queue, counted, queue

GIST = 140
"""Characters of an appeal that the list of them shows."""
neighbours: list[Callable[[Sanction], Iterable[SafeString]]] = []
"""Ways from a sanction to what led to it; other apps append theirs when their administration is loaded."""


@reasoned(_("Lift"), "accounts.sanction_player", lambda one: f"{one.user} · {one.get_kind_display()}", chunk=1)
def lift(modeladmin: Any, request: HttpRequest, chunk: QuerySet[Sanction], why: str) -> None:
    """Each in a transaction of its own, for the player is locked."""
    for one in chunk:
        sanctions.lift(one, cast(User, request.user), why)


class AnswerForm(forms.Form):
    """What the player is told of an appeal."""

    answer = forms.CharField(
        label=_("answer"),
        help_text=_("What the player reads: in the language of the appeal."),
        max_length=LONGEST_TEXT,
        widget=forms.Textarea(attrs={"rows": 4, "class": "vLargeTextField"}),
    )


def _appealed(one: Appeal) -> str:
    return f"{one.sanction.user} · {one.sanction.get_kind_display()}: {one.text}"


@reasoned(_("Grant, and lift the sanction"), "accounts.decide_appeal", _appealed, chunk=1, form=AnswerForm)
def grant(modeladmin: Any, request: HttpRequest, chunk: QuerySet[Appeal], why: str, answer: str) -> None:
    """It wasn't right."""
    for one in chunk:
        appeals.decide(one, cast(User, request.user), True, answer, why)


@reasoned(_("Refuse: the sanction stays"), "accounts.decide_appeal", _appealed, chunk=1, form=AnswerForm)
def refuse(modeladmin: Any, request: HttpRequest, chunk: QuerySet[Appeal], why: str, answer: str) -> None:
    """It was right."""
    for one in chunk:
        appeals.decide(one, cast(User, request.user), False, answer, why)


class OfPlayers(ReadOnly, Linked, Quick, admin.ModelAdmin):  # type: ignore[type-arg]  # generic in its stubs only
    """Something about players, searched like players."""

    player = "user"
    """The way to the player."""
    lookups = ("user__id__exact",)

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        if not search_term.strip():
            return queryset, False
        return finding.picked(queryset, Q(**{f"{self.player}__in": finding.users(request, search_term)})), False


class State(admin.SimpleListFilter):
    """Whether they hold."""

    title = _("state")
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("holds", _("in force")), ("over", _("over")), ("lifted", _("lifted"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Sanction]) -> QuerySet[Sanction]:
        ended = Q(ends_at__lte=timezone.now())
        wanted = {
            "holds": Q(lifted_at=None) & ~Q(kind=Sanction.Kind.WARN) & (Q(ends_at=None) | ~ended),
            "over": Q(lifted_at=None) & ended,
            "lifted": Q(lifted_at__isnull=False),
        }
        return queryset.filter(wanted.get(self.value() or "", Q()))


@admin.register(Sanction)
class SanctionAdmin(OfPlayers):
    """What was done about whom, why, by whom, and whether it holds."""

    list_display = ("begins_at", "player_link", "kind", "reason", "ends_at", "state", "by")
    list_filter = (State, "kind")
    list_select_related = ("user", "reason", "by", "appeal")
    search_fields = ("user__skeleton",)
    search_help_text = _("The player's name, former name, id or e-mail address")
    actions = (lift,)
    fields = (
        "player_link",
        "kind",
        "reason",
        "text_vi",
        "text_en",
        "note",
        "by",
        "begins_at",
        "ends_at",
        "seen_at",
        "state",
        "appeal_link",
        "lifted_at",
        "lifted_by",
        "lifted_why",
        "others",
    )
    readonly_fields = ("player_link", "state", "appeal_link", "others")

    def get_fields(self, request: HttpRequest, obj: Sanction | None = None) -> Any:
        """What the staff notes for itself isn't for whom it is about."""
        is_own = obj is not None and obj.user_id == request.user.pk
        return [name for name in self.fields if not (is_own and name in ("note", "lifted_why"))]

    @admin.display(description=_("player"))
    def player_link(self, one: Sanction) -> SafeString:
        return link(one.user)

    @admin.display(description=_("state"))
    def state(self, one: Sanction) -> str:
        if one.lifted_at:
            return str(_("lifted"))
        return str(_("over") if one.is_over else _("told") if one.kind == Sanction.Kind.WARN else _("in force"))

    @admin.display(description=_("appeal"))
    def appeal_link(self, one: Sanction) -> SafeString:
        return link(getattr(one, "appeal", None), _("appeal"))

    @admin.display(description=_("beside it"))
    def others(self, one: Sanction) -> SafeString:
        own = listing(Sanction, _("all sanctions of the player"), user__id__exact=one.user_id)
        return self.links([own, *(way for ways in neighbours for way in ways(one))])


class Decided(admin.EmptyFieldListFilter):
    """Whether they are, in words of their own."""

    def __init__(self, *args: Any, **others: Any) -> None:
        super().__init__(*args, **others)
        self.title = str(_("state"))

    def choices(self, changelist: Any) -> Iterator[Any]:
        for choice, name in zip(super().choices(changelist), (None, _("open"), _("decided")), strict=True):
            yield {**choice, "display": name} if name else choice


@admin.register(Appeal)
class AppealAdmin(Queue, OfPlayers):
    """What players have to say to sanctions; to be decided."""

    nothing, waiting = _("No appeal waits for an answer."), {"decided_at__isempty": "1"}
    player = "sanction__user"
    lookups = ("sanction__user__id__exact",)
    as_cards = True
    """On a phone each row is one."""
    list_display = ("made_at", "player_link", "kind", "gist", "decided_at", "granted", "decided_by")
    list_filter = (("decided_at", Decided), "granted")
    list_select_related = ("sanction__user", "sanction__reason", "decided_by")
    search_fields = ("sanction__user__skeleton",)
    actions = (grant, refuse)
    fields = (
        "player_link",
        "sanction_link",
        "told",
        "note",
        "made_at",
        "text",
        "decider",
        "decided_at",
        "decided_by",
        "granted",
        "answer",
        "others",
    )
    readonly_fields = ("player_link", "sanction_link", "told", "note", "decider", "others")

    def get_fields(self, request: HttpRequest, obj: Appeal | None = None) -> Any:
        """Without what the staff noted about one's own sanction."""
        is_own = obj is not None and obj.sanction.user_id == request.user.pk
        is_anothers = obj is not None and not (obj.decided_at or appeals.may_decide(obj, cast(User, request.user)))
        off = {"note": is_own, "decider": not is_anothers}
        return [name for name in self.fields if not off.get(name)]

    def concerned(self, obj: Appeal) -> Iterable[User]:
        return [obj.sanction.user]

    def acts(self, request: HttpRequest, obj: Any) -> list[tuple[str, str]]:
        """Nothing for who may not decide it."""
        offers = super().acts(request, obj)
        return offers if offers and appeals.may_decide(obj, cast(User, request.user)) else []

    @admin.display(description=_("text"))
    def gist(self, one: Appeal) -> str:
        """The beginning of a long one."""
        return Truncator(one.text).chars(GIST)

    @admin.display(description=_("who decides"))
    def decider(self, one: Appeal) -> str:
        """Told to whom it may surprise; see `get_fields`."""
        return gettext("You imposed this sanction: another moderator, or an admin, decides the appeal.")

    @admin.display(description=_("player"))
    def player_link(self, one: Appeal) -> SafeString:
        return link(one.sanction.user)

    @admin.display(description=_("kind"))
    def kind(self, one: Appeal) -> str:
        return str(one.sanction.get_kind_display())

    @admin.display(description=_("sanction"))
    def sanction_link(self, one: Appeal) -> SafeString:
        return link(one.sanction, f"{one.sanction.get_kind_display()}: {one.sanction.reason}")

    @admin.display(description=_("what the player was told"))
    def told(self, one: Appeal) -> str:
        return one.sanction.text

    @admin.display(description=_("note"))
    def note(self, one: Appeal) -> str:
        return one.sanction.note

    @admin.display(description=_("beside it"))
    def others(self, one: Appeal) -> SafeString:
        return listing(Sanction, _("all sanctions of the player"), user__id__exact=one.sanction.user_id)


@admin.register(Reason)
class ReasonAdmin(Explained, admin.ModelAdmin):  # type: ignore[type-arg]  # generic in its stubs only
    """Template texts. What has been told stays as it was told."""

    list_display = ("name_vi", "name_en", "is_offered")
    list_filter = ("is_offered",)
    search_fields = ("name_vi", "name_en")


@queue(2)
def open_appeals(request: HttpRequest) -> SafeString | str:
    """How many wait for an answer, for whoever may give it."""
    if not request.user.has_perm("accounts.decide_appeal"):
        return ""
    count, said = counted(Appeal.objects.filter(decided_at=None))
    text = ngettext("%(count)s appeal waits for an answer", "%(count)s appeals wait for an answer", count)
    way = listing(Appeal, text % {"count": said}, decided_at__isempty=1)
    return format_html("<h2>{}</h2><p>{}</p>", capfirst(Appeal._meta.verbose_name_plural), way)
