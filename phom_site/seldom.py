"""Filters for logs: of what would be said again and again, and of what is no error."""

import logging
import time
from collections import defaultdict
from http import HTTPStatus

from django.db.utils import InterfaceError, OperationalError

from game.live.pace import Bucket

AWAY = (OperationalError, InterfaceError)


class Seldom(logging.Filter):
    """Lets one record a minute through."""

    def __init__(self) -> None:
        super().__init__()
        self._pace = Bucket(size=1, rate=1 / 60, time=time.monotonic())

    def filter(self, record: logging.LogRecord) -> bool:
        return self._pace.take(time.monotonic())


class DatabaseAway(logging.Filter):
    """While the database is away each socket, each beat and each page fails by it: of each part lets one such record a
    minute through, and all others."""

    def __init__(self) -> None:
        super().__init__()
        self._parts: defaultdict[str, Seldom] = defaultdict(Seldom)

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        return not isinstance(error, AWAY) or self._parts[record.name].filter(record)


class Unforeseen(logging.Filter):
    """For Django's log of answers: 503 without an exception is what maintenance is about, no error."""

    def filter(self, record: logging.LogRecord) -> bool:
        is_away = getattr(record, "status_code", None) == HTTPStatus.SERVICE_UNAVAILABLE
        return not is_away or record.exc_info is not None
