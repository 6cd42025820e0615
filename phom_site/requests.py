"""Each request of a page: its id, a line in the log, and what it took."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from prometheus_client import Counter, Histogram

from game.live import meters, trail
from phom_site.logs import ID, page_of

logger = logging.getLogger(__name__)

SLOW = 1.0
"""Seconds; a page that takes longer is worth a warning."""
SECONDS = Histogram("phom_page_seconds", "What an answer takes.", ["page"], buckets=meters.SHORT)
ANSWERS = Counter("phom_pages", "Answers, by their status.", ["status"])


class RequestMiddleware:
    """Outside of all others. The id is the proxy's ``X-Request-ID`` or a new one, and is answered by the same name."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        request_id = request.META[ID] = trail.request_id(request.META.get(ID, ""))
        began, asked = time.perf_counter(), meters.queries()
        with trail.follow(request=request_id):
            response = self.get_response(request)
            _note(request, response, time.perf_counter() - began, meters.queries() - asked)
        response.headers["X-Request-ID"] = request_id
        return response


def _note(request: HttpRequest, response: HttpResponse, seconds: float, queries: int) -> None:
    page = page_of(request)
    SECONDS.labels(page).observe(seconds)
    ANSWERS.labels(response.status_code).inc()
    facts = {"method": request.method, "page": page, "status": response.status_code}
    facts |= {"ms": round(seconds * 1000), "queries": queries}
    with trail.follow(user=_player(request)):
        logger.log(logging.WARNING if seconds > SLOW else logging.INFO, "answered", extra=facts)


def _player(request: HttpRequest) -> int | None:
    """The number of who asked, if that was found out: to log it, nobody is looked for."""
    user = getattr(request, "_cached_user", None)
    return user.pk if user is not None else None
