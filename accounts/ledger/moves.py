"""Gold from one place to another. Whatever is made of moves sums to zero."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from accounts.ledger.places import Place
from accounts.models.gold import EntryKind


class Move(NamedTuple):
    """So much gold, for one reason."""

    kind: EntryKind
    gold: int
    source: Place
    to: Place
    bots: bool = False
    """A payment from or to a bot, with the house's gold."""


class Line(NamedTuple):
    """What an entry is for: a place gets at most one of each in a posting."""

    place: Place
    kind: EntryKind
    bots: bool


def lines(moves: Iterable[Move]) -> dict[Line, int]:
    """The gold of each entry, in the order of the moves; what comes to nothing makes none."""
    sums: dict[Line, int] = {}
    for move in moves:
        for place, gold in ((move.source, -move.gold), (move.to, move.gold)):
            line = Line(place, move.kind, move.bots)
            sums[line] = sums.get(line, 0) + gold
    return {line: gold for line, gold in sums.items() if gold}
