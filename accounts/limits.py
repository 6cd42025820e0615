"""How much one address, or one browser, may ask for within a while: guests, tables, forms.

Households, schools and whole providers share an address, so that these limits are far beyond what people do; they are
there for programs. Counts are in the cache, where all server processes see them, by hashes; they start again after a
while. While the cache is away nothing is counted. PHOM_LIMITS multiplies all limits, and lifts them where it is 0.
"""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from typing import Any, NamedTuple

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.crypto import salted_hmac

from accounts import traces

SENT = ("POST", "PUT", "PATCH", "DELETE")


class Limit(NamedTuple):
    """So many within so many seconds."""

    of: str
    most: int
    seconds: int


GUESTS = Limit("guests", 200, 10 * 60)
"""New ones, from one address."""
TABLES = Limit("tables", 300, 10 * 60)
"""Presses that open one, from one address."""
FORMS = Limit("forms", 1200, 60)
"""Sent from one address."""
OWN_FORMS = Limit("own-forms", 120, 60)
"""Sent from one browser that has a session."""


class TooMany(Exception):
    """More than a limit allows; ``limit`` is which."""

    def __init__(self, limit: Limit) -> None:
        super().__init__(limit.of)
        self.limit = limit


def check(request: HttpRequest, limit: Limit) -> None:
    """One more from the request's address; TooMany. Whose address can't be told is counted with all such."""
    _check(limit, traces.place_of(request) or "unknown")


def count(key: str, seconds: int) -> int:
    """One more of what is counted by this key; how many there are. They are forgotten so many seconds after the
    first."""
    cache.add(key, 0, seconds)
    try:
        return cache.incr(key)
    except ValueError:  # it ran out just now
        cache.set(key, 1, seconds)
        return 1


def too_many(request: HttpRequest, limit: Limit) -> HttpResponse:
    """The page that says so; a line of it where a part of a page was asked for."""
    template = "429_part.html" if "HX-Request" in request.headers else "429.html"
    response = render(request, template, status=HTTPStatus.TOO_MANY_REQUESTS)
    response["Retry-After"], response["Cache-Control"] = str(limit.seconds), "no-store"
    return response


class LimitsMiddleware:
    """Counts what is sent, and answers for every page that raises TooMany."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: Any, args: Any, others: Any) -> HttpResponse | None:
        """By browser first: one that sends too much doesn't use up what the others at its address have."""
        if request.method not in SENT:
            return None
        try:
            session = request.COOKIES.get(settings.SESSION_COOKIE_NAME)
            if session:
                _check(OWN_FORMS, salted_hmac("accounts.limits", session).hexdigest()[: traces.LENGTH])
            check(request, FORMS)
        except TooMany as error:
            return too_many(request, error.limit)
        return None

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        return too_many(request, error.limit) if isinstance(error, TooMany) else None


def _check(limit: Limit, whose: str) -> None:
    most = limit.most * settings.PHOM_LIMITS
    if most and count(f"limit:{limit.of}:{whose}", limit.seconds) > most:
        raise TooMany(limit)
