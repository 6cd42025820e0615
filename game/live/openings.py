"""In each server process: how many sockets somebody has open, and opens anew; each one costs with every move there.

People have some tabs, and come back to all of them at once after a pause of the network.
"""

from __future__ import annotations

from collections import Counter, OrderedDict

from django.conf import settings

from game.live import pace
from game.live.pace import Bucket

MOST = 40
"""Open at a time; PHOM_LIMITS multiplies it, and lifts it where it is 0."""
KEPT = 20_000
"""Of so many it is remembered how fast they open them."""


class Openings:
    """Of whoever is told apart by a name: a player, a visitor's browser."""

    def __init__(self) -> None:
        self._open: Counter[str] = Counter()
        self._paces: OrderedDict[str, Bucket] = OrderedDict()

    def came(self, who: str, time: float) -> bool:
        """One more, at this monotonic second, to be followed by `went`; False, and it isn't, where that is too many."""
        most = MOST * settings.PHOM_LIMITS
        if not self._pace_of(who, time).take(time) or (most and self._open[who] >= most):
            return False
        self._open[who] += 1
        return True

    def went(self, who: str) -> None:
        """One fewer."""
        self._open[who] -= 1
        if self._open[who] <= 0:
            del self._open[who]

    def _pace_of(self, who: str, time: float) -> Bucket:
        bucket = self._paces.setdefault(who, pace.of_sockets(time))
        self._paces.move_to_end(who)
        while len(self._paces) > KEPT:
            self._paces.popitem(last=False)
        return bucket

    def clear(self) -> None:
        """Of nobody any more."""
        self._open.clear()
        self._paces.clear()


openings = Openings()
