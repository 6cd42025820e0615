"""Pages of whoever is shut out: the notice that says why, how long, and how to appeal, whatever was asked for.

What is one's own right stays: to sign in as somebody else and out, to have one's data and to be erased, to read what
holds here, to appeal.
"""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext

from accounts import sanctions
from accounts.models import User
from accounts.models.users import Gone
from accounts.sanction_views import notice
from accounts.turned_away import TurnedAway

STAYS = {
    *(f"{provider}_{step}" for provider in settings.SOCIALACCOUNT_PROVIDERS for step in ("login", "callback")),
    "socialaccount_login_cancelled",
    "socialaccount_login_error",
    "mfa_authenticate",
    "account_login",
    "account_logout",
    "account_inactive",
    "account_email",
    "account_confirm_email",
    "account_change_password",
    "account_set_password",
    "sign_out_elsewhere",
    "account_reset_password",
    "account_reset_password_done",
    "account_reset_password_from_key",
    "account_reset_password_from_key_done",
    "download_data",
    "delete_account",
    "settings",
    "set_language",
    "terms",
    "privacy",
    "contact",
    "notice",
    "notice_over",
    "sanctions",
    "sanction_read",
    "appeal",
    "announcements",
    "announcement_away",
    "worker",
    "manifest",
    "offline",
}
"""Names of the pages that whoever is shut out gets like everybody else."""


class ShutOutMiddleware:
    """Answers with the notice instead of other pages; nobody is looked up where no session is."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: Any, args: Any, others: Any) -> HttpResponse | None:
        known = request.resolver_match.view_name if request.resolver_match else ""
        if known in STAYS or settings.SESSION_COOKIE_NAME not in request.COOKIES:
            return None
        if not isinstance(request.user, User) or not sanctions.is_shut_out(request.user):
            return None
        return _noticed(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Whoever was erased in another tab, while this page was at it, hears so; and who can't become a guest."""
        if isinstance(error, TurnedAway):
            return _noticed(request)
        if not isinstance(error, Gone):
            return None
        messages.error(request, gettext("This account is closed."))
        return redirect("account_login")


def _noticed(request: HttpRequest) -> HttpResponse:
    """The notice; parts of pages lead to it."""
    if "HX-Request" in request.headers:
        return HttpResponse(status=HTTPStatus.FORBIDDEN, headers={"HX-Redirect": reverse("notice")})
    return notice(request)
