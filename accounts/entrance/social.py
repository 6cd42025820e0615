"""What django-allauth asks the site about people whom Google or Facebook vouch for."""

from __future__ import annotations

from typing import Any

from allauth.core.exceptions import ImmediateHttpResponse
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from allauth.socialaccount.models import SocialLogin
from allauth.socialaccount.providers.base import AuthProcess
from django.db import transaction
from django.http import HttpRequest, HttpResponseRedirect
from django.shortcuts import resolve_url
from django.utils.translation import gettext_lazy as _

from accounts import guests
from accounts.models import User


class Adapter(DefaultSocialAccountAdapter):  # type: ignore[misc]  # ships no types
    """A guest becomes the new account; of what the provider tells no more is kept than who it is and the address."""

    error_messages = {
        **DefaultSocialAccountAdapter.error_messages,
        "no_password": _("Choose a password first: this is the only way into the account."),
    }

    def new_user(self, request: HttpRequest, sociallogin: SocialLogin) -> User:
        """Nobody yet: only `save_user` knows that there is no account already."""
        return User(username=guests.username())

    def populate_user(self, request: HttpRequest, sociallogin: SocialLogin, data: dict[str, Any]) -> User:
        """The address alone; names are for the player to choose."""
        return super().populate_user(request, sociallogin, {"email": data.get("email")})  # type: ignore[no-any-return]

    def pre_social_login(self, request: HttpRequest, sociallogin: SocialLogin) -> None:
        """A guest has no account to add another way in to: it becomes one."""
        if guests.to_join(request.user):
            sociallogin.state["process"] = AuthProcess.LOGIN
        sociallogin.account.extra_data = {}
        if sociallogin.account.pk:
            sociallogin.account.save(update_fields=["extra_data"])

    @transaction.atomic
    def save_user(self, request: HttpRequest, sociallogin: SocialLogin, form: Any = None) -> User:
        """The account of whoever is new here: the guest of this session where there is one."""
        user, email = guests.to_join(request.user), sociallogin.user.email
        if user is None:
            user = guests.named(sociallogin.user)
        elif not guests.claim(user):
            raise ImmediateHttpResponse(HttpResponseRedirect(resolve_url("account")))
        user.is_guest, user.email = False, email
        sociallogin.user = user
        super().save_user(request, sociallogin, form)
        guests.welcome(user, user.display_name)
        return user
