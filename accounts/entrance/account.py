"""What django-allauth asks the site about accounts."""

from __future__ import annotations

import logging
from smtplib import SMTPException
from time import time
from typing import Any

from allauth.account import app_settings
from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.internal.flows.login import get_authentication_records, record_authentication
from allauth.account.models import EmailAddress
from allauth.core.exceptions import ImmediateHttpResponse
from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponseRedirect
from django.shortcuts import resolve_url
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext_lazy as _

from accounts import erasing, guests
from accounts.entrance.limits import tell_if_too_soon
from accounts.models import User
from accounts.models.users import Gone

logger = logging.getLogger(__name__)


class Adapter(DefaultAccountAdapter):  # type: ignore[misc]  # ships no types
    """Guests become accounts in their own row; whether an address is known here shows nowhere but in letters to it."""

    error_messages = {
        **DefaultAccountAdapter.error_messages,
        "account_inactive": _("This account is closed."),
        "duplicate_email": _("That is your address already."),
        "email_password_mismatch": _("No account has this e-mail address with this password."),
        "enter_current_password": _("That isn't your password."),
        "incorrect_password": _("That isn't your password."),
        "invalid_password_reset": _("That link doesn't work any more."),
        "too_many_login_attempts": _("Too many attempts. Try again in a few minutes."),
        "rate_limited": _("Too many attempts. Try again in a few minutes."),
    }

    def new_user(self, request: HttpRequest) -> User:
        """The guest of this session, whose row it stays; else somebody new."""
        return guests.to_join(request.user) or User(username=guests.username())

    def save_user(self, request: HttpRequest, user: User, form: Any, commit: bool = True) -> User:
        """From the sign-up form, in its transaction: the first tab of a guest that comes makes the account."""
        if user.pk and not guests.claim(user):
            raise ImmediateHttpResponse(HttpResponseRedirect(resolve_url("account")))
        before, user.is_guest = user.display_name, False
        user.display_name = form.cleaned_data["display_name"]
        super().save_user(request, user, form, commit)
        guests.welcome(user, before)
        return user

    def login(self, request: HttpRequest, user: User) -> None:
        """A guest who signs in to another account is left behind: its seat is given up, its gold goes back."""
        before = getattr(request, "guest", request.user)
        shown = get_authentication_records(request, user)
        super().login(request, user)
        if not get_authentication_records(request, user):  # they went with the guest's session
            for record in shown:
                record_authentication(request, user, **record)
        if isinstance(before, User) and before.is_guest and before.pk != user.pk:
            erasing.erase(before)

    def logout(self, request: HttpRequest) -> None:
        """A guest stays: there is no way back in. Only signing in to another account leaves it behind."""
        if not (isinstance(request.user, User) and request.user.is_guest):
            super().logout(request)

    @transaction.atomic
    def set_password(self, user: User, password: str) -> None:
        """Nothing else of the row, which was read a while ago; Gone."""
        if not User.objects.select_for_update(no_key=True).filter(pk=user.pk, erased_at=None).exists():
            raise Gone
        user.set_password(password)
        user.save(update_fields=["password"])

    def is_reauthentication_required(self, *, app: str, **others: Any) -> bool:
        """Not of whoever signed in a moment ago."""
        records = get_authentication_records(self.request, self.request.user)
        recent = time() - app_settings.REAUTHENTICATION_TIMEOUT
        is_fresh = any(one["at"] > recent for one in records)
        return not is_fresh and super().is_reauthentication_required(app=app, **others)

    def is_safe_url(self, url: str) -> bool:
        """Only of this very site."""
        return bool(url) and url_has_allowed_host_and_scheme(url, {self.request.get_host()}, self.request.is_secure())

    def send_confirmation_mail(self, request: HttpRequest, emailconfirmation: Any, signup: bool) -> None:
        """Whose address is confirmed for another account learns that there is one instead."""
        address = emailconfirmation.email_address
        if EmailAddress.objects.filter(email=address.email, verified=True).exclude(pk=address.pk).exists():
            self.send_account_already_exists_mail(address.email)
        else:
            super().send_confirmation_mail(request, emailconfirmation, signup)

    def should_send_confirmation_mail(self, request: HttpRequest, email_address: EmailAddress, signup: bool) -> bool:
        """Always; where it won't go out, since one just did, that is said."""
        tell_if_too_soon(request, email_address.email)
        return True

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """A mail server that is away doesn't undo what was done; the letter can be asked for again."""
        try:
            super().send_mail(template_prefix, email, context)
        except (OSError, SMTPException):
            logger.exception("a letter could not be handed over (%s)", template_prefix)
            self.add_message(
                self.request, messages.ERROR, message=str(_("The letter could not be sent. Ask for it again later."))
            )
