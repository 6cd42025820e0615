"""The curve of a player's gold, hand by hand, as the points of a drawing."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from accounts.models.gold import AccountKind, Entry, EntryKind

HANDS = 100
_ENTRIES = 10 * HANDS
"""Read at most: a hand leaves some entries in a purse."""
WIDTH, TOP, BOTTOM = 320, 10, 110


@dataclass(frozen=True, slots=True)
class Closing:
    """What was in the purse when something was over: a hand, relief."""

    at: datetime
    gold: int


@dataclass(frozen=True, slots=True)
class Curve:
    """At least two closings, the newest last, between the least and the most of them."""

    closings: tuple[Closing, ...]
    least: int
    most: int

    @property
    def line(self) -> str:
        """The points of a polyline, WIDTH wide, from TOP for the most to BOTTOM for the least."""
        step = WIDTH / (len(self.closings) - 1)
        return " ".join(f"{n * step:.1f},{self._height(closing.gold):.1f}" for n, closing in enumerate(self.closings))

    @property
    def area(self) -> str:
        """The points of the polygon below the line."""
        return f"0,{BOTTOM} {self.line} {WIDTH},{BOTTOM}"

    @property
    def end(self) -> str:
        """How high the newest closing lies."""
        return f"{self._height(self.last.gold):.1f}"

    @property
    def first(self) -> Closing:
        return self.closings[0]

    @property
    def last(self) -> Closing:
        return self.closings[-1]

    def _height(self, gold: int) -> float:
        """In the middle where all closings are alike."""
        share = (gold - self.least) / (self.most - self.least) if self.most > self.least else 0.5
        return BOTTOM - share * (BOTTOM - TOP)


def curve_of(user_id: int) -> Curve | None:
    """The player's curve; None before there are two points to draw it through."""
    closings = _closings(user_id)
    if len(closings) < 2:
        return None
    amounts = [closing.gold for closing in closings]
    return Curve(closings, min(amounts), max(amounts))


def _closings(user_id: int) -> tuple[Closing, ...]:
    """The last ones, in order. What is set aside at a deal is not a loss, so that it makes no point."""
    entries = Entry.objects.filter(account__user=user_id, account__kind=AccountKind.PURSE)
    newest = entries.exclude(kind=EntryKind.RESERVE).order_by("-id")[:_ENTRIES]
    found: dict[int, Closing] = {}
    for posting, at, balance in newest.values_list("posting", "at", "balance"):
        found.setdefault(posting, Closing(at, balance or 0))
    return tuple(reversed(list(found.values())[:HANDS]))
