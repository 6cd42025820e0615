"""Visitors without an account: let in, made an account of, removed when they don't come back."""

from __future__ import annotations

import secrets
from datetime import datetime
from random import SystemRandom
from typing import Any

from django.contrib.auth import login
from django.db import IntegrityError, transaction
from django.http import HttpRequest

from accounts import keeping, ledger, limits, preferences
from accounts.models import User
from accounts.names.friendly import friendly_names
from accounts.names.skeleton import skeleton
from accounts.signals import renamed
from accounts.turned_away import TurnedAway, turned_away_until

_BACKEND = "django.contrib.auth.backends.ModelBackend"


def enter(request: HttpRequest) -> User:
    """The player of this session; a new guest, now logged in, where there was none: it keeps what the visitor chose.

    TurnedAway where the browser gets none, TooMany.
    """
    if isinstance(request.user, User):
        return request.user
    if turned_away_until(request):
        raise TurnedAway
    limits.check(request, limits.GUESTS)
    guest = User(username=f"guest-{secrets.token_hex(10)}", is_guest=True)
    guest.preferences = preferences.differences(preferences.of(request))
    guest.set_unusable_password()
    named(guest)
    ledger.welcome(guest)
    login(request, guest, backend=_BACKEND)
    return guest


def username() -> str:
    """For a new account: nobody sees it."""
    return f"player-{secrets.token_hex(10)}"


def named(user: User) -> User:
    """The new user, saved with a friendly name that nobody has, nor one that looks like it."""
    for name in friendly_names(SystemRandom()):
        user.display_name = name
        if User.objects.filter(skeleton=skeleton(name)).exists():
            continue
        try:
            with transaction.atomic():
                user.save()
            break
        except IntegrityError:  # somebody was given it just now
            user.pk = None
    return user


def to_join(user: Any) -> User | None:
    """Who came in as a guest, as a row of its own, to become an account; None for everybody else.

    Another tab may have been quicker since: `claim` knows.
    """
    return User.objects.filter(pk=user.pk).first() if isinstance(user, User) and user.is_guest else None


def claim(guest: User) -> bool:
    """Lock the guest's row; whether it is a guest still."""
    return User.objects.select_for_update(no_key=True).filter(pk=guest.pk, is_guest=True).exists()


def welcome(user: User, before: str) -> None:
    """The user has become an account; ``before`` is the name the user had as a guest, or the same."""
    ledger.welcome(user)
    if before and before != user.display_name:
        renamed.send(sender=User, user=user, before=before)


def idle(now: datetime) -> list[User]:
    """The guests who didn't come back for as long as they are kept."""
    return list(User.objects.filter(is_guest=True, erased_at=None, seen_at__lt=now - keeping.GUEST))
