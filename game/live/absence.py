"""A service that is away is left alone for a while, so that nobody waits for it again and again."""

from __future__ import annotations

import logging
import time

from game.live.pace import Bucket

logger = logging.getLogger(__name__)

REST = 2.0
"""Seconds after a failure in which it isn't tried again."""
SAID_EVERY = 60.0


class Absence:
    """That of one service. Whoever uses it looks at `is_on` first, and tells what failed; the log says it seldom."""

    def __init__(self, of: str) -> None:
        self._of = of
        self.clear()

    @property
    def is_on(self) -> bool:
        return time.monotonic() < self._until

    def begin(self, error: Exception) -> None:
        """It failed just now."""
        self._until = time.monotonic() + REST
        if self._words.take(time.monotonic()):
            logger.error("%s is away (%s)", self._of, str(error) or type(error).__name__)

    def end(self) -> None:
        """It is there again."""
        self._until = 0.0

    def clear(self) -> None:
        """As if it had never failed."""
        self.end()
        self._words = Bucket(size=1, rate=1 / SAID_EVERY, time=time.monotonic())
