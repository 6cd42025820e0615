"""A finished hand: result, units, and what comes next at its table."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from game.live import deadlines
from game.models import HandPlayer, Phase, Table, TableSeat
from game.rules.hand import Hand
from game.rules.record import format_result
from game.rules.settlement import settle


def conclude(table: Table, hand: Hand, players: Sequence[HandPlayer], now: datetime) -> dict[str, Any]:
    """Store what the hand brought to whom and say what comes next; the result, for the record.

    ``players`` have been read with their chairs inside the transaction that holds the table.
    """
    result = settle(hand)
    for player, units in zip(players, result.units, strict=True):
        player.units = units
        if player.chair:
            _note(player.chair, units)
    HandPlayer.objects.bulk_update(players, ["units"])
    chairs = [player.chair for player in players if player.chair]
    TableSeat.objects.bulk_update(chairs, ["score", "ready", "idle_hands", "acted"])
    table.phase = Phase.RESULT
    go_on(table, now)
    return format_result(result)


def _note(chair: TableSeat, units: int) -> None:
    if chair.acted is not None:
        chair.idle_hands = 0 if chair.acted else chair.idle_hands + 1
    chair.score += units
    chair.ready, chair.acted = False, None


def go_on(table: Table, now: datetime) -> None:
    """Between two hands: count down to the next; wait where everyone is away; close without people."""
    people = table.people()
    if not people:
        table.closed_at = now
        deadlines.disarm(table)
    elif all(chair.has_missed(1) for chair in people):
        deadlines.disarm(table)
    else:
        deadlines.arm(table, deadlines.next_hand(), now)
