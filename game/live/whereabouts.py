"""Where a player's friends are just now."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from accounts import friends, presence
from accounts.models import User
from game.live.moment import now
from game.models import Table, TableSeat


class Here(NamedTuple):
    """A friend who is online."""

    friend: User
    table: Table | None
    """Where the friend sits."""
    free: int
    """Places there that people may still take."""
    is_mine: bool
    """Whether the player sits there too."""


def of(user: User) -> list[Here]:
    """The user's friends who are online, those at tables first. Few queries, however many they are."""
    at, everyone = now(), friends.of(user)
    tables = _tables([*everyone, user])
    taken = Counter(
        TableSeat.objects.filter(table__in=tables.values(), bot="", left=False).values_list("table", flat=True)
    )
    own = tables.get(user.pk)
    found = []
    for friend in everyone:
        table = tables.get(friend.pk)
        if table or presence.is_online(friend, at):
            free = max(0, table.places - taken[table.pk]) if table else 0
            found.append(Here(friend, table, free, table is not None and table == own))
    return sorted(found, key=lambda here: here.table is None)


def _tables(users: list[User]) -> dict[int, Table]:
    """By the user's id: the open table where each sits, and is connected."""
    chairs = TableSeat.objects.filter(user__in=users, left=False, seen_at__isnull=False, table__closed_at=None)
    return {chair.user_id: chair.table for chair in chairs.select_related("table").order_by("table") if chair.user_id}
