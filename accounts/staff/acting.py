"""Actions of the administration that show what they will do, ask why, and run in chunks.

`@reasoned(_("Remove"), "game.act_on_table")` over `def remove(modeladmin, request, chunk, why)` makes one, which does
it to the objects of the chunk and notes it in the log.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Protocol, cast

from django import forms
from django.contrib import messages
from django.contrib.admin import ModelAdmin, helpers
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.utils.functional import Promise
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.numerals import an_id
from accounts.staff import roles

MOST = 10_000
"""Objects that one action may be for; whoever wants more narrows the list first."""
SHOWN = 100
"""Objects that are named before it is done."""
CONFIRMED, ONLY, BACK = "confirmed", "only", "back"
"""Fields of the page between: that it was confirmed, the ids that were shown there, where to go afterwards."""

Text = str | Promise
Run = Callable[..., Any]
"""`(modeladmin, request, chunk, why, **fields)`: a chunk is a query set, ordered by id, within a transaction. Gives how
many were done where it isn't all of them. What the list joins is joined: whoever locks a chunk locks `of=("self",)`."""


class Reasoned(Protocol):
    """An action as the administration knows it."""

    needs: str
    short_description: Text
    __name__: str

    def __call__(self, admin: Any, request: HttpRequest, queryset: QuerySet[Any], /) -> HttpResponse | None: ...


class Why(forms.Form):
    """The reason that is asked for."""

    why = forms.CharField(
        label=_("Why"),
        max_length=1000,
        widget=forms.Textarea(attrs={"rows": 3, "class": "vLargeTextField"}),
        help_text=_("Goes into the log, for the staff."),
    )


def reasoned(
    description: Text,
    permission: str,
    preview: Callable[[Any], Any] | None = None,
    chunk: int = 200,
    form: type[forms.Form] | None = None,
) -> Callable[[Run], Reasoned]:
    """An action for those with the permission (`app.codename`).

    `preview(obj)` says what will be done to one object. The fields of `form` are asked for beside the reason, and given
    to the action by name. A ValidationError undoes the chunk it happened in, is shown, and ends the action.
    """

    def decorate(run: Run) -> Reasoned:
        asked = type("Asked", (form, Why), {"field_order": [*form.base_fields, "why"]}) if form else Why

        def action(admin: Any, request: HttpRequest, queryset: QuerySet[Any]) -> HttpResponse | None:
            if not request.user.has_perm(permission):
                raise PermissionDenied
            return _Asking(admin, request, queryset, description, action.__name__, preview, asked, run, chunk).answer()

        action.__name__ = getattr(run, "__name__", "action")
        action.__doc__ = run.__doc__
        made = cast(Reasoned, action)
        made.needs, made.short_description = permission, description
        return made

    return decorate


def barred(admin: Any, request: HttpRequest, obj: Model) -> bool:
    """Whether somebody whom the object concerns is oneself, or staff of a higher or the same rank."""
    actor = cast(User, request.user)
    return any(not roles.may_act_on(actor, user) for user in admin.concerned(obj))


@dataclass
class _Asking:
    """One request of an action: shows the page between, or does what was confirmed there."""

    admin: Any
    request: HttpRequest
    queryset: QuerySet[Any]
    description: Text
    name: str
    preview: Callable[[Any], Any] | None
    asked: type[forms.Form]
    run: Run
    chunk: int

    def answer(self) -> HttpResponse | None:
        ids = self.ids()
        if len(ids) > MOST:
            self.tell(messages.ERROR, gettext("That is more than %(most)s at once: narrow the list.") % {"most": MOST})
            return None
        if CONFIRMED not in self.request.POST:
            return self.page(ids, self.asked())
        form = self.asked(self.request.POST)
        if not form.is_valid():
            return self.page(ids, form)
        why = form.cleaned_data.pop("why")
        self.do(ids, why, form.cleaned_data)
        return self.back()

    def ids(self) -> list[Any]:
        """Those that were shown before, once it is confirmed; else all that were chosen."""
        if CONFIRMED in self.request.POST and ONLY in self.request.POST:
            return list(self._shown_before())
        found = self.queryset.order_by("pk").values_list("pk", flat=True)[: MOST + 1]
        return list(dict.fromkeys(found))

    def _shown_before(self) -> Iterator[int]:
        """What is no id is passed over: no page of ours sends it."""
        yield from filter(None, map(an_id, self.request.POST[ONLY].split(",")))

    def rows(self, ids: list[Any]) -> QuerySet[Any]:
        """With what their names and whom they concern take."""
        rows: QuerySet[Any] = self.admin.get_queryset(self.request).filter(pk__in=ids).order_by("pk")
        return rows.select_related(*related) if (related := self.admin.list_select_related) else rows

    def chunks(self, ids: list[Any]) -> Iterator[QuerySet[Any]]:
        for start in range(0, len(ids), self.chunk):
            yield self.rows(ids[start : start + self.chunk])

    def do(self, ids: list[Any], why: str, fields: dict[str, Any]) -> None:
        done = 0
        try:
            for rows in self.chunks(ids):
                with transaction.atomic():
                    allowed = [row.pk for row in rows if not barred(self.admin, self.request, row)]
                    chosen = rows.filter(pk__in=allowed)
                    did = self.run(self.admin, self.request, chosen, why, **fields) if allowed else 0
                done += len(allowed) if did is None else did
        except ValidationError as refused:
            self.tell(messages.ERROR, " ".join(refused.messages))
        if done:
            text = ngettext("Done for %(count)s object.", "Done for %(count)s objects.", done)
            self.tell(messages.SUCCESS, text % {"count": done})
        if left := len(ids) - done:
            text = ngettext("%(count)s object was left as it was.", "%(count)s objects were left as they were.", left)
            self.tell(messages.WARNING, text % {"count": left})

    def page(self, ids: list[Any], form: forms.Form) -> HttpResponse:
        """What will be done to what, and why?"""
        context = {
            **self.admin.admin_site.each_context(self.request),
            "title": self.description,
            "opts": self.admin.model._meta,
            "media": self.admin.media,
            "objects": [self.line(obj) for obj in self.rows(ids[:SHOWN])],
            "more": max(len(ids) - SHOWN, 0),
            "count": len(ids),
            "form": form,
            "action": self.name,
            "checkbox": helpers.ACTION_CHECKBOX_NAME,
            "first": ids[:1],
            "only": ",".join(map(str, ids)),
            "back": self.request.POST.get(BACK, ""),
            "target": self.request.get_full_path(),
        }
        return TemplateResponse(self.request, "admin/reasoned.html", context)

    def line(self, obj: Model) -> dict[str, Any]:
        return {
            "object": obj,
            "preview": self.preview(obj) if self.preview else "",
            "barred": barred(self.admin, self.request, obj),
        }

    def back(self) -> HttpResponse | None:
        """To the page it was asked for from; None: to the list."""
        path = self.request.POST.get(BACK, "")
        if path and url_has_allowed_host_and_scheme(path, {self.request.get_host()}, self.request.is_secure()):
            return HttpResponseRedirect(path)
        return None

    def tell(self, level: int, text: str) -> None:
        cast("ModelAdmin[Any]", self.admin).message_user(self.request, text, level)


def offered(request: HttpRequest, names: Iterable[Any]) -> list[Any]:
    """Of the administration's actions those that this member of the staff may use."""
    return [one for one in names if not hasattr(one[0], "needs") or request.user.has_perm(one[0].needs)]
