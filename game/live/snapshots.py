"""A table as the database has it at one revision, read once for all its viewers in this process."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from threading import Lock

from django.db import connection
from django.db.models import F

from accounts import ledger
from accounts.prepared import Select
from game.live import positions, spectators
from game.live.positions import Position
from game.live.spectators import Watching
from game.models import Exclusion, HandPlayer, HandRecord, Phase, Table, TableSeat

KEPT = 1024
FRESH = 10.0
"""Seconds for which a snapshot may be moved on: then the table is read anew, with what has no revision."""


@dataclass(frozen=True, eq=False)
class Snapshot:
    """A table at one revision, for all its viewers, itself and no other. Not to be shown: it knows every card."""

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
    removed: Mapping[int, datetime] = field(default_factory=dict)
    """By the host: until when they get no seat."""
    was_voided: bool = False
    """Whether the hand before was called off, so that none is shown."""
    read_at: float = 0.0
    """In monotonic seconds, when all of this was read."""

    @property
    def order(self) -> tuple[int, int]:
        """The later of two is the greater."""
        return self.table.revision, self.table.unseen

    @property
    def is_old(self) -> bool:
        """Whether what has no revision, what people own and the jackpot, may be no longer so."""
        return time.monotonic() - self.read_at > FRESH

    def shows(self, position: Position) -> bool:
        """Whether this is of the same hand."""
        return self.position is not None and self.position.hand_id == position.hand_id

    def moved_on(self, table: Table, position: Position) -> Snapshot | None:
        """The same with this later row of the table and this later position of its hand; None where that isn't all that
        has changed, or this was read too long ago.

        An action raises the table's revision by one, as does every other change that others see, but it alone raises
        the version of the hand: as many of both, and there were only actions.
        """
        if self.position is None or self.position.hand_id != position.hand_id or self.is_old:
            return None
        actions = position.version - self.position.version
        is_all = table.unseen == self.table.unseen and table.revision - self.table.revision == actions
        return replace(self, table=table, position=position) if is_all and actions >= 0 else None


class Snapshots:
    """The newest snapshots, one a table, so that a table's viewers share one reading. Safe for threads.

    An action in mid-hand changes nothing of a table but its own row and the position. So `play` moves the snapshot on,
    and where another process has played, the row and the new actions do, which are read by one query. After any other
    change whoever shows the table next reads it whole.
    """

    def __init__(self, kept: int = KEPT) -> None:
        self._kept = kept
        self._lock = Lock()
        self._snapshots: OrderedDict[str, Snapshot] = OrderedDict()

    def get(self, code: str, at_least: int) -> Snapshot:
        """The table at revision ``at_least`` or later; Table.DoesNotExist."""
        return self.known(code, at_least) or self._caught_up(code) or self.read(code)

    def known(self, code: str, at_least: int) -> Snapshot | None:
        """The same without reading it; None where it would have to be."""
        with self._lock:
            known = self._snapshots.get(code)
        return known if known and known.table.revision >= at_least else None

    def read(self, code: str) -> Snapshot:
        """The table as it is now, kept for others; Table.DoesNotExist."""
        snapshot = read(code)
        self._keep(snapshot)
        return snapshot

    def move_on(self, table: Table, position: Position) -> None:
        """An action in mid-hand was committed: it led to this row of the table and to this position."""
        known = self.known(table.code, 0)
        if moved := known and known.moved_on(table, position):
            self._keep(moved)

    def _caught_up(self, code: str) -> Snapshot | None:
        """The table as it is now, if since this process saw it last there were only actions in mid-hand."""
        known = self.known(code, 0)
        if moved := known and catch_up(known):
            self._keep(moved)
        return moved

    def _keep(self, snapshot: Snapshot) -> None:
        """Unless a later one is known."""
        code = snapshot.table.code
        with self._lock:
            known = self._snapshots.get(code)
            if known is None or known.order <= snapshot.order:
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
    """The table as the database has it; the table and its hand are read by one query, so that they fit. What is read
    after them may be newer: then their next change isn't a mere action, and all is read again."""
    read_at = time.monotonic()
    record = next(iter(_SHOWN.models(code)), None)
    table = record.table if record else Table.objects.get(code=code)
    chairs = tuple(table.seats())
    purses = ledger.owned([chair.user_id for chair in chairs if chair.user_id])
    watching = spectators.who(table, [chair.user_id for chair in chairs if chair.user_id and not chair.left])
    jackpot = 0 if any(chair.bot for chair in chairs) else ledger.jackpot(table.stake)
    removed = dict(_REMOVED.rows(table.pk))
    was_voided = record is not None and record.voided_at is not None
    known = (purses, jackpot, watching, removed, was_voided, read_at)
    if record is None or table.phase == Phase.WAITING or was_voided:
        return Snapshot(table, chairs, None, None, (), *known)
    return Snapshot(table, chairs, record, positions.of(record), _players(record, chairs), *known)


_SHOWN = Select(
    lambda code: HandRecord.objects.filter(table__code=code, number=F("table__hand_number")).select_related("table")
)
_REMOVED = Select(lambda table: Exclusion.objects.filter(table=table).values_list("user", "until"))


def catch_up(known: Snapshot) -> Snapshot | None:
    """The table as the database has it, by one query; None where its hand isn't being played any more, or something
    other than actions came between."""
    if known.record is None or known.position is None or known.position.hand.is_over:
        return None
    for row in _FURTHER.rows(known.record.pk):
        table = Table.from_db(connection.alias, TABLE, list(row[: len(TABLE)]))
        record = HandRecord.from_db(connection.alias, HAND, list(row[len(TABLE) :]))
        return known.moved_on(table, positions.of(record, known.position))
    return None


TABLE = tuple(field.attname for field in Table._meta.concrete_fields)
HAND = ("id", "actions", "version", "timed_out", "times")
_FURTHER = Select(
    lambda hand: HandRecord.objects.filter(pk=hand, number=F("table__hand_number"), ended_at=None).values_list(
        *(f"table__{name}" for name in TABLE), *HAND
    )
)
"""The row of a table, and how far its hand is, as long as it is played."""


def _players(record: HandRecord, chairs: Iterable[TableSeat]) -> tuple[HandPlayer, ...]:
    """Those of the hand, each with the chair that was read already."""
    players, sitting = tuple(_PLAYERS.models(record.pk)), {chair.pk: chair for chair in chairs}
    for player in players:
        if chair := sitting.get(player.chair_id or 0):
            player.chair = chair
    return players


_PLAYERS = Select(lambda hand: HandPlayer.objects.filter(hand=hand))


snapshots = Snapshots()
