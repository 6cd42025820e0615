"""django-allauth's forms in our words: as few fields as there can be, named as password managers know them."""

from __future__ import annotations

from random import SystemRandom
from typing import Any

from allauth.account import forms as base
from allauth.account.models import EmailAddress
from allauth.account.utils import get_next_redirect_url
from allauth.core import context
from allauth.mfa.base import forms as codes
from allauth.mfa.totp.forms import ActivateTOTPForm
from allauth.socialaccount.models import SocialAccount
from django import forms
from django.contrib import messages
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts import guests
from accounts.fields import Dressed, name_field
from accounts.models import User
from accounts.names import changing
from accounts.names.friendly import friendly_name

EMAIL = _("E-mail address")
PASSWORD_HINT = _("At least 8 characters, and not only digits.")


def _new_password(field: forms.Field) -> None:
    field.help_text = PASSWORD_HINT
    field.widget.attrs |= {"autocomplete": "new-password", "minlength": 8}


def is_for_staff(request: HttpRequest) -> bool:
    """Whether signing in leads to the administration."""
    wanted: str = get_next_redirect_url(request) or ""
    return wanted.startswith(reverse("admin:index"))


class SignIn(Dressed, base.LoginForm):  # type: ignore[misc]  # ships no types
    """E-mail and password; on the way to the administration also a user name."""

    def __init__(self, *args: Any, **others: Any) -> None:
        super().__init__(*args, **others)
        self.fields["login"].label = EMAIL
        if is_for_staff(context.request):
            self.fields["login"] = forms.CharField(
                label=_("E-mail address or user name"),
                max_length=254,
                widget=forms.TextInput(attrs={"class": "input", "autocapitalize": "none"}),
                error_messages={"required": _("This is still empty.")},
            )
        self.fields["login"].widget.attrs |= {"autocomplete": "username", "inputmode": "email"}
        self.fields["password"].label = _("Password")
        self.fields["password"].help_text = ""  # the way to a new one stands below the form


class SignUp(Dressed, base.SignupForm):  # type: ignore[misc]  # ships no types
    """A name, an address and a password. For a guest the name is there already."""

    display_name = name_field()
    field_order = ("display_name", "email", "password1")

    def __init__(self, *args: Any, **others: Any) -> None:
        super().__init__(*args, **others)
        self.guest = guests.to_join(context.request.user)
        self.fields["display_name"].initial = self.guest.display_name if self.guest else friendly_name(SystemRandom())
        self.fields["email"].label = EMAIL
        self.fields["email"].help_text = _("To sign in, and for a new password if you forget yours.")
        self.fields["password1"].label = _("Password")
        _new_password(self.fields["password1"])

    def clean_display_name(self) -> str:
        return changing.checked(self.cleaned_data["display_name"], self.guest)

    def try_save(self, request: HttpRequest) -> tuple[User | None, HttpResponse | None]:
        """All or nothing; where somebody else took the name a moment ago, the form again."""
        try:
            with transaction.atomic():
                return super().try_save(request)  # type: ignore[no-any-return]
        except IntegrityError:
            messages.error(request, gettext("Somebody took that name a moment ago. Choose another."))
            return None, redirect("account_signup")


class ChangeEmail(Dressed, base.AddEmailForm):  # type: ignore[misc]  # ships no types
    """The address that is to be the account's."""

    def __init__(self, *args: Any, **others: Any) -> None:
        super().__init__(*args, **others)
        self.fields["email"].label = _("New e-mail address")

    def save(self, request: HttpRequest) -> EmailAddress:
        """Where none was ever confirmed the new one stands in for it at once: the one before is forgotten."""
        address: EmailAddress = super().save(request)
        owned = EmailAddress.objects.filter(user=self.user, primary=True).exists()
        if not owned and not SocialAccount.objects.filter(user=self.user).exists():
            address.set_as_primary()
        return address


class ChangePassword(Dressed, base.ChangePasswordForm):  # type: ignore[misc]  # ships no types
    """The old one and the new one; none twice, since it can be looked at."""

    password2 = None

    def __init__(self, *args: Any, **others: Any) -> None:
        super().__init__(*args, **others)
        self.fields["oldpassword"].label = _("Present password")
        self.fields["oldpassword"].help_text = ""
        self.fields["password1"].label = _("New password")
        _new_password(self.fields["password1"])


class SetPassword(Dressed, base.SetPasswordForm):  # type: ignore[misc]  # ships no types
    """The first one of whoever came in by Google or Facebook."""

    password2 = None

    def __init__(self, *args: Any, **others: Any) -> None:
        super().__init__(*args, **others)
        self.fields["password1"].label = _("Password")
        _new_password(self.fields["password1"])


class ForgottenPassword(Dressed, base.ResetPasswordForm):  # type: ignore[misc]  # ships no types
    """Where the letter goes."""

    def __init__(self, *args: Any, **others: Any) -> None:
        super().__init__(*args, **others)
        self.fields["email"].label = EMAIL
        self.fields["email"].widget.attrs |= {"autocomplete": "username", "inputmode": "email"}


class NewPassword(Dressed, base.ResetPasswordKeyForm):  # type: ignore[misc]  # ships no types
    """The new one, by the link of the letter."""

    password2 = None

    def __init__(self, *args: Any, **others: Any) -> None:
        super().__init__(*args, **others)
        self.fields["password1"].label = _("New password")
        _new_password(self.fields["password1"])


class Password(Dressed, base.ReauthenticateForm):  # type: ignore[misc]  # ships no types
    """Once more, before something that only its owner may do."""

    def __init__(self, *args: Any, **others: Any) -> None:
        super().__init__(*args, **others)
        self.fields["password"].label = _("Password")
        self.fields["password"].help_text = ""


class _Code(Dressed):
    """A code is asked for: six digits of the app, or one of those written down."""

    def __init__(self, *args: Any, **others: Any) -> None:
        super().__init__(*args, **others)
        self.fields["code"].label = _("Code")
        self.fields["code"].widget.attrs |= {"inputmode": "numeric", "autofocus": True, "class": "input input-code"}


class Code(_Code, codes.AuthenticateForm):  # type: ignore[misc]  # ships no types
    """While signing in."""


class CodeAgain(_Code, codes.ReauthenticateForm):  # type: ignore[misc]  # ships no types
    """Signed in already."""


class FirstCode(_Code, ActivateTOTPForm):  # type: ignore[misc]  # ships no types
    """The app's first one shows that it works."""
