"""What the staff has set without a restart: the house itself, its rooms, names it reserves, what it announces.

No query a page: a process looks again at most once a second, and at once where it was changed in the same process.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from datetime import datetime
from typing import Generic, NamedTuple, TypeVar

from django.db import models, transaction
from django.db.models import Q
from django.db.models.signals import post_delete, post_save
from django.utils import timezone

from accounts.models import Announcement, House, ReservedName, Room

EVERY = 1.0
"""Seconds after which a process looks again."""
room_checks: list[Callable[[Room], None]] = []
"""What else a room has to be, which only the game knows: each raises ValidationError. The game appends its own."""

Seen = TypeVar("Seen")


class Glance(Generic[Seen]):
    """What ``read`` finds in the database, kept by this process for a moment."""

    def __init__(self, read: Callable[[], Seen], model: type[models.Model]) -> None:
        """``model`` is the one whose rows it is read from."""
        self._read = read
        self._seen: tuple[Seen, float] | None = None
        self._changes = 0
        post_save.connect(self._changed, sender=model)
        post_delete.connect(self._changed, sender=model)

    def get(self) -> Seen:
        """As it was a second ago at most; on an event loop, which mustn't wait, as it was last seen."""
        seen = self._seen
        if seen and (time.monotonic() < seen[1] or _is_on_loop()):
            return seen[0]
        return self._look()

    def forget(self) -> None:
        """Look again when it is wanted next."""
        self._changes += 1
        if self._seen:
            self._seen = self._seen[0], 0.0

    def _look(self) -> Seen:
        before, until = self._changes, time.monotonic() + EVERY
        found = self._read()
        self._seen = found, until if before == self._changes else 0.0  # it was changed while it was read
        return found

    def _changed(self, **_: object) -> None:
        transaction.on_commit(self.forget)


def _is_on_loop() -> bool:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True


class Reserved(NamedTuple):
    """A word in names that is the house's."""

    word: str
    place: str


def _read_reserved() -> tuple[Reserved, ...]:
    return tuple(Reserved(*row) for row in ReservedName.objects.values_list("word", "place"))


def _read_announcements() -> tuple[Announcement, ...]:
    """Those that aren't over, the newest first."""
    return tuple(Announcement.objects.filter(Q(ends_at=None) | Q(ends_at__gt=timezone.now())))


_house = Glance(lambda: House.objects.first() or House(), House)
_rooms = Glance(lambda: {room.key: room for room in Room.objects.all()}, Room)
_reserved = Glance(_read_reserved, ReservedName)
_announcements = Glance(_read_announcements, Announcement)


def house() -> House:
    """What holds for the whole site."""
    return _house.get()


def rooms() -> dict[str, Room]:
    """All rooms by key, also those closed to new tables, the smallest unit first."""
    return _rooms.get()


def open_rooms() -> dict[str, Room]:
    """The same of those in which tables may be opened."""
    return {key: room for key, room in rooms().items() if room.is_open}


def reserved() -> tuple[Reserved, ...]:
    """The words that are reserved beside those built in."""
    return _reserved.get()


def announcements(now: datetime) -> tuple[Announcement, ...]:
    """What is announced at that moment, the newest first."""
    return tuple(one for one in _announcements.get() if one.begins_at <= now and (not one.ends_at or now < one.ends_at))
