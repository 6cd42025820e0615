"""The log, to be read: by who, what, to whom, when; nobody changes it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any, cast

from django.apps import apps
from django.contrib import admin
from django.core.exceptions import FieldDoesNotExist
from django.db.models import DateTimeField, Model, Q, QuerySet
from django.http import HttpRequest
from django.utils.dateparse import parse_datetime
from django.utils.formats import date_format, get_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.timezone import localtime
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import LogEntry, User
from accounts.names.skeleton import skeleton
from accounts.numerals import an_id
from accounts.staff.admins import Linked, Quick, ReadOnly, link
from accounts.staff.team import NAMES as ROLES
from accounts.staff.words import ACTIONS, NAMES, said, why

MOST_USERS = 50
"""Players of one name, by whom entries are searched for."""
unseen: list[Callable[[User], Q]] = []
"""Which entries somebody of the staff may not read; other apps append theirs when their administration is loaded."""


class ByWhom(admin.SimpleListFilter):
    """Members of the staff, and the house."""

    title, parameter_name = _("who"), "who"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        staff = User.objects.filter(is_staff=True).order_by("display_name", "username")
        return [("house", _("the house itself")), *((str(one.pk), str(one)) for one in staff)]

    def queryset(self, request: HttpRequest, queryset: QuerySet[LogEntry]) -> QuerySet[LogEntry]:
        wanted = self.value() or ""
        if wanted == "house":
            return queryset.filter(by=None, by_name="")
        return queryset.filter(by=pk) if (pk := an_id(wanted)) else queryset


class ByAction(admin.SimpleListFilter):
    title, parameter_name = _("action"), "action"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [(name, capfirst(str(words))) for name, words in ACTIONS.items()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[LogEntry]) -> QuerySet[LogEntry]:
        return queryset.filter(action=self.value()) if self.value() in ACTIONS else queryset


class ByKind(admin.SimpleListFilter):
    """Of what kind the object is."""

    title, parameter_name = _("kind of object"), "kind"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [(label, capfirst(model._meta.verbose_name)) for label, model in kinds()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[LogEntry]) -> QuerySet[LogEntry]:
        return queryset.filter(target_type=self.value()) if self.value() in dict(kinds()) else queryset


def kinds() -> list[tuple[str, type[Model]]]:
    """The models of the administration, by the name that the log gives them."""
    return [(model._meta.label_lower, model) for model in admin.site._registry]


@admin.register(LogEntry)
class LogAdmin(Linked, Quick, ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]  # generic in its stubs only
    """Newest first."""

    as_cards = True
    """On a phone each row is one."""
    list_display = ("when", "who", "what", "object_link", "player", "because")
    list_display_links = ("when",)
    list_filter = (ByWhom, ByAction, ByKind)
    list_select_related = ("by", "user")
    search_fields = ("target_id",)
    lookups = ("user__id__exact", "target_type", "target_id")
    search_help_text = _("The name or number of whoever did it or whom it concerns; the number of an object.")
    fields = readonly_fields = ("when", "who", "what", "object_link", "player", "because", "changes", "others")

    def get_queryset(self, request: HttpRequest) -> QuerySet[LogEntry]:
        """Without what the reader may not know: the notes of the staff in sanctions against oneself."""
        noted = ("accounts.sanction", "accounts.appeal")
        rows = super().get_queryset(request).exclude(target_type__in=noted, user=request.user.pk)
        for which in unseen:
            rows = rows.exclude(which(cast(User, request.user)))
        return rows

    def render_change_form(self, request: HttpRequest, context: dict[str, Any], *args: Any, **others: Any) -> Any:
        context["subtitle"] = f"{capfirst(said(others['obj'].action))}: {others['obj']}"
        return super().render_change_form(request, context, *args, **others)

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[LogEntry], search_term: str
    ) -> tuple[QuerySet[LogEntry], bool]:
        """By indexes alone: names become players first."""
        term = search_term.strip()
        if not term:
            return queryset, False
        users = list(_users(term))
        found = Q(user__in=users) | Q(by__in=users)
        return queryset.filter(found | Q(target_type__in=[name for name, _model in kinds()], target_id=term)), False

    @admin.display(description=_("at"))
    def when(self, entry: LogEntry) -> str:
        """To the second: what was done in one minute has an order."""
        to_the_second = get_format("SHORT_DATETIME_FORMAT").replace("H:i", "H:i:s")
        return date_format(localtime(entry.at), to_the_second)

    @admin.display(description=_("who"))
    def who(self, entry: LogEntry) -> SafeString | str:
        return link(entry.by) if entry.by else entry.by_name or gettext("the house itself")

    @admin.display(description=_("action"))
    def what(self, entry: LogEntry) -> str:
        return said(entry.action)

    @admin.display(description=_("object"))
    def object_link(self, entry: LogEntry) -> SafeString:
        """As it was called then, players as they are called today; to where it is, if it still is."""
        return _object(entry)

    @admin.display(description=_("why"))
    def because(self, entry: LogEntry) -> str:
        return why(entry.action, entry.why)

    @admin.display(description=_("player"))
    def player(self, entry: LogEntry) -> SafeString:
        return link(entry.user)

    @admin.display(description=_("before and after"))
    def changes(self, entry: LogEntry) -> SafeString:
        names = [(name, _field(entry.target_type, name)) for name in _names(entry)]
        states, label = (entry.before, entry.after), entry.target_type
        rows = [(words, *(_shown(label, name, state.get(name)) for state in states)) for name, words in names]
        body = format_html_join("", '<tr><th scope="row">{}</th><td>{}</td><td>{}</td></tr>', rows)
        head = format_html('<tr><th></th><th scope="col">{}</th><th scope="col">{}</th></tr>', _("before"), _("after"))
        return format_html('<table class="changes"><thead>{}</thead><tbody>{}</tbody></table>', head, body)

    @admin.display(description=_("more"))
    def others(self, entry: LogEntry) -> SafeString:
        """Everything that was done to the same object, about the same player, by the same hand."""
        same = {"target_type": entry.target_type, "target_id": entry.target_id}
        ways = [self.listing(LogEntry, _("of this object"), **same)]
        if entry.user_id:
            ways.append(self.listing(LogEntry, _("about this player"), user__id__exact=entry.user_id))
        if entry.by_id:
            ways.append(self.listing(LogEntry, _("by the same hand"), who=entry.by_id))
        return self.links(ways)


def _users(term: str) -> Iterator[int]:
    """Players whose name looks like this, or whose number it is; staff also by user name."""
    wanted = Q(username=term)
    if name := skeleton(term):
        wanted |= Q(skeleton=name)
    if pk := an_id(term):
        wanted |= Q(pk=pk)
    yield from User.objects.filter(wanted).values_list("pk", flat=True)[:MOST_USERS]


def _object(entry: LogEntry) -> SafeString:
    model = dict(kinds()).get(entry.target_type)
    name = entry.shown_name
    kind = capfirst(str(model._meta.verbose_name)) if model else _kind(entry.target_type)
    if model and capfirst(name) == kind:
        return link(model(pk=entry.target_id), kind)
    if model is None or entry.action == "delete" or (model is User and entry.user is None):
        return format_html("{}: {}", kind, name)
    return format_html("{}: {}", kind, link(model(pk=entry.target_id), name))


def _kind(label: str) -> str:
    """Of a model that the administration doesn't show, or that is no more."""
    try:
        return capfirst(str(apps.get_model(label)._meta.verbose_name))
    except LookupError:
        return label


def _field(label: str, name: str) -> str:
    """What a field of a model is called; its key where it is none."""
    return capfirst(str(NAMES.get(name) or getattr(_field_of(label, name), "verbose_name", name)))


def _field_of(label: str, name: str) -> Any:
    """None where there is no such field, or no such model any more."""
    try:
        return apps.get_model(label)._meta.get_field(name.removesuffix("_id"))
    except (LookupError, FieldDoesNotExist):
        return None


def _names(entry: LogEntry) -> list[str]:
    return list(dict.fromkeys([*cast("dict[str, Any]", entry.before), *cast("dict[str, Any]", entry.after)]))


def _shown(label: str, name: str, value: Any) -> Any:
    """A value in words of the reader's, as far as it is one of a few, or a moment."""
    if value in ("", None):
        return "–"
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    if name == "role" and isinstance(value, list):
        return ", ".join(str(ROLES.get(role, role)) for role in value) or "–"
    field = _field_of(label, name)
    if moment := _moment(value) if name == "until" or isinstance(field, DateTimeField) else None:
        return date_format(localtime(moment), "SHORT_DATETIME_FORMAT")
    return dict(getattr(field, "flatchoices", None) or ()).get(value, value) if isinstance(value, str | int) else value


def _moment(value: Any) -> datetime | None:
    """None for what is none."""
    try:
        return parse_datetime(value) if isinstance(value, str) else None
    except ValueError:
        return None
