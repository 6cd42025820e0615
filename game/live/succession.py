"""Who leads the next hand (R2.3, R2.4), and who made u in the hand before (R8.5). No database here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from game.models import HandPlayer, TableSeat
from game.rules.variants import LeaverRule

POSITIONS = 4
U_ENDS = frozenset({"u", "u_tron", "u_khan", "dong_hoa"})


@dataclass(frozen=True, slots=True)
class Before:
    """The hand before, as far as the next one depends on it."""

    players: tuple[HandPlayer, ...]
    """By seat. One whose chair is gone has left."""
    winner: int
    """Seat."""
    end: str
    """R11's word."""


def leader(before: Before | None, staying: Sequence[TableSeat], host: TableSeat, rule: LeaverRule) -> TableSeat:
    """The host in a first hand; then the winner; where the winner has left, the next occupied seat's sitter."""
    if before is None or (rule == "first_hand" and _replaced(before, staying)):
        return host
    winner = before.players[before.winner]
    same = [chair for chair in staying if chair.pk == winner.chair_id]
    return same[0] if same else min(staying, key=lambda chair: (chair.position - winner.position - 1) % POSITIONS)


def u_before(before: Before | None, staying: Sequence[TableSeat]) -> int | None:
    """The index among ``staying`` of the player who made u in the hand before; None if nobody, or if that one left."""
    if before is None or before.end not in U_ENDS:
        return None
    sitting = [chair.pk for chair in staying]
    chair_id = before.players[before.winner].chair_id
    return sitting.index(chair_id) if chair_id in sitting else None


def _replaced(before: Before, staying: Sequence[TableSeat]) -> bool:
    """Whether since the hand before somebody left and somebody new sat down (R2.4)."""
    played = {player.chair_id for player in before.players}
    sitting = {chair.pk for chair in staying}
    return bool(played - sitting) and bool(sitting - played)
