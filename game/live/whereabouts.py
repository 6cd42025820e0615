"""Where a player's friends are just now."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from datetime import datetime
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
    return of_all([user.pk], now())[user.pk]


def of_all(user_ids: Collection[int], at: datetime) -> dict[int, list[Here]]:
    """The same for each of these, by id, with no more queries."""
    friends_of = friends.ids_of_all(user_ids)
    wanted = set().union(*friends_of.values())
    people = User.objects.filter(pk__in=wanted, is_active=True, erased_at=None).in_bulk()
    own, tables = _tables(user_ids), _tables(people, seen_at__isnull=False)
    online = {pk for pk, friend in people.items() if pk in tables or presence.is_online(friend, at)}
    taken = _taken(tables.values())
    return {
        user_id: sorted(
            (_here(people[pk], tables.get(pk), own.get(user_id), taken) for pk in found & online), key=_by_place
        )
        for user_id, found in friends_of.items()
    }


def _here(friend: User, table: Table | None, own: Table | None, taken: Counter[int]) -> Here:
    free = max(0, table.places - taken[table.pk]) if table else 0
    return Here(friend, table, free, table is not None and table == own)


def _by_place(here: Here) -> tuple[bool, str]:
    return here.table is None, here.friend.display_name


def _taken(tables: Collection[Table]) -> Counter[int]:
    """How many people sit at each table."""
    return Counter(TableSeat.objects.filter(table__in=tables, bot="", left=False).values_list("table", flat=True))


def _tables(user_ids: Collection[int], **fields: object) -> dict[int, Table]:
    """By the user's id: the open table where each sits, in a seat of which the fields are so."""
    chairs = TableSeat.objects.filter(user__in=user_ids, left=False, table__closed_at=None, **fields)
    return {chair.user_id: chair.table for chair in chairs.select_related("table").order_by("table") if chair.user_id}
