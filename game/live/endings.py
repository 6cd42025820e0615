"""A finished hand: result, units, gold, and what comes next at its table."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from accounts import standing
from accounts.storing import store
from game.live import deadlines, gold, hosting
from game.models import HandPlayer, HandRecord, Phase, Table, TableSeat
from game.rules.hand import Hand
from game.rules.settlement import Result, places, settle


def conclude(table: Table, hand: Hand, record: HandRecord, players: Sequence[HandPlayer], now: datetime) -> None:
    """Store what the hand brought to whom, pay it, tell the accounts of it and say what comes next. The record has the
    result.

    ``players`` have been read with their chairs inside the transaction that holds the table.
    """
    result = settle(hand)
    _bring(hand, result, players, gold.settle(record, hand.variant, result, players))
    chairs = [player.chair for player in players if player.chair]
    for player in players:
        if player.chair:
            _note(player.chair, player.units or 0)
    store(chairs, ("score", "ready", "idle_hands", "acted"))
    standing.note(gold.finished(record, players, now))
    move_on(table, now)


def move_on(table: Table, now: datetime) -> None:
    """No hand is played any more: whoever wanted to leave after it has left."""
    table.phase, chairs = Phase.RESULT, table.seats()
    people = [chair for chair in chairs if chair.is_person and not (chair.left or chair.leaves)]
    if any(chair.leaves for chair in chairs):
        table.chairs.filter(leaves=True).update(left=True, leaves=False, seen_at=None, sits_out=False)
        hosting.succeed(table, people)
    _go_on(table, people, now)


def _bring(hand: Hand, result: Result, players: Sequence[HandPlayer], brought: Sequence[int | None]) -> None:
    """What the hand was for each player."""
    ranked = places(hand, result)
    for seat, player in enumerate(players):
        player.units, player.gold, player.place = result.units[seat], brought[seat], ranked[seat]
        player.u = result.end if result.points is None and seat == result.winner else ""
        player.mom = result.mom[seat]
        player.den = gold.paid_for_everyone(result, seat)
    store(players, ("units", "gold", "place", "u", "mom", "den"))


def _note(chair: TableSeat, units: int) -> None:
    if chair.acted is not None:
        chair.idle_hands = 0 if chair.acted else chair.idle_hands + 1
    chair.score += units
    chair.ready, chair.acted = False, None


def is_forsaken(people: Sequence[TableSeat]) -> bool:
    """Whether nobody is there who would play the next hand."""
    return all(chair.sits_out or chair.has_missed(1) for chair in people)


def go_on(table: Table, now: datetime) -> None:
    """Between two hands: count down to the next; wait where everyone is away or sits out; close without people, or
    where a moderator wants it."""
    _go_on(table, table.people(), now)


def _go_on(table: Table, people: Sequence[TableSeat], now: datetime) -> None:
    if not people or table.last_hand:
        table.closed_at = now
    if table.closed_at or is_forsaken(people):
        deadlines.disarm(table)
    else:
        deadlines.arm(table, deadlines.next_hand(), now)
