"""What has happened in a hand, newest first. Of a hand that goes on only what came since is told anew."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from functools import lru_cache
from threading import Lock
from typing import NamedTuple

from django.utils.safestring import SafeString, mark_safe

from game.rules.events import Event
from game.screens.lines import Told, tell
from game.screens.render import fill, tongue

LENGTH = 40
"""So many actions are shown."""
KEPT = 1024

Log = tuple[tuple[int, Event], ...]


class Reader(NamedTuple):
    """Who reads of which hand, and in what words."""

    hand: int | None
    viewer: int | None
    names: tuple[str, ...]
    language: str | None


class Feed(NamedTuple):
    """A log as far as it was told to one reader."""

    log: Log = ()
    timed_out: tuple[int, ...] = ()
    entries: tuple[SafeString, ...] = ()
    """HTML, newest first, no more than are shown."""
    before: str | SafeString = ""
    """The last text but one."""
    latest: str | SafeString = ""
    """The last text; empty where nothing has happened."""

    @property
    def html(self) -> SafeString:
        return mark_safe("".join(self.entries))

    def leads_to(self, log: Log, timed_out: tuple[int, ...]) -> bool:
        """Whether that log is this one, or goes on after it."""
        told = len(self.log)
        if log[:told] != self.log or timed_out[: len(self.timed_out)] != self.timed_out:
            return False
        return told in (0, len(log)) or log[told - 1][0] != log[told][0]

    def and_then(self, told: Sequence[Told], log: Log, timed_out: tuple[int, ...]) -> Feed:
        """With what came since."""
        if not told:
            return self
        entries = (*(map(_entry, told[::-1])), *self.entries)[:LENGTH]
        before = told[-2].text if len(told) > 1 else self.latest
        return Feed(log, timed_out, entries, before, told[-1].text)


class Feeds:
    """The feeds that were shown last, one a reader, each as long as it was then. Safe for threads."""

    def __init__(self, kept: int = KEPT) -> None:
        self._kept = kept
        self._lock = Lock()
        self._feeds: OrderedDict[Reader, Feed] = OrderedDict()

    def of(self, reader: Reader, log: Log, timed_out: tuple[int, ...]) -> Feed:
        """The log, told to the reader in the active language."""
        known = self._feeds.get(reader)
        if known is None or not known.leads_to(log, timed_out):
            known = Feed()
        told = tell(log[len(known.log) :], reader.names, reader.viewer, timed_out)
        feed = known.and_then(told, log, timed_out)
        self._keep(reader, feed)
        return feed

    def _keep(self, reader: Reader, feed: Feed) -> None:
        with self._lock:
            self._feeds[reader] = feed
            self._feeds.move_to_end(reader)
            while len(self._feeds) > self._kept:
                self._feeds.popitem(last=False)

    def clear(self) -> None:
        with self._lock:
            self._feeds.clear()


@lru_cache(maxsize=4096)
def _entry(told: Told) -> SafeString:
    return fill("told", {"is_loud": told.is_loud}, version=told.version, did=told.did, text=told.text)


feeds = Feeds()


def feed_of(
    hand: int | None, log: Log, names: tuple[str, ...], viewer: int | None, timed_out: tuple[int, ...] = ()
) -> Feed:
    """What has happened in the hand as the viewer may know it: ``log``, whose events are those of whole actions."""
    return feeds.of(Reader(hand, viewer, names, tongue()), log, timed_out)
