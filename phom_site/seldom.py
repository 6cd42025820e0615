"""A filter for a log that would say the same again and again."""

import logging
import time

from game.live.pace import Bucket


class Seldom(logging.Filter):
    """Lets one record a minute through."""

    def __init__(self) -> None:
        super().__init__()
        self._pace = Bucket(size=1, rate=1 / 60, time=time.monotonic())

    def filter(self, record: logging.LogRecord) -> bool:
        return self._pace.take(time.monotonic())
