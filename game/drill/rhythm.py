"""How fast people play. Times are monotonic seconds."""

from __future__ import annotations

import random
import time


class Rhythm:
    """At once: what is called a closed loop, where the next move waits for nothing but the one before."""

    def until_press(self) -> float:
        """Seconds from seeing that it is one's turn to the press."""
        return 0.0

    def until_ready(self) -> float:
        """Seconds from a hand's end to the wish for the next one."""
        return 0.0


class Metronome(Rhythm):
    """One for all people at a table: a move each ``seconds``, from some moment on that tables don't share."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._next = time.monotonic() + random.uniform(0, seconds)

    def until_press(self) -> float:
        """A beat that nobody was there for is gone: the table doesn't catch up."""
        now = time.monotonic()
        at = max(now, self._next)
        self._next = at + self._seconds
        return at - now

    def until_ready(self) -> float:
        return random.uniform(0, self._seconds)
