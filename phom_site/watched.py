"""What those who look after the site ask of it: whether this process lives, whether it is ready, what it measures.

Answered before anything else, so that neither the database nor a host's name is needed to tell that they are away.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from hmac import compare_digest
from ipaddress import ip_address

from django.conf import settings
from django.db import Error
from django.http import HttpRequest, HttpResponse, JsonResponse
from prometheus_client import Gauge
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.registry import REGISTRY

from game.live import figures, push
from game.live.moment import now
from game.models import Phase, Table
from phom_site import away

LATE = 10.0
"""Seconds by which deadlines may be over until the clock counts as away."""
TABLES = Gauge("phom_tables_in_play", "Tables at which a hand is played, in the whole site.")
CLOCK_LAG = Gauge("phom_clock_lag_seconds", "For how long what the clock should do waits, in the whole site.")


class WatchedMiddleware:
    """Answers `/healthz`, `/readyz` and `/metrics`; the last one to those alone whom PHOM_METRICS_… let see it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self._answers = {"/healthz": health, "/readyz": readiness, "/metrics": metrics}

    def __call__(self, request: HttpRequest) -> HttpResponse:
        answer = self._answers.get(request.path_info)
        if answer is None or (answer is metrics and not may_see_metrics(request)):
            return self.get_response(request)
        response = answer()
        response.headers["Cache-Control"] = "no-store"
        return response


def health() -> HttpResponse:
    """This process answers; a supervisor that gets nothing starts it anew."""
    return HttpResponse("ok\n", content_type="text/plain")


def readiness() -> HttpResponse:
    """Part by part whether all is there that people need to play as they should; 503 where something isn't."""
    lag = clock_lag()
    clock = "unknown" if lag is None else "late" if lag > LATE else "ok"
    parts = {
        "database": "away" if lag is None else "ok",
        "channel_layer": "ok" if push.gets_through() else "away",
        "clock": clock,
    }
    return JsonResponse(parts, status=200 if set(parts.values()) == {"ok"} else 503)


def clock_lag() -> float | None:
    """Seconds; 0 while the site is away, when the clock stands still. None without the database."""
    try:
        return 0.0 if away.is_on() else figures.lag(now()).total_seconds()
    except Error:
        return None


def metrics() -> HttpResponse:
    """What this process has measured, and what the database says of the whole site; NaN where it says nothing."""
    lag = clock_lag()
    CLOCK_LAG.set(math.nan if lag is None else lag)
    TABLES.set(_tables_in_play())
    return HttpResponse(generate_latest(REGISTRY), content_type=CONTENT_TYPE_LATEST)


def _tables_in_play() -> float:
    try:
        return Table.objects.filter(closed_at=None, phase=Phase.PLAYING).count()
    except Error:
        return math.nan


def may_see_metrics(request: HttpRequest) -> bool:
    """By the token; or from a network of PHOM_METRICS_FROM, and straight: a proxy's address isn't that of who asks."""
    token, given = settings.PHOM_METRICS_TOKEN, request.headers.get("authorization", "")
    if token and compare_digest(given.encode(), f"Bearer {token}".encode()):
        return True
    if any(name in request.headers for name in ("x-forwarded-for", "forwarded", "x-real-ip")):
        return False
    try:
        at = ip_address(request.META.get("REMOTE_ADDR", ""))
    except ValueError:
        return False
    return any(at in network for network in settings.PHOM_METRICS_FROM)
