"""Players in the administration: found, looked at with ways to all that is theirs, renamed, sanctioned, erased."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.forms import ModelForm
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.formats import date_format
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import gettext_lazy as _

from accounts import erasing, sanctions
from accounts.admin import finding, sanctioning
from accounts.models import Account, Appeal, Entry, LogEntry, NameChange, Sanction, Trace, User
from accounts.names import changing
from accounts.staff.admins import Explained, Linked, Quick, ReadOnly, link, listing, reasoned

LATELY = 8
"""Sanctions named on the player's page."""
neighbours: list[Callable[[User], Iterable[SafeString]]] = []
"""Ways from a player to what other apps keep of them; they append theirs when their administration is loaded."""


@reasoned(_("Sanction…"), "accounts.sanction_player", sanctioning.shown, chunk=1, form=sanctioning.SanctionForm)
def sanction(modeladmin: Any, request: HttpRequest, chunk: QuerySet[User], why: str, **wanted: Any) -> None:
    """Each in a transaction of its own: it locks tables."""
    for user in chunk:
        sanctions.impose(user, by=request.user, note=why, **wanted)  # type: ignore[arg-type]


class NameChangeInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]  # generic in its stubs only
    """The names a player had before; nobody writes history."""

    model = NameChange
    fields = readonly_fields = ("before", "after", "changed_at")
    extra = 0


@admin.register(User)
class PlayerAdmin(Explained, Linked, Quick, admin.ModelAdmin):  # type: ignore[type-arg]  # generic in its stubs only
    """A search finds a player by id, by a name that looks like theirs or one they had, by address. Rights and passwords
    are no part of it: nobody is made staff here."""

    list_display = ("number", "display_name", "is_guest", "is_staff", "stands", "date_joined", "seen_at")
    list_display_links = ("number", "display_name")
    list_filter = ("is_guest",)
    search_fields = ("skeleton",)
    search_help_text = _("Name, former name, id, whole e-mail address, hash of an address or browser")
    actions = (sanction,)
    inlines = (NameChangeInline,)
    fields = ("display_name",)
    deleted_at_once = 1  # each locks the player, then tables
    LOOKED_AT = ("number", "sanctioned", "is_guest", "is_staff", "date_joined", "seen_at", "online_at")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[User], search_term: str
    ) -> tuple[QuerySet[User], bool]:
        if not search_term.strip():
            return queryset, False
        return queryset.filter(pk__in=finding.users(request, search_term)), False

    def get_fieldsets(self, request: HttpRequest, obj: User | None = None) -> Any:
        """An e-mail address only for those who may see it."""
        sets = super().get_fieldsets(request, obj)
        own = {"fields": ("display_name", "stands", "leads", *self.readable(request))}
        return [(None, own), *(one for one in sets if "why" in one[1]["fields"])]

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> Any:
        return ("stands", "leads", *self.readable(request))

    def readable(self, request: HttpRequest) -> tuple[str, ...]:
        return (*self.LOOKED_AT, *(("email",) if request.user.has_perm("accounts.see_email") else ()))

    @admin.display(description=_("id"))
    def number(self, user: User) -> int:
        return user.pk

    @admin.display(description=_("in force"))
    def stands(self, user: User) -> str:
        """Without a query: what is kept with the player."""
        said = ((sanctions.is_shut_out(user), _("shut out")), (sanctions.is_muted(user), _("muted")))
        return ", ".join(str(text) for holds, text in said if holds) or "–"

    @admin.display(description=_("sanctions"))
    def sanctioned(self, user: User) -> SafeString:
        """The last ones, newest first."""
        return self.links([link(one, _line(one)) for one in sanctions.history(user)[:LATELY]])

    @admin.display(description=_("lists"))
    def leads(self, user: User) -> SafeString:
        """To everything around the player."""
        return self.links([*_own(user), *(way for ways in neighbours for way in ways(user))])

    def save_model(self, request: HttpRequest, obj: User, form: ModelForm[User], change: bool) -> None:
        """A name that a moderator changes is kept like one that the player changes, and followed like one. Nothing else
        of the row is written, which was read a moment ago."""
        changing.impose(obj, obj.display_name)

    def changeform_view(self, request: HttpRequest, *args: Any, **others: Any) -> HttpResponse:
        """Whatever was quicker than the form is said."""
        try:
            return super().changeform_view(request, *args, **others)
        except ValidationError as refused:
            self.message_user(request, " ".join(refused.messages), messages.ERROR)
            return HttpResponseRedirect(request.get_full_path())

    def get_deleted_objects(self, objs: Any, request: HttpRequest) -> Any:
        """What is around a player is no obstacle: `erasing` knows what stays."""
        return [str(one) for one in objs], {}, set(), []

    def delete_model(self, request: HttpRequest, obj: User) -> None:
        erasing.erase(obj)


def _line(one: Sanction) -> str:
    """A sanction in a few words."""
    day = date_format(localtime(one.begins_at), "SHORT_DATE_FORMAT")
    holds = "" if one.is_over or one.kind == Sanction.Kind.WARN else f" ({_('in force')})"
    return f"{day} {one.get_kind_display()}: {one.reason}{holds}"


def _own(user: User) -> Iterable[SafeString]:
    """What is kept of players here."""
    yield listing(Sanction, _("sanctions"), user__id__exact=user.pk)
    yield listing(Appeal, _("appeals"), sanction__user__id__exact=user.pk)
    yield listing(Account, _("gold"), user__id__exact=user.pk)
    yield listing(Entry, _("entries"), account__user__id__exact=user.pk)
    yield listing(Trace, _("traces"), user__id__exact=user.pk)
    yield listing(LogEntry, _("log"), user__id__exact=user.pk)
