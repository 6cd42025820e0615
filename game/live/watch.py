"""In each server process: once a second, sockets that fell behind the database catch up, with tables and talk.

One query serves all tables; presence is told in the same breath.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime
from typing import Protocol

from game.live import presence, spectators
from game.live.beat import Beat
from game.live.hop import in_thread
from game.live.moment import now
from game.live.presence import Gone, sockets
from game.live.spectators import Watcher, watching
from game.models import Table


class Follower(Protocol):
    """A socket at a table."""

    code: str
    wanted: int
    """The newest revision it knows of."""
    said: int
    """The id of the newest message it knows of."""

    def want(self, revision: int) -> None:
        """Show the table at ``revision`` or later."""

    def hear(self, last: int) -> None:
        """Tell what was said up to the message with that id."""


class Watch(Beat[Follower]):
    """The followers of this process, and who is connected to it."""

    period = 1.0

    @property
    def is_idle(self) -> bool:
        return super().is_idle and sockets.is_idle and watching.is_idle

    async def look(self, time: float) -> None:
        """One look at the database; followers behind it are told, and it is told who is connected."""
        codes = {follower.code for follower in self._followers}
        gone, here = (sockets.gone(time), watching.gone(time)), (sockets.here(), watching.here())
        chairs, watchers, at = await in_thread(_say)(*gone, *here, self.is_time(time))
        sockets.said(chairs, at)
        watching.said(watchers, at)
        found = await in_thread(_read)(codes)
        for follower in list(self._followers):
            revision, said = found.get(follower.code, (0, 0))
            if follower.wanted < revision:
                follower.want(revision)
            if follower.said < said:
                follower.hear(said)


def _say(
    gone: Iterable[Gone[int]],
    gone_watchers: Iterable[Gone[Watcher]],
    here: Collection[int],
    here_watching: Collection[Watcher],
    everybody: bool,
) -> tuple[Collection[int], Collection[Watcher], datetime]:
    """Say who is connected, and who isn't any more: of whom it was said that they are, and when."""
    presence.forget(gone)
    spectators.forget(gone_watchers)
    at = now()
    return presence.keep(here, at, everybody), spectators.keep(here_watching, at, everybody), at


def _read(codes: set[str]) -> dict[str, tuple[int, int]]:
    """The revision and the last message of each table."""
    tables = Table.objects.filter(code__in=codes).values_list("code", "revision", "last_said")
    return {code: (revision, said) for code, revision, said in tables}


watch = Watch()
