"""Which pages are for whom. Visitors have no session, guests one without a password, accounts both."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth import REDIRECT_FIELD_NAME
from django.contrib.auth.models import AnonymousUser
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, resolve_url
from django.views.decorators.cache import never_cache

from accounts.models import User

View = Callable[..., Any]


def for_newcomers(view: View) -> View:
    """For visitors and guests: whoever has an account is in already."""

    @never_cache
    @wraps(view)
    def seen(request: HttpRequest, *args: Any, **others: Any) -> HttpResponse:
        if isinstance(request.user, User) and not request.user.is_guest:
            return redirect("account")
        return view(request, *args, **others)  # type: ignore[no-any-return]

    return seen


def amid_signing_in(view: View) -> View:
    """For whoever is asked for something more before signing in is done: a guest is a visitor here until it is."""

    @wraps(view)
    def seen(request: HttpRequest, *args: Any, **others: Any) -> HttpResponse:
        if isinstance(request.user, User) and request.user.is_guest:
            request.guest, request.user = request.user, AnonymousUser()  # type: ignore[attr-defined]
        return view(request, *args, **others)  # type: ignore[no-any-return]

    return seen


def for_players(view: View) -> View:
    """For guests and accounts; visitors sign in first."""

    @never_cache
    @wraps(view)
    def seen(request: HttpRequest, *args: Any, **others: Any) -> HttpResponse:
        if not isinstance(request.user, User):
            return redirect_to_login(request.get_full_path(), resolve_url("account_login"), REDIRECT_FIELD_NAME)
        return view(request, *args, **others)  # type: ignore[no-any-return]

    return seen


def for_accounts(view: View) -> View:
    """For accounts: guests are shown how to become one."""

    @wraps(view)
    def seen(request: HttpRequest, *args: Any, **others: Any) -> HttpResponse:
        if request.user.is_guest:  # type: ignore[union-attr]
            return redirect("account_signup")
        return view(request, *args, **others)  # type: ignore[no-any-return]

    return for_players(seen)
