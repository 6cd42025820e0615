"""Table mates who come from the same place: how few do, among all players, tells how much that means.

Many share a mobile network's address or a common browser; two share what one household or one person has.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import combinations
from math import log10
from typing import NamedTuple

from accounts import traces
from accounts.models import Trace

MANY = 1000
"""Players with whom an address is everybody's."""
FIELDS = ("address", "device")


class Shared(NamedTuple):
    """What two players have in common, as numbers of the players who have it; None where there is nothing."""

    address: int | None
    device: int | None


class Places:
    """From where some players come, and how many come from there. Three queries, and one where a browser is shared."""

    def __init__(self, users: Collection[int]) -> None:
        own = Trace.objects.filter(user__in=users)
        self._own: dict[str, dict[int, set[str]]] = {field: {} for field in FIELDS}
        for user, *hashes in own.values_list("user", *FIELDS):
            for field, value in zip(FIELDS, hashes, strict=True):
                self._own[field].setdefault(user, set()).add(value)
        self._players = {field: traces.players_by(field, own) for field in FIELDS}

    def shared(self, one: int, other: int) -> Shared:
        """By what the two could be one, or sit together: the rarest of each kind."""
        return Shared(*(self._rarest(field, one, other) for field in FIELDS))

    def _rarest(self, field: str, one: int, other: int) -> int | None:
        of = self._own[field]
        common = of.get(one, set()) & of.get(other, set()) - {""}
        return min((self._players[field][value] for value in common), default=None)


def pairs(users: Iterable[int]) -> Iterable[tuple[int, int]]:
    """Each two of them once, the lower id first."""
    return combinations(sorted(users), 2)


def strength(shared: Shared, players: int) -> float:
    """How little is in common by chance: powers of ten. ``players`` come here at all: among few, a browser that
    few have tells nothing."""
    address = log10(MANY / shared.address) if shared.address else 0.0
    device = log10(min(MANY, players) / shared.device) if shared.device and players else 0.0
    return max(0.0, address) + max(0.0, device)


def all_players() -> int:
    """How many players left a trace at all."""
    return Trace.objects.values("user").distinct().count()
