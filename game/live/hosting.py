"""Who hosts a table, and what it has of the host's preferences: the speed of its bots."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from accounts.models import User
from accounts.preferences import Preferences, parse
from game.models import Table, TableSeat


def bot_speed(host: User) -> str:
    """How fast bots play at tables of this host."""
    return parse(host.preferences).bots


def hand_over(table: Table, host: User | None) -> None:
    """Another host from now on, for the caller to save; without one the bots keep their speed."""
    table.host = host
    if host:
        table.bot_speed = bot_speed(host)


def succeed(table: Table, people: Sequence[TableSeat] | None = None) -> None:
    """Where the host has no seat here any more, somebody else is host from now on; for the caller to save, who may know
    the people here."""
    people = table.people() if people is None else people
    if not any(chair.user_id == table.host_id for chair in people):
        pass_on(table, people)


def pass_on(table: Table, people: Sequence[TableSeat] | None = None) -> None:
    """Another is host from now on: who has sat longest of those who are connected, else of all; without anybody else
    nobody is. For the caller to save."""
    people = table.people() if people is None else people
    others = [chair for chair in people if chair.user_id != table.host_id]
    heir = min(others, key=lambda chair: (chair.seen_at is None, chair.pk), default=None)
    hand_over(table, heir.user if heir else None)


def follow(user: User, preferences: Preferences, **_: Any) -> None:
    """The user's preferences have changed: bots go by them from their next action on."""
    tables = Table.objects.filter(host=user, closed_at=None)
    tables.exclude(bot_speed=preferences.bots).update(bot_speed=preferences.bots)
