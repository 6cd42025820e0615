"""What was just said at a table, and to whom it doesn't come: read once for all who listen in this process."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import NamedTuple

from accounts import blocks
from accounts.models import User
from game.live import talk
from game.models import Message

KEPT = 256


class Heard(NamedTuple):
    """All that was said at a table after one message, and up to another."""

    after: int
    last: int
    messages: tuple[Message, ...]
    """Oldest first, without hidden ones."""
    unheard: frozenset[tuple[int, int]]
    """Each of those who spoke with each of those to whom their words don't come."""

    def by(self, viewer: User | None, after: int, last: int) -> list[Message]:
        """As far as the viewer wants to and may hear it."""
        said = (message for message in self.messages if after < message.pk <= last)
        return [message for message in said if not viewer or (message.user_id, viewer.pk) not in self.unheard]


class Hearing:
    """The newest readings, one a table. Safe for threads.

    Whoever listens asks for a message when it has just been said, so that it is known who had muted whom by then:
    the next one is read anew, with those who mute somebody meanwhile.
    """

    def __init__(self, kept: int = KEPT) -> None:
        self._kept = kept
        self._lock = Lock()
        self._heard: OrderedDict[str, Heard] = OrderedDict()

    def get(self, code: str, viewer: User | None, after: int, last: int) -> list[Message]:
        """What the viewer hears of what was said at the table after a message and up to another, which is there
        already; oldest first."""
        with self._lock:
            known = self._heard.get(code)
        if not (known and known.after <= after and last <= known.last):
            known = read(code, after, last)
            self._keep(code, known)
        return known.by(viewer, after, last)

    def _keep(self, code: str, heard: Heard) -> None:
        with self._lock:
            self._heard[code] = heard
            self._heard.move_to_end(code)
            while len(self._heard) > self._kept:
                self._heard.popitem(last=False)

    def clear(self) -> None:
        with self._lock:
            self._heard.clear()


def read(code: str, after: int, last: int) -> Heard:
    """As the database has it; whatever was said after ``last`` meanwhile is read as well."""
    messages = tuple(talk.since(code, after))
    unheard = blocks.unheard(message.user_id for message in messages if message.user_id) if messages else ()
    return Heard(after, max([last, *(message.pk for message in messages)]), messages, frozenset(unheard))


hearing = Hearing()
