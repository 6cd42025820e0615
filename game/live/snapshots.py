"""A table as the database has it at one revision, read once for all its viewers in this process."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from threading import Lock
from typing import NamedTuple

from django.db.models import F

from accounts import ledger
from game.live import positions, spectators
from game.live.moment import now
from game.live.positions import Position
from game.live.spectators import Watching
from game.models import HandPlayer, HandRecord, Phase, Table, TableSeat

KEPT = 1024


class Snapshot(NamedTuple):
    """A table at one revision, for all its viewers. Not to be shown: it knows every card."""

    table: Table
    chairs: tuple[TableSeat, ...]
    record: HandRecord | None
    """The hand to show, with its position and players; None while the table waits. How far it is says the position."""
    position: Position | None
    players: tuple[HandPlayer, ...]
    purses: dict[int, int]
    """What the people at the table own, by id."""
    jackpot: int
    """Of the table's room; 0 beside bots, where it can't be won."""
    watching: Watching = Watching()
    removed: frozenset[int] = frozenset()
    """By the host, who get no seat for a while."""
    was_voided: bool = False
    """Whether the hand before was called off, so that none is shown."""

    def shows(self, position: Position) -> bool:
        """Whether this is of the same hand."""
        return self.position is not None and self.position.hand_id == position.hand_id


class Snapshots:
    """The newest snapshots, one a table, so that a table's viewers share one reading. Safe for threads.

    An action in mid-hand changes nothing of a table but its own row and the position, so `play` moves the snapshot of
    the revision before on, and nothing is read again. Any other change is read by whoever shows the table next; what
    has no revision (what people own, the jackpot) is as it was read last, at a whole look at the table or the last
    other change.
    """

    def __init__(self, kept: int = KEPT) -> None:
        self._kept = kept
        self._lock = Lock()
        self._snapshots: OrderedDict[str, Snapshot] = OrderedDict()

    def get(self, code: str, at_least: int) -> Snapshot:
        """The table at revision ``at_least`` or later; Table.DoesNotExist."""
        return self.known(code, at_least) or self.read(code)

    def known(self, code: str, at_least: int) -> Snapshot | None:
        """The same without reading it; None where it would have to be."""
        with self._lock:
            known = self._snapshots.get(code)
        return known if known and known.table.revision >= at_least else None

    def read(self, code: str) -> Snapshot:
        """The table as it is now, kept for others; Table.DoesNotExist."""
        snapshot = read(code)
        with self._lock:
            known = self._snapshots.get(code)
            if known is None or known.table.revision <= snapshot.table.revision:
                self._keep(snapshot)
        return snapshot

    def move_on(self, table: Table, position: Position) -> None:
        """An action in mid-hand was committed: it led to this row of the table and to this position."""
        with self._lock:
            known = self._snapshots.get(table.code)
            if known and known.table.revision == table.revision - 1 and known.shows(position):
                self._keep(known._replace(table=table, position=position))

    def _keep(self, snapshot: Snapshot) -> None:
        code = snapshot.table.code
        self._snapshots[code] = snapshot
        self._snapshots.move_to_end(code)
        while len(self._snapshots) > self._kept:
            self._snapshots.popitem(last=False)

    def forget(self, code: str) -> None:
        with self._lock:
            self._snapshots.pop(code, None)

    def clear(self) -> None:
        with self._lock:
            self._snapshots.clear()


def read(code: str) -> Snapshot:
    """The table as the database has it; the table and its hand are read by one query, so that they fit."""
    record = HandRecord.objects.filter(table__code=code, number=F("table__hand_number")).select_related("table").first()
    table = record.table if record else Table.objects.get(code=code)
    chairs = tuple(table.chairs.all())
    purses = ledger.owned([chair.user_id for chair in chairs if chair.user_id])
    watching = spectators.who(table, [chair.user_id for chair in chairs if chair.user_id and not chair.left])
    jackpot = 0 if any(chair.bot for chair in chairs) else ledger.jackpot(table.stake)
    removed = frozenset(table.exclusions.filter(until__gt=now()).values_list("user", flat=True))
    known = (purses, jackpot, watching, removed)
    was_voided = record is not None and record.voided_at is not None
    if record is None or table.phase == Phase.WAITING or was_voided:
        return Snapshot(table, chairs, None, None, (), *known, was_voided)
    return Snapshot(table, chairs, record, positions.of(record), _players(record, chairs), *known)


def _players(record: HandRecord, chairs: Iterable[TableSeat]) -> tuple[HandPlayer, ...]:
    """Those of the hand, each with the chair that was read already."""
    players, sitting = tuple(record.players.all()), {chair.pk: chair for chair in chairs}
    for player in players:
        if chair := sitting.get(player.chair_id or 0):
            player.chair = chair
    return players


snapshots = Snapshots()
