"""How much one socket may ask for: ten things a second, more at once now and then. Whoever asks for more is told so,
and closed for going on. PHOM_LIMITS multiplies it, and lifts it where it is 0."""

from __future__ import annotations

from math import inf

from django.conf import settings


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


def of_wishes(time: float) -> Bucket:
    """What a socket may ask for from now on."""
    return _bucket(size=20, rate=10, time=time)


def of_patience(time: float) -> Bucket:
    """How often it may ask for too much, or for what nobody understands, before it is closed."""
    return _bucket(size=30, rate=0.5, time=time)


def of_sockets(time: float) -> Bucket:
    """How many sockets somebody may open: all tabs at once, then one now and then."""
    return _bucket(size=60, rate=2, time=time)


def _bucket(size: float, rate: float, time: float) -> Bucket:
    limits = settings.PHOM_LIMITS
    return Bucket(size * limits, rate * limits, time) if limits else Bucket(inf, 0, time)
