"""When people were last here, to the hour: what tells guests who will not come back."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

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


class SeenMiddleware:
    """Notes whoever a page was made for; where nobody asked who it is, nothing is asked for this alone."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if request.session.accessed and isinstance(request.user, User):
            note(request.user)
        return response
