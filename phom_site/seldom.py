"""Filters for logs: of what would be said again and again, and of what is no error."""

import logging
import time
from http import HTTPStatus

from game.live.pace import Bucket


class Seldom(logging.Filter):
    """Lets one record a minute through."""

    def __init__(self) -> None:
        super().__init__()
        self._pace = Bucket(size=1, rate=1 / 60, time=time.monotonic())

    def filter(self, record: logging.LogRecord) -> bool:
        return self._pace.take(time.monotonic())


class Unforeseen(logging.Filter):
    """For Django's log of answers: 503 is what maintenance is about, no error."""

    def filter(self, record: logging.LogRecord) -> bool:
        return getattr(record, "status_code", None) != HTTPStatus.SERVICE_UNAVAILABLE
