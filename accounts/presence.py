"""When people were last here, to the hour: what tells guests who will not come back. Who is here now, by open pages."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from accounts.models import User

GRAIN = timedelta(hours=1)
"""How exactly it is known: each visit need not be written."""


def note(user: User) -> None:
    """The user is here now."""
    now = timezone.now()
    if user.seen_at < now - GRAIN:
        User.objects.filter(pk=user.pk).update(seen_at=now)
        user.seen_at = now


ONLINE = timedelta(minutes=2)
"""Whoever has a page open says so more often, also where the page is behind others."""
ONLINE_GRAIN = timedelta(seconds=30)


def keep_online(user: User, now: datetime) -> None:
    """A page of the user's is open now."""
    if user.online_at is None or user.online_at < now - ONLINE_GRAIN:
        User.objects.filter(pk=user.pk, erased_at=None).update(online_at=now)
        user.online_at = now


def is_online(user: User, now: datetime) -> bool:
    """Whether a page of the user's was open just now."""
    return user.online_at is not None and user.online_at > now - ONLINE


class SeenMiddleware:
    """Notes whoever a page was made for; where nobody asked who it is, nothing is asked for this alone."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if request.session.accessed and isinstance(request.user, User):
            note(request.user)
        return response
