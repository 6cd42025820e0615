"""When people were last here, to the hour: what tells guests who will not come back. Who is here now, by open pages."""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from accounts import traces
from accounts.models import User

GRAIN = timedelta(hours=1)
"""How exactly it is known: each visit need not be written."""


def note(user: User) -> None:
    """The user is here now."""
    now = timezone.now()
    if user.seen_at < now - GRAIN:
        User.objects.filter(pk=user.pk).update(seen_at=now)
        user.seen_at = now


ONLINE = timedelta(minutes=1)
"""Of whoever has a page open that is said more often."""
ONLINE_GRAIN = timedelta(seconds=20)


def keep_online(user_ids: Collection[int], now: datetime) -> None:
    """These have a page open now. Whoever's row is held just now is told of next time: nobody is waited for."""
    is_old = Q(online_at=None) | Q(online_at__lt=now - ONLINE_GRAIN)
    with transaction.atomic():
        rows = User.objects.filter(is_old, pk__in=user_ids, erased_at=None).order_by("pk")
        free = list(rows.select_for_update(skip_locked=True, no_key=True).values_list("pk", flat=True))
        User.objects.filter(pk__in=free).update(online_at=now)


def is_online(user: User, now: datetime) -> bool:
    """Whether a page of the user's was open just now."""
    return user.online_at is not None and user.online_at > now - ONLINE


class SeenMiddleware:
    """Notes whoever a page was made for, and from where; nothing is asked for this alone."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if request.session.accessed and isinstance(request.user, User):
            note(request.user)
            traces.note(request.user, request)
        return response
