"""Who sits down, loses to one player and is gone: gold carried over, a few hands at a time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

SHORT = 3
"""Hands at a table that are few."""


def lost_and_left(paid: Sequence[Mapping[int, int]], mates: Sequence[int]) -> dict[int, bool]:
    """For each mate of somebody's last hand at a table, whether so short a stay was lost to just that mate.

    ``paid`` has what was paid to each player, less what came back, in units, by hand, the last at the end; more than
    `SHORT` hands are enough to know that the stay wasn't short.
    """
    is_short = len(paid) <= SHORT
    return {mate: is_short and paid[-1].get(mate, 0) > 0 and _together(paid, mate) > 0 for mate in mates}


def _together(paid: Sequence[Mapping[int, int]], mate: int) -> int:
    return sum(hand.get(mate, 0) for hand in paid)
