"""What time whoever is to act gets. A deadline is due_at, and due_in says what it gave."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.conf import settings

from game.models import BotSpeed, HandPlayer, Table
from game.rules.hand import Hand, Phase

FIELDS = ("due_at", "due_in", "lease_until")
"""What of a table a deadline is."""
NONE = timedelta()
LOOK = timedelta(seconds=1)
"""A clock looks for deadlines at least so often; it has to be woken only for shorter ones."""
FIRST_HAND = timedelta(seconds=2)
"""The first hand of a table waits so long for what the browsers add to its deal."""
PACE = {BotSpeed.SLOW.value: 1.8, BotSpeed.NORMAL.value: 1.0, BotSpeed.FAST.value: 0.4}
"""How many times PHOM_BOT_DELAY a bot takes."""


def arm(table: Table, given: timedelta, now: datetime) -> None:
    """Start a deadline; nobody works at it yet."""
    table.due_at, table.due_in, table.lease_until = now + given, given, None


def disarm(table: Table) -> None:
    """The clock leaves this table alone until somebody arms it again."""
    table.due_at, table.due_in, table.lease_until = None, NONE, None


def next_hand() -> timedelta:
    """The countdown between two hands."""
    return timedelta(seconds=settings.PHOM_NEXT_HAND_SECONDS)


def to_act(table: Table, hand: Hand, player: HandPlayer) -> timedelta:
    """The time of the player to act: R10.1 for a person, R10.3 for one who left, a bot's own pace."""
    if player.bot:
        part = 1 if hand.phase is Phase.TAKE else 0.6
        return timedelta(seconds=settings.PHOM_BOT_DELAY * PACE[table.bot_speed] * part)
    if is_gone(player):
        return NONE
    return timedelta(seconds=table.turn_seconds)


def is_gone(player: HandPlayer) -> bool:
    """Whether a person has left the table for good since the deal."""
    return not player.bot and (player.chair is None or player.chair.left)


def after_action(table: Table, before: Hand, hand: Hand, players: Sequence[HandPlayer], now: datetime) -> None:
    """The deadline after an action: a person's time is for the whole turn, so it runs on within one."""
    player = players[hand.turn]
    if player.bot or hand.turn != before.turn or table.due_at is None:
        arm(table, to_act(table, hand, player), now)
    table.lease_until = None
