"""Forms of the account's own pages."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.fields import Dressed, name_field
from accounts.models import LONGEST_APPEAL, User
from accounts.names import changing
from accounts.names.characters import tidy


class NameForm(Dressed, forms.Form):
    """Another display name."""

    display_name = name_field()

    def __init__(self, user: User, *args: Any, **others: Any) -> None:
        self.user = user
        super().__init__(*args, initial={"display_name": user.display_name}, **others)

    def clean_display_name(self) -> str:
        return changing.checked(self.cleaned_data["display_name"], self.user)


class AppealForm(Dressed, forms.Form):
    """What somebody has to say to a sanction."""

    text = forms.CharField(
        label=_("Why it isn't right"),
        help_text=_("In your own words; a moderator reads all of it. You can write once."),
        widget=forms.Textarea(attrs={"rows": 6, "maxlength": LONGEST_APPEAL}),
        max_length=LONGEST_APPEAL,
    )


class EraseForm(Dressed, forms.Form):
    """Is it the owner, and meant? By the password; by typing the name where there is none."""

    def __init__(self, user: User, *args: Any, **others: Any) -> None:
        self.user = user
        super().__init__(*args, **others)

    @property
    def has_password(self) -> bool:
        return self.user.has_usable_password()


class EraseByPassword(EraseForm):
    """For accounts with a password."""

    password = forms.CharField(
        label=_("Your password"),
        strip=False,
        max_length=4096,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def clean_password(self) -> None:
        if not self.user.check_password(self.cleaned_data["password"]):
            raise forms.ValidationError(_("That isn't your password."), "password")


class EraseByName(EraseForm):
    """For guests, and accounts without a password."""

    name = forms.CharField(
        label=_("Type your name"),
        max_length=200,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "off", "spellcheck": "false"}),
    )

    def clean_name(self) -> None:
        if tidy(self.cleaned_data["name"]).casefold() != self.user.display_name.casefold():
            raise forms.ValidationError(_("That isn't your name as it is written above."), "name")


def erase_form(user: User) -> type[EraseForm]:
    """The one that this user can fill in."""
    return EraseByPassword if user.has_usable_password() else EraseByName
