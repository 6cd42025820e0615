"""Who watches a table, and what they may see of it beside what lies open anyway.

A spectator's row is kept fresh by the server process that holds the sockets, like a seat's `seen_at`, and goes with
them. The hands of a finished hand open to spectators a while after its end, and only where the host allows it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import QuerySet

from accounts.models import User
from accounts.prepared import Select
from game.live.change import changing
from game.live.presence import FORGOTTEN, Gone, Sockets
from game.live.refused import Refused
from game.models import HandRecord, Spectator, Table, TableSeat

OPENS_AFTER = timedelta(seconds=5)
"""After the end of a hand, so that nobody at the table plays by what a spectator tells."""
NAMED = 20
"""Spectators who are told by name; of the others only how many."""


class Watcher(NamedTuple):
    """One spectator of one table, over all tabs of a player."""

    code: str
    key: str
    user_id: int | None


class Watching(NamedTuple):
    """Who watches a table."""

    total: int = 0
    names: tuple[str, ...] = ()
    """Of players, as far as they are named; the others are visitors, or many."""

    @property
    def others(self) -> int:
        return self.total - len(self.names)


watching: Sockets[Watcher] = Sockets()
"""The spectators who are connected to this process."""


def watcher(code: str, user: User | None, visitor: str) -> Watcher:
    """The player, or the visitor called so."""
    return Watcher(code, f"player-{user.pk}", user.pk) if user else Watcher(code, visitor, None)


def check(table: Table, chairs: Iterable[TableSeat], user_id: int | None) -> None:
    """Refused ``no_spectators`` for whoever doesn't sit at a table that wants none."""
    sits = user_id is not None and any(chair.user_id == user_id and not chair.left for chair in chairs)
    if not table.spectators and not sits:
        raise Refused("no_spectators")


def note(who: Watcher, now: datetime) -> None:
    """The spectator is there at ``now``; a new one shows at the table. Nothing where the table is gone."""
    if Spectator.objects.filter(table__code=who.code, key=who.key).update(seen_at=now):
        return
    if Table.objects.filter(code=who.code).exists():
        with changing(who.code) as table:
            Spectator.objects.get_or_create(table=table, key=who.key, defaults={"user_id": who.user_id, "seen_at": now})


def keep(watchers: Collection[Watcher], now: datetime, everybody: bool) -> Collection[Watcher]:
    """These are there still. It is said of everybody, or of those alone whom another process thought gone: of whom is
    returned."""
    if not watchers:
        return ()
    found = Spectator.objects.filter(key__in={who.key for who in watchers}).values_list("pk", "table__code", "key")
    rows = {(code, key): pk for pk, code, key in found}
    here = {pk for who in watchers if (pk := rows.get((who.code, who.key)))}
    if everybody:
        Spectator.objects.filter(pk__in=here).update(seen_at=now)
    missing = [who for who in watchers if (who.code, who.key) not in rows]
    for who in missing:
        note(who, now)
    return watchers if everybody else missing


def forget(gone: Iterable[Gone[Watcher]]) -> None:
    """These have gone, if nothing newer was said of them elsewhere; it shows at the table."""
    for one in gone:
        found = Spectator.objects.filter(table__code=one.who.code, key=one.who.key, seen_at__lte=one.said_at)
        _remove(one.who.code, found)


def sits_down(who: Watcher) -> None:
    """The spectator has a seat."""
    _remove(who.code, Spectator.objects.filter(table__code=who.code, key=who.key))


def _remove(code: str, found: QuerySet[Spectator]) -> None:
    if found.exists():
        with changing(code):
            found.delete()


def sweep(now: datetime) -> None:
    """Whoever was connected to a process that died doesn't watch."""
    stale = Spectator.objects.filter(seen_at__lt=now - FORGOTTEN)
    for code in set(stale.values_list("table__code", flat=True)):
        with changing(code) as table:
            stale.filter(table=table).delete()


def who(table: Table, seated: Collection[int]) -> Watching:
    """Who watches the table; whoever has a seat by now doesn't."""
    if not _ANY.rows(table.pk):
        return Watching()
    found = Spectator.objects.filter(table=table).exclude(user__in=seated)
    total = found.count()
    named = found.filter(user__isnull=False, user__erased_at=None).order_by("pk")
    return Watching(total, tuple(named.values_list("user__display_name", flat=True)[:NAMED]))


_ANY = Select(lambda table: Spectator.objects.filter(table=table).values_list("pk")[:1])


def opens_in(record: HandRecord, table: Table, now: datetime) -> timedelta | None:
    """How long until a finished hand lies open to those who weren't dealt in, at most nothing; None: it never does."""
    if record.ended_at is None or not (table.open_hands and table.spectators):
        return None
    return max(timedelta(), record.ended_at + OPENS_AFTER - now)


def is_open_to(record: HandRecord, table: Table, user_id: int | None, now: datetime) -> bool:
    """Whether somebody may see all hands of a hand: once it is over, whoever was dealt in at once."""
    if record.ended_at is None or record.result is None:
        return False
    if user_id is not None and record.players.filter(user=user_id).exists():
        return True
    return opens_in(record, table, now) == timedelta()
