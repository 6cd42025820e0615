"""From one page of the administration to its neighbours: every object leads on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from django.contrib import admin
from django.db.models import Model
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.http import urlencode
from django.utils.safestring import SafeString

from accounts.models import User

NOTHING = SafeString("–")
_reader: ContextVar[User | None] = ContextVar("reader", default=None)


@contextmanager
def read_by(user: User) -> Iterator[None]:
    """Meanwhile links lead only where that member of the staff may look."""
    token = _reader.set(user)
    try:
        yield
    finally:
        _reader.reset(token)


def may_read(model: type[Model]) -> bool:
    """Whether the model has pages, for whoever reads."""
    meta = model._meta
    return admin.site.is_registered(model) and may(f"{meta.app_label}.view_{meta.model_name}")


def may(permission: str) -> bool:
    """Whether whoever reads has it; true where nobody is known to read."""
    reader = _reader.get()
    return reader is None or reader.has_perm(permission)


def link(obj: Model | None, text: Any = None) -> SafeString:
    """To the page of an object; only its name where there is none for the reader, a dash where there is no object."""
    if obj is None:
        return NOTHING
    name = str(obj) if text is None else str(text)
    if not may_read(type(obj)):
        return format_html("{}", name)
    path = reverse(f"admin:{obj._meta.app_label}_{obj._meta.model_name}_change", args=[obj.pk])
    return format_html('<a href="{}">{}</a>', path, name or "–")


def listing(model: type[Model], text: Any, **filters: Any) -> SafeString:
    """To the list of a model, filtered: `listing(Report, _("reports"), reported__id__exact=7)`."""
    if not may_read(model):
        return format_html("{}", text)
    path = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
    return format_html('<a href="{}?{}">{}</a>', path, urlencode(filters), text)


def links(parts: Iterable[Model | SafeString | None]) -> SafeString:
    """Several of them, with dots between; objects become links to their pages."""
    shown = [part if isinstance(part, SafeString) else link(part) for part in parts]
    return format_html_join(" · ", "{}", ((one,) for one in shown)) or NOTHING


class Linked:
    """The same for admins: `self.link(obj)`, `self.links([…])`, `self.listing(Model, text, **filters)`."""

    link = staticmethod(link)
    links = staticmethod(links)
    listing = staticmethod(listing)
