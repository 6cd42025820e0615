"""What the administration's models share. Each is a mixin, to stand before ModelAdmin among the bases.

ReadOnly   to be looked at
Explained  may be changed, with a reason, and is logged
Quick      lists that stay quick however long they are
Linked     leads on to neighbours
reasoned   makes an action that shows what it will do, asks why, and runs in chunks
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, ClassVar, cast

from django.contrib import admin, messages
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.core.exceptions import ImproperlyConfigured, ValidationError
from django.core.paginator import Paginator
from django.db.models import Model, ProtectedError, QuerySet, RestrictedError
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.http import urlencode
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import LogEntry, User
from accounts.numerals import an_id
from accounts.staff import log
from accounts.staff.acting import Reasoned, Why, barred, offered, reasoned
from accounts.staff.links import Linked, link, links, listing

__all__ = [
    "Explained",
    "Linked",
    "Quick",
    "ReadOnly",
    "Reasoned",
    "barred",
    "link",
    "links",
    "listing",
    "reasoned",
]

if TYPE_CHECKING:
    _Base = admin.ModelAdmin[Any]
else:
    _Base = object

COUNTED = 10_000
"""Rows that a list counts at most: whoever looks further searches or filters."""


class Staffed(_Base):
    """What all of them share: who is concerned, which actions there are, and the log instead of Django's history.

    Lists are filtered only by what is named: which rows a filter finds would tell what a page doesn't show.
    """

    lookups: tuple[str, ...] = ()
    """What addresses may filter by, beside the filters themselves."""
    show_facets = admin.ShowFacets.NEVER
    """Nothing is counted for filters that nobody has chosen."""

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        return lookup in (*self.lookups, *self._filters())

    def _filters(self) -> list[str]:
        """What the filters beside the list ask for."""
        asked: list[str] = []
        for one in self.list_filter:
            name: Any = one[0] if isinstance(one, tuple) else one
            asked += [f"{name}__exact", f"{name}__isempty", f"{name}__isnull"] if isinstance(name, str) else []
            asked += [name.parameter_name] if hasattr(name, "parameter_name") else []
        return asked

    def concerned(self, obj: Any) -> Iterable[User]:
        """Whom what is done to the object concerns: nobody acts on oneself, nor on equal or higher staff."""
        user = obj if isinstance(obj, User) else getattr(obj, "user", None)
        return [user] if isinstance(user, User) else []

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        """Those that one may use; deleting many asks why, like all else."""
        actions = {one[1]: one for one in offered(request, super().get_actions(request).values())}
        actions.pop("delete_selected", None)
        return actions

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        """What an address asks for with a NUL, which no text in the database has, is left out of it."""
        asked = [(name, value) for name, values in request.GET.lists() for value in values]
        readable = [one for one in asked if "\0" not in "".join(one)]
        if readable == asked:
            return super().changelist_view(request, extra_context)
        text = gettext("What the address asks for can't be read: it was left out.")
        self.message_user(request, text, messages.ERROR)
        return HttpResponseRedirect(f"{request.path}?{urlencode(readable)}")

    def response_action(self, request: HttpRequest, queryset: QuerySet[Any], *others: Any, **more: Any) -> Any:
        """What is no id was chosen on no page of ours: nothing is done."""
        if all(map(an_id, request.POST.getlist(ACTION_CHECKBOX_NAME))):
            return super().response_action(request, queryset, *others, **more)
        self.message_user(request, gettext("What was chosen can't be read: nothing was done."), messages.ERROR)
        return None

    def acts(self, request: HttpRequest, obj: Any) -> list[tuple[str, str]]:
        """The actions that the page of an object offers: names, descriptions."""
        if obj is None or barred(self, request, obj):
            return []
        offers = self.get_actions(request).values()
        return [(name, str(text)) for action, name, text in offers if hasattr(action, "needs")]

    def render_change_form(self, request: HttpRequest, context: dict[str, Any], *args: Any, **others: Any) -> Any:
        context["acts"] = self.acts(request, others.get("obj"))
        return super().render_change_form(request, context, *args, **others)

    def history_view(self, request: HttpRequest, object_id: str, extra_context: Any = None) -> HttpResponse:
        """The log of this object; of a player all that was done about the player."""
        wanted = {"target_type": self.opts.label_lower, "target_id": object_id}
        if issubclass(self.model, User):
            wanted = {"user__id__exact": object_id}
        return HttpResponseRedirect(f"{reverse('admin:accounts_logentry_changelist')}?{urlencode(wanted)}")


class ReadOnly(Staffed):
    """No adding, no changing, no deleting, not in bulk either; of inlines too."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class Explained(Staffed):
    """May be added, changed and deleted by whoever has the permission; each time with a reason, and logged.

    Nobody changes what concerns oneself, or staff of a higher or the same rank.
    """

    deleted_at_once = 200
    """Rows that are deleted in one transaction, where many are."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        if self.list_editable:
            raise ImproperlyConfigured(f"{type(self).__name__}: nothing is changed in a list, where nobody asks why")

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return super().has_change_permission(request, obj) and not (obj and barred(self, request, obj))

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return super().has_delete_permission(request, obj) and not (obj and barred(self, request, obj))

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        actions = super().get_actions(request)
        if self.actions is not None and self.has_delete_permission(request):
            action = _deleting(f"{self.opts.app_label}.delete_{self.opts.model_name}", self.deleted_at_once)
            actions["delete_many"] = (action, "delete_many", str(action.short_description))
        return actions

    def acts(self, request: HttpRequest, obj: Any) -> list[tuple[str, str]]:
        return [one for one in super().acts(request, obj) if one[0] != "delete_many"]  # the page has a button for it

    def _is_writable(self, request: HttpRequest, obj: Any) -> bool:
        return self.has_change_permission(request, obj) if obj else self.has_add_permission(request)

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **others: Any) -> Any:
        """With the field that asks why."""
        if self._is_writable(request, obj):
            base = others.get("form") or (getattr(self, "add_form", None) if obj is None else None) or self.form
            others["form"] = type(base.__name__, (base,), {"why": Why.base_fields["why"]})
        return super().get_form(request, obj, change=change, **others)

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return [name for name in super().get_fields(request, obj) if name != "why"]

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        sets = list(super().get_fieldsets(request, obj))
        return [*sets, (None, {"fields": ("why",)})] if self._is_writable(request, obj) else sets

    def get_object(self, request: HttpRequest, object_id: str, from_field: Any = None) -> Any:
        """Kept as it was before anything is changed."""
        obj = super().get_object(request, object_id, from_field)
        cast(Any, request).before = log.state(obj) if obj else {}
        return obj

    def log_addition(self, request: HttpRequest, obj: Model, message: Any) -> Any:
        return self._note(request, "add", obj, after=log.state(obj))

    def log_change(self, request: HttpRequest, obj: Model, message: Any) -> Any:
        after = log.state(type(obj)._default_manager.get(pk=obj.pk))
        return self._note(request, "change", obj, before=getattr(request, "before", {}), after=after)

    def log_deletions(self, request: HttpRequest, queryset: Iterable[Model]) -> Any:
        return [self._note(request, "delete", obj, before=log.state(obj)) for obj in queryset]

    def _note(self, request: HttpRequest, action: str, obj: Model, **states: Any) -> LogEntry:
        user, why = next(iter(self.concerned(obj)), None), Why.base_fields["why"].clean(request.POST.get("why"))
        return log.note(cast(User, request.user), action, obj, why, user=user, **states)

    def save_formset(self, request: HttpRequest, form: Any, formset: Any, change: bool) -> None:
        """What is edited beside the object is logged like it, row by row."""
        kept = [one.instance.pk for one in formset.initial_forms]
        rows = {row.pk: row for row in formset.model._default_manager.filter(pk__in=kept)}
        gone = [rows[one.instance.pk] for one in formset.deleted_forms if one.instance.pk in rows]
        super().save_formset(request, form, formset, change)
        for row in gone:
            self._note(request, "delete", row, before=log.state(row))
        for row, _fields in formset.changed_objects:
            self._note(request, "change", row, before=log.state(rows[row.pk]), after=log.state(row))
        for row in formset.new_objects:
            self._note(request, "add", row, after=log.state(row))

    def delete_view(self, request: HttpRequest, object_id: str, extra_context: Any = None) -> Any:
        """Not without a reason: until there is one, the page again."""
        asked = Why(request.POST) if request.method == "POST" else Why()
        if asked.is_bound and not asked.is_valid():
            cast(Any, request).POST = QueryDict()
        return super().delete_view(request, object_id, {**(extra_context or {}), "why": asked["why"]})


def _delete(admin: Any, request: HttpRequest, obj: Model) -> None:
    """One of many; ValidationError where other rows rest on it."""
    admin.log_deletions(request, [obj])
    try:
        admin.delete_model(request, obj)
    except (ProtectedError, RestrictedError) as resting:
        said = gettext("%(name)s can't be deleted: other things rest on it.")
        raise ValidationError(said % {"name": obj}) from resting


def _deleting(permission: str, at_once: int) -> Reasoned:
    """The action that deletes many of a model, one after the other as each alone would be."""

    @reasoned(_("Delete"), permission, chunk=at_once)
    def delete_many(admin: Any, request: HttpRequest, chunk: QuerySet[Any], why: str) -> int:
        """How many: what may not be deleted stays."""
        going = [obj for obj in chunk if admin.has_delete_permission(request, obj)]
        for obj in going:
            _delete(admin, request, obj)
        return len(going)

    return delete_many


class Uncounted(Paginator):  # type: ignore[type-arg]  # generic in its stubs only
    """Counts no further than COUNTED rows."""

    @cached_property
    def count(self) -> int:
        rows = cast("QuerySet[Any]", self.object_list)
        return rows.order_by().values("pk")[:COUNTED].count()


class Quick(_Base):
    """A list that stays quick at a million rows: newest first by id, nothing else sorted, nothing counted to the end.

    Searches go by what is indexed (`search_fields` with `=` or `__startswith`); foreign keys shown stand in
    `list_select_related`, those of forms in `autocomplete_fields` or `raw_id_fields`.
    """

    paginator = Uncounted
    show_full_result_count = False
    list_per_page = 50
    list_max_show_all = 50
    ordering: ClassVar[Any] = ("-pk",)
    sortable_by: ClassVar[Any] = ()
