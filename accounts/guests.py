"""Visitors without an account."""

from __future__ import annotations

import secrets
from random import SystemRandom

from django.contrib.auth import login
from django.http import HttpRequest

from accounts import ledger, preferences
from accounts.models import User
from accounts.names.friendly import friendly_name

_BACKEND = "django.contrib.auth.backends.ModelBackend"


def enter(request: HttpRequest) -> User:
    """The player of this session; a new guest, now logged in, where there was none: it keeps what the visitor chose."""
    if isinstance(request.user, User):
        return request.user
    guest = User(username=f"guest-{secrets.token_hex(10)}", display_name=friendly_name(SystemRandom()), is_guest=True)
    guest.preferences = preferences.differences(preferences.of(request))
    guest.set_unusable_password()
    guest.save()
    ledger.welcome(guest)
    login(request, guest, backend=_BACKEND)
    return guest
