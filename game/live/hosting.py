"""What a table has of its host's preferences: the speed of its bots."""

from __future__ import annotations

from typing import Any

from accounts.models import User
from accounts.preferences import Preferences, parse
from game.models import Table


def bot_speed(host: User) -> str:
    """How fast bots play at tables of this host."""
    return parse(host.preferences).bots


def hand_over(table: Table, host: User | None) -> None:
    """Another host from now on, for the caller to save; without one the bots keep their speed."""
    table.host = host
    if host:
        table.bot_speed = bot_speed(host)


def follow(user: User, preferences: Preferences, **_: Any) -> None:
    """The user's preferences have changed: bots go by them from their next action on."""
    tables = Table.objects.filter(host=user, closed_at=None)
    tables.exclude(bot_speed=preferences.bots).update(bot_speed=preferences.bots)
