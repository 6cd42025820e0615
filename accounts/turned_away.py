"""Whoever is shut out and deletes itself gets no new guest, with new gold, in the same browser while that would last:
a signed cookie says until when. Making an account stays possible."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

COOKIE, _SALT = "no_guest", "accounts.turned_away"
LONGEST = timedelta(seconds=settings.SESSION_COOKIE_AGE)
"""So long where it would have had no end."""


class TurnedAway(Exception):
    """There is no guest for this browser."""


def turn_away(response: HttpResponse, until: datetime) -> None:
    """The browser that gets this answer has no new guest until then, or for as long as it may be."""
    end = min(until, timezone.now() + LONGEST)
    response.set_signed_cookie(
        COOKIE,
        end.isoformat(timespec="seconds"),
        salt=_SALT,
        expires=end,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def turned_away_until(request: HttpRequest) -> datetime | None:
    """None: a visitor here may become a guest."""
    kept = request.get_signed_cookie(COOKIE, default="", salt=_SALT)
    end = datetime.fromisoformat(kept) if kept else None
    return end if end and end > timezone.now() else None
