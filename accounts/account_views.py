"""Pages of one's own account: what there is, another name, all data, the end of it."""

from __future__ import annotations

from http import HTTPStatus
from typing import cast

from allauth.account.models import EmailAddress
from allauth.core.ratelimit import consume, respond_429
from allauth.socialaccount.models import SocialAccount
from django.contrib import messages
from django.contrib.auth import logout, update_session_auth_hash
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from accounts import access, download, erasing, ledger, preferences, sanctions
from accounts.entrance.gates import for_accounts, for_players
from accounts.forms import NameForm, erase_form
from accounts.models import User
from accounts.names import changing
from accounts.turned_away import turn_away


@require_safe
@for_players
def account(request: HttpRequest) -> HttpResponse:
    """What belongs to an account, and the ways to change it; for guests, how to become one."""
    user = cast(User, request.user)
    address = EmailAddress.objects.filter(user=user).order_by("-primary", "-verified").first()
    known = {"address": address, "vouched": SocialAccount.objects.filter(user=user).exists()}
    known["sanctioned"] = sanctions.history(user).exists()
    return render(request, "account/account.html", known)


@require_http_methods(["GET", "HEAD", "POST"])
@for_accounts
def change_name(request: HttpRequest) -> HttpResponse:
    """Another display name, if it is time."""
    user = cast(User, request.user)
    form = NameForm(user, request.POST or None)
    status = HTTPStatus.OK
    if request.method == "POST":
        if form.is_valid() and _renamed(request, form):
            return redirect("account")
        status = HTTPStatus.UNPROCESSABLE_ENTITY
    known = {"form": form, "due": changing.next_change(user), "every": changing.EVERY.days}
    return render(request, "account/name.html", known, status=status)


def _renamed(request: HttpRequest, form: NameForm) -> bool:
    """Whether it could be kept; else the form says why."""
    try:
        changing.change(form.user, form.cleaned_data["display_name"])
    except ValidationError as error:
        form.add_error("display_name", error)
        return False
    messages.success(request, _("You are called %(name)s now.") % {"name": form.user.display_name})
    return True


@require_http_methods(["GET", "HEAD", "POST"])
@for_accounts
def sign_out_elsewhere(request: HttpRequest) -> HttpResponse:
    """Every session of the account ends but this one, and with them the sockets of their pages."""
    if request.method != "POST":
        return render(request, "account/elsewhere.html")
    user = cast(User, request.user)
    access.end_all(user)
    update_session_auth_hash(request, user)
    messages.success(request, _("You are signed out everywhere else."))
    return redirect("account")


@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_post_parameters()
@for_players
def delete_account(request: HttpRequest) -> HttpResponseBase:
    """The end of an account, or of a guest, once it is certain that it is meant."""
    user = cast(User, request.user)
    form = erase_form(user)(user, request.POST or None)
    status = HTTPStatus.OK
    if request.method == "POST":
        if not consume(request, action="reauthenticate", user=user):
            return cast(HttpResponseBase, respond_429(request))
        if form.is_valid():
            return _erase(request, user)
        status = HTTPStatus.UNPROCESSABLE_ENTITY
    return render(request, "account/delete.html", {"form": form, "holdings": ledger.holdings(user.pk)}, status=status)


def _erase(request: HttpRequest, user: User) -> HttpResponse:
    """The browser forgets too: its cookie of settings, and by `static/js/forget.js` its notes of deals. But it keeps
    until when the player would have been shut out."""
    shut_out_until = user.shut_out_until if sanctions.is_shut_out(user) else None
    erasing.erase(user)
    logout(request)
    messages.success(request, _("All of it is gone. Thank you for having played here."), "forget")
    response = redirect("home")
    response.delete_cookie(preferences.COOKIE)
    if shut_out_until:
        turn_away(response, shut_out_until)
    return response


@require_safe
@for_players
def download_data(request: HttpRequest) -> HttpResponseBase:
    """Everything kept of the player, in one archive."""
    user = cast(User, request.user)
    return download.response(request, f"chieu-phom-{user.pk}.zip", download.archive(user))
