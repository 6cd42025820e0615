"""How much one socket may ask for."""

from __future__ import annotations


class Bucket:
    """A token bucket: ``size`` at once, then ``rate`` a second. Times are monotonic seconds."""

    def __init__(self, size: float, rate: float, time: float) -> None:
        self._size = size
        self._rate = rate
        self._level = size
        self._time = time

    def take(self, time: float) -> bool:
        """One more; False if that is too many."""
        self._level = min(self._size, self._level + (time - self._time) * self._rate)
        self._time = time
        if self._level < 1:
            return False
        self._level -= 1
        return True
