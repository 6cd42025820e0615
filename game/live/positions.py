"""This process's cache of positions: never stored, replayed from the record on a miss."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from threading import Lock

from game.live.refused import Refused
from game.models import HandRecord
from game.rules.actions import parse_action
from game.rules.events import Ended, Event
from game.rules.hand import Hand, apply
from game.rules.record import RULES, parse_deal

Log = tuple[tuple[int, Event], ...]

KEPT = 512
MILLISECOND = timedelta(milliseconds=1)


@dataclass(frozen=True, slots=True)
class Position:
    """A hand as far as it was played, with everything that happened in it."""

    hand_id: int
    code: str
    """Of the table."""
    hand: Hand
    log: Log
    """Each event with the version that its action made; the whole hand, nothing hidden."""
    timed_out: tuple[int, ...] = ()
    """The versions that the clock made for a person."""
    began: datetime | None = None
    times: tuple[int, ...] = ()
    """Of each action, in milliseconds since the deal; below zero: not by a person. Empty in hands begun without."""

    @property
    def version(self) -> int:
        return self.hand.version

    def after(self, hand: Hand, events: tuple[Event, ...]) -> Position:
        """The next position."""
        log = (*self.log, *((hand.version, event) for event in events))
        return replace(self, hand=hand, log=log)

    def by_clock(self) -> Position:
        """The same position, known to have been made by the clock for a person."""
        return replace(self, timed_out=(*self.timed_out, self.version))

    def timed(self, now: datetime, by_person: bool) -> Position:
        """The same position, known to have been made now."""
        if self.began is None or len(self.times) != self.version - 1:
            return self
        passed = max(1, round((now - self.began) / MILLISECOND))
        return replace(self, times=(*self.times, passed if by_person else -passed))


class Cache:
    """The positions used last, one a hand, each the newest known. Safe for threads."""

    def __init__(self, kept: int = KEPT) -> None:
        self._kept = kept
        self._lock = Lock()
        self._positions: OrderedDict[tuple[int, int], Position] = OrderedDict()

    def get(self, hand_id: int) -> Position | None:
        with self._lock:
            position = self._positions.get((hand_id, RULES))
            if position:
                self._positions.move_to_end((hand_id, RULES))
            return position

    def keep(self, position: Position) -> None:
        """Remember a position that is in the database, unless a newer one of its hand is known."""
        key = (position.hand_id, RULES)
        with self._lock:
            known = self._positions.get(key)
            if not known or known.version < position.version:
                self._positions[key] = position
            self._positions.move_to_end(key)
            while len(self._positions) > self._kept:
                self._positions.popitem(last=False)

    def clear(self) -> None:
        with self._lock:
            self._positions.clear()


cache = Cache()


def opened(hand_id: int, code: str, hand: Hand, began: datetime | None = None) -> Position:
    """The position of a hand just dealt; one that ended with the deal says so in its log."""
    log: Log = ((0, Ended(hand.ending.end, hand.ending.seat)),) if hand.ending else ()
    return Position(hand_id, code, hand, log, began=began)


def replay(record: HandRecord) -> Position:
    """The position that the record's actions lead to."""
    return _play_on(_opened(record), record)


def of(record: HandRecord, earlier: Position | None = None) -> Position:
    """The position of a record just read: the one in the cache, played on where others have acted since. With an
    earlier one of its hand the record needs no more than its number, version, actions and times."""
    known = cache.get(record.pk)
    if known and known.version == record.version:
        return known
    since = known if known and known.version < record.version else earlier
    position = _play_on(since or _opened(record), record)
    cache.keep(position)
    return position


def _opened(record: HandRecord) -> Position:
    return opened(record.pk, record.table.code, parse_deal(record.as_record()), record.started_at)


def _play_on(position: Position, record: HandRecord) -> Position:
    """From a position of the record's hand to the one that all its actions lead to: they only ever become more."""
    for text in record.actions[position.version :]:
        position = position.after(*apply(position.hand, parse_action(text)))
    return replace(position, timed_out=tuple(record.timed_out), times=tuple(record.times))


def latest(hand_id: int) -> Position:
    """The position as the database has it now; Refused ``hand_gone`` if there is no such hand."""
    record = HandRecord.objects.select_related("table").filter(pk=hand_id).first()
    if record is None:
        raise Refused("hand_gone")
    return of(record)


def at(hand_id: int, version: int) -> Position:
    """The position that somebody saw at ``version``; Refused ``stale`` or ``hand_gone`` if it is no more.

    A cached position of another version decides nothing: another process may have played on.
    """
    known = cache.get(hand_id)
    if known and known.version == version:
        return known
    position = latest(hand_id)
    if position.version != version:
        raise Refused("hand_gone" if position.hand.is_over else "stale")
    return position
