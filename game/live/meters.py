"""What this process measures of itself, for Prometheus: counted where it happens, told by `phom_site.watched`.

All of it together takes some microseconds a move; what needs a query is asked for when it is told, not here.
"""

from __future__ import annotations

import threading
import time
from collections import Counter as Tally
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from prometheus_client import Counter, Histogram
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import REGISTRY, Collector

SHORT = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
"""Seconds."""

MOVES = Counter("phom_moves", "Actions that passed the gate, by whom.", ["by"])
MOVE_SECONDS = Histogram(
    "phom_move_seconds", "From an action at the gate until it is committed and told.", ["by"], buckets=SHORT
)
MOVE_QUERIES = Counter("phom_move_queries", "Queries of the actions that passed the gate.")
SHOWN_SECONDS = Histogram(
    "phom_shown_seconds", "From a socket hearing of a change until its browser is sent the table.", buckets=SHORT
)
REFUSED = Counter("phom_refused", "Wishes of sockets that were refused, by why.", ["code"])
CLOCK_LATE = Histogram("phom_clock_late_seconds", "By how much deadlines were over when served.", buckets=SHORT)
BOT_SECONDS = Histogram("phom_bot_seconds", "What a bot takes to choose.", ["bot"], buckets=SHORT)
ERRORS = Counter("phom_errors", "Errors in the log, by the part that told them.", ["part"])


class _Asked(threading.local):
    """How many queries this thread has made."""

    queries = 0


_asked = _Asked()


def queries() -> int:
    """How many queries this thread has made so far."""
    return _asked.queries


def count_queries(connection: Any, **_: object) -> None:
    """Count those of a connection just opened: for Django's signal."""
    if _count not in connection.execute_wrappers:
        connection.execute_wrappers.append(_count)


def _count(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]) -> Any:
    _asked.queries += 1
    return execute(sql, params, many, context)


@contextmanager
def a_move(by: str) -> Iterator[None]:
    """The block is an action at the gate, of this kind of actor; a refused one doesn't count."""
    before, began = _asked.queries, time.perf_counter()
    yield
    MOVE_SECONDS.labels(by).observe(time.perf_counter() - began)
    MOVE_QUERIES.inc(_asked.queries - before)
    MOVES.labels(by).inc()


class Sockets(Collector):
    """The open sockets of this process, by what their pages are about."""

    def __init__(self) -> None:
        self._open: set[object] = set()

    def opened(self, socket: object) -> None:
        self._open.add(socket)

    def closed(self, socket: object) -> None:
        """Nothing the second time."""
        self._open.discard(socket)

    def collect(self) -> Iterator[GaugeMetricFamily]:
        found = GaugeMetricFamily("phom_sockets", "Open sockets, by what their pages are about.", labels=["of"])
        for name, number in Tally(type(socket).__name__ for socket in list(self._open)).items():
            found.add_metric([name.removesuffix("Consumer").lower()], number)
        yield found


sockets = Sockets()
REGISTRY.register(sockets)
