"""What the house announces on every page, less what the browser's owner has put away."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts import house
from accounts.models import Announcement
from accounts.numerals import an_id
from accounts.returning import way_back

COOKIE = "put_away"
"""Holds the ids of the announcements that were put away in this browser, with dots between."""
MOST = 20
"""So many of them are kept, the latest; those before are over by then."""


def shown_to(request: HttpRequest | None) -> list[Announcement]:
    """What is announced now, the newest first."""
    away = _put_away(request) if request else []
    return [one for one in house.announcements(timezone.now()) if one.pk not in away]


@require_safe
@never_cache
def announcements(request: HttpRequest) -> HttpResponse:
    """The same for an open page, which asks when its socket says that something changed."""
    return render(request, "announcements/list.html")


@require_POST
def put_away(request: HttpRequest, pk: int) -> HttpResponse:
    """This browser has read it: it isn't shown there any more."""
    is_by_script = "HX-Request" in request.headers
    response = HttpResponse() if is_by_script else HttpResponseRedirect(way_back(request.POST))
    kept = [*(other for other in _put_away(request) if other != pk), pk][-MOST:]
    response.set_cookie(
        COOKIE,
        ".".join(map(str, kept)),
        max_age=settings.SESSION_COOKIE_AGE,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
    return response


def _put_away(request: HttpRequest) -> list[int]:
    """What isn't an id is none of ours."""
    return [pk for text in request.COOKIES.get(COOKIE, "").split(".") if (pk := an_id(text))]
