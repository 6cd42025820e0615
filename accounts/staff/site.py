"""The administration itself: only for staff who have shown their second factor a short while ago."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from functools import wraps
from typing import Any, cast

from django.contrib import admin
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.core.exceptions import PermissionDenied
from django.db.models.base import ModelBase
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import path, reverse
from django.utils.decorators import method_decorator
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache

from accounts.models import LogEntry, User
from accounts.staff import factor, links, queues
from accounts.staff.topics import by_topic
from accounts.staff.words import said

OURS = ("accounts", "game")
"""Apps whose models the administration shows."""

SHIFT = timedelta(hours=12)
"""How long a second factor opens the administration, though the browser stays signed in for longer."""

Block = Callable[[HttpRequest], SafeString | str]
_blocks: list[Block] = []


def dashboard(block: Block) -> Block:
    """Register a block of the administration's front page: what it gives for a request; empty: nothing for this one."""
    if block not in _blocks:
        _blocks.append(block)
    return block


class StaffSite(admin.AdminSite):
    """Django's administration behind the site's own way in."""

    site_header = site_title = _("Chiếu Phỏm: staff")
    index_title = _("Overview")
    enable_nav_sidebar = False

    def has_permission(self, request: HttpRequest) -> bool:
        return super().has_permission(request) and factor.shown_within(request, SHIFT.total_seconds())

    def admin_view(self, view: Any, cacheable: bool = False) -> Any:
        """Made to the end for its reader: what is shown late leads no further than what is shown at once."""
        inner = super().admin_view(view, cacheable)

        @wraps(inner)
        def page(request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
            with links.read_by(cast(User, request.user)):
                answer = inner(request, *args, **kwargs)
                return answer.render() if hasattr(answer, "render") else answer

        return page

    @method_decorator(never_cache)
    def login(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        """On to whatever is missing: signing in, setting up a second factor, showing it."""
        if self.has_permission(request):
            return HttpResponseRedirect(reverse("admin:index"))
        wanted = request.GET.get(REDIRECT_FIELD_NAME) or reverse("admin:index")
        user = request.user
        if not isinstance(user, User) or user.is_guest:
            return _on("account_login", wanted)
        if not user.is_staff:
            raise PermissionDenied
        return _on("mfa_reauthenticate" if factor.has_one(user) else "mfa_activate_totp", wanted)

    def logout(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:  # type: ignore[override]
        return HttpResponseRedirect(reverse("account_logout"))

    def password_change(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:  # type: ignore[override]
        return HttpResponseRedirect(reverse("account_change_password"))

    def register(self, model_or_iterable: Any, admin_class: Any = None, **options: Any) -> None:
        """Only what is ours: other apps' admins change things without a reason, or show secrets."""
        is_one = isinstance(model_or_iterable, ModelBase)
        models: list[Any] = [model_or_iterable] if is_one else list(model_or_iterable)
        if ours := [model for model in models if model._meta.app_label in OURS]:
            super().register(ours, admin_class, **options)

    def get_urls(self) -> list[Any]:
        from accounts.staff.handbook import handbook  # registers nothing, but asks which admins there are
        from accounts.staff.team import team

        own = [
            path("handbook/", self.admin_view(handbook), name="handbook"),
            path("team/", self.admin_view(team), name="team"),
        ]
        return own + super().get_urls()

    def index(self, request: HttpRequest, extra_context: Any = None) -> Any:
        """The front page: what waits, then the blocks that others put there."""
        from accounts.staff.team import may_appoint

        user = cast(User, request.user)
        may_see_log = user.has_perm("accounts.view_logentry")
        shown = {
            "topics": by_topic(self.get_app_list(request)),
            "waiting": queues.cards(request),
            "blocks": [made for block in _blocks if (made := block(request))],
            "may_appoint": may_appoint(user),
            "may_see_log": may_see_log,
            "latest": _latest(user) if may_see_log else (),
        }
        return super().index(request, {**shown, **(extra_context or {})})


def _latest(user: User) -> list[LogEntry]:
    """What somebody did last, in words."""
    entries = list(LogEntry.objects.filter(by=user).select_related("user").order_by("-pk")[:10])
    for entry in entries:
        cast(Any, entry).said = said(entry.action)
    return entries


def _on(name: str, wanted: str) -> HttpResponse:
    return HttpResponseRedirect(f"{reverse(name)}?{urlencode({REDIRECT_FIELD_NAME: wanted})}")
