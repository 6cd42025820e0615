"""Signing in by an address that several accounts have, of which at most one has confirmed it: the password decides."""

from __future__ import annotations

from allauth.account.auth_backends import AuthenticationBackend
from allauth.account.internal.userkit import filter_users_by_email
from allauth.account.models import EmailAddress
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from accounts.models import User


class Backend(AuthenticationBackend):  # type: ignore[misc]  # ships no types
    """Whoever signs up with somebody else's address comes back by their own password until they take another address.

    So signing in tells as little as signing up whether somebody has confirmed an address, and takes as long.
    """

    def authenticate(self, request: HttpRequest | None, **credentials: str) -> User | None:
        """PermissionDenied where address and password don't fit: nobody else is to be asked."""
        user: User | None = super().authenticate(request, **credentials)
        if user is None:
            raise PermissionDenied
        return user

    def _authenticate_by_email(self, email: str, password: str) -> User | None:
        """The account that has confirmed the address comes first; as much is reckoned where there is none."""
        known: list[User] = sorted(filter_users_by_email(email, for_login=True), key=lambda user: user.pk)
        if not known:
            return self._authenticate_staff(email, password)
        confirmed = {user.pk for user in EmailAddress.objects.get_users_for(email)}
        for user in known:
            if user.pk in confirmed and self._check_password(user, password):
                return user
        if not confirmed:
            self._mitigate_timing_attack(password)
            self._did_check_password = True
        for user in known:
            if user.pk not in confirmed and self._check_password(user, password):
                return user
        return None

    def _authenticate_staff(self, username: str, password: str) -> User | None:
        """By user name: whoever was made on the server may have no address. No other user name is a way in."""
        user = User.objects.filter(username=username, is_staff=True).first()
        if user is None:
            self._mitigate_timing_attack(password)
            self._did_check_password = True
        return user if user and self._check_password(user, password) else None
