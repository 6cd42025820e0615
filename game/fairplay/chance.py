"""How often things happen among all players: what is to be expected of any two of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.db.models import F

from game.fairplay.feeding import Thrown
from game.fairplay.flow import Paid
from game.models import Pool

USUAL = (0.005, 0.03, 0.065, 0.09, 0.12, 0.15, 0.18, 0.23, 0.26, 0.33, 0.41)
"""By step of likelihood (`feeding.STEPS`): how many such discards are eaten where sound and careless bots play."""
SHORT_STAY = 0.08
"""How many stays at a table are short and lost to one given mate, before anything is known of people."""
FED = 0.8
"""Units that a seat pays the next one in a hand, since that one eats what it throws; where eating costs something."""
WEIGHT = 50.0
"""So many cases those numbers are worth, until people's own outweigh them."""


class Cases(dict[str, tuple[int, int]]):
    """By cell: how many cases, in how many it happened; of payments, the units."""


class Chances:
    """How likely it is, by cell, as the pool has it now: one query."""

    def __init__(self) -> None:
        rows = Pool.objects.values_list("cell", "tries", "hits")
        self._known = {cell: (tries, hits) for cell, tries, hits in rows}

    def __call__(self, cell: str) -> float:
        tries, hits = self._known.get(cell, (0.0, 0.0))
        return (hits + WEIGHT * usual(cell)) / (tries + WEIGHT)


def usual(cell: str) -> float:
    """What is expected before anything is known of people."""
    if cell.startswith("flow."):
        return 0.0 if cell.startswith("flow.co_dien.") else FED
    return SHORT_STAY if cell == "left" else USUAL[int(cell.rsplit(".", 1)[1])]


def gather(found: Cases, facts: Mapping[str, Any], left: Mapping[tuple[int, int], bool]) -> None:
    """Add what one hand tells of all players, and who left after it."""
    for one in (Thrown(*values) for values in facts["thrown"]):
        _add(found, f"could.{one.cell}", one.could)
        if one.by_people:
            _add(found, f"ate.{one.cell}", one.ate)
    for paid in (Paid(*values) for values in facts["paid"]):
        if paid.sign:
            _add(found, paid.cell, paid.sign * paid.units)
    for hit in left.values():
        _add(found, "left", hit)


def _add(found: Cases, cell: str, hit: int) -> None:
    tries, hits = found.get(cell, (0, 0))
    found[cell] = tries + 1, hits + hit


@transaction.atomic
def learn(found: Cases) -> None:
    """Add these cases to the pool; rows are locked in the order of their cells."""
    Pool.objects.bulk_create([Pool(cell=cell) for cell in sorted(found)], ignore_conflicts=True)
    for cell in sorted(found):
        tries, hits = found[cell]
        Pool.objects.filter(cell=cell).update(tries=F("tries") + tries, hits=F("hits") + hits)
