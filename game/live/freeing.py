"""Seats become free at a deal: of those who left or were shut out, let hands go by, or sat out too long.

The caller holds the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from accounts import conduct
from accounts.models import Lapse
from game.models import Freed, Table, TableSeat

IDLE_HANDS = 2
"""Hands that a player who isn't connected may miss."""
SITTING_OUT = 4
"""Hands for which whoever sits out keeps the seat."""
TOLD = 24
"""To so many of those who lost their seats it is told why, when they come back."""


def free(table: Table, chairs: Sequence[TableSeat], now: datetime) -> list[TableSeat]:
    """Free seats among all of this table, and keep in ``table.freed`` whose and why, but for who left or was shut out;
    those that are kept."""
    people, kept = [chair for chair in chairs if chair.is_person and not chair.left], []
    for chair in chairs:
        if chair.left or chair.is_shut_out:
            chair.delete()
        elif why := _why(chair):
            _note(chair, why, people, now)
            tell(table, chair, why)
            chair.delete()
        else:
            kept.append(chair)
    return kept


def _note(chair: TableSeat, why: Freed, people: list[TableSeat], now: datetime) -> None:
    """It is held against whoever kept other people waiting; bots don't mind."""
    waited = any(other.pk != chair.pk and not _why(other) for other in people)
    if chair.user_id and why == Freed.IDLE and waited:
        conduct.note(chair.user_id, Lapse.Kind.IDLE, now)


def tell(table: Table, chair: TableSeat, why: Freed) -> None:
    """Keep why the player loses this seat."""
    known = {user: before for user, before in table.freed.items() if user != str(chair.user_id)}
    table.freed = dict(list(known.items())[1 - TOLD :]) | {str(chair.user_id): why.value}


def why(code: str, user_id: int | None) -> str:
    """Why the user lost the seat at this table, of Freed; empty where that wasn't so."""
    told: dict[str, str] = Table.objects.values_list("freed", flat=True).get(code=code)
    return told.get(str(user_id), "")


def _why(chair: TableSeat) -> Freed | None:
    """Why this seat becomes free though its player hasn't left; None: it doesn't."""
    if chair.sits_out:
        return Freed.SAT_OUT if chair.idle_hands >= SITTING_OUT else None
    return Freed.IDLE if chair.has_missed(IDLE_HANDS) else None
